//! What a migration infers, and what prevents it.

use crate::policy::images::documents::Capabilities;
use crate::policy::images::reasons::MIGRATION_TOO_LARGE;
use crate::reason::{Code, Fact, Level, Reason, Reasons};
use crate::wire::{Json, Pointer, answer};

answer! {
    /// A conclusion that the profile implies without stating it.
    pub struct Inference {
        /// The code of the conclusion, which `fitment/explain` explains.
        code: &'static str,
        /// Where in the document the conclusion applies, as a JSON Pointer.
        path: String,
        /// What the conclusion is about.
        subject: String,
        /// What is concluded.
        value: Json,
    }
}

answer! {
    /// An error that prevents a migration, or a warning about it.
    pub struct MigrationFinding {
        /// Whether the finding prevents the migration.
        level: Level,
        /// The code of the finding, which `fitment/explain` explains.
        code: &'static str,
        /// Where the finding is, in the document or in `given`, as a JSON Pointer.
        path: String,
        /// What the finding is about.
        subject: String,
        /// What to do about the finding.
        cure: &'static str,
    }
}

/// A finding or inference before it is reported.
pub(super) struct Migrating {
    code: &'static Code,
    path: Pointer,
    subject: String,
    facts: Vec<Fact>,
}

impl Migrating {
    pub(super) fn new(code: &'static Code, path: Pointer, subject: impl Into<String>) -> Self {
        Self { code, path, subject: subject.into(), facts: Vec::new() }
    }

    pub(super) fn fact(mut self, fact: Fact) -> Self {
        self.facts.push(fact);
        self
    }
}

/// How many inferences and how many findings are reported.
const TOLD: usize = 100;

/// How many values may be copied to versions and machine types. What is given for one tag or name may apply to
/// thousands.
const COPIED: usize = 100_000;

/// All findings and inferences: the reported ones, and the number of all.
#[derive(Debug, Default)]
pub(super) struct Findings {
    copied: usize,
    pub inferences: Vec<Inference>,
    pub inferred: usize,
    pub told: Vec<MigrationFinding>,
    pub count: usize,
    pub errors: usize,
    pub reasons: Reasons,
}

impl Findings {
    /// Whether capabilities may be copied once more. Exceeding the limit is an error that prevents the migration.
    pub(super) fn may_copy(&mut self, capabilities: &Capabilities<'_>) -> bool {
        if self.copied > COPIED {
            return false;
        }
        self.copied += capabilities.iter().map(|(_, values)| 1 + values.len()).sum::<usize>();
        let may = self.copied <= COPIED;
        if !may {
            self.error(|| Migrating::new(&MIGRATION_TOO_LARGE, Pointer::to("spec"), "spec"));
        }
        may
    }

    /// Reports something that prevents the migration.
    pub(super) fn error(&mut self, found: impl FnOnce() -> Migrating) {
        self.errors += 1;
        self.tell(Level::Error, found);
    }

    /// Reports something that needs attention but does not prevent the migration.
    pub(super) fn warning(&mut self, found: impl FnOnce() -> Migrating) {
        self.tell(Level::Warning, found);
    }

    fn tell(&mut self, level: Level, found: impl FnOnce() -> Migrating) {
        self.count += 1;
        if self.told.len() < TOLD {
            let Migrating { code, path, subject, facts } = found();
            self.reasons.push(Reason::new(code, subject.as_str()).facts(facts));
            self.told.push(MigrationFinding { level, code: code.id, path: path.into(), subject, cure: code.cure });
        }
    }

    /// Reports a conclusion.
    pub(super) fn infer(&mut self, value: impl FnOnce() -> Json, found: impl FnOnce() -> Migrating) {
        self.inferred += 1;
        if self.inferences.len() < TOLD {
            let (value, Migrating { code, path, subject, facts }) = (value(), found());
            let reason = Reason::new(code, subject.as_str()).facts(facts);
            self.reasons.push(reason.fact(Fact::named("value", value.clone())));
            self.inferences.push(Inference { code: code.id, path: path.into(), subject, value });
        }
    }
}
