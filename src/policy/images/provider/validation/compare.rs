//! Compares a profile's images with its provider's configuration.

use super::doubts::doubts;
use super::sides::Sides;
use super::today::refused_today;
use crate::policy::images::divergences::REGION_GAPS;
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::artifacts::{Defined, shared};
use crate::policy::images::provider::mapping::{Findings, Gap, Gaps, Mapping, OwnList};
use crate::policy::images::provider::reading::Owners;
use crate::policy::images::provider::written::Entries;
use crate::question::Asked;
use crate::reason::Problem;
use crate::wire::Pointer;

/// The result of comparing the two sides.
#[derive(Debug, Default)]
pub struct Held {
    /// The fields that are refused.
    pub errors: Vec<FieldError>,
    /// Whether everything has an artifact in every region. `None`: not known, or not looked for.
    pub complete: Option<bool>,
    /// The gaps. `None`: they were not looked for.
    pub gaps: Option<Vec<Gap>>,
    /// Whether something was not looked for because it does not say what it needs.
    pub is_open: bool,
    /// Warnings about each gap, about what was not looked for, and about probable mistakes.
    pub warnings: Vec<Problem>,
}

impl Sides<'_, '_> {
    /// Compares the two sides (sections 17.2 and 17.3), and looks for gaps if the regions are known. `paths` are the
    /// paths of the images and of the configuration.
    pub fn judge(
        &self,
        regions: Option<&[&str]>,
        paths: &[Pointer; 2],
        owners: Option<&Owners>,
        asked: &Asked<'_>,
    ) -> Held {
        let &Self { provider, definitions, images, config } = self;
        let (edition, defined) = (asked.edition, Defined::new(definitions));
        let mut found = Findings::new(owners);
        OwnList { provider, defined: &defined, config, edition }.check(&mut found);
        let finds_gaps = edition.applies(&REGION_GAPS);
        let needs_regions = provider.regional_key().is_some();
        let regional = regions.filter(|_| finds_gaps && needs_regions);
        let [images_path, _] = paths;
        let mut gaps = Gaps::new(regional, images_path.clone());
        let mut left = Vec::new();
        if found.errors.is_empty() || !provider.maps_only_a_valid_list() {
            let entries = Entries::new(provider, config, edition);
            let mapping = Mapping { provider, defined: &defined, images, entries, edition };
            mapping.check(&mut found, &mut gaps);
            if finds_gaps && found.errors.is_empty() {
                left = doubts(&mapping, &shared(provider, config), images_path);
                // Today's extension checks a NamespacedCloudProfile by itself, apart from its parent.
                if owners.is_none() {
                    left.extend(refused_today(self, paths));
                }
            }
        }
        let looks_for_gaps = finds_gaps && (regions.is_some() || !needs_regions);
        let is_open = !gaps.has_seen_all();
        let is_everywhere = !needs_regions || regions.is_some_and(|regions| !regions.is_empty());
        let complete = match found.errors.is_empty() && gaps.found.is_empty() {
            false => Some(false),
            true => (is_everywhere && !is_open).then_some(true),
        };
        let (gaps, mut warnings) = gaps.into_told();
        warnings.append(&mut left);
        let gaps = looks_for_gaps.then_some(gaps);
        Held { errors: found.errors, complete: complete.filter(|_| looks_for_gaps), gaps, is_open, warnings }
    }
}
