//! The question what a change to a CAPI cluster or its namespace does to the import.

use super::effects::{Effect, Told, garbled, on_cluster};
use super::loaded::CAPI_CLUSTERS;
use super::marker::Home;
use super::object::{CapiCluster, ClusterReference, Namespace, Object, Written};
use super::reasons::{CHANGE_HAS_EFFECTS, CHANGE_HAS_NO_EFFECT, CHANGED_OBJECT_NOT_GIVEN};
use super::record::Operation;
use super::situation::{Objects, Surroundings, WithHome, World, cluster_of, home_of, listed_or_loaded, not_known};
use crate::base::Edition;
use crate::base::sort::sort_by_key;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::Reason;
use crate::wire::{Pointer, answer, given, words};

words! {
    /// The kind of object that is changed.
    pub enum Changed {
        /// A CAPI cluster.
        Cluster = "Cluster",
        /// A namespace of CAPI clusters.
        Namespace = "Namespace",
    }
}

given! {
    /// A change, and everything an import depends on.
    pub struct ChangeEffectsGiven<'a> {
        /// The kind of object that is changed.
        object: Changed,
        /// The operation on the object.
        operation: Operation,
        /// The CAPI cluster as it would be stored, or `namespace/name` of a loaded one.
        capi_cluster ["capiCluster"]: Option<ClusterReference<'a>>,
        /// The CAPI cluster as it is stored, or `namespace/name` of a loaded one.
        old_capi_cluster ["oldCapiCluster"]: Option<ClusterReference<'a>>,
        /// The namespace as it would be stored, or the namespace of the CAPI cluster: `null` if it does not exist;
        /// absent: the loaded one.
        namespace: Option<Written<'a, Namespace<'a>>>,
        /// The namespace as it is stored, if a namespace is changed or deleted.
        old_namespace ["oldNamespace"]: Option<Written<'a, Namespace<'a>>>,
        /// The CAPI clusters, if a namespace is changed. Absent: the loaded ones.
        capi_clusters ["capiClusters"]: Option<Objects<'a, CapiCluster<'a>>>,
        /// The existing records and the controller's settings.
        #[flatten]
        surroundings: Surroundings<'a>,
    }
}

answer! {
    /// The effects of a change.
    pub struct ChangeEffects {
        /// The effects worth knowing, sorted by cluster name.
        warnings: Vec<EffectOn>,
    }
}

answer! {
    /// One effect of a change.
    pub struct EffectOn {
        /// The kind of effect.
        code: Effect,
        /// The `namespace/name` of the cluster. Absent: the effect is on the namespace itself.
        cluster: Option<String>,
        /// The records that are deleted.
        records: Option<Vec<String>>,
        /// The labels that stay on the record, sorted.
        keys: Option<Vec<String>>,
    }
}

/// The question `clusters/change-effects`.
#[derive(Debug)]
pub struct ChangeEffectsAsked;

impl Answers for ChangeEffectsAsked {
    const NAME: &'static str = "clusters/change-effects";
    const ASKS: &'static str = "what a change of a CAPI cluster or its namespace does to the import";
    type Given<'a> = WithHome<ChangeEffectsGiven<'a>>;
    type Answer<'a> = ChangeEffects;

    fn decide<'a>(given: WithHome<ChangeEffectsGiven<'a>>, asked: &Asked<'a>) -> Outcome<ChangeEffects> {
        let WithHome { given, is_homeless } = given;
        let world = World::of(given.surroundings, asked)?;
        let deletes = given.operation == Operation::Delete;
        let (mut is_loaded, mut unknown_clusters) = (false, None);
        let told = match given.object {
            Changed::Cluster => {
                let mut read = |reference: Option<ClusterReference<'a>>, member: &str| -> Result<_, Undecided> {
                    let Some(reference) = reference else { return Ok(None) };
                    let (cluster, loaded) = cluster_of(reference, member, asked)?;
                    is_loaded |= loaded;
                    Ok(Some(cluster))
                };
                let new = read(given.capi_cluster, "capiCluster")?;
                let old = read(given.old_capi_cluster, "oldCapiCluster")?;
                let (old, new) = sides(given.operation, old, new, ("capiCluster", "oldCapiCluster"))?;
                let name = new.as_ref().or(old.as_ref()).map_or("", |cluster| cluster.namespace);
                let home = home_of(given.namespace, is_homeless, name, asked)?;
                if deletes && is_loaded {
                    world.needs_records()?;
                }
                let old = old.as_ref().map(|cluster| (cluster, &home));
                on_cluster(old, new.as_ref().map(|cluster| (cluster, &home)), &world, asked.edition)?
            }
            Changed::Namespace => {
                let new = given.namespace.map(|namespace| namespace.existing(Pointer::to("namespace"))).transpose()?;
                let old = given.old_namespace.map(|old| old.existing(Pointer::to("oldNamespace"))).transpose()?;
                let (old, new) = sides(given.operation, old, new, ("namespace", "oldNamespace"))?;
                is_loaded = given.capi_clusters.is_none();
                let (clusters, unknown) = listed_or_loaded(given.capi_clusters, "capiClusters", CAPI_CLUSTERS, asked)?;
                unknown_clusters = unknown;
                match deletes && is_loaded {
                    true if unknown_clusters.is_some() => return Err(not_known(CAPI_CLUSTERS)),
                    true if !clusters.is_empty() => world.needs_records()?,
                    _ => {}
                }
                on_namespace(old.as_ref(), new.as_ref(), &clusters, &world, asked.edition)?
            }
        };
        let unknown: Vec<_> = world.warn_of_unknown(is_loaded).collect();
        let decision = decision(told).with_problems(unknown_clusters).with_problems(unknown);
        Ok(decision.with_problems(world.settings.problems))
    }
}

/// Returns the object before and after an operation. Undecided if a side that the operation needs was not given, or if
/// the two sides are different objects.
fn sides<'a>(
    operation: Operation,
    old: Option<Object<'a>>,
    new: Option<Object<'a>>,
    (new_member, old_member): (&str, &str),
) -> Result<(Option<Object<'a>>, Option<Object<'a>>), Undecided> {
    let needed = |object: Option<Object<'a>>, member: &str| {
        object.ok_or_else(|| Undecided::missing(&CHANGED_OBJECT_NOT_GIVEN, Pointer::to(member)))
    };
    Ok(match operation {
        Operation::Create => (None, Some(needed(new, new_member)?)),
        Operation::Delete if old.is_none() || new.is_none() => (Some(needed(old.or(new), old_member)?), None),
        Operation::Update | Operation::Delete => {
            let (old, new) = (needed(old, old_member)?, needed(new, new_member)?);
            old.expect_named(&new.full_name(), old_member)?;
            (Some(old), (operation == Operation::Update).then_some(new))
        }
    })
}

/// Returns the effects of a change to a namespace: those on its clusters, by name, then the one on the namespace
/// itself.
pub fn on_namespace<'a>(
    old: Option<&Object<'a>>,
    new: Option<&Object<'a>>,
    clusters: &[Object<'a>],
    world: &World<'a>,
    edition: Edition,
) -> Result<Vec<Told>, Undecided> {
    let itself = new.and_then(|new| garbled(old, new, new.name));
    let itself = itself.map(|told| Told { cluster: None, ..told });
    let is_there = new.is_some();
    let name = new.or(old).map_or("", |namespace| namespace.name);
    let mut clusters: Vec<&Object<'a>> = clusters.iter().filter(|cluster| cluster.namespace == name).collect();
    sort_by_key(&mut clusters, |cluster| cluster.name);
    let home = |namespace: Option<&Object<'a>>| namespace.map_or(Home::Missing, |it| Home::Known(Box::new(it.clone())));
    let (before, after) = (home(old), home(new));
    let mut told = Vec::new();
    for cluster in clusters {
        // Going by the loaded documents, a cluster can exist before its namespace does.
        told.extend(on_cluster(Some((cluster, &before)), is_there.then_some((cluster, &after)), world, edition)?);
    }
    told.extend(itself);
    Ok(told)
}

fn decision(told: Vec<Told>) -> Decision<ChangeEffects> {
    let why = why(&told);
    let some = |list: Vec<String>| (!list.is_empty()).then_some(list);
    let warning = |told: Told| EffectOn {
        code: told.effect,
        cluster: told.cluster,
        records: some(told.records),
        keys: some(told.keys),
    };
    Decision::new(ChangeEffects { warnings: told.into_iter().map(warning).collect() }, why)
}

/// The effects of a change as a reason.
pub fn why(told: &[Told]) -> Reason {
    if told.is_empty() {
        return Reason::new(&CHANGE_HAS_NO_EFFECT, "change");
    }
    Reason::new(&CHANGE_HAS_EFFECTS, "change").because(told.iter().map(|told| told.why.clone()))
}
