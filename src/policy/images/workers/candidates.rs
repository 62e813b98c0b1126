//! The versions of one image that suit a pool of workers.

use std::borrow::Cow;
use std::ops::Range;

use super::filter::Filter;
use super::needs::Needs;
use crate::base::Edition;
use crate::policy::images::capabilities::Set;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{ImageVersion, MachineType};

/// A machine type and the needs of its workers, to be matched with the versions of images.
pub(crate) struct Candidates<'s, 'a> {
    offer: &'s Offer<'a>,
    /// The capabilities of the machine type; `None`: they do not count.
    machine: Option<Set>,
    needs: Needs<'a>,
    edition: Edition,
}

impl<'s, 'a> Candidates<'s, 'a> {
    /// Workers with these needs on a machine type, which has a place in the profile. Without definitions, or
    /// without the type, capabilities do not count.
    pub(crate) fn new(
        offer: &'s Offer<'a>,
        machine: Option<(usize, &MachineType<'a>)>,
        needs: Needs<'a>,
        edition: Edition,
    ) -> Self {
        let counted = machine.filter(|_| !offer.catalog.is_implied());
        let machine = counted.map(|(place, machine)| offer.catalog.machine_set(place, machine, edition));
        Self { offer, machine, needs, edition }
    }

    /// Whether a flavor of a version fits the machine type.
    pub(crate) fn runs(&self, version: usize) -> bool {
        let Some(machine) = &self.machine else { return true };
        let space = self.offer.catalog.space();
        let mut flavors = self.offer.catalog.flavors(version).peekable();
        flavors.peek().is_none() || flavors.any(|(_, flavor): (usize, Cow<'_, Set>)| space.fits(machine, &flavor))
    }

    /// Whether a version suits the workers.
    pub(crate) fn suits(&self, version: usize, entry: &ImageVersion<'a>) -> bool {
        self.cause(version, entry).is_none()
    }

    /// What keeps a version from suiting the workers first.
    pub(crate) fn cause(&self, version: usize, entry: &ImageVersion<'a>) -> Option<&'static str> {
        let unmet = self.needs.unmet(entry, &self.offer.spec().machine_capabilities, self.edition).next();
        unmet.map(Filter::word).or_else(|| (!self.runs(version)).then_some("capabilities"))
    }

    /// The versions of an image that suit the workers, by their places among all.
    pub(crate) fn of_image(&self, image: usize) -> impl Iterator<Item = (usize, &'s ImageVersion<'a>)> {
        let versions: Range<usize> = self.offer.catalog.versions_of(image);
        let entries = self.offer.spec().machine_images.get(image).map(|image| image.versions.as_slice());
        let numbered = versions.zip(entries.unwrap_or_default());
        numbered.filter(|(version, entry)| self.suits(*version, entry))
    }
}
