//! Resolves the version of a provider to install.

use super::config_map::ConfigMap;
use super::default_version::{Named, named_version};
use super::latest::{Within, latest};
use super::newest::newest;
use super::repository::{Repository, is_same_version};
use super::selector::LabelSelector;
use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::divergences::EMPTY_VERSION;
use crate::policy::providers::objects::Spec;
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
    /// A provider, and the versions available for it.
    pub struct ResolveGiven<'a> {
        /// The provider's `spec`.
        spec: Spec<'a, ProviderSpec<'a>>,
        /// The tags of the provider's repository.
        versions: Option<Vec<&'a str>>,
        /// The ConfigMaps that may hold the provider's versions.
        config_maps ["configMaps"]: Option<Vec<ConfigMap<'a>>>,
        /// The provider's namespace; absent: ConfigMaps of all namespaces count.
        namespace: Option<&'a str>,
    }
}

given! {
    /// The version and source in a provider's spec.
    foreign pub struct ProviderSpec<'a> {
        /// The version to install; absent: the latest.
        version: Option<&'a str>,
        /// The source of the provider's components.
        fetch_config ["fetchConfig"]: Option<FetchConfig<'a>>,
    }
}

given! {
    /// The source of a provider's components.
    foreign pub struct FetchConfig<'a> {
        /// The URL of a repository.
        url: Option<&'a str>,
        /// The label selector of the ConfigMaps that hold the provider's versions.
        selector: Option<LabelSelector<'a>>,
    }
}

answer! {
    /// The resolved version.
    #[derive(Default)]
    pub struct ResolveAnswer {
        /// The version to install.
        version: Option<String>,
        /// Whether the version is written to the spec, because the spec has none.
        written_to_spec ["writtenToSpec"]: Option<bool>,
        /// Whether no version could be resolved.
        error: Option<bool>,
        /// Why no version could be resolved: `no-version` or `version-not-found`.
        reason: Option<&'static str>,
    }
}

/// Why no version could be resolved.
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
        let decision = match resolve(&given, asked.edition) {
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
        };
        Ok(decision.with_problems(given.spec.unknown(None)))
    }
}

/// Returns the version, whether it is written to the spec, and the reason.
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

/// The available versions, and the latest one.
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

/// Returns the version that the repository's URL names, if it is available.
fn named(version: &str, versions: &[&str]) -> Result<(String, Reason), Unresolved> {
    let offered = versions.iter().find(|known| is_same_version(known, version));
    if let Some(offered) = offered.and_then(|known| KubernetesVersion::parse(known)) {
        return Ok((offered.tag(), Reason::new(&ADDRESS_NAMES_VERSION, version)));
    }
    let known = Fact::named("known", versions.iter().copied().collect::<Json>());
    Err(Unresolved::new("version-not-found", Reason::new(&VERSION_NOT_OFFERED, version).fact(known)))
}

/// Returns the versions of the selected ConfigMaps. If one of them is unusable, all are refused.
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
