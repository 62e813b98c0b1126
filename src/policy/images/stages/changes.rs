//! What a stage changed in a profile, for its reasons.

use crate::policy::images::reasons::{VERSION_DROPPED, VERSIONS_NOT_KEPT};
use crate::reason::{Code, Fact, Problem, Reason, Reasons};
use crate::wire::{Json, PathStep, Pointer};

/// The most places that one reason names.
const NAMED: usize = 10;

/// What a stage changed, by the rule that wanted it.
#[derive(Debug, Default)]
pub struct Changes {
    changes: Vec<Change>,
    /// The versions that are dropped, the first by name, and how many they are.
    dropped: (Vec<String>, usize),
}

#[derive(Debug)]
struct Change {
    code: &'static Code,
    count: usize,
    places: Vec<String>,
}

impl Changes {
    /// Notes that a rule changed something at a place.
    pub fn note(&mut self, code: &'static Code, place: &PathStep<'_>) {
        // Where no question is about a profile itself nobody is told, and the rules' sentences need not be there.
        if !cfg!(feature = "images") {
            return;
        }
        let known = self.changes.iter().position(|change| change.code.id == code.id);
        let index = known.unwrap_or_else(|| {
            self.changes.push(Change { code, count: 0, places: Vec::new() });
            self.changes.len() - 1
        });
        if let Some(change) = self.changes.get_mut(index) {
            change.count += 1;
            if change.places.len() < NAMED {
                change.places.push(place.pointer());
            }
        }
    }

    /// Notes that a version of that name is dropped.
    pub(super) fn note_dropped(&mut self, place: &PathStep<'_>, name: impl FnOnce() -> String) {
        self.note(&VERSION_DROPPED, place);
        let (names, count) = &mut self.dropped;
        *count += 1;
        if names.len() < NAMED {
            names.push(name());
        }
    }

    /// Says what it means that versions were dropped from a profile, which has a path.
    pub fn not_kept(&self, path: &Pointer) -> Option<Problem> {
        let (names, count) = &self.dropped;
        let names: Json = names.iter().map(String::as_str).collect();
        let problem = Problem::warning(&VERSIONS_NOT_KEPT, path.clone().key("spec"));
        let problem = problem.fact(Fact::named("versions", names)).fact(Fact::named("count", *count));
        (*count > 0).then_some(problem)
    }

    /// A reason for each rule that changed something, or one that says that none did.
    pub fn reasons(self, unchanged: &'static Code, subject: &str) -> Reasons {
        if self.changes.is_empty() {
            return Reason::new(unchanged, subject).into();
        }
        let reason = |change: Change| {
            let first = change.places.first().cloned().unwrap_or_default();
            let places: Json = change.places.into_iter().collect();
            Reason::new(change.code, first).fact(Fact::named("count", change.count)).fact(Fact::named("places", places))
        };
        self.changes.into_iter().map(reason).collect()
    }
}
