//! The profile after the migration: its definitions, its machine types, and the flavors of each remaining version.

use super::config::{Config, Entry, Networking, with};
use super::defined::{Defined, NETWORKING};
use super::findings::{Findings, Migrating};
use super::json::object;
use super::versions::{Member, Target, place_of};
use crate::base::{Interner, Known, sort};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ProfileSpec, USUAL};
use crate::policy::images::reasons::{
    ARTIFACTS_OF_ONE_ARCHITECTURE, FORMS_MIXED, MIGRATION_TOO_LARGE, TAGS_CLAIM_THE_SAME, TAGS_DIFFER,
};
use crate::reason::Fact;
use crate::wire::{Json, Pointer, Value};

/// The members in which merged versions may not differ.
const SHARED: [&str; 5] = ["expirationDate", "lifecycle", "cri", "kubeletVersionConstraint", "inPlaceUpdates"];

/// An artifact of the profile after the migration.
#[derive(Debug)]
pub(super) struct Flavor<'a> {
    /// The index in the target of the member that the artifact comes from.
    pub member: usize,
    pub architecture: &'a str,
    /// The capabilities of the artifact, including its architecture.
    pub capabilities: Capabilities<'a>,
}

/// A profile to be migrated, and everything that it will contain.
pub(super) struct Plan<'p, 'a> {
    pub spec: &'p ProfileSpec<'a>,
    pub defined: &'p Defined<'a>,
    pub machines: Vec<Capabilities<'a>>,
    pub targets: Vec<Target<'a>>,
    pub config: Option<&'p Config<'a>>,
    pub networking: &'p Networking<'a>,
}

impl<'a> Plan<'_, 'a> {
    /// The name of a target's image.
    pub(super) fn image(&self, target: &Target<'a>) -> &'a str {
        self.spec.machine_images.get(target.image).map(|image| image.name()).unwrap_or_default()
    }

    /// The capabilities, besides the architecture, of a member's artifact for an architecture.
    pub(super) fn own(&self, image: &str, member: &Member<'a>, architecture: &'a str) -> Capabilities<'a> {
        let basic = self.networking.is_basic(image, member.text, architecture);
        if !basic || member.capabilities.get(NETWORKING.0).is_some() {
            return member.capabilities.clone();
        }
        member.capabilities.iter().cloned().chain([(NETWORKING.0, vec![NETWORKING.1[1]])]).collect()
    }

    /// The flavors of a target, in the order of its members.
    pub(super) fn flavors<'t>(&'t self, target: &'t Target<'a>) -> impl Iterator<Item = Flavor<'a>> + use<'t, 'a> {
        let image = self.image(target);
        target.members.iter().enumerate().flat_map(move |(place, member)| {
            let of = move |architecture: &'a str| Flavor {
                member: place,
                architecture,
                capabilities: with(architecture, self.own(image, member, architecture)),
            };
            member.architectures.iter().map(move |architecture| of(architecture))
        })
    }

    /// Estimates how many bytes the migration adds: the values of a tag for each architecture, in the profile and in
    /// the provider's configuration.
    fn bytes(&self) -> usize {
        /// The approximate size of an operation with its path.
        const OPERATION: usize = 96;
        let values = |capabilities: &Capabilities<'a>| -> usize {
            let list = |(name, values): &(&str, Vec<&str>)| {
                name.len() + 6 + values.iter().map(|value| value.len() + 3).sum::<usize>()
            };
            capabilities.iter().map(list).sum()
        };
        let members = self.targets.iter().flat_map(|target| &target.members);
        let of_member = |member: &Member<'a>| {
            let flavor = 24 + values(&member.capabilities);
            let named: usize = member.architectures.iter().map(|architecture| architecture.len()).sum();
            OPERATION + named + member.architectures.len().saturating_mul(flavor)
        };
        let machines: usize = self.machines.iter().map(|own| OPERATION + values(own)).sum();
        let architectures = members.clone().map(|member| member.architectures.len()).max().unwrap_or(1);
        // The configuration may list a version more than once, and each entry gets all capabilities of the version.
        let largest = members.clone().map(of_member).max().unwrap_or_default();
        let copied: usize = self.config.map_or(0, |config| {
            config.entries().map(|(_, entry)| largest.saturating_add(config.copied(&entry, architectures))).sum()
        });
        machines + members.map(of_member).sum::<usize>() + copied
    }

    /// Reports what prevents the migration. `document` is the profile as written.
    pub(super) fn check(&self, document: Value<'a>, found: &mut Findings) {
        /// A profile may grow to a few times its size; more than that was not intended.
        const TIMES: usize = 4;
        const ROOM: usize = 256 << 10;
        let (bytes, most) = (self.bytes(), document.json().len().saturating_mul(TIMES).saturating_add(ROOM));
        if bytes > most {
            found.error(|| {
                Migrating::new(&MIGRATION_TOO_LARGE, Pointer::to("spec"), "spec")
                    .fact(Fact::named("bytes", bytes))
                    .fact(Fact::named("most", most))
            });
            return;
        }
        for target in &self.targets {
            let versions = document.get("spec").and_then(|spec| spec.get("machineImages")?.element(target.image));
            let versions = versions.and_then(|image| image.get("versions"));
            self.differ(target, versions, found);
            self.claim(target, found);
        }
        if let Some(config) = self.config {
            config.check(found);
        }
    }

    /// Reports merged versions that differ, artifacts for other architectures than the provider has, and existing
    /// flavors.
    fn differ(&self, target: &Target<'a>, versions: Option<Value<'a>>, found: &mut Findings) {
        let written = |member: &Member<'a>| versions.and_then(|versions| versions.element(member.version));
        let part = |member: &Member<'a>, key: &str| {
            let value = written(member).and_then(|version| version.get(key)).filter(|value| !value.is_null());
            value.map(|value| value.json())
        };
        let Some(head) = target.head() else { return };
        for member in &target.members {
            let path = place_of(target.image, member.version);
            if self.config.is_some_and(Config::is_for_one_architecture)
                && member.architectures.iter().any(|it| *it != USUAL)
            {
                let written: Json = member.architectures.iter().copied().collect();
                found.error(|| {
                    Migrating::new(&ARTIFACTS_OF_ONE_ARCHITECTURE, path.clone().key("architectures"), member.text)
                        .fact(Fact::named("written", written))
                        .fact(Fact::named("artifact", USUAL))
                });
            }
            if part(member, "capabilityFlavors").is_some_and(|flavors| flavors != "[]") {
                found.error(|| Migrating::new(&FORMS_MIXED, path.clone().key("capabilityFlavors"), member.text));
            }
            // Only for speed: a version does not differ from itself, and looking it up in a long list takes time.
            if member.version == head.version {
                continue;
            }
            // A missing classification is no difference: operators omit it to bypass the rule of one supported version
            // per minor.
            let classes = [head, member].map(|it| part(it, "classification"));
            let differs = matches!(&classes, [Some(one), Some(other)] if one != other).then_some("classification");
            let differs = differs.or_else(|| SHARED.into_iter().find(|key| part(member, key) != part(head, key)));
            if let Some(key) = differs {
                found.error(|| {
                    Migrating::new(&TAGS_DIFFER, path, member.text)
                        .fact(Fact::named("key", key))
                        .fact(Fact::named("head", head.text))
                });
            }
        }
    }

    /// Reports artifacts of one version that would be identical.
    fn claim(&self, target: &Target<'a>, found: &mut Findings) {
        // A version whose capabilities are unknown cannot be called identical to another one.
        let has_tags = target.members.iter().any(|member| member.is_tagged);
        if target.members.len() < 2 || has_tags && !target.members.iter().all(|member| member.is_known) {
            return;
        }
        let mut seen: Known<Vec<(&str, Vec<&str>)>, usize> = Known::default();
        for flavor in self.flavors(target) {
            let content = self.content(&flavor.capabilities);
            let Some(member) = target.members.get(flavor.member) else { continue };
            match seen.get(&content).and_then(|place| target.members.get(*place)) {
                Some(other) if other.version != member.version => {
                    let path = place_of(target.image, member.version);
                    found.error(|| {
                        Migrating::new(&TAGS_CLAIM_THE_SAME, path, member.text)
                            .fact(Fact::named("other", other.text))
                            .fact(Fact::named("capabilities", object(&flavor.capabilities)))
                    });
                    return;
                }
                Some(_) => {}
                None => {
                    seen.insert(content, flavor.member);
                }
            }
        }
    }

    /// Returns a key that is equal for capabilities that are equal after defaulting.
    fn content(&self, capabilities: &Capabilities<'a>) -> Vec<(&'a str, Vec<&'a str>)> {
        let named = capabilities.iter().filter_map(|(name, values)| {
            let values = sort::set(values.iter().copied());
            let all = self.defined.of(name).map(|all| sort::set(all.iter().copied()));
            (all.as_ref() != Some(&values)).then_some((*name, values))
        });
        sort::set(named)
    }

    /// The provider's entries for each target, in document order.
    pub(super) fn entries(&self) -> Vec<Vec<(usize, Entry<'a>)>> {
        let mut places: Known<(&'a str, &'a str), (usize, usize)> = Known::default();
        for (at, target) in self.targets.iter().enumerate() {
            let image = self.image(target);
            for (place, member) in target.members.iter().enumerate() {
                if places.get(&(image, member.text)).is_none() {
                    places.insert((image, member.text), (at, place));
                }
            }
        }
        let mut entries: Vec<Vec<(usize, Entry<'a>)>> = self.targets.iter().map(|_| Vec::new()).collect();
        for (name, entry) in self.config.into_iter().flat_map(Config::entries) {
            if let Some((at, place)) = places.get(&name)
                && let Some(of_target) = entries.get_mut(*at)
            {
                of_target.push((*place, entry));
            }
        }
        entries
    }

    /// The architectures of a target without duplicates, for its legacy field.
    pub(super) fn architectures(&self, target: &Target<'a>) -> Vec<&'a str> {
        let mut named = Interner::default();
        target.members.iter().flat_map(|member| &member.architectures).for_each(|architecture| {
            named.intern(architecture);
        });
        named.names().to_vec()
    }
}

/// Reports machine types that have capabilities although the profile defines none.
pub(super) fn mixed_types(spec: &ProfileSpec<'_>, found: &mut Findings) {
    for (place, machine) in spec.machine_types.iter().enumerate().filter(|(_, it)| !it.capabilities.is_empty()) {
        let path = Pointer::to("spec").key("machineTypes").index(place).key("capabilities");
        found.error(|| Migrating::new(&FORMS_MIXED, path, machine.name()));
    }
}

/// Lists what is still in the old form in a profile that defines capabilities.
pub(super) fn left_behind(spec: &ProfileSpec<'_>) -> Vec<(Pointer, String)> {
    let several = spec
        .machine_capabilities
        .iter()
        .rfind(|definition| definition.name() == ARCHITECTURE)
        .is_none_or(|definition| definition.values.len() > 1);
    let mut left = Vec::new();
    for (place, machine) in spec.machine_types.iter().enumerate() {
        if several && machine.capabilities.get(ARCHITECTURE).is_none() {
            left.push((Pointer::to("spec").key("machineTypes").index(place), machine.name().to_owned()));
        }
    }
    for (index, image) in spec.machine_images.iter().enumerate() {
        for (place, version) in image.versions.iter().enumerate() {
            if several && version.capability_flavors.is_empty() {
                left.push((place_of(index, place), format!("{}:{}", image.name(), version.version())));
            }
        }
    }
    left
}
