//! The definitions of capabilities (section 4.2).

use super::Validation;
use crate::base::Interner;
use crate::policy::images::capabilities::ByName;
use crate::policy::images::catalog::{Overruling, architectures};
use crate::policy::images::divergences::UNIQUE_VALUES;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition, KNOWN};
use crate::policy::images::errors::MORE_THAN_LISTED;
use crate::policy::images::profiles::names;
use crate::wire::PathStep;

const RESERVED: &str = "gardener-";

/// The definitions by name. If several have the same name, the last one counts.
#[derive(Debug)]
pub(super) struct Defined<'d> {
    values: ByName<'d>,
    architectures: &'d [&'d str],
    /// Decides which older fields are overruled.
    pub(super) overruling: Overruling<'d>,
}

impl<'d> Defined<'d> {
    /// Indexes the definitions.
    pub(super) fn new(definitions: &'d [Definition<'_>]) -> Self {
        let architectures = architectures::defined(definitions);
        Self { values: ByName::new(definitions), architectures, overruling: Overruling::by(definitions) }
    }

    /// Whether the profile defines no capabilities.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The defined architectures, as written.
    pub(super) fn architectures(&self) -> &'d [&'d str] {
        self.architectures
    }

    /// Whether several architectures are defined, counted as written.
    pub(super) fn several_architectures(&self) -> bool {
        architectures::are_several(self.architectures)
    }
}

impl<'v> Validation<'v, '_> {
    pub(super) fn capabilities(&mut self, definitions: &'v [Definition<'_>], place: &PathStep<'_>) {
        if definitions.is_empty() {
            return;
        }
        if !self.gates.capabilities() {
            self.forbidden(*place, "the feature gate `CloudProfileCapabilities` is off");
        }
        let mut names = Interner::default();
        for (index, definition) in definitions.iter().enumerate() {
            let (name, entry) = (definition.name(), place.index(index));
            if !names.is_new(name) {
                self.duplicate(entry.key("name"), name);
            }
            if name.starts_with(RESERVED) {
                self.forbidden(entry.key("name"), "names that begin with `gardener-` are reserved");
            }
            self.unique_values(definition, &entry);
        }
        self.defined_architectures(place);
        self.definitions_by_name(definitions, place);
    }

    /// In the design edition, values are unique.
    fn unique_values(&mut self, definition: &Definition<'_>, entry: &PathStep<'_>) {
        if !self.asked.edition.applies(&UNIQUE_VALUES) {
            return;
        }
        let mut seen = Interner::default();
        for (index, value) in definition.values.iter().enumerate() {
            if !seen.is_new(value) {
                self.duplicate(entry.key("values").index(index), value);
            }
        }
    }

    fn defined_architectures(&mut self, place: &PathStep<'_>) {
        let field = place.key(ARCHITECTURE);
        if self.defined.values.get(ARCHITECTURE).is_none() {
            self.required(field, "the capability `architecture` has to be defined");
        }
        for value in self.defined.architectures.iter().filter(|value| !KNOWN.contains(value)) {
            self.invalid(field, value, "architectures are `amd64` and `arm64`");
        }
    }
}

impl<'v> Validation<'v, '_> {
    /// Checks names and values. If several definitions have the same name, the last one counts.
    fn definitions_by_name(&mut self, definitions: &'v [Definition<'_>], place: &PathStep<'_>) {
        let places: Vec<(&str, usize)> = self.defined.values.places().collect();
        for (name, place_of) in places {
            let Some(definition) = definitions.get(place_of) else { continue };
            if name.is_empty() {
                self.required(*place, "a capability needs a name");
            } else if !names::plain_name(name).is_empty() {
                self.invalid(*place, name, names::PLAIN_NAME);
            }
            let field = place.key(name);
            if definition.values.is_empty() {
                self.required(field, "a capability needs at least one value");
            }
            for (index, value) in definition.values.iter().enumerate() {
                if value.is_empty() {
                    self.required(field.index(index), "a value may not be empty");
                } else if !names::plain_name(value).is_empty() {
                    self.invalid(field.index(index), value, names::PLAIN_NAME);
                }
            }
        }
    }

    /// Compares the names and values that a machine type or a flavor gives with the definitions. Unknown names are
    /// reported at `place`, unknown values below it.
    pub(super) fn known_capabilities(&mut self, capabilities: &Capabilities<'_>, place: &PathStep<'_>) {
        for (name, values) in capabilities {
            let Some(defined) = self.defined.values.get(name) else {
                let names: Vec<&str> =
                    self.defined.values.iter().map(|(name, _)| name).take(MORE_THAN_LISTED).collect();
                self.not_supported(*place, name, &names);
                continue;
            };
            if values.iter().all(|value| defined.contains(value)) {
                continue;
            }
            let unknown: Vec<(usize, &str)> =
                values.iter().copied().enumerate().filter(|(_, value)| !defined.contains(value)).collect();
            let supported: Vec<&str> = defined.iter().take(MORE_THAN_LISTED).collect();
            for (index, value) in unknown {
                self.not_supported(place.key(name).index(index), value, &supported);
            }
        }
    }
}
