//! Whether a v3 record may be stored. The question and the review share this judge.

use super::constants::{CAPI_GROUP, GENERATED_PREFIX, OWNED, OWNER_NAME, OWNER_NAMESPACE};
use super::name::has_generated_form;
use super::object::{Object, Owner};
use super::reasons::*;
use crate::base::sort;
use crate::reason::{Fact, Reason};
use crate::wire::words;

words! {
    /// The operation on an object.
    pub enum Operation {
        /// The object is created.
        Create = "create",
        /// The object is updated.
        Update = "update",
        /// The object is deleted.
        Delete = "delete",
    }
}

words! {
    /// Something wrong with a record.
    pub enum Fault {
        /// An owner is namespaced, while the record is cluster-scoped.
        OwnerReferenceNamespaced = "owner-reference-namespaced",
        /// The name could not have been generated.
        NameRule = "name-rule",
        /// An owner label has changed.
        OwnerLabelChanged = "owner-label-changed",
        /// The CAPI cluster already has a record.
        DuplicateOwner = "duplicate-owner",
    }
}

words! {
    /// Something worth knowing about a record that may be stored.
    pub enum Caution {
        /// Only one of the two owner labels is present.
        OwnerLabelIncomplete = "owner-label-incomplete",
        /// Both owner labels are present, but the label `owned` is missing.
        OwnedMissing = "owned-missing",
        /// Deleting the record marks the cluster, so that it is not imported again.
        MarksImported = "marks-imported",
    }
}

/// Something wrong with a record, with its reason.
#[derive(Debug)]
pub struct Refused {
    /// The rule that the record breaks.
    pub fault: Fault,
    /// The path of the offending field.
    pub field: String,
    /// The reason.
    pub why: Reason,
}

/// The findings about a record.
#[derive(Debug, Default)]
pub struct Judged {
    /// Everything that is wrong with the record.
    pub refused: Vec<Refused>,
    /// Things worth knowing, each with its reason.
    pub cautions: Vec<(Caution, Reason)>,
}

/// A record that is about to be created, changed or deleted.
#[derive(Debug)]
pub struct Change<'r, 'a> {
    /// The operation.
    pub operation: Operation,
    /// The record as it would be stored; for a deletion, as it is stored.
    pub record: &'r Object<'a>,
    /// The record as it is stored, for an update.
    pub old: Option<&'r Object<'a>>,
    /// The existing records.
    pub others: &'r [Object<'a>],
}

impl Change<'_, '_> {
    /// Judges the change.
    pub fn judge(&self) -> Judged {
        if self.operation == Operation::Delete {
            return Judged { refused: Vec::new(), cautions: self.on_deletion().into_iter().collect() };
        }
        let mut refused = self.namespaced_owners();
        refused.extend(self.name_rule());
        refused.extend(self.changed_labels());
        refused.extend(self.duplicate());
        Judged { refused, cautions: self.on_labels().into_iter().collect() }
    }

    /// Namespaced objects cannot own cluster-scoped ones: the garbage collector would delete the record.
    fn namespaced_owners(&self) -> Vec<Refused> {
        let owners = self.record.owners.iter().enumerate().filter_map(|(index, owner)| Some((index, owner.as_ref()?)));
        let is_capi = |version: &str| version.split_once('/').is_some_and(|(group, _)| group == CAPI_GROUP);
        // A record that is already being deleted has to be updated for its finalizers to leave.
        let leaving = self.old.filter(|old| old.deleting);
        let had = sort::set(leaving.iter().flat_map(|old| &old.owners).flatten().map(Owner::parts));
        let namespaced = owners
            .filter(|(_, owner)| owner.api_version.is_some_and(is_capi) && had.binary_search(&owner.parts()).is_err());
        let refused = namespaced.map(|(index, owner)| {
            let at = self.record.metadata("ownerReferences").index(index).key("apiVersion");
            let version = Fact::of(at, owner.api_version);
            let owner = Fact::named("owner", owner.name.unwrap_or_default());
            Refused {
                fault: Fault::OwnerReferenceNamespaced,
                field: format!("metadata.ownerReferences[{index}]"),
                why: Reason::new(&OWNER_REFERENCE_NAMESPACED, self.record.shown_name()).fact(version).fact(owner),
            }
        });
        refused.collect()
    }

    /// The API server generates the name of a record that belongs to a CAPI cluster.
    fn name_rule(&self) -> Option<Refused> {
        if self.operation != Operation::Create || !has_both(self.record) {
            return None;
        }
        let Object { name, generate_name, .. } = self.record;
        let (key, text, keeps) = match name.is_empty() {
            false => ("name", name, has_generated_form(name)),
            true => ("generateName", generate_name, *generate_name == GENERATED_PREFIX),
        };
        let fact = Fact::of(self.record.metadata(key), Some(*text).filter(|text| !text.is_empty()));
        (!keeps).then(|| Refused {
            fault: Fault::NameRule,
            field: format!("metadata.{key}"),
            why: Reason::new(&NAME_RULE, *text).fact(fact).fact(Fact::named("field", key)),
        })
    }

    /// The owner labels of a record are immutable: they say to which cluster it belongs.
    fn changed_labels(&self) -> Vec<Refused> {
        let Some(old) = self.old.filter(|_| self.operation == Operation::Update) else { return Vec::new() };
        let changed = |key: &&str| old.labels.get(key).is_some_and(|was| self.record.labels.get(key) != Some(was));
        let refused = |key: &str| Refused {
            fault: Fault::OwnerLabelChanged,
            field: format!("metadata.labels[{key}]"),
            why: Reason::new(&OWNER_LABEL_CHANGED, key).fact(old.label_fact(key)).fact(self.record.label_fact(key)),
        };
        [OWNER_NAME, OWNER_NAMESPACE].into_iter().filter(changed).map(refused).collect()
    }

    /// Whether the other records matter, because the change makes this one a record of its CAPI cluster.
    pub fn looks_at_others(&self) -> bool {
        let had_both = self.old.is_some_and(has_both) && self.operation == Operation::Update;
        self.operation != Operation::Delete && !had_both && has_both(self.record)
    }

    /// A CAPI cluster may have only one record.
    fn duplicate(&self) -> Option<Refused> {
        if !self.looks_at_others() {
            return None;
        }
        let has_same = |other: &Object<'_>| {
            [OWNER_NAME, OWNER_NAMESPACE].iter().all(|key| other.labels.get(key) == self.record.labels.get(key))
        };
        let is_other = |other: &&Object<'_>| {
            !other.deleting && (self.record.name.is_empty() || other.name != self.record.name) && has_same(other)
        };
        let other = self.others.iter().find(is_other)?;
        Some(Refused {
            fault: Fault::DuplicateOwner,
            field: "metadata.labels".to_owned(),
            why: Reason::new(&DUPLICATE_OWNER, other.name)
                .fact(self.record.label_fact(OWNER_NAME))
                .fact(self.record.label_fact(OWNER_NAMESPACE)),
        })
    }

    fn on_labels(&self) -> Option<(Caution, Reason)> {
        let present = [OWNER_NAME, OWNER_NAMESPACE].map(|key| self.record.labels.get(key).is_some());
        let labels = [OWNER_NAME, OWNER_NAMESPACE].map(|key| self.record.label_fact(key));
        match present {
            [true, true] if self.record.labels.get(OWNED).is_none() => {
                let reason = Reason::new(&OWNED_MISSING, self.record.shown_name()).fact(self.record.label_fact(OWNED));
                Some((Caution::OwnedMissing, reason))
            }
            [true, false] | [false, true] => {
                let reason = Reason::new(&OWNER_LABEL_INCOMPLETE, self.record.shown_name()).facts(labels);
                Some((Caution::OwnerLabelIncomplete, reason))
            }
            _ => None,
        }
    }

    fn on_deletion(&self) -> Option<(Caution, Reason)> {
        let marks = has_both(self.record) && !self.record.deleting;
        let labels = [OWNER_NAME, OWNER_NAMESPACE].map(|key| self.record.label_fact(key));
        marks.then(|| (Caution::MarksImported, Reason::new(&MARKS_IMPORTED, self.record.name).facts(labels)))
    }
}

/// Whether a record has both owner labels.
fn has_both(record: &Object<'_>) -> bool {
    [OWNER_NAME, OWNER_NAMESPACE].iter().all(|key| record.labels.get(key).is_some())
}
