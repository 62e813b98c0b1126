//! The single flavor or image that a command is about.

use std::path::Path;

use fitment_host::Limits;
use serde_json::Value;

use super::{Found, read};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::Failure;
use crate::cli::members::word;
use crate::cli::reading::places;

/// Finds the flavor or image with this name or id. `cure` tells what to do if there are several.
pub fn one_of<'f>(found: &'f [Found], what: &str, name: Option<&str>, cure: &str) -> Result<&'f Found, Failure> {
    let is_meant = |document: &Value| name.is_none_or(|name| document["name"] == name || document["id"] == name);
    let mut named: Vec<&Found> = Vec::new();
    for one in found.iter().filter(|found| is_meant(&found.document)) {
        // Identical copies count as one.
        if named.first().is_none_or(|first| first.document != one.document) {
            named.push(one);
        }
    }
    match (named.as_slice(), name) {
        ([one], _) => Ok(one),
        ([], Some(name)) => {
            let names = found.iter().take(NAMED).map(|one| format!("`{}`", word(&one.document["name"])));
            let (names, more) = (names.collect::<Vec<_>>().join(", "), more_than_named(found));
            Err(Failure::Unknown(format!("found no {what} called `{name}`, expected one of {names}{more}")))
        }
        ([], None) => Err(Failure::Input(format!("found no {what}, expected one"))),
        ([first, ..], name) => {
            let others = named.iter().any(|one| one.document["id"] != first.document["id"]);
            let cure = match (name, others) {
                (None, _) => cure,
                (Some(_), true) => "choose by its id with --name",
                (Some(_), false) => "leave out what is outdated",
            };
            let shown: Vec<String> = named.iter().take(NAMED).map(|one| told(one)).collect();
            let (count, shown, more) = (named.len(), shown.join(", "), more_than_named(&named));
            Err(Failure::Input(format!("found {count} {what}s: {shown}{more}, expected one: {cure}")))
        }
    }
}

/// How many of several candidates are named.
const NAMED: usize = 5;

fn more_than_named<T>(all: &[T]) -> &'static str {
    if all.len() > NAMED { ", …" } else { "" }
}

/// The name and place of something.
fn told(found: &Found) -> String {
    let id = found.document["id"].as_str().map(|id| format!(" with the id `{id}`")).unwrap_or_default();
    let at = places::of_value(found.origin.clone()).map(|at| format!(" at {at}")).unwrap_or_default();
    format!("`{}`{id}{at}", word(&found.document["name"]))
}

/// Reads the image in a file.
pub fn image(file: &Path, strictness: Strictness, limits: Limits) -> Result<Found, Failure> {
    let gathered = read(&[file.to_owned()], strictness, limits)?;
    if gathered.images.is_empty() {
        let lacks = gathered.lacks("image");
        return Err(Failure::file(file, format!("{lacks}, expected one, as `openstack image show -f json` prints it")));
    }
    one_of(&gathered.images, "image", None, "`openstack image show -f json` prints one").cloned()
}
