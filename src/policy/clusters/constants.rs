//! The names that an object carries and a controller looks for: they have to be exactly these.

/// The group of CAPI's objects.
pub const CAPI_GROUP: &str = "cluster.x-k8s.io";
/// The group of the new strategy's records.
pub const V3_GROUP: &str = "management.cattle.io";
/// The group of the old strategy's records.
pub const V1_GROUP: &str = "provisioning.cattle.io";
/// The kind of all three.
pub const CLUSTER: &str = "Cluster";
/// The kind of what a CAPI cluster lives in.
pub const NAMESPACE: &str = "Namespace";

/// The label of a cluster or its namespace that asks for the import.
pub const IMPORT_LABEL: &str = "cluster-api.cattle.io/rancher-auto-import";
/// The annotation that stops a second import.
pub const IMPORTED: &str = "imported";
/// The label of a record that holds its CAPI cluster's name.
pub const OWNER_NAME: &str = "cluster-api.cattle.io/capi-cluster-owner";
/// The label of a record that holds its CAPI cluster's namespace.
pub const OWNER_NAMESPACE: &str = "cluster-api.cattle.io/capi-cluster-owner-ns";
/// The label of records that the controller made.
pub const OWNED: &str = "cluster-api.cattle.io/owned";
/// The finalizer on both objects.
pub const FINALIZER: &str = "capicluster.turtles.cattle.io";
/// The finalizer of Fleet's add-on provider, which goes when Fleet is not managed from outside.
pub const FLEET_FINALIZER: &str = "fleet.addons.cluster.x-k8s.io";
/// The annotation of a record that Fleet is told not to touch.
pub const EXTERNALLY_MANAGED: &str = "provisioning.cattle.io/externally-managed";
/// The annotation of a record whose creator gets no role.
pub const NO_CREATOR_RBAC: &str = "field.cattle.io/no-creator-rbac";
/// The annotation of a record whose versions Rancher leaves alone.
pub const VERSION_MANAGEMENT: &str = "rancher.io/imported-cluster-version-management";
/// The annotation of a CAPI cluster that describes it.
pub const DESCRIPTION: &str = "cluster-api.cattle.io/cluster-description";
/// What a record says of a cluster that does not describe itself.
pub const USUAL_DESCRIPTION: &str = "CAPI cluster imported to Rancher";
/// The annotation of a record whose Fleet agent has moved.
pub const FLEET_MIGRATED: &str = "cluster-api.cattle.io/fleet-namespace-migrated";
/// Where the Fleet agent moved to.
pub const FLEET_NAMESPACE: &str = "cattle-fleet-system";
/// Where it was before.
pub const OLD_FLEET_NAMESPACE: &str = "fleet-addon-agent";
/// The label of a CAPI cluster that wants no Fleet.
pub const NO_FLEET: &str = "cluster-api.cattle.io/disable-fleet-auto-import";
/// The annotation of an old record that a new one has replaced.
pub const MIGRATED: &str = "cluster-api.cattle.io/migrated";
/// The label that says which of several controllers looks after a cluster.
pub const WATCH_FILTER: &str = "cluster.x-k8s.io/watch-filter";
/// What the name of a new record is generated from.
pub const GENERATED_PREFIX: &str = "c-";
/// How long a controller waits before it looks again, in seconds.
pub const RETRY_SECONDS: u64 = 60;

/// The feature gate of the new strategy.
pub const V3_GATE: &str = "managementv3-cluster";
/// The feature gate that leaves Fleet to its add-on provider.
pub const EXTERNAL_FLEET_GATE: &str = "use-caapf";
/// The feature gate that lets Rancher say whom a download trusts.
pub const AGENT_TLS_GATE: &str = "agent-tls-mode";
/// The feature gates that there are or were.
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
