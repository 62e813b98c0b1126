//! What a stage changed in a profile, as reasons for the answer.

use crate::policy::images::reasons::{IMAGE_DROPPED, IMAGES_NOT_KEPT, VERSION_DROPPED, VERSIONS_NOT_KEPT};
use crate::reason::{Code, Fact, Problem, Reason, Reasons};
use crate::wire::{Dropped, Json, PathStep, Pointer};

/// The maximum number of places that one reason names.
const NAMED: usize = 10;

/// The changes of a stage, by the rule that caused them.
#[derive(Debug, Default)]
pub struct Changes {
    changes: Vec<Change>,
    /// The names of the first versions that were dropped, and the number of all of them.
    dropped: (Vec<String>, usize),
    /// The names of the first images that were dropped and had no versions to begin with, and the number of all of
    /// them.
    without_versions: (Vec<String>, usize),
    /// The machine types that got the usual architecture although several are defined.
    of_usual_architecture: Vec<String>,
    /// For each version and image that was dropped, the place of its list and how many elements before it remain.
    places: Vec<(String, usize)>,
}

/// The place of an element that is dropped.
pub(super) struct Place<'p> {
    pub list: &'p PathStep<'p>,
    pub index: usize,
    /// How many elements of the list before it are kept.
    pub kept: usize,
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
        // Without the feature `images` no question is about a profile itself, so nobody sees the changes and the
        // sentences of the rules need not be compiled in.
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
    pub(super) fn note_dropped(&mut self, place: Place<'_>, name: impl FnOnce() -> String) {
        self.note_gone(&VERSION_DROPPED, place);
        add(&mut self.dropped, name);
    }

    /// Notes that an image is dropped because it has no versions or lost them all.
    pub(super) fn note_dropped_image(&mut self, place: Place<'_>, name: &str, had_versions: bool) {
        self.note_gone(&IMAGE_DROPPED, place);
        if !had_versions {
            add(&mut self.without_versions, || name.to_owned());
        }
    }

    fn note_gone(&mut self, code: &'static Code, Place { list, index, kept }: Place<'_>) {
        self.note(code, &list.index(index));
        self.places.push((list.pointer(), kept));
    }

    /// Notes a machine type that got the usual architecture although several are defined.
    pub(super) fn note_usual(&mut self, machine: &str) {
        self.of_usual_architecture.push(machine.to_owned());
    }

    /// Returns the machine types that got the usual architecture although several are defined.
    pub fn of_usual_architecture(self) -> Vec<String> {
        self.of_usual_architecture
    }

    /// Warns of the versions and images that were dropped from the profile at `path`.
    pub fn not_kept(&self, path: &Pointer) -> Vec<Problem> {
        let warning = |code, what, (names, count): &(Vec<String>, usize)| {
            let names: Json = names.iter().map(String::as_str).collect();
            let problem = Problem::warning(code, path.clone().key("spec"));
            let problem = problem.fact(Fact::named(what, names)).fact(Fact::named("count", *count));
            (*count > 0).then_some(problem)
        };
        let versions = warning(&VERSIONS_NOT_KEPT, "versions", &self.dropped);
        versions.into_iter().chain(warning(&IMAGES_NOT_KEPT, "images", &self.without_versions)).collect()
    }

    /// Returns the places of all versions and images that were dropped.
    pub fn dropped(&mut self) -> Dropped {
        Dropped::new(std::mem::take(&mut self.places))
    }

    /// Returns a reason for each rule that changed something, or the reason `unchanged` if none did.
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

/// Counts a name, and keeps it unless enough names are kept already.
fn add((names, count): &mut (Vec<String>, usize), name: impl FnOnce() -> String) {
    *count += 1;
    if names.len() < NAMED {
        names.push(name());
    }
}
