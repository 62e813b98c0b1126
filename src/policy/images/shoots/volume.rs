//! The root disk of a pool (section 8.2): first its type, then its size.

use super::context::{Pool, Refusal, supported};
use crate::policy::images::documents::Quantity;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::VOLUME_REFUSED;
use crate::policy::images::workers::is_usable;
use crate::reason::{Fact, Reason};

/// Judges the root disk. A type that the pool had before may stay, whatever the profile says of it now.
pub(super) fn judge(pool: Pool<'_, '_>) -> Option<Refusal> {
    let volume = pool.worker.volume.as_ref()?;
    let name = volume.volume_type?;
    let had = pool.old.is_some_and(|old| old.volume_type() == Some(name));
    let refused = if had { None } else { judge_type(pool, name) };
    refused.or_else(|| judge_size(pool, name, volume.size?))
}

fn judge_type(pool: Pool<'_, '_>, name: &str) -> Option<Refusal> {
    let field = pool.field("volume.type");
    let Some(offer) = pool.context.volumes().offer(name) else {
        let valid = valid(pool);
        let words: Vec<&str> = valid.iter().map(String::as_str).collect();
        let error = FieldError::not_supported(field, name, &words);
        return Some(Refusal { error, why: reason(pool, name, "is not in the profile") });
    };
    let is_lacking = pool.context.region.volume_types.lacks(name, &pool.zones());
    let why = offer.why_not(is_lacking)?;
    let detail = format!("volume type {why}{}", supported("volume types", &valid(pool)));
    Some(Refusal { error: FieldError::invalid(field, name, &detail), why: reason(pool, name, &why) })
}

fn judge_size(pool: Pool<'_, '_>, name: &str, size: Quantity<'_>) -> Option<Refusal> {
    let least = pool.context.volumes().least_above(size, pool.worker.machine_type(), name)?;
    let why = format!("size must be at least {}", least.text);
    let error = FieldError::invalid(pool.field("volume.size"), size.text, &why);
    let why = reason(pool, name, &format!("needs a size of at least {}", least.text));
    Some(Refusal { error, why: why.saw(pool.place(&["volume", "size"]), size.text) })
}

fn reason(pool: Pool<'_, '_>, name: &str, why: &str) -> Reason {
    Reason::new(&VOLUME_REFUSED, pool.worker.name())
        .saw(pool.place(&["volume", "type"]), name)
        .fact(Fact::named("why", why))
}

fn valid(pool: Pool<'_, '_>) -> Vec<String> {
    pool.context.listed(|| {
        let (lacking, zones) = (&pool.context.region.volume_types, pool.zones());
        let usable = pool.context.spec().volume_types.iter().filter(|known| is_usable(known));
        let names = usable.filter_map(|known| known.name);
        names.filter(|name| !lacking.lacks(name, &zones)).map(str::to_owned).collect()
    })
}
