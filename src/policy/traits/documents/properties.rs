//! Properties of flavors and images: a map, or the text into which older clients turn it.

use std::ops::Deref;

use crate::reason::Fact;
use crate::wire::{Cause, Fault, Fill, HasShape, Json, Kind, Ordered, Pointer, Read, Reader, Shape, Value};

/// The value of an extra spec, which is text. An unquoted number counts as the text it is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpecValue<'a> {
    /// The value as text.
    pub text: &'a str,
    is_number: bool,
}

/// The value as written, for facts.
impl From<SpecValue<'_>> for Json {
    fn from(value: SpecValue<'_>) -> Self {
        if value.is_number { Self::Number(value.text.to_owned()) } else { value.text.into() }
    }
}

impl<'a> Fill<'a> for SpecValue<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let value = from.value();
        let number = value.as_number();
        let text = value.as_str().or(number).ok_or_else(|| from.wrong_type("string"))?;
        *self = Self { text, is_number: number.is_some() };
        Ok(())
    }
}

impl<'a> Read<'a> for SpecValue<'a> {
    fn blank() -> Self {
        Self { text: "", is_number: false }
    }
}

impl HasShape for SpecValue<'_> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Text, &Shape::Number]);
}

impl<'a> From<&'a str> for SpecValue<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, is_number: false }
    }
}

/// The value of an image's property.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Property<'a> {
    /// A JSON value.
    Value(Value<'a>),
    /// Part of a text that lists properties.
    Text(&'a str),
}

impl<'a> Property<'a> {
    /// Returns the value if it is text.
    pub(crate) fn as_str(self) -> Option<&'a str> {
        match self {
            Self::Value(value) => value.as_str(),
            Self::Text(text) => Some(text),
        }
    }
}

impl<'a> From<&'a str> for Property<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl From<Property<'_>> for Json {
    fn from(property: Property<'_>) -> Self {
        match property {
            Property::Value(value) => value.into(),
            Property::Text(text) => text.into(),
        }
    }
}

impl<'a> Fill<'a> for Property<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = Self::Value(from.value());
        Ok(())
    }
}

impl<'a> Read<'a> for Property<'a> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::Value(Value::NULL)
    }
}

impl HasShape for Property<'_> {
    const SHAPE: &'static Shape = &Shape::Any;
    const OPTIONAL: bool = true;
}

/// Properties in order, and their place in the document.
#[derive(Clone, Debug)]
pub(crate) struct Properties<'a, T> {
    members: Ordered<&'a str, T>,
    place: Place,
}

/// The place of properties in their document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Under this key.
    Map(&'static str),
    /// In a text under this key.
    Text(&'static str),
    /// Among the other members of the document.
    Beside,
}

/// Nova's key of extra specs.
const EXTRA_SPECS: &str = "extra_specs";

/// The keys of properties: Nova's, that of images and of the `openstack` command, the command's column heading, and
/// those of an event.
const KEYS: [&str; 5] = [EXTRA_SPECS, "properties", "Properties", "flavor_extra_specs", "image_properties"];

impl Default for Place {
    fn default() -> Self {
        Self::Map(EXTRA_SPECS)
    }
}

impl Place {
    fn key(self) -> &'static str {
        match self {
            Self::Map(key) | Self::Text(key) => key,
            Self::Beside => "",
        }
    }
}

impl<T> Default for Properties<'_, T> {
    fn default() -> Self {
        Self { members: Ordered::default(), place: Place::default() }
    }
}

impl<'a, T> Deref for Properties<'a, T> {
    type Target = Ordered<&'a str, T>;

    fn deref(&self) -> &Self::Target {
        &self.members
    }
}

impl<'a, T: Read<'a>> Properties<'a, T> {
    /// Reads the members of the document itself as properties.
    pub(crate) fn beside(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let members = Ordered::read(from)?;
        Ok(Self { members, place: Place::Beside })
    }
}

impl<T> Properties<'_, T> {
    /// Returns the key of the properties; empty if they are among the other members.
    pub(crate) fn key(&self) -> &'static str {
        self.place.key()
    }

    /// Returns the place of the properties in a document at `document`.
    pub(crate) fn place(&self, document: Pointer) -> Pointer {
        if self.place == Place::Beside { document } else { document.key(self.place.key()) }
    }

    /// Returns the place of one property; in a text that is the place of the whole text.
    pub(crate) fn place_of(&self, document: Pointer, key: &str) -> Pointer {
        let place = self.place(document);
        if matches!(self.place, Place::Text(_)) { place } else { place.key(key) }
    }

    /// Returns the fact that cites a property, or that it is absent.
    pub(crate) fn fact_of(&self, document: Pointer, key: &str, value: Option<Json>) -> Fact {
        match value {
            Some(value) => self.fact(document, key, value),
            None => Fact::absent(self.place_of(document, key)),
        }
    }

    /// Returns the fact that cites a property. Part of a text has no place of its own.
    pub(crate) fn fact(&self, document: Pointer, key: &str, value: impl Into<Json>) -> Fact {
        match self.place {
            Place::Text(_) => Fact::named(key.to_owned(), value),
            _ => Fact::at(self.place_of(document, key), value),
        }
    }
}

impl<'a, T: Read<'a> + From<&'a str>> Fill<'a> for Properties<'a, T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let key = KEYS.into_iter().find(|key| from.key() == Some(key)).unwrap_or(EXTRA_SPECS);
        let Some(text) = from.value().as_str() else {
            if from.value().kind() != Kind::Object {
                return Err(from.wrong_type("object"));
            }
            *self = Self { members: Ordered::read(from)?, place: Place::Map(key) };
            return Ok(());
        };
        let members = read_text(text).ok_or_else(|| {
            let expected = "properties as `name='value', name='value'`, or a map of them as `-f json` prints it";
            from.fault(Cause::Unreadable { text: text.to_owned(), expected })
        })?;
        let members = members.into_iter().map(|(key, value)| (key, T::from(value)));
        *self = Self { members: members.collect(), place: Place::Text(key) };
        Ok(())
    }
}

impl<'a, T: Read<'a> + From<&'a str>> Read<'a> for Properties<'a, T> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::default()
    }
}

impl<T: HasShape> HasShape for Properties<'_, T> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Map(T::ELEMENT), &Shape::Text]);
    const OPTIONAL: bool = true;
}

/// Parses the text that a client makes of properties. `None`: it is something else, or the end of a value is ambiguous.
fn read_text(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=')?;
        let value = match after.strip_prefix('\'') {
            Some(quoted) => {
                let (value, after) = quoted.split_once('\'')?;
                rest = after;
                value
            }
            // Clients write an empty value without quotes.
            None => {
                rest = after;
                ""
            }
        };
        let is_plain = !key.is_empty() && !key.bytes().any(|byte| matches!(byte, b'\'' | b',' | b'{' | b'"'));
        if !is_plain || found.len() >= MOST {
            return None;
        }
        found.push((key, value));
        if !rest.is_empty() {
            rest = rest.strip_prefix(", ").filter(|rest| !rest.is_empty())?;
        }
    }
    let names: crate::base::Names<'_> = found.iter().map(|(key, _)| *key).collect();
    (names.len() == found.len()).then_some(found)
}

/// The maximum number of properties in a text, which is more than any service keeps.
const MOST: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_whole_or_not_at_all() {
        let read = [("resources:CUSTOM_X", "1"), ("trait:A", "required")];
        assert_eq!(read_text("resources:CUSTOM_X='1', trait:A='required'"), Some(read.to_vec()));
        assert_eq!(read_text(""), Some(Vec::new()));
        assert_eq!(read_text("a=, b='x, y=z'"), Some(vec![("a", ""), ("b", "x, y=z")]));
        for broken in
            ["a", "a='1", "a='1'b='2'", "a='it's'", "a='1', ", "='1'", "a='1', a='2'", "{'a': '1'}", "a=1", ", a='1'"]
        {
            assert_eq!(read_text(broken), None, "{broken}");
        }
    }
}
