//! A pool with its place in a document, and the warnings about it.

use crate::policy::images::documents::{STRATEGIES, ShootDocument, WORKERS, Worker};
use crate::policy::images::errors::{FieldError, FieldPath};
use crate::policy::images::reasons::{POOL_NOT_STORED, WORKER_STRATEGY_UNKNOWN};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// A pool, both parsed and as written, with its place and its path.
pub(crate) struct Pool<'p, 'a> {
    pub worker: &'p Worker<'a>,
    pub written: Value<'a>,
    pub at: [Pointer; 2],
}

/// The pools of a Shoot; `at` is the place and the path of the Shoot.
pub(crate) fn pools<'p, 'a>(
    shoot: &'p ShootDocument<'a>,
    at: [Pointer; 2],
) -> impl Iterator<Item = Pool<'p, 'a>> + use<'p, 'a> {
    let at = at.map(|at| WORKERS.iter().fold(at, |at, key| at.key(key)));
    let all = shoot.workers().iter().zip(shoot.written_workers()).enumerate();
    all.map(move |(index, (worker, written))| Pool { worker, written, at: at.clone().map(|at| at.index(index)) })
}

impl<'p> Pool<'p, '_> {
    /// A part of the pool, as written.
    pub(super) fn found(&self, keys: &[&str]) -> Option<Value<'_>> {
        keys.iter().try_fold(self.written, |value, key| value.get(key))
    }

    /// A field of the pool that an API server would not store, and why.
    pub(crate) fn not_stored(&self, keys: &[&str], what: String) -> NotStored<'p> {
        let at = self.at.clone().map(|at| keys.iter().fold(at, |at, key| at.key(key)));
        self.not_stored_at(at, self.found(keys), what)
    }

    /// Like [`Self::not_stored`], for a given place and path.
    pub(super) fn not_stored_at(
        &self,
        at: [Pointer; 2],
        found: Option<impl Into<Json>>,
        what: String,
    ) -> NotStored<'p> {
        NotStored { at, found: found.map(Into::into), flaw: Flaw::Of(self.worker.name(), what) }
    }

    /// The update strategy, if it is unknown.
    pub(super) fn unknown_strategy(&self) -> Option<NotStored<'p>> {
        let word = self.worker.update_strategy.filter(|word| !STRATEGIES.contains(word))?;
        let at = self.at.clone().map(|at| at.key("updateStrategy"));
        Some(NotStored { at, found: Some(word.into()), flaw: Flaw::Strategy(word) })
    }
}

/// Something of a pool that an API server would not store: an error if that is judged, otherwise a warning.
pub(crate) struct NotStored<'p> {
    at: [Pointer; 2],
    found: Option<Json>,
    flaw: Flaw<'p>,
}

enum Flaw<'p> {
    /// The name of a pool, and what is wrong with the pool.
    Of(&'p str, String),
    Strategy(&'p str),
}

impl NotStored<'_> {
    /// The path that a problem points to.
    pub(crate) fn path(&self) -> &Pointer {
        let [_, path] = &self.at;
        path
    }

    /// The error of the API server.
    pub(crate) fn error(&self, field: impl FieldPath) -> FieldError {
        match &self.flaw {
            Flaw::Of(_, what) => match &self.found {
                None | Some(Json::Null) => FieldError::required(field, what),
                Some(found) => FieldError::invalid(field, found.clone(), what),
            },
            Flaw::Strategy(word) => FieldError::not_supported(field, *word, &STRATEGIES),
        }
    }

    /// The warning for a question that does not judge this.
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
