//! Reviews of Gardener's profiles and Shoots in admission.

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
use crate::review::{Cause, Judgement, Refusal};
use crate::wire::Pointer;

/// Converts refused fields to the causes of a Kubernetes `Status`.
fn causes(errors: &[FieldError]) -> Vec<Cause> {
    let cause = |error: &FieldError| Cause {
        reason: format!("FieldValue{}", error.error_type.word()),
        field: error.field.clone(),
        message: error.detail.clone(),
        is_gone: false,
    };
    errors.iter().map(cause).collect()
}

/// The most known names with which an unknown name is compared.
const COMPARED: usize = 1_000;

/// The answer when a document that is not loaded is needed to judge the object that names it at `place`.
fn not_loaded(missing: &Missing, place: &Pointer, documents: &Documents) -> Undecided {
    let problem = Problem::error(&DOCUMENT_NOT_LOADED, Pointer::to("review").join(place));
    let named = missing.within.clone().unwrap_or_else(|| place.clone());
    let (namespace, name) = namespace_and_name(&missing.name);
    let problem = problem.fact(Fact::named("name", missing.name.as_str())).fact(Fact::at(named, name));
    let known: Vec<String> = documents.names(GROUP, missing.kind).collect();
    // An object can only refer to documents in its own namespace.
    let near = known.iter().map(|known| namespace_and_name(known)).filter(|(other, _)| *other == namespace);
    let problem = problem.fact(Fact::named("kind", missing.kind));
    Undecided::facts(problem.nearest_to(name, near.map(|(_, name)| name).take(COMPARED)))
}

/// The refusal of an object that names, at `place`, a document that is known not to exist. Otherwise it may exist, and
/// the answer is undecided.
fn not_there(missing: &Missing, place: &Pointer, documents: &Documents) -> Result<Judgement, Undecided> {
    let undecided = not_loaded(missing, place, documents);
    // Of a loaded document that names it, this object is not to blame.
    if missing.within.is_some() || !documents.is_complete(GROUP, missing.kind) {
        return Err(undecided);
    }
    let Missing { kind, name, .. } = missing;
    let refusal = Some(Refusal::Forbidden(format!("there is no {kind} `{name}`"), Vec::new()));
    Ok(Judgement { refusal, because: undecided.reasons(name), ..Judgement::default() })
}

fn namespace_and_name(full: &str) -> (&str, &str) {
    full.rsplit_once('/').unwrap_or(("", full))
}
