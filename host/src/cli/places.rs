use std::rc::Rc;

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
}

/// Where the problems of an answer stand in files, as `file:line:column`. The engine knows documents, people know files:
/// `origin` knows where a pointer into the request leads, with the rest of the pointer in there.
pub fn of_problems<'o, 'p>(
    problems: &'p Value,
    origin: impl Fn(&'p str) -> Option<(&'o Origin, &'p str)>,
) -> Vec<Option<String>> {
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
            let position = stands.map(|stands| stands.key.filter(|_| of_key).unwrap_or(stands.value));
            if let Some(found) = found.get_mut(place) {
                *found = Some(position.map_or_else(|| file.clone(), |position| format!("{file}:{position}")));
            }
        }
    }
    found
}

/// Says beside an answer for programs where its problems stand.
pub fn note(problems: &Value, places: &[Option<String>]) {
    for (problem, place) in problems.as_array().into_iter().flatten().zip(places) {
        if let (Some(path), Some(place)) = (problem["path"].as_str(), place) {
            anstream::eprintln!("note: `{path}` is {place}");
        }
    }
}
