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
        /// The kinds of stored objects that it judges those by: who watches a cluster loads them.
        stored: Vec<StoredKind>,
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
    /// A kind of stored objects that objects are judged by.
    pub struct StoredKind {
        /// The group of its API.
        group: &'static str,
        /// The kind.
        kind: &'static str,
        /// The members that are looked at, as JSON pointers; none: all of them.
        members: Vec<&'static str>,
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
            stored: stored(),
        }))
    }
}

fn judged(policy: &'static Policy) -> impl Iterator<Item = Judged> {
    policy.reviews.iter().map(|judge| Judged { policy: policy.name, group: judge.group, kind: judge.kind })
}

/// Each kind once: of one that policies need different members of, all of them.
fn stored() -> Vec<StoredKind> {
    let judged = all().flat_map(judged).map(|judged| (judged.group, judged.kind, [].as_slice()));
    let beside = all().flat_map(|policy| policy.beside).map(|stored| (stored.group, stored.kind, stored.members));
    let mut kinds: Vec<StoredKind> = Vec::new();
    for (group, kind, members) in judged.chain(beside) {
        match kinds.iter_mut().find(|known| (known.group, known.kind) == (group, kind)) {
            None => kinds.push(StoredKind { group, kind, members: members.to_vec() }),
            Some(known) if known.members != members => known.members.clear(),
            Some(_) => {}
        }
    }
    kinds
}
