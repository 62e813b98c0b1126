//! What keeps a flavor apart, listed as far as anybody reads: flavors can be as short as `{}`, and each would list what
//! the machine type can.

use super::cure::Cure;
use super::ready::ReadyWorker;
use crate::policy::images::capabilities::{CapabilitySpace, Mismatches};
use crate::policy::images::catalog::Catalog;
use crate::reason::Fact;
use crate::wire::answer;

answer! {
    /// A flavor.
    pub struct FlavorFit<'a> {
        /// Whether it fits.
        fits: bool,
        /// The capabilities that keep it apart.
        mismatches: Option<Vec<Mismatch<'a>>>,
        /// How many more capabilities keep it apart, where the answer would become too long with all of them.
        more: Option<usize>,
    }
}

answer! {
    /// A capability without a value in common.
    pub struct Mismatch<'a> {
        /// Its name.
        capability: &'a str,
        /// The values of the machine.
        machine: &'a [&'a str],
        /// How many more the machine has, where not all are listed.
        more_of_machine ["moreOfMachine"]: Option<usize>,
        /// The values of the image.
        image: &'a [&'a str],
        /// How many more the image has, where not all are listed.
        more_of_image ["moreOfImage"]: Option<usize>,
    }
}

impl FlavorFit<'_> {
    /// One that fits.
    pub(super) fn fitting() -> Self {
        Self { fits: true, mismatches: None, more: None }
    }
}

/// How many bytes an answer may still list about what its versions and flavors share with the machine type.
#[derive(Debug)]
pub(super) struct Room {
    bytes: usize,
    /// How many flavors may be listed: all of them once, and so many more for further machine types.
    flavors: usize,
}

impl Room {
    const BYTES: usize = 2 << 20;
    const FLAVORS: usize = 1 << 15;
    /// What a value and an object take beside their texts.
    const VALUE: usize = 16;
    const OBJECT: usize = 128;

    /// The room of an answer about the versions of a catalog.
    pub(super) fn of(catalog: &Catalog<'_>) -> Self {
        Self { bytes: Self::BYTES, flavors: catalog.flavor_count() + Self::FLAVORS }
    }

    /// How many of so many flavors may be listed.
    pub(super) fn flavors(&mut self, count: usize) -> usize {
        let listed = count.min(self.flavors);
        self.flavors -= listed;
        listed
    }

    /// Whether there is any left, of which so many bytes are then taken.
    fn take(&mut self, bytes: usize) -> bool {
        let is_left = self.bytes > 0;
        self.bytes = self.bytes.saturating_sub(bytes);
        is_left
    }

    /// A flavor that capabilities keep apart; `sides`: what the machine and the image have of one.
    pub(super) fn apart<'a>(
        &mut self,
        space: &CapabilitySpace<'a>,
        mut apart: Mismatches<'_>,
        sides: impl Fn(usize) -> [&'a [&'a str]; 2],
    ) -> FlavorFit<'a> {
        // Most flavors that are apart are so by one capability.
        let mut mismatches = Vec::with_capacity(usize::from(self.bytes > 0));
        while self.bytes > 0 {
            let Some(capability) = apart.next() else { break };
            let name = space.name(capability);
            self.take(Self::OBJECT + name.len());
            let [machine, image] = sides(capability);
            let (machine, more_of_machine) = self.list(machine);
            let (image, more_of_image) = self.list(image);
            mismatches.push(Mismatch { capability: name, machine, more_of_machine, image, more_of_image });
        }
        let more = Some(apart.count()).filter(|more| *more > 0);
        FlavorFit { fits: false, mismatches: Some(mismatches).filter(|listed| !listed.is_empty()), more }
    }

    /// The first values, and how many more there are.
    fn list<'a>(&mut self, values: &'a [&'a str]) -> (&'a [&'a str], Option<usize>) {
        let few = values.iter().take(Fact::CITED);
        let listed = few.take_while(|value| self.take(Self::VALUE + value.len())).count();
        let (listed, more) = values.split_at_checked(listed).unwrap_or_default();
        (listed, Some(more.len()).filter(|more| *more > 0))
    }

    /// A pool, unless its zones are too many.
    pub(super) fn pool<'a>(&mut self, pool: ReadyWorker<'a>) -> Option<ReadyWorker<'a>> {
        let zones = pool.zones.iter().flatten().map(|zone| Self::VALUE + zone.len()).sum();
        self.take(zones).then_some(pool)
    }

    /// A cure, unless its edits are too many.
    pub(super) fn cure<'a>(&mut self, cure: Cure<'a>) -> Option<Cure<'a>> {
        self.take(cure.edits.len().saturating_sub(1) * 2 * Self::OBJECT).then_some(cure)
    }
}
