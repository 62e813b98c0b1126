//! One maintenance run over the pools of a Shoot (section 9).

use std::cell::RefCell;
use std::rc::Rc;

use super::next::Step;
use super::passed_over::{PassedOver, Seen, barred, may_be_said};
use super::target::{Search, Target};
use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::capabilities::{CapabilitySpace, Difference, Gift, Set};
use crate::policy::images::catalog::{Names, Offer, architectures};
use crate::policy::images::compare::{Contender, Taken};
use crate::policy::images::documents::{MachineImage, ShootDocument, Worker, WorkerImage};
use crate::policy::images::errors::Listing;
use crate::policy::images::versions::Classification;
use crate::policy::images::workers::{Candidates, InPlace, Needs, WantedCri};
use crate::question::{Asked, Undecided};
use crate::wire::answer;

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
    pub fate: Rc<Fate<'a>>,
}

/// What maintenance does to a pool.
#[derive(Debug)]
pub(super) struct Fate<'a> {
    /// Its version afterwards.
    pub after: &'a str,
    /// Why it has to move.
    pub need: Need,
    /// How far it may go.
    pub strategy: Strategy,
    /// Whether it has to move and cannot.
    pub failed: bool,
    /// The flavor of its version before, if one fits.
    pub flavor_before: Option<usize>,
    /// What it moves to.
    pub moved: Option<Moved<'a>>,
    /// The higher versions that it does not get, where a move was looked for.
    pub passed_over: Option<Vec<PassedOver<'a>>>,
}

answer! {
    /// A capability of which the machine gets another value.
    #[derive(Clone)]
    pub struct Change<'a> {
        /// Its name.
        capability: &'a str,
        /// The value before; none where only undefined ones were shared.
        before: Option<&'a str>,
        /// The value afterwards.
        after: Option<&'a str>,
    }
}

/// What a pool moves to.
#[derive(Debug)]
pub(super) struct Moved<'a> {
    /// The flavor that is taken.
    pub flavor: Option<usize>,
    /// Where the machine gets another value.
    pub changes: Vec<Change<'a>>,
    /// Whether the machine gets less than before.
    pub is_worse: bool,
    /// The suffix that is given up.
    pub lost_suffix: Option<&'a str>,
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

    /// The step that a pool takes by itself.
    pub(super) fn by_itself(self) -> Step {
        match self {
            Self::Patch => Step::AutoPatch,
            Self::Minor => Step::AutoMinor,
            Self::Major => Step::AutoMajor,
        }
    }

    /// The step beyond the strategy, taken only by who has to move.
    pub(super) fn if_forced(self) -> Option<Step> {
        match self {
            Self::Patch => Some(Step::ForceNextMinor),
            Self::Minor => Some(Step::ForceNextMajor),
            Self::Major => None,
        }
    }
}

impl Need {
    /// Whether the pool cannot stay.
    pub(super) fn is_forced(self) -> bool {
        matches!(self, Self::Missing | Self::Expired)
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
        seen: RefCell::default(),
        listing: Listing::default(),
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
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
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
    fates: RefCell<Known<Likeness<'a>, Rc<Fate<'a>>>>,
    /// The versions as the last pools saw them, whatever their own version, unless it is updated in place.
    seen: RefCell<Option<(Likeness<'a>, Rc<Vec<Seen<'a>>>)>>,
    /// How much may still be said of what is passed over: an image may have many versions.
    listing: Listing,
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
        let pool = |fate: Rc<Fate<'a>>| Pool {
            index,
            name: worker.name(),
            image: current.name(),
            before: current.version(),
            fate,
        };
        if let Some(known) = self.fates.borrow().get(&likeness) {
            return Ok(Ok(pool(known.clone())));
        }
        let needs = Needs {
            architecture: Some(likeness.architecture),
            cri: Some(cri),
            kubelet: Some(kubelet),
            in_place: worker.is_in_place().then_some(InPlace::From(current.version())),
        };
        let set = self.offer.catalog.pooled_set(place, machine, needs.architecture, self.asked.edition);
        let candidates = Candidates::new(self.offer, Some((place, machine)), needs, self.asked.edition);
        let whatever = if likeness.in_place { likeness.current } else { ("", "") };
        let seen = self.seen(image, Likeness { current: whatever, ..likeness.clone() }, &candidates)?;
        let fate = Rc::new(self.fate(image, current, &seen, &set));
        self.fates.borrow_mut().insert(likeness, fate.clone());
        Ok(Ok(pool(fate)))
    }

    /// The versions of an image, each as pools that are alike see it.
    fn seen(
        &self,
        image: &MachineImage<'a>,
        likeness: Likeness<'a>,
        candidates: &Candidates<'_, 'a>,
    ) -> Result<Rc<Vec<Seen<'a>>>, Undecided> {
        if let Some((_, known)) = self.seen.borrow().as_ref().filter(|(alike, _)| *alike == likeness) {
            return Ok(known.clone());
        }
        let definitions = &self.offer.spec().machine_capabilities;
        let mut seen = Vec::new();
        for (place, entry) in self.offer.catalog.versions_of(likeness.image).zip(&image.versions) {
            let barred = barred(candidates, place, entry, definitions, self.asked.edition);
            let contender = match barred {
                None => candidates.contender(place, entry, self.asked)?,
                Some(_) => None,
            };
            let version = self.offer.catalog.versions().get(place).and_then(|known| known.parsed);
            seen.push(Seen { place, text: entry.version(), version, barred, contender });
        }
        let seen = Rc::new(seen);
        *self.seen.borrow_mut() = Some((likeness, seen.clone()));
        Ok(seen)
    }

    fn fate(&self, image: &MachineImage<'a>, current: &WorkerImage<'a>, seen: &[Seen<'a>], machine: &Set) -> Fate<'a> {
        let (catalog, edition) = (&self.offer.catalog, self.asked.edition);
        // The name of the image counts letter by letter here.
        let known = || seen.iter().filter(|it| image.name() == current.name() && it.text == current.version());
        let suits = known().find_map(|it| it.contender.as_ref());
        let need = match suits {
            None => Need::Missing,
            Some(contender) if contender.released.classification == Classification::Expired => Need::Expired,
            Some(_) if self.automatic => Need::Automatic,
            Some(_) => Need::None,
        };
        let strategy = Strategy::of(image);
        let before = suits.map(|contender| &contender.taken.gift);
        let contenders: Vec<&Contender<'a>> = seen.iter().filter_map(|it| it.contender.as_ref()).collect();
        let search = Search { need, strategy, current: current.version(), contenders, before, edition };
        let found = search.target();
        let target = found.as_ref().ok().and_then(Option::as_ref);
        let flavor = |version| Taken::of(catalog, machine, version, edition).and_then(|taken| taken.flavor);
        let moved = |target: &Target<'_, 'a>| Moved {
            flavor: flavor(target.contender.place),
            changes: before.map_or_else(Vec::new, |before| changes(before, target.contender, catalog.space())),
            is_worse: before.is_some_and(|before| target.contender.taken.gift > *before),
            lost_suffix: target.lost_suffix,
        };
        Fate {
            after: target.map_or(current.version(), |target| target.contender.released.text),
            need,
            strategy,
            failed: found.is_err() || need.is_forced() && target.is_none(),
            flavor_before: known().next().and_then(|it| flavor(it.place)),
            moved: target.map(moved),
            passed_over: (need != Need::None)
                .then(|| search.passed_over(seen, target))
                .filter(|passed| may_be_said(passed, &self.listing)),
        }
    }
}

/// Where a machine gets other values of the version that it moves to.
fn changes<'a>(before: &Gift, after: &Contender<'a>, space: &CapabilitySpace<'a>) -> Vec<Change<'a>> {
    let differences = before.differences(&after.taken.gift, space).into_iter();
    let change = |difference: Difference| {
        let defined = space.defined(difference.capability);
        let value = |place: Option<usize>| place.and_then(|place| defined.get(place).copied());
        Change {
            capability: space.name(difference.capability),
            before: value(difference.left),
            after: value(difference.right),
        }
    };
    differences.map(change).collect()
}
