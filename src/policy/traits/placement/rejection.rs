//! Why Placement refuses a query, in reasons.

use super::parameters::Refused;
use crate::policy::traits::reasons::*;
use crate::reason::{Code, Fact, Reason};
use crate::wire::words;

words! {
    /// Why Placement refuses a query.
    pub(crate) enum Rejection {
        /// A trait that nobody ever created.
        UnknownTrait = "unknown-trait",
        /// A resource class that nobody ever created.
        UnknownResourceClass = "unknown-resource-class",
        /// A trait that is required and forbidden.
        ConflictingTraits = "conflicting-traits",
        /// A group that asks for traits and no resources.
        GroupWithoutResources = "group-without-resources",
        /// Several groups with suffixes, and no policy for them.
        GroupPolicyMissing = "group-policy-missing",
        /// An empty name in a list of traits.
        EmptyTraitName = "empty-trait-name",
        /// A list of which one is required, in a version without them.
        AnyOfNotSupported = "any-of-not-supported",
        /// A forbidden trait, in a version without them.
        ForbiddenNotSupported = "forbidden-not-supported",
        /// A forbidden trait in a list of which one is required.
        ForbiddenInsideAnyOf = "forbidden-inside-any-of",
        /// A forbidden aggregate, in a version without them.
        ForbiddenAggregateNotSupported = "forbidden-aggregate-not-supported",
        /// A parameter that may be there only once.
        DuplicateParameter = "duplicate-parameter",
        /// A parameter that this version does not have.
        ParameterNotSupported = "parameter-not-supported",
        /// No group asks for resources.
        NoResources = "no-resources",
        /// A parameter that cannot be read.
        Malformed = "malformed-parameter",
        /// A version too old to have candidates.
        NotFound = "not-found",
    }
}

impl Rejection {
    /// The status of the response.
    pub(crate) fn status(self) -> u16 {
        if self == Self::NotFound { 404 } else { 400 }
    }
}

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
pub(crate) fn why_rejected(refused: &Refused<'_>, facts: impl IntoIterator<Item = Fact>) -> Reason {
    let group = (refused.reason == Rejection::GroupWithoutResources).then(|| match refused.about {
        "" => "without a suffix".to_owned(),
        suffix => format!("with the suffix `{suffix}`"),
    });
    Reason::new(code_of(refused.reason), refused.about)
        .fact(Fact::named("status", refused.reason.status()))
        .facts(group.map(|group| Fact::named("group", group)))
        .facts(facts)
}
