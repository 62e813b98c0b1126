//! The codes of reviews whatever the kind.

use crate::reason::codes;

codes! {
    /// All of them.
    pub CODES;

    /// A review without what it is about.
    pub REVIEW_WITHOUT_OBJECT = "review-without-object" {
        says: "a review of {0} has no {member}",
        means: "the AdmissionReview does not carry the object that the rules of its kind look at",
        why: "an API server sends the object with every operation that has rules here",
        source: "design, The protocol",
        cure: "send the AdmissionReview as the API server made it",
    }

    /// A kind that comes close to one with a rule.
    pub KIND_MISSPELT = "kind-misspelt" {
        says: "no rule judges a {0}",
        means: "the review is about a kind that no policy has a rule for, and one that has some is called much like it",
        why: "a misspelt kind is let through without a word otherwise",
        source: "design, The protocol",
        cure: "correct the kind or its group if the other one is meant",
    }

    /// A kind that has rules, in a group much like the one it is in.
    pub GROUP_MISSPELT = "group-misspelt" {
        says: "no rule judges a {kind} of the group {0}",
        means: "the review is about a kind in a group that no policy has rules for, and the group that has such a kind is called much like it",
        why: "a kind in a misspelt group is let through without a word otherwise",
        source: "design, The protocol",
        cure: "correct the group in `apiVersion` if the other one is meant",
    }

    /// A kind or operation without a rule.
    pub KIND_NOT_JUDGED = "kind-not-judged" {
        says: "no rule judges {0} of a {subject}",
        means: "the review is about a kind or an operation that no policy has a rule for, so it is allowed",
        why: "a gate that refuses what it does not know would stop the cluster it guards",
        source: "design, The protocol",
        cure: "narrow the webhook's rules to the kinds it judges",
    }
}
