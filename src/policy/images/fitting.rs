//! A machine type held against the image versions of a profile.

use std::borrow::Cow;

use super::cure::smallest_cure;
use super::ground::Ground;
use super::model::{Capabilities, MachineType};
use super::question::fit::{Cure, Filter, Summary};
use super::universe::{Set, Universe};
use crate::wire::Pointer;

/// A machine type held against the images of a profile.
pub struct Fitting<'g, 'a> {
    pub ground: Ground<'g, 'a>,
    pub machine: &'g MachineType<'a>,
    /// Its place in the profile.
    pub index: usize,
    pub set: Set,
    /// Where it is named in `given`.
    pub named_at: Pointer,
    /// Its effective architecture, empty where it has none.
    pub architecture: &'a str,
    /// What it lacks whatever the image.
    pub lacking: Vec<Filter>,
}

impl<'g, 'a> Fitting<'g, 'a> {
    /// What keeps a version out beside its flavors.
    pub fn filters(&self, version: usize) -> Vec<Filter> {
        self.lacking.iter().copied().chain(self.unmet(version)).collect()
    }

    /// What the workers need and a version does not have. The architecture that the machine type has too is a matter of
    /// the flavors, unless one of them fits.
    pub fn unmet(&self, version: usize) -> Vec<Filter> {
        let needs = &self.ground.wanted.needs;
        if needs.is_empty() {
            return Vec::new();
        }
        let spec = self.ground.spec();
        let definitions = &spec.machine_capabilities;
        let Some(entry) = self.ground.catalog().version_of(spec, version) else { return Vec::new() };
        let of_its_own = |need: &Filter| {
            let same = needs.architecture == Some(self.architecture);
            *need != Filter::WorkerArchitecture || !same || self.nearest_mismatches(version).is_none()
        };
        needs.unmet(entry, definitions).filter(of_its_own).collect()
    }

    /// What a flavor of a version can, as the profile writes it.
    pub fn flavor_capabilities(&self, version: usize, place: usize) -> Cow<'g, Capabilities<'a>> {
        self.ground.catalog().flavor_capabilities(self.ground.spec(), version, place)
    }

    /// What keeps a version apart: the first mismatch of the flavor that has the fewest, or what keeps it out beside its
    /// flavors. Nothing if it fits.
    pub fn cause(&self, version: usize) -> Option<&'a str> {
        let mismatch = self.nearest_mismatches(version).map(|(_, capability)| self.universe().name(capability));
        mismatch.or_else(|| self.filters(version).first().map(|filter| filter.word()))
    }

    /// What keeps all of several versions apart: what keeps the nearest one. Nothing if one fits.
    pub fn cause_of_all(&self, versions: &[usize]) -> Option<&'a str> {
        let fits = versions.iter().any(|version| self.cause(*version).is_none());
        let apart = |version: &usize| self.nearest_mismatches(*version).map_or(0, |(count, _)| count);
        let nearest = versions.iter().min_by_key(|version| apart(version));
        match nearest {
            _ if fits => None,
            Some(version) => self.cause(*version),
            None => Some(Filter::Image.word()),
        }
    }

    /// How many of the versions fit, and what keeps the others apart.
    pub fn summary(&self, versions: &[usize]) -> Summary<'a> {
        Summary::of(versions.iter().map(|version| self.cause(*version)))
    }

    /// The smallest change after which a version would fit, where it does not and a change of capabilities would do.
    pub fn cure(&self, version: usize) -> Option<Cure<'a>> {
        // What is kept out beside its flavors no change of a flavor would let in.
        if self.nearest_mismatches(version).is_none() || !self.filters(version).is_empty() {
            return None;
        }
        let flavors: Vec<_> = self.ground.catalog().flavors(version).collect();
        smallest_cure(self.universe(), &self.set, flavors.iter().map(|(place, set)| (*place, set.as_ref())))
    }

    /// How many capabilities keep the nearest flavor of a version apart, and the first of them. Nothing if a flavor
    /// fits, or there is none.
    pub fn nearest_mismatches(&self, version: usize) -> Option<(usize, usize)> {
        let catalog = self.ground.catalog();
        if catalog.fits_everything(self.ground.asked.edition) {
            return None;
        }
        catalog.nearest_mismatches(&self.set, version)
    }

    fn universe(&self) -> &'g Universe<'a> {
        self.ground.catalog().universe()
    }
}
