//! How a pass ends.

use super::action::Action;
use super::registration::TokenKey;
use super::upkeep::Afterwards;
use crate::policy::clusters::constants::RETRY_SECONDS;
use crate::policy::clusters::marker::Mark;
use crate::reason::Reason;
use crate::wire::{answer, words};

words! {
    /// How a pass ends.
    pub enum Outcome {
        /// Nothing is to be done.
        Ignore = "ignore",
        /// It is checked again later.
        Requeue = "requeue",
        /// All is done for now.
        Done = "done",
    }
}

words! {
    /// What stands in the way of an import.
    pub enum Hold {
        /// Another controller looks after the cluster.
        Filtered = "filtered",
        /// The cluster is being deleted.
        Deleting = "deleting",
        /// The cluster says that it was imported.
        AlreadyImported = "already-imported",
        /// The cluster's own label says no.
        ClusterOptedOut = "cluster-opted-out",
        /// The cluster does not say yes, and there is no namespace.
        NamespaceUnavailable = "namespace-unavailable",
        /// Neither the cluster nor its namespace says yes.
        NotMarked = "not-marked",
        /// The control plane cannot be used.
        ControlPlaneNotAvailable = "control-plane-not-available",
        /// A record of the other strategy exists.
        OtherStrategyRecord = "other-strategy-record",
        /// The name of the record belongs to another cluster.
        V1NameCollision = "v1-name-collision",
        /// The records could not be listed.
        RecordsNotListed = "records-not-listed",
    }
}

impl Hold {
    /// What a missing mark is.
    pub fn of(mark: Mark) -> Option<Self> {
        match mark {
            Mark::ByCluster | Mark::ByNamespace => None,
            Mark::OptedOut => Some(Self::ClusterOptedOut),
            Mark::Absent => Some(Self::NotMarked),
            Mark::NoNamespace => Some(Self::NamespaceUnavailable),
        }
    }
}

/// How a pass ends, and what it does.
#[derive(Debug)]
pub struct Ended<'a> {
    /// Whether it makes a record.
    pub import: bool,
    /// How it ends.
    pub outcome: Outcome,
    /// What stands in the way.
    pub hold: Option<Hold>,
    /// After how many seconds it is checked again.
    pub after_seconds: Option<u64>,
    /// What it does, in order.
    pub actions: Vec<Action<'a>>,
    /// The record afterwards, where it was kept up.
    pub rancher_cluster: Option<Afterwards<'a>>,
    /// Where the token is looked for, where one is.
    pub registration_token: Option<TokenKey<'a>>,
    /// Whether records go with the CAPI cluster.
    pub takes_records: bool,
    /// Whether it fails.
    pub failed: bool,
    /// Why.
    pub why: Reason,
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
        }
    }

    /// Nothing is to be done.
    pub fn ignore(hold: Hold, why: Reason) -> Self {
        Self::new(Outcome::Ignore, Some(hold), why)
    }

    /// It is looked again after the usual time.
    pub fn wait(hold: Option<Hold>, why: Reason) -> Self {
        Self { after_seconds: Some(RETRY_SECONDS), ..Self::new(Outcome::Requeue, hold, why) }
    }

    /// A step failed: the controller's queue decides when it is looked again.
    pub fn failed(why: Reason) -> Self {
        Self { failed: true, ..Self::new(Outcome::Requeue, None, why) }
    }

    /// Does something before all else.
    pub fn after(mut self, actions: Vec<Action<'a>>) -> Self {
        self.actions.splice(0..0, actions);
        self
    }
}

answer! {
    /// What a pass over one CAPI cluster does.
    pub struct Reconciled<'a> {
        /// Whether this pass makes a record; one that exists already gives false.
        import: bool,
        /// How it ends.
        outcome: Outcome,
        /// What stands in the way.
        reason: Option<Hold>,
        /// After how many seconds it is checked again.
        requeue_after_seconds ["requeueAfterSeconds"]: Option<u64>,
        /// What it does, in order.
        actions: Vec<Action<'a>>,
        /// The record afterwards.
        rancher_cluster ["rancherCluster"]: Option<Afterwards<'a>>,
        /// Where the registration token is looked for.
        registration_token ["registrationToken"]: Option<TokenKey<'a>>,
        /// The records that go with the CAPI cluster.
        deleted: Option<Vec<&'a str>>,
        /// The records that stay.
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
