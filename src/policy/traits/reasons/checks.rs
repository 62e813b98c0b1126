//! The codes about names, extra specs and the number of traits.

use crate::reason::codes;

codes! {
    /// The codes of the checks.
    pub CHECKS_CODES;

    /// The name is a valid custom name.
    pub NAME_CREATABLE = "name-creatable" {
        says: "{subject} is a custom name",
        means: "the prefix, then capitals, digits and underscores, 255 characters at most",
        why: "such a name can be created",
        source: "drivers-and-traits 2.1 N1, N2",
        cure: "nothing to do",
    }

    /// The name is not a valid custom name.
    pub NAME_NOT_CREATABLE = "name-not-creatable" {
        says: "{subject} is no custom name{like:plain}",
        means: "a custom name is the prefix CUSTOM_ and at least one of capitals, digits and underscores",
        why: "names are compared letter by letter, so there is one way to write each",
        source: "drivers-and-traits 2.1 N1, N2",
        cure: "write the prefix CUSTOM_, then capitals, digits and underscores",
    }

    /// The name is a standard one, so it cannot be created.
    pub NAME_IS_STANDARD = "name-is-standard" {
        says: "{subject} is a standard name, which nobody creates",
        means: "standard traits come with the library of the service",
        why: "their meaning is the same everywhere",
        source: "drivers-and-traits 2.1 N2",
        cure: "use it as it is",
    }

    /// The name is too long.
    pub NAME_TOO_LONG = "name-too-long" {
        says: "{subject} has more than {longest} characters",
        means: "a name can have at most that many",
        why: "longer ones are refused",
        source: "drivers-and-traits 2.1 N1",
        cure: "shorten it",
    }

    /// The trait is a standard one that the service knows.
    pub TRAIT_IS_STANDARD = "trait-is-standard" {
        says: "{subject} is in the library of standard traits ({version})",
        means: "the service that checks knows the name",
        why: "standard names need no creating",
        source: "drivers-and-traits 2.1 N3",
        cure: "nothing to do",
    }

    /// The trait is neither a custom name nor a standard one that the service knows.
    pub TRAIT_IS_UNKNOWN = "trait-is-unknown" {
        says: "{subject} is neither a custom name nor in the library of standard traits ({version})",
        means: "the service that checks does not know the name",
        why: "services can have libraries of different ages",
        source: "drivers-and-traits 2.1 N3",
        cure: "correct the name, write a custom one, or update the library",
    }

    /// The name has the prefix of custom names.
    pub NAME_IS_CUSTOM = "name-is-custom" {
        says: "{subject} begins with CUSTOM_",
        means: "the name is in the space of custom names",
        why: "the prefix alone decides",
        source: "drivers-and-traits 2.1 N1",
        cure: "nothing to do",
    }

    /// The name does not have the prefix of custom names.
    pub NAME_NOT_CUSTOM = "name-not-custom" {
        says: "{subject} does not begin with CUSTOM_",
        means: "the name is not in the space of custom names",
        why: "the prefix alone decides",
        source: "drivers-and-traits 2.1 N1",
        cure: "nothing to do",
    }

    /// The free text was turned into a custom name.
    pub NAME_NORMALIZED = "name-normalized" {
        says: "{0} becomes {result}",
        means: "every run of other characters becomes one underscore, in capitals, behind the prefix",
        why: "of a node, only the resource class is treated like this, traits never are",
        source: "drivers-and-traits 2.1 N4",
        cure: "nothing to do",
    }

    /// The node's traits are within the limit after the change.
    pub TRAITS_IN_LIMIT = "traits-in-limit" {
        says: "the node then has {count:trait}, of {limit} possible",
        means: "a name that is given several times is counted once",
        why: "Ironic keeps the lists short",
        source: "drivers-and-traits 2.7 T3",
        cure: "nothing to do",
    }

    /// The node would have too many traits, so the whole change is refused.
    pub TOO_MANY_TRAITS = "too-many-traits" {
        says: "the node would have {count:trait}, more than the {limit} possible",
        means: "the change is refused as a whole, and nothing changes",
        why: "Ironic keeps the lists short",
        source: "drivers-and-traits 2.7 T3",
        cure: "take some off first",
    }

    /// The trait to remove is not on the node.
    pub TRAIT_NOT_THERE = "trait-not-there" {
        says: "the node does not have {2}",
        means: "there is nothing to take off",
        why: "a trait that is not there cannot be removed",
        source: "drivers-and-traits 2.7 T2",
        cure: "nothing to do",
    }

    /// The compute API accepts the extra spec.
    pub SPEC_ACCEPTED = "spec-accepted" {
        says: "the compute API accepts {subject}",
        means: "the key and the value have the form that is checked",
        why: "what is accepted need not do what was meant",
        source: "drivers-and-traits 2.1 N5",
        cure: "nothing to do",
    }

    /// The version of the compute API does not check extra specs.
    pub SPEC_NOT_CHECKED = "spec-not-checked" {
        says: "this version of the compute API does not check {subject}",
        means: "extra specs are checked from 2.86 on",
        why: "older clients go on as before",
        source: "drivers-and-traits 2.1 N5",
        cure: "use 2.86 or later",
    }

    /// The extra spec is in a namespace whose keys and values are not known here.
    pub SPEC_NOT_JUDGED = "spec-not-judged" {
        says: "whether the compute API takes {subject} is not judged here, only extra specs for traits, resources, capabilities and `group_policy` are",
        means: "the form of the key is accepted, and what it stands for was not looked at",
        why: "the compute API refuses keys and values that it does not know in its other namespaces, too",
        source: "drivers-and-traits 2.1 N5",
        cure: "send it to the compute API, or look it up in Nova's list of extra specs",
    }

    /// The compute API refuses the name of the trait, class or capability.
    pub SPEC_NAME_REFUSED = "spec-name-refused" {
        says: "the compute API refuses the name in {subject}",
        means: "a trait has to be a standard name or a custom one, a class likewise",
        why: "misspelt names are found before they widen a flavor",
        source: "drivers-and-traits 2.1 N5",
        cure: "correct the name",
    }

    /// The compute API refuses the value.
    pub SPEC_VALUE_REFUSED = "spec-value-refused" {
        says: "the compute API refuses the value {1} of {subject}",
        means: "a trait is `required` or `forbidden`, an amount a whole number, the policy `none` or `isolate`",
        why: "misspelt values are found before they widen a flavor",
        source: "drivers-and-traits 2.1 N5",
        cure: "correct the value",
    }

    /// The compute API refuses the key.
    pub SPEC_KEY_REFUSED = "spec-key-refused" {
        says: "the compute API refuses the key {subject}",
        means: "a key has 1 to 255 letters, digits and the signs `-`, `_`, `:`, `.` and blank",
        why: "other keys cannot be stored",
        source: "drivers-and-traits 2.1 N5",
        cure: "correct the key",
    }
}
