use std::cell::RefCell;

use super::document::{Kind, Members, Value};
use super::fault::{Cause, Fault};
use super::json::Json;
use super::keys::Keys;
use super::ordered::Ordered;
use super::pointer::PathStep;

/// A value that can be read from JSON into the place where it will be. One loop reads the members of every object, so
/// it knows them only by this trait.
pub trait Fill<'a> {
    /// Reads what a reader is at.
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault>;
}

/// A type that is read from JSON. Types made with `given!` are.
pub trait Read<'a>: Fill<'a> + Sized {
    /// Whether an object has to have the member: without it or with `null` there it would mean nothing.
    const REQUIRED: bool = true;

    /// What it is before it is read, and what an object means that may leave it out and does.
    fn blank() -> Self;

    /// Reads what a reader is at.
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let mut value = Self::blank();
        value.fill(from)?;
        Ok(value)
    }
}

/// A type whose objects have known keys.
pub trait Keyed {
    /// Those keys.
    const KEYS: Keys;
}

/// An object that is read member by member.
pub trait Slots<'a> {
    /// Hands out the places of the members.
    fn slots(&mut self, fill: &mut dyn FnMut(&mut [Slot<'_, 'a>]) -> Result<(), Fault>) -> Result<(), Fault>;
}

/// The place of a member, or of several that are declared elsewhere.
#[expect(missing_debug_implementations, reason = "it lives as long as an object is read")]
pub enum Slot<'s, 'a> {
    /// A member, whether it has to be there, and where it goes.
    Member(&'static str, bool, &'s mut dyn Fill<'a>),
    /// Members that are declared elsewhere.
    Flat(&'s mut dyn Slots<'a>),
}

/// A key that nobody knows, in an object that is otherwise understood.
#[derive(Clone, Debug)]
pub struct Note {
    /// The pointer to the member.
    pub path: String,
    /// The key.
    pub key: String,
    /// The keys that are known there.
    pub known: Keys,
}

/// What was not understood while something was read.
#[derive(Default, Debug)]
pub struct Notes(RefCell<Vec<Note>>);

impl IntoIterator for Notes {
    type Item = Note;
    type IntoIter = std::vec::IntoIter<Note>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_inner().into_iter()
    }
}

/// A value on its way into a type: where it is, and where to leave notes about what was not understood.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a, 'p> {
    value: Value<'a>,
    step: &'p PathStep<'p>,
    notes: &'p Notes,
}

/// Reads a value, which is at `path` in the request, and says what in it was not understood.
pub fn read<'a, T: Read<'a>>(value: Value<'a>, path: &str) -> Result<(T, Vec<Note>), Fault> {
    let notes = Notes::default();
    let read = T::read(&Reader::new(value, &PathStep::Root(path), &notes))?;
    Ok((read, notes.0.into_inner()))
}

impl<'a, 'p> Reader<'a, 'p> {
    /// A value that is to be read.
    pub fn new(value: Value<'a>, step: &'p PathStep<'p>, notes: &'p Notes) -> Self {
        Self { value, step, notes }
    }

    /// The value.
    pub fn value(&self) -> Value<'a> {
        self.value
    }

    /// A fault at this place.
    pub fn fault(&self, cause: Cause) -> Fault {
        Fault::at(self.step, cause)
    }

    /// The fault that this is not what was expected.
    pub fn wrong_type(&self, expected: &'static str) -> Fault {
        self.fault(Cause::WrongType { found: self.value.kind().name().to_owned(), expected })
    }

    /// The string.
    pub fn text(&self) -> Result<&'a str, Fault> {
        self.value.as_str().ok_or_else(|| self.no_text())
    }

    fn no_text(&self) -> Fault {
        let found = self.value.kind();
        match found {
            Kind::Number | Kind::Bool => {
                self.fault(Cause::Unquoted { found: found.name(), written: Json::from(self.value).to_text() })
            }
            _ => self.wrong_type("string"),
        }
    }

    /// One of these words, by its place among them.
    pub fn word(&self, words: &'static [&'static str]) -> Result<usize, Fault> {
        let word = self.text()?;
        let unknown = || self.fault(Cause::UnknownWord { word: word.to_owned(), known: words });
        words.iter().position(|known| *known == word).ok_or_else(unknown)
    }

    /// Reads the members of an object. A key that is not among the known ones is noted; of an object that belongs to
    /// another system none are known, for it may hold what that system likes.
    pub fn object(&self, known: Option<Keys>, object: &mut dyn Slots<'a>) -> Result<(), Fault> {
        if self.value.kind() != Kind::Object {
            return Err(self.wrong_type("object"));
        }
        if let Some(known) = known {
            self.note_strangers(known);
        }
        // What people write comes mostly in the order of the type, so the search goes on after the member read last.
        self.fill_members(object, &mut self.value.members())
    }

    fn fill_members(&self, object: &mut dyn Slots<'a>, ahead: &mut Members<'a>) -> Result<(), Fault> {
        object.slots(&mut |slots| {
            for slot in slots {
                match slot {
                    Slot::Flat(inner) => self.fill_members(*inner, ahead)?,
                    Slot::Member(key, required, place) => match self.find(key, ahead) {
                        Some(value) => place.fill(&self.inside(value, &PathStep::Key(self.step, key)))?,
                        None if *required => {
                            return Err(Fault::at(&PathStep::Key(self.step, key), Cause::Missing { field: key }));
                        }
                        None => {}
                    },
                }
            }
            Ok(())
        })
    }

    /// The member of that name, unless it is `null`.
    fn find(&self, key: &str, ahead: &mut Members<'a>) -> Option<Value<'a>> {
        let mut further = ahead.clone();
        let found = match further.find(|(name, _)| *name == key) {
            Some((_, value)) => {
                *ahead = further;
                Some(value)
            }
            None => self.value.get(key),
        };
        found.filter(|value| !value.is_null())
    }

    fn note_strangers(&self, known: Keys) {
        for (key, _) in self.value.members().filter(|(key, _)| !known.contains(key)) {
            let path = PathStep::Key(self.step, key).pointer();
            self.notes.0.borrow_mut().push(Note { path, key: key.to_owned(), known });
        }
    }

    /// A value inside this one.
    fn inside<'i>(&'i self, value: Value<'a>, step: &'i PathStep<'i>) -> Reader<'a, 'i> {
        Reader { value, step, notes: self.notes }
    }

    /// Reads the elements of an array. Not compiled anew for each type of list, which a browser would have to load.
    fn elements(&self, list: &mut dyn List<'a>) -> Result<(), Fault> {
        match self.value.kind() {
            Kind::Array => {}
            Kind::Null => return Ok(()),
            _ => return Err(self.wrong_type("array")),
        }
        for (index, value) in self.value.elements().enumerate() {
            // An element that is `null` is skipped, or keeps its place where the type can say so.
            let null = value.is_null();
            if let Some(place) = list.place(null).filter(|_| !null) {
                place.fill(&self.inside(value, &PathStep::Index(self.step, index)))?;
            }
        }
        Ok(())
    }

    /// Reads the elements of an array that has exactly as many as there are places.
    fn tuple(&self, expected: &'static str, places: &mut [&mut dyn Fill<'a>]) -> Result<(), Fault> {
        if self.value.kind() != Kind::Array || self.value.elements().count() != places.len() {
            return Err(self.wrong_type(expected));
        }
        for ((index, value), place) in self.value.elements().enumerate().zip(places) {
            place.fill(&self.inside(value, &PathStep::Index(self.step, index)))?;
        }
        Ok(())
    }
}

impl<'a> Fill<'a> for &'a str {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = from.text()?;
        Ok(())
    }
}

impl<'a> Read<'a> for &'a str {
    fn blank() -> Self {
        ""
    }
}

impl<'a> Fill<'a> for bool {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = from.value.as_bool().ok_or_else(|| from.wrong_type("boolean"))?;
        Ok(())
    }
}

impl<'a> Read<'a> for bool {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        false
    }
}

macro_rules! read_integers {
    ($($integer:ty: $expected:literal),*) => {$(
        impl<'a> Fill<'a> for $integer {
            fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
                let number = from.value.as_number().ok_or_else(|| from.wrong_type($expected))?;
                *self = number.parse().map_err(|_| {
                    from.fault(Cause::OutOfRange { number: number.to_owned(), expected: $expected })
                })?;
                Ok(())
            }
        }

        impl<'a> Read<'a> for $integer {
            fn blank() -> Self {
                0
            }
        }
    )*};
}

read_integers!(u64: "a whole number from 0", i64: "a whole number of 64 bits");

impl<'a, T: Read<'a>> Fill<'a> for Option<T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = None;
        if !from.value.is_null() { self.insert(T::blank()).fill(from) } else { Ok(()) }
    }
}

impl<'a, T: Read<'a>> Read<'a> for Option<T> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        None
    }
}

impl<'a, T: Read<'a>> Fill<'a> for Box<T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        (**self).fill(from)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Box<T> {
    const REQUIRED: bool = T::REQUIRED;

    fn blank() -> Self {
        Self::new(T::blank())
    }
}

/// What the elements of an array are read into.
trait List<'a> {
    /// A place for one more element, unless it is `null` and the list has no room for such.
    fn place(&mut self, null: bool) -> Option<&mut dyn Fill<'a>>;
}

impl<'a, T: Read<'a>> List<'a> for Vec<T> {
    fn place(&mut self, null: bool) -> Option<&mut dyn Fill<'a>> {
        if null && T::REQUIRED {
            return None;
        }
        self.push(T::blank());
        self.last_mut().map(|place| place as &mut dyn Fill<'a>)
    }
}

impl<'a, T: Read<'a>> Fill<'a> for Vec<T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        from.elements(self)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Vec<T> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::new()
    }
}

impl<'a, T: Read<'a>> Fill<'a> for Ordered<&'a str, T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        match from.value.kind() {
            Kind::Object => {}
            Kind::Null => return Ok(()),
            _ => return Err(from.wrong_type("object")),
        }
        let members = from.value.members();
        let read = members.map(|(key, value)| {
            let step = PathStep::Key(from.step, key);
            Ok((key, T::read(&from.inside(value, &step))?))
        });
        *self = read.collect::<Result<_, Fault>>()?;
        Ok(())
    }
}

impl<'a, T: Read<'a>> Read<'a> for Ordered<&'a str, T> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::default()
    }
}

impl<'a, A: Read<'a>, B: Read<'a>> Fill<'a> for (A, B) {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        from.tuple("array of two", &mut [&mut self.0, &mut self.1])
    }
}

impl<'a, A: Read<'a>, B: Read<'a>> Read<'a> for (A, B) {
    fn blank() -> Self {
        (A::blank(), B::blank())
    }
}

impl<'a, A: Read<'a>, B: Read<'a>, C: Read<'a>> Fill<'a> for (A, B, C) {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        from.tuple("array of three", &mut [&mut self.0, &mut self.1, &mut self.2])
    }
}

impl<'a, A: Read<'a>, B: Read<'a>, C: Read<'a>> Read<'a> for (A, B, C) {
    fn blank() -> Self {
        (A::blank(), B::blank(), C::blank())
    }
}

/// Any value, as it is.
impl<'a> Fill<'a> for Value<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = from.value;
        Ok(())
    }
}

impl<'a> Read<'a> for Value<'a> {
    fn blank() -> Self {
        Self::NULL
    }
}

impl<'a> Fill<'a> for Json {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = from.value.into();
        Ok(())
    }
}

impl<'a> Read<'a> for Json {
    fn blank() -> Self {
        Self::Null
    }
}
