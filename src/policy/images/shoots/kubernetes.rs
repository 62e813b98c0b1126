//! The Kubernetes versions of the control plane and of pools (sections 7 and 8.7).

use super::context::{Pool, Refusal, could_have};
use super::operation::Operation;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{KUBERNETES_NOT_OFFERED, KUBERNETES_UNRESOLVED};
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

/// Refuses a version that cannot be completed.
pub(super) fn unresolved(field: String, place: Pointer, written: Option<&str>, why: &str) -> Refusal {
    let text = written.unwrap_or_default();
    let reason = Reason::new(&KUBERNETES_UNRESOLVED, text).fact(Fact::of(place, written));
    Refusal { error: FieldError::invalid(field, text, why), why: reason.fact(Fact::named("why", why)) }
}

/// Judges the Kubernetes version of a pool. Existing pools may have versions that new pools may not.
pub(super) fn judge(pool: Pool<'_, '_>) -> Result<Option<Refusal>, Undecided> {
    let context = pool.context;
    let Some(version) = pool.worker.kubernetes_version() else { return Ok(None) };
    let [_, old_control_plane] = context.kubernetes;
    let before = pool.old.and_then(|old| old.kubernetes_version()).unwrap_or(old_control_plane);
    if version == before {
        return Ok(None);
    }
    let is_new = context.operation == Operation::Create || pool.old.is_none();
    let versions = &context.kubernetes_versions;
    if versions.allows(version, is_new)? {
        return Ok(None);
    }
    let valid = context.try_listed(|| versions.valid(is_new).map(<[String]>::to_vec))?;
    let words: Vec<&str> = valid.iter().map(String::as_str).collect();
    let reason = Reason::new(&KUBERNETES_NOT_OFFERED, pool.worker.name())
        .saw(pool.place(&["kubernetes", "version"]), version)
        .fact(Fact::named("why", versions.why_not(version)))
        .because(could_have(pool, &words));
    let error = FieldError::not_supported(pool.field("kubernetes.version"), version, &words);
    Ok(Some(Refusal { error, why: reason }))
}
