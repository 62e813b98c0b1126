//! The names of groups, kinds, labels, annotations and finalizers. The controller compares them byte for byte.

/// The API group of CAPI clusters.
pub const CAPI_GROUP: &str = "cluster.x-k8s.io";
/// The API group of v3 records.
pub const V3_GROUP: &str = "management.cattle.io";
/// The API group of v1 records.
pub const V1_GROUP: &str = "provisioning.cattle.io";
/// The kind of CAPI clusters and of both kinds of records.
pub const CLUSTER: &str = "Cluster";
/// The kind of namespaces.
pub const NAMESPACE: &str = "Namespace";

/// The label that marks a cluster, or all clusters of a namespace, for import.
pub const IMPORT_LABEL: &str = "cluster-api.cattle.io/rancher-auto-import";
/// The annotation that prevents another import.
pub const IMPORTED: &str = "imported";
/// The label of a record with the name of its CAPI cluster.
pub const OWNER_NAME: &str = "cluster-api.cattle.io/capi-cluster-owner";
/// The label of a record with the namespace of its CAPI cluster.
pub const OWNER_NAMESPACE: &str = "cluster-api.cattle.io/capi-cluster-owner-ns";
/// The label of records that the controller made.
pub const OWNED: &str = "cluster-api.cattle.io/owned";
/// The finalizer on both the CAPI cluster and its v3 record.
pub const FINALIZER: &str = "capicluster.turtles.cattle.io";
/// The finalizer of Fleet's add-on provider. It is removed if Fleet is not managed externally.
pub const FLEET_FINALIZER: &str = "fleet.addons.cluster.x-k8s.io";
/// The annotation of a record whose Fleet membership is managed externally.
pub const EXTERNALLY_MANAGED: &str = "provisioning.cattle.io/externally-managed";
/// The annotation of a record whose creator gets no role.
pub const NO_CREATOR_RBAC: &str = "field.cattle.io/no-creator-rbac";
/// The annotation that decides whether Rancher manages the versions of an imported cluster.
pub const VERSION_MANAGEMENT: &str = "rancher.io/imported-cluster-version-management";
/// The annotation of a CAPI cluster with the description for its record.
pub const DESCRIPTION: &str = "cluster-api.cattle.io/cluster-description";
/// The description of a record whose CAPI cluster has none.
pub const USUAL_DESCRIPTION: &str = "CAPI cluster imported to Rancher";
/// The annotation of a record whose Fleet agent has moved to the new namespace.
pub const FLEET_MIGRATED: &str = "cluster-api.cattle.io/fleet-namespace-migrated";
/// The namespace to which the Fleet agent moved.
pub const FLEET_NAMESPACE: &str = "cattle-fleet-system";
/// The namespace from which the Fleet agent moved.
pub const OLD_FLEET_NAMESPACE: &str = "fleet-addon-agent";
/// The label of a CAPI cluster that opts out of Fleet.
pub const NO_FLEET: &str = "cluster-api.cattle.io/disable-fleet-auto-import";
/// The annotation of a v1 record that a v3 record has replaced.
pub const MIGRATED: &str = "cluster-api.cattle.io/migrated";
/// The label that assigns a cluster to one of several controllers.
pub const WATCH_FILTER: &str = "cluster.x-k8s.io/watch-filter";
/// The prefix of the generated name of a v3 record.
pub const GENERATED_PREFIX: &str = "c-";
/// The time after which the controller looks again, in seconds.
pub const RETRY_SECONDS: u64 = 60;

/// The feature gate of the v3 strategy.
pub const V3_GATE: &str = "managementv3-cluster";
/// The feature gate that leaves Fleet to its add-on provider.
pub const EXTERNAL_FLEET_GATE: &str = "use-caapf";
/// The feature gate under which Rancher's settings decide what a download trusts.
pub const AGENT_TLS_GATE: &str = "agent-tls-mode";
/// All current and former feature gates.
pub const GATES: &[&str] = &[
    V3_GATE,
    EXTERNAL_FLEET_GATE,
    "managementv3-cluster-migration",
    "propagate-labels",
    "addon-provider-fleet",
    AGENT_TLS_GATE,
    "ui-plugin",
    "no-cert-manager",
    "use-rancher-default-registry",
    "rancher-credential-translation",
];
