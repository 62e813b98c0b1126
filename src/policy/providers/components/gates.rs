//! Feature gates in the arguments of a manifest.

use super::flags::Flag;
use crate::base::sort::sort_by;
use crate::policy::providers::divergences::GATES_READ_AS_GO_DOES;
use crate::policy::providers::reasons::{GATES_READ, NO_GATES};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, answer, given};

/// The name of the flag that sets feature gates.
pub const FEATURE_GATES: &str = "feature-gates";

/// Feature gates in the order in which they were set. Later entries override earlier ones.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Gates(Vec<(String, Gate)>);

/// The value of a feature gate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gate {
    /// On or off.
    Set(bool),
    /// A text that is not a boolean.
    Text(String),
}

impl Gates {
    /// Reads the gates of a command line. All arguments count, and later ones override earlier ones.
    pub fn read(arguments: &[&str]) -> Self {
        let mut gates = Self::default();
        let flags = Flag::read_all(arguments).into_iter().flatten();
        for flag in flags.filter(|flag| flag.name == FEATURE_GATES) {
            for (name, value) in flag.value.unwrap_or_default().split(',').filter_map(|entry| entry.split_once('=')) {
                let value = value.trim();
                let gate = go_bool(value).map_or_else(|| Gate::Text(value.to_owned()), Gate::Set);
                gates.set(name.trim(), gate);
            }
        }
        gates
    }

    /// Reads the gates as today's operator does: only from the first argument, and any value except `true` is off.
    pub fn read_today(arguments: &[&str]) -> Self {
        let mut gates = Self::default();
        let first = arguments.iter().find_map(|argument| argument.strip_prefix("--feature-gates="));
        for (name, value) in first.unwrap_or_default().split(',').filter_map(|entry| entry.split_once('=')) {
            gates.set(name, Gate::Set(value == "true"));
        }
        gates
    }

    /// Sets a gate, overriding earlier values.
    pub fn set(&mut self, name: &str, gate: Gate) {
        self.0.push((name.to_owned(), gate));
    }

    /// Returns the gates sorted by name, each with its last value.
    fn sorted(mut self) -> Vec<(String, Gate)> {
        self.0.reverse();
        sort_by(&mut self.0, |(left, _), (right, _)| left.cmp(right));
        self.0.dedup_by(|(later, _), (kept, _)| later == kept);
        self.0
    }

    /// Formats the gates as the value of the flag.
    pub fn into_argument(self) -> String {
        let shown = |(name, gate): (String, Gate)| match gate {
            Gate::Set(on) => format!("{name}={on}"),
            Gate::Text(text) => format!("{name}={text}"),
        };
        self.sorted().into_iter().map(shown).collect::<Vec<_>>().join(",")
    }
}

/// Parses a boolean as Go does.
fn go_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// `providers/feature-gates`
#[derive(Debug)]
pub struct FeatureGates;

given! {
    /// The arguments of a manifest.
    pub struct GatesGiven<'a> {
        /// The arguments of the container in the manifest.
        manifest_args ["manifestArgs"]: Vec<&'a str>,
    }
}

answer! {
    /// The feature gates that a command line sets.
    pub struct GatesAnswer {
        /// The gates by name: `true`, `false`, or the text of a value that is neither.
        gates: Ordered<String, Json>,
    }
}

impl Answers for FeatureGates {
    const NAME: &'static str = "providers/feature-gates";
    const ASKS: &'static str = "which feature gates the command line of a manifest sets";
    const PART: bool = true;
    type Given<'a> = GatesGiven<'a>;
    type Answer<'a> = GatesAnswer;

    fn decide<'a>(given: GatesGiven<'a>, asked: &Asked<'a>) -> Outcome<GatesAnswer> {
        let as_go = asked.edition.applies(&GATES_READ_AS_GO_DOES);
        let read = if as_go { Gates::read } else { Gates::read_today };
        let shown = |(name, gate)| match gate {
            Gate::Set(on) => (name, on.into()),
            Gate::Text(text) => (name, text.into()),
        };
        let gates: Ordered<String, Json> = read(&given.manifest_args).sorted().into_iter().map(shown).collect();
        let reason = match gates.is_empty() {
            true => Reason::new(&NO_GATES, FEATURE_GATES),
            false => {
                let names = gates.iter().map(|(name, _)| name.as_str()).collect::<Json>();
                Reason::new(&GATES_READ, FEATURE_GATES).fact(Fact::named("gates", names))
            }
        };
        Ok(Decision::new(GatesAnswer { gates }, reason))
    }
}
