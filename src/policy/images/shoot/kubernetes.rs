//! Kubernetes versions of the control plane and of pools (sections 7 and 8.7).

use super::default_image::number;
use super::terms::{Pool, Refusal};
use crate::base::masterminds::Version;
use crate::policy::images::field_error::FieldError;
use crate::policy::images::lifecycle::{Classification, current};
use crate::policy::images::model::ExpirableVersion;
use crate::policy::images::question::shoot::Operation;
use crate::policy::images::reasons::{KUBERNETES_NOT_OFFERED, KUBERNETES_UNRESOLVED};
use crate::policy::{Asked, Undecided};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// A version in full: itself, the latest that it begins, or why there is none.
pub type Completed<'a> = Result<&'a str, String>;

/// Completes a version that is not written in full with the latest active one of the profile that is no preview.
pub fn complete<'a>(
    versions: &[ExpirableVersion<'a>],
    text: &'a str,
    asked: &Asked<'_>,
) -> Result<Completed<'a>, Undecided> {
    let parts: Vec<&str> = text.split('.').collect();
    let read = match parts.as_slice() {
        [_, _, _] => return Ok(Ok(text)),
        [major, minor] => number(major).and_then(|major| Ok((major, number(minor)?))),
        [major, ..] => number(major).map(|major| (major, None)),
        [] => Ok((None, None)),
    };
    let (major, minor) = match read {
        Ok(parts) => parts,
        Err(part) => return Ok(Err(format!("`{part}` must be a semantic version"))),
    };
    let mut latest: Option<(&'a str, Version<'a>)> = None;
    for entry in versions {
        let Some(parsed) = entry.version.and_then(Version::parse) else { continue };
        let begins = major.is_none_or(|major| major == parsed.major) && minor.is_none_or(|minor| minor == parsed.minor);
        if !begins || latest.is_some_and(|(_, highest)| parsed <= highest) {
            continue;
        }
        let classification = current(entry, asked)?;
        if classification.is_active() && classification != Classification::Preview {
            latest = Some((entry.version.unwrap_or_default(), parsed));
        }
    }
    Ok(latest.map(|(text, _)| text).ok_or_else(|| {
        format!("no suitable version found for `{text}`: those that have expired and previews have to be named in full")
    }))
}

/// The refusal of a version that cannot be completed.
pub fn unresolved(field: String, place: Pointer, text: &str, why: &str) -> Refusal {
    Refusal {
        error: FieldError::invalid(field, text, why),
        why: Reason::new(&KUBERNETES_UNRESOLVED, text).saw(place, text).fact(Fact::named("why", why)),
    }
}

/// Judges the Kubernetes version of a pool. Existing pools may have one that new ones may not.
pub fn judge(pool: Pool<'_, '_>) -> Result<Option<Refusal>, Undecided> {
    let terms = pool.terms;
    let Some(version) = pool.worker.kubernetes_version() else { return Ok(None) };
    let [_, old_control_plane] = terms.kubernetes;
    let before = pool.old.and_then(|old| old.kubernetes_version()).unwrap_or(old_control_plane);
    if version == before {
        return Ok(None);
    }
    let is_new = terms.operation == Operation::Create || pool.old.is_none();
    let versions =
        terms.spec().kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default();
    let mut valid = Vec::new();
    for entry in versions {
        let classification = current(entry, terms.asked)?;
        if is_new && !classification.is_active() {
            continue;
        }
        let text = entry.version.unwrap_or_default();
        if text == version {
            return Ok(None);
        }
        let preview = if classification == Classification::Preview { " (preview)" } else { "" };
        valid.push(format!("{text}{preview}"));
    }
    let valid = terms.listed(|| valid);
    let words: Vec<&str> = valid.iter().map(String::as_str).collect();
    let reason = Reason::new(&KUBERNETES_NOT_OFFERED, pool.worker.name())
        .saw(pool.place(&["kubernetes", "version"]), version)
        .saw(terms.profile_place.clone().key("kubernetes").key("versions"), words.iter().copied().collect::<Json>());
    let error = FieldError::not_supported(pool.field("kubernetes.version"), version, &words);
    Ok(Some(Refusal { error, why: reason }))
}
