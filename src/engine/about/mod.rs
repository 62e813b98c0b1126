//! Questions about the engine itself, so that a host with nothing but the wasm file can show everything it needs.

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
use crate::question::{Asked, Loadable, OWN_GROUP, Question};
use crate::reason::{Code, Codes, Problem, REQUEST_CODES, examples};
use crate::review::Judge;
use crate::wire::Value;
use crate::{question, review};

/// The version of the plain wasm exports.
pub const ABI_VERSION: u32 = 1;

const ENGINE: Codes = Codes { codes: reasons::CODES, examples: examples!("examples/engine.json") };
const QUESTION: Codes = Codes { codes: question::reasons::CODES, examples: examples!("examples/question.json") };
const REVIEW: Codes = Codes { codes: review::reasons::CODES, examples: examples!("examples/review.json") };
const REQUEST: Codes = Codes { codes: REQUEST_CODES, examples: examples!("examples/request.json") };

/// The questions and codes of the engine itself, in the form of a policy.
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
    contradictions: None,
    reviews: &[],
    beside: &[],
};

/// All policies of this build, and the engine's own questions.
pub fn all() -> impl Iterator<Item = &'static Policy> + Clone {
    POLICIES.iter().copied().chain([&ITSELF])
}

/// Returns the question with this name.
pub fn question(name: &str) -> Option<&'static Question> {
    all().flat_map(|policy| policy.questions).find(|question| question.name == name)
}

/// The policy that a question belongs to.
pub fn policy_of(question: &str) -> Option<&'static Policy> {
    all().find(|policy| question.strip_prefix(policy.name).is_some_and(|rest| rest.starts_with('/')))
}

/// The problems with documents in `given` that contradict each other.
pub fn contradictions(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    if !JUDGES {
        return Vec::new();
    }
    let said = policy_of(question).and_then(|policy| policy.contradictions);
    said.map(|contradictions| contradictions(question, given, asked)).unwrap_or_default()
}

/// How documents of a kind are compiled, if they are.
pub fn loadable(group: &str, kind: &str) -> Option<&'static Loadable> {
    all().flat_map(|policy| policy.documents).find(|known| known.group == group && known.kind == kind)
}

/// Checks whether a kind or its group is a misspelling of one that is loaded or judged. Returns the misspelt member,
/// its value, and what was probably meant.
pub fn misspelt<'n>(group: &'n str, kind: &'n str) -> Option<(&'static str, &'n str, &'static str)> {
    // The usual case comes first, because loads can have thousands of documents.
    if loadable(group, kind).is_some() {
        return None;
    }
    let mut known: Vec<(&'static str, &'static str)> = Vec::new();
    for policy in all() {
        policy.documents.iter().for_each(|loadable| known.push((loadable.group, loadable.kind)));
        policy.reviews.iter().for_each(|judge| known.push((judge.group, judge.kind)));
        // Settings are neither compiled nor judged, and are read all the same.
        known.extend(policy.fields.iter().filter_map(|fields| fields.kind).filter(|(group, _)| *group == OWN_GROUP));
    }
    if known.contains(&(group, kind)) {
        return None;
    }
    if let Some(meant) = nearest(kind, known.iter().filter(|(known, _)| *known == group).map(|(_, kind)| *kind)) {
        // A kind that another group has is spelt right: the group is the wrong one.
        let elsewhere = known.iter().find(|(_, known)| *known == kind);
        return Some(elsewhere.map_or(("kind", kind, meant), |(meant, _)| ("apiVersion", group, meant)));
    }
    let strays = |known: &str| judges().any(|judge| judge.group == known && judge.strays.is_some_and(|it| it(group)));
    let is_meant = |known: &str| {
        // Others put their groups into a domain.
        let is_own = || known == OWN_GROUP && group.split('.').any(|label| label == known);
        group.is_empty() || differ_in_a_label(group, known) || lacks_labels(group, known) || strays(known) || is_own()
    };
    let (meant, _) = known.iter().find(|(known, own)| *own == kind && is_meant(known))?;
    Some(("apiVersion", group, meant))
}

/// Whether a group is a known one without its first labels, as `gardener.cloud` is of `core.gardener.cloud`.
fn lacks_labels(group: &str, known: &str) -> bool {
    group.contains('.') && known.strip_suffix(group).is_some_and(|rest| rest.ends_with('.'))
}

/// Whether two groups differ by a typo in exactly one label. A single label is allowed to differ, because groups of one
/// system have the others in common.
fn differ_in_a_label(group: &str, known: &str) -> bool {
    let (mut own, mut others, mut slips) = (group.split('.'), known.split('.'), 0);
    loop {
        match (own.next(), others.next()) {
            (None, None) => return slips == 1,
            (Some(label), Some(other)) if label == other => {}
            (Some(label), Some(other)) if nearest(label, [other]).is_some() => slips += 1,
            _ => return false,
        }
    }
}

/// The kinds of objects that are judged in admission.
pub fn judges() -> impl Iterator<Item = &'static Judge> {
    all().flat_map(|policy| policy.reviews)
}

/// All codes, with the lists and policies that they belong to.
fn coded() -> impl Iterator<Item = Coded> + Clone {
    all().flat_map(|policy| {
        policy.codes.iter().flat_map(move |list| list.codes.iter().map(move |code| Coded { policy, list, code }))
    })
}

/// A code with the list and the policy that it belongs to.
#[derive(Clone, Copy)]
struct Coded {
    policy: &'static Policy,
    list: &'static Codes,
    code: &'static Code,
}

#[cfg(all(test, feature = "whole"))]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_is_nearly_known_is_told() {
        let meant = |group, kind| misspelt(group, kind).map(|(key, _, meant)| (key, meant));
        assert_eq!(meant("core.gardener.cloud", "Shoot"), None);
        assert_eq!(meant("core.gardener.cloud", "Shot"), Some(("kind", "Shoot")));
        for group in ["", "gardener.cloud", "core.gardner.cloud"] {
            assert_eq!(meant(group, "Shoot"), Some(("apiVersion", "core.gardener.cloud")), "{group}");
        }
        for group in ["cloud", "example.org", "provisioning.cattle.io", "infrastructure.cluster.x-k8s.io"] {
            assert_eq!(meant(group, "Shoot"), None, "{group}");
            assert_eq!(meant(group, "AWSCluster"), None, "{group}");
        }
        assert_eq!(meant("", "AWSCluster"), None);
        let elsewhere = meant("management.cluster.x-k8s.io", "IPAMProvider");
        assert_eq!(elsewhere, Some(("apiVersion", "operator.cluster.x-k8s.io")));
    }
}
