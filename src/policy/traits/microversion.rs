//! Versions of Placement's API.

use crate::wire::{Cause, Fault, Form, Formed, Read, Reader};

/// A version of Placement's API.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Microversion {
    major: u64,
    minor: u64,
}

impl Microversion {
    /// A version of the only major there is.
    pub const fn minor(minor: u64) -> Self {
        Self { major: 1, minor }
    }
}

impl<'a> Read<'a> for Microversion {
    fn read(from: &Reader<'a, '_>) -> Result<Self, Fault> {
        let text = <&str>::read(from)?;
        let parsed = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        match parsed {
            Some((major, minor)) => Ok(Self { major, minor }),
            None => Err(from.fault(Cause::Unreadable { text: text.to_owned(), expected: "a version such as `1.36`" })),
        }
    }
}

impl Formed for Microversion {
    const FORM: &'static Form = &Form::Text;
}
