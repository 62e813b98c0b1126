//! Labels, and the selector of seeds (section 4.1), by Kubernetes' own rules.

use super::Validation;
use crate::policy::images::documents::LabelSelector;
use crate::policy::images::profiles::names;
use crate::wire::{Ordered, PathStep, Value};

impl Validation<'_, '_> {
    pub(super) fn labels(&mut self, labels: &Ordered<&str, Value<'_>>, place: &PathStep<'_>) {
        for (key, value) in labels {
            self.flawed(*place, key, names::label_key(key));
            // Go reads `null` among texts as an empty one.
            match value.as_str().or(value.is_null().then_some("")) {
                Some(text) => self.flawed(*place, text, names::label_value(text)),
                None => self.invalid(*place, &value.json(), "must be text"),
            }
        }
    }

    pub(super) fn seed_selector(&mut self, selector: Option<&LabelSelector<'_>>, place: &PathStep<'_>) {
        let Some(selector) = selector else { return };
        self.labels(&selector.match_labels, &place.key("matchLabels"));
        for (index, requirement) in selector.match_expressions.iter().enumerate() {
            let list = place.key("matchExpressions");
            let entry = list.index(index);
            match (requirement.operator.unwrap_or_default(), requirement.values.is_empty()) {
                ("In" | "NotIn", true) => {
                    self.required(entry.key("values"), "the operators `In` and `NotIn` need values");
                }
                ("Exists" | "DoesNotExist", false) => {
                    self.forbidden(entry.key("values"), "the operators `Exists` and `DoesNotExist` take no values");
                }
                ("In" | "NotIn" | "Exists" | "DoesNotExist", _) => {}
                (other, _) => {
                    let why = "operators are `In`, `NotIn`, `Exists` and `DoesNotExist`";
                    self.invalid(entry.key("operator"), other, why);
                }
            }
            let key = requirement.key.unwrap_or_default();
            self.flawed(entry.key("key"), key, names::label_key(key));
            for (index, value) in requirement.values.iter().enumerate() {
                self.flawed(entry.key("values").index(index), value, names::label_value(value));
            }
        }
    }
}
