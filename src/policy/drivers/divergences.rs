//! Where the design edition departs from today's Magnum: the rows of section 1.10.

use crate::base::Divergence;

/// All divergences of this policy.
pub(crate) static ALL: &[&Divergence] = &[
    &HIDDEN_FIELD,
    &ONE_REGISTRY,
    &TYPE_WARNING,
    &FIRST_REGISTERED,
    &CHECKED_UPDATE,
    &CLUSTER_ASKS_DRIVER,
    &BROKEN_PLUGIN,
];

/// Row 1: clients that are older than the field `driver` do not see it.
pub(crate) static HIDDEN_FIELD: Divergence = Divergence {
    id: "driver-field-hidden-from-older-clients",
    design: "a client below the microversion in `driverFieldSince` neither sends nor sees the driver",
    upstream: "the field is accepted and shown at every version",
    why: "the design asks for a new microversion, so that older clients see no field they do not know",
    source: "drivers-and-traits 1.8, 1.10 row 1",
};

/// Rows 2, 8 and 9: the lists of disabled and beta drivers apply wherever a driver is named.
pub(crate) static ONE_REGISTRY: Divergence = Divergence {
    id: "one-registry-at-every-level",
    design: "a driver that is disabled, or beta and not enabled, is unknown wherever it is named",
    upstream: "a name bypasses both lists, and the default bypasses the beta one",
    why: "an operator who disables a driver expects that nobody gets it",
    source: "drivers-and-traits 1.10 rows 2, 8, 9",
};

/// Row 3: a driver that lacks the cluster type causes a warning.
pub(crate) static TYPE_WARNING: Divergence = Divergence {
    id: "warning-when-the-driver-lacks-the-cluster-type",
    design: "a warning says when the chosen driver does not provide the cluster's type",
    upstream: "the template is created without a word and clusters from it may fail",
    why: "the fallback no longer looks at the type, which the design promised it would",
    source: "drivers-and-traits 1.10 row 3",
};

/// Row 4: the first of several providers wins.
pub(crate) static FIRST_REGISTERED: Divergence = Divergence {
    id: "first-registered-provider-wins",
    design: "of several providers of one type the first that is registered is taken",
    upstream: "the last one is",
    why: "the design text says that the first match wins",
    source: "drivers-and-traits 1.10 row 4",
};

/// Row 6: an update checks the driver.
pub(crate) static CHECKED_UPDATE: Divergence = Divergence {
    id: "update-checks-the-driver",
    design: "an update that names a driver is checked as creation is",
    upstream: "any text of the right length is stored",
    why: "a template whose driver does not exist fails at every cluster made from it",
    source: "drivers-and-traits 1.10 row 6",
};

/// Row 7: the template's driver decides whether a cluster can be created.
pub(crate) static CLUSTER_ASKS_DRIVER: Divergence = Divergence {
    id: "cluster-creation-asks-the-templates-driver",
    design: "the template's driver decides whether a cluster can be made",
    upstream: "the API looks at the type only and the conductor at the driver only",
    why: "the two disagree: clusters are refused that would work and accepted that fail",
    source: "drivers-and-traits 1.7 K1, 1.10 row 7",
};

/// A broken plugin is left out, instead of breaking every lookup.
pub(crate) static BROKEN_PLUGIN: Divergence = Divergence {
    id: "broken-plugin-takes-only-itself-out",
    design: "a plugin that cannot be imported or constructed is left out, with a warning",
    upstream: "it breaks every lookup",
    why: "one bad package should not stop the healthy ones",
    source: "drivers-and-traits 1.4 D8, 1.10",
};
