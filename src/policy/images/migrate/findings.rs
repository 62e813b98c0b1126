//! What is inferred, and what stands against a migration.

use crate::policy::images::documents::Capabilities;
use crate::policy::images::reasons::MIGRATION_TOO_LARGE;
use crate::reason::{Code, Fact, Level, Reason, Reasons};
use crate::wire::{Json, Pointer, answer};

answer! {
    /// Something unstated that the profile implies.
    pub struct Inference {
        /// Its code, which `fitment/explain` explains.
        code: &'static str,
        /// Where it is in the document.
        path: String,
        /// What it is about.
        subject: String,
        /// What is concluded.
        value: Json,
    }
}

answer! {
    /// Something that prevents a migration, or is left.
    pub struct MigrationFinding {
        /// Whether it prevents it.
        level: Level,
        /// Its code, which `fitment/explain` explains.
        code: &'static str,
        /// Where it is: in the document, or in what was given.
        path: String,
        /// What it is about.
        subject: String,
        /// What to do about it.
        cure: &'static str,
    }
}

/// What is found, before it is known whether anybody is told.
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

/// How many inferences and findings are told of each kind.
const TOLD: usize = 100;

/// How many values are copied for versions and machine types: what is said of one tag or name may be so of thousands.
const COPIED: usize = 100_000;

/// All that is found: as much as is told, and how much that is.
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
    /// Whether capabilities may be copied once more. Where that is too much it stands against a migration.
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

    /// Something that stands against it.
    pub(super) fn error(&mut self, found: impl FnOnce() -> Migrating) {
        self.errors += 1;
        self.tell(Level::Error, found);
    }

    /// Something that is left.
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

    /// Something that is concluded.
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
