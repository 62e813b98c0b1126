//! What a question requires besides an image that fits a machine type.

use crate::policy::images::documents::{MachineType, Quantity, WorkerDocument};
use crate::policy::images::reasons::{VERSION_WITHOUT_IMAGE, WORKER_ZONES_UNREAD, ZONES_WITHOUT_REGION};
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::workers::{Filter, Needs, kubernetes_asked, unread_of_one};
use crate::question::{Lacks, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, given};

given! {
    /// A range of amounts.
    #[derive(Clone)]
    pub struct Range<'a> {
        /// The smallest amount; no limit if absent.
        min: Option<Quantity<'a>>,
        /// The largest amount; no limit if absent.
        max: Option<Quantity<'a>>,
    }
}

given! {
    /// Where a machine type has to be available, and the worker that an image has to suit.
    #[derive(Default)]
    pub struct Whereabouts<'a> {
        /// The region in which the machine type has to be available.
        region: Option<&'a str>,
        /// The zones in which the machine type has to be available; any zone of the region if absent.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<WorkerDocument<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

/// The wishes that the questions of this folder share. A wish that a question does not know is left empty.
#[derive(Default, Debug)]
pub(super) struct Wishes<'a> {
    pub profile: ProfileGiven<'a>,
    pub image: Option<&'a str>,
    pub version: Option<&'a str>,
    pub machine: WantedMachine<'a>,
    pub whereabouts: Whereabouts<'a>,
}

impl<'a> Wishes<'a> {
    /// Refuses a wish that would be ignored because it means nothing without another one.
    pub(super) fn check(&self) -> Result<(), Undecided> {
        let baseless = |code, key| Problem::error(code, Pointer::to("given").key(key));
        let version = self.version.filter(|_| self.image.is_none()).map(|version| {
            baseless(&VERSION_WITHOUT_IMAGE, "version")
                .fact(Fact::at(Pointer::to("version"), version))
                .fact(Fact::absent(Pointer::to("image")))
        });
        let Whereabouts { region, zones, .. } = &self.whereabouts;
        let zones = (region.is_none() && !zones.is_empty()).then(|| {
            let zones: Json = zones.iter().copied().collect();
            baseless(&ZONES_WITHOUT_REGION, "zones")
                .fact(Fact::of(Pointer::to("zones"), Some(zones)))
                .fact(Fact::absent(Pointer::to("region")))
        });
        let problems: Vec<Problem> = version.into_iter().chain(zones).collect();
        if problems.is_empty() { Ok(()) } else { Err(Undecided { lacks: Lacks::Request, problems }) }
    }

    /// Works out what the wishes require of the images and machine types of the profile.
    pub(super) fn wanted(self) -> Result<Wanted<'a>, Undecided> {
        let Self { image, version, machine, whereabouts, .. } = self;
        let Whereabouts { region, zones, worker, kubernetes_version } = whereabouts;
        let (for_worker, needs) = (worker.is_some(), Needs::asked(worker.as_deref(), kubernetes_version)?);
        let kubernetes = kubernetes_asked(worker.as_deref(), kubernetes_version);
        // A pool is made in all of its zones, whichever zones the question names; without a region they are unknown.
        let of_pool = worker.as_ref().filter(|_| region.is_some()).map(|worker| worker.zones.as_slice());
        let zones = Zones {
            asked: zones.len(),
            names: zones.into_iter().chain(of_pool.unwrap_or_default().iter().copied()).collect(),
        };
        let unread = worker.as_ref().map(|worker| unread_of_one(worker, &Pointer::to("worker")));
        let mut unread = unread.unwrap_or_default();
        let unheeded = worker.as_ref().filter(|worker| region.is_none() && !worker.zones.is_empty());
        unread.extend(unheeded.map(|worker| {
            let at = Pointer::to("worker").key("zones");
            let zones: Json = worker.zones.iter().copied().collect();
            Problem::warning(&WORKER_ZONES_UNREAD, Pointer::to("given").join(&at)).fact(Fact::at(at, zones))
        }));
        Ok(Wanted { image, version, region, zones, machine, for_worker, needs, kubernetes, worker, unread })
    }
}

/// What is required besides an image that fits the machine type.
#[derive(Clone, Default, Debug)]
pub(super) struct Wanted<'a> {
    /// Only this image.
    pub image: Option<&'a str>,
    /// Only this version of the image.
    pub version: Option<&'a str>,
    /// The region in which the machine type has to be available.
    pub region: Option<&'a str>,
    /// The zones of the region in which the machine type has to be available.
    pub zones: Zones<'a>,
    /// What the machine type needs whatever the image.
    pub machine: WantedMachine<'a>,
    /// Whether a worker is given.
    pub for_worker: bool,
    /// What the workers need from the images.
    pub needs: Needs<'a>,
    /// The Kubernetes versions that the question names, with their places: first the one that the image has to run,
    /// then that of the control plane if the worker has its own.
    pub kubernetes: Vec<(&'a str, Pointer)>,
    /// The worker, if one is given.
    pub worker: Option<WorkerDocument<'a>>,
    /// Warnings of what the worker says but nothing reads.
    pub unread: Vec<Problem>,
}

/// What a machine type needs whatever the image.
#[derive(Clone, Default, Debug)]
pub(super) struct WantedMachine<'a> {
    pub cpu: Option<Range<'a>>,
    pub memory: Option<Range<'a>>,
    pub gpu: Option<Range<'a>>,
    pub architecture: Option<&'a str>,
}

/// The zones in which a machine type has to be available: those of the question, then those of the pool.
#[derive(Clone, Default, Debug)]
pub(super) struct Zones<'a> {
    pub names: Vec<&'a str>,
    /// How many of the names come from the question.
    asked: usize,
}

impl<'a> Zones<'a> {
    /// Returns each zone with the place in `given` that names it.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'a str, Pointer)> {
        self.names.iter().enumerate().map(|(index, name)| match index.checked_sub(self.asked) {
            None => (*name, Pointer::to("zones").index(index)),
            Some(index) => (*name, Pointer::to("worker").key("zones").index(index)),
        })
    }

    /// Returns the zones as facts, one for each list of zones in `given`.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let (asked, of_pool) = self.names.split_at_checked(self.asked).unwrap_or_default();
        let lists = [(Pointer::to("zones"), asked), (Pointer::to("worker").key("zones"), of_pool)];
        let mut facts = Vec::new();
        for (place, names) in lists {
            if !names.is_empty() {
                facts.push(Fact::of(place, Some(names.iter().copied().collect::<Json>())));
            }
        }
        if facts.is_empty() {
            facts.push(Fact::absent(Pointer::to("zones")));
        }
        facts
    }
}

impl WantedMachine<'_> {
    /// Returns what a machine type lacks.
    pub(super) fn lacking<'m>(
        &'m self,
        machine: &'m MachineType<'_>,
        architecture: &'m str,
    ) -> impl Iterator<Item = Filter> + 'm {
        let amounts = [
            (&self.cpu, machine.cpu, Filter::Cpu),
            (&self.memory, machine.memory, Filter::Memory),
            (&self.gpu, machine.gpu, Filter::Gpu),
        ];
        let outside = |(range, amount, filter): (&Option<Range<'_>>, Option<Quantity<'_>>, Filter)| {
            let range = range.as_ref().filter(|range| range.min.is_some() || range.max.is_some())?;
            // Every machine has processors and memory, so a type that does not state them does not meet any range.
            let is_open = amount.is_none() && filter != Filter::Gpu;
            (is_open || !range.holds(amount)).then_some(filter)
        };
        let another = self.architecture.is_some_and(|wanted| wanted != architecture);
        amounts.into_iter().map(outside).chain([another.then_some(Filter::Architecture)]).flatten()
    }
}

impl Range<'_> {
    /// Whether an amount lies in the range; a missing amount counts as zero.
    fn holds(&self, amount: Option<Quantity<'_>>) -> bool {
        let amount = amount.map_or(0, |amount| amount.nanos());
        self.min.is_none_or(|min| amount >= min.nanos()) && self.max.is_none_or(|max| amount <= max.nanos())
    }
}
