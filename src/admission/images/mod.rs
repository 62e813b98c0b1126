//! Gardener's profiles and Shoots on their way into the API server.

mod profiles;
mod shoots;

pub use profiles::{cloud_profile, namespaced};
pub use shoots::shoot;

pub use crate::policy::images::profile::GROUP;

use super::response::Cause;
use crate::policy::Undecided;
use crate::policy::fitment::reasons::DOCUMENT_NOT_LOADED;
use crate::policy::images::field_error::FieldError;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Refused fields as the causes of a Kubernetes `Status`.
fn causes(errors: &[FieldError]) -> Vec<Cause> {
    let cause = |error: &FieldError| Cause {
        reason: format!("FieldValue{}", error.error_type.word()),
        field: error.field.clone(),
        message: error.detail.clone(),
    };
    errors.iter().map(cause).collect()
}

/// A document that is named at `place` in the AdmissionReview and not loaded.
fn not_loaded(kind: &str, name: &str, place: Pointer) -> Undecided {
    let path = Pointer::parsed(&format!("/review{place}"));
    let problem = Problem::error(&DOCUMENT_NOT_LOADED, path).fact(Fact::at(place, name));
    Undecided::facts(problem.fact(Fact::named("kind", kind)))
}
