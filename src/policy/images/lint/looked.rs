//! The profile that is looked over.

use std::cell::Cell;

use crate::policy::images::catalog::Catalog;
use crate::policy::images::documents::{Capabilities, ImageVersion, ProfileSpec};
use crate::policy::images::provider::{Content, Defined};
use crate::question::Asked;
use crate::reason::Fact;
use crate::wire::{Json, Pointer};

/// How many steps are taken where lists are held against each other, so that time does not grow with their product.
pub(super) const STEPS: usize = 4_000_000;

/// A profile, and what its checks share.
#[derive(Debug)]
pub(super) struct Looked<'l, 'a> {
    pub spec: &'l ProfileSpec<'a>,
    pub catalog: &'l Catalog<'a>,
    pub defined: Defined<'l, 'a>,
    pub asked: &'l Asked<'a>,
    /// Where the document is, for facts.
    place: Pointer,
    steps: Cell<Option<usize>>,
}

impl<'l, 'a> Looked<'l, 'a> {
    /// A profile at a place.
    pub(super) fn new(
        spec: &'l ProfileSpec<'a>,
        catalog: &'l Catalog<'a>,
        place: Pointer,
        (asked, steps): (&'l Asked<'a>, usize),
    ) -> Self {
        let defined = Defined::new(&spec.machine_capabilities);
        Self { spec, catalog, defined, asked, place, steps: Cell::new(Some(steps.min(STEPS))) }
    }

    /// Whether so many more steps may be taken. From the first refusal on not everything was looked at.
    pub(super) fn may_take(&self, steps: usize) -> bool {
        let left = self.steps.get().and_then(|left| left.checked_sub(steps));
        self.steps.set(left);
        left.is_some()
    }

    /// Whether every check came to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.steps.get().is_some()
    }

    /// What is equal after defaulting has equal content.
    pub(super) fn content(&self, capabilities: &Capabilities<'a>) -> Content<'a> {
        if self.catalog.is_implied() {
            return capabilities.iter().map(|(name, values)| (*name, values.clone())).collect();
        }
        self.defined.content(capabilities)
    }

    /// What stands at a place in the document.
    pub(super) fn saw(&self, path: &Pointer, value: impl Into<Json>) -> Fact {
        Fact::at(self.place.clone().join(path), value)
    }

    /// A version by its place among all: `image:version`, where it is, and what it says.
    pub(super) fn version(&self, version: usize) -> Option<Version<'l, 'a>> {
        let entry = self.catalog.version_of(self.spec, version)?;
        let image = self.spec.machine_images.get(self.catalog.versions().get(version)?.image)?;
        Some(Version { image: image.name(), entry, path: self.catalog.place(version, &Pointer::to("spec")) })
    }
}

/// An image version.
pub(super) struct Version<'l, 'a> {
    pub image: &'a str,
    pub entry: &'l ImageVersion<'a>,
    pub path: Pointer,
}

impl<'a> Version<'_, 'a> {
    /// What it is called.
    pub(super) fn called(&self) -> String {
        format!("{}:{}", self.image, self.entry.version())
    }

    /// What names it.
    pub(super) fn name(&self) -> (&'a str, &'a str) {
        (self.image, self.entry.version())
    }

    /// Where one of its flavors is; without any it is the version itself.
    pub(super) fn flavor_path(&self, flavor: usize) -> Pointer {
        if self.entry.capability_flavors.is_empty() {
            return self.path.clone();
        }
        self.path.clone().key("capabilityFlavors").index(flavor)
    }
}
