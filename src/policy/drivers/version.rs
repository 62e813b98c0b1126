use crate::base::python_int;
use crate::wire::{Cause, Fault, PathStep};

/// The major and minor number of a version.
pub(crate) type Version = (i128, i128);

/// Checks that a text is a version.
pub(crate) fn expect_version(text: &str, at: &PathStep<'_>) -> Result<(), Fault> {
    let unreadable = || Cause::Unreadable { text: text.to_owned(), expected: "a version such as `1.15`" };
    parse(text).map(drop).ok_or_else(|| Fault::at(at, unreadable()))
}

/// Checks that a text is a version that can add a field. The API has only major version 1.
pub(crate) fn expect_since(text: &str, at: &PathStep<'_>) -> Result<(), Fault> {
    let expected = "a version of the API, such as `1.15`";
    let unreadable = || Cause::Unreadable { text: text.to_owned(), expected };
    parse(text).filter(|(major, _)| *major == 1).map(drop).ok_or_else(|| Fault::at(at, unreadable()))
}

/// Parses a version into its major and minor number.
pub(crate) fn parse(text: &str) -> Option<Version> {
    let (major, minor) = text.split_once('.')?;
    Some((python_int(major)?, python_int(minor)?))
}
