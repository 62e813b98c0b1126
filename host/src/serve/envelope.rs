use std::borrow::Cow;

use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::cli::asking::deciding::now;

/// Builds the request of a question from an envelope that need not name it. Adds the current time if there is none.
///
/// Anything but a JSON object is passed on unchanged, so that the engine reports the mistake. The error says that the
/// envelope names another question.
pub fn asking(question: &str, body: &[u8]) -> Result<Vec<u8>, String> {
    #[derive(Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow, default, deserialize_with = "present")]
        question: Option<&'a RawValue>,
        #[serde(borrow, default, deserialize_with = "present")]
        now: Option<&'a RawValue>,
    }
    let body = if body.iter().all(u8::is_ascii_whitespace) { b"{}" } else { body };
    // Serde would take an array for an envelope too.
    let place = body.iter().position(|byte| !byte.is_ascii_whitespace()).filter(|place| body[*place] == b'{');
    let Some(place) = place else { return Ok(body.to_vec()) };
    let Ok(Envelope { question: named, now: time }) = serde_json::from_slice(body) else { return Ok(body.to_vec()) };
    let mut added = Vec::new();
    match named {
        Some(named) if serde_json::from_str::<String>(named.get()).is_ok_and(|named| named == question) => {}
        Some(named) => {
            let named = named.get();
            return Err(format!(
                "found the question `{named:.100}` in the body, expected `{question}`, as in the path, or none"
            ));
        }
        None => added.push(format!(r#""question":{}"#, Value::from(question))),
    }
    if time.is_none() {
        added.push(format!(r#""now":"{}""#, now()));
    }
    let rest = &body[place + 1..];
    let is_empty = rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'}');
    let comma = if added.is_empty() || is_empty { "" } else { "," };
    Ok([format!("{{{}{comma}", added.join(",")).as_bytes(), rest].concat())
}

/// Reads a member as it is written, even if it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Builds the request of a review, and returns what has to be known of the review itself.
///
/// Anything but JSON is passed on unchanged, as for a question.
pub fn reviewing(body: &[u8], phase: &str, edition: &str) -> (Vec<u8>, Reviewed) {
    let Ok(review) = serde_json::from_slice::<&RawValue>(body) else { return (body.to_vec(), Reviewed::default()) };
    let time = now();
    let request = format!(r#"{{"review":{review},"phase":"{phase}","edition":"{edition}","now":"{time}"}}"#);
    (request.into_bytes(), Reviewed::of(review).unwrap_or_default())
}

/// The versions of an AdmissionReview; the first is taken if a review does not name one.
const VERSIONS: [&str; 2] = ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"];

/// What the host reads from an AdmissionReview.
pub struct Reviewed {
    /// The version that the answer has to be in: an API server refuses any other.
    pub version: &'static str,
    /// The id that the answer has to repeat.
    pub uid: Option<String>,
    /// The kind of the object.
    pub kind: String,
}

impl Default for Reviewed {
    fn default() -> Self {
        let [version, _] = VERSIONS;
        Self { version, uid: None, kind: String::new() }
    }
}

impl Reviewed {
    /// `None` if there is no request that could be answered, or nobody who would read the answer: what has another kind
    /// or version comes from no API server.
    fn of(review: &RawValue) -> Option<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Review<'a> {
            #[serde(borrow)]
            api_version: Option<&'a RawValue>,
            #[serde(borrow)]
            kind: Option<&'a RawValue>,
            #[serde(borrow)]
            request: &'a RawValue,
        }
        #[derive(Deserialize)]
        struct Request<'a> {
            #[serde(borrow)]
            uid: Cow<'a, str>,
            #[serde(borrow)]
            kind: Option<&'a RawValue>,
        }
        #[derive(Deserialize)]
        struct Kind<'a> {
            #[serde(borrow)]
            kind: Cow<'a, str>,
        }
        let Review { api_version, kind, request } = object(review)?;
        let text = |said: Option<&RawValue>| serde_json::from_str::<String>(said?.get()).ok();
        let version = match text(api_version) {
            Some(said) => VERSIONS.into_iter().find(|known| said == *known)?,
            None => Self::default().version,
        };
        if text(kind).is_some_and(|kind| kind != "AdmissionReview") {
            return None;
        }
        let Request { uid, kind } = object(request)?;
        let kind = kind.and_then(object::<Kind<'_>>).map(|kind| kind.kind.into_owned()).unwrap_or_default();
        Some(Self { version, uid: Some(uid.into_owned()), kind })
    }
}

/// What tells the object of a review from others, of a request that [`reviewing`] built. `None` if it is no review.
pub fn named(request: &str) -> Option<Value> {
    #[derive(Deserialize)]
    struct Envelope {
        review: Review,
    }
    #[derive(Deserialize)]
    struct Review {
        request: Map<String, Value>,
    }
    /// Longer than any name in Kubernetes.
    const LONGEST: usize = 253;
    let Envelope { review: Review { request } } = serde_json::from_str(request).ok()?;
    // The request has no name if the object brings its own.
    let own = || request.get("object")?.get("metadata")?.get("name");
    let text = |value: Option<&Value>| value?.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let of = |key: &str| text(request.get(key)).or_else(|| text(if key == "name" { own() } else { None }));
    let members = ["uid", "operation", "namespace", "name"].into_iter();
    let named = members.filter_map(|key| Some((key.to_owned(), of(key).filter(|text| text.len() <= LONGEST)?.into())));
    Some(Value::Object(named.collect()))
}

/// Parses an object's members. Serde would accept a list of the values too, which is refused here.
fn object<'a, T: Deserialize<'a>>(json: &'a RawValue) -> Option<T> {
    let text = Some(json.get()).filter(|text| text.starts_with('{'))?;
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_become_requests() {
        let asked =
            |body: &str| asking("a/b", body.as_bytes()).map(|request| String::from_utf8(request).expect("it is text"));
        let whole = r#"{"question":"a\/b","now":"2026-01-01T00:00:00Z"}"#;
        assert_eq!(asked(whole).as_deref(), Ok(whole));
        for other in [r#""a/c""#, "null", "{}"] {
            let said = asked(&format!(r#"{{"question":{other}}}"#)).expect_err("the path names another");
            assert!(said.contains(other) && said.contains("expected `a/b`"), "{said}");
        }
        let asked = |body: &str| asked(body).expect("it is a request");
        let timed = asked("{\"now\":null,\n\"given\":{}}");
        assert_eq!(timed, "{\"question\":\"a/b\",\"now\":null,\n\"given\":{}}");
        for other in [r#"["a/b",{"x":1}]"#, r#" [{"question":"a/b"}]"#, "null", "{"] {
            assert_eq!(asked(other), other, "what is no object is passed on as it is");
        }
        for empty in ["", " \n", "{}", "{ }"] {
            let request: Value = serde_json::from_str(&asked(empty)).expect("it is JSON");
            assert!(request["question"] == "a/b" && request["now"].is_string(), "{request}");
        }
        // The engine refuses non-objects and a repeated `now`.
        for wrong in ["{", "[]", "null", r#"{"now":1,"now":2}"#, "{} {}"] {
            assert_eq!(asked(wrong), wrong);
        }
    }

    #[test]
    fn a_review_cannot_leave_its_envelope() {
        let body = br#"{"request":{"uid":"a","kind":{"kind":"Shoot"}}},"edition":"upstream""#;
        assert_eq!(reviewing(body, "validating", "design").0, body);
        let body = br#"{"request":{"uid":"a","kind":{"kind":"Shoot"}}}"#;
        let (request, reviewed) = reviewing(body, "validating", "design");
        assert_eq!((reviewed.uid.as_deref(), reviewed.kind.as_str()), (Some("a"), "Shoot"));
        let request: Value = serde_json::from_slice(&request).expect("it is JSON");
        assert_eq!(request["phase"], "validating");
    }

    #[test]
    fn lists_and_other_kinds_are_no_reviews() {
        for wrong in [
            r#"[{"uid":"a"}]"#,
            r#"{"request":["a",null]}"#,
            r#"{"request":{"uid":1}}"#,
            r#"{"kind":"Admission","request":{"uid":"a"}}"#,
            r#"{"apiVersion":"admission.k8s.io/v2","request":{"uid":"a"}}"#,
            "[]",
            "1",
        ] {
            assert_eq!(reviewing(wrong.as_bytes(), "validating", "design").1.uid, None, "{wrong}");
        }
        let (_, reviewed) = reviewing(br#"{"request":{"uid":"a","kind":["Shoot"]}}"#, "validating", "design");
        assert_eq!((reviewed.uid.as_deref(), reviewed.kind.as_str()), (Some("a"), ""));
    }
}
