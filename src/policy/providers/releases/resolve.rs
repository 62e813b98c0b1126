//! The version of a provider that is to be installed.

use super::config_map::ConfigMap;
use super::default_version::{Named, named_version};
use super::latest::{Within, latest};
use super::newest::newest;
use super::repository::{Repository, is_same_version};
use super::selector::LabelSelector;
use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::divergences::EMPTY_VERSION;
use crate::policy::providers::reasons::{
    ADDRESS_NAMES_VERSION, NO_VERSION_OFFERED, VERSION_NOT_OFFERED, VERSION_OF_SPEC, VERSION_WRITTEN,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

/// `providers/resolve-version`
#[derive(Debug)]
pub struct ResolveVersion;

given! {
    /// A provider and the versions there are of it.
    pub struct ResolveGiven<'a> {
        /// The `spec` of the provider.
        spec: ProviderSpec<'a>,
        /// The tags of its repository.
        versions: Option<Vec<&'a str>>,
        /// The ConfigMaps of its namespace, where it has a selector.
        config_maps ["configMaps"]: Option<Vec<ConfigMap<'a>>>,
        /// Its namespace; absent: all ConfigMaps count.
        namespace: Option<&'a str>,
    }
}

given! {
    /// What a provider says of its version and source.
    foreign pub struct ProviderSpec<'a> {
        /// The version that is wanted.
        version: Option<&'a str>,
        /// Where the provider comes from.
        fetch_config ["fetchConfig"]: Option<FetchConfig<'a>>,
    }
}

given! {
    /// Where a provider comes from.
    foreign pub struct FetchConfig<'a> {
        /// The address of a repository.
        url: Option<&'a str>,
        /// Which ConfigMaps hold it.
        selector: Option<LabelSelector<'a>>,
    }
}

answer! {
    /// The version, and whether it becomes part of the spec.
    #[derive(Default)]
    pub struct ResolveAnswer {
        /// The version.
        version: Option<String>,
        /// Whether it is written to the spec, where none was.
        written_to_spec ["writtenToSpec"]: Option<bool>,
        /// Whether there is no such version.
        error: Option<bool>,
        /// What is missing.
        reason: Option<&'static str>,
    }
}

/// Why there is no version.
struct Unresolved {
    word: &'static str,
    reason: Reason,
}

impl Unresolved {
    fn new(word: &'static str, reason: Reason) -> Self {
        Self { word, reason }
    }
}

impl Answers for ResolveVersion {
    const NAME: &'static str = "providers/resolve-version";
    const ASKS: &'static str = "which version of a provider is installed, and whether it is written to the spec";
    type Given<'a> = ResolveGiven<'a>;
    type Answer<'a> = ResolveAnswer;

    fn decide<'a>(given: ResolveGiven<'a>, asked: &Asked<'a>) -> Outcome<ResolveAnswer> {
        Ok(match resolve(&given, asked.edition) {
            Ok((version, written, reason)) => {
                let answer = ResolveAnswer {
                    version: Some(version),
                    written_to_spec: Some(written),
                    ..ResolveAnswer::default()
                };
                Decision::new(answer, reason)
            }
            Err(Unresolved { word, reason }) => {
                let answer = ResolveAnswer { error: Some(true), reason: Some(word), ..ResolveAnswer::default() };
                Decision::new(answer, reason)
            }
        })
    }
}

/// The version, whether it is written to the spec, and why.
fn resolve(given: &ResolveGiven<'_>, edition: Edition) -> Result<(String, bool, Reason), Unresolved> {
    let source = source(given, edition)?;
    let wanted = given.spec.version.filter(|version| !version.is_empty() || edition.applies(&EMPTY_VERSION));
    let Some(wanted) = wanted else {
        let (version, why) = source.latest?;
        let absent = Fact::of(Pointer::to("spec").key("version"), given.spec.version);
        let reason = Reason::new(&VERSION_WRITTEN, version.as_str()).fact(absent).because([why]);
        return Ok((version, true, reason));
    };
    let place = Pointer::to("spec").key("version");
    if source.versions.iter().any(|version| is_same_version(version, wanted)) {
        return Ok((wanted.to_owned(), false, Reason::new(&VERSION_OF_SPEC, wanted).saw(place, wanted)));
    }
    let known = Fact::named("known", source.versions.iter().copied().collect::<Json>());
    Err(Unresolved::new("version-not-found", Reason::new(&VERSION_NOT_OFFERED, wanted).saw(place, wanted).fact(known)))
}

/// What there is to choose from.
struct Source<'a> {
    versions: Vec<&'a str>,
    latest: Result<(String, Reason), Unresolved>,
}

fn source<'a>(given: &ResolveGiven<'a>, edition: Edition) -> Result<Source<'a>, Unresolved> {
    let fetch = given.spec.fetch_config.as_ref();
    let none = || Unresolved::new("no-version", Reason::new(&NO_VERSION_OFFERED, "versions"));
    let selector = fetch.and_then(|fetch| fetch.selector.as_ref());
    if let Some(maps) = given.config_maps.as_ref().filter(|_| selector.is_some() || given.versions.is_none()) {
        let versions = in_config_maps(maps, given.namespace, selector)?;
        let latest = newest(&versions, edition).map(|(version, reason)| (version.tag(), reason)).ok_or_else(none);
        return Ok(Source { versions, latest });
    }
    let tags = given.versions.as_deref().unwrap_or_default();
    let versions: Vec<&str> = tags.iter().copied().filter(|tag| KubernetesVersion::parse(tag).is_some()).collect();
    let latest = match fetch.and_then(|fetch| fetch.url).and_then(named_version) {
        Some(Named::Version(version)) => named(&version, &versions),
        _ => latest(tags, Within::default(), &|_| true)
            .map_err(|why| Unresolved::new("no-version", Reason::new(&NO_VERSION_OFFERED, "versions").because([why]))),
    };
    Ok(Source { versions, latest })
}

/// A version that the address of the repository names.
fn named(version: &str, versions: &[&str]) -> Result<(String, Reason), Unresolved> {
    if versions.iter().any(|known| is_same_version(known, version)) {
        return Ok((version.to_owned(), Reason::new(&ADDRESS_NAMES_VERSION, version)));
    }
    let known = Fact::named("known", versions.iter().copied().collect::<Json>());
    Err(Unresolved::new("version-not-found", Reason::new(&VERSION_NOT_OFFERED, version).fact(known)))
}

/// The versions of the selected ConfigMaps, all of which have to be good.
fn in_config_maps<'a>(
    maps: &[ConfigMap<'a>],
    namespace: Option<&str>,
    selector: Option<&LabelSelector<'_>>,
) -> Result<Vec<&'a str>, Unresolved> {
    let refused = |reason| Unresolved::new("no-version", reason);
    let place = Pointer::to("spec").key("fetchConfig").key("selector");
    let selection = selector.map(|selector| selector.understood(&place)).transpose().map_err(refused)?;
    let repository =
        Repository::select(maps, namespace, selection.as_ref(), &|map| Pointer::to("configMaps").index(map));
    match repository.flaws() {
        [] => Ok(repository.listed()),
        flaws => {
            let because = flaws.iter().map(|flaw| flaw.reason.clone());
            Err(refused(Reason::new(&NO_VERSION_OFFERED, "configMaps").because(because)))
        }
    }
}
