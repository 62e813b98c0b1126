//! Codes about the size of a profile.

use crate::reason::codes;

codes! {
    /// All codes about the size of a profile.
    pub(crate) MINIMIZE_CODES;

    /// The profile can do without some lists.
    pub(crate) PROFILE_MINIMIZED = "profile-minimized" {
        says: "{subject} can do without {lists:list}: {before:byte} before, {after} afterwards",
        means: "lists of capabilities that hold each defined value are taken out, and every answer stays what it was",
        why: "a profile may take 1.5 MiB at most, and Gardener copies it into the Cluster of every Shoot",
        source: "images 3.4, 14",
        cure: "apply the patch",
    }

    /// The profile needs all its lists.
    pub(crate) NOTHING_TO_MINIMIZE = "nothing-to-minimize" {
        says: "each list of capabilities in {subject} leaves a value out, or is needed: it stays at {after:byte}",
        means: "no machine type or flavor has a list that only repeats the default",
        why: "defaults need not be written, and none are written here",
        source: "images 3.4",
        cure: "nothing to do; where the profile is too large, take versions out that have expired",
    }

    /// Lists that only repeat the default can be removed.
    pub(crate) LISTS_SAY_NOTHING = "lists-say-nothing" {
        says: "to take out of {subject:plain}: {count:list} with every defined value, which is the default anyway, {bytes:byte}",
        means: "a capability that a machine type or flavor does not name has all its defined values there",
        why: "such a list is repeated for each version, and once more in the provider's configuration",
        source: "images 3.4",
        cure: "take them out; an architecture stays, because the design wants it named",
    }
}
