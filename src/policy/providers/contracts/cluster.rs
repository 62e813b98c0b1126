//! Whether a clusterctl command may run against a management cluster, given the contract that the cluster stores.

use crate::policy::providers::reasons::{
    CLUSTER_API_MAY_BE_MISSING, CLUSTER_API_MISSING, CLUSTER_CONTRACT_ALLOWED, CLUSTER_CONTRACT_FOREIGN,
    CLUSTER_CONTRACT_UNSAID,
};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

/// `providers/cluster-contract`
#[derive(Debug)]
pub struct ClusterContract;

given! {
    /// A management cluster and the contracts a command allows.
    pub struct ClusterGiven<'a> {
        /// The contract that clusterctl speaks.
        current_contract ["currentContract"]: &'a str,
        /// The versions of the CRD `clusters.cluster.x-k8s.io`; absent if the CRD is not installed.
        cluster_crd_versions ["clusterCRDVersions"]: Option<Vec<CrdVersion<'a>>>,
        /// What the command allows in addition to clusterctl's own contract.
        allow: Option<Allow<'a>>,
    }
}

given! {
    /// A version of the CRD.
    foreign pub struct CrdVersion<'a> {
        /// The version's name, for example `v1beta1`.
        name: &'a str,
        /// Whether this is the storage version.
        storage: bool,
    }
}

given! {
    /// What a command allows in addition to the tool's own contract.
    #[derive(Default)]
    pub struct Allow<'a> {
        /// Allow a cluster in which Cluster API is not installed.
        not_installed ["notInstalled"]: bool,
        /// Allow any contract.
        any_contract ["anyContract"]: bool,
        /// Further contracts to allow.
        contracts: Vec<&'a str>,
    }
}

answer! {
    /// Whether the command may proceed.
    pub struct ClusterAnswer {
        /// Whether the command may proceed.
        ok: bool,
    }
}

impl Answers for ClusterContract {
    const NAME: &'static str = "providers/cluster-contract";
    const ASKS: &'static str = "whether a command may work on a management cluster of this contract";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = ClusterGiven<'a>;
    type Answer<'a> = ClusterAnswer;

    fn decide<'a>(given: ClusterGiven<'a>, _: &Asked<'a>) -> Outcome<ClusterAnswer> {
        let (ok, reason) = judge(&given);
        Ok(Decision::new(ClusterAnswer { ok }, reason))
    }
}

fn judge(given: &ClusterGiven<'_>) -> (bool, Reason) {
    let nothing = Allow::default();
    let allow = given.allow.as_ref().unwrap_or(&nothing);
    let place = Pointer::to("clusterCRDVersions");
    let Some(versions) = &given.cluster_crd_versions else {
        let code = if allow.not_installed { &CLUSTER_API_MAY_BE_MISSING } else { &CLUSTER_API_MISSING };
        return (allow.not_installed, Reason::new(code, "clusters.cluster.x-k8s.io").fact(Fact::absent(place)));
    };
    if allow.any_contract {
        let any = Fact::at(Pointer::to("allow").key("anyContract"), true);
        return (true, Reason::new(&CLUSTER_CONTRACT_ALLOWED, "any").fact(any));
    }
    let Some((index, stored)) = versions.iter().enumerate().find(|(_, version)| version.storage) else {
        let names = versions.iter().map(|version| version.name).collect::<Json>();
        return (
            false,
            Reason::new(&CLUSTER_CONTRACT_UNSAID, "clusters.cluster.x-k8s.io").fact(Fact::named("versions", names)),
        );
    };
    let found = Fact::at(place.index(index).key("name"), stored.name);
    let tools = given.current_contract;
    if stored.name == tools || allow.contracts.contains(&stored.name) {
        return (true, Reason::new(&CLUSTER_CONTRACT_ALLOWED, stored.name).fact(found));
    }
    let mut known = vec![tools];
    known.extend(&allow.contracts);
    let known = Fact::named("known", known.into_iter().collect::<Json>());
    (false, Reason::new(&CLUSTER_CONTRACT_FOREIGN, stored.name).fact(found).fact(known))
}
