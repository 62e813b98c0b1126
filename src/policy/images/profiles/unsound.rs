//! Refusals of the profile that a question is about, for answers that would not mention them.

use super::beside::{Entries, Refused};
use super::stored::{at_all_times, is_stored, refusal_beside};
use super::validation::{self, Found, Rules, SizeLimit};
use crate::base::Edition;
use crate::policy::images::documents::{CloudProfile, FeatureGates, NamespacedCloudProfile, ProfileSpec};
use crate::policy::images::errors::{ErrorType, FieldError, spelled, within};
use crate::policy::images::provider::follow;
use crate::policy::images::reasons::{PROVIDER_KEY_UNKNOWN, TODAY_WOULD_REFUSE, would_be_refused};
use crate::policy::images::store::{NEW, ProfileGiven, Written, asked_offer, parent_of};
use crate::policy::images::versions::HasLifecycle;
use crate::question::{Asked, Reference};
use crate::reason::Problem;
use crate::wire::{PathStep, Pointer, Value};

/// All features are on, because it is unknown which ones the server has that a loaded profile comes from.
const ANY: FeatureGates =
    FeatureGates { capabilities: Some(true), lifecycle: Some(true), in_place_updates: Some(true) };

/// The most errors for which it is checked whether their field is in the document.
const LOOKED_AT: usize = 256;

/// The first refusal of a profile after it is merged with its parent: for its capabilities or, if it is loaded, for
/// anything that is not reported elsewhere, as `is_told` says. A loaded profile is judged only once.
pub(super) fn refused_at_once(
    profile: ProfileGiven<'_>,
    is_told: impl Fn(&FieldError) -> bool,
    asked: &Asked<'_>,
) -> Option<Problem> {
    let offer = asked_offer(profile, asked).ok()?;
    let named = |reference: &Reference<'_>| matches!(reference, Reference::Named(_));
    let loaded = profile.cloud_profile.filter(|it| named(it) && profile.namespaced_cloud_profile.is_none());
    let loaded = loaded.and_then(|reference| Written::of_cloud_profile(reference, NEW.0, asked).ok());
    let child = profile.namespaced_cloud_profile.filter(named);
    let error = offer.first_refusal(asked.edition, || {
        let rules = Rules { gates: &ANY, asked, limit: SizeLimit::default() };
        let Found { errors, .. } = validation::capabilities(
            offer.spec(),
            &PathStep::ROOT.key("spec"),
            &Written::given(Value::NULL, ""),
            rules,
        );
        let of_capabilities = errors.into_iter().find(|error| !is_about_a_name(error));
        of_capabilities.or_else(|| match child {
            Some(child) => {
                let child = Written::of_namespaced(child, NEW.1, asked).ok()?;
                let parent = parent_of(&child, profile.cloud_profile, asked).ok()?;
                first_onto(&child, &parent, is_told, asked.edition)
            }
            None => first_of_cluster(loaded.as_ref()?, is_told, &ANY, asked),
        })
    })?;
    let path = match (profile.namespaced_cloud_profile, profile.cloud_profile) {
        (None, Some(Reference::Inline(document))) => offer.path().join(&within(document, &error.field).0),
        _ => match &loaded {
            Some(written) => written.path().join(&within(**written, &as_written(&error.field)).0),
            None => offer.spec_path(),
        },
    };
    Some(would_be_refused(path, error.field.as_str(), error.detail.as_str()))
}

/// The first refusal of a CloudProfile, or else of the mapping in its provider's configuration. Missing fields do not
/// count, because a fragment is enough for a question. `is_told` says which errors are reported elsewhere.
pub(super) fn refused_cluster(
    written: &Written<'_>,
    is_told: impl Fn(&FieldError) -> bool,
    gates: &FeatureGates,
    asked: &Asked<'_>,
) -> Option<Problem> {
    first_of_cluster(written, is_told, gates, asked).map(|error| told(written, &error))
}

fn first_of_cluster(
    written: &Written<'_>,
    is_told: impl Fn(&FieldError) -> bool,
    gates: &FeatureGates,
    asked: &Asked<'_>,
) -> Option<FieldError> {
    let profile = written.read::<CloudProfile<'_>>().ok()?;
    let find = |gates: &FeatureGates| {
        let first = at_all_times(asked.edition, |asked| {
            let rules = Rules { gates, asked, limit: SizeLimit::default() };
            let Found { errors, .. } = validation::cloud_profile(&profile, None, written, rules)?;
            let said = said(&errors, **written, &is_told);
            Ok(if said.is_empty() { unmapped(profile.spec(), &errors, asked) } else { said })
        });
        first.ok()?
    };
    let spec = profile.spec();
    let mut versions = spec.machine_images.iter().flat_map(|image| &image.versions);
    let has_stages = versions.any(|version| !version.stages().is_empty())
        || spec.kubernetes_versions().iter().any(|version| !version.stages().is_empty());
    first_with(gates, has_stages, find)
}

/// The errors of the provider's extension about its configuration or, if there are none, those of today's extension:
/// unknown keys, and mappings that only the design knows.
fn unmapped<'a>(spec: &ProfileSpec<'a>, errors: &[FieldError], asked: &Asked<'a>) -> Vec<FieldError> {
    let followed = follow(spec, errors, &Pointer::default(), asked);
    if !followed.errors.is_empty() {
        return followed.errors;
    }
    let refused = [
        (&PROVIDER_KEY_UNKNOWN, "the provider's extension knows no such key"),
        (&TODAY_WOULD_REFUSE, "a mapping by the design alone: today's extension of the provider refuses it"),
    ];
    let errors = followed.warnings.iter().filter_map(|problem| {
        let (_, why) = refused.iter().find(|(code, _)| code.id == problem.code().id)?;
        Some(FieldError::forbidden(spelled(problem.path().as_str()), why))
    });
    errors.collect()
}

/// The first fault with all features on, for those who have the lifecycle of versions switched on. If there is none,
/// but versions have stages and the feature is off, the first fault with the given gates.
fn first_with(
    gates: &FeatureGates,
    has_stages: bool,
    find: impl Fn(&FeatureGates) -> Option<FieldError>,
) -> Option<FieldError> {
    find(&ANY).or_else(|| if has_stages && !gates.lifecycle() { find(gates) } else { None })
}

/// The first refusal of a NamespacedCloudProfile by itself.
pub(super) fn refused_child(written: &Written<'_>, gates: &FeatureGates, edition: Edition) -> Option<Problem> {
    first_of_child(written, |_| false, gates, edition).map(|error| told(written, &error))
}

fn first_of_child(
    written: &Written<'_>,
    is_told: impl Fn(&FieldError) -> bool,
    gates: &FeatureGates,
    edition: Edition,
) -> Option<FieldError> {
    let profile = written.read::<NamespacedCloudProfile<'_>>().ok()?;
    let find = |gates: &FeatureGates| {
        let first = at_all_times(edition, |asked| {
            let rules = Rules { gates, asked, limit: SizeLimit::default() };
            let errors = validation::namespaced(&profile, None, **written, rules)?;
            // Faults in the reference to the parent are reported separately.
            let is_of_parent = |error: &FieldError| error.field.starts_with("spec.parent");
            Ok(said(&errors, **written, |error| is_of_parent(error) || is_told(error)))
        });
        first.ok()?
    };
    first_with(gates, true, find)
}

/// The first refusal of a NamespacedCloudProfile, by itself or else beside its parent.
pub(super) fn refused_onto(child: &Written<'_>, parent: &Written<'_>, edition: Edition) -> Option<Problem> {
    first_onto(child, parent, |_| false, edition).map(|error| told(child, &error))
}

/// Judges a NamespacedCloudProfile by itself, then beside its parent. If it has a status, it is stored already.
fn first_onto(
    child: &Written<'_>,
    parent: &Written<'_>,
    is_told: impl Fn(&FieldError) -> bool,
    edition: Edition,
) -> Option<FieldError> {
    let beside = || {
        let Refused { field, detail, .. } =
            refusal_beside((**child, is_stored(**child)), **parent, Entries::InPlace, (edition, ANY))?;
        Some(FieldError { error_type: ErrorType::Invalid, field, detail })
    };
    let beside = || beside().filter(|error| !is_told(error));
    first_of_child(child, &is_told, &ANY, edition).or_else(beside)
}

/// The errors about fields that are in the document, and about entries without a name, except for those reported
/// elsewhere.
fn said(errors: &[FieldError], document: Value<'_>, is_told: impl Fn(&FieldError) -> bool) -> Vec<FieldError> {
    let is_of_entry = |error: &FieldError| error.field.starts_with("spec.") && error.field.ends_with("].name");
    let is_nameless = |error: &FieldError| error.error_type == ErrorType::Required && is_of_entry(error);
    // A stage without a start time is not ignored: it applies from the beginning.
    let is_stage = |error: &FieldError| error.field.contains(".lifecycle[");
    let is_required = |error: &FieldError| error.error_type == ErrorType::Required;
    let found = errors.iter().filter(|error| !is_required(error) || is_nameless(error) || is_stage(error));
    let others = found.filter(|error| !is_about_a_name(error) && !is_told(error)).take(LOOKED_AT);
    let stands = |error: &FieldError| {
        let field = as_written(&error.field);
        spelled(within(document, &field).0.as_str()) == field
    };
    others.filter(|error| is_nameless(error) || stands(error)).cloned().collect()
}

/// Whether an error is about an undefined name or value of a capability. These are reported one by one.
fn is_about_a_name(error: &FieldError) -> bool {
    error.error_type == ErrorType::NotSupported && error.field.contains(".capabilit")
}

/// The field as written in the document. Errors spell one of the fields differently.
fn as_written(field: &str) -> String {
    field.replace(".minVersionForInPlaceUpdate", ".inPlaceUpdates.minVersionForUpdate")
}

fn told(written: &Written<'_>, error: &FieldError) -> Problem {
    let path = written.path().join(&within(**written, &as_written(&error.field)).0);
    would_be_refused(path, error.field.as_str(), error.detail.as_str())
}
