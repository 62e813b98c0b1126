//! Gardener's profiles and Shoots on their way into the API server.

mod moves;
mod profiles;
mod shoots;

pub(super) use profiles::{cloud_profile, namespaced};
pub(super) use shoots::shoot;

use crate::policy::images::documents::GROUP;
use crate::policy::images::errors::FieldError;
use crate::policy::images::store::Missing;
use crate::question::reasons::DOCUMENT_NOT_LOADED;
use crate::question::{Documents, Undecided};
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

/// With how many names one that nobody knows is compared.
const COMPARED: usize = 1_000;

/// A document that what is named at `place` in the AdmissionReview is made of, and that is not loaded.
fn not_loaded(missing: &Missing, place: &Pointer, documents: &Documents) -> Undecided {
    let problem = Problem::error(&DOCUMENT_NOT_LOADED, Pointer::to("review").join(place));
    let named = missing.within.clone().unwrap_or_else(|| place.clone());
    let (namespace, name) = namespace_and_name(&missing.name);
    let problem = problem.fact(Fact::named("name", missing.name.as_str())).fact(Fact::at(named, name));
    let known: Vec<String> = documents.names(GROUP, missing.kind).collect();
    // Nobody may name what is in another namespace.
    let near = known.iter().map(|known| namespace_and_name(known)).filter(|(other, _)| *other == namespace);
    let problem = problem.fact(Fact::named("kind", missing.kind));
    Undecided::facts(problem.nearest_to(name, near.map(|(_, name)| name).take(COMPARED)))
}

fn namespace_and_name(full: &str) -> (&str, &str) {
    full.rsplit_once('/').unwrap_or(("", full))
}
