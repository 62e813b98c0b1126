//! Converts the events of a YAML text to JSON text.

use saphyr_parser::{Event, Span};
use serde_json::{Map, Value};

use super::anchors::{Anchors, Named};
use super::scalar::Scalar;
use super::{DEEPEST, LARGEST, Position, Unread};

const COLLECTION_AS_KEY: &str = "a key is a list or an object, expected text";

/// The JSON of a document while it is being written.
#[derive(Default)]
pub struct Writer {
    json: String,
    open: Vec<Open>,
    anchors: Anchors,
    /// The total length of all aliases expanded so far, over all documents, in bytes.
    repeated: usize,
    at: Position,
}

struct Open {
    mapping: bool,
    /// Where the member that is being merged into this mapping begins, including its `<<`.
    merging: Option<usize>,
    /// The mappings merged into this one, each with the number of own members before it.
    merged: Vec<(usize, Map<String, Value>)>,
    /// The mapping's own keys and their positions.
    keys: Vec<(String, Position)>,
    /// The number of nodes in the collection, counting keys and values.
    count: usize,
    anchor: usize,
    start: usize,
}

impl Writer {
    /// Takes the finished document.
    pub fn take(&mut self) -> String {
        self.anchors = Anchors::default();
        std::mem::take(&mut self.json)
    }

    /// Writes an event.
    pub fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Unread> {
        self.at = span.start.into();
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let scalar = Scalar { text: &text, style, tag: tag.as_deref() };
                self.scalar(&scalar, anchor)?;
            }
            Event::SequenceStart(anchor, _) => self.start(false, anchor)?,
            Event::MappingStart(anchor, _) => self.start(true, anchor)?,
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    expect_once(&open.keys)?;
                    self.merge(&open);
                    self.json.push(if open.mapping { '}' } else { ']' });
                    self.finish(open.anchor, open.start)?;
                }
            }
            Event::Alias(anchor) => self.alias(anchor)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn error(&self, why: &str) -> Unread {
        Unread { at: Some(self.at), why: why.to_owned() }
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, anchor: usize) -> Result<(), Unread> {
        self.before_value()?;
        let is_key = self.next_is_key();
        if anchor != 0 || !is_key {
            let value = scalar.value().map_err(|why| self.error(&why))?;
            if !is_key {
                self.json.push_str(&value);
            }
            if anchor != 0 {
                self.anchors.name(anchor, Named { value, key: scalar.key() });
            }
        }
        if is_key {
            let key = scalar.key().map_err(|why| self.error(&why))?;
            self.key(key, scalar.merges());
        }
        self.count()
    }

    fn key(&mut self, key: String, merges: bool) {
        let start = self.json.len();
        self.json.push_str(&Value::from(key.as_str()).to_string());
        if let Some(open) = self.open.last_mut() {
            if merges {
                // Include the comma before it.
                open.merging = Some(start - usize::from(open.count > 0));
            } else {
                open.keys.push((key, self.at));
            }
        }
    }

    fn alias(&mut self, anchor: usize) -> Result<(), Unread> {
        self.before_value()?;
        let copy = match (self.anchors.scalar(anchor), self.next_is_key()) {
            (Some(named), true) => {
                let key = named.key.clone().map_err(|why| self.error(&why))?;
                self.key(key, false);
                return self.count();
            }
            (None, true) => return Err(self.error(COLLECTION_AS_KEY)),
            (Some(named), false) => Some(named.value.as_str()),
            (None, false) => self.anchors.get(anchor).and_then(|range| self.json.get(range)),
        };
        let none = "an alias stands inside what it stands for, or for something that was merged";
        let copy = copy.ok_or_else(|| self.error(none))?.to_owned();
        self.repeated += copy.len();
        if self.repeated > LARGEST {
            return Err(self.error(&format!("the aliases come to more than {LARGEST} bytes")));
        }
        self.json.push_str(&copy);
        self.count()
    }

    fn start(&mut self, mapping: bool, anchor: usize) -> Result<(), Unread> {
        self.before_value()?;
        if self.next_is_key() {
            return Err(self.error(COLLECTION_AS_KEY));
        }
        if self.open.len() == DEEPEST {
            return Err(self.error(&format!("lists and objects stand more than {DEEPEST} deep inside one another")));
        }
        let start = self.json.len();
        self.json.push(if mapping { '{' } else { '[' });
        let (merged, keys) = (Vec::new(), Vec::new());
        self.open.push(Open { mapping, merging: None, merged, keys, count: 0, anchor, start });
        Ok(())
    }

    fn next_is_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.mapping && open.count.is_multiple_of(2))
    }

    fn before_value(&mut self) -> Result<(), Unread> {
        if let Some(open) = self.open.last() {
            match (open.mapping, open.count) {
                (_, 0) => {}
                (true, count) if !count.is_multiple_of(2) => self.json.push(':'),
                _ => self.json.push(','),
            }
        }
        if self.json.len() <= LARGEST {
            return Ok(());
        }
        Err(self.error(&format!("the document has more than {LARGEST} bytes")))
    }

    fn finish(&mut self, anchor: usize, start: usize) -> Result<(), Unread> {
        if anchor != 0 {
            self.anchors.insert(anchor, start..self.json.len());
        }
        self.count()
    }

    fn count(&mut self) -> Result<(), Unread> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.count += 1;
        if open.count.is_multiple_of(2)
            && let Some(start) = open.merging.take()
        {
            // Remove the member, but keep its value until all members are known.
            let member = self.json.split_off(start);
            open.count -= 2;
            self.anchors.forget_after(start);
            let value = member.split_once(':').and_then(|(_, value)| serde_json::from_str(value).ok());
            let mappings = match value.unwrap_or_default() {
                Value::Array(elements) => elements,
                one => vec![one],
            };
            // The first of several mappings wins, as if it were merged last.
            for mapping in mappings.into_iter().rev() {
                let Value::Object(mapping) = mapping else {
                    return Err(self.error("found no mapping under `<<`, expected one or a list of them"));
                };
                open.merged.push((open.keys.len(), mapping));
            }
        }
        Ok(())
    }

    /// Merges mappings into one, in the order of its members: later values win.
    fn merge(&mut self, open: &Open) {
        if open.merged.is_empty() {
            return;
        }
        let own = format!("{}}}", self.json.get(open.start..).unwrap_or_default());
        let mut whole: Map<String, Value> = serde_json::from_str(&own).unwrap_or_default();
        let mut places: Vec<(&str, usize)> = open.keys.iter().map(|(key, _)| key.as_str()).zip(0..).collect();
        places.sort_unstable();
        let place = |key: &str| places.binary_search_by_key(&key, |(own, _)| own).ok().and_then(|at| places.get(at));
        let mut altered = false;
        for (before, mapping) in &open.merged {
            for (key, value) in mapping {
                let own = place(key).map(|(_, place)| place);
                if own.is_none_or(|own| own < before) {
                    altered |= own.is_some();
                    whole.insert(key.clone(), value.clone());
                }
            }
        }
        if altered {
            // The text is rewritten, so anchors into it are no longer valid.
            self.anchors.forget_after(open.start);
            self.json.truncate(open.start);
            self.json.push('{');
        }
        let written = if altered { 0 } else { open.keys.len() };
        for (place, (key, value)) in whole.iter().enumerate().skip(written) {
            if place > 0 {
                self.json.push(',');
            }
            self.json.push_str(&format!("{}:{value}", Value::from(key.as_str())));
        }
    }
}

/// Fails if a key occurs twice.
fn expect_once(keys: &[(String, Position)]) -> Result<(), Unread> {
    let mut sorted: Vec<&(String, Position)> = keys.iter().collect();
    sorted.sort();
    let twice = sorted.windows(2).filter_map(|pair| match pair {
        [(first, at), (second, again)] if first == second => Some((*again, first, at.line)),
        _ => None,
    });
    match twice.min() {
        Some((at, key, line)) => {
            Err(Unread { at: Some(at), why: format!("the key `{key}` stands there twice, first on line {line}") })
        }
        None => Ok(()),
    }
}
