//! Labels and the selector of seeds (section 4.1), which are Kubernetes' own.

use super::Validation;
use crate::policy::images::field::Field;
use crate::policy::images::profiles::LabelSelector;
use crate::policy::images::profiles::names;
use crate::wire::{Ordered, Value};

impl Validation<'_, '_> {
    pub(super) fn labels(&mut self, labels: &Ordered<&str, Value<'_>>, place: &Field<'_>) {
        for (key, value) in labels {
            self.label_key(key, *place);
            if !value.as_str().is_some_and(names::is_label_value) {
                let why = "must be at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends";
                self.invalid(*place, value.as_str().unwrap_or(&value.json()), why);
            }
        }
    }

    fn label_key(&mut self, key: &str, field: Field<'_>) {
        if !names::is_label_key(key) {
            let why = "must be a name of at most 63 letters, digits, `-`, `_` and `.`, after a domain and `/` or not";
            self.invalid(field, key, why);
        }
    }

    pub(super) fn seed_selector(&mut self, selector: Option<&LabelSelector<'_>>, place: &Field<'_>) {
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
            self.label_key(requirement.key.unwrap_or_default(), entry.key("key"));
        }
    }
}
