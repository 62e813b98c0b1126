//! The deletion guard: a provider is not deleted while a workload cluster uses it, and the core is deleted last.

use super::references::{CLUSTER_API, DEFINITION, Definitions, Unknown, Unresolved};
use super::uses::{MACHINES, Tie, of_documents};
use crate::base::sort::sort;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CLUSTERS_NOT_KNOWN, PROVIDER_IN_USE, PROVIDER_MAY_BE_IN_USE, PROVIDER_MAY_GO, PROVIDERS_NOT_KNOWN, PROVIDERS_REMAIN,
};
use crate::policy::providers::versions::Api;
use crate::question::Documents;
use crate::reason::{Fact, Level, Problem, Reason, Reasons};
use crate::wire::{Document, Json, Pointer, Value, answer, words};

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

/// What is known about the workload clusters.
#[derive(Debug)]
pub struct Users<'a> {
    /// Namespace and name of each, and what it has to do with the provider.
    pub known: Vec<(&'a str, &'a str, Tie<'a>)>,
    /// The kinds of which there may be others that use the provider, as `Kind.group`.
    pub unknown: Vec<String>,
}

impl<'a> Users<'a> {
    /// Returns what the loaded documents say about the workload clusters and a provider.
    pub fn loaded(documents: &'a Documents, kind: Kind, name: &str) -> Self {
        let known: Vec<_> =
            of_documents(documents).iter().map(|user| (user.namespace, user.name, user.tie(kind, name))).collect();
        let unknown = match known.is_empty() {
            true => not_known(documents, &["Cluster"]),
            false => Self::unknown_machines(documents, (kind, name)),
        };
        Self { known, unknown }
    }

    /// Returns the kinds of machines of loaded clusters that are not known and may refer to a provider: to one whose
    /// kind is for machines, or to which a loaded definition says that such objects belong.
    pub fn unknown_machines(documents: &Documents, provider: (Kind, &str)) -> Vec<String> {
        let has_objects = || {
            let (group, kind) = DEFINITION;
            let definitions = documents.of_kind::<Document>(group, kind).map(|document| document.root());
            Definitions::of(&definitions.collect::<Vec<_>>()).are_for_machines(provider)
        };
        let refers = matches!(provider.0, Kind::Bootstrap | Kind::Infrastructure) || has_objects();
        not_known(documents, if refers { &MACHINES } else { &[] })
    }
}

/// Returns those of the kinds that are neither loaded nor complete.
fn not_known(documents: &Documents, kinds: &[&str]) -> Vec<String> {
    let unknown = kinds.iter().filter(|kind| !documents.is_known(CLUSTER_API, kind));
    unknown.map(|kind| format!("{kind}.{CLUSTER_API}")).collect()
}

/// Kind, name and namespace of a provider, and its API if that is known.
pub type Named = (Kind, String, String, Option<Api>);

/// What is known about the providers.
#[derive(Debug)]
pub struct Providers {
    /// The known providers.
    pub known: Vec<Named>,
    /// The kinds of which there may be others, as `Kind.group`.
    pub unknown: Vec<String>,
}

impl Providers {
    /// Returns what the loaded documents say about the providers of both APIs. `own` is the API of the provider that is
    /// deleted, if the request says it: that one is certainly installed. The other counts as not installed if no kind of
    /// it is known. If nothing tells which API is installed, the design's is meant, as in any question that does not say.
    pub fn loaded(documents: &Documents, own: Option<Api>) -> Self {
        let mut known = Vec::new();
        for (api, kind) in Api::ALL.iter().flat_map(|api| Kind::ALL.iter().map(move |kind| (*api, *kind))) {
            for document in documents.of_kind::<Document>(api.group(), kind.word()) {
                let metadata = document.root().get("metadata");
                let text = |key: &str| metadata.and_then(|metadata| metadata.get(key)).and_then(Value::as_str);
                let owned = |key: &str| text(key).unwrap_or_default().to_owned();
                known.push((kind, owned("name"), owned("namespace"), Some(api)));
            }
        }
        let apis = Api::ALL.map(|api| {
            let kinds = || Kind::ALL.iter().filter(|kind| api == Api::Operator || kind.is_in_design());
            let unknown: Vec<&Kind> = kinds().filter(|kind| !documents.is_known(api.group(), kind.word())).collect();
            (api, own == Some(api) || unknown.len() < kinds().count(), unknown)
        });
        let meant = if apis.iter().any(|(_, installed, _)| *installed) { None } else { Some(Api::Management) };
        let installed = apis.iter().filter(|(api, installed, _)| *installed || meant == Some(*api));
        let unknown = installed
            .flat_map(|(api, _, unknown)| unknown.iter().map(|kind| format!("{}.{}", kind.word(), api.group())))
            .collect();
        Self { known, unknown }
    }
}

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
pub enum Doubt<'a> {
    /// It is unknown whether there are workload clusters, or machines of them, of these kinds.
    Clusters(Vec<String>),
    /// It is unknown whether there are other providers, of these kinds.
    Providers(Vec<String>),
    /// A workload cluster, by namespace and name, may use the provider.
    Reference((&'a str, &'a str), Unknown<'a>),
}

impl Doubt<'_> {
    /// Returns the missing fact as a problem at `path`.
    pub fn problem(&self, path: Pointer) -> Problem {
        let listed = |unknown: &[String]| Fact::named("unknown", unknown.iter().map(String::as_str).collect::<Json>());
        match self {
            Self::Clusters(unknown) => Problem::error(&CLUSTERS_NOT_KNOWN, path).fact(listed(unknown)),
            Self::Providers(unknown) => Problem::error(&PROVIDERS_NOT_KNOWN, path).fact(listed(unknown)),
            Self::Reference((namespace, name), found) => {
                let cluster = format!("{namespace}/{name}");
                match found.of_class(&cluster) {
                    Some(reason) => Problem::warning_of(reason, path).at_level(Level::Error),
                    None => {
                        let Unresolved { kind, group } = found.kind();
                        let facts = [("cluster", cluster.as_str()), ("kind", kind), ("group", group)];
                        let facts = facts.map(|(name, value)| Fact::named(name, value));
                        facts.into_iter().fold(Problem::error(&PROVIDER_MAY_BE_IN_USE, path), Problem::fact)
                    }
                }
            }
        }
    }
}

/// Decides whether a provider may be deleted. `users` are all workload clusters.
pub fn guard<'a>(
    (kind, name, namespace, api): (Kind, &str, &str, Option<Api>),
    providers: &Providers,
    users: &Users<'a>,
) -> Result<Guarded, Doubt<'a>> {
    let target = format!("{}/{name}", kind.word());
    let mut clusters: Vec<(&str, &str)> = users
        .known
        .iter()
        .filter(|(_, _, tie)| matches!(tie, Tie::Uses))
        .map(|(namespace, name, _)| (*namespace, *name))
        .collect();
    sort(&mut clusters);
    let known = &providers.known;
    let mut remaining: Vec<&Named> = match kind {
        Kind::Core => {
            let own = |is_here: &dyn Fn(&str) -> bool| {
                let is_own = |found: &Named| {
                    (found.0, found.1.as_str()) == (kind, name) && !Api::differ(found.3, api) && is_here(&found.2)
                };
                known.iter().position(is_own)
            };
            // A namespace that is not given may be that of the other.
            let may_be_here = |found: &str| found.is_empty() || namespace.is_empty();
            let own = own(&|found| found == namespace).or_else(|| own(&may_be_here));
            known.iter().enumerate().filter(|(place, _)| Some(*place) != own).map(|(_, found)| found).collect()
        }
        _ => Vec::new(),
    };
    sort(&mut remaining);
    let mut because = Reasons::default();
    let mut blockers = Vec::new();
    for (namespace, name) in clusters {
        because.push(
            Reason::new(&PROVIDER_IN_USE, target.as_str()).fact(Fact::named("cluster", format!("{namespace}/{name}"))),
        );
        blockers.push(Blocker { kind: "Cluster", namespace: namespace.to_owned(), name: name.to_owned() });
    }
    let in_use = !blockers.is_empty();
    for (kind, name, namespace, api) in remaining {
        let id = match (format!("{}/{name}", kind.word()), api) {
            (id, Some(api)) if id == target => format!("{}.{}/{namespace}/{name}", kind.word(), api.group()),
            (id, _) => id,
        };
        because.push(Reason::new(&PROVIDERS_REMAIN, target.as_str()).fact(Fact::named("provider", id)));
        blockers.push(Blocker { kind: kind.word(), namespace: namespace.clone(), name: name.clone() });
    }
    if !blockers.is_empty() {
        let refused = Some(if in_use { Refused::InUse } else { Refused::ProvidersRemain });
        return Ok(Guarded { refused, blockers, because });
    }
    for (namespace, name, tie) in &users.known {
        if let Tie::MayUse(found) = tie {
            return Err(Doubt::Reference((namespace, name), *found));
        }
    }
    if !users.unknown.is_empty() {
        return Err(Doubt::Clusters(users.unknown.clone()));
    }
    if kind == Kind::Core && !providers.unknown.is_empty() {
        return Err(Doubt::Providers(providers.unknown.clone()));
    }
    Ok(Guarded { refused: None, blockers, because: Reason::new(&PROVIDER_MAY_GO, target).into() })
}
