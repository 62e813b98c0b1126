use crate::policy::images::edits::Operation;
use crate::reason::{Code, Fact, Level, Reason};
use crate::wire::{Pointer, answer};

answer! {
    /// Something that is wrong with a profile.
    pub struct ProfileFinding {
        /// The severity of the finding.
        level: Level,
        /// The code of the finding, which `fitment/explain` explains.
        code: &'static str,
        /// The place of the finding in the document, as a JSON Pointer.
        path: String,
        /// What the finding is about: a machine type, an image, a version as `image:version`, or a capability.
        subject: String,
        /// What to do about the finding.
        cure: &'static str,
        /// The edits that fix it; absent where there are none.
        fix: Option<Vec<Operation>>,
        /// Whether the edits change nothing about what fits, is valid or is admitted; absent without edits.
        safe: Option<bool>,
    }
}

/// A finding before it is known whether it is reported.
pub(super) struct Found {
    pub code: &'static Code,
    pub path: Pointer,
    pub subject: String,
    pub facts: Vec<Fact>,
    pub fix: Option<Vec<Operation>>,
}

impl Found {
    /// Creates a finding about a subject at a place in the document.
    pub(super) fn new(code: &'static Code, path: Pointer, subject: impl Into<String>) -> Self {
        Self { code, path, subject: subject.into(), facts: Vec::new(), fix: None }
    }

    pub(super) fn fact(mut self, fact: Fact) -> Self {
        self.facts.push(fact);
        self
    }

    /// Adds edits that fix the finding, but change what fits or is admitted.
    pub(super) fn fix(self, fix: impl IntoIterator<Item = Operation>) -> Self {
        Self { fix: Some(fix.into_iter().collect()), ..self }
    }
}

/// The maximum number of edits to make at once. Asking again after making them returns the others.
const SAFE: usize = 10_000;

/// The findings that are reported, and the number of all findings.
#[derive(Debug)]
pub(super) struct Findings {
    most: usize,
    /// The reported findings, each with its reason.
    pub told: Vec<(ProfileFinding, Reason)>,
    pub count: usize,
    pub errors: usize,
    /// The edits that leave every answer as it is. Each removes an element of a list, so the last one must be made
    /// first.
    pub safe: Vec<Operation>,
}

impl Findings {
    /// Starts with no findings; at most `most` are reported.
    pub(super) fn new(most: usize) -> Self {
        Self { most, told: Vec::new(), count: 0, errors: 0, safe: Vec::new() }
    }

    /// Adds a finding, which is only worked out if it is reported.
    pub(super) fn add(&mut self, level: Level, found: impl FnOnce() -> Found) {
        self.tell(level, None, found);
    }

    /// Adds a finding that disappears, without changing anything else, if an element of a list is removed.
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
            // An error displaces the last reported finding that is none.
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
