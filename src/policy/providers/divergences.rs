//! Where the design edition departs from today's operator and clusterctl: the rows of section 2.22.

use crate::base::Divergence;

/// All of them.
pub static ALL: &[&Divergence] = &[&ENVIRONMENT_TOO];

/// Variables.
pub static ENVIRONMENT_TOO: Divergence = Divergence {
    id: "variables-from-the-environment-too",
    design: "a variable that the provider's Secret lacks is looked for in the operator's environment",
    upstream: "only the Secret counts",
    why: "the design text reads variables from both, as `clusterctl init` does",
    source: "clusters-and-providers 2.11, 2.22 row variables",
};
