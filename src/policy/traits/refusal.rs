//! Why Placement refuses a query, in reasons.

use super::parameters::Refused;
use super::question::placement::Rejection;
use super::reasons::*;
use crate::reason::{Code, Fact, Reason};

/// The code of a rejection.
fn code_of(rejection: Rejection) -> &'static Code {
    match rejection {
        Rejection::UnknownTrait => &UNKNOWN_TRAIT,
        Rejection::UnknownResourceClass => &UNKNOWN_RESOURCE_CLASS,
        Rejection::ConflictingTraits => &CONFLICTING_TRAITS,
        Rejection::GroupWithoutResources => &GROUP_WITHOUT_RESOURCES,
        Rejection::GroupPolicyMissing => &GROUP_POLICY_MISSING,
        Rejection::EmptyTraitName => &EMPTY_TRAIT_NAME,
        Rejection::AnyOfNotSupported => &ANY_OF_NOT_SUPPORTED,
        Rejection::ForbiddenNotSupported => &FORBIDDEN_NOT_SUPPORTED,
        Rejection::ForbiddenInsideAnyOf => &FORBIDDEN_INSIDE_ANY_OF,
        Rejection::ForbiddenAggregateNotSupported => &FORBIDDEN_AGGREGATE_NOT_SUPPORTED,
        Rejection::DuplicateParameter => &DUPLICATE_PARAMETER,
        Rejection::ParameterNotSupported => &PARAMETER_NOT_SUPPORTED,
        Rejection::NoResources => &NO_RESOURCES,
        Rejection::Malformed => &MALFORMED_PARAMETER,
        Rejection::NotFound => &NO_CANDIDATES_API,
    }
}

/// The reason of a refusal, from the facts that lead to it.
pub fn why_rejected(refused: &Refused<'_>, facts: impl IntoIterator<Item = Fact>) -> Reason {
    Reason::new(code_of(refused.reason), refused.about)
        .fact(Fact::named("status", refused.reason.status()))
        .facts(facts)
}
