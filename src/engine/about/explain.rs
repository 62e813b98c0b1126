use super::reasons::{EXAMPLE_NOT_IN_THIS_BUILD, UNKNOWN_CODE};
use super::{Coded, coded};
use crate::base::Limits;
use crate::engine::policies::WHOLE;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::{Code, Codes, Fact, Problem};
use crate::wire::{Document, Json, Pointer, Value, answer, given};

given! {
    /// The code to explain.
    pub struct Given<'a> {
        /// The code.
        code: &'a str,
    }
}

answer! {
    /// The explanation of a code.
    pub struct Explanation {
        /// The code.
        code: &'static str,
        /// The policy whose rules use it.
        policy: &'static str,
        /// The sentence of the code, with placeholders for the facts.
        says: &'static str,
        /// What the code means.
        means: &'static str,
        /// Why the rule exists.
        why: &'static str,
        /// Where the rule is specified.
        source: &'static str,
        /// What to do about it.
        cure: &'static str,
        /// A request that provokes the code, with the answer of this engine; absent in builds without examples.
        example: Option<Example>,
    }
}

answer! {
    /// A request and the answer to it.
    pub struct Example {
        /// What to load before the request.
        load: Option<Json>,
        /// The verb: `ask`, `load` or `review`.
        verb: String,
        /// The request: JSON, a string if it is not JSON, or a list of bytes if it is not text.
        request: Json,
        /// The answer.
        answer: Json,
    }
}

/// The question `fitment/explain`.
#[derive(Debug)]
pub struct Explain;

impl Answers for Explain {
    const NAME: &'static str = "fitment/explain";
    const ASKS: &'static str = "what a code means, why there is such a rule, and what to do about it";
    type Given<'a> = Given<'a>;
    type Answer<'a> = Explanation;

    fn decide<'a>(given: Given<'a>, asked: &Asked<'a>) -> Outcome<Explanation> {
        let Some(Coded { policy, list, code }) = coded().find(|coded| coded.code.id == given.code) else {
            return Err(Undecided::request(unknown(given.code)));
        };
        let Code { id, says, means, why, source, cure } = code;
        let example = example(list, id, asked);
        let explained = Explanation { code: id, policy: policy.name, says, means, why, source, cure, example };
        Ok(Decision::plain(explained).with_problems(missing(id)))
    }
}

/// A warning that this build leaves out examples, without which it would seem that the code has none.
fn missing(code: &str) -> Option<Problem> {
    if cfg!(feature = "examples") {
        return None;
    }
    let at = Pointer::to("given").key("code");
    let problem = Problem::warning(&EXAMPLE_NOT_IN_THIS_BUILD, at.clone()).fact(Fact::at(at, code));
    Some(problem.fact(Fact::named("entry", WHOLE)))
}

fn unknown(code: &str) -> Problem {
    let at = Pointer::to("given").key("code");
    Problem::error(&UNKNOWN_CODE, at.clone())
        .fact(Fact::at(at, code))
        .nearest_to(code, coded().map(|coded| coded.code.id))
}

/// Finds the example of a code and runs it. An example is a vector or, if the request itself is at fault, the request
/// as text, with its verb and what to load first. An example that only a smaller build can answer includes the answer
/// of that build.
fn example(codes: &Codes, id: &str, asked: &Asked<'_>) -> Option<Example> {
    if !cfg!(feature = "examples") {
        return None;
    }
    let examples = Document::read(codes.examples.as_bytes(), Limits::default().depth).ok()?;
    let vector = examples.root().elements().find(|vector| vector.get("name").and_then(Value::as_str) == Some(id))?;
    let load = vector.get("load").map(Json::from);
    let verb = vector.get("verb").and_then(Value::as_str).unwrap_or("ask").to_owned();
    let loaded = load.as_ref().map(Json::to_text).unwrap_or_default();
    let (shown, bytes) = match vector.get("request") {
        None => shown(as_request(vector).to_text()),
        Some(request) => match request.as_str() {
            Some(text) => shown(text.to_owned()),
            None => (request.into(), as_bytes(request)),
        },
    };
    let answer = match vector.get("answer") {
        Some(answer) => answer.into(),
        None => read_or_text((asked.replay)(&loaded, &verb, &bytes)),
    };
    Some(Example { load, verb, request: shown, answer })
}

fn shown(text: String) -> (Json, Vec<u8>) {
    let bytes = text.clone().into_bytes();
    (read_or_text(text), bytes)
}

/// The bytes of a request that is not text.
fn as_bytes(list: Value<'_>) -> Vec<u8> {
    list.elements().filter_map(|byte| byte.as_number()?.parse().ok()).collect()
}

/// The request of a vector, in the first edition that it names.
fn as_request(vector: Value<'_>) -> Json {
    let mut request = Json::object();
    let edition = vector.get("edition").and_then(|editions| editions.element(0));
    let members = [("question", vector.get("question")), ("edition", edition), ("now", vector.get("now"))];
    for (key, value) in members.into_iter().chain([("given", vector.get("given"))]) {
        if let Some(value) = value {
            request.set(key, value.into());
        }
    }
    request
}

fn read_or_text(text: String) -> Json {
    match Document::read(text.as_bytes(), Limits::default().depth) {
        Ok(document) => document.root().into(),
        Err(_) => Json::String(text),
    }
}
