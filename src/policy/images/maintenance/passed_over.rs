//! Why a pool does not get the higher versions of its image.

use super::next::Reach;
use super::target::{Search, Target};
use crate::base::masterminds::Version;
use crate::policy::images::compare::Contender;
use crate::policy::images::documents::ImageVersion;
use crate::policy::images::errors::Listing;
use crate::policy::images::versions::{Classification, suffix};
use crate::policy::images::workers::{Candidates, Filter};
use crate::wire::{answer, words};

answer! {
    /// A higher version that a pool does not get.
    #[derive(Clone)]
    pub struct PassedOver<'a> {
        /// The version as text.
        version: &'a str,
        /// The first test that the version fails.
        by: PassedBy,
    }
}

words! {
    /// The test that a higher version fails.
    pub enum PassedBy {
        /// The version is not built for the pool's architecture.
        Architecture = "architecture",
        /// The version does not fit the machine type.
        Capability = "capability",
        /// The version does not offer the pool's container runtimes.
        Cri = "cri",
        /// The version does not support the pool's kubelet version.
        Kubelet = "kubelet",
        /// The machines cannot be updated in place to the version.
        InPlace = "in-place",
        /// The version is expired, unavailable or a preview, or it is deprecated and the target is not.
        Classification = "classification",
        /// The version has a different pre-release suffix.
        Suffix = "suffix",
        /// The update strategy does not reach the version.
        Strategy = "strategy",
        /// The machine would get a less preferred value.
        Preference = "preference",
    }
}

/// Whether these versions may still be listed.
pub(super) fn may_be_said(passed: &[PassedOver<'_>], listing: &Listing) -> bool {
    // The text that reports one version is about this long.
    let letters = passed.iter().map(|passed| passed.version.len() + 32).sum();
    passed.is_empty() || listing.allows(letters)
}

/// A version of the image, as a pool sees it.
pub(super) struct Seen<'a> {
    /// The index of the version in the catalog.
    pub place: usize,
    /// The version as written.
    pub text: &'a str,
    /// The parsed version, if it can be parsed.
    pub version: Option<Version<'a>>,
    /// Why the version does not suit the pool.
    pub barred: Option<PassedBy>,
    /// The candidate that the version is, if it suits the pool.
    pub contender: Option<Contender<'a>>,
}

/// Returns why a version does not suit a pool.
pub(super) fn barred<'a>(candidates: &Candidates<'_, 'a>, place: usize, entry: &ImageVersion<'a>) -> Option<PassedBy> {
    let unmet = candidates.unmet(entry);
    if unmet != Some(Filter::WorkerArchitecture) && !candidates.runs(place) {
        return Some(PassedBy::Capability);
    }
    unmet.map(|need| match need {
        Filter::WorkerArchitecture => PassedBy::Architecture,
        Filter::Cri => PassedBy::Cri,
        Filter::KubernetesVersion => PassedBy::Kubelet,
        _ => PassedBy::InPlace,
    })
}

impl<'a> Search<'_, 'a> {
    /// Returns the versions higher than the target, or than the current version if there is no target, with the test
    /// that each fails.
    pub(super) fn passed_over(&self, seen: &[Seen<'a>], target: Option<&Target<'_, 'a>>) -> Vec<PassedOver<'a>> {
        let Some(from) = Version::parse(self.current) else { return Vec::new() };
        let least = target.and_then(|target| target.contender.released.version).unwrap_or(from);
        let own = suffix(Some(target.map_or(&from, |_| &least)), self.edition);
        let widest = self.strategy.by_itself().by_itself().last().copied().unwrap_or(Reach::All);
        let reach = target.map_or(widest, |target| target.reach);
        let mut passed = Vec::new();
        for it in seen {
            let Some(version) = it.version.filter(|version| *version > least) else { continue };
            let by = it.barred.unwrap_or_else(|| {
                let released = it.contender.as_ref().map(|contender| contender.released);
                let is = |classification| released.is_some_and(|it| it.classification == classification);
                let may_be_chosen = released.is_some_and(|it| it.may_be_chosen(self.edition));
                let gives_way =
                    |target: &Target<'_, 'a>| target.contender.released.classification != Classification::Deprecated;
                if is(Classification::Preview) || is(Classification::Expired) || !may_be_chosen {
                    PassedBy::Classification
                } else if suffix(Some(&version), self.edition) != own {
                    PassedBy::Suffix
                } else if !reach.holds(&from, &version) {
                    PassedBy::Strategy
                } else if is(Classification::Deprecated) && target.is_some_and(gives_way) {
                    PassedBy::Classification
                } else {
                    PassedBy::Preference
                }
            });
            passed.push(PassedOver { version: it.text, by });
        }
        passed
    }
}
