use crate::policy::images::edits::Operation;
use crate::reason::{Code, Fact, Level, Reason};
use crate::wire::{Pointer, answer};

answer! {
    /// Something that is wrong with a profile.
    pub struct ProfileFinding {
        /// How bad it is.
        level: Level,
        /// Its code, which `fitment/explain` explains.
        code: &'static str,
        /// Where it is in the document.
        path: String,
        /// What it is about: a machine type, an image, a version as `image:version`, a capability.
        subject: String,
        /// What to do about it.
        cure: &'static str,
        /// The edit that fixes it, where there is one.
        fix: Option<Vec<Operation>>,
        /// Whether the edit changes nothing about what fits, is valid or is admitted.
        safe: Option<bool>,
    }
}

/// A finding before it is known whether anybody is told.
pub(super) struct Found {
    pub code: &'static Code,
    pub path: Pointer,
    pub subject: String,
    pub facts: Vec<Fact>,
    pub fix: Option<Vec<Operation>>,
}

impl Found {
    /// A finding about a subject at a place in the document.
    pub(super) fn new(code: &'static Code, path: Pointer, subject: impl Into<String>) -> Self {
        Self { code, path, subject: subject.into(), facts: Vec::new(), fix: None }
    }

    pub(super) fn fact(mut self, fact: Fact) -> Self {
        self.facts.push(fact);
        self
    }

    /// What would mend it, and change what fits or is admitted.
    pub(super) fn fix(self, fix: impl IntoIterator<Item = Operation>) -> Self {
        Self { fix: Some(fix.into_iter().collect()), ..self }
    }
}

/// How many edits are made at once; who makes them and asks again is told the others.
const SAFE: usize = 10_000;

/// What was found: as much as is told, and how much that is in all.
#[derive(Debug)]
pub(super) struct Findings {
    most: usize,
    /// Findings, each with its reason.
    pub told: Vec<(ProfileFinding, Reason)>,
    pub count: usize,
    pub errors: usize,
    /// All edits that leave every answer as it is. Each takes out an element of a list, so the last is made first.
    pub safe: Vec<Operation>,
}

impl Findings {
    /// Nothing found yet, and so many to be told at most.
    pub(super) fn new(most: usize) -> Self {
        Self { most, told: Vec::new(), count: 0, errors: 0, safe: Vec::new() }
    }

    /// Adds a finding, which is only worked out where it is told.
    pub(super) fn add(&mut self, level: Level, found: impl FnOnce() -> Found) {
        self.tell(level, None, found);
    }

    /// Adds a finding that goes away when an element of a list does, and nothing else changes.
    pub(super) fn add_safe(&mut self, level: Level, element: Pointer, found: impl FnOnce() -> Found) {
        let fix = Operation::remove(element);
        if self.safe.len() < SAFE {
            self.safe.push(fix.clone());
        }
        self.tell(level, Some(fix), found);
    }

    fn tell(&mut self, level: Level, safe: Option<Operation>, found: impl FnOnce() -> Found) {
        self.count += 1;
        self.errors += usize::from(level == Level::Error);
        if self.told.len() >= self.most {
            // An error takes the place of what matters less.
            let least = || self.told.iter().rposition(|(finding, _)| finding.level != Level::Error);
            let Some(least) = (level == Level::Error).then(least).flatten() else { return };
            self.told.remove(least);
        }
        let Found { code, path, subject, facts, fix } = found();
        let is_safe = safe.is_some();
        let fix = safe.map(|fix| vec![fix]).or(fix);
        let reason = Reason::new(code, subject.as_str()).facts(facts);
        let safe = fix.as_ref().map(|_| is_safe);
        let finding = ProfileFinding { level, code: code.id, path: path.into(), subject, cure: code.cure, fix, safe };
        self.told.push((finding, reason));
    }
}
