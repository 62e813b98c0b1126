//! Finds the latest release of a repository.

use crate::base::KubernetesVersion;
use crate::base::sort::sort_by;
use crate::policy::providers::reasons::{
    NO_RELEASE_WITH_METADATA, RELEASE_IS_LATEST, RELEASE_WITHOUT_METADATA, TAGS_PASSED_OVER,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, answer, given};

/// The most candidates whose metadata are looked for.
const PROBES: usize = 5;

/// Limits the candidates to a major or minor version.
#[derive(Clone, Copy, Default, Debug)]
pub struct Within {
    /// The major version; `None`: any.
    pub major: Option<u64>,
    /// The minor version; `None`: any.
    pub minor: Option<u64>,
}

impl Within {
    fn has(self, version: &KubernetesVersion<'_>) -> bool {
        self.major.is_none_or(|major| major == version.major) && self.minor.is_none_or(|minor| minor == version.minor)
    }
}

/// Splits tags into versions and the rest. The versions are sorted: releases before pre-releases, each newest first.
pub fn newest_first<'a>(tags: &[&'a str]) -> (Vec<KubernetesVersion<'a>>, Vec<&'a str>) {
    let (mut versions, mut others) = (Vec::with_capacity(tags.len()), Vec::new());
    for tag in tags {
        match KubernetesVersion::parse(tag) {
            Some(version) => versions.push(version),
            None => others.push(*tag),
        }
    }
    sort_by(&mut versions, |left, right| {
        let by_release = right.is_release().cmp(&left.is_release());
        by_release.then_with(|| right.precedence(left)).then_with(|| left.metadata.cmp(right.metadata))
    });
    (versions, others)
}

/// Returns the tag of the first of the newest candidates that has metadata. At most `PROBES` candidates are checked.
pub fn latest(tags: &[&str], within: Within, has_metadata: &dyn Fn(&str) -> bool) -> Result<(String, Reason), Reason> {
    let (versions, others) = newest_first(tags);
    let mut passed: Reasons = Reasons::default();
    if !others.is_empty() {
        let tags = others.iter().copied().collect::<Json>();
        passed.push(Reason::new(&TAGS_PASSED_OVER, "versions").fact(Fact::named("tags", tags)));
    }
    let mut probes = 0;
    for version in versions.iter().filter(|version| within.has(version)).take(PROBES) {
        probes += 1;
        let tag = version.tag();
        if has_metadata(&tag) {
            let reason = Reason::new(&RELEASE_IS_LATEST, tag.as_str()).because(passed);
            return Ok((tag, reason));
        }
        passed.push(Reason::new(&RELEASE_WITHOUT_METADATA, tag));
    }
    Err(Reason::new(&NO_RELEASE_WITH_METADATA, "versions").fact(Fact::named("probes", probes)).because(passed))
}

/// `providers/latest-release`
#[derive(Debug)]
pub struct LatestRelease;

given! {
    /// The releases of a repository, and which of them are candidates.
    pub struct ReleaseGiven<'a> {
        /// The tags of the repository.
        versions: Vec<&'a str>,
        /// The releases that have a metadata file; absent: all have one.
        metadata_present_for ["metadataPresentFor"]: Option<Vec<&'a str>>,
        /// Consider only releases of this major version.
        major: Option<u64>,
        /// Consider only releases of this minor version.
        minor: Option<u64>,
    }
}

answer! {
    /// The version that was found.
    #[derive(Default)]
    pub struct ReleaseAnswer {
        /// The version; absent if there is none.
        version: Option<String>,
        /// Whether no version was found.
        error: Option<bool>,
    }
}

impl ReleaseAnswer {
    /// Turns the outcome of a search into a decision.
    pub fn decided(found: Result<(String, Reason), Reason>) -> Decision<Self> {
        match found {
            Ok((version, reason)) => Decision::new(Self { version: Some(version), error: None }, reason),
            Err(reason) => Decision::new(Self { version: None, error: Some(true) }, reason),
        }
    }
}

/// Whether `tag` has metadata. `present` lists the tags that do; `None`: all.
pub fn is_present(present: Option<&[&str]>, tag: &str) -> bool {
    present.is_none_or(|present| present.contains(&tag))
}

impl Answers for LatestRelease {
    const NAME: &'static str = "providers/latest-release";
    const ASKS: &'static str = "which release of a repository is the latest";
    type Given<'a> = ReleaseGiven<'a>;
    type Answer<'a> = ReleaseAnswer;

    fn decide<'a>(given: ReleaseGiven<'a>, _: &Asked<'a>) -> Outcome<ReleaseAnswer> {
        let within = Within { major: given.major, minor: given.minor };
        let has_metadata = |tag: &str| is_present(given.metadata_present_for.as_deref(), tag);
        Ok(ReleaseAnswer::decided(latest(&given.versions, within, &has_metadata)))
    }
}
