//! Zones and root disks of a pool (section 8.2).

use std::collections::BTreeSet;

use super::terms::{Pool, Refusal, supported};
use crate::policy::images::field_error::FieldError;
use crate::policy::images::model::VolumeType;
use crate::policy::images::reasons::{VOLUME_REFUSED, ZONE_REFUSED};
use crate::reason::{Fact, Reason};

/// Judges the zones, unless they and the region are as before.
pub fn judge_zones(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let old_region = pool.terms.old.map(|old| old.region());
    let region = &pool.terms.region;
    if old_region == Some(region.name) && pool.old.is_some_and(|old| old.zones == pool.worker.zones) {
        return Vec::new();
    }
    let known = &region.zones;
    let mut seen = BTreeSet::new();
    let mut refusals = Vec::new();
    for (index, zone) in pool.worker.zones.iter().enumerate() {
        let field = pool.field(&format!("zones[{index}]"));
        let why = || {
            Reason::new(&ZONE_REFUSED, pool.worker.name())
                .saw(pool.place(&["zones"]).index(index), *zone)
                .fact(Fact::named("region", region.name))
        };
        if known.binary_search(zone).is_err() {
            let valid = pool.terms.listed(|| known.iter().map(|name| (*name).to_owned()).collect());
            let words: Vec<&str> = valid.iter().map(String::as_str).collect();
            let error = match known.is_empty() {
                true => FieldError::invalid(field.clone(), region.name, "the region does not support zones"),
                false => FieldError::not_supported(field.clone(), *zone, &words),
            };
            refusals.push(Refusal { error, why: why() });
        }
        if !seen.insert(*zone) {
            refusals.push(Refusal { error: FieldError::duplicate(field, *zone), why: why() });
        }
    }
    refusals
}

/// Judges the type and size of the root disk.
pub fn judge_volume(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let Some(volume) = &pool.worker.volume else { return Vec::new() };
    let Some(name) = volume.volume_type else { return Vec::new() };
    let kept = pool.old.and_then(|old| old.volume.as_ref()).is_some_and(|old| old.volume_type == Some(name));
    let Some(found) = pool.terms.volume_type(name) else {
        return if kept { Vec::new() } else { vec![unknown_volume(pool, name)] };
    };
    let reason = |why: &str| {
        Reason::new(&VOLUME_REFUSED, pool.worker.name())
            .saw(pool.place(&["volume", "type"]), name)
            .fact(Fact::named("why", why))
    };
    let mut refusals = Vec::new();
    let reasons: Vec<&str> = [
        (!is_usable(found)).then_some("is unusable"),
        pool.terms.region.volume_types.lacks(name, &pool.zones()).then_some("is unavailable in at least one zone"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !kept && !reasons.is_empty() {
        let why = reasons.join(", ");
        let detail = format!("volume type {why}{}", supported("volume types", &valid(pool)));
        let error = FieldError::invalid(pool.field("volume.type"), name, &detail);
        refusals.push(Refusal { error, why: reason(&why) });
    }
    if let (Some(size), Some(least)) = (volume.size, found.min_size)
        && size.nanos() < least.nanos()
    {
        let why = format!("size must be at least {}", least.text);
        let error = FieldError::invalid(pool.field("volume.size"), size.text, &why);
        refusals.push(Refusal { error, why: reason(&why) });
    }
    refusals
}

fn unknown_volume(pool: Pool<'_, '_>, name: &str) -> Refusal {
    let valid = valid(pool);
    let words: Vec<&str> = valid.iter().map(String::as_str).collect();
    let why = Reason::new(&VOLUME_REFUSED, pool.worker.name())
        .saw(pool.place(&["volume", "type"]), name)
        .fact(Fact::named("why", "is not in the profile"));
    Refusal { error: FieldError::not_supported(pool.field("volume.type"), name, &words), why }
}

fn valid(pool: Pool<'_, '_>) -> Vec<String> {
    pool.terms.listed(|| {
        let (lacking, zones) = (&pool.terms.region.volume_types, pool.zones());
        let usable = pool.terms.spec().volume_types.iter().filter(|known| is_usable(known));
        let names = usable.filter_map(|known| known.name);
        names.filter(|name| !lacking.lacks(name, &zones)).map(str::to_owned).collect()
    })
}

fn is_usable(volume: &VolumeType<'_>) -> bool {
    volume.usable == Some(true)
}
