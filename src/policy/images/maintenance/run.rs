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
    /// The pools after the run, up to the one that stopped it.
    pub pools: Vec<Pool<'a>>,
    /// What stopped the run, if anything did.
    pub stopped: Option<Stop<'a>>,
}

/// The result of maintaining a pool.
#[derive(Debug)]
pub(crate) struct Pool<'a> {
    /// The index of the pool in the Shoot.
    pub index: usize,
    /// The name of the pool.
    pub name: &'a str,
    /// The name of the pool's image.
    pub image: &'a str,
    /// The version of the pool before maintenance.
    pub before: &'a str,
    /// What maintenance does to the pool.
    pub fate: Rc<Fate<'a>>,
}

/// What stops a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop<'a> {
    /// The Kubernetes version of the control plane, or of the pool with that index, cannot be parsed.
    Kubernetes(Option<usize>, &'a str),
    /// The profile does not have the machine type of the pool with that index.
    MachineType(usize, &'a str),
    /// The profile does not have the image of the pool with that index.
    Image(usize, &'a str),
}

/// Runs maintenance over all pools of a Shoot, in order.
pub(super) fn run<'a>(offer: &Offer<'a>, shoot: &ShootDocument<'a>, asked: &Asked<'_>) -> Result<Run<'a>, Undecided> {
    Round::new(offer, *asked).run(shoot)
}

/// Folds the case of an image name. Only maintenance ignores the case of image names.
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
    /// What earlier pools get.
    fates: RefCell<Known<Likeness<'a>, Rc<Fate<'a>>>>,
    /// The versions of an image as earlier pools saw them. A pool's own version only matters here if it is updated in
    /// place.
    seen: RefCell<Known<Likeness<'a>, Rc<Vec<Seen<'a>>>>>,
    /// How many more versions may be kept in `seen`.
    room: Cell<usize>,
    /// How much may still be said about versions passed over, since an image may have many.
    listing: Listing,
}

impl<'r, 'a> Round<'r, 'a> {
    /// How many versions are kept in `seen`.
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

    /// Runs maintenance over all pools of a Shoot, in order.
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

    /// Returns the properties that decide what a pool gets, or what stops the run at the pool.
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

    /// Returns the versions of a pool's image as the pool sees them.
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

    /// Returns what happens to the pools that see these versions.
    pub(super) fn fate(&self, seeing: &Seeing<'_, 'a>) -> Rc<Fate<'a>> {
        let fate = Rc::new(Fate::of(seeing, &self.offer.catalog, self.asked.edition, &self.listing));
        self.fates.borrow_mut().insert(seeing.alike.likeness.clone(), fate.clone());
        fate
    }

    /// Returns the versions of an image as pools with equal properties see them.
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
