//! Which of several versions goes first (section 15): one order for whoever chooses.

use std::cmp::Ordering;

use super::taken::Taken;
use crate::base::masterminds::Version;
use crate::policy::images::capabilities::{CapabilitySpace, Difference};
use crate::policy::images::versions::{Classification, Released};
use crate::wire::words;

/// A version that may be taken.
#[derive(Clone, Debug)]
pub(crate) struct Contender<'a> {
    /// Its place among all versions.
    pub place: usize,
    /// The version, with what it is now.
    pub released: Released<'a>,
    /// What the machine gets of it.
    pub taken: Taken,
}

words! {
    /// What decided between two versions.
    pub enum DecidedBy {
        /// Only one of them is deprecated.
        Classification = "classification",
        /// The preferred values of the capabilities.
        Preference = "preference",
        /// The higher version.
        Version = "version",
        /// The versions are equal, so the order of the document.
        Order = "order",
    }
}

impl<'a> Contender<'a> {
    /// Which of two goes first, and what decides that: supported before deprecated, then what the machine gets, then the
    /// higher version, then the order of the document.
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

    /// The one that goes first.
    pub(crate) fn first<'c>(several: impl IntoIterator<Item = &'c Self>) -> Option<&'c Self>
    where
        'a: 'c,
    {
        several.into_iter().min_by(|left, right| left.against(right).0)
    }

    /// Where the machine gets other values of another version, in the order of the definitions.
    pub(crate) fn differences(&self, other: &Self, space: &CapabilitySpace<'_>) -> Vec<Difference> {
        self.taken.gift.differences(&other.taken.gift, space)
    }
}
