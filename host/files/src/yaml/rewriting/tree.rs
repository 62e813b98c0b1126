//! A document with where its parts stand.

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};

use super::super::scalar::Scalar;

/// A value and where it stands, in bytes: a collection in lines of its own ends with its last value.
pub struct Node {
    pub start: usize,
    pub end: usize,
    pub content: Content,
}

pub enum Content {
    /// Something that is written in one piece: a scalar, or a collection in brackets.
    Piece(Value),
    /// A mapping with a line for each key.
    Mapping(Vec<Entry>),
    /// A sequence with a dash for each element.
    Sequence(Vec<Node>),
}

/// A key with its value.
pub struct Entry {
    pub key: String,
    pub start: usize,
    pub value: Node,
}

impl Node {
    /// Whether it is this value.
    pub fn is(&self, value: &Value) -> bool {
        match (&self.content, value) {
            (Content::Piece(own), value) => own == value,
            (Content::Mapping(entries), Value::Object(members)) => {
                let is_member = |entry: &Entry| members.get(&entry.key).is_some_and(|value| entry.value.is(value));
                entries.len() == members.len() && entries.iter().all(is_member)
            }
            (Content::Sequence(elements), Value::Array(values)) => {
                elements.len() == values.len() && elements.iter().zip(values).all(|(element, value)| element.is(value))
            }
            _ => false,
        }
    }

    /// The text of one of its members.
    pub fn text(&self, key: &str) -> Option<&str> {
        match &self.content {
            Content::Piece(value) => value.get(key)?.as_str(),
            Content::Mapping(entries) => match &entries.iter().find(|entry| entry.key == key)?.value.content {
                Content::Piece(value) => value.as_str(),
                _ => None,
            },
            Content::Sequence(_) => None,
        }
    }

    /// Its value, whether it is in one piece or not.
    pub fn value(&self) -> Value {
        match &self.content {
            Content::Piece(value) => value.clone(),
            Content::Mapping(entries) => {
                let members = entries.iter().map(|entry| (entry.key.clone(), entry.value.value()));
                Value::Object(members.collect::<Map<_, _>>())
            }
            Content::Sequence(elements) => elements.iter().map(Self::value).collect(),
        }
    }
}

/// The documents of a text that are not empty. None where something stands for what is written elsewhere, as aliases do:
/// where that is mended, more changes than is meant.
pub fn documents(text: &str) -> Option<Vec<Node>> {
    let mut reader = Reader { bytes: Bytes::of(text), text, open: Vec::new(), documents: Vec::new() };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.ok()?;
        reader.event(&event, span)?;
    }
    Some(reader.documents)
}

struct Reader<'t> {
    text: &'t str,
    bytes: Bytes,
    open: Vec<Open>,
    documents: Vec<Node>,
}

/// A collection that has begun.
struct Open {
    start: usize,
    is_flow: bool,
    /// The key whose value comes next, where it begins and ends.
    key: Option<(String, usize, usize)>,
    is_mapping: bool,
    entries: Vec<Entry>,
    elements: Vec<Node>,
}

impl Reader<'_> {
    fn event(&mut self, event: &Event<'_>, span: Span) -> Option<()> {
        match event {
            Event::Alias(_) => return None,
            Event::Scalar(text, style, anchor, tag) => {
                if *anchor != 0 {
                    return None;
                }
                let scalar = Scalar { text, style: *style, tag: tag.as_deref() };
                let (start, end) = (self.bytes.at(span.start.index()), self.bytes.at(span.end.index()));
                if let Some(open) = self.open.last_mut().filter(|open| open.is_mapping && open.key.is_none()) {
                    if scalar.merges() {
                        return None;
                    }
                    open.key = Some((scalar.key().ok()?, start, end));
                    return Some(());
                }
                let value = serde_json::from_str(&scalar.value().ok()?).ok()?;
                let is_nothing = text.is_empty() && *style == ScalarStyle::Plain;
                let (start, end) = match style {
                    _ if is_nothing => self.nothing(start),
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => (start, self.quoted(start)?),
                    _ => (start, self.trimmed(start, end)),
                };
                self.close(Node { start, end, content: Content::Piece(value) })?;
            }
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => {
                let is_mapping = matches!(event, Event::MappingStart(..));
                if *anchor != 0 || self.open.last().is_some_and(|open| open.is_mapping && open.key.is_none()) {
                    return None;
                }
                let start = self.bytes.at(span.start.index());
                let is_flow = self.text.get(start..)?.starts_with(['[', '{']);
                let (entries, elements) = (Vec::new(), Vec::new());
                self.open.push(Open { start, is_flow, key: None, is_mapping, entries, elements });
            }
            Event::SequenceEnd | Event::MappingEnd => {
                // That of brackets is said to end behind the comment that follows.
                let end = self.bytes.at(span.start.index()) + 1;
                let node = self.open.pop()?.closed(end);
                self.close(node)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Where nothing is written: behind the colon or the dash.
    fn nothing(&self, start: usize) -> (usize, usize) {
        let after_key = self.open.last().and_then(|open| open.key.as_ref()).and_then(|(_, _, end)| {
            let colon = self.text.get(*end..)?.find(':')?;
            Some(end + colon + 1)
        });
        let here = after_key.unwrap_or(start);
        (here, here)
    }

    /// The end of quotes, which are said to end behind the comment that follows.
    fn quoted(&self, start: usize) -> Option<usize> {
        let mut letters = self.text.get(start..)?.char_indices().peekable();
        let (_, quote) = letters.next()?;
        while let Some((place, letter)) = letters.next() {
            let doubled = quote == '\'' && letters.peek().is_some_and(|(_, next)| *next == quote);
            if letter == '\\' && quote == '"' || letter == quote && doubled {
                letters.next();
            } else if letter == quote {
                return Some(start + place + 1);
            }
        }
        None
    }

    /// Without the line ends behind the text of a block.
    fn trimmed(&self, start: usize, end: usize) -> usize {
        self.text.get(start..end).map_or(end, |text| start + text.trim_end().len())
    }

    fn close(&mut self, node: Node) -> Option<()> {
        let Some(open) = self.open.last_mut() else {
            // What is empty is no document.
            if !node.is(&Value::Null) {
                self.documents.push(node);
            }
            return Some(());
        };
        if open.is_mapping {
            let (key, start, _) = open.key.take()?;
            open.entries.push(Entry { key, start, value: node });
        } else {
            open.elements.push(node);
        }
        Some(())
    }
}

impl Open {
    fn closed(self, end: usize) -> Node {
        let last = self.entries.last().map(|entry| &entry.value).or(self.elements.last());
        let end = if self.is_flow { end } else { last.map_or(end, |last| last.end) };
        let content = if self.is_mapping { Content::Mapping(self.entries) } else { Content::Sequence(self.elements) };
        let node = Node { start: self.start, end, content };
        if self.is_flow { Node { content: Content::Piece(node.value()), ..node } } else { node }
    }
}

/// Where letters begin, for a parser that counts letters.
enum Bytes {
    /// Each has one byte.
    Letters,
    Starts(Vec<usize>),
}

impl Bytes {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Letters;
        }
        Self::Starts(text.char_indices().map(|(start, _)| start).chain([text.len()]).collect())
    }

    fn at(&self, letter: usize) -> usize {
        match self {
            Self::Letters => letter,
            Self::Starts(starts) => starts.get(letter).or(starts.last()).copied().unwrap_or_default(),
        }
    }
}
