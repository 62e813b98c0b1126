//! The versions of one image that suit a pool of workers.

use std::ops::Range;

use super::filter::Filter;
use super::needs::Needs;
use crate::base::Edition;
use crate::policy::images::capabilities::Set;
use crate::policy::images::catalog::{Offer, WantedArchitecture};
use crate::policy::images::compare::{Contender, Taken};
use crate::policy::images::documents::{ImageVersion, MachineType};
use crate::policy::images::versions::Released;
use crate::question::{Asked, Undecided};

/// A machine type and the needs of its workers, which are matched with image versions.
pub(crate) struct Candidates<'s, 'a> {
    offer: &'s Offer<'a>,
    /// The capabilities of the machine type. `None`: capabilities do not count.
    machine: Option<Set>,
    needs: Needs<'a>,
    architecture: Option<WantedArchitecture<'a>>,
}

impl<'s, 'a> Candidates<'s, 'a> {
    /// Workers with these needs on a machine type, which comes with its index in the profile. Capabilities do not count
    /// without definitions or without the type.
    pub(crate) fn new(
        offer: &'s Offer<'a>,
        machine: Option<(usize, &MachineType<'a>)>,
        needs: Needs<'a>,
        edition: Edition,
    ) -> Self {
        let counted = machine.filter(|_| !offer.catalog.is_implied());
        let pool = needs.architecture;
        let machine = counted.map(|(place, machine)| offer.catalog.pooled_set(place, machine, pool, edition));
        let architecture = needs.architecture_among(&offer.spec().machine_capabilities, edition);
        Self { offer, machine, needs, architecture }
    }

    /// The first need of the workers that a version does not meet, besides running on their machine type.
    pub(crate) fn unmet(&self, entry: &ImageVersion<'a>) -> Option<Filter> {
        self.needs.unmet(entry, self.architecture).next()
    }

    /// What the workers would get from a version. If capabilities do not count, all versions are equally good.
    pub(crate) fn taken(&self, version: usize, edition: Edition) -> Option<Taken> {
        match &self.machine {
            Some(machine) => Taken::of(&self.offer.catalog, machine, version, edition),
            None => Some(Taken::default()),
        }
    }

    /// Turns a version that suits the workers into a contender for the choice. `None`: no flavor fits the machine type.
    pub(crate) fn contender(
        &self,
        version: usize,
        entry: &ImageVersion<'a>,
        asked: &Asked<'_>,
    ) -> Result<Option<Contender<'a>>, Undecided> {
        let (Some(known), Some(taken)) =
            (self.offer.catalog.versions().get(version), self.taken(version, asked.edition))
        else {
            return Ok(None);
        };
        let released = Released::known(entry.version(), known.parsed, &known.lifecycle, asked)?;
        Ok(Some(Contender { place: version, released, taken }))
    }

    /// Whether a flavor of a version fits the machine type.
    pub(crate) fn runs(&self, version: usize) -> bool {
        self.machine.as_ref().is_none_or(|machine| self.offer.catalog.runs(machine, version))
    }

    /// Whether a version suits the workers.
    pub(crate) fn suits(&self, version: usize, entry: &ImageVersion<'a>) -> bool {
        self.cause(version, entry).is_none()
    }

    /// The first cause that keeps a version from suiting the workers.
    pub(crate) fn cause(&self, version: usize, entry: &ImageVersion<'a>) -> Option<&'static str> {
        self.unmet(entry).map(Filter::word).or_else(|| (!self.runs(version)).then_some("capabilities"))
    }

    /// The versions of an image that suit the workers, each with its index among all versions.
    pub(crate) fn of_image(&self, image: usize) -> impl Iterator<Item = (usize, &'s ImageVersion<'a>)> {
        let versions: Range<usize> = self.offer.catalog.versions_of(image);
        let entries = self.offer.spec().machine_images.get(image).map(|image| image.versions.as_slice());
        let numbered = versions.zip(entries.unwrap_or_default());
        numbered.filter(|(version, entry)| self.suits(*version, entry))
    }
}
