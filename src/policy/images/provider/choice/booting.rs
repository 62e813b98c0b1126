//! What can be booted in a region: whether machines find an artifact of image versions there (section 17.4), for all
//! the pairs that a question looks at.

use super::find::{completed_definitions, completed_machine};
use crate::base::{Edition, sort};
use crate::policy::images::capabilities::{CapabilitySpace, Set, best};
use crate::policy::images::catalog::{MappedVersions, Offer, SharedArtifact, architectures, effective_capabilities};
use crate::policy::images::divergences::ENTRIES_ARE_ONE_LIST;
use crate::policy::images::documents::{Capabilities, Definition, MachineType};
use crate::policy::images::provider::artifacts::{
    Artifact, Copies, Defined, NAMED, architectures_of, artifacts, first_twins, mapped_twice, never_started,
    of_no_architecture, of_two_flavors, shared, told_shared,
};
use crate::policy::images::provider::reading::{
    Beside, RawConfig, Subject, Whose, not_checked, understand_in_passing, whose,
};
use crate::policy::images::provider::written::{Entries, Provider, ProviderConfig};
use crate::policy::images::reasons::NOTHING_MAPPED;
use crate::policy::images::store::ProfileGiven;
use crate::question::{Asked, Documents, Scratch};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Finds out, once when a profile is loaded, whether its configuration can be read and which artifacts two versions
/// share. The configuration may be most of the profile, while an answer is about a few of its versions.
pub(crate) fn read_ahead(offer: &Offer<'_>) {
    let (documents, scratch) = (Documents::default(), Scratch::default());
    let asked = Asked::new(Edition::default(), None, &documents, &scratch, |_, _, _| String::new());
    let spec = offer.spec();
    let Whose::Known(provider) = whose(None, spec.provider_config, spec.provider_type) else { return };
    let raw = spec.provider_config.map(|value| RawConfig { value, path: Pointer::default() });
    let Some(understood) = raw.map(|raw| understand_in_passing(provider, &raw, &asked)) else { return };
    offer.has_readable_config(asked.edition, || understood.is_ok());
    if let Ok((config, _)) = understood {
        offer.shared_artifacts(asked.edition, || shared(provider, &config));
    }
}

/// Reads only the entries of these versions if the configuration is known to be readable, otherwise all of it.
fn part_of<'a>(
    offer: &Offer<'a>,
    provider: Provider,
    raw: &RawConfig<'a>,
    versions: &[(&str, &str)],
    asked: &Asked<'a>,
) -> Result<ProviderConfig<'a>, Problem> {
    let mut read = None;
    let is_readable =
        offer.has_readable_config(asked.edition, || read.insert(understand_in_passing(provider, raw, asked)).is_ok());
    let mut sorted = None;
    match read {
        Some(whole) => whole.map(|(config, _)| config),
        None if is_readable => {
            // The offer of two merged profiles holds the parent's configuration, and its versions are not indexed in
            // advance.
            let mapped = offer.mapped().unwrap_or_else(|| sorted.insert(MappedVersions::new(raw.value)));
            raw.of_versions((provider, mapped), versions, asked)
        }
        None => understand_in_passing(provider, raw, asked).map(|(config, _)| config),
    }
}

/// The capabilities of an artifact, and whether it is in the old form.
pub(super) type Written<'a> = (Capabilities<'a>, bool);

/// The artifacts of a profile in a region.
#[derive(Debug)]
pub(crate) struct Booting<'a> {
    provider: Provider,
    definitions: Vec<Definition<'a>>,
    space: CapabilitySpace<'a>,
    /// The capability sets of the artifacts, one list for each image and version name.
    artifacts: Vec<Vec<Set>>,
    /// The same artifacts with their capabilities as written in the provider's configuration.
    written: Vec<Vec<Written<'a>>>,
    /// For each version asked about, the index of its list of artifacts; versions with the same name share one.
    of_versions: Vec<usize>,
    /// Reasons why the provider's extension would not read the configuration although it can be read here, and parts of
    /// it that are probably mistakes.
    pub doubts: Vec<Problem>,
}

impl<'a> Booting<'a> {
    /// Finds the artifacts of image versions by name. `None`: there is nothing to report, because the provider is
    /// unknown, or it looks at nothing, or the edition is upstream, where nobody checks this. A configuration that
    /// cannot be read or that maps nothing is an error.
    pub(crate) fn of<'v>(
        profile: ProfileGiven<'a>,
        versions: impl Iterator<Item = (&'v str, &'v str)>,
        region: &str,
        asked: &Asked<'a>,
    ) -> Option<Result<Self, Problem>> {
        if !asked.edition.applies(&ENTRIES_ARE_ONE_LIST) {
            return None;
        }
        let beside = Beside { provider: None, config: None };
        let subject = Subject::of(beside, profile.cloud_profile, profile.namespaced_cloud_profile, asked).ok()?;
        let of_type = subject.offer.as_ref().and_then(|offer| offer.spec().provider_type).and_then(Provider::named);
        let nothing = |provider: Provider| {
            Err(Problem::warning(&NOTHING_MAPPED, subject.config_path()).fact(Fact::named("provider", provider.word())))
        };
        let Some(raw) = &subject.config else { return of_type.map(nothing) };
        let provider = match subject.whose() {
            Whose::Known(provider) => provider,
            // The profile's provider is known, but its configuration says that it is something else.
            Whose::Other(name) => return of_type.map(|_| Err(not_checked(name, &subject.config_path()))),
            Whose::Nobodys => return None,
        };
        let offer = subject.offer.as_ref()?;
        // Without definitions the local provider looks only at the first entry of a version.
        if provider == Provider::Local && offer.spec().machine_capabilities.is_empty() {
            return None;
        }
        let versions: Vec<(&str, &str)> = versions.collect();
        let config = match part_of(offer, provider, raw, &versions, asked) {
            Ok(config) => config,
            Err(why) => return Some(Err(why)),
        };
        if raw.value.get("machineImages").is_none_or(|images| images.elements().next().is_none()) {
            return Some(nothing(provider));
        }
        let definitions = &offer.spec().machine_capabilities;
        // Without definitions alicloud looks only at the region.
        let is_blind = definitions.is_empty() && !provider.completes_machines();
        let entries = Entries::new(provider, &config, asked.edition);
        // The first list is for names without entries.
        let mut found: Vec<Vec<Written<'a>>> = vec![Vec::new()];
        let mut known = vec![0; entries.len()];
        let mut copies = Copies::new(provider, NAMED);
        let mut tied = Vec::new();
        let definitions = completed_definitions(provider, definitions);
        let defined = Defined::new(&definitions);
        let asked_about = sort::set(versions.iter().copied());
        let of_versions = versions.into_iter().map(|(image, version)| {
            let all = entries.all(image, version);
            let known = known.get_mut(entries.place(image, version)).filter(|_| !all.is_empty());
            let Some(known) = known else { return 0 };
            if *known > 0 {
                return *known;
            }
            *known = found.len();
            let there = all.into_iter().flat_map(|entry| artifacts(provider, entry)).filter(|artifact| {
                let reference = artifact.in_region(provider, region).ok().flatten();
                reference.is_some_and(|reference| !reference.text.is_empty())
            });
            let there: Vec<Artifact<'_, 'a>> = there.collect();
            if !is_blind && tied.len() < NAMED {
                let twins = first_twins((provider, &defined), &there, region);
                tied.extend(twins.map(|twins| mapped_twice((image, version), twins, subject.config_path())));
            }
            if tied.len() < NAMED {
                tied.extend(of_two_flavors(provider, (image, version), &there, || subject.config_path()));
                let architectures = is_blind.then(|| architectures_of(offer, (image, version))).into_iter().flatten();
                let at = || subject.config_path();
                tied.extend(of_no_architecture(provider, (image, version), architectures, &there, at));
                tied.extend(never_started((provider, &defined), (image, version), &there, at));
            }
            there.iter().for_each(|artifact| copies.look_at((image, version), artifact, || subject.config_path()));
            let own = |artifact: Artifact<'_, 'a>| {
                (if is_blind { Capabilities::default() } else { artifact.capabilities }, artifact.old)
            };
            found.push(there.into_iter().map(own).collect());
            *known
        });
        let of_versions = of_versions.collect();
        let copied = copies.told(&subject.config_path());
        let is_asked_about = |artifact: &&SharedArtifact| {
            artifact.is_about(|version| asked_about.binary_search(&version).is_ok(), region)
        };
        let shared = offer.shared_artifacts(asked.edition, || {
            let whole = understand_in_passing(provider, raw, asked);
            whole.map(|(config, _)| shared(provider, &config)).unwrap_or_default()
        });
        let shared =
            shared.iter().filter(is_asked_about).take(NAMED).map(|shared| told_shared(shared, &subject.config_path()));
        let copied: Vec<Problem> = copied.into_iter().chain(shared).collect();
        // Capabilities that only machines name match no artifact, so the space does not need them.
        let space = CapabilitySpace::new(&definitions, found.iter().flatten().map(|(own, _)| own));
        let sets = |of_one: &Vec<Written<'a>>| of_one.iter().map(|(own, _)| space.set(own)).collect();
        let artifacts = found.iter().map(sets).collect();
        let doubts = subject.warnings.into_iter().chain(copied).chain(tied).collect();
        Some(Ok(Self { provider, definitions, space, artifacts, written: found, of_versions, doubts }))
    }

    /// Returns the capabilities that a machine needs in an artifact.
    pub(crate) fn wanted(&self, machine: &MachineType<'a>, pool: Option<&'a str>, asked: &Asked<'_>) -> Set {
        let several = architectures::defined(&self.definitions).len() > 1;
        let own = effective_capabilities(machine, several, asked.edition);
        let architecture = pool.unwrap_or_else(|| architectures::of_machine_type(machine, &self.definitions));
        self.space.set(&completed_machine(self.provider, &own, &self.definitions, Some(architecture)))
    }

    /// Whether a machine finds an artifact of a version; `version` is an index into the versions asked about.
    pub(crate) fn has(&self, version: usize, wanted: &Set) -> bool {
        let sets = self.of_versions.get(version).and_then(|place| self.artifacts.get(*place));
        sets.is_some_and(|sets| sets.iter().any(|set| self.space.fits(wanted, set)))
    }

    /// Returns the artifact of a version that a machine boots, with its index among the artifacts of the version.
    pub(super) fn boots(&self, version: usize, wanted: &Set, edition: Edition) -> Option<(usize, &Written<'a>)> {
        let sets = self.artifacts.get(*self.of_versions.get(version)?)?;
        let fitting = sets.iter().enumerate().filter(|(_, set)| self.space.fits(wanted, set));
        let place = best(&self.space, wanted, fitting, edition).ok().flatten()?;
        Some((place, self.written(version).get(place)?))
    }

    /// Returns the artifacts of a version as written in the provider's configuration.
    pub(super) fn written(&self, version: usize) -> &[Written<'a>] {
        let place = self.of_versions.get(version).copied();
        place.and_then(|place| self.written.get(place)).map(Vec::as_slice).unwrap_or_default()
    }
}
