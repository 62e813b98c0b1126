use super::{all, coded};
use crate::base::{Edition, Limits};
use crate::policy::Policy;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{answer, given};

given! {
    /// Nothing: the question has no input.
    pub struct Nothing {}
}

answer! {
    /// A description of this engine.
    pub struct Engine {
        /// Always `fitment`.
        engine: &'static str,
        /// The version of the engine.
        version: &'static str,
        /// The version of the plain wasm exports.
        abi: u32,
        /// The editions that the engine answers in; the first is the default.
        editions: Vec<&'static str>,
        /// The policies of this build.
        policies: Vec<&'static str>,
        /// The number of questions that the engine answers.
        questions: usize,
        /// The number of codes for reasons and problems.
        codes: usize,
        /// The limits of a new engine.
        limits: DefaultLimits,
        /// The kinds of objects that the engine judges in admission.
        judged: Vec<Judged>,
        /// The kinds of stored objects that the engine judges by, which a program that watches a cluster should load.
        stored: Vec<StoredKind>,
    }
}

answer! {
    /// A kind of object that is judged.
    pub struct Judged {
        /// The policy that has rules for the kind.
        policy: &'static str,
        /// The group of the API.
        group: &'static str,
        /// The kind.
        kind: &'static str,
    }
}

answer! {
    /// A kind of stored objects by which others are judged.
    pub struct StoredKind {
        /// The group of the API.
        group: &'static str,
        /// The kind.
        kind: &'static str,
        /// The members that are read, as JSON pointers; empty if all of them are.
        members: Vec<&'static str>,
    }
}

answer! {
    /// The limits on a request.
    pub struct DefaultLimits {
        /// The largest request to `ask` or `review`, in bytes.
        ask_bytes ["askBytes"]: usize,
        /// The largest request to `load`, in bytes.
        load_bytes ["loadBytes"]: usize,
        /// How deeply arrays and objects may be nested.
        depth: usize,
    }
}

/// The question `fitment/about`.
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

/// Lists each kind once. If policies need different members of a kind, all members count as read.
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
