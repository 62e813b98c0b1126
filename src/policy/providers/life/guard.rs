//! The deletion guard: a provider is not deleted while a workload cluster uses it, and the core is deleted last.

use super::uses::{CLUSTER_API, Unresolved, Used, of_documents};
use crate::base::sort::sort_by_key;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CLUSTERS_NOT_KNOWN, PROVIDER_IN_USE, PROVIDER_MAY_BE_IN_USE, PROVIDER_MAY_GO, PROVIDERS_NOT_KNOWN, PROVIDERS_REMAIN,
};
use crate::policy::providers::versions::GROUPS;
use crate::question::Documents;
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Document, Pointer, Value, answer, words};

words! {
    /// Why a provider may not be deleted.
    pub enum Refused {
        /// A workload cluster uses the provider.
        InUse = "in-use",
        /// The provider is the core, and other providers still exist.
        ProvidersRemain = "providers-remain",
    }
}

answer! {
    /// An object that prevents the deletion of a provider.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Blocker {
        /// `Cluster`, or the kind of a provider.
        kind: &'static str,
        /// The object's namespace.
        namespace: String,
        /// The object's name.
        name: String,
    }
}

/// A workload cluster and the providers that it uses.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The cluster's namespace.
    pub namespace: String,
    /// The cluster's name.
    pub name: String,
    /// The providers the cluster uses, as `Kind/name`.
    pub uses: Vec<String>,
}

/// What is known about the workload clusters.
#[derive(Debug)]
pub enum Users {
    /// All workload clusters and everything they use.
    Known(Vec<Workload>),
    /// The loaded workload clusters; some of their references may be unresolved.
    Loaded(Used),
    /// It is unknown whether there are any workload clusters.
    Unknown,
}

impl Users {
    /// Returns what the loaded documents say about workload clusters.
    pub fn loaded(documents: &Documents) -> Self {
        if documents.is_known(CLUSTER_API, "Cluster") { Self::Loaded(of_documents(documents)) } else { Self::Unknown }
    }

    /// Whether no workload cluster is known.
    pub fn is_none(&self) -> bool {
        self.workloads().is_empty()
    }

    fn workloads(&self) -> Vec<Workload> {
        match self {
            Self::Known(workloads) => workloads.clone(),
            Self::Loaded(used) => {
                let workload = |cluster: &super::uses::ClusterUses| Workload {
                    namespace: cluster.namespace.clone(),
                    name: cluster.name.clone(),
                    uses: cluster.uses.clone(),
                };
                used.clusters.iter().map(workload).collect()
            }
            Self::Unknown => Vec::new(),
        }
    }
}

/// Kind, name and namespace of a provider.
pub type Named = (Kind, String, String);

/// The result of the deletion guard.
#[derive(Debug)]
pub struct Guarded {
    /// Why the provider may not be deleted.
    pub refused: Option<Refused>,
    /// The objects that prevent the deletion: clusters first, then providers.
    pub blockers: Vec<Blocker>,
    /// The reasons for the result.
    pub because: Reasons,
}

/// A missing fact without which the guard cannot decide.
#[derive(Debug)]
pub enum Doubt {
    /// It is unknown whether there are workload clusters.
    Clusters,
    /// It is unknown whether there are other providers.
    Providers,
    /// An unresolved reference may point to this provider.
    Reference(Unresolved),
}

impl Doubt {
    /// Returns the missing fact as a problem at `path`.
    pub fn problem(&self, path: Pointer) -> Problem {
        match self {
            Self::Clusters => Problem::error(&CLUSTERS_NOT_KNOWN, path),
            Self::Providers => Problem::error(&PROVIDERS_NOT_KNOWN, path),
            Self::Reference(Unresolved { group, kind }) => Problem::error(&PROVIDER_MAY_BE_IN_USE, path)
                .fact(Fact::named("kind", kind.as_str()))
                .fact(Fact::named("group", group.as_str())),
        }
    }
}

/// Decides whether a provider may be deleted. `providers` lists all providers; `None`: unknown.
pub fn guard(
    (kind, name, namespace): (Kind, &str, &str),
    providers: Option<&[Named]>,
    users: &Users,
) -> Result<Guarded, Doubt> {
    let target = format!("{}/{name}", kind.word());
    let mut workloads = users.workloads();
    workloads.retain(|workload| kind == Kind::Core || workload.uses.contains(&target));
    sort_by_key(&mut workloads, |workload| (workload.namespace.clone(), workload.name.clone()));
    let mut remaining: Vec<&Named> = match providers {
        Some(providers) if kind == Kind::Core => {
            let own = |is_here: &dyn Fn(&str) -> bool| {
                let is_own = |found: &Named| (found.0, found.1.as_str()) == (kind, name) && is_here(&found.2);
                providers.iter().position(is_own)
            };
            // A namespace that is not given may be that of the other.
            let may_be_here = |found: &str| found.is_empty() || namespace.is_empty();
            let own = own(&|found| found == namespace).or_else(|| own(&may_be_here));
            providers.iter().enumerate().filter(|(place, _)| Some(*place) != own).map(|(_, found)| found).collect()
        }
        _ => Vec::new(),
    };
    sort_by_key(&mut remaining, |found| (*found).clone());
    let mut because = Reasons::default();
    let mut blockers = Vec::new();
    for Workload { namespace, name, .. } in workloads {
        because.push(
            Reason::new(&PROVIDER_IN_USE, target.as_str()).fact(Fact::named("cluster", format!("{namespace}/{name}"))),
        );
        blockers.push(Blocker { kind: "Cluster", namespace, name });
    }
    let in_use = !blockers.is_empty();
    for (kind, name, namespace) in remaining {
        let id = format!("{}/{name}", kind.word());
        because.push(Reason::new(&PROVIDERS_REMAIN, target.as_str()).fact(Fact::named("provider", id)));
        blockers.push(Blocker { kind: kind.word(), namespace: namespace.clone(), name: name.clone() });
    }
    if !blockers.is_empty() {
        let refused = Some(if in_use { Refused::InUse } else { Refused::ProvidersRemain });
        return Ok(Guarded { refused, blockers, because });
    }
    match users {
        Users::Unknown => return Err(Doubt::Clusters),
        Users::Loaded(used) if kind != Kind::Core => {
            if let Some(found) = used.may_be(kind) {
                return Err(Doubt::Reference(found.clone()));
            }
        }
        Users::Loaded(_) | Users::Known(_) => {}
    }
    if kind == Kind::Core && providers.is_none() {
        return Err(Doubt::Providers);
    }
    Ok(Guarded { refused: None, blockers, because: Reason::new(&PROVIDER_MAY_GO, target).into() })
}

/// Returns the loaded providers of both APIs. `None` if none is loaded and it was not said that there are none.
pub fn loaded_providers(documents: &Documents) -> Option<Vec<Named>> {
    let mut providers = Vec::new();
    let mut known = false;
    for (group, kind) in GROUPS.iter().flat_map(|group| Kind::ALL.iter().map(move |kind| (*group, *kind))) {
        known |= documents.is_known(group, kind.word());
        for document in documents.of_kind::<Document>(group, kind.word()) {
            let text = |key: &str| {
                let metadata = document.root().get("metadata");
                metadata.and_then(|metadata| metadata.get(key)).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            providers.push((kind, text("name"), text("namespace")));
        }
    }
    known.then_some(providers)
}
