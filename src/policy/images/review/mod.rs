//! Gardener's profiles and Shoots on their way into the API server.

mod moves;
mod profiles;
mod shoots;

pub(super) use profiles::{cloud_profile, namespaced};
pub(super) use shoots::shoot;

use crate::policy::images::errors::FieldError;
use crate::policy::images::store::Missing;
use crate::question::Undecided;
use crate::question::reasons::DOCUMENT_NOT_LOADED;
use crate::reason::{Fact, Problem};
use crate::review::Cause;
use crate::wire::Pointer;

/// Refused fields as the causes of a Kubernetes `Status`.
fn causes(errors: &[FieldError]) -> Vec<Cause> {
    let cause = |error: &FieldError| Cause {
        reason: format!("FieldValue{}", error.error_type.word()),
        field: error.field.clone(),
        message: error.detail.clone(),
        is_gone: false,
    };
    errors.iter().map(cause).collect()
}

/// A document that what is named at `place` in the AdmissionReview is made of, and that is not loaded.
fn not_loaded(missing: &Missing, place: &Pointer) -> Undecided {
    let problem = Problem::error(&DOCUMENT_NOT_LOADED, Pointer::to("review").join(place));
    let named = missing.within.clone().unwrap_or_else(|| place.clone());
    let name = missing.name.rsplit('/').next().unwrap_or_default();
    let problem = problem.fact(Fact::named("name", missing.name.as_str())).fact(Fact::at(named, name));
    Undecided::facts(problem.fact(Fact::named("kind", missing.kind)))
}
