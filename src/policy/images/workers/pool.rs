//! A pool where it stands, and what is said of it there.

use crate::policy::images::documents::{STRATEGIES, ShootDocument, WORKERS, Worker};
use crate::policy::images::errors::{FieldError, FieldPath};
use crate::policy::images::reasons::{POOL_NOT_STORED, WORKER_STRATEGY_UNKNOWN};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// A pool as it is read and as it is written, with its place and its path.
pub(crate) struct Pool<'p, 'a> {
    pub worker: &'p Worker<'a>,
    pub written: Value<'a>,
    pub at: [Pointer; 2],
}

/// The pools of a Shoot that has a place and a path.
pub(crate) fn pools<'p, 'a>(
    shoot: &'p ShootDocument<'a>,
    at: [Pointer; 2],
) -> impl Iterator<Item = Pool<'p, 'a>> + use<'p, 'a> {
    let at = at.map(|at| WORKERS.iter().fold(at, |at, key| at.key(key)));
    let all = shoot.workers().iter().zip(shoot.written_workers()).enumerate();
    all.map(move |(index, (worker, written))| Pool { worker, written, at: at.clone().map(|at| at.index(index)) })
}

impl<'p> Pool<'p, '_> {
    /// Something of it as it is written.
    pub(super) fn found(&self, keys: &[&str]) -> Option<Value<'_>> {
        keys.iter().try_fold(self.written, |value, key| value.get(key))
    }

    /// What an API server would not store of it.
    pub(crate) fn not_stored(&self, keys: &[&str], what: String) -> NotStored<'p> {
        let at = self.at.clone().map(|at| keys.iter().fold(at, |at, key| at.key(key)));
        self.not_stored_at(at, self.found(keys), what)
    }

    /// The same, somewhere in it.
    pub(super) fn not_stored_at(
        &self,
        at: [Pointer; 2],
        found: Option<impl Into<Json>>,
        what: String,
    ) -> NotStored<'p> {
        NotStored { at, found: found.map(Into::into), flaw: Flaw::Of(self.worker.name(), what) }
    }

    /// An update strategy that there is none of.
    pub(super) fn unknown_strategy(&self) -> Option<NotStored<'p>> {
        let word = self.worker.update_strategy.filter(|word| !STRATEGIES.contains(word))?;
        let at = self.at.clone().map(|at| at.key("updateStrategy"));
        Some(NotStored { at, found: Some(word.into()), flaw: Flaw::Strategy(word) })
    }
}

/// What an API server would not store of a pool: a warning, or an error where that is judged.
pub(crate) struct NotStored<'p> {
    at: [Pointer; 2],
    found: Option<Json>,
    flaw: Flaw<'p>,
}

enum Flaw<'p> {
    /// A pool, and what is wrong with it.
    Of(&'p str, String),
    Strategy(&'p str),
}

impl NotStored<'_> {
    /// Where it is, as problems have it.
    pub(crate) fn path(&self) -> &Pointer {
        let [_, path] = &self.at;
        path
    }

    /// What the API server says.
    pub(crate) fn error(&self, field: impl FieldPath) -> FieldError {
        match &self.flaw {
            Flaw::Of(_, what) => FieldError::forbidden(field, what),
            Flaw::Strategy(word) => FieldError::not_supported(field, *word, &STRATEGIES),
        }
    }

    /// What is said where it is not judged.
    pub(crate) fn warning(self) -> Problem {
        let Self { at: [place, path], found, flaw } = self;
        let fact = Fact::of(place, found);
        match flaw {
            Flaw::Of(pool, what) => {
                let problem = Problem::warning(&POOL_NOT_STORED, path).fact(fact);
                problem.fact(Fact::named("pool", pool)).fact(Fact::named("what", what))
            }
            Flaw::Strategy(word) => {
                Problem::warning(&WORKER_STRATEGY_UNKNOWN, path).fact(fact).nearest_to(word, STRATEGIES)
            }
        }
    }
}
