//! Why a profile is or is not valid, admitted or free to change.

use super::admission::{Admission, Admitted, NotAdmitted};
use super::in_use::{Violation, What};
use crate::base::Known;
use crate::policy::images::errors::{ErrorType, FieldError};
use crate::policy::images::reasons::*;
use crate::reason::{Code, Fact, Reason, Reasons};
use crate::wire::{Json, Pointer, Value};

/// The most fields or users that one reason names.
const NAMED: usize = 10;

/// A reason for each type of error, or the reason that the profile is valid.
pub(crate) fn validated(errors: &[FieldError], name: &str) -> Reasons {
    if errors.is_empty() {
        return Reason::new(&PROFILE_IS_VALID, name).into();
    }
    let kinds = [
        (ErrorType::Required, &FIELD_REQUIRED),
        (ErrorType::Invalid, &FIELD_INVALID),
        (ErrorType::NotSupported, &FIELD_NOT_SUPPORTED),
        (ErrorType::Duplicate, &FIELD_DUPLICATE),
        (ErrorType::Forbidden, &FIELD_FORBIDDEN),
    ];
    let of_kind = |(kind, code): (ErrorType, &'static Code)| {
        let errors: Vec<&FieldError> = errors.iter().filter(|error| error.error_type == kind).collect();
        let first = errors.first()?;
        let fields: Json = errors.iter().take(NAMED).map(|error| error.field.as_str()).collect();
        let reason = Reason::new(code, first.field.as_str()).fact(Fact::named("detail", first.detail.as_str()));
        Some(reason.fact(Fact::named("count", errors.len())).fact(Fact::named("fields", fields)))
    };
    kinds.into_iter().filter_map(of_kind).collect()
}

/// The reason from the step of the admission that decided.
pub(crate) fn admitted(answer: &Admitted, admission: &Admission<'_>, place: &Pointer) -> Reasons {
    let name = name_of(admission.child);
    let message = || Fact::named("message", answer.message.clone().unwrap_or_default());
    let reason = match answer.reason {
        Some(NotAdmitted::KubernetesOverride) => Reason::new(&KUBERNETES_OVERRIDE_REFUSED, name).fact(message()),
        Some(NotAdmitted::MergedStatus) => {
            let errors = answer.merged_errors.as_deref().unwrap_or_default();
            Reason::new(&MERGED_PROFILE_INVALID, name).fact(message()).because(validated(errors, name))
        }
        None if !answer.errors.is_empty() => {
            Reason::new(&IMAGE_OVERRIDE_REFUSED, name).because(validated(&answer.errors, name))
        }
        None if admission.is_unchanged() => nothing_to_admit(admission.child),
        None => Reason::new(&PROFILE_ADMITTED, name),
    };
    let parent = admission.child.get("spec").and_then(|spec| spec.get("parent"));
    let parent = parent.and_then(|parent| parent.get("name")).and_then(|name| name.as_str());
    let at = place.clone().key("spec").key("parent").key("name");
    reason.fact(Fact::of(at, parent)).into()
}

/// The reason that an update changes nothing, or that the profile is deleted.
pub(super) fn nothing_to_admit(child: Value<'_>) -> Reason {
    Reason::new(&NOTHING_TO_ADMIT, name_of(child))
}

fn name_of(child: Value<'_>) -> &str {
    let metadata = child.get("metadata");
    metadata.and_then(|metadata| metadata.get("name")).and_then(Value::as_str).unwrap_or_default()
}

/// A reason for each kind of use, or the reason that nothing is in use.
pub(crate) fn in_use(violations: &[Violation]) -> Reasons {
    if violations.is_empty() {
        return Reason::new(&NOTHING_IN_USE, "the change").into();
    }
    groups(violations).iter().filter_map(|group| Some(group.reason(group.found.first()?))).collect()
}

/// A reason for each use, in the order of the uses.
pub(crate) fn each_in_use(violations: &[Violation]) -> Reasons {
    let groups = groups(violations);
    let of = |violation: &Violation| Some(groups.iter().find(|group| group.what == violation.what)?.reason(violation));
    violations.iter().filter_map(of).collect()
}

/// The uses of one kind.
struct Group<'v> {
    what: What,
    code: &'static Code,
    found: Vec<&'v Violation>,
    /// Each user once.
    users: Vec<&'v str>,
}

fn groups(violations: &[Violation]) -> Vec<Group<'_>> {
    let kinds = [
        (What::KubernetesVersion, &KUBERNETES_VERSION_IN_USE),
        (What::MachineImageVersion, &IMAGE_VERSION_IN_USE),
        (What::RemovedMachineImage, &IMAGE_IN_USE),
        (What::AddedMachineImage, &IMAGE_DEFINED_ALREADY),
        (What::Limits, &LIMIT_EXCEEDED),
        (What::Capability, &CAPABILITY_IN_USE),
        (What::Profile, &PROFILE_IN_USE),
        (What::MachineType, &MACHINE_TYPE_IN_USE),
        (What::Flavor, &FLAVOR_IN_USE),
        (What::CapabilityValue, &CAPABILITY_VALUE_IN_USE),
    ];
    let of_kind = |(what, code)| {
        let found: Vec<&Violation> = violations.iter().filter(|violation| violation.what == what).collect();
        // A Shoot has a violation for each of its pools.
        let mut known = Known::default();
        let users = found.iter().map(|violation| (violation.used_by_kind.word(), violation.used_by.as_str()));
        let users = users.filter(|user| known.insert(*user, ())).map(|(_, name)| name).collect();
        Group { what, code, found, users }
    };
    kinds.into_iter().map(of_kind).collect()
}

impl Group<'_> {
    /// The reason for the uses of this kind, about `one` of them.
    fn reason(&self, one: &Violation) -> Reason {
        let Self { code, found, users, .. } = self;
        let reason = Reason::new(code, one.value.as_str());
        if let Some(pools) = &one.pools {
            let pools: Json = pools.iter().map(String::as_str).collect();
            let places = found.iter().take(NAMED).filter_map(|violation| violation.field.as_ref());
            let fields: Json = places.map(|place| place.field.as_str()).collect();
            let reason = reason.fact(Fact::named("pools", pools)).fact(Fact::named("count", one.count.unwrap_or(0)));
            return reason.fact(Fact::named("fields", fields));
        }
        let named: Json = users.iter().take(NAMED).copied().collect();
        let reason = reason.fact(Fact::named("kind", one.used_by_kind.word()));
        let reason = reason.fact(Fact::named("user", one.used_by.as_str()));
        reason.fact(Fact::named("count", users.len())).fact(Fact::named("users", named))
    }
}
