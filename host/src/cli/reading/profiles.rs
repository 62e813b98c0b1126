//! The single profile that a command is about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::objects::{self, Object};
use super::places::{self, Origin, Stands};
use crate::cli::exit::Failure;
use crate::cli::stderr;

/// Reads the only profile, of one of these kinds, in a file. Other objects are reported.
pub fn only(path: &Path, kinds: &[&str]) -> Result<Object, Failure> {
    let (profile, beside) = of_file(path, kinds)?;
    if !beside.is_empty() {
        let kinds = beside.iter().map(|object| match object.head.kind.as_str() {
            "" => "none",
            kind => kind,
        });
        let mut names: Vec<&str> = kinds.collect();
        names.sort_unstable();
        names.dedup();
        stderr::line(format_args!(
            "note: passed over beside the profile in `{}`: {}, of the kinds {}",
            objects::shown(path),
            beside.len(),
            names.join(", ")
        ));
    }
    Ok(profile)
}

/// Reads the objects of files. What has neither a kind nor a version, such as the settings of another tool, is reported.
pub fn and_others(paths: &[PathBuf]) -> Result<Vec<Object>, Failure> {
    let is_object = |object: &Object| !(object.head.kind.is_empty() && object.head.api_version.is_empty());
    let (objects, beside): (Vec<Object>, Vec<Object>) = objects::read(paths)?.into_iter().partition(is_object);
    let files: BTreeSet<String> = beside.iter().map(|object| objects::shown(&object.file)).collect();
    for file in files {
        stderr::line(format_args!("note: passed over, as it holds no object: `{file}`"));
    }
    Ok(objects)
}

/// Reads the only profile, of one of these kinds, in a file, and the other objects.
pub fn of_file(path: &Path, kinds: &[&str]) -> Result<(Object, Vec<Object>), Failure> {
    let is_profile = |object: &Object| kinds.contains(&object.head.kind.as_str());
    let (mut profiles, beside): (Vec<Object>, Vec<Object>) =
        objects::read(&[path.to_owned()])?.into_iter().partition(is_profile);
    match (profiles.pop(), profiles.len()) {
        (Some(one), 0) => Ok((one, beside)),
        (Some(_), others) => Err(Failure::file(path, format!("found {} profiles, expected one", others + 1))),
        (None, _) => Err(Failure::file(path, format!("found no {}, expected one", kinds.join(" or ")))),
    }
}

/// Locates the problems of a question about the profile, and maybe about the members of another object.
pub fn places(envelope: &Value, profile: &Object, beside: Option<&Origin>) -> Vec<Option<Stands>> {
    places::of_problems(&envelope["problems"], |path| match path.strip_prefix("/given/cloudProfile") {
        Some(inside) => Some(profile.origin.below(inside)),
        None => Some(beside?.below(path.strip_prefix("/given")?)),
    })
}
