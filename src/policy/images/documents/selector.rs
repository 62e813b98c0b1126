//! Kubernetes' selector of labels.

use crate::wire::{Ordered, Value, given};

given! {
    /// Which labels are wanted.
    foreign pub struct LabelSelector<'a> {
        /// Labels with their values.
        match_labels ["matchLabels"]: Ordered<&'a str, Value<'a>>,
        /// Further requirements.
        match_expressions ["matchExpressions"]: Vec<Requirement<'a>>,
    }
}

given! {
    /// What is required of one label.
    foreign pub struct Requirement<'a> {
        /// The label.
        key: Option<&'a str>,
        /// What holds between it and the values.
        operator: Option<&'a str>,
        /// The values.
        values: Vec<&'a str>,
    }
}
