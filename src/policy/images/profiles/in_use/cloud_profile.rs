//! What an update of a CloudProfile may not take away.

use super::artifacts::{Mapped, other_artifacts};
use super::children::refused_from_now_on;
use super::going::{going_below, is_going};
use super::hurts;
use super::identity::{is_being_deleted, name_of, namespace_of};
use super::left_open::left_open;
use super::listed::Listed;
use super::merged::Used;
use super::outgrown::{may_outgrow, outgrown};
use super::places::place;
use super::pools::{Documents, Effects, Told, refused, sorted};
use super::sides::Sides;
use super::users::Users;
use super::{Violation, What};
use crate::base::sort::set;
use crate::base::{Edition, Index, Known, Names};
use crate::policy::images::capabilities::ByName;
use crate::policy::images::divergences::ARCHITECTURES_ARE_IN_USE;
use crate::policy::images::documents::{
    ARCHITECTURE, CloudProfile, Limits, MachineImage, NamespacedCloudProfile, NamespacedDocument, ProfileSpec, Shoot,
    image_versions,
};
use crate::policy::images::provider::{HeldConfig, exchanged};
use crate::policy::images::store::{CLOUD_PROFILE, Written};
use crate::question::{Asked, Undecided};
use crate::wire::{Json, Value, read};

/// The effects of an update of a CloudProfile on its users. A profile that is being deleted may lose everything.
pub(crate) fn update_of_cloud_profile<'a>(
    [old, new]: [&CloudProfile<'a>; 2],
    written: [&Written<'a>; 2],
    users: &Users<'a>,
    told: Told,
    asked: &Asked<'_>,
) -> Result<Effects, Undecided> {
    if is_being_deleted(new.metadata.as_ref()) {
        let going = is_going(written[1].path(), CLOUD_PROFILE.kind, name_of(new.metadata.as_ref()));
        return Ok(Effects { violations: Vec::new(), warnings: vec![going] });
    }
    // Existing users name the profile as it was called before the change.
    let name = name_of(old.metadata.as_ref());
    let profiles: Vec<&NamespacedDocument<'_>> = users
        .namespaced
        .iter()
        .map(|profile| -> &NamespacedDocument<'_> { profile })
        .filter(|profile| profile.builds_on(name) && !profile.is_being_deleted())
        .collect();
    let names: Vec<(&str, &str)> = set(profiles
        .iter()
        .map(|profile| (namespace_of(profile.metadata.as_ref()), name_of(profile.metadata.as_ref()))));
    let uses = |shoot: &&Shoot<'_>| {
        let through = shoot.namespaced_profile().is_some_and(|profile| names.binary_search(&profile).is_ok());
        !shoot.is_being_deleted() && (shoot.uses_cloud_profile(name) || through)
    };
    let shoots: Vec<&Shoot<'_>> = users.shoots.iter().map(|shoot| -> &Shoot<'_> { shoot }).filter(uses).collect();
    let change = Change { new: new.spec(), old: old.spec(), profiles, shoots };
    let mut violations = change.kubernetes_versions();
    violations.extend(change.images());
    violations.extend(change.image_versions());
    violations.extend(change.limits());
    violations.extend(change.capabilities(asked.edition));
    place(&mut violations, [change.old.into(), change.new.into()]);
    let mut effects = change.pools(written, told, asked)?;
    effects.warnings.extend(refused_from_now_on(&change.profiles, written, &violations, asked));
    violations.append(&mut effects.violations);
    let images = Listed::new(&change.old.machine_images, &[]);
    let known = [change.old, change.new].into_iter().flat_map(ProfileSpec::kubernetes_versions);
    let known = set(known.filter_map(|version| version.version));
    let kubernetes = (&change.kubernetes_gone(), known.as_slice());
    effects.warnings.extend(going_below(users, name));
    effects.warnings.extend(left_open(&sorted(change.shoots.clone()), &[&images], kubernetes));
    Ok(Effects { violations, ..effects })
}

/// The two states of a CloudProfile, and its users.
struct Change<'c> {
    new: &'c ProfileSpec<'c>,
    old: &'c ProfileSpec<'c>,
    profiles: Vec<&'c NamespacedDocument<'c>>,
    shoots: Vec<&'c Shoot<'c>>,
}

impl<'c> Change<'c> {
    /// The Kubernetes versions that the change removes.
    fn kubernetes_gone(&self) -> Names<'c> {
        let texts = |spec: &'c ProfileSpec<'c>| -> Names<'c> {
            spec.kubernetes_versions().iter().map(|version| version.version.unwrap_or_default()).collect()
        };
        texts(self.old).without(&texts(self.new)).collect()
    }

    fn kubernetes_versions(&self) -> Vec<Violation> {
        let removed = self.kubernetes_gone();
        let mut violations = Vec::new();
        for profile in &self.profiles {
            for version in profile.spec().kubernetes_versions() {
                let text = version.version.unwrap_or_default();
                if removed.contains(text) {
                    violations.push(profile.violation(What::KubernetesVersion, text.to_owned()));
                }
            }
        }
        for shoot in self.shoots.iter().filter(|shoot| removed.contains(shoot.kubernetes_version())) {
            violations.push(shoot.violation(What::KubernetesVersion, shoot.kubernetes_version().to_owned()));
        }
        violations
    }

    /// Images that the change removes although a NamespacedCloudProfile names them, or adds although one defines them.
    fn images(&self) -> Vec<Violation> {
        let names =
            |spec: &'c ProfileSpec<'c>| -> Names<'c> { spec.machine_images.iter().map(MachineImage::name).collect() };
        let (new, old) = (names(self.new), names(self.old));
        let mut violations = Vec::new();
        for profile in &self.profiles {
            for image in &profile.spec().machine_images {
                match (old.contains(image.name()), new.contains(image.name())) {
                    (true, false) => {
                        violations.push(profile.violation(What::RemovedMachineImage, image.name().to_owned()));
                    }
                    (false, true) => {
                        violations.push(profile.violation(What::AddedMachineImage, image.name().to_owned()));
                    }
                    _ => {}
                }
            }
        }
        violations
    }

    fn image_versions(&self) -> Vec<Violation> {
        let (new, old) = (image_versions(&self.new.machine_images), image_versions(&self.old.machine_images));
        let is_removed = |image: &str, version: &str| {
            let has = |images: &[(&str, &str)]| images.binary_search(&(image, version)).is_ok();
            has(&old) && !has(&new)
        };
        let mut violations = Vec::new();
        for profile in &self.profiles {
            for image in &profile.spec().machine_images {
                for version in image.versions.iter().filter(|version| is_removed(image.name(), version.version())) {
                    let value = format!("{}:{}", image.name(), version.version());
                    violations.push(profile.violation(What::MachineImageVersion, value));
                }
            }
        }
        for shoot in &self.shoots {
            for (image, version) in shoot.images().filter(|(image, version)| is_removed(image, version)) {
                violations.push(shoot.violation(What::MachineImageVersion, format!("{image}:{version}")));
            }
        }
        violations
    }

    fn limits(&self) -> Vec<Violation> {
        exceeded_limit(self.new.limits.as_ref(), self.old.limits.as_ref(), &self.shoots)
    }

    /// The pools that would be refused, with the CloudProfile itself or through a NamespacedCloudProfile, and those
    /// that the change hurts.
    fn pools(&self, [old, new]: [&Written<'_>; 2], told: Told, asked: &Asked<'_>) -> Result<Effects, Undecided> {
        let shoots = sorted(self.shoots.clone());
        let documents = Documents {
            before: Listed::new(&self.old.machine_images, &self.old.machine_types),
            after: Listed::new(&self.new.machine_images, &self.new.machine_types),
            paths: [old.path(), new.path()],
        };
        let sides = [self.old.into(), self.new.into()];
        let sides = Sides { written: sides, offered: sides };
        let hurts = hurts::warn(sides, &shoots, &documents, told, asked);
        let is_told_by_pool = told == Told::BesidesPools;
        let boots_alike = self.old.machine_capabilities == self.new.machine_capabilities
            && self.old.provider_config == self.new.provider_config;
        if is_told_by_pool && boots_alike && !may_outgrow(self.old, self.new) {
            return Ok(Effects { violations: Vec::new(), warnings: hurts });
        }
        let name = |profile: &NamespacedDocument<'c>| {
            (namespace_of(profile.metadata.as_ref()), name_of(profile.metadata.as_ref()))
        };
        let names: Vec<(&str, &str)> = set(shoots.iter().filter_map(|shoot| shoot.namespaced_profile()));
        let children: Vec<_> =
            self.profiles.iter().filter(|profile| names.binary_search(&name(profile)).is_ok()).collect();
        let used = Used::by(shoots.iter().copied());
        let merged = children.iter().map(|child| [used.merged(**old, child.value), used.merged(**new, child.value)]);
        let merged: Vec<[Json; 2]> = merged.collect();
        let mut specs = Vec::with_capacity(merged.len());
        for [before, after] in &merged {
            specs.push([merged_spec(before)?, merged_spec(after)?]);
        }
        let places: Known<(&str, &str), usize> =
            children.iter().enumerate().map(|(place, child)| (name(child), place + 1)).collect();
        let mut offers = vec![[self.old, self.new]];
        offers.extend(specs.iter().map(|[before, after]| [before, after]));
        let offer_of = |shoot: &Shoot<'_>| match shoot.namespaced_profile() {
            None => Some(0),
            Some(profile) => places.get(&profile).copied(),
        };
        let held = |config, of: &ProfileSpec<'c>| HeldConfig::read(config, of.provider_type, asked);
        let parents = [self.old, self.new].map(|spec| held(spec.provider_config, spec));
        let exchanged = match &parents {
            [Some(before), Some(after)] => exchanged([before, after], &new.path().key("spec").key("providerConfig")),
            _ => Vec::new(),
        };
        let own: Vec<_> = children.iter().map(|child| held(child.spec().provider_config, self.new)).collect();
        let own = std::iter::once(None).chain(own.iter().map(Option::as_ref));
        let mapped = offers.iter().zip(own).map(|(specs, own)| {
            let [before, after] = &parents;
            let [old, new] = *specs;
            [(old, before), (new, after)].map(|(spec, parents)| Mapped { spec, configs: [own, parents.as_ref()] })
        });
        let mapped: Vec<[Mapped<'_, '_>; 2]> = mapped.collect();
        let others = other_artifacts(&documents, &mapped, offer_of, &shoots, asked);
        let mut effects = match is_told_by_pool {
            true => Effects::default(),
            false => refused(&documents, &offers, offer_of, &shoots, asked.edition),
        };
        if !is_told_by_pool || may_outgrow(self.old, self.new) {
            effects.warnings.extend(outgrown(&documents, &offers, offer_of, &shoots));
        }
        effects.warnings.extend(others);
        effects.warnings.extend(exchanged);
        effects.warnings.extend(hurts);
        Ok(effects)
    }

    /// Capabilities and values that the change removes although a NamespacedCloudProfile names them. Upstream allows
    /// that if all these profiles together name nothing but architectures. In the design edition, architectures only go
    /// unreported if all definitions go, because the older fields then keep them.
    fn capabilities(&self, edition: Edition) -> Vec<Violation> {
        let named: Vec<_> = self.profiles.iter().map(|profile| (profile, named_capabilities(profile))).collect();
        let counted = edition.applies(&ARCHITECTURES_ARE_IN_USE);
        let kept = |name: &str| counted && name == ARCHITECTURE && self.new.machine_capabilities.is_empty();
        if !counted && named.iter().all(|(_, named)| named.iter().all(|(name, _)| *name == ARCHITECTURE)) {
            return Vec::new();
        }
        let (new, old) = (ByName::new(&self.new.machine_capabilities), ByName::new(&self.old.machine_capabilities));
        let is_removed = |name: &str, value: &str| old.has(name, value) && !new.has(name, value);
        let mut violations = Vec::new();
        for (profile, named) in named {
            for (name, values) in named.into_iter().filter(|(name, _)| !kept(name)) {
                let missed: Vec<&str> = values.iter().filter(|value| is_removed(name, value)).collect();
                if !missed.is_empty() {
                    violations.push(profile.violation(What::Capability, format!("{name}:{}", missed.join(","))));
                }
            }
        }
        violations
    }
}

/// Reads the `spec` of a merged profile.
pub(super) fn merged_spec(merged: &Json) -> Result<ProfileSpec<'_>, Undecided> {
    Ok(read(Value::from(merged), "")?.0)
}

/// The Shoots whose minimum number of machines exceeds a limit that the change sets.
pub(super) fn exceeded_limit(new: Option<&Limits>, old: Option<&Limits>, shoots: &[&Shoot<'_>]) -> Vec<Violation> {
    let nodes = |limits: Option<&Limits>| limits.and_then(Limits::most_nodes);
    let Some(limit) = nodes(new).filter(|limit| nodes(old) != Some(*limit)) else { return Vec::new() };
    let exceeds = |shoot: &&&Shoot<'_>| shoot.minimum() > limit;
    let violation = |shoot: &&Shoot<'_>| shoot.violation(What::Limits, "maxNodesTotal".to_owned());
    shoots.iter().filter(exceeds).map(violation).collect()
}

/// The values that a NamespacedCloudProfile names, by capability.
fn named_capabilities<'p>(profile: &'p NamespacedCloudProfile<'_>) -> Vec<(&'p str, Names<'p>)> {
    let spec = profile.spec();
    let versions = spec.machine_images.iter().flat_map(|image| &image.versions);
    let flavors = versions.flat_map(|version| version.flavors().map(|(_, flavor)| flavor));
    let all = flavors.chain(spec.machine_types.iter().map(|machine| &machine.capabilities)).flatten();
    let named: Vec<&(&str, Vec<&str>)> = all.collect();
    let names: Index<'_> = named.iter().map(|(name, _)| *name).collect();
    let values = |place: usize| named.get(place).map(|(_, values)| values.as_slice()).unwrap_or_default();
    names.groups().map(|(name, places)| (name, places.flat_map(values).copied().collect())).collect()
}
