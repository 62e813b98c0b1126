//! One maintenance run over the pools of a Shoot (section 9).

use std::cell::RefCell;

use super::next::{Step, next};
use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::catalog::{Names, Offer, architectures};
use crate::policy::images::documents::{MachineImage, ShootDocument, Worker, WorkerImage};
use crate::policy::images::versions::{Classification, Released};
use crate::policy::images::workers::{Candidates, InPlace, Needs, WantedCri};
use crate::question::{Asked, Undecided};

/// The result of maintaining a Shoot.
#[derive(Debug)]
pub(super) struct Run<'a> {
    /// What becomes of each pool, up to the one that stopped the run.
    pub pools: Vec<Pool<'a>>,
    /// What stopped the run.
    pub stopped: Option<Stop<'a>>,
}

/// What becomes of a pool.
#[derive(Debug)]
pub(super) struct Pool<'a> {
    /// Its place among the pools.
    pub index: usize,
    /// Its name.
    pub name: &'a str,
    /// Its image.
    pub image: &'a str,
    /// Its version before.
    pub before: &'a str,
    /// What maintenance does to it.
    pub fate: Fate<'a>,
}

/// What maintenance does to a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fate<'a> {
    /// Its version afterwards.
    pub after: &'a str,
    /// Why it has to move.
    pub need: Need,
    /// How far it may go.
    pub strategy: Strategy,
    /// Whether it has to move and cannot.
    pub failed: bool,
}

/// Why a pool has to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// It need not.
    None,
    /// Its version is not among those that suit it.
    Missing,
    /// Its version has expired.
    Expired,
    /// It is to have the newest.
    Automatic,
}

/// How far an update goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strategy {
    /// Within the minor.
    Patch,
    /// Within the major.
    Minor,
    /// Anywhere.
    Major,
}

/// What stops a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop<'a> {
    /// The control plane's version, or that of the pool at a place, cannot be read.
    Kubernetes(Option<usize>, &'a str),
    /// The profile has no such machine type, for the pool at a place.
    MachineType(usize, &'a str),
    /// The profile has no such image, for the pool at a place.
    Image(usize, &'a str),
}

impl Strategy {
    fn of(image: &MachineImage<'_>) -> Self {
        match image.update_strategy {
            Some("patch") => Self::Patch,
            Some("minor") => Self::Minor,
            _ => Self::Major,
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }

    fn by_itself(self) -> Step {
        match self {
            Self::Patch => Step::AutoPatch,
            Self::Minor => Step::AutoMinor,
            Self::Major => Step::AutoMajor,
        }
    }

    /// The step beyond the strategy, taken only by who has to move.
    fn if_forced(self) -> Option<Step> {
        match self {
            Self::Patch => Some(Step::ForceNextMinor),
            Self::Minor => Some(Step::ForceNextMajor),
            Self::Major => None,
        }
    }
}

/// Runs maintenance over all pools in their order.
pub(super) fn run<'a>(offer: &Offer<'a>, shoot: &ShootDocument<'a>, asked: &Asked<'_>) -> Result<Run<'a>, Undecided> {
    let round = Round {
        offer,
        architectures: architectures::where_defined(&offer.spec().machine_capabilities),
        types: Names::new(offer.spec().machine_types.iter().map(|machine| machine.name())),
        images: Names::new(offer.spec().machine_images.iter().map(|image| fold(image.name()))),
        automatic: shoot.updates_images(),
        asked,
        fates: RefCell::default(),
    };
    let mut pools = Vec::new();
    let version = shoot.kubernetes_version();
    let Some(control_plane) = Version::parse(version) else {
        return Ok(Run { pools, stopped: Some(Stop::Kubernetes(None, version)) });
    };
    for (index, worker) in shoot.workers().iter().enumerate() {
        match round.maintain(index, worker, control_plane)? {
            Ok(pool) => pools.push(pool),
            Err(stop) => return Ok(Run { pools, stopped: Some(stop) }),
        }
    }
    Ok(Run { pools, stopped: None })
}

/// Names of images in this round alone do not depend on capitals.
fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// What two pools have in common that get the same.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Likeness<'a> {
    machine_type: usize,
    image: usize,
    architecture: &'a str,
    cri: (&'a str, Vec<&'a str>),
    kubelet: Option<&'a str>,
    in_place: bool,
    current: (&'a str, &'a str),
}

struct Round<'r, 'a> {
    offer: &'r Offer<'a>,
    /// The defined architectures.
    architectures: Option<&'r [&'a str]>,
    types: Names<&'a str>,
    images: Names<String>,
    automatic: bool,
    asked: &'r Asked<'r>,
    /// What pools before get.
    fates: RefCell<Known<Likeness<'a>, Fate<'a>>>,
}

impl<'a> Round<'_, 'a> {
    fn maintain(
        &self,
        index: usize,
        worker: &Worker<'a>,
        control_plane: Version<'a>,
    ) -> Result<Result<Pool<'a>, Stop<'a>>, Undecided> {
        let spec = self.offer.spec();
        let kubelet = match worker.kubernetes_version() {
            None => control_plane,
            Some(text) => match Version::parse(text) {
                Some(version) => version,
                None => return Ok(Err(Stop::Kubernetes(Some(index), text))),
            },
        };
        let nothing = WorkerImage::default();
        let current = worker.image().unwrap_or(&nothing);
        let machine_type = worker.machine_type();
        let machine = self.types.first(machine_type).and_then(|place| Some((place, spec.machine_types.get(place)?)));
        let Some((place, machine)) = machine else { return Ok(Err(Stop::MachineType(index, machine_type))) };
        let found =
            self.images.first(fold(current.name())).and_then(|place| Some((place, spec.machine_images.get(place)?)));
        let Some((image_place, image)) = found else { return Ok(Err(Stop::Image(index, current.name()))) };

        let inferred = || architectures::of_worker(Some(machine), self.architectures);
        let cri = WantedCri::of(worker);
        let likeness = Likeness {
            machine_type: place,
            image: image_place,
            architecture: worker.architecture().unwrap_or_else(inferred),
            cri: (cri.name(), cri.runtimes().to_vec()),
            kubelet: worker.kubernetes_version(),
            in_place: worker.is_in_place(),
            current: (current.name(), current.version()),
        };
        let pool = |fate: Fate<'a>| Pool {
            index,
            name: worker.name(),
            image: current.name(),
            before: current.version(),
            fate,
        };
        if let Some(known) = self.fates.borrow().get(&likeness) {
            return Ok(Ok(pool(*known)));
        }
        let needs = Needs {
            architecture: Some(likeness.architecture),
            cri: Some(cri),
            kubelet: Some(kubelet),
            in_place: worker.is_in_place().then_some(InPlace::From(current.version())),
        };
        let candidates = Candidates::new(self.offer, Some((place, machine)), needs, self.asked.edition);
        let mut versions = Vec::new();
        for (place, entry) in candidates.of_image(image_place) {
            let Some(known) = self.offer.catalog.versions().get(place) else { continue };
            versions.push(Released::known(entry.version(), known.parsed, &known.lifecycle, self.asked)?);
        }
        let need = self.need(image.name(), current, &versions);
        let strategy = Strategy::of(image);
        let (target, failed) = target(need, strategy, current.version(), &versions, self.asked);
        let fate = Fate { after: target.map_or(current.version(), |target| target.text), need, strategy, failed };
        self.fates.borrow_mut().insert(likeness, fate);
        Ok(Ok(pool(fate)))
    }

    /// Why a pool has to move, given the versions that suit it. The name of its image counts letter by letter here.
    fn need(&self, image: &str, current: &WorkerImage<'a>, versions: &[Released<'a>]) -> Need {
        let same = versions.iter().find(|released| image == current.name() && released.text == current.version());
        match same {
            None => Need::Missing,
            Some(released) if released.classification == Classification::Expired => Need::Expired,
            Some(_) if self.automatic => Need::Automatic,
            Some(_) => Need::None,
        }
    }
}

/// The version to move to, and whether a pool that has to move cannot.
fn target<'a>(
    need: Need,
    strategy: Strategy,
    current: &'a str,
    versions: &[Released<'a>],
    asked: &Asked<'_>,
) -> (Option<Released<'a>>, bool) {
    let forced = matches!(need, Need::Missing | Need::Expired);
    if need == Need::None {
        return (None, false);
    }
    let take = |step| next(step, current, versions, asked.edition);
    match take(strategy.by_itself()) {
        Err(_) => (None, true),
        Ok(None) if forced => {
            let beyond = strategy.if_forced().map_or(Ok(None), take).ok().flatten();
            (beyond, beyond.is_none())
        }
        Ok(found) => (found, false),
    }
}
