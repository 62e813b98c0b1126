//! Loaded documents that the rules look at. They are plain documents because other policies look at some of them too.

use super::constants::{CAPI_GROUP, CLUSTER, NAMESPACE, V1_GROUP, V3_GROUP};
use super::object::{KindOf, KubernetesDocument, Object, missing};
use super::reasons::NAMESPACE_NOT_KNOWN;
use crate::question::{Asked, Documents, Identity, Lacks, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Document, Pointer, read};

/// The kind of CAPI clusters.
pub const CAPI_CLUSTERS: KindOf = (CAPI_GROUP, CLUSTER);
/// The kind of v3 records.
pub const RANCHER_CLUSTERS: KindOf = (V3_GROUP, CLUSTER);
/// The kind of v1 records.
pub const PROVISIONING_CLUSTERS: KindOf = (V1_GROUP, CLUSTER);
/// The kind of namespaces.
pub const NAMESPACES: KindOf = ("", NAMESPACE);

/// Returns all loaded objects of a kind. Undecided if one of them does not say what its namespace is.
pub fn all<'a>(kind: KindOf, asked: &Asked<'a>) -> Result<Vec<Object<'a>>, Undecided> {
    let (objects, stray) = with_stray(kind, asked)?;
    stray.map_or(Ok(objects), |stray| Err(Undecided::facts(stray)))
}

/// Returns all loaded objects of a kind, and the problem that one of them does not say what its namespace is.
pub fn with_stray<'a>(kind: KindOf, asked: &Asked<'a>) -> Result<(Vec<Object<'a>>, Option<Problem>), Undecided> {
    let documents: &'a Documents = asked.documents;
    let named = documents.of_kind::<Document>(kind.0, kind.1).zip(documents.names(kind.0, kind.1));
    let objects = named.map(|(document, name)| object(document, kind, &name)).collect::<Result<Vec<_>, _>>()?;
    let stray = objects.iter().find_map(|object| stray(object, kind));
    Ok((objects, stray))
}

/// The problem that an object does not say what its namespace is, if its kind has namespaces.
fn stray(object: &Object<'_>, kind: KindOf) -> Option<Problem> {
    object.unidentified(kind).map(|field| missing(object.metadata(field), field))
}

/// Returns the loaded object with this name, if there is one.
pub fn one<'a>(kind: KindOf, namespace: &str, name: &str, asked: &Asked<'a>) -> Result<Option<Object<'a>>, Undecided> {
    let identity = Identity::in_group(kind.0, kind.1, Some(namespace), name);
    let full_name = if namespace.is_empty() { name.to_owned() } else { format!("{namespace}/{name}") };
    asked.documents.find::<Document>(&identity).map(|document| object(document, kind, &full_name)).transpose()
}

/// Whether anything is known about a kind: objects of it are loaded, or all of them are said to be.
pub fn is_known((group, kind): KindOf, asked: &Asked<'_>) -> bool {
    asked.documents.is_known(group, kind)
}

/// Whether all objects of a kind are loaded.
pub fn is_complete((group, kind): KindOf, asked: &Asked<'_>) -> bool {
    asked.documents.is_complete(group, kind)
}

/// Returns the loaded CAPI cluster with the full name that `member` of `given` holds. Undecided if it is not loaded.
pub fn capi_cluster<'a>(full_name: &str, member: &str, asked: &Asked<'a>) -> Result<Object<'a>, Undecided> {
    let (namespace, name) = full_name.split_once('/').unwrap_or(("", full_name));
    let cluster = one(CAPI_CLUSTERS, namespace, name, asked)?.ok_or_else(|| {
        let place = Pointer::to(member);
        let path = Pointer::to("given").join(&place);
        Undecided::not_loaded((CAPI_GROUP, CLUSTER), full_name, [place, path], asked.documents)
    })?;
    stray(&cluster, CAPI_CLUSTERS).map_or(Ok(cluster), |stray| Err(Undecided::facts(stray)))
}

/// The problem that the answer depends on a namespace about which nothing is known. `path` is where the request could
/// give it.
pub fn namespace_not_known(name: &str, path: Pointer) -> Problem {
    Problem::error(&NAMESPACE_NOT_KNOWN, path).fact(Fact::named("namespace", name))
}

/// Reads a loaded document. This can fail because the kind does not belong to a single policy, so nothing read it when
/// it was loaded.
fn object<'a>(document: &'a Document, kind: KindOf, name: &str) -> Result<Object<'a>, Undecided> {
    let place = format!("{}/{name}#", kind.1);
    match read::<KubernetesDocument<'a>>(document.root(), &place) {
        Ok((document, _)) => Ok(document.object(kind, Pointer::parsed(&place))),
        Err(fault) => Err(Undecided { lacks: Lacks::Facts, problems: Problem::all_of(&fault) }),
    }
}
