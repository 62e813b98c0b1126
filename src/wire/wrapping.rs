//! Detects answers of services and clients that wrap an object in a member, where the object itself is expected.
//! Without this check, everything inside would be ignored.

use super::fault::Cause;
use super::kind::Kind;
use super::value::Value;

/// A member that wraps an object or a list.
pub struct Wrapping {
    member: &'static str,
    holds: Kind,
    /// The content of the member, as in "the image stands".
    stands: &'static str,
}

impl Wrapping {
    /// A member that wraps one object.
    pub const fn one(member: &'static str, stands: &'static str) -> Self {
        Self { member, holds: Kind::Object, stands }
    }

    /// A member that wraps a list of objects.
    pub const fn several(member: &'static str, stands: &'static str) -> Self {
        Self { member, holds: Kind::Array, stands }
    }
}

/// Checks that an object, whose members `get` returns, is not wrapped. A property may have the same name as a wrapping
/// member, but its value is then of another kind.
pub fn expect_bare<'a>(wrappings: &[Wrapping], get: impl Fn(&str) -> Option<Value<'a>>) -> Result<(), Cause> {
    let is_there = |wrapping: &&Wrapping| get(wrapping.member).is_some_and(|value| value.kind() == wrapping.holds);
    let Some(Wrapping { member, holds, stands }) = wrappings.iter().find(is_there) else { return Ok(()) };
    let expected = if *holds == Kind::Array { "one of those in there" } else { "what stands in there" };
    Err(Cause::WrongType { found: format!("a member `{member}`, in which {stands}"), expected })
}
