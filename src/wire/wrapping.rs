//! Answers of services and clients with a thing inside, where the thing itself is expected: all that it says would be passed
//! over.

use super::document::Value;
use super::fault::Cause;
use super::kind::Kind;

/// A member of such an answer.
pub struct Wrapping {
    member: &'static str,
    holds: Kind,
    /// What stands in it, as in "the image stands".
    stands: &'static str,
}

impl Wrapping {
    /// A member with one thing in it.
    pub const fn one(member: &'static str, stands: &'static str) -> Self {
        Self { member, holds: Kind::Object, stands }
    }

    /// A member with a list of them.
    pub const fn several(member: &'static str, stands: &'static str) -> Self {
        Self { member, holds: Kind::Array, stands }
    }
}

/// Sees that a thing, whose members `get` knows, is in no such answer. What a member is called like may be a property of it,
/// but holds nothing then.
pub fn expect_bare<'a>(wrappings: &[Wrapping], get: impl Fn(&str) -> Option<Value<'a>>) -> Result<(), Cause> {
    let is_there = |wrapping: &&Wrapping| get(wrapping.member).is_some_and(|value| value.kind() == wrapping.holds);
    let Some(Wrapping { member, holds, stands }) = wrappings.iter().find(is_there) else { return Ok(()) };
    let expected = if *holds == Kind::Array { "one of those in there" } else { "what stands in there" };
    Err(Cause::WrongType { found: format!("a member `{member}`, in which {stands}"), expected })
}
