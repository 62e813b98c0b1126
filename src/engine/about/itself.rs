use super::{all, coded};
use crate::base::{Edition, Limits};
use crate::policy::Policy;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{answer, given};

given! {
    /// Nothing.
    pub struct Nothing {}
}

answer! {
    /// What this engine is.
    pub struct Engine {
        /// Always `fitment`.
        engine: &'static str,
        /// The version of the engine.
        version: &'static str,
        /// The version of the plain wasm exports.
        abi: u32,
        /// The editions it answers in; the first is the default.
        editions: Vec<&'static str>,
        /// The policies it holds.
        policies: Vec<&'static str>,
        /// How many questions it answers.
        questions: usize,
        /// How many codes its reasons have.
        codes: usize,
        /// The limits it starts with.
        limits: DefaultLimits,
        /// The kinds of objects that it judges in admission.
        judged: Vec<Judged>,
    }
}

answer! {
    /// A kind of object that is judged.
    pub struct Judged {
        /// The policy that has rules for it.
        policy: &'static str,
        /// The group of its API.
        group: &'static str,
        /// The kind.
        kind: &'static str,
    }
}

answer! {
    /// How much one request may hold.
    pub struct DefaultLimits {
        /// Bytes of `ask` and `review`.
        ask_bytes ["askBytes"]: usize,
        /// Bytes of `load`.
        load_bytes ["loadBytes"]: usize,
        /// Arrays and objects inside one another.
        depth: usize,
    }
}

/// `fitment/about`
#[derive(Debug)]
pub struct About;

impl Answers for About {
    const NAME: &'static str = "fitment/about";
    const ASKS: &'static str = "what this engine is: its version, editions, policies and limits";
    type Given<'a> = Nothing;
    type Answer<'a> = Engine;

    fn decide<'a>(_: Nothing, _: &Asked<'a>) -> Outcome<Engine> {
        let Limits { ask_bytes, load_bytes, depth } = Limits::default();
        Ok(Decision::plain(Engine {
            engine: "fitment",
            version: env!("CARGO_PKG_VERSION"),
            abi: super::ABI_VERSION,
            editions: Edition::NAMES.to_vec(),
            policies: all().map(|policy| policy.name).collect(),
            questions: all().map(|policy| policy.questions.len()).sum(),
            codes: coded().count(),
            limits: DefaultLimits { ask_bytes, load_bytes, depth },
            judged: all().flat_map(judged).collect(),
        }))
    }
}

fn judged(policy: &'static Policy) -> impl Iterator<Item = Judged> {
    policy.reviews.iter().map(|judge| Judged { policy: policy.name, group: judge.group, kind: judge.kind })
}
