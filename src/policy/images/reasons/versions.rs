//! Codes about versions by themselves.

use crate::reason::codes;

codes! {
    /// All codes about versions by themselves.
    pub(crate) VERSIONS_CODES;

    /// The current classification of a version.
    pub(crate) VERSION_IS = "version-is" {
        says: "{subject} is {classification}",
        means: "the last stage in the list that has begun says what the version is; a stage begins after its moment",
        why: "operators announce in advance when a version should no longer be used",
        source: "images 2",
        cure: "change the stages, or the classification and the expiration date",
    }

    /// The text is a version.
    pub(crate) IS_A_VERSION = "is-a-version" {
        says: "{subject} is a version",
        means: "the text has one to three numbers, perhaps with a pre-release and metadata",
        why: "versions of images are read leniently",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// The text is not a version.
    pub(crate) NOT_A_VERSION = "not-a-version" {
        says: "{subject} is no version",
        means: "the text is not one to three numbers separated by dots, or has something that a version may not have",
        why: "what cannot be read cannot be ordered",
        source: "images 1.8",
        cure: "write a version such as `1592.2.0`",
    }

    /// The text is not a constraint.
    pub(crate) NOT_A_CONSTRAINT = "not-a-constraint" {
        says: "{subject} is no constraint",
        means: "the text is no list of comparisons such as `>= 1.26, < 1.29`",
        why: "what cannot be read cannot be checked",
        source: "images 1.8",
        cure: "write comparisons with `=`, `!=`, `>`, `<`, `>=`, `<=`, `~` or `^`",
    }

    /// The version satisfies the constraint.
    pub(crate) CONSTRAINT_HOLDS = "constraint-holds" {
        says: "{0} satisfies {1}",
        means: "the version is one of those that the constraint allows",
        why: "an image says which kubelets it runs",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// The version does not satisfy the constraint.
    pub(crate) CONSTRAINT_FAILS = "constraint-fails" {
        says: "{0} does not satisfy {1}",
        means: "the version is none of those that the constraint allows; a pre-release only counts where one is named",
        why: "an image says which kubelets it runs",
        source: "images 1.8",
        cure: "choose another version",
    }

    /// The left version is lower than the right one.
    pub(crate) VERSION_IS_LOWER = "version-is-lower" {
        says: "{0} is lower than {1}",
        means: "the first number that differs is lower, or only the other is no pre-release",
        why: "numbers are compared as numbers, and a pre-release comes before its release",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// The left version is higher than the right one.
    pub(crate) VERSION_IS_HIGHER = "version-is-higher" {
        says: "{0} is higher than {1}",
        means: "the first number that differs is higher, or only the other is a pre-release",
        why: "numbers are compared as numbers, and a pre-release comes before its release",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// The two versions are equal.
    pub(crate) VERSIONS_ARE_EQUAL = "versions-are-equal" {
        says: "{0} and {1} are equal",
        means: "the numbers and the pre-release are the same; build metadata do not count",
        why: "`1.2` is another way to write `1.2.0`",
        source: "images 1.8",
        cure: "nothing to do",
    }
}
