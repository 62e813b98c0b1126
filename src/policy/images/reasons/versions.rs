//! What is found about versions by themselves.

use crate::reason::codes;

codes! {
    /// All of them.
    pub(crate) VERSIONS_CODES;

    /// A version now.
    pub(crate) VERSION_IS = "version-is" {
        says: "{subject} is {classification}",
        means: "the last stage in the list that has begun says what the version is; a stage begins after its moment",
        why: "operators announce in advance when a version should no longer be used",
        source: "images 2",
        cure: "change the stages, or the classification and the expiration date",
    }

    /// A text that is a version.
    pub(crate) IS_A_VERSION = "is-a-version" {
        says: "{subject} is a version",
        means: "the text has one to three numbers, perhaps with a pre-release and metadata",
        why: "versions of images are read leniently",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// A text that is none.
    pub(crate) NOT_A_VERSION = "not-a-version" {
        says: "{subject} is no version",
        means: "the text is not one to three numbers separated by dots, or has something that a version may not have",
        why: "what cannot be read cannot be ordered",
        source: "images 1.8",
        cure: "write a version such as `1592.2.0`",
    }

    /// A text that is no constraint.
    pub(crate) NOT_A_CONSTRAINT = "not-a-constraint" {
        says: "{subject} is no constraint",
        means: "the text is no list of comparisons such as `>= 1.26, < 1.29`",
        why: "what cannot be read cannot be checked",
        source: "images 1.8",
        cure: "write comparisons with `=`, `!=`, `>`, `<`, `>=`, `<=`, `~` or `^`",
    }

    /// A constraint that holds.
    pub(crate) CONSTRAINT_HOLDS = "constraint-holds" {
        says: "{0} satisfies {1}",
        means: "the version is one of those that the constraint allows",
        why: "an image says which kubelets it runs",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// A constraint that does not.
    pub(crate) CONSTRAINT_FAILS = "constraint-fails" {
        says: "{0} does not satisfy {1}",
        means: "the version is none of those that the constraint allows; a pre-release only counts where one is named",
        why: "an image says which kubelets it runs",
        source: "images 1.8",
        cure: "choose another version",
    }

    /// Left below right.
    pub(crate) VERSION_IS_LOWER = "version-is-lower" {
        says: "{0} is lower than {1}",
        means: "the first number that differs is lower, or only the other is no pre-release",
        why: "numbers are compared as numbers, and a pre-release comes before its release",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// Left above right.
    pub(crate) VERSION_IS_HIGHER = "version-is-higher" {
        says: "{0} is higher than {1}",
        means: "the first number that differs is higher, or only the other is a pre-release",
        why: "numbers are compared as numbers, and a pre-release comes before its release",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// Left equals right.
    pub(crate) VERSIONS_ARE_EQUAL = "versions-are-equal" {
        says: "{0} and {1} are equal",
        means: "the numbers and the pre-release are the same; build metadata do not count",
        why: "`1.2` is another way to write `1.2.0`",
        source: "images 1.8",
        cure: "nothing to do",
    }
}
