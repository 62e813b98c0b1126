//! Whether a cluster is marked for import.

use super::constants::{IMPORT_LABEL, IMPORTED};
use super::divergences::IMPORTED_BLOCKS;
use super::loaded::{NAMESPACES, is_complete, namespace_not_known, one};
use super::object::Object;
use super::reasons::{MARKED_BY_CLUSTER, MARKED_BY_NAMESPACE, NAMESPACE_UNAVAILABLE, NOT_MARKED, OPTED_OUT};
use crate::base::Edition;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

/// Parses text as Go's `strconv.ParseBool` does.
pub fn go_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "True" | "TRUE" => Some(true),
        "0" | "f" | "F" | "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// What is known about a cluster's namespace.
#[derive(Debug)]
pub enum Home<'a> {
    /// The namespace.
    Known(Box<Object<'a>>),
    /// The namespace does not exist.
    Missing,
    /// Nothing is known about the namespace. The path is where the request could give it.
    Unknown(Pointer),
}

impl<'a> Home<'a> {
    /// Returns the loaded namespace. If all namespaces are loaded, one that is not among them does not exist.
    pub fn loaded(name: &str, path: Pointer, asked: &Asked<'a>) -> Result<Self, Undecided> {
        Ok(match one(NAMESPACES, "", name, asked)? {
            Some(namespace) => Self::Known(Box::new(namespace)),
            None if is_complete(NAMESPACES, asked) => Self::Missing,
            None => Self::Unknown(path),
        })
    }
}

/// Whether a cluster is marked for import, and what decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Marked by its own label.
    ByCluster,
    /// Marked by its namespace's label.
    ByNamespace,
    /// Not marked: its own label is false or not a boolean.
    OptedOut,
    /// Not marked: it has no label, and its namespace's label is not true.
    Absent,
    /// Not marked: it has no label, and its namespace does not exist.
    NoNamespace,
}

impl Mark {
    /// Whether the cluster is marked.
    pub fn is_set(self) -> bool {
        matches!(self, Self::ByCluster | Self::ByNamespace)
    }
}

/// Returns whether a cluster is marked. Its own label, whatever the value, beats its namespace's.
pub fn mark(cluster: &Object<'_>, home: &Home<'_>, edition: Edition) -> Result<Mark, Undecided> {
    let own = cluster.labels.get(IMPORT_LABEL).map(|label| go_bool(label) == Some(true));
    // Upstream asks the namespace if the cluster's own label is true but the cluster is already imported.
    let passes_on =
        own == Some(true) && cluster.annotations.get(IMPORTED).is_some() && !edition.applies(&IMPORTED_BLOCKS);
    match own {
        Some(true) if !passes_on => return Ok(Mark::ByCluster),
        Some(false) => return Ok(Mark::OptedOut),
        _ => {}
    }
    match home {
        Home::Known(namespace) if is_marked(namespace) => Ok(Mark::ByNamespace),
        Home::Known(_) => Ok(Mark::Absent),
        Home::Missing => Ok(Mark::NoNamespace),
        Home::Unknown(path) => Err(Undecided::facts(namespace_not_known(cluster.namespace, path.clone()))),
    }
}

/// Whether an object's own label is true.
pub fn is_marked(object: &Object<'_>) -> bool {
    object.labels.get(IMPORT_LABEL).is_some_and(|label| go_bool(label) == Some(true))
}

/// Whether an object's own label is present but not a boolean: it blocks the import although its author may have meant
/// yes.
pub fn is_garbled(object: &Object<'_>) -> bool {
    object.labels.get(IMPORT_LABEL).is_some_and(|label| go_bool(label).is_none())
}

/// Why a cluster is or is not marked.
pub fn why_marked(mark: Mark, cluster: &Object<'_>, home: &Home<'_>) -> Reason {
    let namespace = match home {
        Home::Known(namespace) => namespace.label_fact(IMPORT_LABEL),
        _ => Fact::named("namespace", cluster.namespace),
    };
    let own = cluster.label_fact(IMPORT_LABEL);
    match mark {
        Mark::ByCluster => Reason::new(&MARKED_BY_CLUSTER, cluster.full_name()).fact(own),
        Mark::ByNamespace => Reason::new(&MARKED_BY_NAMESPACE, cluster.namespace).fact(namespace).fact(own),
        Mark::OptedOut => Reason::new(&OPTED_OUT, cluster.full_name()).fact(own),
        Mark::Absent => Reason::new(&NOT_MARKED, cluster.full_name()).fact(own).fact(namespace),
        Mark::NoNamespace => Reason::new(&NAMESPACE_UNAVAILABLE, cluster.full_name()).fact(own).fact(namespace),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_bool_as_shown() {
        assert_eq!((go_bool("T"), go_bool("False"), go_bool("yes")), (Some(true), Some(false), None));
    }
}
