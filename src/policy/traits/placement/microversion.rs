//! Microversions of Placement's API.

use crate::wire::{Cause, Fault, Fill, HasShape, Read, Reader, Shape};

/// A microversion of Placement's API.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Microversion {
    major: u64,
    minor: u64,
}

/// The newest minor version. Nobody knows how a later one reads a query.
const NEWEST: u64 = 39;

impl Microversion {
    /// Makes a version from its minor number, with the only major number.
    pub(crate) const fn minor(minor: u64) -> Self {
        Self { major: 1, minor }
    }
}

impl<'a> Fill<'a> for Microversion {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let text = from.text()?;
        let parsed = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let unreadable =
            || Cause::Unreadable { text: text.to_owned(), expected: "a version such as `1.36`, up to `1.39`" };
        let is_one = |version: &(u64, u64)| version.0 == 1 && version.1 <= NEWEST;
        let (major, minor) = parsed.filter(is_one).ok_or_else(|| from.fault(unreadable()))?;
        *self = Self { major, minor };
        Ok(())
    }
}

impl<'a> Read<'a> for Microversion {
    fn blank() -> Self {
        Self::minor(0)
    }
}

impl HasShape for Microversion {
    const SHAPE: &'static Shape = &Shape::Text;
}
