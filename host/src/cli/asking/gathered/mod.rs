//! Nodes, flavors and images from clients' output: the engine recognizes them and tells their places.

mod one;
mod telling;

pub use one::{image, one_of};
pub use telling::{placed, tell};

use std::path::{Path, PathBuf};

use fitment_files::json;
use fitment_host::{Limits, Session};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::strictness::Strictness;
use crate::cli::exit::{Failure, Unreadable};
use crate::cli::members::{list, word};
use crate::cli::reading::forms;
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places::Origin;
use crate::cli::reading::readable;
use crate::cli::reading::source::Source;
use crate::cli::session;
use crate::cli::stderr;

/// The contents of files, in the rules' own form.
#[derive(Default)]
pub struct Gathered {
    /// The nodes.
    pub nodes: Vec<Found>,
    /// The flavors.
    pub flavors: Vec<Found>,
    /// The images.
    pub images: Vec<Found>,
    /// The projects with access to private flavors, as Nova lists them.
    pub access: Vec<Value>,
    /// The traits known to Placement, if a file lists them.
    pub known_traits: Option<Vec<Value>>,
    /// Objects with a kind of their own.
    pub objects: Vec<Object>,
}

/// A node, flavor or image, with its place.
#[derive(Clone)]
pub struct Found {
    /// The document in the rules' own form.
    pub document: Value,
    /// The place in a file.
    pub origin: Origin,
    /// The key in the file that holds the properties; empty if they are at the top level.
    pub properties: String,
}

impl Found {
    /// Maps a pointer into the document, which is in the rules' own form, to the place in the file.
    pub fn below(&self, inside: &str) -> Origin {
        let properties = ["/extra_specs", "/properties"].into_iter().find_map(|key| inside.strip_prefix(key));
        match properties {
            Some(inside) if self.properties.is_empty() => self.origin.below(inside),
            Some(inside) => self.origin.below(&format!("/{}{inside}", self.properties)),
            None => self.origin.below(inside),
        }
    }
}

/// The most bytes of documents in one question; the engine accepts twice as many.
const PORTION: usize = 4 << 20;

/// Reads files and folders. Errors are printed with their places, and end the command.
pub fn read(files: &[PathBuf], strictness: Strictness, limits: Limits) -> Result<Gathered, Failure> {
    let printed = |object: &Object| forms::refusal_of_printed(object.origin.parts().0);
    of(objects::read(files).map_err(in_another_form)?, printed, strictness, limits)
}

/// Reports an unreadable file as one in another output format of the clients, if it is.
fn in_another_form(failure: Failure) -> Failure {
    let Failure::File(Unreadable { file, .. }) = &failure else { return failure };
    let is_again = file.as_os_str() != "-" && file.is_file();
    let source = is_again.then(|| Source::read(file).ok()).flatten();
    source.and_then(|source| forms::refusal_of_printed(&source)).unwrap_or(failure)
}

/// Recognizes the contents of objects that were read. `refusal` is what a text among them is refused with.
fn of(
    objects: Vec<Object>,
    refusal: impl Fn(&Object) -> Option<Failure>,
    strictness: Strictness,
    limits: Limits,
) -> Result<Gathered, Failure> {
    let (shown, objects): (Vec<Object>, Vec<Object>) =
        objects.into_iter().partition(|object| object.head.api_version.is_empty() && object.head.kind.is_empty());
    let mut gathered = Gathered { objects, ..Gathered::default() };
    let mut texts = shown.iter().filter(|object| object.json.get().starts_with('"'));
    if let Some(refusal) = texts.find_map(refusal) {
        return Err(refusal);
    }
    if shown.is_empty() {
        return Ok(gathered);
    }
    let mut session = session::plain(limits)?;
    let parts: Vec<Part> = shown.iter().flat_map(parts).collect();
    let (mut rest, mut pages) = (parts.as_slice(), Vec::new());
    while !rest.is_empty() {
        let mut bytes = 0;
        let fitting = rest.iter().take_while(|part| {
            bytes += part.json.len();
            bytes <= PORTION
        });
        let (portion, others) = rest.split_at(fitting.count().max(1));
        let asked = Asked { portion, goes_on: !others.is_empty(), before: std::mem::take(&mut pages) };
        pages = gathered.add(&mut session, &asked, strictness)?;
        rest = others;
    }
    Ok(gathered)
}

/// A document sent to the engine.
struct Part {
    json: String,
    /// The document's place.
    origin: Origin,
    /// The length of the prefix of pointers into the document that the origin already includes.
    skipped: usize,
}

/// One of several questions asked in turn, with its documents.
struct Asked<'p> {
    portion: &'p [Part],
    /// Whether another question follows.
    goes_on: bool,
    /// The lists found by earlier questions, with their places.
    before: Vec<(Value, Option<Origin>)>,
}

impl Asked<'_> {
    fn request(&self, validation: &str) -> String {
        let documents: Vec<&str> = self.portion.iter().map(|part| part.json.as_str()).collect();
        let before: Vec<&Value> = self.before.iter().map(|(page, _)| page).collect();
        let (documents, before, goes_on) = (documents.join(","), json!(before), self.goes_on);
        format!(
            r#"{{"question":"traits/gather","fieldValidation":"{validation}","given":{{"before":{before},"goesOn":{goes_on},"documents":[{documents}]}}}}"#
        )
    }

    /// Maps a pointer into `given` to a place.
    fn origin(&self, pointer: &str) -> Option<Origin> {
        let (list, rest) = pointer.split_once('/')?;
        let (index, inside) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let index: usize = index.parse().ok()?;
        if list == "before" {
            return self.before.get(index)?.1.clone();
        }
        let part = self.portion.get(index)?;
        Some(part.origin.below(inside.get(part.skipped..).unwrap_or_default()))
    }
}

/// Returns an object whole, or in parts if it is too large: a list under one key is split, and each part keeps the key
/// and the other members.
fn parts(object: &Object) -> Vec<Part> {
    let json = object.json.get();
    let whole = || vec![Part { json: json.to_owned(), origin: object.origin.clone(), skipped: 0 }];
    if json.len() <= PORTION {
        return whole();
    }
    let Ok(members) = serde_json::from_str::<json::Members<'_>>(json) else { return whole() };
    let (lists, others): (Vec<_>, Vec<_>) = members.0.iter().partition(|(_, value)| value.get().starts_with('['));
    let [(key, elements)] = lists.as_slice() else { return whole() };
    let others: String = others.iter().map(|(key, value)| format!("{}:{value},", json!(key))).collect();
    let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(elements.get()) else { return whole() };
    if others.len() > BESIDE {
        return whole();
    }
    let piece = |(place, element): (usize, &&RawValue)| {
        let json = format!("{{{others}{}:[{element}]}}", json!(key));
        Part { json, origin: object.origin.below(&format!("/{key}/{place}")), skipped: key.len() + "//0".len() }
    };
    elements.iter().enumerate().map(piece).collect()
}

/// The most bytes of other members that are sent with each part of a list.
const BESIDE: usize = 1_000;

impl Gathered {
    /// Adds what the engine finds, and returns the lists that the next question needs.
    fn add(
        &mut self,
        session: &mut Session,
        asked: &Asked<'_>,
        strictness: Strictness,
    ) -> Result<Vec<(Value, Option<Origin>)>, Failure> {
        let envelope = session::envelope(&session.ask(asked.request(strictness.word()).as_bytes())?);
        telling::tell(session, &envelope, |path| asked.origin(path.strip_prefix("/given/")?), strictness)?;
        let answer = &envelope["answer"];
        for (key, found) in [("nodes", &mut self.nodes), ("flavors", &mut self.flavors), ("images", &mut self.images)] {
            found.extend(list(&answer[key]).iter().filter_map(|row| {
                let origin = asked.origin(word(&row["at"]).strip_prefix('/')?)?;
                let properties = word(&row["properties"]).to_owned();
                Some(Found { document: row["document"].clone(), origin, properties })
            }));
        }
        self.access.extend(list(&answer["access"]).iter().cloned());
        if let Some(names) = answer["knownTraits"].as_array() {
            self.known_traits.get_or_insert_default().extend(names.iter().cloned());
        }
        let page = |page: &Value| {
            let at = word(&page["at"]).strip_prefix('/').and_then(|at| asked.origin(at));
            let mut page = page.clone();
            page.as_object_mut().map(|page| page.remove("at"));
            (page, at)
        };
        Ok(list(&answer["pages"]).iter().map(page).collect())
    }

    /// Notes what was found that the command does not use, since the user expects it to count.
    pub fn note_unread(&self, read: &[&str]) {
        let counts =
            [("node", self.nodes.len()), ("flavor", self.flavors.len()), ("image", self.images.len())].into_iter();
        let unread = counts.filter(|(what, count)| *count > 0 && !read.contains(what));
        let unread = unread.map(|(what, count)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }));
        let unread: Vec<String> = unread.collect();
        if !unread.is_empty() {
            stderr::line(format_args!("note: skipped, as this command does not use it: {}", unread.join(", ")));
        }
    }

    /// Says that something is not among what was found, and what was found instead.
    pub fn lacks(&self, what: &str) -> String {
        let counts = [
            (self.nodes.len(), "a node", "nodes"),
            (self.flavors.len(), "a flavor", "flavors"),
            (self.images.len(), "an image", "images"),
            (self.objects.len(), "an object", "objects"),
        ];
        let others = counts.into_iter().filter_map(|(count, one, several)| match count {
            0 => None,
            1 => Some(one.to_owned()),
            _ => Some(format!("{count} {several}")),
        });
        let others = others.collect::<Vec<_>>().join(", ");
        if others.is_empty() { format!("found no {what}") } else { format!("found no {what}, only {others}") }
    }

    /// Returns the fleet's name and the objects to load: a fleet that was found, or one made from the nodes.
    pub fn to_load(&self) -> Result<(Option<String>, Vec<Object>), Failure> {
        let (given, others): (Vec<&Object>, Vec<&Object>) =
            self.objects.iter().partition(|object| object.head.kind == "Fleet");
        if let Some(other) = others.first() {
            let found = format!("found the object `{}`, expected nodes, flavors or a fleet", other.head.id());
            return Err(Failure::file(&other.file, found));
        }
        match (given.as_slice(), self.nodes.first()) {
            ([], None) => Ok((None, Vec::new())),
            ([], Some(first)) => {
                let json = RawValue::from_string(self.fleet("nodes").to_string());
                let json = json.map_err(|error| Failure::Input(error.to_string()))?;
                Ok((Some("nodes".to_owned()), vec![Object::new(PathBuf::from("nodes"), first.origin.whole(), json)]))
            }
            ([fleet], None) => {
                let (json, origin) = (fleet.json.clone(), fleet.origin.below(""));
                Ok((Some(fleet.head.full_name()), vec![Object::new(fleet.file.clone(), origin, json)]))
            }
            _ => Err(Failure::Input("found a fleet beside other nodes, expected only one of the two".to_owned())),
        }
    }

    /// Maps a path into `given`, a loaded object or an answer to the place in a file.
    pub fn origin_of(&self, path: &str) -> Option<Origin> {
        let element = |rest: &str| {
            let (index, inside) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            Some((index.parse::<usize>().ok()?, inside.to_owned()))
        };
        let path = path.strip_prefix("/given").unwrap_or(path);
        if let Some(rest) = path.strip_prefix("/flavors/") {
            let (index, inside) = element(rest)?;
            return Some(self.flavors.get(index)?.below(&inside));
        }
        let (fleet, rest) = path.split_once("#/nodes/")?;
        let (index, inside) = element(rest)?;
        match self.nodes.get(index) {
            Some(node) => Some(node.origin.clone()),
            None => {
                let id = fleet.strip_prefix("Fleet/")?;
                let object = self.objects.iter().find(|object| object.head.full_name() == id)?;
                Some(object.origin.below(&format!("/nodes/{index}{inside}")))
            }
        }
    }

    /// Builds the input of a question about flavors and a fleet.
    pub fn given(&self, fleet: Option<String>) -> Value {
        let flavors: Vec<&Value> = self.flavors.iter().map(|found| &found.document).collect();
        let mut given = json!({ "flavors": flavors });
        if let Some(fleet) = fleet {
            given["fleet"] = json!(fleet);
        }
        if let Some(names) = &self.known_traits {
            given["knownTraits"] = json!(names);
        }
        given
    }

    /// Makes a fleet from the nodes. Several fleets need different names.
    pub fn fleet(&self, name: &str) -> Value {
        let nodes: Vec<&Value> = self.nodes.iter().map(|found| &found.document).collect();
        let mut fleet =
            json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": name }, "nodes": nodes });
        if let Some(names) = &self.known_traits {
            fleet["knownTraits"] = json!(names);
        }
        fleet
    }
}

/// Returns the objects to load from files: objects as they are, and the nodes of each file or folder as a fleet named
/// after it.
pub fn loadable(files: &[PathBuf], strictness: Strictness, limits: Limits) -> Result<Vec<Object>, Failure> {
    let mut objects = Vec::new();
    for path in files {
        // Unlike nodes alone, documents are seldom what a client printed.
        let other = |object: &Object| {
            let form = forms::refusal(object.origin.parts().0);
            form.or_else(|| readable::expect_members(std::slice::from_ref(object)).err())
        };
        let mut gathered = of(objects::read(std::slice::from_ref(path))?, other, strictness, limits)?;
        if gathered.nodes.is_empty() && (!gathered.flavors.is_empty() || !gathered.images.is_empty()) {
            return Err(Failure::file(path, "found flavors or images, expected nodes or documents to load"));
        }
        if gathered.nodes.is_empty() && gathered.known_traits.is_some() {
            let found = "found traits without nodes, expected both: `fitment fleet NODES TRAITS` makes a fleet of them";
            return Err(Failure::file(path, found));
        }
        objects.append(&mut gathered.objects);
        if let Some(first) = gathered.nodes.first() {
            let fleet = gathered.fleet(&name_of(path)).to_string();
            let json: Box<RawValue> = RawValue::from_string(fleet).map_err(|error| Failure::file(path, error))?;
            objects.push(Object::new(path.clone(), first.origin.whole(), json));
        }
    }
    Ok(objects)
}

/// The name of a fleet made from a file or folder.
pub fn name_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| stem != "-").unwrap_or_else(|| "nodes".to_owned())
}
