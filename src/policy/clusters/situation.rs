//! The situation a question is about: the objects that are given, and the loaded ones in place of those that are not.

use super::loaded::{self, PROVISIONING_CLUSTERS, RANCHER_CLUSTERS};
use super::lookup::Inventory;
use super::marker::Home;
use super::object::{Brief, ClusterReference, KindOf, Namespace, Object, ProvisioningCluster, RancherCluster, Written};
use super::reasons::{RECORDS_NOT_KNOWN, RECORDS_NOT_LOADED};
use super::settings::{GivenSettings, Settings, Strategy};
use crate::question::{Asked, Undecided, named_again};
use crate::reason::{Fact, Level, Problem};
use crate::wire::{Fault, Fill, HasShape, Pointer, Read, Reader, Shape, given};

/// A list of objects, each at its index. Elements that are `null` are skipped.
pub type Objects<'a, B> = Vec<Option<Written<'a, B>>>;

given! {
    /// The existing records and the controller's settings.
    pub struct Surroundings<'a> {
        /// The v3 records. Absent: the loaded ones.
        rancher_clusters ["rancherClusters"]: Option<Objects<'a, RancherCluster<'a>>>,
        /// The v1 records. Absent: the loaded ones.
        provisioning_clusters ["provisioningClusters"]: Option<Objects<'a, ProvisioningCluster<'a>>>,
        /// The controller's settings.
        #[flatten]
        settings: GivenSettings<'a>,
    }
}

/// What is given, and whether its `namespace` is `null`. A namespace that is `null` does not exist; one that is left
/// out may be loaded.
#[derive(Debug)]
pub struct WithHome<T> {
    /// What is given.
    pub given: T,
    /// Whether the namespace is given as `null`, so it does not exist.
    pub is_homeless: bool,
}

impl<'a, T: Read<'a>> Fill<'a> for WithHome<T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.is_homeless = from.value().get("namespace").is_some_and(|namespace| namespace.is_null());
        self.given.fill(from)
    }
}

impl<'a, T: Read<'a>> Read<'a> for WithHome<T> {
    fn blank() -> Self {
        Self { given: T::blank(), is_homeless: false }
    }
}

impl<T: HasShape> HasShape for WithHome<T> {
    const SHAPE: &'static Shape = T::SHAPE;
}

/// Reads the existing objects of the list that is given as `member`.
pub fn listed<'a, B: Brief<'a>>(objects: Objects<'a, B>, member: &str) -> Result<Vec<Object<'a>>, Undecided> {
    let placed = |(index, object): (usize, Option<Written<'a, B>>)| {
        object.map(|object| object.existing(Pointer::to(member).index(index)))
    };
    let objects: Result<Vec<Object<'a>>, Undecided> = objects.into_iter().enumerate().filter_map(placed).collect();
    each_once(objects?, B::KIND)
}

/// Reads the existing objects of a list as [`listed`] does, or the loaded ones in its place, with a warning if nothing
/// is known of them.
pub fn listed_or_loaded<'a, B: Brief<'a>>(
    objects: Option<Objects<'a, B>>,
    member: &str,
    kind: KindOf,
    asked: &Asked<'a>,
) -> Result<(Vec<Object<'a>>, Option<Problem>), Undecided> {
    match objects {
        Some(objects) => Ok((listed(objects, member)?, None)),
        None => loaded_or_warned(kind, asked),
    }
}

/// Returns all loaded objects of a kind, with a warning if nothing is known of them.
pub fn loaded_or_warned<'a>(kind: KindOf, asked: &Asked<'a>) -> Result<(Vec<Object<'a>>, Option<Problem>), Undecided> {
    let is_unknown = !loaded::is_known(kind, asked);
    Ok((loaded::all(kind, asked)?, is_unknown.then(|| not_loaded(kind))))
}

/// Returns the objects unless one occurs twice.
pub fn each_once<'a>(objects: Vec<Object<'a>>, kind: &str) -> Result<Vec<Object<'a>>, Undecided> {
    let identity = |place: usize| objects.get(place).map_or(("", ""), |object| (object.namespace, object.name));
    match named_again(objects.len(), &identity).and_then(|place| objects.get(place)) {
        Some(again) => Err(Undecided::request(again.stands_there_already(kind))),
        None => Ok(objects),
    }
}

/// The existing records, given or loaded, and the controller's settings.
#[derive(Debug)]
pub struct World<'a> {
    /// The existing records.
    pub inventory: Inventory<'a>,
    /// The controller's settings.
    pub settings: Settings<'a>,
    /// The kinds of records of which none is given or loaded, and of which nothing says that there is none.
    unknown: Vec<KindOf>,
    /// The problem that a loaded record does not say what its namespace is.
    stray: Option<Problem>,
}

impl<'a> World<'a> {
    /// Reads what is given, and the loaded documents in place of what is not. Undecided if a loaded record does not say
    /// what its namespace is.
    pub fn of(given: Surroundings<'a>, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let mut world = Self::with_stray(given, asked)?;
        world.stray.take().map_or(Ok(world), |stray| Err(Undecided::facts(stray)))
    }

    /// The loaded records and settings, for a review, which only warns of what it does not know.
    pub fn loaded(asked: &Asked<'a>) -> Result<Self, Undecided> {
        Self::with_stray(Read::blank(), asked)
    }

    fn with_stray(given: Surroundings<'a>, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let mut unknown = Vec::new();
        let mut loaded = |kind: KindOf| {
            if !loaded::is_known(kind, asked) {
                unknown.push(kind);
            }
            loaded::with_stray(kind, asked)
        };
        let (rancher, _) = match given.rancher_clusters {
            Some(records) => (listed(records, "rancherClusters")?, None),
            None => loaded(RANCHER_CLUSTERS)?,
        };
        let (provisioning, stray) = match given.provisioning_clusters {
            Some(records) => (listed(records, "provisioningClusters")?, None),
            None => loaded(PROVISIONING_CLUSTERS)?,
        };
        Ok(Self {
            inventory: Inventory::new(rancher, provisioning, asked.edition),
            settings: Settings::of(given.settings, asked)?,
            unknown,
            stray,
        })
    }

    /// Warns about kinds of records of which nothing is known. The answer assumes that there are none, which needs no
    /// warning where the cluster is given (not `is_loaded`) and so are the records of the strategy in force. Also warns
    /// about a record of which nobody knows whose it is.
    pub fn warn_of_unknown(&self, is_loaded: bool) -> impl Iterator<Item = Problem> {
        let in_force = match self.settings.strategy() {
            Strategy::V1 => PROVISIONING_CLUSTERS,
            Strategy::V3 => RANCHER_CLUSTERS,
        };
        let warns = is_loaded || self.unknown.contains(&in_force);
        let stray = self.stray.iter().map(|stray| stray.clone().at_level(Level::Warning));
        self.unknown.iter().filter(move |_| warns).copied().map(not_loaded).chain(stray)
    }

    /// Fails if nothing is known about records of either kind, because then the effects of a deletion cannot be
    /// determined.
    pub fn needs_records(&self) -> Result<(), Undecided> {
        match self.unknown.as_slice() {
            [first, _] => Err(not_known(*first)),
            _ => Ok(()),
        }
    }
}

/// The effects of a deletion cannot be determined because nothing is known about a kind.
pub fn not_known(kind: KindOf) -> Undecided {
    Undecided::facts(about_kind(Problem::error(&RECORDS_NOT_KNOWN, Pointer::default()), kind))
}

/// The warning that nothing is known about a kind. The answer assumes that there are no such objects.
pub fn not_loaded(kind: KindOf) -> Problem {
    about_kind(Problem::warning(&RECORDS_NOT_LOADED, Pointer::default()), kind)
}

fn about_kind(problem: Problem, (group, kind): KindOf) -> Problem {
    problem.fact(Fact::named("kind", format!("{kind}.{group}")))
}

/// Returns the CAPI cluster that is given as `member`, or the loaded one named there, and whether it is a loaded one.
pub fn cluster_of<'a>(
    reference: ClusterReference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<(Object<'a>, bool), Undecided> {
    match reference {
        ClusterReference::Named(name) => Ok((loaded::capi_cluster(name, member, asked)?, true)),
        ClusterReference::Inline(written) => Ok((written.existing(Pointer::to(member))?, false)),
    }
}

/// Returns the namespace: the given one, a missing one if `null` was given, or else the loaded one with this name.
pub fn home_of<'a>(
    given: Option<Written<'a, Namespace<'a>>>,
    is_homeless: bool,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Home<'a>, Undecided> {
    let member = "namespace";
    let at = Pointer::to(member);
    match given {
        Some(namespace) => {
            let namespace = namespace.existing(at)?;
            namespace.expect_named(name, member)?;
            Ok(Home::Known(Box::new(namespace)))
        }
        None if is_homeless => Ok(Home::Missing),
        None => Home::loaded(name, Pointer::to("given").join(&at), asked),
    }
}
