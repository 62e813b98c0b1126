//! Which Rancher record belongs to a CAPI cluster, and what importing it takes (Rancher Turtles, ADR 0008).
//!
//! A CAPI cluster that is marked for import gets a record in Rancher. With the old strategy (v1) the record lives in
//! the cluster's namespace and is owned by the cluster. With the new one (v3) the record is cluster-scoped, has a
//! generated name, and is found by its labels. Then only the controller deletes one along with the other, and the two
//! objects can disagree. [`Reconcile`] says what the controller does, [`Explain`] what an import lacks, [`CheckRecord`]
//! and [`ChangeEffectsAsked`] what a change would do.

mod change_effects;
mod check_record;
mod cleanup;
mod constants;
pub mod divergences;
mod effects;
mod explain;
mod fields;
mod filter;
mod find;
mod loaded;
mod lookup;
mod manifest_url;
mod marker;
mod name;
mod namespace_event;
mod object;
mod owner;
mod pass;
pub mod reasons;
mod reconcile;
mod reconcile_all;
mod record;
mod review;
mod settings;
mod situation;

use super::Policy;
use crate::question::Question;
use crate::reason::{Codes, examples};
use crate::review::{Judge, Stored};
use constants::{CAPI_GROUP, CLUSTER, NAMESPACE, V1_GROUP, V3_GROUP};

pub use change_effects::ChangeEffectsAsked;
pub use check_record::CheckRecord;
pub use cleanup::Cleanup;
pub use explain::Explain;
pub use find::Find;
pub use manifest_url::ManifestUrlAsked;
pub use name::Name;
pub use namespace_event::NamespaceEvent;
pub use owner::OwnerAsked;
pub use reconcile::Reconcile;
pub use reconcile_all::ReconcileAll;

/// What this policy contributes to the engine.
pub static POLICY: Policy = Policy {
    name: "clusters",
    questions: &[
        Question::row::<Explain>(),
        Question::row::<Reconcile>(),
        Question::row::<ReconcileAll>(),
        Question::row::<Find>(),
        Question::row::<CheckRecord>(),
        Question::row::<ChangeEffectsAsked>(),
        Question::row::<Cleanup>(),
        Question::row::<OwnerAsked>(),
        Question::row::<NamespaceEvent>(),
        Question::row::<ManifestUrlAsked>(),
        Question::row::<Name>(),
    ],
    codes: &[
        Codes { codes: reasons::MARKING_CODES, examples: examples!("reasons/marking.json") },
        Codes { codes: reasons::LOOKUP_CODES, examples: examples!("reasons/lookup.json") },
        Codes { codes: reasons::PASSING_CODES, examples: examples!("reasons/passing.json") },
        Codes { codes: reasons::RECORDS_CODES, examples: examples!("reasons/records.json") },
        Codes { codes: reasons::EFFECTS_CODES, examples: examples!("reasons/effects.json") },
    ],
    divergences: divergences::ALL,
    documents: &[],
    fields: fields::FIELDS,
    contradictions: None,
    reviews: &[
        Judge { group: V3_GROUP, kind: CLUSTER, judge: review::rancher_cluster, stored: None, strays: None },
        Judge { group: CAPI_GROUP, kind: CLUSTER, judge: review::capi_cluster, stored: None, strays: None },
        Judge { group: "", kind: NAMESPACE, judge: review::namespace, stored: None, strays: None },
    ],
    beside: &[Stored { group: V1_GROUP, kind: CLUSTER, members: &[] }],
};
