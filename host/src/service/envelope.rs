use serde_json::Value;
use serde_json::value::RawValue;

/// Builds the envelope of a question whose `given` is the body, for a [`GuardLayer`](super::GuardLayer)'s function.
///
/// A body cannot escape from `given`, and every byte of it is kept: the engine refuses repeated keys. It also refuses
/// keys that the question or a kind of document does not have (`fieldValidation` is `Strict`), because a misspelled
/// restriction would otherwise be ignored. A body that is not JSON is passed on unchanged, so that the engine reports
/// the mistake.
///
/// ```
/// use fitment_host::service::given;
///
/// let envelope = given("drivers/default", Some("2026-01-01T00:00:00Z"), br#"{"registeredDrivers": []}"#);
/// let expected = concat!(
///     r#"{"question":"drivers/default","now":"2026-01-01T00:00:00Z","fieldValidation":"Strict","#,
///     r#""given":{"registeredDrivers": []}}"#
/// );
/// assert_eq!(String::from_utf8_lossy(&envelope), expected);
/// assert_eq!(given("drivers/default", None, br#"{},"text":true"#), br#"{},"text":true"#);
/// ```
pub fn given(question: &str, now: Option<&str>, body: &[u8]) -> Vec<u8> {
    let Ok(given) = serde_json::from_slice::<&RawValue>(body) else { return body.to_vec() };
    let now = now.map(|now| format!(r#""now":{},"#, Value::from(now))).unwrap_or_default();
    format!(r#"{{"question":{},{now}"fieldValidation":"Strict","given":{given}}}"#, Value::from(question)).into_bytes()
}
