//! The version that the URL of a repository names.

use super::latest::ReleaseAnswer;
use crate::policy::providers::objects::{Forge, Repository};
use crate::policy::providers::reasons::{ADDRESS_FOLLOWS_LATEST, ADDRESS_NAMES_VERSION, ADDRESS_NOT_UNDERSTOOD};
use crate::question::{Answers, Asked, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, given};

/// The version that a URL names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// The URL names no version or `latest`.
    Latest,
    /// The URL names this version.
    Version(String),
}

/// Returns the version that a URL names, or `None` if the URL has no known form. In the URL of a GitLab package,
/// `latest` is an ordinary version name.
pub fn named_version(url: &str) -> Option<Named> {
    let Repository { forge, version, .. } = Repository::page(url).or_else(|| Repository::of_today(url))?;
    Some(match version {
        Some(version) if forge == Forge::Gitlab || version != "latest" => Named::Version(version),
        _ => Named::Latest,
    })
}

/// `providers/default-version`
#[derive(Debug)]
pub struct DefaultVersion;

given! {
    /// The URL of a repository, and its latest suitable release.
    pub struct DefaultGiven<'a> {
        /// The URL of the repository.
        url: &'a str,
        /// The repository's latest release for the contract; used if the URL names no version.
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
            let reason = Reason::new(&ADDRESS_NAMES_VERSION, version.as_str()).saw(url, given.url);
            Ok((version, reason))
        }
        (Some(Named::Latest), Some(version)) => {
            Ok((version.to_owned(), Reason::new(&ADDRESS_FOLLOWS_LATEST, version).fact(latest).saw(url, given.url)))
        }
        _ => Err(Reason::new(&ADDRESS_NOT_UNDERSTOOD, given.url).saw(url, given.url).fact(latest)),
    }
}
