//! A profile's images and its provider's configuration, and what holding them against each other yields.

use super::doubts::doubts;
use super::today::refused_today;
use crate::policy::images::divergences::REGION_GAPS;
use crate::policy::images::documents::{Definition, MachineImage};
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::artifacts::{Defined, shared};
use crate::policy::images::provider::mapping::{Findings, Gap, Gaps, Mapping, OwnList};
use crate::policy::images::provider::reading::Owners;
use crate::policy::images::provider::written::{Entries, Provider, ProviderConfig};
use crate::question::Asked;
use crate::reason::Problem;
use crate::wire::Pointer;

/// A profile's side and its provider's.
#[derive(Debug)]
pub struct Sides<'s, 'a> {
    /// The provider.
    pub provider: Provider,
    /// The definitions.
    pub definitions: &'s [Definition<'a>],
    /// The profile's images.
    pub images: &'s [MachineImage<'a>],
    /// The provider's configuration.
    pub config: &'s ProviderConfig<'a>,
}

/// What holding the sides against each other yields.
#[derive(Debug, Default)]
pub struct Held {
    /// The fields that are refused.
    pub errors: Vec<FieldError>,
    /// Whether all is there in every region, where that is known.
    pub complete: Option<bool>,
    /// The gaps, where they were looked for.
    pub gaps: Option<Vec<Gap>>,
    /// Whether something was not looked for, because it does not say what it needs.
    pub is_open: bool,
    /// A warning for each gap, of what was not looked for, and of what is hardly meant.
    pub warnings: Vec<Problem>,
}

impl Sides<'_, '_> {
    /// Holds the sides against each other (sections 17.2 and 17.3), and looks for gaps in regions where they are known. The
    /// paths are those of the two.
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
                // A profile of a namespace is judged by itself today, apart from its parent's.
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
