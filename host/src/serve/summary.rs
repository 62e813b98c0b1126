use std::borrow::Cow;

use serde::Deserialize;

/// What an answer of the engine says of itself, as metrics and the log keep it. The engine's words, none of ours.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The question, or the kind of a review.
    pub subject: String,
    /// `decided` or `undecided`.
    pub outcome: &'static str,
    /// What an undecided one lacks: `request` or `facts`.
    pub lacks: &'static str,
    /// `yes`, `no` or `none`; empty for what is undecided.
    pub verdict: &'static str,
    /// The codes of the reasons and problems, those at the top.
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

/// The same word, where it is one of these.
fn one_of(word: Option<&str>, known: &[&'static str]) -> &'static str {
    known.iter().copied().find(|known| Some(*known) == word).unwrap_or_default()
}

impl Summary {
    /// Nothing for what is no answer of the engine.
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

    /// Whether the engine decided.
    pub fn is_decided(&self) -> bool {
        self.outcome == "decided"
    }
}
