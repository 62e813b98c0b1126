use std::rc::Rc;

use fitment_files::yaml::Place;
use serde_json::Value;

use super::input::Source;
use super::objects;

/// Where a document that was sent to the engine stands in a file.
#[derive(Clone)]
pub struct Origin {
    source: Rc<Source>,
    document: usize,
    /// The pointer to it in that document of the file.
    inside: String,
}

impl Origin {
    /// The value at a pointer in a document of a file.
    pub fn new(source: &Rc<Source>, document: usize, inside: String) -> Self {
        Self { source: source.clone(), document, inside }
    }

    /// The value at a pointer from here on.
    pub fn below(&self, pointer: &str) -> Self {
        Self { inside: format!("{}{pointer}", self.inside), ..self.clone() }
    }

    /// The whole document.
    pub fn whole(&self) -> Self {
        Self { inside: String::new(), ..self.clone() }
    }
}

/// Where values stand, each as `file:line:column`; all that stand in one file are looked up together.
pub fn of_values(values: &[Option<Origin>]) -> Vec<Option<String>> {
    let mut found = vec![None; values.len()];
    for (first, value) in values.iter().enumerate() {
        let Some(Origin { source, .. }) = value else { continue };
        if found.get(first).is_some_and(Option::is_some) {
            continue;
        }
        let (places, wanted): (Vec<usize>, Vec<(usize, &str)>) = (values.iter().enumerate())
            .filter_map(|(place, value)| Some((place, value.as_ref()?)))
            .filter(|(_, origin)| Rc::ptr_eq(&origin.source, source))
            .map(|(place, origin)| (place, (origin.document, origin.inside.as_str())))
            .unzip();
        let file = objects::shown(&source.file);
        for (place, stands) in places.into_iter().zip(source.places(&wanted)) {
            let at = stands.map_or_else(|| file.clone(), |Place { value, .. }| format!("{file}:{value}"));
            if let Some(found) = found.get_mut(place) {
                *found = Some(at);
            }
        }
    }
    found
}

/// Where a problem stands.
#[derive(Clone)]
pub struct Stands {
    /// As `file:line:column`.
    pub at: String,
    /// How the value is written there, where that is no text to YAML.
    written: Option<String>,
}

impl Stands {
    /// A sentence about the problem, which quotes the value as it is written: the engine only knows what YAML made of it.
    pub fn quoted(&self, problem: &Value, says: &str) -> String {
        let mut facts = problem["facts"].as_array().into_iter().flatten();
        let quote = facts.find(|fact| fact["name"] == "quote").and_then(|fact| fact["value"].as_str());
        match (quote, &self.written) {
            (Some(quote), Some(written)) => says.replace(&format!("`{quote}`"), &format!("`\"{written}\"`")),
            _ => says.to_owned(),
        }
    }
}

/// Where the problems of an answer stand in files. The engine knows documents, people know files: `origin` knows where a
/// pointer into the request leads, with the rest of the pointer in there.
pub fn of_problems<'o, 'p>(
    problems: &'p Value,
    origin: impl Fn(&'p str) -> Option<(&'o Origin, &'p str)>,
) -> Vec<Option<Stands>> {
    let problems = problems.as_array().map(Vec::as_slice).unwrap_or_default();
    let origin = |problem: &'p Value| origin(problem["path"].as_str()?);
    let values: Vec<Option<(&Origin, String)>> = problems
        .iter()
        .map(|problem| origin(problem).map(|(origin, rest)| (origin, format!("{}{rest}", origin.inside))))
        .collect();
    let mut found = vec![None; problems.len()];
    for (first, value) in values.iter().enumerate() {
        let Some((Origin { source, .. }, _)) = value else { continue };
        if found.get(first).is_some_and(Option::is_some) {
            continue;
        }
        // All that stand in one file are looked up in it together.
        let (places, wanted): (Vec<usize>, Vec<(usize, &str)>) = (values.iter().enumerate())
            .filter_map(|(place, value)| Some((place, value.as_ref()?)))
            .filter(|(_, (origin, _))| Rc::ptr_eq(&origin.source, source))
            .map(|(place, (origin, pointer))| (place, (origin.document, pointer.as_str())))
            .unzip();
        let file = objects::shown(&source.file);
        for (place, stands) in places.into_iter().zip(source.places(&wanted)) {
            let of_key = problems.get(place).is_some_and(|problem| problem["code"] == "unknown-key");
            if let Some(found) = found.get_mut(place) {
                *found = Some(match stands {
                    Some(Place { key, value, written }) => {
                        let position = key.filter(|_| of_key).unwrap_or(value);
                        Stands { at: format!("{file}:{position}"), written }
                    }
                    None => Stands { at: file.clone(), written: None },
                });
            }
        }
    }
    found
}

/// Says beside an answer for programs where its problems stand.
pub fn note(problems: &Value, places: &[Option<Stands>]) {
    for (problem, place) in problems.as_array().into_iter().flatten().zip(places) {
        if let (Some(path), Some(place)) = (problem["path"].as_str(), place) {
            anstream::eprintln!("note: `{path}` is {}", place.at);
        }
    }
}
