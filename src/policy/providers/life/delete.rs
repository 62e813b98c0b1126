//! Whether a provider may be deleted.

use super::guard::{Blocker, Doubt, Guarded, Named, Providers, Refused, Users, guard};
use super::uses::{Tie, User, of_documents};
use crate::base::Index;
use crate::policy::providers::divergences::DELETION_IS_GUARDED;
use crate::policy::providers::fleet;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{CHANGE_OF_NOBODY, CLUSTER_NOT_LOADED, DELETION_UNGUARDED};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Json, Pointer, answer, given};

/// `providers/delete`
#[derive(Debug)]
pub struct Delete;

given! {
    /// A provider to delete, and what depends on it.
    pub struct DeleteGiven<'a> {
        /// The provider to delete.
        delete: Listed<'a>,
        /// All providers of the management cluster; absent: the loaded ones.
        providers: Option<Vec<Listed<'a>>>,
        /// The workload clusters; absent: the loaded ones.
        workload_clusters ["workloadClusters"]: Option<Vec<ClusterGiven<'a>>>,
    }
}

given! {
    /// A provider.
    foreign pub struct Listed<'a> {
        /// The `apiVersion` of the provider's object.
        api_version ["apiVersion"]: Option<&'a str>,
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
    }
}

given! {
    /// A workload cluster.
    foreign pub struct ClusterGiven<'a> {
        /// The cluster's name.
        name: &'a str,
        /// The cluster's namespace.
        namespace: Option<&'a str>,
        /// The providers the cluster uses, as `Kind/name`; absent: determined from the loaded documents.
        uses: Option<Vec<&'a str>>,
    }
}

answer! {
    /// Whether the provider may be deleted.
    pub struct DeleteAnswer {
        /// Whether the provider may be deleted.
        allowed: bool,
        /// Why the provider may not be deleted.
        reason: Option<Refused>,
        /// The objects that prevent the deletion: clusters first, then providers.
        blockers: Vec<Blocker>,
    }
}

impl Answers for Delete {
    const NAME: &'static str = "providers/delete";
    const ASKS: &'static str = "whether a provider may be deleted, and what stands in the way";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = DeleteGiven<'a>;
    type Answer<'a> = DeleteAnswer;

    fn decide<'a>(given: DeleteGiven<'a>, asked: &Asked<'a>) -> Outcome<DeleteAnswer> {
        let Listed { api_version, kind, name, namespace } = given.delete;
        if name.is_empty() {
            let cause = Cause::Unreadable { text: String::new(), expected: "the name of a provider" };
            return Err(Fault::new(Pointer::to("given").key("delete").key("name"), cause).into());
        }
        if !asked.edition.applies(&DELETION_IS_GUARDED) {
            let reason = Reason::new(&DELETION_UNGUARDED, format!("{}/{name}", kind.word()));
            return Ok(Decision::new(DeleteAnswer { allowed: true, reason: None, blockers: Vec::new() }, reason));
        }
        let api = Api::said(&[api_version]);
        let providers = match given.providers {
            Some(providers) => Providers { known: providers.iter().map(named).collect(), unknown: Vec::new() },
            None => Providers::loaded(asked.documents, api),
        };
        // If nothing is known of any provider, that there is none of this name means nothing.
        let are_known = !providers.known.is_empty() || providers.unknown.is_empty();
        let problems = if are_known { unknown(kind, name, &providers.known) } else { None };
        let users = match &given.workload_clusters {
            Some(clusters) => users(clusters, (kind, name), asked)?,
            None => Users::loaded(asked.documents, kind, name),
        };
        let doubt = |doubt: Doubt<'_>| {
            let member = if matches!(doubt, Doubt::Providers(_)) { "providers" } else { "workloadClusters" };
            Undecided::facts(doubt.problem(Pointer::to("given").key(member)))
        };
        let subject = (kind, name, namespace.unwrap_or_default(), api);
        let Guarded { refused, blockers, because } = guard(subject, &providers, &users).map_err(doubt)?;
        let answer = DeleteAnswer { allowed: refused.is_none(), reason: refused, blockers };
        Ok(Decision { answer, because, problems: problems.into_iter().collect() })
    }
}

/// Warns that the provider to delete is not one of those that are known. Its name may be misspelt.
fn unknown(kind: Kind, name: &str, providers: &[Named]) -> Option<Problem> {
    let is_listed = providers.iter().any(|known| (known.0, known.1.as_str()) == (kind, name));
    let known = || {
        let shown = providers.iter().take(SHOWN).map(|known| format!("{}/{}", known.0.word(), known.1));
        Fact::named("known", shown.collect::<Json>())
    };
    let place = Pointer::to("delete").key("name");
    let reason = || Reason::new(&CHANGE_OF_NOBODY, format!("{}/{name}", kind.word())).saw(place.clone(), name);
    (!is_listed).then(|| Problem::warning_of(reason().fact(known()), Pointer::to("given").join(&place)))
}

/// The most known providers that a reason lists.
const SHOWN: usize = 16;

fn named(listed: &Listed<'_>) -> Named {
    let namespace = listed.namespace.unwrap_or_default();
    (listed.kind, listed.name.to_owned(), namespace.to_owned(), Api::said(&[listed.api_version]))
}

/// Returns what the given workload clusters have to do with the provider. The providers used by a cluster without `uses`
/// are determined from the loaded documents.
fn users<'a>(clusters: &[ClusterGiven<'a>], target: (Kind, &str), asked: &Asked<'a>) -> Result<Users<'a>, Undecided> {
    let (kind, name) = target;
    let silent = clusters.iter().any(|cluster| cluster.uses.is_none());
    let loaded = if silent { of_documents(asked.documents) } else { Vec::new() };
    let names: Vec<String> = loaded.iter().map(User::id).collect();
    let index: Index<'_> = names.iter().map(String::as_str).collect();
    let ties: Vec<Tie<'_>> = loaded.iter().map(|user| user.tie(kind, name)).collect();
    let tie = |(at, cluster): (usize, &ClusterGiven<'a>)| {
        let namespace = cluster.namespace.unwrap_or_default();
        let place = Pointer::to("workloadClusters").index(at).key("uses");
        let tie = match &cluster.uses {
            Some(uses) => {
                let mut is_used = kind == Kind::Core;
                for (used, text) in (0..).zip(uses) {
                    is_used |= provider(text, place.clone().index(used))? == target;
                }
                if is_used { Tie::Uses } else { Tie::None }
            }
            None => {
                let found = index.find(&format!("{namespace}/{}", cluster.name)).and_then(|found| ties.get(found));
                *found.ok_or_else(|| Undecided::missing(&CLUSTER_NOT_LOADED, place))?
            }
        };
        Ok((namespace, cluster.name, tie))
    };
    let known = clusters.iter().enumerate().map(tie).collect::<Result<_, Undecided>>()?;
    let unknown = if silent { Users::unknown_machines(asked.documents, target) } else { Vec::new() };
    Ok(Users { known, unknown })
}

/// Returns the kind and name of a provider that a cluster uses. There is one provider of each kind and name, so a
/// namespace makes no difference.
fn provider(text: &str, place: Pointer) -> Result<(Kind, &str), Undecided> {
    let named = fleet::Named::parse(text).filter(|named| !named.name.is_empty());
    named.and_then(|named| Some((named.kind?, named.name))).ok_or_else(|| {
        let cause = Cause::Unreadable { text: text.to_owned(), expected: "a provider as `Kind/name`" };
        Fault::new(Pointer::to("given").join(&place), cause).into()
    })
}
