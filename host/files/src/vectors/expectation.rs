//! What a vector expects of a value.
//!
//! * An object matches if each of the expected members does; other members are free. A list matches element by element.
//!   Anything else matches an equal value; `false` also matches an absent one.
//! * `{"$set": […]}` matches these elements in any order; `{"$has": […]}` these among others; `{"$hasNot": […]}` a list
//!   with none of these. Elements are compared by these same rules, each expected one with a different actual one.
//! * `{"$text": ["a", "b"]}` matches text that contains each; `{"$prefix": "x"}` text that starts with it.
//! * `{"$absent": true}` and `null` match an absent value, `null`, or an empty list or object.

use std::fmt;

use serde_json::{Map, Value};

/// The first place where a value differs from what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    path: String,
    want: Box<Value>,
    got: Option<Box<Value>>,
}

impl Mismatch {
    pub(super) fn new(path: &str, want: Value, got: Option<Value>) -> Self {
        Self { path: path.to_owned(), want: Box::new(want), got: got.map(Box::new) }
    }

    pub(super) fn below(mut self, key: impl fmt::Display) -> Self {
        self.path = format!("/{key}{}", self.path);
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let got = self.got.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string);
        write!(f, "at {}\n  want {}\n  got  {got}", self.path, self.want)
    }
}

/// Compares a value, or its absence, with what is expected.
pub fn compare(want: &Value, got: Option<&Value>) -> Result<(), Mismatch> {
    let mismatch = || Mismatch::new("", want.clone(), got.cloned());
    match (want, got) {
        (Value::Object(want), _) if is_operator(want) => {
            let met = want.iter().all(|(operator, operand)| operate(operator, operand, got));
            if met { Ok(()) } else { Err(mismatch()) }
        }
        (Value::Object(want), Some(Value::Object(got))) => {
            want.iter().try_for_each(|(key, want)| compare(want, got.get(key)).map_err(|found| found.below(key)))
        }
        (Value::Array(want), Some(Value::Array(got))) if want.len() == got.len() => {
            let pairs = want.iter().zip(got).enumerate();
            pairs
                .into_iter()
                .try_for_each(|(index, (want, got))| compare(want, Some(got)).map_err(|found| found.below(index)))
        }
        (Value::Null, _) if is_absent(got) => Ok(()),
        (Value::Bool(false), None) => Ok(()),
        (Value::Number(want), Some(Value::Number(got))) if same_number(&want.to_string(), &got.to_string()) => Ok(()),
        (Value::Bool(_) | Value::String(_), Some(got)) if want == got => Ok(()),
        _ => Err(mismatch()),
    }
}

fn is_operator(want: &Map<String, Value>) -> bool {
    want.keys().any(|key| key.starts_with('$'))
}

fn is_absent(got: Option<&Value>) -> bool {
    match got {
        None | Some(Value::Null) => true,
        Some(Value::Array(elements)) => elements.is_empty(),
        Some(Value::Object(members)) => members.is_empty(),
        Some(_) => false,
    }
}

/// Compares numbers regardless of notation, so `1` and `1.0` are equal; whole numbers are compared digit by digit.
fn same_number(want: &str, got: &str) -> bool {
    let fraction = |text: &str| text.contains(['.', 'e', 'E']);
    want == got || (fraction(want) || fraction(got)) && want.parse::<f64>().ok() == got.parse::<f64>().ok()
}

fn operate(operator: &str, operand: &Value, got: Option<&Value>) -> bool {
    let wanted = operand.as_array().map(Vec::as_slice).unwrap_or_default();
    let elements = got.and_then(Value::as_array);
    let text = got.and_then(Value::as_str);
    match operator {
        "$set" => match elements {
            Some(elements) => elements.len() == wanted.len() && each_has_its_own(wanted, elements),
            None => wanted.is_empty() && is_absent(got),
        },
        "$has" => match elements {
            Some(elements) => each_has_its_own(wanted, elements),
            None => wanted.is_empty(),
        },
        "$hasNot" => {
            let elements = elements.map(Vec::as_slice).unwrap_or_default();
            !wanted.iter().any(|want| elements.iter().any(|got| compare(want, Some(got)).is_ok()))
        }
        "$text" => wanted.iter().all(|part| text.zip(part.as_str()).is_some_and(|(text, part)| text.contains(part))),
        "$prefix" => text.zip(operand.as_str()).is_some_and(|(text, prefix)| text.starts_with(prefix)),
        "$absent" => operand.as_bool() == Some(is_absent(got)),
        _ => false,
    }
}

/// Whether each expected element can be paired with an actual element of its own. An expected element whose candidates
/// are taken makes them move (augmenting paths), so the order of attempts does not matter.
fn each_has_its_own(wanted: &[Value], elements: &[Value]) -> bool {
    let mut taken_by: Vec<Option<usize>> = vec![None; elements.len()];
    (0..wanted.len()).all(|want| place(want, wanted, elements, &mut taken_by, &mut vec![false; elements.len()]))
}

fn place(
    want: usize,
    wanted: &[Value],
    elements: &[Value],
    taken_by: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for (index, element) in elements.iter().enumerate() {
        if asked[index] || compare(&wanted[want], Some(element)).is_err() {
            continue;
        }
        asked[index] = true;
        let free = taken_by[index].is_none_or(|holder| place(holder, wanted, elements, taken_by, asked));
        if free {
            taken_by[index] = Some(want);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn meets(want: Value, got: Value) -> bool {
        compare(&want, Some(&got)).is_ok()
    }

    #[test]
    fn objects_lists_and_scalars() {
        assert!(meets(json!({"a": 1}), json!({"a": 1, "b": 2})));
        assert!(!meets(json!({"a": 1}), json!({"b": 2})));
        assert!(meets(json!({"a": false}), json!({})));
        assert!(!meets(json!({"a": false}), json!({"a": true})));
        assert!(meets(json!({"a": null}), json!({"a": []})));
        assert!(meets(json!({"a": {"$absent": true}}), json!({"a": {}})));
        assert!(!meets(json!({"a": {"$absent": true}}), json!({"a": 0})));
        assert!(!meets(json!([1, 2]), json!([2, 1])));
        assert!(!meets(json!([1]), json!([1, 2])));
        assert!(!meets(json!([]), json!(null)));
        assert!(meets(json!(1.0), json!(1)));
        assert!(!meets(json!("1"), json!(1)));
    }

    #[test]
    fn a_set_is_a_multiset_and_tries_other_pairings() {
        assert!(meets(json!({"$set": [1, 2]}), json!([2, 1])));
        assert!(!meets(json!({"$set": [1, 1]}), json!([1, 2])));
        assert!(!meets(json!({"$set": [1]}), json!([1, 1])));
        // `{}` could take the first element, but `{"a": 1}` matches no other.
        assert!(meets(json!({"$set": [{}, {"a": 1}]}), json!([{"a": 1}, {"b": 1}])));
        assert!(compare(&json!({"$set": []}), None).is_ok());
        assert!(compare(&json!({"$set": [1]}), None).is_err());
    }

    #[test]
    fn parts_and_absences() {
        assert!(meets(json!({"$has": [2], "$hasNot": [4]}), json!([1, 2, 3])));
        assert!(!meets(json!({"$has": [2], "$hasNot": [3]}), json!([1, 2, 3])));
        assert!(compare(&json!({"$hasNot": [1]}), None).is_ok());
        assert!(meets(json!({"$text": ["b", "a"]}), json!("abc")));
        assert!(!meets(json!({"$text": ["x"]}), json!("abc")));
        assert!(meets(json!({"$prefix": "ab"}), json!("abc")));
        assert!(compare(&json!({"$text": []}), None).is_ok());
        assert!(!meets(json!({"$unknown": 1}), json!(1)));
    }

    #[test]
    fn a_mismatch_says_where() {
        let found = compare(&json!({"a": [1, {"b": "x"}]}), Some(&json!({"a": [1, {"b": "y"}]})));
        let text = found.map_err(|mismatch| mismatch.to_string());
        assert_eq!(text, Err("at /a/1/b\n  want \"x\"\n  got  \"y\"".to_owned()));
    }
}
