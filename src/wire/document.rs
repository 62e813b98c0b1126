use std::borrow::Cow;

use super::escape;
use super::fault::Fault;
use super::scan;

/// What a JSON value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// Any number, as written.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The word for it in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// One value of a document. Those inside an array or object follow it, members as key and value by turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub kind: Kind,
    /// The string was written with escapes; `start..end` lies in the document's `unescaped` text.
    pub unescaped: bool,
    /// Where it stands in the text; a string without its quotes.
    pub start: u32,
    pub end: u32,
    /// The index of the first node that is not inside this one.
    pub next: u32,
}

/// One JSON document: its compact text and the places of the values in it.
///
/// Member order, numbers and strings stay as they were written; blanks between tokens are gone and strings that
/// were escaped needlessly are written plainly, so equal text means equal content. Two allocations hold a document
/// of any size, and a copy of a part of it is two copies of slices.
///
/// ```
/// use fitment::wire::Document;
///
/// let document = Document::read(br#"{ "b": 1.50, "a": ["x", null] }"#, 16)?;
/// let b = document.root().get("b");
/// assert_eq!(b.and_then(|b| b.as_number()), Some("1.50"));
/// assert_eq!(document.text(), r#"{"b":1.50,"a":["x",null]}"#);
/// # Ok::<(), fitment::wire::Fault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(super) text: String,
    pub(super) unescaped: String,
    pub(super) nodes: Vec<Node>,
}

impl Document {
    /// Reads one document, with at most `depth` arrays and objects inside one another. Duplicate keys, lone
    /// surrogates and bytes that are not UTF-8 are refused.
    pub fn read(bytes: &[u8], depth: usize) -> Result<Self, Fault> {
        scan::scan(bytes, depth)
    }

    /// The whole document.
    pub fn root(&self) -> Value<'_> {
        Value { document: self, at: 0 }
    }

    /// The document as compact JSON.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A value inside a [`Document`]: cheap to copy, and everything it hands out lives as long as the document.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    document: &'a Document,
    at: usize,
}

impl<'a> Value<'a> {
    fn node(self) -> Node {
        const NOTHING: Node = Node { kind: Kind::Null, unescaped: false, start: 0, end: 0, next: 0 };
        self.document.nodes.get(self.at).copied().unwrap_or(NOTHING)
    }

    fn next(self) -> usize {
        self.node().next as usize
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The string, its escapes undone.
    pub fn as_str(self) -> Option<&'a str> {
        let node = self.node();
        let text = if node.unescaped { &self.document.unescaped } else { &self.document.text };
        (node.kind == Kind::String).then(|| slice(text, node.start, node.end))
    }

    /// The number as it was written.
    pub fn as_number(self) -> Option<&'a str> {
        let node = self.node();
        (node.kind == Kind::Number).then(|| slice(&self.document.text, node.start, node.end))
    }

    /// The boolean.
    pub fn as_bool(self) -> Option<bool> {
        let node = self.node();
        (node.kind == Kind::Bool).then(|| node.end - node.start == 4)
    }

    /// The member of that name, if this is an object that has it.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The element at that place, if this is an array that long.
    pub fn element(self, index: usize) -> Option<Value<'a>> {
        self.elements().nth(index)
    }

    /// The members of an object in their order; none for anything else.
    pub fn members(self) -> Members<'a> {
        Members { inside: self.inside(Kind::Object) }
    }

    /// The elements of an array in their order; none for anything else.
    pub fn elements(self) -> Elements<'a> {
        Elements { inside: self.inside(Kind::Array) }
    }

    fn inside(self, kind: Kind) -> Inside<'a> {
        let node = self.node();
        let end = if node.kind == kind { node.next as usize } else { 0 };
        Inside { document: self.document, at: self.at + 1, end }
    }

    /// The value as compact JSON.
    pub fn json(self) -> Cow<'a, str> {
        let node = self.node();
        match (node.kind, node.unescaped) {
            (Kind::String, true) => {
                let mut quoted = String::new();
                escape::push_quoted(&mut quoted, self.as_str().unwrap_or_default());
                Cow::Owned(quoted)
            }
            (Kind::String, false) => {
                Cow::Borrowed(slice(&self.document.text, node.start.saturating_sub(1), node.end + 1))
            }
            _ => Cow::Borrowed(slice(&self.document.text, node.start, node.end)),
        }
    }

    /// The value as a document of its own.
    pub fn to_document(self) -> Document {
        let root = self.node();
        if root.kind != Kind::Array && root.kind != Kind::Object {
            // A scalar is its own text, which was read within the limits before.
            return Document::read(self.json().as_bytes(), 0).unwrap_or_default();
        }
        let (from, to) = (self.at, root.next as usize);
        let mut copy =
            Document { text: slice(&self.document.text, root.start, root.end).to_owned(), ..Document::default() };
        let inside = self.document.nodes.get(from..to).unwrap_or_default();
        let unescaped_from = inside.iter().find(|node| node.unescaped).map_or(0, |node| node.start);
        let unescaped_to = inside.iter().rfind(|node| node.unescaped).map_or(0, |node| node.end);
        copy.unescaped.push_str(slice(&self.document.unescaped, unescaped_from, unescaped_to));
        let skipped = u32::try_from(from).unwrap_or(u32::MAX);
        copy.nodes.extend(inside.iter().map(|node| {
            let before = if node.unescaped { unescaped_from } else { root.start };
            Node { start: node.start - before, end: node.end - before, next: node.next - skipped, ..*node }
        }));
        copy
    }
}

impl PartialEq for Value<'_> {
    /// Equal content: the same members in any order, the same elements in the same order, numbers as written.
    fn eq(&self, other: &Self) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::Object, Kind::Object) => sorted_members(*self) == sorted_members(*other),
            (Kind::Array, Kind::Array) => self.elements().eq(other.elements()),
            (Kind::String, Kind::String) => self.as_str() == other.as_str(),
            (a, b) => a == b && self.json() == other.json(),
        }
    }
}

/// The members in the order of their names, so that a hostile number of them is not searched for each.
fn sorted_members(object: Value<'_>) -> Vec<(&str, Value<'_>)> {
    let mut members: Vec<_> = object.members().collect();
    members.sort_by_key(|(key, _)| *key);
    members
}

#[derive(Clone, Debug)]
struct Inside<'a> {
    document: &'a Document,
    at: usize,
    end: usize,
}

impl<'a> Inside<'a> {
    fn step(&mut self) -> Option<Value<'a>> {
        let value = (self.at < self.end).then_some(Value { document: self.document, at: self.at })?;
        self.at = value.next();
        Some(value)
    }
}

/// The members of an object.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    inside: Inside<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.inside.step()?.as_str()?;
        Some((key, self.inside.step()?))
    }
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    inside: Inside<'a>,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.inside.step()
    }
}

fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Document {
        Document::read(text.as_bytes(), 128).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn a_part_is_a_document_of_its_own() {
        let whole = read(r#"{"a":"\n\t","b":[{"c":"x\ty","d":["\"",1]},true],"e":"\\"}"#);
        let part = whole.root().get("b").map(Value::to_document).unwrap_or_default();
        assert_eq!(part.text(), r#"[{"c":"x\ty","d":["\"",1]},true]"#);
        let first = part.root().element(0);
        assert_eq!(first.and_then(|first| first.get("c")).and_then(Value::as_str), Some("x\ty"));
        let quote = first.and_then(|first| first.get("d")).and_then(|d| d.element(0));
        assert_eq!(quote.and_then(Value::as_str), Some("\""));
        assert_eq!(quote.map(|quote| quote.json().into_owned()), Some(r#""\"""#.to_owned()));
        assert_eq!(whole.root().get("e").map(Value::to_document).unwrap_or_default().text(), r#""\\""#);
    }

    #[test]
    fn order_of_members_does_not_matter_and_order_of_elements_does() {
        assert_eq!(read(r#"{"a":1,"b":[1,2]}"#).root(), read(r#"{"b":[1,2],"a":1}"#).root());
        assert_ne!(read("[1,2]").root(), read("[2,1]").root());
        assert_ne!(read("{\"a\":1}").root(), read("{\"a\":1,\"b\":null}").root());
        assert_eq!(read(r#""\u0041""#).root(), read(r#""A""#).root());
    }
}
