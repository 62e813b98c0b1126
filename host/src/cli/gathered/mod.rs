//! Nodes, flavors and images in files that clients printed: the engine says which they are and where.

mod one;
mod telling;

pub use one::{image, one_of};
pub use telling::{placed, tell};

use std::path::{Path, PathBuf};

use fitment_files::json;
use fitment_host::{Limits, Session};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::cli::exit::{Failure, Unreadable};
use crate::cli::forms;
use crate::cli::input::Source;
use crate::cli::load::Strictness;
use crate::cli::members::{list, word};
use crate::cli::objects::{self, Object};
use crate::cli::places::Origin;
use crate::cli::session;

/// What was found in files, in the words of the rules.
#[derive(Default)]
pub struct Gathered {
    /// The nodes.
    pub nodes: Vec<Found>,
    /// The flavors.
    pub flavors: Vec<Found>,
    /// The images.
    pub images: Vec<Found>,
    /// Who may use which private flavor, as Nova lists it.
    pub access: Vec<Value>,
    /// The traits that Placement knows, where a file lists them.
    pub known_traits: Option<Vec<Value>>,
    /// The objects that say themselves what they are.
    pub objects: Vec<Object>,
}

/// Something that was found, and where it stands.
#[derive(Clone)]
pub struct Found {
    /// It.
    pub document: Value,
    /// Where it stands.
    pub origin: Origin,
    /// Under which of its keys its properties stand.
    pub properties: String,
}

impl Found {
    /// Where a value in it stands; it was sent in the words of the rules.
    pub fn below(&self, inside: &str) -> Origin {
        let properties = ["/extra_specs", "/properties"].into_iter().find_map(|key| inside.strip_prefix(key));
        match properties {
            Some(inside) if self.properties.is_empty() => self.origin.below(inside),
            Some(inside) => self.origin.below(&format!("/{}{inside}", self.properties)),
            None => self.origin.below(inside),
        }
    }
}

/// How many bytes of documents one question holds; the engine takes twice as many.
const PORTION: usize = 4 << 20;

/// What is in files and folders. What is not understood is told with its place, and ends the command.
pub fn read(files: &[PathBuf], strictness: Strictness, limits: Limits) -> Result<Gathered, Failure> {
    of(objects::read(files).map_err(in_another_form)?, strictness, limits)
}

/// That a file which cannot be read is in a form that clients print too.
fn in_another_form(failure: Failure) -> Failure {
    let Failure::File(Unreadable { file, .. }) = &failure else { return failure };
    let is_again = file.as_os_str() != "-" && file.is_file();
    let source = is_again.then(|| Source::read(file).ok()).flatten();
    source.and_then(|source| forms::refusal_of_printed(&source)).unwrap_or(failure)
}

/// What is in objects that were read.
pub fn of(objects: Vec<Object>, strictness: Strictness, limits: Limits) -> Result<Gathered, Failure> {
    let (shown, objects): (Vec<Object>, Vec<Object>) =
        objects.into_iter().partition(|object| object.head.api_version.is_empty() && object.head.kind.is_empty());
    let mut gathered = Gathered { objects, ..Gathered::default() };
    let texts = shown.iter().filter(|object| object.json.get().starts_with('"'));
    if let Some(refusal) = texts.filter_map(|object| forms::refusal_of_printed(object.origin.parts().0)).next() {
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

/// A document that is sent.
struct Part {
    json: String,
    /// Where it stands.
    origin: Origin,
    /// How many bytes of a pointer into it are in the origin already.
    skipped: usize,
}

/// Documents of one question, of several that are asked one after the other.
struct Asked<'p> {
    portion: &'p [Part],
    /// Whether another question follows.
    goes_on: bool,
    /// The lists that were found before, each with where it stands.
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

    /// Where a pointer into what is given leads.
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

/// An object, or what it takes to send one that is too large: a list under one key goes in pieces, which stay under that
/// key and beside what else there is.
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

/// How many bytes beside a list are sent with each of its pieces.
const BESIDE: usize = 1_000;

impl Gathered {
    /// Adds what the engine finds, and returns the lists that the next question should know of.
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

    /// Says what was found beside what a command reads: whoever gave it counts on its being looked at.
    pub fn note_unread(&self, read: &[&str]) {
        let counts =
            [("node", self.nodes.len()), ("flavor", self.flavors.len()), ("image", self.images.len())].into_iter();
        let unread = counts.filter(|(what, count)| *count > 0 && !read.contains(what));
        let unread = unread.map(|(what, count)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }));
        let unread: Vec<String> = unread.collect();
        if !unread.is_empty() {
            anstream::eprintln!("note: skipped, as this command does not use it: {}", unread.join(", "));
        }
    }

    /// That nothing is called so among what was found, and what else is.
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

    /// The fleet that is looked at, and what is loaded for it: one that was found, or one that is made of the nodes.
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

    /// Where in a file what stands that a path names, in what is given of it or loaded, or in an answer.
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

    /// What a question about flavors and a fleet is given of it.
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

    /// The nodes as a fleet, of which there are several only if they have names of their own.
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

/// What is to be loaded of files: objects as they are, and the nodes of each file or folder as a fleet that is called so.
pub fn loadable(files: &[PathBuf], strictness: Strictness, limits: Limits) -> Result<Vec<Object>, Failure> {
    let mut objects = Vec::new();
    for path in files {
        let mut gathered = read(std::slice::from_ref(path), strictness, limits)?;
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

/// What a fleet is called that is made from a file or a folder.
pub fn name_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| stem != "-").unwrap_or_else(|| "nodes".to_owned())
}
