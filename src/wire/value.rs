use std::borrow::Cow;

use super::document::{Document, slice};
use super::escape;
use super::json::Json;
use super::kind::Kind;
use crate::base::sort::sort_by_key;

/// A value inside a [`Document`] or a [`Json`]. It is cheap to copy, and what it returns lives as long as the document
/// or tree.
///
/// ```
/// use fitment::{Document, Kind};
///
/// let document = Document::read(br#"{"a": ["x", 1.50]}"#, 8).unwrap();
/// let list = document.root().get("a").unwrap();
/// assert_eq!(list.kind(), Kind::Array);
/// assert_eq!(list.element(1).and_then(|value| value.as_number()), Some("1.50"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Value<'a>(Source<'a>);

#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    /// A value of a document, by the index of its node.
    Text(&'a Document, u32),
    /// A value of a tree.
    Tree(&'a Json),
}

impl<'a> From<&'a Json> for Value<'a> {
    fn from(tree: &'a Json) -> Self {
        Self(Source::Tree(tree))
    }
}

impl<'a> Value<'a> {
    /// The value `null`.
    pub const NULL: Self = Self(Source::Tree(&Json::Null));

    fn in_text(document: &'a Document, at: u32) -> Self {
        Self(Source::Text(document, at))
    }

    /// The kind of the value.
    pub fn kind(self) -> Kind {
        match self.0 {
            Source::Text(document, at) => document.node(at).kind,
            Source::Tree(tree) => tree.kind(),
        }
    }

    /// Whether the value is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The string with its escapes resolved.
    pub fn as_str(self) -> Option<&'a str> {
        match self.0 {
            Source::Text(document, at) => {
                let node = document.node(at);
                (node.kind == Kind::String).then(|| document.string(node))
            }
            Source::Tree(tree) => tree.as_str(),
        }
    }

    /// The number as written.
    pub fn as_number(self) -> Option<&'a str> {
        match self.0 {
            Source::Text(document, at) => {
                let node = document.node(at);
                (node.kind == Kind::Number).then(|| slice(&document.text, node.start, node.end))
            }
            Source::Tree(Json::Number(number)) => Some(number),
            Source::Tree(_) => None,
        }
    }

    /// The boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            Source::Text(document, at) => {
                let node = document.node(at);
                (node.kind == Kind::Bool).then(|| node.end - node.start == 4)
            }
            Source::Tree(Json::Bool(value)) => Some(*value),
            Source::Tree(_) => None,
        }
    }

    /// The member with this key, if the value is an object that has one.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.members().seek(key)
    }

    /// The element at this index, if the value is an array that is long enough.
    pub fn element(self, index: usize) -> Option<Value<'a>> {
        self.elements().nth(index)
    }

    /// The members of an object in their order; empty for any other value.
    pub fn members(self) -> Members<'a> {
        Members(match self.0 {
            Source::Text(document, at) => Parts::Text(document.inside(at, Kind::Object)),
            Source::Tree(tree) => Parts::Tree(tree.members().iter()),
        })
    }

    /// The elements of an array in their order; empty for any other value.
    pub fn elements(self) -> Elements<'a> {
        Elements(match self.0 {
            Source::Text(document, at) => Parts::Text(document.inside(at, Kind::Array)),
            Source::Tree(tree) => Parts::Tree(tree.elements().iter()),
        })
    }

    /// The value as compact JSON.
    pub fn json(self) -> Cow<'a, str> {
        let (document, node) = match self.0 {
            Source::Text(document, at) => (document, document.node(at)),
            Source::Tree(tree) => return Cow::Owned(tree.to_text()),
        };
        match (node.kind, node.unescaped) {
            (Kind::String, true) => {
                let mut quoted = String::new();
                escape::push_quoted(&mut quoted, document.string(node));
                Cow::Owned(quoted)
            }
            (Kind::String, false) => Cow::Borrowed(slice(&document.text, node.start.saturating_sub(1), node.end + 1)),
            _ => Cow::Borrowed(slice(&document.text, node.start, node.end)),
        }
    }

    /// Copies the value into a document of its own.
    pub fn to_document(self) -> Document {
        match self.0 {
            Source::Text(document, at) if matches!(self.kind(), Kind::Array | Kind::Object) => document.part(at),
            // A scalar is its own text and was read within the limits before. A tree is built from documents, so it is
            // at most a wrapper or so deeper than they are.
            _ => Document::read(self.json().as_bytes(), usize::MAX).unwrap_or_default(),
        }
    }
}

impl Document {
    /// The root value.
    pub fn root(&self) -> Value<'_> {
        Value::in_text(self, 0)
    }

    fn inside(&self, at: u32, kind: Kind) -> Inside<'_> {
        let node = self.node(at);
        Inside { document: self, at: at + 1, end: if node.kind == kind { node.next } else { 0 } }
    }
}

impl PartialEq for Value<'_> {
    /// Whether the content is equal: the same members in any order, the same elements in the same order, numbers as
    /// written.
    fn eq(&self, other: &Self) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::Object, Kind::Object) => sorted_members(*self) == sorted_members(*other),
            (Kind::Array, Kind::Array) => self.elements().eq(other.elements()),
            (Kind::String, Kind::String) => self.as_str() == other.as_str(),
            (a, b) => a == b && self.json() == other.json(),
        }
    }
}

/// The members sorted by key, so that comparing objects with many members does not take quadratic time.
fn sorted_members(object: Value<'_>) -> Vec<(&str, Value<'_>)> {
    let mut members: Vec<_> = object.members().collect();
    sort_by_key(&mut members, |(key, _)| *key);
    members
}

/// The parts of an array or object that lie ahead.
#[derive(Clone, Debug)]
struct Inside<'a> {
    document: &'a Document,
    at: u32,
    end: u32,
}

impl<'a> Inside<'a> {
    fn step(&mut self) -> Option<Value<'a>> {
        let value = (self.at < self.end).then_some(Value::in_text(self.document, self.at))?;
        self.at = self.document.node(self.at).next;
        Some(value)
    }

    /// Returns the member with this key, if it is ahead, and moves past it. Comparing lengths first rules out most
    /// keys.
    fn seek(&mut self, key: &str) -> Option<Value<'a>> {
        while self.at < self.end {
            let name = self.document.node(self.at);
            let value = Value::in_text(self.document, name.next);
            self.at = self.document.node(name.next).next;
            if (name.end - name.start) as usize == key.len() && self.document.string(name) == key {
                return Some(value);
            }
        }
        None
    }
}

/// The parts of an array or object; `T` is the type of a part of a tree.
#[derive(Clone, Debug)]
enum Parts<'a, T> {
    Text(Inside<'a>),
    Tree(std::slice::Iter<'a, T>),
}

/// The members of an object.
#[derive(Clone, Debug)]
pub struct Members<'a>(Parts<'a, (String, Json)>);

impl<'a> Members<'a> {
    /// Returns the member with this key, if it is ahead, and moves past it.
    pub(super) fn seek(&mut self, key: &str) -> Option<Value<'a>> {
        match &mut self.0 {
            Parts::Text(inside) => inside.seek(key),
            Parts::Tree(members) => members.find(|(name, _)| name == key).map(|(_, value)| value.into()),
        }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Parts::Text(inside) => {
                let key = inside.step()?.as_str()?;
                Some((key, inside.step()?))
            }
            Parts::Tree(members) => members.next().map(|(key, value)| (key.as_str(), value.into())),
        }
    }
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub struct Elements<'a>(Parts<'a, Json>);

impl<'a> Iterator for Elements<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Parts::Text(inside) => inside.step(),
            Parts::Tree(elements) => elements.next().map(Value::from),
        }
    }
}

impl From<Value<'_>> for Json {
    fn from(value: Value<'_>) -> Self {
        match value.kind() {
            Kind::Null => Self::Null,
            Kind::Bool => Self::Bool(value.as_bool().unwrap_or_default()),
            Kind::Number => Self::Number(value.as_number().unwrap_or_default().to_owned()),
            Kind::String => Self::String(value.as_str().unwrap_or_default().to_owned()),
            Kind::Array => Self::Array(value.elements().map(Self::from).collect()),
            Kind::Object => Self::Object(value.members().map(|(key, value)| (key.to_owned(), value.into())).collect()),
        }
    }
}

impl Json {
    /// Copies the value into a document to read from.
    pub fn to_document(&self) -> Document {
        Value::from(self).to_document()
    }
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

    #[test]
    fn a_tree_is_read_as_its_text_is() {
        let text = read(r#"{"a":"\n","b":[1.50,true,null,{"c":{}}],"d":""}"#);
        let tree = Json::from(text.root());
        let value = Value::from(&tree);
        assert_eq!(value, text.root());
        assert_eq!(value.json(), text.text());
        assert_eq!(value.to_document().text(), text.text());
        let number = value.get("b").and_then(|list| list.element(0)).and_then(Value::as_number);
        assert_eq!((number, value.get("d").and_then(Value::as_str)), (Some("1.50"), Some("")));
    }
}
