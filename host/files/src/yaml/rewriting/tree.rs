//! Documents with the places of their parts.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};

use super::super::scalar::Scalar;

/// A value with its place in bytes: a block collection ends with its last value.
pub struct Node {
    pub start: usize,
    pub end: usize,
    /// Whether it is in brackets, with its parts side by side.
    pub in_brackets: bool,
    pub content: Content,
}

pub enum Content {
    /// A value that is changed as a whole: a scalar, or a pair in a list without braces of its own.
    Piece(Value),
    Mapping(Vec<Entry>),
    Sequence(Vec<Node>),
}

/// A key with its value. A key introduced by a question mark begins with that.
pub struct Entry {
    pub key: String,
    pub start: usize,
    pub value: Node,
}

/// The documents of a text that are not empty.
pub struct Documents {
    pub all: Vec<Document>,
    /// The places of keys and scalars, in order.
    pub scalars: Vec<Range<usize>>,
}

pub struct Document {
    pub root: Node,
    /// The first anchor or alias, with what it is: an edit there would change more than intended.
    pub repeats: Option<(usize, &'static str)>,
}

impl Node {
    /// Whether the node has this value.
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

    /// The text of one of the node's members.
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

    /// The node's value.
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

/// Reads a text; `None` if it is not YAML.
pub fn documents(text: &str) -> Option<Documents> {
    let (open, all, scalars) = (Vec::new(), Vec::new(), Vec::new());
    let mut reader = Reader { bytes: Bytes::of(text), text, open, repeats: None, done: Documents { all, scalars } };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.ok()?;
        reader.event(&event, span)?;
    }
    Some(reader.done)
}

struct Reader<'t> {
    text: &'t str,
    bytes: Bytes,
    open: Vec<Open>,
    repeats: Option<(usize, &'static str)>,
    done: Documents,
}

/// A collection that has begun.
struct Open {
    start: usize,
    in_brackets: bool,
    /// Whether it is a pair in a list, without braces of its own.
    is_bare: bool,
    /// The key whose value comes next, with its start and end.
    key: Option<(String, usize, usize)>,
    is_mapping: bool,
    entries: Vec<Entry>,
    elements: Vec<Node>,
}

impl Reader<'_> {
    fn event(&mut self, event: &Event<'_>, span: Span) -> Option<()> {
        let (start, end) = (self.bytes.at(span.start.index()), self.bytes.at(span.end.index()));
        match event {
            Event::DocumentStart(_) => self.repeats = None,
            Event::Alias(_) => {
                self.repeats.get_or_insert((start, "an alias"));
                if self.awaits_key() {
                    return None;
                }
                self.close(Node { start, end, in_brackets: false, content: Content::Piece(Value::Null) })?;
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.anchored(*anchor, start);
                let scalar = Scalar { text, style: *style, tag: tag.as_deref() };
                let is_nothing = text.is_empty() && *style == ScalarStyle::Plain;
                let (start, end) = match style {
                    _ if is_nothing => self.nothing(start),
                    // The parser reports that they end after the following comment.
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => (start, self.quoted(start)?),
                    _ => (start, self.trimmed(start, end)),
                };
                let begins = match style {
                    ScalarStyle::Literal | ScalarStyle::Folded => self.header(start)?,
                    _ => start,
                };
                self.done.scalars.push(start..end);
                if self.awaits_key() {
                    if scalar.merges() {
                        self.repeats.get_or_insert((start, "the key `<<`"));
                    }
                    let key = scalar.key().ok()?;
                    let begins = self.announced(start);
                    self.open.last_mut()?.key = Some((key, begins, end));
                    return Some(());
                }
                let value = serde_json::from_str(&scalar.value().ok()?).ok()?;
                let content = Content::Piece(value);
                self.close(Node { start: begins, end: end.max(begins), in_brackets: false, content })?;
            }
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => {
                self.anchored(*anchor, start);
                if self.awaits_key() {
                    return None;
                }
                let is_mapping = matches!(event, Event::MappingStart(..));
                let in_brackets = self.text.get(start..end)?.ends_with(['[', '{']);
                let is_bare = !in_brackets && self.open.last().is_some_and(|open| open.in_brackets);
                let (entries, elements) = (Vec::new(), Vec::new());
                self.open.push(Open { start, in_brackets, is_bare, key: None, is_mapping, entries, elements });
            }
            Event::SequenceEnd | Event::MappingEnd => {
                // The parser reports that brackets end after the following comment.
                let node = self.open.pop()?.closed(start + 1);
                self.close(node)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Whether a key comes next.
    fn awaits_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_mapping && open.key.is_none())
    }

    fn anchored(&mut self, anchor: usize, at: usize) {
        if anchor != 0 {
            self.repeats.get_or_insert((at, "an anchor"));
        }
    }

    /// The place of an empty value: after the colon, the key or the dash.
    fn nothing(&self, start: usize) -> (usize, usize) {
        let after_key = self.open.last().and_then(|open| open.key.as_ref()).and_then(|(_, _, end)| {
            let rest = self.text.get(*end..)?;
            let blanks = rest.len() - rest.trim_start().len();
            Some(if rest.trim_start().starts_with(':') { end + blanks + 1 } else { *end })
        });
        let here = after_key.unwrap_or(start);
        (here, here)
    }

    /// Where a key begins, including its question mark; `start` is its first character.
    fn announced(&self, start: usize) -> usize {
        let before = self.text.get(..start).unwrap_or_default();
        let mark = before.trim_end_matches([' ', '\t']);
        let is_mark = mark.len() < start
            && mark.strip_suffix('?').is_some_and(|rest| {
                rest.is_empty() || rest.ends_with(|letter: char| letter.is_whitespace() || "{[,".contains(letter))
            });
        if is_mark { mark.len() - 1 } else { start }
    }

    /// Where a block scalar begins, with the indicator after its key or dash; `start` is its first character.
    fn header(&self, start: usize) -> Option<usize> {
        let key = self.open.last().and_then(|open| open.key.as_ref()).map(|(_, _, end)| *end);
        let from = key.or(self.done.scalars.last().map(|last| last.end)).unwrap_or(0);
        let mut at = from;
        for line in self.text.get(from..start)?.split_inclusive('\n') {
            let said = line.find(" #").map_or(line, |comment| line.get(..comment).unwrap_or(line));
            if let Some(sign) = said.find(['|', '>']).filter(|_| !said.trim_start().starts_with('#')) {
                return Some(at + sign);
            }
            at += line.len();
        }
        None
    }

    /// The end of a quoted scalar, which the parser reports to be after the following comment.
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

    /// The end without the line breaks after a block scalar.
    fn trimmed(&self, start: usize, end: usize) -> usize {
        self.text.get(start..end).map_or(end, |text| start + text.trim_end().len())
    }

    fn close(&mut self, node: Node) -> Option<()> {
        let Some(open) = self.open.last_mut() else {
            // An empty node is not a document.
            if !node.is(&Value::Null) {
                self.done.all.push(Document { root: node, repeats: self.repeats });
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
        let end = if self.in_brackets { end } else { last.map_or(end, |last| last.end) };
        let content = if self.is_mapping { Content::Mapping(self.entries) } else { Content::Sequence(self.elements) };
        let node = Node { start: self.start, end, in_brackets: self.in_brackets, content };
        if self.is_bare { Node { content: Content::Piece(node.value()), ..node } } else { node }
    }
}

/// The byte offsets of characters, for a parser that counts characters.
enum Bytes {
    /// Every character is one byte.
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
