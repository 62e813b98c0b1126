//! Documents as people write them, as the API server would store them (section 15, documents loaded with `defaulted`).

use super::beside;
use super::validation::{Found, Rules, SizeLimit};
use crate::base::{Edition, Instant};
use crate::policy::images::documents::FeatureGates;
use crate::policy::images::errors::{FieldError, within};
use crate::policy::images::provider::read_ahead;
use crate::policy::images::reasons::{LOADED_DOCUMENT_INVALID, MERGED_PROFILE_STALE};
use crate::policy::images::stages::{
    canonicalize, default_cloud_profile, default_namespaced, defaulted, without_status,
};
use crate::policy::images::store::{self, LoadedProfile, Profile, Scope, Written};
use crate::question::{Asked, Compiled, Documents, Loadable, Scratch, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Document, Json, Pointer, Value};

/// CloudProfiles, brought into their canonical form where they may be stored.
pub const CLOUD_PROFILE: Loadable = Loadable {
    compile: |document, path| {
        let profile = LoadedProfile::compile(document, path)?;
        read_ahead(profile.offer());
        Ok(Box::new(profile))
    },
    default: Some(|document, path| stored(Scope::Cluster, document, path)),
    ..store::CLOUD_PROFILE
};

/// NamespacedCloudProfiles, which have no other form.
pub const NAMESPACED_CLOUD_PROFILE: Loadable = Loadable {
    default: Some(|document, path| stored(Scope::Namespaced, document, path)),
    beside: Some(beside_parent),
    ..store::NAMESPACED_CLOUD_PROFILE
};

/// A profile with the API server's defaults and, where it is valid, in its canonical form; otherwise with a warning.
fn stored(scope: Scope, document: Document, path: &str) -> (Document, Vec<Problem>) {
    let document = match scope {
        Scope::Cluster => defaulted(&document, default_cloud_profile),
        Scope::Namespaced => defaulted(&without_status(&document), default_namespaced),
    };
    match first_error(scope, &document, path) {
        // What cannot be read is told when it is compiled.
        Err(_) => (document, Vec::new()),
        Ok(Some(error)) => {
            let problem = invalid(document.root(), &Pointer::parsed(path), error.field, error.detail);
            (document, vec![problem])
        }
        Ok(None) => {
            let mut whole = Json::from(document.root());
            if scope == Scope::Cluster {
                canonicalize(&mut whole);
            }
            (whole.to_document(), Vec::new())
        }
    }
}

/// What is wrong with a profile first.
fn first_error(scope: Scope, document: &Document, path: &str) -> Result<Option<FieldError>, Undecided> {
    let gates = FeatureGates::default();
    at_all_times(|asked| {
        let profile = Profile::read(scope, Written::given(document.root(), path))?;
        let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
        let Found { errors, .. } = profile.errors(None, rules)?;
        Ok(errors.into_iter().next())
    })
}

/// What is found first. A load has no time, so that what is found only at some times does not count.
fn at_all_times<T>(find: impl Fn(&Asked<'_>) -> Result<Option<T>, Undecided>) -> Result<Option<T>, Undecided> {
    let (documents, scratch) = (Documents::default(), Scratch::default());
    let mut first = None;
    for now in [None, Some(Instant::EPOCH), Some(Instant::EPOCH.plus_seconds(i64::MAX / 4))] {
        let asked = Asked::new(Edition::default(), now, &documents, &scratch, |_, _, _| String::new());
        match find(&asked) {
            Ok(found) => {
                first = found;
                // Without the time asked for, every time says the same.
                if first.is_none() || now.is_none() {
                    return Ok(first);
                }
            }
            Err(undecided) if now.is_some() => return Err(undecided),
            Err(_) => {}
        }
    }
    Ok(first)
}

/// Warns of a profile of a namespace that the API server would not store beside its parent, though by itself it would,
/// and of a status that is out of date.
fn beside_parent(child: &dyn Compiled, parent: &dyn Compiled, path: &Pointer) -> Vec<Problem> {
    let Some([child, parent]) = store::child_and_parent(child, parent) else { return Vec::new() };
    if !matches!(first_error(Scope::Namespaced, child, ""), Ok(None)) {
        return Vec::new();
    }
    doubt_beside(child.root(), parent.root(), path).into_iter().collect()
}

/// Warns of a profile of a namespace that has no place beside its parent, or whose status is out of date.
pub(crate) fn doubt_beside(child: Value<'_>, parent: Value<'_>, path: &Pointer) -> Option<Problem> {
    let stale = || {
        let part = beside::stale(child, parent)?;
        let at = Pointer::parsed("").key("status").key("cloudProfileSpec").key(&part);
        let problem = Problem::warning(&MERGED_PROFILE_STALE, path.clone().join(&at));
        Some(problem.fact(Fact::named("part", part)))
    };
    // What is refused comes to nothing with its parent.
    refused_beside(child, parent, path).or_else(stale)
}

/// Warns of a profile of a namespace that has no place beside its parent.
fn refused_beside(child: Value<'_>, parent: Value<'_>, path: &Pointer) -> Option<Problem> {
    let part = beside::part_of(parent, child);
    let refused = at_all_times(|asked| {
        Ok(beside::first_refusal(child, &part, asked)?.or_else(|| beside::first_unmapped(child, parent, asked)))
    });
    refused.ok()?.map(|(field, detail)| invalid(child, path, field, detail))
}

/// A warning at the field of a document, which is at `path`, as far as that is there.
fn invalid(document: Value<'_>, path: &Pointer, field: String, detail: String) -> Problem {
    invalid_at(path.clone().join(&within(document, &field).0), &field, &detail)
}

/// The same at a place that is known.
pub(super) fn invalid_at(path: Pointer, field: &str, detail: &str) -> Problem {
    let problem = Problem::warning(&LOADED_DOCUMENT_INVALID, path);
    problem.fact(Fact::named("field", field)).fact(Fact::named("detail", detail))
}
