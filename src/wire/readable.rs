//! The basic types that JSON can be read into.

use super::fault::{Cause, Fault, Faults};
use super::json::Json;
use super::kind::Kind;
use super::ordered::Ordered;
use super::pointer::PathStep;
use super::read::{Fill, List, Read, Reader};
use super::value::Value;

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

read_integers!(u64: "a whole number from 0", i32: "a whole number of 32 bits", i64: "a whole number of 64 bits");

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

impl<'a, T: Read<'a>> List<'a> for Vec<T> {
    fn expect(&mut self, count: usize) {
        self.reserve_exact(count);
    }

    fn place(&mut self, null: bool) -> Option<&mut dyn Fill<'a>> {
        self.push(T::blank());
        self.last_mut().filter(|_| T::REQUIRED || !null).map(|place| place as &mut dyn Fill<'a>)
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
        let mut faults = Faults::default();
        let members = from.value.members();
        let read = members.map(|(key, value)| {
            let mut read = T::blank();
            faults.note(read.fill(&from.inside(value, &PathStep::Key(from.step, key))));
            (key, read)
        });
        *self = read.collect();
        faults.end()
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

/// Takes any value as it is.
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
