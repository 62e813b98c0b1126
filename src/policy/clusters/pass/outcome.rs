//! The outcome of a pass.

use super::action::Action;
use super::upkeep::Afterwards;
use crate::policy::clusters::constants::RETRY_SECONDS;
use crate::policy::clusters::marker::Mark;
use crate::reason::{Problem, Reason};
use crate::wire::{answer, words};

words! {
    /// The outcome of a pass.
    pub enum Outcome {
        /// There is nothing to do.
        Ignore = "ignore",
        /// The cluster is reconciled again later.
        Requeue = "requeue",
        /// Everything is done for now.
        Done = "done",
    }
}

words! {
    /// Something that prevents an import.
    pub enum Hold {
        /// Another controller looks after the cluster.
        Filtered = "filtered",
        /// The cluster is being deleted.
        Deleting = "deleting",
        /// The cluster has the annotation `imported`.
        AlreadyImported = "already-imported",
        /// The cluster's own label is present and not true.
        ClusterOptedOut = "cluster-opted-out",
        /// The cluster has no label, and its namespace does not exist.
        NamespaceUnavailable = "namespace-unavailable",
        /// The cluster has no label, and its namespace's label is not true.
        NotMarked = "not-marked",
        /// The control plane is not available.
        ControlPlaneNotAvailable = "control-plane-not-available",
        /// A record of the other strategy exists.
        OtherStrategyRecord = "other-strategy-record",
        /// The v1 record with the cluster's record name belongs to another cluster.
        V1NameCollision = "v1-name-collision",
        /// The records could not be listed.
        RecordsNotListed = "records-not-listed",
    }
}

impl Hold {
    /// The obstacle that a missing mark means. `None`: the cluster is marked.
    pub fn of(mark: Mark) -> Option<Self> {
        match mark {
            Mark::ByCluster | Mark::ByNamespace => None,
            Mark::OptedOut => Some(Self::ClusterOptedOut),
            Mark::Absent => Some(Self::NotMarked),
            Mark::NoNamespace => Some(Self::NamespaceUnavailable),
        }
    }
}

/// The end of a pass, with its actions.
#[derive(Debug)]
pub struct Ended<'a> {
    /// Whether the pass creates a record.
    pub import: bool,
    /// The outcome.
    pub outcome: Outcome,
    /// What prevents the import, if anything does.
    pub hold: Option<Hold>,
    /// The number of seconds after which the cluster is reconciled again.
    pub after_seconds: Option<u64>,
    /// The actions, in order.
    pub actions: Vec<Action<'a>>,
    /// The record after the pass, if it was kept up.
    pub rancher_cluster: Option<Afterwards<'a>>,
    /// The registration token that the pass looks for, if any.
    pub registration_token: Option<TokenKey<'a>>,
    /// Whether records are deleted along with the CAPI cluster.
    pub takes_records: bool,
    /// Whether the pass fails.
    pub failed: bool,
    /// The reason.
    pub why: Reason,
    /// The warning about what was left out of the pass.
    pub warning: Option<Problem>,
}

impl<'a> Ended<'a> {
    /// An end without actions.
    pub fn new(outcome: Outcome, hold: Option<Hold>, why: Reason) -> Self {
        Self {
            import: false,
            outcome,
            hold,
            after_seconds: None,
            actions: Vec::new(),
            rancher_cluster: None,
            registration_token: None,
            takes_records: false,
            failed: false,
            why,
            warning: None,
        }
    }

    /// Ends the pass because there is nothing to do.
    pub fn ignore(hold: Hold, why: Reason) -> Self {
        Self::new(Outcome::Ignore, Some(hold), why)
    }

    /// Ends the pass, to be repeated after the usual time.
    pub fn wait(hold: Option<Hold>, why: Reason) -> Self {
        Self { after_seconds: Some(RETRY_SECONDS), ..Self::new(Outcome::Requeue, hold, why) }
    }

    /// Ends the pass because a step failed. The controller's queue decides when it is repeated.
    pub fn failed(why: Reason) -> Self {
        Self { failed: true, ..Self::new(Outcome::Requeue, None, why) }
    }

    /// Puts actions before all others.
    pub fn after(mut self, actions: Vec<Action<'a>>) -> Self {
        self.actions.splice(0..0, actions);
        self
    }
}

answer! {
    /// The key of a registration token.
    pub struct TokenKey<'a> {
        /// The token's name.
        name: &'a str,
        /// The token's namespace.
        namespace: &'a str,
    }
}

answer! {
    /// The result of a pass over one CAPI cluster.
    pub struct Reconciled<'a> {
        /// Whether this pass creates a record; false if one already exists.
        import: bool,
        /// The outcome of the pass.
        outcome: Outcome,
        /// What prevents the import, if anything does.
        reason: Option<Hold>,
        /// The number of seconds after which the cluster is reconciled again.
        requeue_after_seconds ["requeueAfterSeconds"]: Option<u64>,
        /// The actions of the pass, in order.
        actions: Vec<Action<'a>>,
        /// The record after the pass, if it was kept up.
        rancher_cluster ["rancherCluster"]: Option<Afterwards<'a>>,
        /// The registration token that the pass looks for, if any.
        registration_token ["registrationToken"]: Option<TokenKey<'a>>,
        /// The records that are deleted along with the CAPI cluster.
        deleted: Option<Vec<&'a str>>,
        /// The records that stay when the CAPI cluster is deleted.
        kept: Option<Vec<&'a str>>,
        /// Whether the pass fails.
        error: Option<bool>,
    }
}

impl<'a> From<Ended<'a>> for Reconciled<'a> {
    fn from(ended: Ended<'a>) -> Self {
        let mut actions = ended.actions;
        actions.extend(ended.after_seconds.map(Action::requeue));
        Self {
            import: ended.import,
            outcome: ended.outcome,
            reason: ended.hold,
            requeue_after_seconds: ended.after_seconds,
            actions,
            rancher_cluster: ended.rancher_cluster,
            registration_token: ended.registration_token,
            deleted: None,
            kept: None,
            error: ended.failed.then_some(true),
        }
    }
}
