//! The positions of values in a YAML or JSON text.

use std::fmt;

use saphyr_parser::{Event, Marker, Parser, Span};

use super::scalar::Scalar;

/// A line and a column, both counted from one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl From<Marker> for Position {
    fn from(marker: Marker) -> Self {
        Self { line: marker.line(), column: marker.col() + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The position of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The key's position, if the value is a member.
    pub key: Option<Position>,
    /// The value's position, or its key's if the value begins on a line of its own.
    pub value: Position,
    /// The notation, if YAML does not read it as text: `no` is a boolean, and `0777` a number.
    pub written: Option<String>,
}

impl Place {
    /// The same place if this text is appended to another.
    pub fn behind(self, before: &str) -> Self {
        let lines = before.matches('\n').count();
        let columns = before.rsplit('\n').next().unwrap_or_default().chars().count();
        let moved = |Position { line, column }: Position| Position {
            line: line + lines,
            column: if line == 1 { column + columns } else { column },
        };
        Self { key: self.key.map(moved), value: moved(self.value), written: self.written }
    }
}

/// Locates values in a text, each given by the number of its document, among those that [`to_json`](super::to_json)
/// returns, and its JSON pointer. A missing value gets the place of the innermost enclosing value that exists. `None`
/// if the text cannot be read or has no such document.
pub fn places(text: &str, values: &[(usize, &str)]) -> Vec<Option<Place>> {
    let mut wanted: Vec<((usize, &str), Option<Place>)> = Vec::new();
    for (document, pointer) in values {
        wanted.extend(pointer.match_indices('/').map(|(end, _)| ((*document, &pointer[..end]), None)));
        wanted.push(((*document, pointer), None));
    }
    wanted.sort_by_key(|(value, _)| *value);
    wanted.dedup_by_key(|(value, _)| *value);
    let last = values.iter().map(|(document, _)| *document).max().unwrap_or_default();
    let mut walk = Walk { wanted, document: 0, path: String::new(), open: Vec::new() };
    let text = super::without_tabs(text);
    // How many documents that are not empty have begun, and whether this is one.
    let (mut begun, mut here, mut at_start) = (0, false, false);
    for event in Parser::new_from_str(&text) {
        let Ok((event, span)) = event else { break };
        match event {
            Event::DocumentStart(_) => at_start = true,
            Event::DocumentEnd if begun > last => break,
            Event::DocumentEnd | Event::StreamStart | Event::StreamEnd | Event::Nothing => {}
            event => {
                if at_start {
                    let empty = value(&event).is_some_and(|json| json == "null");
                    here = !empty;
                    walk = Walk { document: begun, path: String::new(), open: Vec::new(), ..walk };
                    begun += usize::from(!empty);
                    at_start = false;
                }
                if here {
                    walk.event(&event, span);
                }
            }
        }
    }
    values.iter().map(|value| walk.found(*value)).collect()
}

struct Walk<'p> {
    /// The wanted pointers and their prefixes, sorted, with the places found.
    wanted: Vec<((usize, &'p str), Option<Place>)>,
    /// The number of the current document.
    document: usize,
    /// The pointer to the current value.
    path: String,
    open: Vec<Open>,
}

struct Open {
    mapping: bool,
    count: usize,
    /// The length of the pointer to the collection.
    path: usize,
    key: Option<Position>,
}

impl Walk<'_> {
    fn event(&mut self, event: &Event<'_>, span: Span) {
        if matches!(event, Event::SequenceEnd | Event::MappingEnd) {
            if let Some(open) = self.open.pop() {
                self.path.truncate(open.path);
            }
            return;
        }
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
            if open.mapping && !open.count.is_multiple_of(2) {
                open.key = Some(span.start.into());
                self.path.truncate(open.path);
                let key = key(event);
                self.path.push('/');
                self.path.push_str(&key.replace('~', "~0").replace('/', "~1"));
                return;
            }
            if !open.mapping {
                self.path.truncate(open.path);
                self.path.push_str(&format!("/{}", open.count - 1));
            }
        }
        self.note(event, span.start.into());
        if let Event::SequenceStart(..) | Event::MappingStart(..) = event {
            let mapping = matches!(event, Event::MappingStart(..));
            self.open.push(Open { mapping, count: 0, path: self.path.len(), key: None });
        }
    }

    fn note(&mut self, event: &Event<'_>, own: Position) {
        let key = self.open.last().and_then(|open| open.key);
        let here = (self.document, self.path.as_str());
        let Ok(place) = self.wanted.binary_search_by_key(&here, |(value, _)| *value) else { return };
        if let Some((_, found)) = self.wanted.get_mut(place) {
            let value = key.filter(|key| key.line != own.line).unwrap_or(own);
            *found = Some(Place { key, value, written: written(event) });
        }
    }

    /// Returns the place of a pointer, or of the closest prefix that was found.
    fn found(&self, (document, mut pointer): (usize, &str)) -> Option<Place> {
        loop {
            let place = self.wanted.binary_search_by_key(&(document, pointer), |(value, _)| *value).ok()?;
            if let Some((_, Some(found))) = self.wanted.get(place) {
                return Some(found.clone());
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }
}

/// The notation of a scalar that is not text.
fn written(event: &Event<'_>) -> Option<String> {
    let Event::Scalar(text, ..) = event else { return None };
    value(event).filter(|json| !json.starts_with('"')).map(|_| text.to_string())
}

/// The JSON of a scalar.
fn value(event: &Event<'_>) -> Option<String> {
    let Event::Scalar(text, style, _, tag) = event else { return None };
    Scalar { text, style: *style, tag: tag.as_deref() }.value().ok()
}

/// The text of a key.
fn key(event: &Event<'_>) -> String {
    let Event::Scalar(text, style, _, tag) = event else { return String::new() };
    Scalar { text, style: *style, tag: tag.as_deref() }.key().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_stand() {
        let text = "# one\nnull\n---\na: 1\n---\nspec:\n  type:\t5\n  list:\n  - {b: x}\n  - b: y\n    c/d: ~\n";
        let pointers =
            ["/spec/type", "/spec/list", "/spec/list/0/b", "/spec/list/1/c~1d", "/spec/list/1/e/0", "/x", ""];
        let found = places(text, &pointers.map(|pointer| (1, pointer)));
        let value = |place: &Option<Place>| place.as_ref().map(|place| place.value.to_string());
        let shown: Vec<Option<String>> = found.iter().map(value).collect();
        let expected = ["7:9", "8:3", "9:9", "11:10", "10:5", "6:1", "6:1"];
        assert_eq!(shown, expected.map(|at| Some(at.to_owned())));
        let first = found[0].as_ref().expect("it is there");
        assert_eq!(
            (first.key.map(|key| key.to_string()), first.written.as_deref()),
            (Some("7:3".to_owned()), Some("5"))
        );
        assert_eq!(
            places(text, &[(2, "/a"), (0, "/a")]).iter().map(value).collect::<Vec<_>>(),
            [None, Some("4:4".to_owned())]
        );
        assert_eq!(places(r#"{"a": [1, "x"]}"#, &[(0, "/a/1")])[0].as_ref().map(|place| place.value.column), Some(11));
    }

    #[test]
    fn what_is_merged_or_named_elsewhere_is_found_where_that_is_said() {
        let text = "x: &x {a: 1}\nb: *x\nc:\n  <<: *x\n  d: 2\n";
        let found = places(text, &[(0, "/b/a"), (0, "/c/a")]);
        assert_eq!(
            found.iter().map(|place| place.as_ref().map(|place| place.value.line)).collect::<Vec<_>>(),
            [Some(2), Some(3)]
        );
    }
}
