//! The question which CAPI clusters are reconciled when a namespace changes.

use super::constants::IMPORT_LABEL;
use super::divergences::ONLY_THAT_NAMESPACE;
use super::filter::{is_eligible, passes_as_deletion};
use super::loaded::CAPI_CLUSTERS;
use super::marker::{Home, is_marked};
use super::object::{CapiCluster, Namespace, Object, Written};
use super::reasons::{CLUSTERS_TOLD, NAMESPACE_NOT_MARKED};
use super::settings::{GivenSettings, Settings};
use super::situation::{Objects, listed_or_loaded};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// A namespace that changed, and the CAPI clusters.
    pub struct NamespaceEventGiven<'a> {
        /// The namespace that changed.
        namespace: Written<'a, Namespace<'a>>,
        /// The CAPI clusters, including those of other namespaces. Absent: the loaded ones.
        capi_clusters ["capiClusters"]: Option<Objects<'a, CapiCluster<'a>>>,
        /// The controller's settings.
        #[flatten]
        settings: GivenSettings<'a>,
    }
}

answer! {
    /// The CAPI clusters that are reconciled.
    pub struct Enqueued {
        /// The `namespace/name` of each cluster.
        enqueue: Vec<String>,
    }
}

/// The question `clusters/namespace-event`.
#[derive(Debug)]
pub struct NamespaceEvent;

impl Answers for NamespaceEvent {
    const NAME: &'static str = "clusters/namespace-event";
    const ASKS: &'static str = "which CAPI clusters are reconciled when a namespace changes";
    const PART: bool = true;
    type Given<'a> = NamespaceEventGiven<'a>;
    type Answer<'a> = Enqueued;

    fn decide<'a>(given: NamespaceEventGiven<'a>, asked: &Asked<'a>) -> Outcome<Enqueued> {
        let settings = Settings::of(given.settings, asked)?;
        let namespace = given.namespace.existing(Pointer::to("namespace"))?;
        let label = namespace.label_fact(IMPORT_LABEL);
        if !is_marked(&namespace) {
            let reason = Reason::new(&NAMESPACE_NOT_MARKED, namespace.name).fact(label);
            return Ok(Decision::new(Enqueued { enqueue: Vec::new() }, reason).with_problems(settings.problems));
        }
        let name = namespace.name;
        let home = Home::Known(Box::new(namespace));
        // Nothing is known about other namespaces, so they cannot mark a cluster.
        let elsewhere = Home::Missing;
        let only_here = asked.edition.applies(&ONLY_THAT_NAMESPACE);
        let mut enqueue = Vec::new();
        let (clusters, unknown) = listed_or_loaded(given.capi_clusters, "capiClusters", CAPI_CLUSTERS, asked)?;
        for cluster in clusters {
            let is_here = cluster.namespace == name;
            let passes = |cluster: &Object<'_>| match is_here {
                true => is_eligible(cluster, &home, &settings, asked.edition),
                false => is_eligible(cluster, &elsewhere, &settings, asked.edition),
            };
            if is_here && passes_as_deletion(cluster.deleting, asked.edition)
                || (is_here || !only_here) && passes(&cluster)?
            {
                enqueue.push(cluster.full_name());
            }
        }
        let told: Json = enqueue.iter().map(String::as_str).collect();
        let reason = Reason::new(&CLUSTERS_TOLD, name).fact(label).fact(Fact::named("clusters", told));
        Ok(Decision::new(Enqueued { enqueue }, reason).with_problems(unknown).with_problems(settings.problems))
    }
}
