//! The lists of values that say what is so without them: all the defined ones, in whatever order (section 3.4).

use crate::policy::images::capabilities::ByName;
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, ProfileSpec};
use crate::policy::images::provider::{Whose, whose};
use crate::wire::{Json, Kind, Pointer, Value};

/// The capability that azure's older field stands in for where it is not named.
const NETWORKING: &str = "azure-networking";

/// A part of a profile in which lists stand.
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
    /// All of them, in the order in which they are looked at.
    pub(crate) const ALL: [Self; 3] = [Self::MachineTypes, Self::MachineImages, Self::ProviderConfig];

    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::MachineTypes => "spec.machineTypes",
            Self::MachineImages => "spec.machineImages",
            Self::ProviderConfig => "spec.providerConfig",
        }
    }
}

/// Something that can be taken out.
#[derive(Debug)]
pub(crate) struct Taken {
    /// Where it is in the document.
    pub place: Pointer,
    /// In which part.
    pub part: Part,
    /// How many lists it holds.
    pub lists: usize,
    /// How many bytes of compact JSON the document has less without it, beside what was taken out before.
    pub bytes: usize,
}

/// The superfluous lists of a profile.
#[derive(Debug)]
pub(crate) struct Superfluous<'a> {
    defined: ByName<'a>,
    several_architectures: bool,
    part: Part,
    /// What can be taken out, in the order of the parts.
    pub found: Vec<Taken>,
}

/// Whose capabilities a map holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    MachineType,
    Artifact,
    /// An artifact in the form of the design text, for which azure's older field speaks too.
    BesideOlderField,
}

impl<'a> Superfluous<'a> {
    /// Finds them. What the extension of an unknown provider makes of a list nobody knows, so those stay.
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

    /// How many bytes there are less without them.
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
            // With several architectures a type that says nothing at all is stored as one of the usual architecture.
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

    /// Takes members out of a map that has so many.
    fn take(&mut self, superfluous: &[(&str, Value<'_>)], members: usize, place: &Pointer) {
        for (taken, (name, values)) in superfluous.iter().enumerate() {
            let others = members > taken + 1;
            let bytes = member_bytes(name, *values) + usize::from(others);
            self.found.push(Taken { place: place.clone().key(name), part: self.part, lists: 1, bytes });
        }
    }

    /// Whether a list holds each defined value and no other. An architecture is always named, as the design wants it.
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

/// How many bytes a member has, without the comma beside it.
fn member_bytes(key: &str, value: Value<'_>) -> usize {
    Json::from(key).to_text().len() + 1 + value.json().len()
}

fn each<'v>(owner: Value<'v>, key: &str, place: &Pointer, mut look: impl FnMut(Value<'v>, Pointer)) {
    for (index, entry) in owner.get(key).into_iter().flat_map(Value::elements).enumerate() {
        look(entry, place.clone().key(key).index(index));
    }
}

/// Every version of every image of a list of images.
fn each_version<'v>(owner: Value<'v>, place: &Pointer, mut look: impl FnMut(Value<'v>, Pointer)) {
    each(owner, "machineImages", place, |image, place| each(image, "versions", &place, &mut look));
}
