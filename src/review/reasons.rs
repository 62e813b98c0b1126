//! The codes for reviews of any kind of object.

use crate::reason::codes;

codes! {
    /// All codes of this module.
    pub CODES;

    /// The review lacks the object that its operation is about.
    pub REVIEW_WITHOUT_OBJECT = "review-without-object" {
        says: "a review of {0} has no {member}",
        means: "the AdmissionReview does not carry the object that the rules of its kind look at",
        why: "an API server sends the object with every operation that has rules here",
        source: "design, The protocol",
        cure: "send the AdmissionReview as the API server made it",
    }

    /// The review carries an object that its operation does not have.
    pub REVIEW_OBJECT_NOT_READ = "review-object-not-read" {
        says: "{member} is left alone in a review of {0}",
        means: "the AdmissionReview carries an object that its operation does not have: the one before a creation, or the one after a deletion",
        why: "no API server sends it, so the operation is probably not the one that is meant, and the rules for an update were not applied",
        source: "design, The protocol",
        cure: "correct the `operation`, or leave the object out",
    }

    /// The review names another object than the one that it carries.
    pub REVIEW_OF_ANOTHER = "review-of-another" {
        says: "the review is of the {key:plain} {0}, and its object has the {key:plain} {found}",
        means: "`name` or `namespace` of the request are not those in the `metadata` of the object that it carries",
        why: "no API server sends such a review: whoever reads the answer takes it for one about another object",
        source: "design, The protocol",
        cure: "send the AdmissionReview as the API server made it",
    }

    /// No rule covers the kind, but a similar kind has rules.
    pub KIND_MISSPELT = "kind-misspelt" {
        says: "no rule judges the kind {0}",
        means: "the review is about a kind that no policy has a rule for, and a kind that has rules has a very similar name",
        why: "a misspelt kind is let through without a word otherwise",
        source: "design, The protocol",
        cure: "correct the kind or its group if the other one is meant",
    }

    /// No rule covers the kind in this group, but the kind has rules in a similar group.
    pub GROUP_MISSPELT = "group-misspelt" {
        says: "no rule judges the kind {kind} of the group {0}",
        means: "the review is about a kind in a group that no policy has rules for, and the group that has such a kind has a very similar name",
        why: "a kind in a misspelt group is let through without a word otherwise",
        source: "design, The protocol",
        cure: "correct the group in `apiVersion` if the other one is meant",
    }

    /// No rule covers the kind or the operation.
    pub KIND_NOT_JUDGED = "kind-not-judged" {
        says: "no rule judges {0} of {subject}",
        means: "the review is about a kind or an operation that no policy has a rule for, so it is allowed",
        why: "a gate that refuses what it does not know would stop the cluster it guards",
        source: "design, The protocol",
        cure: "narrow the webhook's rules to the kinds it judges",
    }
}
