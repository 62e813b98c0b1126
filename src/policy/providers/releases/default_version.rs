//! The version that the address of a repository names.

use super::latest::ReleaseAnswer;
use crate::policy::providers::reasons::{ADDRESS_FOLLOWS_LATEST, ADDRESS_NAMES_VERSION, ADDRESS_NOT_UNDERSTOOD};
use crate::question::{Answers, Asked, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, given};

/// What the address of a repository says of versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named<'a> {
    /// The latest one is meant.
    Latest,
    /// This one is.
    Version(&'a str),
}

/// The version that an address names: in `/{owner}/{repo}/releases` what follows, in GitLab's packages their version,
/// where `latest` is a name like any other. Whether the address may be used at all is for `providers/check-url`.
pub fn named_version(url: &str) -> Option<Named<'_>> {
    let (_, rest) = url.split_once("://")?;
    let (_, path) = rest.split_once('/')?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    match segments.as_slice() {
        ["api", "v4", "projects", _, "packages", "generic", _, version, _] => Some(Named::Version(version)),
        [_, _, "releases"] | [_, _, "releases", "latest", ..] => Some(Named::Latest),
        [_, _, "releases", version, ..] => Some(Named::Version(version)),
        _ => None,
    }
}

/// `providers/default-version`
#[derive(Debug)]
pub struct DefaultVersion;

given! {
    /// The address of a repository.
    pub struct DefaultGiven<'a> {
        /// The address.
        url: &'a str,
        /// The latest release of the repository that speaks the contract.
        latest_for_contract ["latestForContract"]: Option<&'a str>,
    }
}

impl Answers for DefaultVersion {
    const NAME: &'static str = "providers/default-version";
    const ASKS: &'static str = "which version the address of a repository stands for";
    const PART: bool = true;
    type Given<'a> = DefaultGiven<'a>;
    type Answer<'a> = ReleaseAnswer;

    fn decide<'a>(given: DefaultGiven<'a>, _: &Asked<'a>) -> Outcome<ReleaseAnswer> {
        Ok(ReleaseAnswer::decided(default_version(&given)))
    }
}

fn default_version(given: &DefaultGiven<'_>) -> Result<(String, Reason), Reason> {
    let url = Pointer::to("url");
    let latest = Fact::of(Pointer::to("latestForContract"), given.latest_for_contract);
    match (named_version(given.url), given.latest_for_contract) {
        (Some(Named::Version(version)), _) => {
            Ok((version.to_owned(), Reason::new(&ADDRESS_NAMES_VERSION, version).saw(url, given.url)))
        }
        (Some(Named::Latest), Some(version)) => {
            Ok((version.to_owned(), Reason::new(&ADDRESS_FOLLOWS_LATEST, version).fact(latest).saw(url, given.url)))
        }
        _ => Err(Reason::new(&ADDRESS_NOT_UNDERSTOOD, given.url).saw(url, given.url).fact(latest)),
    }
}
