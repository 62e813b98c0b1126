//! The one profile that a command is about.

use std::path::Path;

use serde_json::Value;

use super::exit::Failure;
use super::objects::{self, Object};
use super::places::{self, Origin, Stands};

/// The one profile of a file, of these kinds.
pub fn only(path: &Path, kinds: &[&str]) -> Result<Object, Failure> {
    let mut objects = objects::read(&[path.to_owned()])?;
    objects.retain(|object| kinds.contains(&object.head.kind.as_str()));
    match (objects.pop(), objects.len()) {
        (Some(one), 0) => Ok(one),
        (Some(_), others) => Err(Failure::file(path, format!("found {} profiles, expected one", others + 1))),
        (None, _) => Err(Failure::file(path, format!("found no {}, expected one", kinds.join(" or ")))),
    }
}

/// Where the problems of a question stand that was given the profile, and perhaps the members of an object beside it.
pub fn places(envelope: &Value, profile: &Object, beside: Option<&Origin>) -> Vec<Option<Stands>> {
    places::of_problems(&envelope["problems"], |path| match path.strip_prefix("/given/cloudProfile") {
        Some(inside) => Some(profile.origin.below(inside)),
        None => Some(beside?.below(path.strip_prefix("/given")?)),
    })
}
