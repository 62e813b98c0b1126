use std::borrow::Cow;

use serde::Deserialize;

/// The parts of an engine's answer that metrics and the log keep, in the engine's own words.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The question, or the kind of the reviewed object.
    pub subject: String,
    /// `decided` or `undecided`.
    pub outcome: &'static str,
    /// What an undecided answer lacks: `request` or `facts`.
    pub lacks: &'static str,
    /// `yes`, `no` or `none`; empty if undecided.
    pub verdict: &'static str,
    /// The codes of the top-level reasons and problems.
    pub codes: Vec<String>,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    outcome: Cow<'a, str>,
    #[serde(borrow)]
    undecided: Option<Cow<'a, str>>,
    #[serde(borrow)]
    verdict: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    because: Vec<Coded<'a>>,
    #[serde(borrow, default)]
    problems: Vec<Coded<'a>>,
}

#[derive(Deserialize)]
struct Coded<'a> {
    #[serde(borrow)]
    code: Cow<'a, str>,
}

/// Returns the known word equal to this one; empty if there is none.
fn one_of(word: Option<&str>, known: &[&'static str]) -> &'static str {
    known.iter().copied().find(|known| Some(*known) == word).unwrap_or_default()
}

impl Summary {
    /// `None` if the bytes are not an answer of the engine.
    pub fn of(answer: &[u8], subject: String) -> Option<Self> {
        let Answer { outcome, undecided, verdict, because, problems } = serde_json::from_slice(answer).ok()?;
        let mut codes: Vec<String> = because.into_iter().chain(problems).map(|coded| coded.code.into_owned()).collect();
        codes.sort_unstable();
        codes.dedup();
        Some(Self {
            subject,
            outcome: one_of(Some(&outcome), &["decided", "undecided"]),
            lacks: one_of(undecided.as_deref(), &["request", "facts"]),
            verdict: one_of(verdict.as_deref(), &["yes", "no", "none"]),
            codes,
        })
    }

    /// The summary of a review without an answer of the engine.
    pub fn unanswered(subject: String) -> Self {
        Self { subject, outcome: "undecided", lacks: "", verdict: "", codes: Vec::new() }
    }

    /// Whether the engine decided.
    pub fn is_decided(&self) -> bool {
        self.outcome == "decided"
    }
}
