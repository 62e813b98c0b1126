//! Which of several versions goes first (section 15). Everything that chooses between versions uses this order.

use std::cmp::Ordering;

use super::taken::Taken;
use crate::base::masterminds::Version;
use crate::policy::images::capabilities::{CapabilitySpace, Difference};
use crate::policy::images::versions::{Classification, Released};
use crate::wire::words;

/// A version that may be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Contender<'a> {
    /// The index of the version among all versions.
    pub place: usize,
    /// The version with its current classification.
    pub released: Released<'a>,
    /// What the machine gets from the version.
    pub taken: Taken,
}

words! {
    /// What decided between two versions.
    pub enum DecidedBy {
        /// Exactly one of the versions is deprecated.
        Classification = "classification",
        /// A machine gets more preferred values of the capabilities from one of the versions.
        Preference = "preference",
        /// One of the versions is higher.
        Version = "version",
        /// The versions are equal, so their order in the document decides.
        Order = "order",
    }
}

impl<'a> Contender<'a> {
    /// Compares two versions and returns what decided: supported before deprecated, then the smaller gift, then the
    /// higher version, then document order.
    pub(crate) fn against(&self, other: &Self) -> (Ordering, DecidedBy) {
        let deprecated = |it: &Self| it.released.classification == Classification::Deprecated;
        let by_version = |left: Option<Version<'a>>, right: Option<Version<'a>>| match (left, right) {
            (Some(left), Some(right)) => right.precedence(&left),
            (left, right) => right.is_some().cmp(&left.is_some()),
        };
        let steps = [
            (deprecated(self).cmp(&deprecated(other)), DecidedBy::Classification),
            (self.taken.gift.cmp(&other.taken.gift), DecidedBy::Preference),
            (by_version(self.released.version, other.released.version), DecidedBy::Version),
        ];
        let decided = steps.into_iter().find(|(order, _)| order.is_ne());
        decided.unwrap_or((self.place.cmp(&other.place), DecidedBy::Order))
    }

    /// Returns the version that goes first.
    pub(crate) fn first<'c>(several: impl IntoIterator<Item = &'c Self>) -> Option<&'c Self>
    where
        'a: 'c,
    {
        several.into_iter().min_by(|left, right| left.against(right).0)
    }

    /// The capabilities for which a machine gets different values from the two versions, in the order of the
    /// definitions.
    pub(crate) fn differences(&self, other: &Self, space: &CapabilitySpace<'_>) -> Vec<Difference> {
        self.taken.gift.differences(&other.taken.gift, space)
    }
}
