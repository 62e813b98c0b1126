//! Kubernetes label selectors.

use crate::base::Index;
use crate::policy::providers::reasons::SELECTOR_MALFORMED;
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, Value, given};

given! {
    /// A Kubernetes label selector. An object must meet all its requirements.
    pub struct LabelSelector<'a> {
        /// The labels an object must have, with their values.
        match_labels ["matchLabels"]: Ordered<&'a str, &'a str>,
        /// Further requirements on labels.
        match_expressions ["matchExpressions"]: Vec<Requirement<'a>>,
    }
}

given! {
    /// A requirement on one label.
    pub struct Requirement<'a> {
        /// The key of the label.
        key: &'a str,
        /// The operator: `In`, `NotIn`, `Exists` or `DoesNotExist`.
        operator: &'a str,
        /// The values for `In` and `NotIn`.
        values: Vec<&'a str>,
    }
}

impl Requirement<'_> {
    /// Whether the operator is known and the values fit it.
    fn is_sound(&self) -> bool {
        match self.operator {
            "In" | "NotIn" => !self.values.is_empty(),
            "Exists" | "DoesNotExist" => self.values.is_empty(),
            _ => false,
        }
    }
}

/// A label selector whose requirements have been checked.
#[derive(Debug)]
pub struct Selection<'a, 's> {
    labels: &'s Ordered<&'a str, &'a str>,
    /// The requirements, each with an index of its values.
    requirements: Vec<(&'s Requirement<'a>, Index<'a>)>,
}

impl Selection<'_, '_> {
    /// Whether an object with these labels is selected.
    pub fn selects(&self, labels: &Ordered<&str, Value<'_>>) -> bool {
        let text = |key: &str| labels.get(key).and_then(|label| label.as_str());
        let holds = |(requirement, values): &(&Requirement<'_>, Index<'_>)| {
            let label = labels.get(requirement.key);
            let listed = text(requirement.key).is_some_and(|label| values.contains(label));
            match requirement.operator {
                "In" => listed,
                "NotIn" => !listed,
                "Exists" => label.is_some(),
                _ => label.is_none(),
            }
        };
        self.labels.iter().all(|(key, value)| text(key) == Some(value)) && self.requirements.iter().all(holds)
    }
}

impl<'a> LabelSelector<'a> {
    /// Checks the requirements and prepares the selector for matching. Fails on the first requirement with an unknown
    /// operator or values that do not fit the operator.
    pub fn understood(&self, place: &Pointer) -> Result<Selection<'a, '_>, Reason> {
        let list = &self.match_expressions;
        if let Some((index, requirement)) = list.iter().enumerate().find(|(_, requirement)| !requirement.is_sound()) {
            let place = place.clone().key("matchExpressions").index(index).key("operator");
            return Err(Reason::new(&SELECTOR_MALFORMED, requirement.operator)
                .fact(Fact::at(place, requirement.operator))
                .fact(Fact::named("key", requirement.key)));
        }
        let requirements =
            list.iter().map(|requirement| (requirement, requirement.values.iter().copied().collect())).collect();
        Ok(Selection { labels: &self.match_labels, requirements })
    }
}
