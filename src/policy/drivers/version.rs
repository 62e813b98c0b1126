use crate::base::python_int;
use crate::wire::{Cause, Fault, PathStep};

/// The major and minor number of a version.
pub(crate) type Version = (i128, i128);

/// Checks the lowest and the highest version of the API and the version that adds the field `driver`, as far as they are
/// given. The API has only major version 1.
pub(crate) fn expect_versions(versions: [Option<&str>; 3], at: &PathStep<'_>) -> Result<(), Fault> {
    let keys = ["apiMinVersion", "apiMaxVersion", "driverFieldSince"];
    let is_version = |text: &str| parse(text).is_some_and(|(major, _)| major == 1);
    let wrong = keys.into_iter().zip(versions).find(|(_, text)| text.is_some_and(|text| !is_version(text)));
    let Some((key, Some(text))) = wrong else { return Ok(()) };
    let cause = Cause::Unreadable { text: text.to_owned(), expected: "a version of the API, such as `1.15`" };
    Err(Fault::at(&at.key(key), cause))
}

/// Parses a version into its major and minor number.
pub(crate) fn parse(text: &str) -> Option<Version> {
    let (major, minor) = text.split_once('.')?;
    Some((python_int(major)?, python_int(minor)?))
}
