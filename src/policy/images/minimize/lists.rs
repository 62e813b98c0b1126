//! Lists of values that change nothing, because they name all defined values, in whatever order (section 3.4).

use crate::policy::images::capabilities::ByName;
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, ProfileSpec};
use crate::policy::images::provider::{Whose, whose};
use crate::wire::{Json, Kind, Pointer, Value};

/// The capability that azure's older field fills in where it is not named.
const NETWORKING: &str = "azure-networking";

/// A part of a profile that has lists of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// `spec.machineTypes`
    MachineTypes,
    /// `spec.machineImages`
    MachineImages,
    /// `spec.providerConfig`
    ProviderConfig,
}

impl Part {
    /// All parts, in the order in which they are searched.
    pub(crate) const ALL: [Self; 3] = [Self::MachineTypes, Self::MachineImages, Self::ProviderConfig];

    /// The path of the part.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::MachineTypes => "spec.machineTypes",
            Self::MachineImages => "spec.machineImages",
            Self::ProviderConfig => "spec.providerConfig",
        }
    }
}

/// A part of the document that can be removed.
#[derive(Debug)]
pub(crate) struct Taken {
    /// The place in the document.
    pub place: Pointer,
    /// The part of the profile.
    pub part: Part,
    /// The number of lists that are removed with it.
    pub lists: usize,
    /// The number of bytes of compact JSON that are saved, if everything listed earlier is removed already.
    pub bytes: usize,
}

/// The superfluous lists of a profile.
#[derive(Debug)]
pub(crate) struct Superfluous<'a> {
    defined: ByName<'a>,
    several_architectures: bool,
    part: Part,
    /// What can be removed, in the order of the parts.
    pub found: Vec<Taken>,
}

/// The owner of a capability map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    MachineType,
    Artifact,
    /// An artifact in the design text's form, for which azure's older field counts too.
    BesideOlderField,
}

impl<'a> Superfluous<'a> {
    /// Finds the superfluous lists. The lists of an unknown provider stay, because nobody knows what its extension
    /// makes of them.
    pub(crate) fn of(document: Value<'a>, spec: &ProfileSpec<'a>) -> Self {
        let definitions = &spec.machine_capabilities;
        let several_architectures = architectures::are_several(architectures::defined(definitions));
        let defined = ByName::new(definitions);
        let mut all = Self { defined, several_architectures, part: Part::MachineTypes, found: Vec::new() };
        let Some(written) = document.get("spec").filter(|_| !definitions.is_empty()) else { return all };
        let at = Pointer::to("spec");
        each(written, "machineTypes", &at, |machine, place| {
            all.of_map(machine, "capabilities", &place, Holder::MachineType);
        });
        all.part = Part::MachineImages;
        each_version(written, &at, |version, place| {
            each(version, "capabilityFlavors", &place, |flavor, place| all.of_artifact(flavor, &place));
        });
        all.part = Part::ProviderConfig;
        let config = written.get("providerConfig").filter(|config| !config.is_null());
        if let (Some(config), Whose::Known(_)) = (config, whose(None, config, spec.provider_type)) {
            each_version(config, &at.key("providerConfig"), |version, place| all.of_provider(version, &place));
        }
        all
    }

    /// Returns the number of bytes saved by removing all of them.
    pub(crate) fn bytes(&self) -> usize {
        self.found.iter().map(|taken| taken.bytes).sum()
    }

    fn of_provider(&mut self, version: Value<'_>, place: &Pointer) {
        each(version, "capabilityFlavors", place, |flavor, place| {
            self.of_map(flavor, "capabilities", &place, Holder::Artifact);
        });
        let older = version.get("acceleratedNetworking").is_some_and(|older| !older.is_null());
        let holder = if older { Holder::BesideOlderField } else { Holder::Artifact };
        self.of_map(version, "capabilities", place, holder);
        each(version, "regions", place, |item, place| self.of_map(item, "capabilities", &place, Holder::Artifact));
    }

    fn of_map(&mut self, owner: Value<'_>, key: &str, place: &Pointer, holder: Holder) {
        let Some(map) = owner.get(key).filter(|map| map.kind() == Kind::Object) else { return };
        let members = map.members().count();
        let superfluous: Vec<(&str, Value<'_>)> = map
            .members()
            .filter(|(name, values)| self.says_nothing(name, *values))
            .filter(|(name, _)| holder != Holder::BesideOlderField || *name != NETWORKING)
            .collect();
        let place = place.clone().key(key);
        if holder == Holder::MachineType && superfluous.len() == members && members > 0 {
            // With several architectures, a type without any capabilities is stored with the usual architecture.
            if !self.several_architectures {
                let others = owner.members().count() > 1;
                let bytes = member_bytes(key, map) + usize::from(others);
                self.found.push(Taken { place, part: self.part, lists: members, bytes });
                return;
            }
            return self.take(superfluous.get(1..).unwrap_or_default(), members, &place);
        }
        self.take(&superfluous, members, &place);
    }

    fn of_artifact(&mut self, flavor: Value<'_>, place: &Pointer) {
        if flavor.kind() == Kind::Object {
            let superfluous: Vec<(&str, Value<'_>)> =
                flavor.members().filter(|(name, values)| self.says_nothing(name, *values)).collect();
            self.take(&superfluous, flavor.members().count(), place);
        }
    }

    /// Adds members of a map to be removed; the map has `members` members.
    fn take(&mut self, superfluous: &[(&str, Value<'_>)], members: usize, place: &Pointer) {
        for (taken, (name, values)) in superfluous.iter().enumerate() {
            let others = members > taken + 1;
            let bytes = member_bytes(name, *values) + usize::from(others);
            self.found.push(Taken { place: place.clone().key(name), part: self.part, lists: 1, bytes });
        }
    }

    /// Whether a list has every defined value and no other. Architectures always stay, as the design wants them named.
    fn says_nothing(&self, name: &str, values: Value<'_>) -> bool {
        let Some(defined) = self.defined.get(name).filter(|defined| name != ARCHITECTURE && !defined.is_empty()) else {
            return false;
        };
        if values.kind() != Kind::Array || values.elements().count() < defined.len() {
            return false;
        }
        let own: crate::base::Names<'_> = values.elements().filter_map(Value::as_str).collect();
        own.len() == defined.len() && own.iter().all(|value| defined.contains(value))
    }
}

/// Returns the size of a member in bytes, without the comma beside it.
fn member_bytes(key: &str, value: Value<'_>) -> usize {
    Json::from(key).to_text().len() + 1 + value.json().len()
}

fn each<'v>(owner: Value<'v>, key: &str, place: &Pointer, mut look: impl FnMut(Value<'v>, Pointer)) {
    for (index, entry) in owner.get(key).into_iter().flat_map(Value::elements).enumerate() {
        look(entry, place.clone().key(key).index(index));
    }
}

/// Visits every version of every image of a list of images.
fn each_version<'v>(owner: Value<'v>, place: &Pointer, mut look: impl FnMut(Value<'v>, Pointer)) {
    each(owner, "machineImages", place, |image, place| each(image, "versions", &place, &mut look));
}
