//! The profile that is checked.

use std::cell::Cell;

use crate::policy::images::catalog::Catalog;
use crate::policy::images::documents::{Capabilities, ImageVersion, ProfileSpec};
use crate::policy::images::provider::{Content, Defined};
use crate::question::Asked;
use crate::reason::Fact;
use crate::wire::{Json, Pointer};

/// The maximum number of steps spent on comparing lists, so that the time does not grow with the product of their
/// lengths.
pub(super) const STEPS: usize = 4_000_000;

/// A profile, with what its checks share.
#[derive(Debug)]
pub(super) struct Looked<'l, 'a> {
    pub spec: &'l ProfileSpec<'a>,
    pub catalog: &'l Catalog<'a>,
    pub defined: Defined<'l, 'a>,
    pub asked: &'l Asked<'a>,
    /// The place of the document, for facts.
    place: Pointer,
    steps: Cell<Option<usize>>,
}

impl<'l, 'a> Looked<'l, 'a> {
    /// Prepares the profile at a place for checking.
    pub(super) fn new(
        spec: &'l ProfileSpec<'a>,
        catalog: &'l Catalog<'a>,
        place: Pointer,
        (asked, steps): (&'l Asked<'a>, usize),
    ) -> Self {
        let defined = Defined::new(&spec.machine_capabilities);
        Self { spec, catalog, defined, asked, place, steps: Cell::new(Some(steps.min(STEPS))) }
    }

    /// Whether this many more steps may be taken. After the first refusal, not everything has been checked.
    pub(super) fn may_take(&self, steps: usize) -> bool {
        let left = self.steps.get().and_then(|left| left.checked_sub(steps));
        self.steps.set(left);
        left.is_some()
    }

    /// Whether every check could be completed.
    pub(super) fn is_whole(&self) -> bool {
        self.steps.get().is_some()
    }

    /// Returns the content of capabilities. Capabilities that are equal after defaulting have equal content.
    pub(super) fn content(&self, capabilities: &Capabilities<'a>) -> Content<'a> {
        if self.catalog.is_implied() {
            return capabilities.iter().map(|(name, values)| (*name, values.clone())).collect();
        }
        self.defined.content(capabilities)
    }

    /// Returns the fact that a value is at a path in the document, or that none is there.
    pub(super) fn saw(&self, path: &Pointer, value: Option<impl Into<Json>>) -> Fact {
        Fact::of(self.place.clone().join(path), value)
    }

    /// Returns a version by its index among all versions of the profile.
    pub(super) fn version(&self, version: usize) -> Option<Version<'l, 'a>> {
        let entry = self.catalog.version_of(self.spec, version)?;
        let image = self.spec.machine_images.get(self.catalog.versions().get(version)?.image)?;
        Some(Version { image: image.name(), entry, path: self.catalog.place(version, &Pointer::to("spec")) })
    }
}

/// An image version, with its path.
pub(super) struct Version<'l, 'a> {
    pub image: &'a str,
    pub entry: &'l ImageVersion<'a>,
    pub path: Pointer,
}

impl<'a> Version<'_, 'a> {
    /// The name for readers, as `image:version`.
    pub(super) fn called(&self) -> String {
        format!("{}:{}", self.image, self.entry.version())
    }

    /// The names of the image and the version.
    pub(super) fn name(&self) -> (&'a str, &'a str) {
        (self.image, self.entry.version())
    }

    /// The path of one of the version's flavors, or of the version itself if it has none.
    pub(super) fn flavor_path(&self, flavor: usize) -> Pointer {
        if self.entry.capability_flavors.is_empty() {
            return self.path.clone();
        }
        self.path.clone().key("capabilityFlavors").index(flavor)
    }
}
