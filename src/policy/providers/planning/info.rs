//! The versions a provider can be upgraded to, and the contracts they speak.

use crate::base::sort::{sort_by, sort_by_key};
use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::contracts::{ReleaseSeries, SeriesList, every_series_has_a_contract};
use crate::policy::providers::divergences::UNRELEASED_VERSIONS;
use crate::policy::providers::reasons::{
    METADATA_NOT_PUBLISHED, NEWER_VERSIONS, NEXT_VERSION, PRE_RELEASE_PASSED_OVER, REPOSITORY_EMPTY, UP_TO_DATE,
    VERSION_UNREADABLE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Pointer, answer, given};

/// The versions an installed provider can be upgraded to.
#[derive(Debug)]
pub struct Info<'a, 'g> {
    /// The installed version.
    pub current: KubernetesVersion<'a>,
    /// The contract of the installed version.
    pub contract: &'a str,
    /// The newer versions, oldest first.
    pub newer: Vec<KubernetesVersion<'a>>,
    /// The newest newer release of each contract, sorted by contract.
    newest: Vec<(&'a str, KubernetesVersion<'a>)>,
    /// The release series of the repository.
    pub series: SeriesList<'a, 'g>,
    /// The reasons for the contract, and for each version that was skipped.
    pub because: Reasons,
}

/// The contents of a repository that matter for upgrades.
#[derive(Clone, Debug)]
pub struct Offer<'a, 'g> {
    /// The tags of the repository.
    pub versions: &'g [&'a str],
    /// The release series in the repository's metadata file.
    pub series: SeriesList<'a, 'g>,
    /// The version whose metadata file was read.
    pub metadata: Published<'a>,
}

/// The versions of a repository that have a metadata file.
#[derive(Clone, Copy, Debug)]
pub enum Published<'a> {
    /// Every version has one.
    Always,
    /// Only this version has one, or no version does.
    For(Option<&'a str>),
}

impl<'a, 'g> Info<'a, 'g> {
    /// Determines the upgrades that `offer` contains for the installed version.
    pub fn new(current: (&'a str, Pointer), offer: &Offer<'a, 'g>, edition: Edition) -> Result<Self, Reason> {
        let (text, place) = current;
        let current =
            KubernetesVersion::parse(text).ok_or_else(|| Reason::new(&VERSION_UNREADABLE, text).saw(place, text))?;
        let lenient = edition.applies(&UNRELEASED_VERSIONS);
        let tags = sorted(offer.versions);
        metadata_are_there(&tags, offer.metadata, lenient)?;
        every_series_has_a_contract(&offer.series, edition)?;
        let (index, series) = offer.series.of_version(&current).ok_or_else(|| offer.series.missing(text))?;
        let mut because = Reasons::from(offer.series.reason(index, series, text));
        let mut newer = Vec::new();
        for version in tags.into_iter().filter(|version| *version > current) {
            match offer.series.of_version(&version) {
                Some(_) => newer.push(version),
                None if lenient && !version.is_release() => {
                    because.push(Reason::new(&PRE_RELEASE_PASSED_OVER, version.tag()).fact(offer.series.known()));
                }
                None => return Err(offer.series.missing(&version.tag())),
            }
        }
        let newest = newest_by_contract(&newer, &offer.series);
        Ok(Self { current, contract: series.contract(), newer, newest, series: offer.series.clone(), because })
    }

    /// Returns the newest newer release that speaks one of `contracts`.
    pub fn next<'c>(&self, contracts: impl Iterator<Item = &'c str>) -> Option<KubernetesVersion<'a>> {
        let of_contract = |contract: &str| {
            let place = self.newest.binary_search_by(|(known, _)| (*known).cmp(contract)).ok()?;
            self.newest.get(place).map(|(_, version)| *version)
        };
        let mut best: Option<KubernetesVersion<'_>> = None;
        for version in contracts.filter_map(of_contract) {
            if best.is_none_or(|known| known < version) {
                best = Some(version);
            }
        }
        best
    }
}

/// Returns the newest release of each contract, sorted by contract. `versions` must be sorted oldest first.
fn newest_by_contract<'a>(
    versions: &[KubernetesVersion<'a>],
    series: &SeriesList<'a, '_>,
) -> Vec<(&'a str, KubernetesVersion<'a>)> {
    let releases = versions.iter().rev().filter(|version| version.is_release());
    let mut newest: Vec<(&str, KubernetesVersion<'_>)> = releases
        .filter_map(|version| series.of_version(version).map(|(_, series)| (series.contract(), *version)))
        .collect();
    sort_by_key(&mut newest, |(contract, _)| *contract);
    newest.dedup_by_key(|(contract, _)| *contract);
    newest
}

/// Returns the tags that are versions, oldest first.
fn sorted<'a>(tags: &[&'a str]) -> Vec<KubernetesVersion<'a>> {
    let mut versions: Vec<KubernetesVersion<'_>> =
        tags.iter().filter_map(|tag| KubernetesVersion::parse(tag)).collect();
    sort_by(&mut versions, |left, right| left.precedence(right).then_with(|| left.metadata.cmp(right.metadata)));
    versions
}

/// Checks that the newest version has a metadata file. With `lenient` (the design edition), a metadata file of the
/// newest release is enough.
fn metadata_are_there(sorted: &[KubernetesVersion<'_>], published: Published<'_>, lenient: bool) -> Result<(), Reason> {
    let newest = sorted.last().ok_or_else(|| Reason::new(&REPOSITORY_EMPTY, "versions"))?;
    let Published::For(known) = published else { return Ok(()) };
    let known = known.and_then(KubernetesVersion::parse).map(|version| version.tag());
    let release = sorted.iter().rev().find(|version| version.is_release()).filter(|_| lenient);
    let is_it = |version: &KubernetesVersion<'_>| known.as_deref() == Some(version.tag().as_str());
    if is_it(newest) || release.is_some_and(is_it) {
        return Ok(());
    }
    Err(Reason::new(&METADATA_NOT_PUBLISHED, newest.tag()))
}

/// `providers/upgrade-info`
#[derive(Debug)]
pub struct UpgradeInfo;

given! {
    /// An installed provider, and the contents of its repository.
    pub struct InfoGiven<'a> {
        /// The installed version.
        current: &'a str,
        /// The tags of the repository.
        versions: Vec<&'a str>,
        /// The version whose metadata file is given; absent: the repository has none.
        metadata_for ["metadataFor"]: Option<&'a str>,
        /// The release series in that metadata file.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
    }
}

answer! {
    /// The versions the provider can be upgraded to.
    #[derive(Default)]
    pub struct InfoAnswer<'a> {
        /// The contract of the installed version.
        current_contract ["currentContract"]: Option<&'a str>,
        /// The newer versions, oldest first.
        newer: Option<Vec<String>>,
        /// Whether the version or the repository cannot be used.
        error: Option<bool>,
    }
}

impl Answers for UpgradeInfo {
    const NAME: &'static str = "providers/upgrade-info";
    const ASKS: &'static str = "what is newer than an installed provider, and which contract it speaks now";
    type Given<'a> = InfoGiven<'a>;
    type Answer<'a> = InfoAnswer<'a>;

    fn decide<'a>(given: InfoGiven<'a>, asked: &Asked<'a>) -> Outcome<InfoAnswer<'a>> {
        let offer = Offer {
            versions: &given.versions,
            series: SeriesList::new(&given.release_series, Pointer::to("releaseSeries")),
            metadata: Published::For(given.metadata_for),
        };
        let info = match Info::new((given.current, Pointer::to("current")), &offer, asked.edition) {
            Ok(info) => info,
            Err(reason) => {
                return Ok(Decision::new(InfoAnswer { error: Some(true), ..InfoAnswer::default() }, reason));
            }
        };
        let newer: Vec<String> = info.newer.iter().map(KubernetesVersion::tag).collect();
        let reason =
            Reason::new(&NEWER_VERSIONS, given.current).fact(Fact::named("count", newer.len())).because(info.because);
        let answer = InfoAnswer { current_contract: Some(info.contract), newer: Some(newer), error: None };
        Ok(Decision::new(answer, reason))
    }
}

/// `providers/latest-next-version`
#[derive(Debug)]
pub struct LatestNextVersion;

given! {
    /// An installed provider, and the versions to choose from.
    pub struct NextGiven<'a> {
        /// The installed version.
        current: &'a str,
        /// The versions to choose from; those that are not newer than the installed one are ignored.
        newer: Vec<&'a str>,
        /// The release series of the metadata file.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
        /// The acceptable contracts.
        compatible: Vec<&'a str>,
    }
}

answer! {
    /// The version to upgrade to.
    pub struct NextAnswer {
        /// The version to upgrade to, empty if there is none.
        version: String,
    }
}

impl Answers for LatestNextVersion {
    const NAME: &'static str = "providers/latest-next-version";
    const ASKS: &'static str = "which newer release of a provider is the latest with a suitable contract";
    const PART: bool = true;
    type Given<'a> = NextGiven<'a>;
    type Answer<'a> = NextAnswer;

    fn decide<'a>(given: NextGiven<'a>, _: &Asked<'a>) -> Outcome<NextAnswer> {
        let none = |reason| Ok(Decision::new(NextAnswer { version: String::new() }, reason));
        let Some(current) = KubernetesVersion::parse(given.current) else {
            return none(Reason::new(&VERSION_UNREADABLE, given.current).saw(Pointer::to("current"), given.current));
        };
        let series = SeriesList::new(&given.release_series, Pointer::to("releaseSeries"));
        let newer: Vec<KubernetesVersion<'_>> =
            sorted(&given.newer).into_iter().filter(|version| *version > current).collect();
        let newest = newest_by_contract(&newer, &series);
        let info = Info { current, contract: "", newer, newest, series, because: Reasons::default() };
        match info.next(given.compatible.iter().copied()) {
            None => none(Reason::new(&UP_TO_DATE, given.current).saw(Pointer::to("current"), given.current)),
            Some(next) => {
                let reason = Reason::new(&NEXT_VERSION, next.tag()).saw(Pointer::to("current"), given.current);
                Ok(Decision::new(NextAnswer { version: next.tag() }, reason))
            }
        }
    }
}
