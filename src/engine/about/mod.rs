//! Questions about the engine itself, so that a host that only holds the wasm file can print all it needs.

mod codes;
mod editions;
mod explain;
mod itself;
mod questions;
pub mod reasons;
mod words;

use super::policies::{JUDGES, POLICIES};
use crate::base::nearest;
use crate::policy::Policy;
use crate::question::{Loadable, Question};
use crate::reason::{Code, Codes, REQUEST_CODES, examples};
use crate::review::Judge;
use crate::{question, review};

/// The version of the plain wasm exports.
pub const ABI_VERSION: u32 = 1;

const ENGINE: Codes = Codes { codes: reasons::CODES, examples: examples!("examples/engine.json") };
const QUESTION: Codes = Codes { codes: question::reasons::CODES, examples: examples!("examples/question.json") };
const REVIEW: Codes = Codes { codes: review::reasons::CODES, examples: examples!("examples/review.json") };
const REQUEST: Codes = Codes { codes: REQUEST_CODES, examples: examples!("examples/request.json") };

/// What the engine says of itself has the shape of a policy.
static ITSELF: Policy = Policy {
    name: "fitment",
    questions: &[
        Question::row::<itself::About>(),
        Question::row::<questions::Questions>(),
        Question::row::<codes::CodesAsked>(),
        Question::row::<explain::Explain>(),
        Question::row::<editions::Editions>(),
        Question::row::<words::Words>(),
    ],
    codes: if JUDGES { &[ENGINE, QUESTION, REVIEW, REQUEST] } else { &[ENGINE, QUESTION, REQUEST] },
    divergences: &[],
    documents: &[],
    fields: &[],
    reviews: &[],
};

/// All that this engine can be asked: what its policies answer, and what it says of itself.
pub fn all() -> impl Iterator<Item = &'static Policy> + Clone {
    POLICIES.iter().copied().chain([&ITSELF])
}

/// The question of that name.
pub fn question(name: &str) -> Option<&'static Question> {
    all().flat_map(|policy| policy.questions).find(|question| question.name == name)
}

/// How documents of a kind are worked up, if they are.
pub fn loadable(group: &str, kind: &str) -> Option<&'static Loadable> {
    all().flat_map(|policy| policy.documents).find(|known| known.group == group && known.kind == kind)
}

/// Where a kind or its group is nearly that of one that is loaded or judged: the member that is misspelt, what it is
/// about, and what was perhaps meant.
pub fn misspelt<'n>(group: &'n str, kind: &'n str) -> Option<(&'static str, &'n str, &'static str)> {
    let loaded = all().flat_map(|policy| policy.documents).map(|known| (known.group, known.kind));
    let known = loaded.chain(judges().map(|judge| (judge.group, judge.kind)));
    if known.clone().any(|(known, own)| known == group && own == kind) {
        return None;
    }
    let kinds = known.clone().filter(|(known, _)| *known == group).map(|(_, kind)| kind);
    if let Some(meant) = nearest(kind, kinds) {
        return Some(("kind", kind, meant));
    }
    // Of groups only one label may differ: those of one system are alike otherwise.
    let mut groups = known.filter(|(_, own)| *own == kind).map(|(group, _)| group);
    let meant = groups.find(|known| differ_in_a_letter_or_two(group, known))?;
    Some(("apiVersion", group, meant))
}

fn differ_in_a_letter_or_two(group: &str, known: &str) -> bool {
    let differing = group.split('.').zip(known.split('.')).filter(|(own, known)| own != known);
    let differing: Vec<(&str, &str)> = differing.collect();
    let labels = |group: &str| group.split('.').count();
    matches!(differing.as_slice(), [(own, known)] if nearest(own, [*known]).is_some()) && labels(group) == labels(known)
}

/// The kinds of objects that are judged in admission.
pub fn judges() -> impl Iterator<Item = &'static Judge> + Clone {
    all().flat_map(|policy| policy.reviews)
}

/// Every code, with the list it is from and its policy.
fn coded() -> impl Iterator<Item = Coded> + Clone {
    all().flat_map(|policy| {
        policy.codes.iter().flat_map(move |list| list.codes.iter().map(move |code| Coded { policy, list, code }))
    })
}

/// A code and where it is from.
#[derive(Clone, Copy)]
struct Coded {
    policy: &'static Policy,
    list: &'static Codes,
    code: &'static Code,
}
