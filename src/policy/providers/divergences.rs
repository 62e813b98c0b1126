//! Where the design edition departs from today's operator and clusterctl: the rows of section 2.22.

use crate::base::Divergence;

/// All of them.
pub static ALL: &[&Divergence] = &[&JUDGED_AS_WRITTEN, &DEFAULTS_ARE_NOT_STORED, &RELEASE_PAGES, &ENVIRONMENT_TOO];

/// Rows `validate` to `unknown key`.
pub static JUDGED_AS_WRITTEN: Divergence = Divergence {
    id: "provider-judged-as-written",
    design: "an object is judged by all rules of the design text when it is written, before any default",
    upstream: "the schema's bounds are checked after the defaults, and the version when the provider is installed",
    why: "an error that is only told in a condition is found late, and what the defaults covered up never",
    source: "clusters-and-providers 2.4, 2.22 rows validate to unknown key",
};

/// Row `default`.
pub static DEFAULTS_ARE_NOT_STORED: Divergence = Divergence {
    id: "provider-defaults-are-not-stored",
    design: "defaults count without being written into the object",
    upstream: "a webhook writes some of them into the spec and rewrites what it knows",
    why: "a default in the object cannot be told from a choice, and the debug mode excludes choices",
    source: "clusters-and-providers 2.3, 2.22 row default",
};

/// Rows `release pages` and `built-in source`.
pub static RELEASE_PAGES: Divergence = Divergence {
    id: "release-page-of-any-host",
    design: "a source is a release page of any host, and a built-in one is the page without a file",
    upstream: "a source is a file on github.com or a package of a GitLab, and a built-in one names the file",
    why: "the form that the design text and the operator's own documentation show is refused today",
    source: "clusters-and-providers 2.10, 2.19 O6, 2.22 rows release pages, built-in source",
};

/// Variables.
pub static ENVIRONMENT_TOO: Divergence = Divergence {
    id: "variables-from-the-environment-too",
    design: "a variable that the provider's Secret lacks is looked for in the operator's environment",
    upstream: "only the Secret counts",
    why: "the design text reads variables from both, as `clusterctl init` does",
    source: "clusters-and-providers 2.11, 2.22 row variables",
};
