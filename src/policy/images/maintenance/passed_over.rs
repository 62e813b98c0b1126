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
        /// The version.
        version: &'a str,
        /// What it fails first.
        by: PassedBy,
    }
}

words! {
    /// What a higher version fails.
    pub enum PassedBy {
        /// It is not built for the architecture of the pool.
        Architecture = "architecture",
        /// It does not run on the machine type.
        Capability = "capability",
        /// It does not bring the container runtimes.
        Cri = "cri",
        /// It does not run the kubelet.
        Kubelet = "kubelet",
        /// The machines cannot be updated to it in place.
        InPlace = "in-place",
        /// It is expired, unavailable or a preview, or deprecated and the target is not.
        Classification = "classification",
        /// It has another suffix.
        Suffix = "suffix",
        /// The update strategy does not reach it.
        Strategy = "strategy",
        /// The machine would get a less preferred value.
        Preference = "preference",
    }
}

/// Whether that many versions may still be listed.
pub(super) fn may_be_said(passed: &[PassedOver<'_>], listing: &Listing) -> bool {
    // About as long is what says that a version is passed over.
    let letters = passed.iter().map(|passed| passed.version.len() + 32).sum();
    passed.is_empty() || listing.allows(letters)
}

/// A version of the image, as a pool sees it.
pub(super) struct Seen<'a> {
    /// Its place among all versions.
    pub place: usize,
    /// As it is written.
    pub text: &'a str,
    /// What it says, if it is a version.
    pub version: Option<Version<'a>>,
    /// Why it does not suit.
    pub barred: Option<PassedBy>,
    /// What is chosen from, where it suits.
    pub contender: Option<Contender<'a>>,
}

/// Why a version does not suit a pool.
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
    /// The versions that are higher than the target, or than the current one if there is none, with what each fails.
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
