//! The zones of a pool (section 8.2).

use super::context::{Pool, Refusal};
use crate::base::Interner;
use crate::policy::images::errors::{FieldError, shortened};
use crate::policy::images::reasons::ZONE_REFUSED;
use crate::reason::{Fact, Reason};

/// The number of refusals of one pool that are reported one by one.
const MOST: usize = 1000;

/// The message for each zone if the profile does not have the region.
const NO_REGION: &str = "the profile has no such region";

/// Judges the zones, unless both the zones and the region are as before.
pub(super) fn judge(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let old_region = pool.context.old.map(|old| old.region());
    let region = &pool.context.region;
    if old_region == Some(region.name) && pool.old.is_some_and(|old| old.zones == pool.worker.zones) {
        return Vec::new();
    }
    let known = region.zones.as_slice();
    let shown_region = shortened(region.name);
    let mut seen = Interner::default();
    let mut refusals: Vec<Refusal> = Vec::new();
    let mut more = 0;
    for (index, zone) in pool.worker.zones.iter().enumerate() {
        let field = pool.field(&format!("zones[{index}]"));
        let why = |why: &str| {
            Reason::new(&ZONE_REFUSED, pool.worker.name())
                .saw(pool.place(&["zones"]).index(index), *zone)
                .fact(Fact::named("region", &*shown_region))
                .fact(Fact::named("why", why))
        };
        let is_known = known.binary_search(zone).is_ok();
        let is_new = seen.is_new(zone);
        if refusals.len() >= MOST {
            more += usize::from(!is_known) + usize::from(!is_new);
            continue;
        }
        if !is_known {
            let valid = pool.context.listed(|| known.iter().map(|name| (*name).to_owned()).collect());
            let words: Vec<&str> = valid.iter().map(String::as_str).collect();
            let invalid = |detail| FieldError::invalid(field.clone(), region.name, detail);
            let (error, cause) = match (region.is_known, known) {
                (false, _) => (invalid(NO_REGION), NO_REGION),
                (true, []) => (invalid("the region does not support zones"), "the region has no zones"),
                (true, _) => (FieldError::not_supported(field.clone(), *zone, &words), "the region has no such zone"),
            };
            refusals.push(Refusal { error, why: why(cause) });
        }
        if !is_new {
            refusals.push(Refusal { error: FieldError::duplicate(field, *zone), why: why("the pool names it twice") });
        }
    }
    if let Some(last) = refusals.pop() {
        refusals.push(Refusal { why: last.why.with_more(more), ..last });
    }
    refusals
}
