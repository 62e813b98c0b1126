use crate::base::python_int;
use crate::wire::{Cause, Fault, PathStep};

/// Major and minor number.
pub(crate) type Version = (i128, i128);

/// The fault that a version is none.
pub(crate) fn expect_version(text: &str, at: &PathStep<'_>) -> Result<(), Fault> {
    let unreadable = || Cause::Unreadable { text: text.to_owned(), expected: "a version such as `1.15`" };
    parse(text).map(drop).ok_or_else(|| Fault::at(at, unreadable()))
}

/// The same of the version that brings a field: the API has one major version, and no other could bring it.
pub(crate) fn expect_since(text: &str, at: &PathStep<'_>) -> Result<(), Fault> {
    let expected = "a version of the API, such as `1.15`";
    let unreadable = || Cause::Unreadable { text: text.to_owned(), expected };
    parse(text).filter(|(major, _)| *major == 1).map(drop).ok_or_else(|| Fault::at(at, unreadable()))
}

/// A version, as major and minor number.
pub(crate) fn parse(text: &str) -> Option<Version> {
    let (major, minor) = text.split_once('.')?;
    Some((python_int(major)?, python_int(minor)?))
}
