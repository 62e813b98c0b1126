//! The question which CAPI cluster is reconciled when a record changes.

use super::constants::{CLUSTER, OWNED, OWNER_NAME, OWNER_NAMESPACE};
use super::divergences::OWNER_BY_TWO_LABELS;
use super::filter::passes_as_deletion;
use super::object::{Object, RancherCluster, Written, not_given};
use super::reasons::{OWNER_NOT_ELIGIBLE, OWNER_NOT_FOUND, OWNER_NOT_NAMED, OWNER_TOLD};
use crate::base::{Edition, Index};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, duplicate, named_again};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// A record that changed, and the CAPI clusters.
    pub struct OwnerGiven<'a> {
        /// The record that changed.
        rancher_cluster ["rancherCluster"]: Written<'a, RancherCluster<'a>>,
        /// The CAPI clusters.
        capi_clusters ["capiClusters"]: Vec<Option<Candidate<'a>>>,
    }
}

given! {
    /// A CAPI cluster that a record may belong to.
    pub struct Candidate<'a> {
        /// The cluster's name.
        name: &'a str,
        /// The cluster's namespace.
        namespace: &'a str,
        /// Whether the cluster's events pass the controller's filter. Needed if the record leads to the cluster and
        /// neither is being deleted.
        eligible: Option<bool>,
        /// Whether the cluster is being deleted.
        deleting: bool,
    }
}

impl<'a> Candidate<'a> {
    /// The cluster's namespace and name.
    fn identity(&self) -> (&'a str, &'a str) {
        (self.namespace, self.name)
    }
}

answer! {
    /// The CAPI cluster that is reconciled.
    pub struct Owner {
        /// The cluster's `namespace/name`. Absent: nothing is reconciled.
        request: Option<String>,
    }
}

/// The question `clusters/owner`.
#[derive(Debug)]
pub struct OwnerAsked;

impl Answers for OwnerAsked {
    const NAME: &'static str = "clusters/owner";
    const ASKS: &'static str = "which CAPI cluster is reconciled when a Rancher record changes";
    const PART: bool = true;
    type Given<'a> = OwnerGiven<'a>;
    type Answer<'a> = Owner;

    fn decide<'a>(given: OwnerGiven<'a>, asked: &Asked<'a>) -> Outcome<Owner> {
        let record = given.rancher_cluster.existing(Pointer::to("rancherCluster"))?;
        let clusters = &given.capi_clusters;
        let identity =
            |place: usize| clusters.get(place).and_then(Option::as_ref).map_or(("", ""), Candidate::identity);
        if let Some(place) = named_again(clusters.len(), &identity) {
            let at = Pointer::to("capiClusters").index(place);
            let name = Fact::at(at.clone().key("name"), identity(place).1);
            return Err(Undecided::request(duplicate(Pointer::to("given").join(&at), name, CLUSTER)));
        }
        owner(&record, clusters, asked.edition)
    }
}

/// Returns the CAPI cluster that the record's labels name, if its events pass the filter.
fn owner(record: &Object<'_>, clusters: &[Option<Candidate<'_>>], edition: Edition) -> Outcome<Owner> {
    let nothing = |reason| Ok(Decision::new(Owner { request: None }, reason));
    let third = (!edition.applies(&OWNER_BY_TWO_LABELS)).then_some(OWNED);
    if let Some(key) =
        [OWNER_NAME, OWNER_NAMESPACE].into_iter().chain(third).find(|key| record.labels.get(key).is_none())
    {
        return nothing(Reason::new(&OWNER_NOT_NAMED, record.name).fact(record.label_fact(key)));
    }
    let label = |key| record.labels.get(key).copied().unwrap_or_default();
    let (name, namespace) = (label(OWNER_NAME), label(OWNER_NAMESPACE));
    let request = format!("{namespace}/{name}");
    let labels = [record.label_fact(OWNER_NAME), record.label_fact(OWNER_NAMESPACE)];
    let names: Index<'_> = clusters.iter().map(|cluster| cluster.as_ref().map_or("", |it| it.name)).collect();
    let mut named = names.places(name).filter_map(|place| Some((place, clusters.get(place)?.as_ref()?)));
    let Some((place, cluster)) = named.find(|(_, cluster)| cluster.namespace == namespace) else {
        return nothing(Reason::new(&OWNER_NOT_FOUND, request).facts(labels));
    };
    if !passes_as_deletion(record.deleting || cluster.deleting, edition) {
        let at = Pointer::to("capiClusters").index(place).key("eligible");
        if !cluster.eligible.ok_or_else(|| not_given(&at, "eligible"))? {
            return nothing(Reason::new(&OWNER_NOT_ELIGIBLE, request).facts(labels).fact(Fact::at(at, false)));
        }
    }
    let reason = Reason::new(&OWNER_TOLD, request.as_str()).facts(labels);
    Ok(Decision::new(Owner { request: Some(request) }, reason))
}
