use std::borrow::Cow;
use std::fmt;

use crate::wire::{Json, ObjectWriter, Pointer, Write};

/// Something that a rule looked at: a value at a place in a document, its absence there, or a named value of the rule
/// itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    place: Place,
    value: Option<Json>,
    /// The number of further elements that were cut from the value.
    more: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Path(Pointer),
    Name(Cow<'static, str>),
}

impl Fact {
    /// How many elements of a list are cited.
    pub const CITED: usize = 100;

    /// A value at a place.
    pub fn at(path: Pointer, value: impl Into<Json>) -> Self {
        Self::new(Place::Path(path), Some(value.into()))
    }

    /// The absence of a value at a place.
    pub fn absent(path: Pointer) -> Self {
        Self::new(Place::Path(path), None)
    }

    /// A value at a place, or its absence there.
    pub fn of(path: Pointer, value: Option<impl Into<Json>>) -> Self {
        Self::new(Place::Path(path), value.map(Into::into))
    }

    /// Creates a fact that cites only the first elements of long lists.
    fn new(place: Place, mut value: Option<Json>) -> Self {
        let more = value.as_mut().map_or(0, cut);
        Self { place, value, more }
    }

    /// Returns the fact with a list as its value. Only as many elements are copied as are cited.
    pub fn listing<T: Into<Json>>(self, elements: impl ExactSizeIterator<Item = T>) -> Self {
        let more = elements.len().saturating_sub(Fact::CITED);
        Self { value: Some(elements.take(Fact::CITED).collect()), more, ..self }
    }

    /// Returns the fact with a value that is the beginning of a list with `more` further elements.
    pub fn with_more(self, more: usize) -> Self {
        Self { more, ..self }
    }

    /// A list of names at a place. `None` if it is empty, because rules do not distinguish an empty list from a missing
    /// one.
    pub fn names(path: Pointer, names: &[&str]) -> Option<Self> {
        (!names.is_empty()).then(|| Self::absent(path).listing(names.iter().copied()))
    }

    /// A named value that is in no document.
    pub fn named(name: impl Into<Cow<'static, str>>, value: impl Into<Json>) -> Self {
        Self::new(Place::Name(name.into()), Some(value.into()))
    }

    /// The fact `like`: a question whether somebody meant this, or nothing.
    pub fn like(meant: Option<impl fmt::Display>) -> Self {
        Self::named("like", meant.map(|meant| format!("; did somebody mean `{meant}`?")).unwrap_or_default())
    }

    /// The place of the value, if it is in a document.
    pub fn path(&self) -> Option<&Pointer> {
        match &self.place {
            Place::Path(path) => Some(path),
            Place::Name(_) => None,
        }
    }

    /// The name of the value, if it is in no document.
    pub fn name(&self) -> Option<&str> {
        match &self.place {
            Place::Path(_) => None,
            Place::Name(name) => Some(name),
        }
    }

    /// The value, or `None` if it is absent.
    pub fn value(&self) -> Option<&Json> {
        self.value.as_ref()
    }

    /// The number of further elements that are not cited.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Replaces the place of the value by another if it is one that moves.
    pub(super) fn put_where(&mut self, moved: impl FnOnce(&Pointer) -> Option<Pointer>) {
        if let Place::Path(path) = &mut self.place
            && let Some(other) = moved(path)
        {
            *path = other;
        }
    }

    /// Roughly the size of the fact in bytes, the same on every machine.
    pub(super) fn bytes(&self) -> usize {
        const FACT: usize = 64;
        let place = match &self.place {
            Place::Path(path) => path.as_str().len(),
            Place::Name(name) => name.len(),
        };
        FACT + place + self.value.as_ref().map_or(0, Json::bytes)
    }
}

/// Cuts long lists, nested ones included, and returns the number of elements that were removed.
fn cut(value: &mut Json) -> usize {
    match value {
        Json::Array(elements) => {
            let gone = elements.len().saturating_sub(Fact::CITED);
            if gone > 0 {
                elements.truncate(Fact::CITED);
                elements.shrink_to_fit();
            }
            gone + elements.iter_mut().map(cut).sum::<usize>()
        }
        Json::Object(members) => {
            let gone = members.len().saturating_sub(Fact::CITED);
            members.truncate(Fact::CITED);
            gone + members.iter_mut().map(|(_, value)| cut(value)).sum::<usize>()
        }
        _ => 0,
    }
}

impl Write for Fact {
    fn write(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        match &self.place {
            Place::Path(path) => object.member("path", path.as_str()),
            Place::Name(name) => object.member("name", name.as_ref()),
        };
        match &self.value {
            Some(value) => object.member("value", value),
            None => object.member("absent", &true),
        };
        object.member("more", &Some(self.more).filter(|more| *more > 0));
        object.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_written_with_its_place() {
        use crate::wire::to_json;

        assert_eq!(to_json(&Fact::at(Pointer::to("a").index(0), "x")), r#"{"path":"/a/0","value":"x"}"#);
        assert_eq!(to_json(&Fact::absent(Pointer::to("b"))), r#"{"path":"/b","absent":true}"#);
        assert_eq!(to_json(&Fact::named("count", 2_u64)), r#"{"name":"count","value":2}"#);
        let long = Fact::named("long", std::iter::repeat_n("x", Fact::CITED + 7).collect::<Json>());
        assert!(to_json(&long).ends_with(r#","x"],"more":7}"#));
        let mut object = Json::object();
        object.set("within", std::iter::repeat_n("x", Fact::CITED + 7).collect());
        assert!(to_json(&Fact::named("long", object)).ends_with(r#","x"]},"more":7}"#));
        assert_eq!(Fact::named("long", Json::Null).listing(std::iter::repeat_n("x", Fact::CITED + 7)), long);
    }
}
