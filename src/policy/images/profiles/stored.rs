//! Documents as people write them, as the API server would store them (section 15, documents loaded with `defaulted`).

use super::validation::{Found, Rules, SizeLimit};
use crate::base::{Edition, Instant};
use crate::policy::images::documents::FeatureGates;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::LOADED_DOCUMENT_INVALID;
use crate::policy::images::stages::{canonicalize, default_cloud_profile, default_namespaced, defaulted};
use crate::policy::images::store::{self, Profile, Scope, Written};
use crate::question::{Asked, Documents, Loadable, Scratch, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Document, Json, Pointer};

/// CloudProfiles, brought into their canonical form where they may be stored.
pub const CLOUD_PROFILE: Loadable =
    Loadable { default: Some(|document, path| stored(Scope::Cluster, document, path)), ..store::CLOUD_PROFILE };

/// NamespacedCloudProfiles, which have no other form.
pub const NAMESPACED_CLOUD_PROFILE: Loadable = Loadable {
    default: Some(|document, path| stored(Scope::Namespaced, document, path)),
    ..store::NAMESPACED_CLOUD_PROFILE
};

/// A profile with the API server's defaults and, where it is valid, in its canonical form; otherwise with a warning.
fn stored(scope: Scope, document: Document, path: &str) -> (Document, Vec<Problem>) {
    let document = defaulted(
        &document,
        match scope {
            Scope::Cluster => default_cloud_profile,
            Scope::Namespaced => default_namespaced,
        },
    );
    match first_error(scope, &document, path) {
        // What cannot be read is told when it is compiled.
        Err(_) => (document, Vec::new()),
        Ok(Some(error)) => {
            let problem = Problem::warning(&LOADED_DOCUMENT_INVALID, Pointer::parsed(path));
            let problem = problem.fact(Fact::named("field", error.field)).fact(Fact::named("detail", error.detail));
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

/// What is wrong with a profile first. A load has no time, so that what is wrong only at some times does not count.
fn first_error(scope: Scope, document: &Document, path: &str) -> Result<Option<FieldError>, Undecided> {
    let (documents, scratch) = (Documents::default(), Scratch::default());
    let gates = FeatureGates::default();
    let mut first = None;
    for now in [None, Some(Instant::EPOCH), Some(Instant::EPOCH.plus_seconds(i64::MAX / 4))] {
        let asked = Asked::new(Edition::default(), now, &documents, &scratch, |_, _, _| String::new());
        let profile = Profile::read(scope, Written::given(document.root(), path))?;
        let rules = Rules { gates: &gates, asked: &asked, limit: SizeLimit::default() };
        match profile.errors(None, rules) {
            Ok(Found { errors, .. }) => {
                first = errors.into_iter().next();
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
