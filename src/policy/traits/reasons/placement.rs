//! The codes for what Placement refuses and finds.

use crate::reason::codes;

codes! {
    /// The codes of Placement.
    pub PLACEMENT_CODES;

    /// The query names a trait that does not exist.
    pub UNKNOWN_TRAIT = "unknown-trait" {
        says: "Placement does not know the trait {subject} (status {status})",
        means: "the query names a custom trait that nobody ever created, required or forbidden, or a standard one that this Placement's library does not have",
        why: "Placement refuses names it has never seen, because most are misspelt",
        source: "drivers-and-traits 2.4 P3",
        cure: "correct the name, or create the trait before a flavor names it",
    }

    /// The query asks for a resource class that does not exist.
    pub UNKNOWN_RESOURCE_CLASS = "unknown-resource-class" {
        says: "Placement does not know the resource class {subject} (status {status})",
        means: "the query asks for a class that no node was ever reported with",
        why: "Placement refuses names it has never seen",
        source: "drivers-and-traits 2.4 P3",
        cure: "correct the name: the class of a node is normalised to capitals with the prefix CUSTOM_",
    }

    /// A group both requires and forbids a trait.
    pub CONFLICTING_TRAITS = "conflicting-traits" {
        says: "{subject} is required and forbidden in one group (status {status})",
        means: "no provider could ever fit; often the flavor forbids what the image requires",
        why: "a contradiction is a mistake, and is refused before anything else",
        source: "drivers-and-traits 2.2 I3, 2.4 P2",
        cure: "take one of the two out",
    }

    /// A group asks for no resources.
    pub GROUP_WITHOUT_RESOURCES = "group-without-resources" {
        says: "the group {group:plain} asks for no resources (status {status})",
        means: "every group has to ask for something; on bare metal the class and its traits belong in the same group",
        why: "traits without resources belong to no provider in particular",
        source: "drivers-and-traits 2.2 F8, 2.3 O4",
        cure: "put the traits into the group of the class",
    }

    /// There are several groups with suffixes, but no policy.
    pub GROUP_POLICY_MISSING = "group-policy-missing" {
        says: "several groups have suffixes, and {subject} does not say whether they may share a provider (status {status})",
        means: "two or more groups with suffixes need the policy `none` or `isolate`",
        why: "either would be a guess",
        source: "drivers-and-traits 2.2 F7, 2.4 P4",
        cure: "set `group_policy`",
    }

    /// A list of traits has an empty name.
    pub EMPTY_TRAIT_NAME = "empty-trait-name" {
        says: "{subject} has an empty name (status {status})",
        means: "a list of traits has two commas in a row, an end without a name, or a lone exclamation mark",
        why: "an empty name is a slip of whoever wrote it",
        source: "drivers-and-traits 2.4 P6",
        cure: "take the empty element out",
    }

    /// An any-of list is used where the version or the parameter does not allow one.
    pub ANY_OF_NOT_SUPPORTED = "any-of-not-supported" {
        says: "{subject} lists several traits of which one is required (status {status})",
        means: "such lists exist from 1.39 on, and not for roots",
        why: "each version of the API reads what it was made for",
        source: "drivers-and-traits 2.4 P5",
        cure: "ask with 1.39 or later",
    }

    /// A trait is forbidden, which the version does not support.
    pub FORBIDDEN_NOT_SUPPORTED = "forbidden-not-supported" {
        says: "{subject} forbids a trait (status {status})",
        means: "forbidden traits exist from 1.22 on",
        why: "each version of the API reads what it was made for",
        source: "drivers-and-traits 2.4 P5",
        cure: "ask with 1.22 or later",
    }

    /// An any-of list contains a forbidden trait.
    pub FORBIDDEN_INSIDE_ANY_OF = "forbidden-inside-any-of" {
        says: "{subject} forbids a trait in a list of which one is required (status {status})",
        means: "a list of which one is required holds names and nothing else",
        why: "its meaning would be unclear",
        source: "drivers-and-traits 2.4 P2",
        cure: "forbid the trait in a parameter of its own",
    }

    /// An aggregate is forbidden, which the version does not support.
    pub FORBIDDEN_AGGREGATE_NOT_SUPPORTED = "forbidden-aggregate-not-supported" {
        says: "{subject} forbids an aggregate (status {status})",
        means: "forbidden aggregates exist from 1.32 on",
        why: "each version of the API reads what it was made for",
        source: "drivers-and-traits 2.4 P5",
        cure: "ask with 1.32 or later",
    }

    /// A parameter that may be given only once is repeated.
    pub DUPLICATE_PARAMETER = "duplicate-parameter" {
        says: "{subject} stands there more than once (status {status})",
        means: "the parameter may be given once",
        why: "nobody could say which one counts",
        source: "drivers-and-traits 2.4 P5, P7",
        cure: "give it once",
    }

    /// The version does not have the parameter.
    pub PARAMETER_NOT_SUPPORTED = "parameter-not-supported" {
        says: "this version does not have the parameter {subject} (status {status})",
        means: "the parameter came with a later version of the API, or does not exist",
        why: "each version of the API reads what it was made for",
        source: "drivers-and-traits 2.4 P5",
        cure: "ask with a later version, or correct the name",
    }

    /// No group asks for resources.
    pub NO_RESOURCES = "no-resources" {
        says: "no group asks for resources (status {status})",
        means: "everything that the flavor could ask for is set to 0",
        why: "a query for nothing would find everybody",
        source: "drivers-and-traits 2.4 P4",
        cure: "ask for one unit of the class of the nodes",
    }

    /// A parameter cannot be read.
    pub MALFORMED_PARAMETER = "malformed-parameter" {
        says: "{subject} cannot be read (status {status})",
        means: "an amount or the limit is no whole number from 1 up, a uuid is malformed, or a word is not one of those allowed",
        why: "what is not understood is not guessed at",
        source: "drivers-and-traits 2.4 P4, P7",
        cure: "write the parameter in the form of the API",
    }

    /// The version is too old to have candidates.
    pub NO_CANDIDATES_API = "no-candidates-api" {
        says: "there are no candidates to ask for in this version (status {status})",
        means: "the resource came with 1.10",
        why: "each version of the API has what it was made for",
        source: "drivers-and-traits 2.4 P7",
        cure: "ask with 1.10 or later",
    }

    /// The query is understood, and the candidates are counted.
    pub QUERY_FINDS = "query-finds" {
        says: "{found} of {providers} providers are candidates{limited:plain}",
        means: "the query is understood; each stage keeps those that pass it",
        why: "the order of the stages decides what is noticed at all",
        source: "drivers-and-traits 2.4 P4",
        cure: "nothing to do",
    }

    /// The number of providers left after a stage.
    pub QUERY_STEP = "query-step" {
        says: "after {subject}: {left} left",
        means: "that many providers were left after this stage",
        why: "an answer can be checked stage by stage",
        source: "drivers-and-traits 2.4 P4",
        cure: "nothing to do",
    }
}
