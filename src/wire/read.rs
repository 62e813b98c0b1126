use std::cell::RefCell;

use super::document::{Kind, Value};
use super::fault::{Cause, Fault};
use super::json::Json;
use super::ordered::Ordered;
use super::pointer::Spot;

/// Something that is read from JSON. Types made with [`given!`](crate::wire::given) are.
pub trait Read<'a>: Sized {
    /// Reads the value a reader stands at.
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault>;

    /// What an object without this member, or with `null` there, means; nothing if the member has to be there.
    fn absent() -> Option<Self> {
        None
    }
}

/// A key that nobody knows, in an object that is otherwise understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The pointer to the member.
    pub path: String,
    /// The key.
    pub key: String,
    /// The keys that are known there.
    pub known: &'static [&'static str],
}

/// A value on its way into a type: where it stands, and where to leave notes about what was not understood.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a, 'p> {
    value: Value<'a>,
    spot: &'p Spot<'p>,
    notes: &'p RefCell<Vec<Note>>,
}

/// Reads a value, which stands at `path` in the request, and says what in it was not understood.
pub fn read<'a, T: Read<'a>>(value: Value<'a>, path: &str) -> Result<(T, Vec<Note>), Fault> {
    let notes = RefCell::default();
    let read = T::read(&Reader { value, spot: &Spot::Root(path), notes: &notes })?;
    Ok((read, notes.into_inner()))
}

impl<'a, 'p> Reader<'a, 'p> {
    /// The value.
    pub fn value(&self) -> Value<'a> {
        self.value
    }

    /// A fault at this place.
    pub fn fault(&self, cause: Cause) -> Fault {
        Fault::at(self.spot, cause)
    }

    /// The fault that this is not what was expected.
    pub fn wrong_type(&self, expected: &'static str) -> Fault {
        self.fault(Cause::WrongType { found: self.value.kind().name().to_owned(), expected })
    }

    /// Reads the members of an object. Keys that are not `known` are noted, unless the object belongs to somebody
    /// else, who may have put there what they like.
    pub fn object(&self, known: &'static [&'static str], foreign: bool) -> Result<ObjectReader<'a, 'p>, Fault> {
        if self.value.kind() != Kind::Object {
            return Err(self.wrong_type("object"));
        }
        let strangers = self.value.members().filter(|(key, _)| !foreign && !known.contains(key));
        for (key, _) in strangers {
            let path = Spot::Key(self.spot, key).pointer();
            self.notes.borrow_mut().push(Note { path, key: key.to_owned(), known });
        }
        Ok(ObjectReader { reader: *self, members: self.value.members() })
    }

    fn inside<T: Read<'a>>(&self, value: Value<'a>, spot: &Spot<'_>) -> Result<T, Fault> {
        T::read(&Reader { value, spot, notes: self.notes })
    }
}

/// The members of an object on their way into a type.
#[derive(Debug)]
pub struct ObjectReader<'a, 'p> {
    reader: Reader<'a, 'p>,
    /// The members after the one read last: what people write comes mostly in the order of the type.
    members: super::document::Members<'a>,
}

impl<'a> ObjectReader<'a, '_> {
    /// Reads one member.
    pub fn member<T: Read<'a>>(&mut self, key: &'static str) -> Result<T, Fault> {
        match self.find(key).filter(|value| !value.is_null()) {
            Some(value) => self.reader.inside(value, &Spot::Key(self.reader.spot, key)),
            None => {
                T::absent().ok_or_else(|| Fault::at(&Spot::Key(self.reader.spot, key), Cause::Missing { field: key }))
            }
        }
    }

    fn find(&mut self, key: &str) -> Option<Value<'a>> {
        let mut ahead = self.members.clone();
        if let Some((_, value)) = ahead.find(|(name, _)| *name == key) {
            self.members = ahead;
            return Some(value);
        }
        self.reader.value.get(key)
    }
}

impl<'a> Read<'a> for &'a str {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        from.value.as_str().ok_or_else(|| from.wrong_type("string"))
    }
}

impl<'a> Read<'a> for bool {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        from.value.as_bool().ok_or_else(|| from.wrong_type("boolean"))
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

macro_rules! read_integers {
    ($($integer:ty: $expected:literal),*) => {$(
        impl<'a> Read<'a> for $integer {
            fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
                let number = from.value.as_number().ok_or_else(|| from.wrong_type($expected))?;
                number.parse().map_err(|_| {
                    from.fault(Cause::OutOfRange { number: number.to_owned(), expected: $expected })
                })
            }
        }
    )*};
}

read_integers!(u64: "a whole number from 0", i64: "a whole number of 64 bits");

impl<'a, T: Read<'a>> Read<'a> for Option<T> {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        if from.value.is_null() { Ok(None) } else { T::read(from).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Box<T> {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        T::read(from).map(Self::new)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Vec<T> {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        match from.value.kind() {
            Kind::Array => {}
            Kind::Null => return Ok(Self::new()),
            _ => return Err(from.wrong_type("array")),
        }
        let elements = from.value.elements().enumerate();
        let read = elements.filter_map(|(index, value)| match value.is_null() {
            // An element that is not given is skipped, or keeps its place where the type can say so.
            true => T::absent().map(Ok),
            false => Some(from.inside(value, &Spot::Index(from.spot, index))),
        });
        read.collect()
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

impl<'a, T: Read<'a>> Read<'a> for Ordered<&'a str, T> {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        match from.value.kind() {
            Kind::Object => {}
            Kind::Null => return Ok(Self::default()),
            _ => return Err(from.wrong_type("object")),
        }
        let members = from.value.members();
        members.map(|(key, value)| Ok((key, from.inside(value, &Spot::Key(from.spot, key))?))).collect()
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

impl<'a, A: Read<'a>, B: Read<'a>> Read<'a> for (A, B) {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let mut elements = from.value.elements();
        let (Some(a), Some(b), None) = (elements.next(), elements.next(), elements.next()) else {
            return Err(from.wrong_type("array of two"));
        };
        let at = |index| Spot::Index(from.spot, index);
        Ok((from.inside(a, &at(0))?, from.inside(b, &at(1))?))
    }
}

impl<'a, A: Read<'a>, B: Read<'a>, C: Read<'a>> Read<'a> for (A, B, C) {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let mut elements = from.value.elements();
        let (Some(a), Some(b), Some(c), None) = (elements.next(), elements.next(), elements.next(), elements.next())
        else {
            return Err(from.wrong_type("array of three"));
        };
        let at = |index| Spot::Index(from.spot, index);
        Ok((from.inside(a, &at(0))?, from.inside(b, &at(1))?, from.inside(c, &at(2))?))
    }
}

/// Any value, as it stands.
impl<'a> Read<'a> for Value<'a> {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        Ok(from.value)
    }
}

impl<'a> Read<'a> for Json {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        Ok(from.value.into())
    }
}
