//! What a question is decided from: the given objects, and the loaded ones in place of those that are not given.

use super::loaded::{self, KindOf, PROVISIONING_CLUSTERS, RANCHER_CLUSTERS};
use super::lookup::Inventory;
use super::marker::Home;
use super::object::{Brief, ClusterReference, Namespace, Object, ProvisioningCluster, RancherCluster, Written};
use super::reasons::{RECORDS_NOT_KNOWN, RECORDS_NOT_LOADED};
use super::settings::{GivenSettings, Settings};
use crate::question::{Asked, Undecided, named_again};
use crate::reason::{Fact, Problem};
use crate::wire::{Fault, Fill, HasShape, Pointer, Read, Reader, Shape, given};

/// A list of objects, each at its place: an element that is `null` is none.
pub type Objects<'a, B> = Vec<Option<Written<'a, B>>>;

given! {
    /// The records there are, and how the controller was started.
    pub struct Surroundings<'a> {
        /// The records of the new strategy. Absent: the loaded ones.
        rancher_clusters ["rancherClusters"]: Option<Objects<'a, RancherCluster<'a>>>,
        /// The records of the old strategy. Absent: the loaded ones.
        provisioning_clusters ["provisioningClusters"]: Option<Objects<'a, ProvisioningCluster<'a>>>,
        /// How the controller was started.
        #[flatten]
        settings: GivenSettings<'a>,
    }
}

/// What is given, together with whether `namespace` is there as `null`: such a namespace does not exist, while one that
/// is left out may be a loaded one.
#[derive(Debug)]
pub struct WithHome<T> {
    /// What is given.
    pub given: T,
    /// Whether the namespace is said not to exist.
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

/// The objects of a list that is given as this member.
pub fn listed<'a, B: Brief<'a>>(objects: Objects<'a, B>, member: &str) -> Result<Vec<Object<'a>>, Undecided> {
    let placed = |(index, object): (usize, Option<Written<'a, B>>)| {
        object.map(|object| object.object(Pointer::to(member).index(index)))
    };
    each_once(objects.into_iter().enumerate().filter_map(placed).collect(), B::KIND)
}

/// The objects, unless one of them is there twice.
fn each_once<'a>(objects: Vec<Object<'a>>, kind: &str) -> Result<Vec<Object<'a>>, Undecided> {
    let identity = |place: usize| objects.get(place).map_or(("", ""), |object| (object.namespace, object.name));
    match named_again(objects.len(), &identity).and_then(|place| objects.get(place)) {
        Some(again) => Err(Undecided::request(again.stands_there_already(kind))),
        None => Ok(objects),
    }
}

/// The records, given or loaded, and how the controller was started.
#[derive(Debug)]
pub struct World<'a> {
    /// The records.
    pub inventory: Inventory<'a>,
    /// How the controller was started.
    pub settings: Settings<'a>,
    /// Kinds of records of which none is loaded and nobody says that there is none.
    unknown: Vec<KindOf>,
}

impl<'a> World<'a> {
    /// What is given, and in place of what is not the loaded ones.
    pub fn of(given: Surroundings<'a>, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let mut unknown = Vec::new();
        let mut or_loaded = |objects: Option<Vec<Object<'a>>>, kind: KindOf| match objects {
            Some(objects) => Ok(objects),
            None => {
                if !loaded::is_known(kind, asked) {
                    unknown.push(kind);
                }
                loaded::all(kind, asked)
            }
        };
        let rancher = given.rancher_clusters.map(|objects| listed(objects, "rancherClusters")).transpose()?;
        let rancher = or_loaded(rancher, RANCHER_CLUSTERS)?;
        let provisioning = given.provisioning_clusters.map(|objects| listed(objects, "provisioningClusters"));
        let provisioning = provisioning.transpose()?;
        let provisioning = or_loaded(provisioning, PROVISIONING_CLUSTERS)?;
        Ok(Self {
            inventory: Inventory::new(rancher, provisioning, asked.edition),
            settings: Settings::of(given.settings, asked)?,
            unknown,
        })
    }

    /// The loaded records and settings.
    pub fn loaded(asked: &Asked<'a>) -> Result<Self, Undecided> {
        Self::of(Read::blank(), asked)
    }

    /// Warns of records that nobody knows about: the answer takes it that there are none.
    pub fn warn_of_unknown(&self) -> impl Iterator<Item = Problem> {
        self.unknown.iter().copied().map(not_loaded)
    }

    /// What goes with a cluster cannot be said where nothing is known of any record.
    pub fn needs_records(&self) -> Result<(), Undecided> {
        match self.unknown.as_slice() {
            [first, _] => Err(not_known(*first)),
            _ => Ok(()),
        }
    }
}

/// What a deletion takes along cannot be said where nothing is known of a kind.
pub fn not_known(kind: KindOf) -> Undecided {
    Undecided::facts(about_kind(Problem::error(&RECORDS_NOT_KNOWN, Pointer::default()), kind))
}

/// The warning that nothing is known of a kind: the answer takes it that there is none.
pub fn not_loaded(kind: KindOf) -> Problem {
    about_kind(Problem::warning(&RECORDS_NOT_LOADED, Pointer::default()), kind)
}

fn about_kind(problem: Problem, (group, kind): KindOf) -> Problem {
    problem.fact(Fact::named("kind", format!("{kind}.{group}")))
}

/// A CAPI cluster that is given as `member`, or named there.
pub fn cluster_of<'a>(
    reference: ClusterReference<'a>,
    member: &str,
    asked: &Asked<'a>,
) -> Result<(Object<'a>, bool), Undecided> {
    match reference {
        ClusterReference::Named(name) => Ok((loaded::capi_cluster(name, member, asked)?, true)),
        ClusterReference::Inline(written) => Ok((written.object(Pointer::to(member)), false)),
    }
}

/// The namespace of that name: the given one, none where it is said not to exist, or else the loaded one.
pub fn home_of<'a>(
    given: Option<Written<'a, Namespace<'a>>>,
    is_homeless: bool,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Home<'a>, Undecided> {
    let at = Pointer::to("namespace");
    match given {
        Some(namespace) => Ok(Home::Known(Box::new(namespace.object(at)))),
        None if is_homeless => Ok(Home::Missing),
        None => Home::loaded(name, Pointer::to("given").join(&at), asked),
    }
}
