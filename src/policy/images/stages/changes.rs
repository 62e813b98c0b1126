//! What a stage changed in a profile, for its reasons.

use crate::reason::{Code, Fact, Reason, Reasons};
use crate::wire::{Json, PathStep};

/// The most places that one reason names.
const NAMED: usize = 10;

/// What a stage changed, by the rule that wanted it.
#[derive(Debug, Default)]
pub struct Changes(Vec<Change>);

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
        let known = self.0.iter().position(|change| change.code.id == code.id);
        let index = known.unwrap_or_else(|| {
            self.0.push(Change { code, count: 0, places: Vec::new() });
            self.0.len() - 1
        });
        if let Some(change) = self.0.get_mut(index) {
            change.count += 1;
            if change.places.len() < NAMED {
                change.places.push(place.pointer());
            }
        }
    }

    /// A reason for each rule that changed something, or one that says that none did.
    pub fn reasons(self, unchanged: &'static Code, subject: &str) -> Reasons {
        if self.0.is_empty() {
            return Reason::new(unchanged, subject).into();
        }
        let reason = |change: Change| {
            let first = change.places.first().cloned().unwrap_or_default();
            let places: Json = change.places.into_iter().collect();
            Reason::new(change.code, first).fact(Fact::named("count", change.count)).fact(Fact::named("places", places))
        };
        self.0.into_iter().map(reason).collect()
    }
}
