use std::cell::RefCell;

use super::fault::{Cause, Fault, Faults};
use super::json::Json;
use super::keys::Keys;
use super::kind::Kind;
use super::pointer::PathStep;
use super::value::{Members, Value};

/// A value that can be read from JSON in place. A single loop reads the members of every object, and this trait is all
/// that it knows of them.
pub trait Fill<'a> {
    /// Reads the reader's value into this one.
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault>;
}

/// A type that can be read from JSON. Types declared with `given!` implement this.
pub trait Read<'a>: Fill<'a> + Sized {
    /// Whether an object has to have the member: leaving it out or setting it to `null` is an error.
    const REQUIRED: bool = true;

    /// The value before anything is read, which is also the value of an optional member that is left out.
    fn blank() -> Self;

    /// Reads the reader's value.
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let mut value = Self::blank();
        value.fill(from)?;
        Ok(value)
    }
}

/// A type whose objects have known keys.
pub trait Keyed {
    /// The known keys.
    const KEYS: Keys;
}

/// An object that is read member by member.
pub trait Slots<'a> {
    /// Calls `fill` with the slots of the members.
    fn slots(&mut self, fill: &mut dyn FnMut(&mut [Slot<'_, 'a>]) -> Result<(), Fault>) -> Result<(), Fault>;
}

/// Where a member, or the members of a flattened type, are read to.
#[expect(missing_debug_implementations, reason = "it lives as long as an object is read")]
pub enum Slot<'s, 'a> {
    /// A member: its key, whether it is required, and where its value goes.
    Member(&'static str, bool, &'s mut dyn Fill<'a>),
    /// An optional member with several spellings: its keys, of which the first one present counts, and where its value
    /// goes.
    Spelt(&'static [&'static str], &'s mut dyn Fill<'a>),
    /// The members of a flattened type.
    Flat(&'s mut dyn Slots<'a>),
}

/// An unknown key in an object that is otherwise understood.
#[derive(Clone, Debug)]
pub struct Note {
    /// The pointer to the member.
    pub path: String,
    /// The key.
    pub key: String,
    /// The keys that are known in this object.
    pub known: Keys,
}

/// The unknown keys found while reading.
#[derive(Default, Debug)]
pub struct Notes(RefCell<Vec<Note>>);

impl IntoIterator for Notes {
    type Item = Note;
    type IntoIter = std::vec::IntoIter<Note>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_inner().into_iter()
    }
}

/// A value that is being read: where it is, and where unknown keys are noted.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a, 'p> {
    pub(super) value: Value<'a>,
    pub(super) step: &'p PathStep<'p>,
    notes: &'p Notes,
}

/// Reads a value that is at `path` in the request. Returns it with the unknown keys found in it.
pub fn read<'a, T: Read<'a>>(value: Value<'a>, path: &str) -> Result<(T, Vec<Note>), Fault> {
    let notes = Notes::default();
    let read = T::read(&Reader::new(value, &PathStep::Root(path), &notes))?;
    Ok((read, notes.0.into_inner()))
}

impl<'a, 'p> Reader<'a, 'p> {
    /// Creates a reader of a value at a place.
    pub fn new(value: Value<'a>, step: &'p PathStep<'p>, notes: &'p Notes) -> Self {
        Self { value, step, notes }
    }

    /// The value.
    pub fn value(&self) -> Value<'a> {
        self.value
    }

    /// The place of the value.
    pub fn step(&self) -> &'p PathStep<'p> {
        self.step
    }

    /// The key of the value, if it is a member of an object.
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

    /// The fault that the value does not have the expected type.
    pub fn wrong_type(&self, expected: &'static str) -> Fault {
        self.fault(Cause::WrongType { found: self.value.kind().name().to_owned(), expected })
    }

    /// The string, or a fault if the value is not one.
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

    /// Reads one of `words` and returns its index.
    pub fn word(&self, words: &'static [&'static str]) -> Result<usize, Fault> {
        let word = self.text()?;
        let unknown = || self.fault(Cause::UnknownWord { word: word.to_owned(), known: words });
        words.iter().position(|known| *known == word).ok_or_else(unknown)
    }

    /// Reads the members of an object, and notes keys that are not among the known ones. `None` stands for the object
    /// of another system, which may hold any keys.
    pub fn object(&self, known: Option<Keys>, object: &mut dyn Slots<'a>) -> Result<(), Fault> {
        if self.value.kind() != Kind::Object {
            return Err(self.wrong_type("object"));
        }
        if let Some(known) = known {
            self.note_strangers(known);
        }
        // Input mostly has its keys in the order of the type, so each search continues after the member found last.
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

    /// The member with this key, unless it is `null`.
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

    /// A reader of a value inside this one.
    pub fn inside<'i>(&'i self, value: Value<'a>, step: &'i PathStep<'i>) -> Reader<'a, 'i> {
        Reader { value, step, notes: self.notes }
    }

    /// Reads the elements of an array. It is not generic, because a browser would have to load a copy for each type of
    /// list.
    pub(super) fn elements(&self, list: &mut dyn List<'a>) -> Result<(), Fault> {
        match self.value.kind() {
            Kind::Array => {}
            Kind::Null => return Ok(()),
            _ => return Err(self.wrong_type("array")),
        }
        list.expect(self.value.elements().count());
        let mut faults = Faults::default();
        for (index, value) in self.value.elements().enumerate() {
            // Every element keeps its place. `null` leaves an optional element blank and is the wrong type for a
            // required one.
            if let Some(place) = list.place(value.is_null()) {
                faults.note(place.fill(&self.inside(value, &PathStep::Index(self.step, index))));
            }
        }
        faults.end()
    }

    /// Reads the elements of an array with exactly as many elements as `places`.
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

/// A list that the elements of an array are read into.
pub(super) trait List<'a> {
    /// Reserves room for `count` elements.
    fn expect(&mut self, count: usize);

    /// Adds a blank element and returns the place to read it into, or `None` if the element is `null` and stays blank.
    fn place(&mut self, null: bool) -> Option<&mut dyn Fill<'a>>;
}
