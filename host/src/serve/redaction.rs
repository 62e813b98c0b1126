use std::str::FromStr;

use serde_json::Value;

/// The parts removed from requests before they are logged: JSON pointers into the envelope, where `*` matches every
/// element and every member.
#[derive(Clone, Debug, Default)]
pub struct Redaction(pub Vec<Pointer>);

/// A JSON pointer whose steps may be `*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer(Vec<String>);

impl FromStr for Pointer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let steps = text.strip_prefix('/').filter(|steps| !steps.is_empty());
        let steps = steps.ok_or("expected a JSON pointer such as `/review/request/userInfo`")?;
        Ok(Self(steps.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect()))
    }
}

/// The replacement for removed values.
const REDACTED: &str = "(redacted)";

impl Redaction {
    /// Returns the request as it may be logged, and whether anything was removed. `None` if nothing may be logged,
    /// because the places cannot be determined.
    pub fn of(&self, request: &str, is_understood: bool) -> Option<(String, bool)> {
        if self.0.is_empty() {
            return Some((request.to_owned(), false));
        }
        // Repeated keys count as not understood: either value may be the one to remove.
        let mut value: Value = serde_json::from_str(request).ok().filter(|_| is_understood)?;
        let mut taken = false;
        for Pointer(steps) in &self.0 {
            taken |= take(&mut value, steps);
        }
        // Otherwise keep it byte for byte, so that the decision can be replayed.
        Some((if taken { value.to_string() } else { request.to_owned() }, taken))
    }
}

fn take(value: &mut Value, steps: &[String]) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        *value = Value::from(REDACTED);
        return true;
    };
    let all = step == "*";
    let mut taken = false;
    match value {
        Value::Array(elements) => {
            for (place, element) in elements.iter_mut().enumerate() {
                if all || *step == place.to_string() {
                    taken |= take(element, rest);
                }
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if all || step == name {
                    taken |= take(member, rest);
                }
            }
        }
        _ => {}
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redaction(pointers: &[&str]) -> Redaction {
        Redaction(pointers.iter().map(|pointer| pointer.parse().expect("a pointer")).collect())
    }

    #[test]
    fn what_is_named_is_taken_out_and_nothing_else() {
        let request = r#"{ "a": [{"b": 1, "c": 2}, {"b": {"d": 3}}], "x/y": "z" }"#;
        let kept = |pointers: &[&str]| redaction(pointers).of(request, true).expect("it is JSON");
        assert_eq!(kept(&[]), (request.to_owned(), false));
        assert_eq!(kept(&["/nothing", "/a/7", "/a/b"]), (request.to_owned(), false));
        let (text, taken) = kept(&["/a/*/b"]);
        assert_eq!((text.as_str(), taken), (r#"{"a":[{"b":"(redacted)","c":2},{"b":"(redacted)"}],"x/y":"z"}"#, true));
        assert_eq!(kept(&["/a", "/x~1y"]).0, r#"{"a":"(redacted)","x/y":"(redacted)"}"#);
        assert_eq!(kept(&["/a/1/*/d"]).0, r#"{"a":[{"b":1,"c":2},{"b":{"d":"(redacted)"}}],"x/y":"z"}"#);
    }

    #[test]
    fn what_cannot_be_looked_through_is_not_written_down() {
        assert_eq!(redaction(&["/a"]).of("{", true), None);
        assert_eq!(redaction(&["/a"]).of(r#"{"a":1,"a":2}"#, false), None);
        assert_eq!(redaction(&[]).of("{", false), Some(("{".to_owned(), false)));
        for wrong in ["", "/", "review"] {
            assert!(wrong.parse::<Pointer>().is_err(), "{wrong}");
        }
    }
}
