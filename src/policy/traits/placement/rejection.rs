//! The reasons why Placement refuses a query.

use crate::policy::traits::reasons::*;
use crate::reason::{Code, Fact, Reason};
use crate::wire::words;

words! {
    /// The reason why Placement refuses a query.
    pub(crate) enum Rejection {
        /// A trait does not exist.
        UnknownTrait = "unknown-trait",
        /// A resource class does not exist.
        UnknownResourceClass = "unknown-resource-class",
        /// A trait is both required and forbidden.
        ConflictingTraits = "conflicting-traits",
        /// A group asks for traits and no resources.
        GroupWithoutResources = "group-without-resources",
        /// There are several groups with suffixes, but no policy for them.
        GroupPolicyMissing = "group-policy-missing",
        /// A list of traits has an empty name.
        EmptyTraitName = "empty-trait-name",
        /// An any-of list is used in a version that does not have them.
        AnyOfNotSupported = "any-of-not-supported",
        /// A forbidden trait is used in a version that does not have them.
        ForbiddenNotSupported = "forbidden-not-supported",
        /// An any-of list contains a forbidden trait.
        ForbiddenInsideAnyOf = "forbidden-inside-any-of",
        /// A forbidden aggregate is used in a version that does not have them.
        ForbiddenAggregateNotSupported = "forbidden-aggregate-not-supported",
        /// A parameter that may occur only once occurs again.
        DuplicateParameter = "duplicate-parameter",
        /// The version does not have the parameter.
        ParameterNotSupported = "parameter-not-supported",
        /// No group asks for resources.
        NoResources = "no-resources",
        /// A parameter cannot be read.
        Malformed = "malformed-parameter",
        /// The version is too old to have candidates.
        NotFound = "not-found",
    }
}

impl Rejection {
    /// The HTTP status of the response.
    pub(crate) fn status(self) -> u16 {
        if self == Self::NotFound { 404 } else { 400 }
    }
}

/// The reason why a query is refused, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused<'q> {
    /// The kind of refusal.
    pub reason: Rejection,
    /// The parameter, group suffix, trait or class that the refusal is about.
    pub about: &'q str,
    /// The index of the parameter that causes the refusal, if there is one.
    pub place: Option<usize>,
}

/// Returns the code of a rejection.
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

/// Returns the reason for a refusal, with the given facts.
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
