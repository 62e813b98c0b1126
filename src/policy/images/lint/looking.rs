//! In which order a profile is looked over.

use super::finding::Findings;
use super::looked::Looked;
use super::{definitions, flavors, mapping, size, versions};
use crate::policy::images::catalog::Offer;
use crate::policy::images::profiles::SizeLimit;
use crate::policy::images::provider::{Survey, surveyed};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::Problem;

/// How many findings are told, unless more or fewer are asked for.
pub(super) const LISTED: usize = 200;

/// How far is looked.
pub(super) struct Bounds {
    /// How many steps are taken at most where lists are held against each other.
    pub steps: usize,
    /// How many findings are told.
    pub told: usize,
    /// How large a document can be stored.
    pub size: SizeLimit,
}

/// What was found.
pub(super) struct LookedOver {
    pub findings: Findings,
    /// What of the provider's configuration was not understood.
    pub unread: Option<Problem>,
    /// Whether every check came to its end.
    pub is_whole: bool,
}

/// Looks a profile over, `document` as it is written.
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
