//! One maintenance run over the pools of a Shoot (section 9).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::fate::Fate;
use super::passed_over::{Seen, barred};
use super::pool::{Alike, Likeness, Seeing, Standing};
use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::catalog::{Names, Offer, architectures};
use crate::policy::images::documents::{MachineImage, ShootDocument, Worker};
use crate::policy::images::errors::Listing;
use crate::policy::images::workers::{Candidates, InPlace, Needs, WantedCri};
use crate::question::{Asked, Undecided};

/// The result of maintaining a Shoot.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    /// What becomes of each pool, up to the one that stopped the run.
    pub pools: Vec<Pool<'a>>,
    /// What stopped the run.
    pub stopped: Option<Stop<'a>>,
}

/// What becomes of a pool.
#[derive(Debug)]
pub(crate) struct Pool<'a> {
    /// Its place among the pools.
    pub index: usize,
    /// Its name.
    pub name: &'a str,
    /// Its image.
    pub image: &'a str,
    /// Its version before.
    pub before: &'a str,
    /// What maintenance does to it.
    pub fate: Rc<Fate<'a>>,
}

/// What stops a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop<'a> {
    /// The control plane's version, or that of the pool at a place, cannot be read.
    Kubernetes(Option<usize>, &'a str),
    /// The profile has no such machine type, for the pool at a place.
    MachineType(usize, &'a str),
    /// The profile has no such image, for the pool at a place.
    Image(usize, &'a str),
}

/// Runs maintenance over all pools in their order.
pub(super) fn run<'a>(offer: &Offer<'a>, shoot: &ShootDocument<'a>, asked: &Asked<'_>) -> Result<Run<'a>, Undecided> {
    Round::new(offer, *asked).run(shoot)
}

/// Names of images in this round alone do not depend on capitals.
fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// Maintenance of any number of Shoots of one profile, at one time.
pub(crate) struct Round<'r, 'a> {
    offer: &'r Offer<'a>,
    /// The defined architectures.
    architectures: Option<&'r [&'a str]>,
    images: Names<String>,
    asked: Asked<'r>,
    /// What pools before get.
    fates: RefCell<Known<Likeness<'a>, Rc<Fate<'a>>>>,
    /// The versions as pools before saw them, whatever their own version, unless it is updated in place.
    seen: RefCell<Known<Likeness<'a>, Rc<Vec<Seen<'a>>>>>,
    /// How many versions may still be remembered so.
    room: Cell<usize>,
    /// How much may still be said of what is passed over: an image may have many versions.
    listing: Listing,
}

impl<'r, 'a> Round<'r, 'a> {
    /// How many versions are remembered as pools saw them.
    const ROOM: usize = 1 << 18;

    pub(crate) fn new(offer: &'r Offer<'a>, asked: Asked<'r>) -> Self {
        Self {
            offer,
            architectures: architectures::where_defined(&offer.spec().machine_capabilities),
            images: Names::new(offer.spec().machine_images.iter().map(|image| fold(image.name()))),
            asked,
            fates: RefCell::default(),
            seen: RefCell::default(),
            room: Cell::new(Self::ROOM),
            listing: Listing::default(),
        }
    }

    /// Runs maintenance over all pools of a Shoot in their order.
    pub(crate) fn run(&self, shoot: &ShootDocument<'a>) -> Result<Run<'a>, Undecided> {
        let mut pools = Vec::new();
        let version = shoot.kubernetes_version();
        if Version::parse(version).is_none() {
            return Ok(Run { pools, stopped: Some(Stop::Kubernetes(None, version)) });
        }
        let automatic = shoot.updates_images();
        for (index, worker) in shoot.workers().iter().enumerate() {
            match self.maintain(&Standing::of(index, worker, Some(version), automatic))? {
                Ok(pool) => pools.push(pool),
                Err(stop) => return Ok(Run { pools, stopped: Some(stop) }),
            }
        }
        Ok(Run { pools, stopped: None })
    }

    fn maintain(&self, pool: &Standing<'_, 'a>) -> Result<Result<Pool<'a>, Stop<'a>>, Undecided> {
        if pool.worker.is_open() {
            let (image, before) = pool.current;
            let fate = Rc::new(Fate::of_open(before));
            return Ok(Ok(Pool { index: pool.index, name: pool.worker.name(), image, before, fate }));
        }
        let alike = match self.alike(pool) {
            Ok(alike) => alike,
            Err(stop) => return Ok(Err(stop)),
        };
        let known = self.fates.borrow().get(&alike.likeness).cloned();
        let fate = match known {
            Some(fate) => fate,
            None => self.fate(&self.see(pool.worker, alike)?),
        };
        let (image, before) = pool.current;
        Ok(Ok(Pool { index: pool.index, name: pool.worker.name(), image, before, fate }))
    }

    /// What a pool has in common with those that get the same, or what stops the round at it.
    pub(super) fn alike(&self, pool: &Standing<'_, 'a>) -> Result<Alike<'r, 'a>, Stop<'a>> {
        let Standing { index, worker, current, control_plane, automatic } = *pool;
        let spec = self.offer.spec();
        let own = worker.kubernetes_version();
        if let Some(text) = own.filter(|text| Version::parse(text).is_none()) {
            return Err(Stop::Kubernetes(Some(index), text));
        }
        let name = worker.machine_type();
        let machine =
            self.offer.catalog.machine_named(name).and_then(|place| Some((place, spec.machine_types.get(place)?)));
        let (machine_type, machine) = machine.ok_or(Stop::MachineType(index, name))?;
        let image = self.images.first(fold(current.0));
        let image = image.and_then(|place| Some((place, spec.machine_images.get(place)?)));
        let (place, image) = image.ok_or(Stop::Image(index, current.0))?;
        let inferred = || architectures::of_worker(Some(machine), self.architectures);
        let cri = WantedCri::of(worker);
        let likeness = Likeness {
            machine_type,
            image: place,
            architecture: worker.architecture().unwrap_or_else(inferred),
            cri: (cri.name(), cri.runtimes().to_vec()),
            kubelet: own.or(control_plane),
            in_place: worker.is_in_place(),
            automatic,
            current,
        };
        Ok(Alike { likeness, machine, image })
    }

    /// The versions of its image as a pool sees them.
    pub(super) fn see(&self, worker: &Worker<'a>, alike: Alike<'r, 'a>) -> Result<Seeing<'r, 'a>, Undecided> {
        let Alike { likeness, machine, image } = &alike;
        let needs = Needs {
            architecture: Some(likeness.architecture),
            cri: Some(WantedCri::of(worker)),
            kubelet: likeness.kubelet.and_then(Version::parse),
            in_place: likeness.in_place.then_some(InPlace::From(likeness.current.1)),
            own: None,
        };
        let (place, edition) = (likeness.machine_type, self.asked.edition);
        let set = self.offer.catalog.pooled_set(place, machine, needs.architecture, edition);
        let candidates = Candidates::new(self.offer, Some((place, machine)), needs, edition);
        let whatever = if likeness.in_place { likeness.current } else { ("", "") };
        let seen =
            self.seen(image, Likeness { current: whatever, automatic: false, ..likeness.clone() }, &candidates)?;
        Ok(Seeing { alike, seen, set })
    }

    /// What becomes of pools that see this.
    pub(super) fn fate(&self, seeing: &Seeing<'_, 'a>) -> Rc<Fate<'a>> {
        let fate = Rc::new(Fate::of(seeing, &self.offer.catalog, self.asked.edition, &self.listing));
        self.fates.borrow_mut().insert(seeing.alike.likeness.clone(), fate.clone());
        fate
    }

    /// The versions of an image, each as pools that are alike see it.
    fn seen(
        &self,
        image: &MachineImage<'a>,
        likeness: Likeness<'a>,
        candidates: &Candidates<'_, 'a>,
    ) -> Result<Rc<Vec<Seen<'a>>>, Undecided> {
        if let Some(known) = self.seen.borrow().get(&likeness) {
            return Ok(known.clone());
        }
        let mut seen = Vec::new();
        for (place, entry) in self.offer.catalog.versions_of(likeness.image).zip(&image.versions) {
            let barred = barred(candidates, place, entry);
            let contender = match barred {
                None => candidates.contender(place, entry, &self.asked)?,
                Some(_) => None,
            };
            let version = self.offer.catalog.versions().get(place).and_then(|known| known.parsed);
            seen.push(Seen { place, text: entry.version(), version, barred, contender });
        }
        let seen = Rc::new(seen);
        if self.room.get() < seen.len() {
            self.seen.take();
            self.room.set(Self::ROOM);
        }
        self.room.set(self.room.get().saturating_sub(seen.len()));
        self.seen.borrow_mut().insert(likeness, seen.clone());
        Ok(seen)
    }
}
