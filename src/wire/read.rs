use std::cell::RefCell;

use super::document::{Members, Value};
use super::fault::{Cause, Fault, Faults};
use super::json::Json;
use super::keys::Keys;
use super::kind::Kind;
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
    /// A member that may be left out, the keys it can stand under, and where it goes.
    Spelt(&'static [&'static str], &'s mut dyn Fill<'a>),
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
    pub(super) value: Value<'a>,
    pub(super) step: &'p PathStep<'p>,
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

    /// Where it is.
    pub fn step(&self) -> &'p PathStep<'p> {
        self.step
    }

    /// The key of the member that it is, if it is one.
    pub fn key(&self) -> Option<&'p str> {
        match self.step {
            PathStep::Key(_, key) => Some(key),
            _ => None,
        }
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
            let mut faults = Faults::default();
            for slot in slots {
                faults.note(match slot {
                    Slot::Flat(inner) => self.fill_members(*inner, ahead),
                    Slot::Spelt(keys, place) => {
                        let found = keys.iter().find_map(|key| Some((*key, self.find(key, ahead)?)));
                        let fill = |(key, value)| place.fill(&self.inside(value, &PathStep::Key(self.step, key)));
                        found.map_or(Ok(()), fill)
                    }
                    Slot::Member(key, required, place) => match self.find(key, ahead) {
                        Some(value) => place.fill(&self.inside(value, &PathStep::Key(self.step, key))),
                        None if *required => {
                            Err(Fault::at(&PathStep::Key(self.step, key), Cause::Missing { field: key }))
                        }
                        None => Ok(()),
                    },
                });
            }
            faults.end()
        })
    }

    /// The member of that name, unless it is `null`.
    fn find(&self, key: &str, ahead: &mut Members<'a>) -> Option<Value<'a>> {
        let mut further = ahead.clone();
        let found = match further.seek(key) {
            Some(value) => {
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
    pub fn inside<'i>(&'i self, value: Value<'a>, step: &'i PathStep<'i>) -> Reader<'a, 'i> {
        Reader { value, step, notes: self.notes }
    }

    /// Reads the elements of an array. Not compiled anew for each type of list, which a browser would have to load.
    pub(super) fn elements(&self, list: &mut dyn List<'a>) -> Result<(), Fault> {
        match self.value.kind() {
            Kind::Array => {}
            Kind::Null => return Ok(()),
            _ => return Err(self.wrong_type("array")),
        }
        list.expect(self.value.elements().count());
        let mut faults = Faults::default();
        for (index, value) in self.value.elements().enumerate() {
            // Every element keeps its place. One that is `null` says nothing where the type can say that, and is of the
            // wrong type elsewhere.
            if let Some(place) = list.place(value.is_null()) {
                faults.note(place.fill(&self.inside(value, &PathStep::Index(self.step, index))));
            }
        }
        faults.end()
    }

    /// Reads the elements of an array that has exactly as many as there are places.
    pub(super) fn tuple(&self, expected: &'static str, places: &mut [&mut dyn Fill<'a>]) -> Result<(), Fault> {
        if self.value.kind() != Kind::Array || self.value.elements().count() != places.len() {
            return Err(self.wrong_type(expected));
        }
        let mut faults = Faults::default();
        for ((index, value), place) in self.value.elements().enumerate().zip(places) {
            faults.note(place.fill(&self.inside(value, &PathStep::Index(self.step, index))));
        }
        faults.end()
    }
}

/// What the elements of an array are read into.
pub(super) trait List<'a> {
    /// Makes room for so many elements.
    fn expect(&mut self, count: usize);

    /// Makes a place for one more element. `None`: it is `null` and stays as it is.
    fn place(&mut self, null: bool) -> Option<&mut dyn Fill<'a>>;
}
