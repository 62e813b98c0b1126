//! The best of the image versions that fit: the design's rule, step by step.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::machine::Fitting;
use crate::base::masterminds::Version;
use crate::base::sort::sort_by;
use crate::policy::images::capabilities::{Ambiguous, CapabilitySpace, Difference, Set, best, difference};
use crate::policy::images::versions::Classification;
use crate::policy::images::workers::Summary;
use crate::question::Undecided;
use crate::wire::{Ordered, words};

words! {
    /// What decided between two versions.
    pub enum DecidedBy {
        /// Only one of them is supported.
        Classification = "classification",
        /// The preferred values of the capabilities.
        Preference = "preference",
        /// The higher version.
        Version = "version",
        /// The versions are equal, so the order of the document.
        Order = "order",
    }
}

/// The versions of one image that may be taken, the best one first.
pub(super) struct Choice<'g, 'a> {
    pub candidates: Vec<Candidate<'g, 'a>>,
    pub summary: Summary<'a>,
}

/// A version that may be taken.
pub(super) struct Candidate<'g, 'a> {
    /// Its place among all versions.
    pub version: usize,
    pub classification: Classification,
    /// The place of the flavor that is taken.
    pub flavor: Option<usize>,
    /// The capabilities of that flavor.
    set: Cow<'g, Set>,
    parsed: Option<&'g Version<'a>>,
}

/// What decided between two candidates.
#[derive(Clone, Copy)]
pub(super) enum Decided {
    Classification,
    Preference(Difference),
    Version,
    Order,
}

impl Decided {
    pub(super) fn word(self) -> DecidedBy {
        match self {
            Self::Classification => DecidedBy::Classification,
            Self::Preference(_) => DecidedBy::Preference,
            Self::Version => DecidedBy::Version,
            Self::Order => DecidedBy::Order,
        }
    }
}

impl<'g, 'a> Choice<'g, 'a> {
    /// Looks at the images in the order of the profile, until one has a candidate.
    pub(super) fn among(fitting: &Fitting<'g, 'a>, versions: &[usize]) -> Result<Self, Undecided> {
        let entries = fitting.query.catalog().versions();
        let image = |version: &usize| entries.get(*version).map(|entry| entry.image);
        let mut causes = Vec::new();
        let mut candidates = Vec::new();
        for of_one_image in versions.chunk_by(|left, right| image(left) == image(right)) {
            for version in of_one_image {
                match Candidate::new(fitting, *version)? {
                    Ok(candidate) => {
                        candidates.push(candidate);
                        causes.push(None);
                    }
                    Err(cause) => causes.push(Some(cause)),
                }
            }
            if !candidates.is_empty() {
                break;
            }
        }
        sort_by(&mut candidates, |left, right| left.against(right, fitting).0);
        Ok(Self { candidates, summary: Summary::of(causes) })
    }
}

impl<'g, 'a> Candidate<'g, 'a> {
    /// A version that fits, is active and no preview, or else what keeps it out.
    fn new(fitting: &Fitting<'g, 'a>, version: usize) -> Result<Result<Self, &'a str>, Undecided> {
        let query = fitting.query;
        let catalog = query.catalog();
        if let Some(cause) = fitting.cause(version) {
            return Ok(Err(cause));
        }
        let Some(entry) = catalog.versions().get(version) else { return Ok(Err("")) };
        let classification = entry.lifecycle.now(query.asked)?;
        if !classification.is_active() || classification == Classification::Preview {
            return Ok(Err(classification.word()));
        }
        let flavors: Vec<_> = catalog.flavors(version).collect();
        let everything = catalog.fits_everything(query.asked.edition);
        let fits = |set: &Set| everything || catalog.space().fits(&fitting.set, set);
        let fitting_flavors = flavors.iter().filter(|(_, set)| fits(set)).map(|(place, set)| (*place, set.as_ref()));
        let taken = best(catalog.space(), &fitting.set, fitting_flavors, query.asked.edition);
        let (flavor, stands_for) = match taken {
            Ok(flavor) => (flavor, flavor),
            Err(Ambiguous { first }) => (None, Some(first)),
        };
        let set = flavors.into_iter().find(|(place, _)| Some(*place) == stands_for).map(|(_, set)| set);
        Ok(Ok(Self {
            version,
            classification,
            // A version without flavors has one that supports everything.
            flavor: if set.is_none() { Some(0) } else { flavor },
            set: set.unwrap_or_else(|| Cow::Owned(catalog.space().set(&Ordered::default()))),
            parsed: entry.parsed.as_ref(),
        }))
    }

    /// Which of two goes first, and what decides that.
    pub(super) fn against(&self, other: &Self, fitting: &Fitting<'_, 'a>) -> (Ordering, Decided) {
        let supported = |candidate: &Self| candidate.classification != Classification::Supported;
        let by_classification = supported(self).cmp(&supported(other));
        if by_classification.is_ne() {
            return (by_classification, Decided::Classification);
        }
        let space: &CapabilitySpace<'a> = fitting.query.catalog().space();
        let sets = [self.set.as_ref(), other.set.as_ref()];
        if let Some(difference) = difference(space, &fitting.set, sets, fitting.query.asked.edition) {
            return (difference.order().reverse(), Decided::Preference(difference));
        }
        let by_version = match (self.parsed, other.parsed) {
            (Some(left), Some(right)) => right.precedence(left),
            (left, right) => right.is_some().cmp(&left.is_some()),
        };
        if by_version.is_ne() {
            return (by_version, Decided::Version);
        }
        (self.version.cmp(&other.version), Decided::Order)
    }
}
