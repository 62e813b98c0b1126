//! The label selector of Kubernetes.

use crate::wire::{Ordered, Value, given};

given! {
    /// A label selector.
    foreign pub struct LabelSelector<'a> {
        /// The labels that have to be present, with their values.
        match_labels ["matchLabels"]: Ordered<&'a str, Value<'a>>,
        /// Further requirements on labels.
        match_expressions ["matchExpressions"]: Vec<Requirement<'a>>,
    }
}

given! {
    /// A requirement on one label.
    foreign pub struct Requirement<'a> {
        /// The label that the requirement is about.
        key: Option<&'a str>,
        /// How the label's value relates to `values`, such as `In`.
        operator: Option<&'a str>,
        /// The values that the operator refers to.
        values: Vec<&'a str>,
    }
}
