//! Loaded documents that the rules look at. They are plain ones, for other policies look at some of them too.

use super::constants::{CAPI_GROUP, CLUSTER, NAMESPACE, V1_GROUP, V3_GROUP};
use super::object::{KubernetesDocument, Object};
use super::reasons::NAMESPACE_NOT_KNOWN;
use crate::question::{Asked, Documents, Identity, Lacks, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Document, Pointer, read};

/// A kind of loaded documents, by group and kind.
pub type KindOf = (&'static str, &'static str);

/// CAPI clusters.
pub const CAPI_CLUSTERS: KindOf = (CAPI_GROUP, CLUSTER);
/// Records of the new strategy.
pub const RANCHER_CLUSTERS: KindOf = (V3_GROUP, CLUSTER);
/// Records of the old strategy.
pub const PROVISIONING_CLUSTERS: KindOf = (V1_GROUP, CLUSTER);
/// Namespaces.
pub const NAMESPACES: KindOf = ("", NAMESPACE);

/// All loaded objects of a kind.
pub fn all<'a>((group, kind): KindOf, asked: &Asked<'a>) -> Result<Vec<Object<'a>>, Undecided> {
    let documents: &'a Documents = asked.documents;
    let named = documents.of_kind::<Document>(group, kind).zip(documents.names(group, kind));
    named.map(|(document, name)| object(document, kind, &name)).collect()
}

/// A loaded object, if there is one.
pub fn one<'a>(
    (group, kind): KindOf,
    namespace: &str,
    name: &str,
    asked: &Asked<'a>,
) -> Result<Option<Object<'a>>, Undecided> {
    let identity = Identity::in_group(group, kind, Some(namespace), name);
    let full_name = if namespace.is_empty() { name.to_owned() } else { format!("{namespace}/{name}") };
    asked.documents.find::<Document>(&identity).map(|document| object(document, kind, &full_name)).transpose()
}

/// Whether anything is known of a kind: some are loaded, or all there are.
pub fn is_known((group, kind): KindOf, asked: &Asked<'_>) -> bool {
    asked.documents.is_known(group, kind)
}

/// Whether all objects of a kind are loaded.
pub fn is_complete((group, kind): KindOf, asked: &Asked<'_>) -> bool {
    asked.documents.is_complete(group, kind)
}

/// A loaded CAPI cluster by its name, which stands at a member of `given`.
pub fn capi_cluster<'a>(full_name: &str, member: &str, asked: &Asked<'a>) -> Result<Object<'a>, Undecided> {
    let (namespace, name) = full_name.split_once('/').unwrap_or(("", full_name));
    one(CAPI_CLUSTERS, namespace, name, asked)?.ok_or_else(|| {
        let place = Pointer::to(member);
        let path = Pointer::to("given").join(&place);
        Undecided::not_loaded((CAPI_GROUP, CLUSTER), full_name, [place, path], asked.documents)
    })
}

/// The problem that a namespace which the answer depends on is not known; `path` is where the request could have it.
pub fn namespace_not_known(name: &str, path: Pointer) -> Problem {
    Problem::error(&NAMESPACE_NOT_KNOWN, path).fact(Fact::named("namespace", name))
}

/// A document that is held can still be unreadable: its kind is everybody's, so nobody read it when it was loaded.
fn object<'a>(document: &'a Document, kind: &str, name: &str) -> Result<Object<'a>, Undecided> {
    let place = format!("{kind}/{name}#");
    match read::<KubernetesDocument<'a>>(document.root(), &place) {
        Ok((document, _)) => Ok(document.object(Pointer::parsed(&place))),
        Err(fault) => Err(Undecided { lacks: Lacks::Facts, problems: Problem::all_of(&fault) }),
    }
}
