//! The records that an import creates.

use super::action::{Action, Deed, OwnerReference};
use super::upkeep::propagated;
use crate::base::Edition;
use crate::policy::clusters::constants::*;
use crate::policy::clusters::divergences::NO_NAMESPACE_ON_RECORDS;
use crate::policy::clusters::name::v1_name;
use crate::policy::clusters::object::Object;
use crate::policy::clusters::settings::{Settings, Strategy};

/// Creates the record of a cluster.
pub fn record<'a>(cluster: &Object<'a>, settings: &Settings<'_>, edition: Edition) -> Action<'a> {
    match settings.strategy() {
        Strategy::V1 => v1(cluster),
        Strategy::V3 => v3(cluster, settings, edition),
    }
}

/// A v1 record: named after the cluster, in its namespace, and owned by it.
fn v1<'a>(cluster: &Object<'a>) -> Action<'a> {
    let owner = OwnerReference { api_version: "cluster.x-k8s.io/v1beta1", kind: CLUSTER, name: cluster.name };
    Action {
        api_version: Some("provisioning.cattle.io/v1"),
        name: Some(v1_name(cluster.name)),
        namespace: Some(cluster.namespace),
        labels: Some([(OWNED, "")].into_iter().collect()),
        owner_references: Some(vec![owner]),
        ..Action::of(Deed::CreateRancherCluster)
    }
}

/// A v3 record: the API server generates its name, and labels lead back to the cluster. The record is cluster-scoped,
/// so no namespaced object may own it.
fn v3<'a>(cluster: &Object<'a>, settings: &Settings<'_>, edition: Edition) -> Action<'a> {
    let labels = [(OWNER_NAME, cluster.name), (OWNER_NAMESPACE, cluster.namespace), (OWNED, "")];
    let external = settings.gate(EXTERNAL_FLEET_GATE).then_some((EXTERNALLY_MANAGED, "true"));
    let annotations = [(FLEET_MIGRATED, FLEET_NAMESPACE), (VERSION_MANAGEMENT, "false"), (NO_CREATOR_RBAC, "true")];
    let described = cluster.annotations.get(DESCRIPTION).copied().filter(|text| !text.is_empty());
    Action {
        api_version: Some("management.cattle.io/v3"),
        generate_name: Some(GENERATED_PREFIX),
        namespace: (!edition.applies(&NO_NAMESPACE_ON_RECORDS)).then_some(cluster.namespace),
        display_name: Some(cluster.name),
        description: Some(described.unwrap_or(USUAL_DESCRIPTION)),
        labels: Some(labels.into_iter().chain(propagated(cluster)).collect()),
        annotations: Some(annotations.into_iter().chain(external).collect()),
        finalizers: Some(vec![FINALIZER]),
        owner_references: Some(Vec::new()),
        ..Action::of(Deed::CreateRancherCluster)
    }
}
