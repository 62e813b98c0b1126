//! The order in which a profile is checked.

use super::finding::Findings;
use super::looked::Looked;
use super::{definitions, flavors, mapping, size, versions};
use crate::policy::images::catalog::Offer;
use crate::policy::images::profiles::SizeLimit;
use crate::policy::images::provider::{Survey, surveyed};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::Problem;

/// The maximum number of findings to report, unless the question sets another.
pub(super) const LISTED: usize = 200;

/// The limits of checking.
pub(super) struct Bounds {
    /// The maximum number of steps spent on comparing lists.
    pub steps: usize,
    /// The maximum number of findings to report.
    pub told: usize,
    /// The size of a document that can be stored.
    pub size: SizeLimit,
}

/// The result of checking a profile.
pub(super) struct LookedOver {
    pub findings: Findings,
    /// Why the provider's configuration was not understood. `None`: it was, or there is none.
    pub unread: Option<Problem>,
    /// Whether every check could be completed.
    pub is_whole: bool,
}

/// Checks a profile; `document` is the profile as written.
pub(super) fn look_over<'a>(
    offer: &Offer<'a>,
    document: &Written<'a>,
    bounds: Bounds,
    asked: &Asked<'a>,
) -> Result<LookedOver, Undecided> {
    let spec = offer.spec();
    let looked = Looked::new(spec, &offer.catalog, document.place(), (asked, bounds.steps));
    let mut findings = Findings::new(bounds.told);
    definitions::check(&looked, &mut findings);
    let (config, unread) = surveyed(spec, &document.path(), asked);
    let has_gap = match &config {
        Some(config) => mapping::check(&looked, &Survey::of(config), &mut findings),
        None => Vec::new(),
    };
    flavors::check(&looked, &has_gap, &mut findings);
    versions::check(&looked, &mut findings)?;
    size::check(&looked, **document, bounds.size, &mut findings);
    let is_whole = looked.is_whole();
    Ok(LookedOver { findings, unread, is_whole })
}
