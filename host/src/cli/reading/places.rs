use std::rc::Rc;

use fitment_files::yaml::Place;
use serde_json::Value;

use super::source::{At, Source};
use crate::cli::members::list;
use crate::cli::stderr;

/// The place in a file of a document that was sent to the engine.
#[derive(Clone)]
pub struct Origin {
    source: Rc<Source>,
    document: usize,
    /// The pointer to the value in that document.
    inside: String,
}

impl Origin {
    /// The value at a pointer in a document of a file.
    pub fn new(source: &Rc<Source>, document: usize, inside: String) -> Self {
        Self { source: source.clone(), document, inside }
    }

    /// The value at a pointer relative to this one.
    pub fn below(&self, pointer: &str) -> Self {
        Self { inside: format!("{}{pointer}", self.inside), ..self.clone() }
    }

    /// The file, the number of the document in it, and the pointer.
    pub fn parts(&self) -> (&Rc<Source>, usize, &str) {
        (&self.source, self.document, &self.inside)
    }

    /// The file name as it is shown; `None` for standard input.
    pub fn file(&self) -> Option<String> {
        self.source.at(None).file
    }

    /// The whole document.
    pub fn whole(&self) -> Self {
        Self { inside: String::new(), ..self.clone() }
    }
}

/// Locates a value.
pub fn of_value(value: Origin) -> Option<At> {
    of_values(&[Some(value)]).pop().flatten()
}

/// Locates values.
pub fn of_values(values: &[Option<Origin>]) -> Vec<Option<At>> {
    let at = |(source, place): (&Source, Option<Place>)| source.at(place.map(|place| place.value));
    looked_up(values).into_iter().map(|found| found.map(at)).collect()
}

/// Locates values and returns their files too; all values in one file are looked up together.
fn looked_up(values: &[Option<Origin>]) -> Vec<Option<(&Source, Option<Place>)>> {
    let mut found = vec![None; values.len()];
    for (first, value) in values.iter().enumerate() {
        let Some(Origin { source, .. }) = value else { continue };
        if found.get(first).is_some_and(Option::is_some) {
            continue;
        }
        let (numbers, wanted): (Vec<usize>, Vec<(usize, &str)>) = (values.iter().enumerate())
            .filter_map(|(number, value)| Some((number, value.as_ref()?)))
            .filter(|(_, origin)| Rc::ptr_eq(&origin.source, source))
            .map(|(number, origin)| (number, (origin.document, origin.inside.as_str())))
            .unzip();
        for (number, place) in numbers.into_iter().zip(source.places(&wanted)) {
            if let Some(found) = found.get_mut(number) {
                *found = Some((source.as_ref(), place));
            }
        }
    }
    found
}

/// The place of a problem.
#[derive(Clone)]
pub struct Stands {
    /// The file and position.
    pub at: At,
    /// How the value is written, if YAML does not read it as text.
    written: Option<String>,
}

impl Stands {
    /// Quotes the value as it is written, since the engine knows only what YAML made of it.
    pub fn quoted(&self, problem: &Value, says: &str) -> String {
        let mut facts = problem["facts"].as_array().into_iter().flatten();
        let quote = facts.find(|fact| fact["name"] == "quote").and_then(|fact| fact["value"].as_str());
        match (quote, &self.written) {
            (Some(quote), Some(written)) => says.replace(&format!("`{quote}`"), &format!("`\"{written}\"`")),
            _ => says.to_owned(),
        }
    }
}

/// Locates an answer's problems in files. The engine knows documents, people know files: `origin` maps pointers into
/// the request to files.
pub fn of_problems(problems: &Value, origin: impl Fn(&str) -> Option<Origin>) -> Vec<Option<Stands>> {
    let problems = list(problems);
    let values: Vec<Option<Origin>> = problems.iter().map(|problem| origin(problem["path"].as_str()?)).collect();
    let stands = |((source, place), problem): ((&Source, Option<Place>), &Value)| {
        let of_key = problem["code"] == "unknown-key";
        let position = place.as_ref().map(|place| place.key.filter(|_| of_key).unwrap_or(place.value));
        Stands { at: source.at(position), written: place.and_then(|place| place.written) }
    };
    let found = looked_up(&values).into_iter().zip(problems);
    found.map(|(found, problem)| found.map(|found| stands((found, problem)))).collect()
}

/// The facts with the places of two things that are reported together.
const NAMING: [&str; 2] = ["first", "second"];

/// Returns everything but the answer proper, which may be large, with facts that name places in files instead of places
/// in documents. Its sentences have to be made again.
pub fn in_files(envelope: &Value, origin: impl Fn(&str) -> Option<Origin>) -> Value {
    let told = ["because", "problems", "text"].into_iter();
    let told = told.filter_map(|key| Some((key.to_owned(), envelope.get(key)?.clone())));
    let mut told = Value::Object(told.collect());
    let members = told.as_object_mut().into_iter().flatten();
    let naming: Vec<&mut Value> = members.flat_map(|(_, told)| naming_in(told)).collect();
    let origins: Vec<Option<Origin>> = naming.iter().map(|place| origin(place.as_str()?)).collect();
    let mut is_other = false;
    for (place, at) in naming.into_iter().zip(of_values(&origins)) {
        if let Some(at) = at {
            *place = at.to_string().into();
            is_other = true;
        }
    }
    if let Some(members) = told.as_object_mut().filter(|_| is_other) {
        members.remove("text");
    }
    told
}

/// Collects the values of these facts in reasons or problems, and in the reasons beneath them.
fn naming_in(told: &mut Value) -> Vec<&mut Value> {
    let mut naming = Vec::new();
    for told in told.as_array_mut().into_iter().flatten() {
        for (key, value) in told.as_object_mut().into_iter().flatten() {
            match key.as_str() {
                "because" => naming.extend(naming_in(value)),
                "facts" => {
                    let facts = value.as_array_mut().into_iter().flatten();
                    let named = facts.filter(|fact| NAMING.iter().any(|name| fact["name"] == *name));
                    naming.extend(named.filter_map(|fact| fact.get_mut("value")));
                }
                _ => {}
            }
        }
    }
    naming
}

/// Prints the places of an answer's problems, for programs that get the answer itself.
pub fn note(problems: &Value, places: &[Option<Stands>]) {
    for (problem, place) in list(problems).iter().zip(places) {
        if let (Some(path), Some(place)) = (problem["path"].as_str(), place) {
            stderr::line(format_args!("note: `{path}` is {}", place.at));
        }
    }
}
