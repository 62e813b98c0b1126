//! The mismatches of flavors, listed up to a limit: flavors can be as short as `{}`, and each would list all
//! capabilities of the machine type.

use super::cure::Cure;
use super::ready::ReadyWorker;
use crate::policy::images::capabilities::{CapabilitySpace, Mismatches};
use crate::policy::images::catalog::Catalog;
use crate::policy::images::documents::WorkerDocument;
use crate::reason::Fact;
use crate::wire::answer;

answer! {
    /// How a flavor fits a machine type.
    pub struct FlavorFit<'a> {
        /// Whether the flavor fits.
        fits: bool,
        /// The capabilities without a value in common; absent if the flavor fits or there is no room to list them.
        mismatches: Option<Vec<Mismatch<'a>>>,
        /// The number of further mismatches that were left out to keep the answer short.
        more: Option<usize>,
    }
}

answer! {
    /// A capability without a value in common.
    pub struct Mismatch<'a> {
        /// The name of the capability.
        capability: &'a str,
        /// The values of the machine.
        machine: &'a [&'a str],
        /// The number of further values of the machine, if not all are listed.
        more_of_machine ["moreOfMachine"]: Option<usize>,
        /// The values of the image.
        image: &'a [&'a str],
        /// The number of further values of the image, if not all are listed.
        more_of_image ["moreOfImage"]: Option<usize>,
    }
}

impl FlavorFit<'_> {
    /// A flavor that fits.
    pub(super) fn fitting() -> Self {
        Self { fits: true, mismatches: None, more: None }
    }
}

/// How much an answer may still list about its versions and flavors.
#[derive(Debug)]
pub(super) struct Room {
    bytes: usize,
    /// How many flavors may be listed: every flavor once, and [`Self::FLAVORS`] more for further machine types.
    flavors: usize,
}

impl Room {
    const BYTES: usize = 2 << 20;
    const FLAVORS: usize = 1 << 15;
    /// How many bytes a value takes beside its text, and below, an object.
    const VALUE: usize = 16;
    const OBJECT: usize = 128;

    /// The room for an answer about the versions of a catalog.
    pub(super) fn of(catalog: &Catalog<'_>) -> Self {
        Self { bytes: Self::BYTES, flavors: catalog.flavor_count() + Self::FLAVORS }
    }

    /// Takes room for up to `count` flavors and returns how many may be listed.
    pub(super) fn flavors(&mut self, count: usize) -> usize {
        let listed = count.min(self.flavors);
        self.flavors -= listed;
        listed
    }

    /// Takes `bytes` and returns whether any room was left before.
    fn take(&mut self, bytes: usize) -> bool {
        let is_left = self.bytes > 0;
        self.bytes = self.bytes.saturating_sub(bytes);
        is_left
    }

    /// A flavor that does not fit; `sides` returns the values of the machine and the image for a capability.
    pub(super) fn apart<'a>(
        &mut self,
        space: &CapabilitySpace<'a>,
        mut apart: Mismatches<'_>,
        sides: impl Fn(usize) -> [&'a [&'a str]; 2],
    ) -> FlavorFit<'a> {
        // Most flavors that do not fit have one mismatch.
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

    /// Returns the first values, and how many more there are.
    fn list<'a>(&mut self, values: &'a [&'a str]) -> (&'a [&'a str], Option<usize>) {
        let few = values.iter().take(Fact::CITED);
        let listed = few.take_while(|value| self.take(Self::VALUE + value.len())).count();
        let (listed, more) = values.split_at_checked(listed).unwrap_or_default();
        (listed, Some(more.len()).filter(|more| *more > 0))
    }

    /// Returns the pool, unless no room is left for its zones and for what is copied from the given worker.
    pub(super) fn pool<'a>(
        &mut self,
        pool: ReadyWorker<'a>,
        given: Option<&WorkerDocument<'_>>,
    ) -> Option<ReadyWorker<'a>> {
        let zones: usize = pool.zones.iter().flatten().map(|zone| Self::VALUE + zone.len()).sum();
        let copied = given.map_or(0, |worker| worker.value.json().len());
        self.take(zones + copied).then_some(pool)
    }

    /// Returns the cure, unless no room is left for its edits.
    pub(super) fn cure<'a>(&mut self, cure: Cure<'a>) -> Option<Cure<'a>> {
        self.take(cure.edits.len().saturating_sub(1) * 2 * Self::OBJECT).then_some(cure)
    }
}
