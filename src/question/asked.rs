use std::cell::OnceCell;

use super::decision::Undecided;
use super::documents::Documents;
use super::reasons::NOW_MISSING;
use crate::base::{Edition, Instant};
use crate::reason::Problem;
use crate::wire::{Document, Pointer};

/// What a rule may look at besides what it was given.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Whose behaviour is asked for.
    pub edition: Edition,
    /// The loaded documents.
    pub documents: &'a Documents,
    now: Option<Instant>,
    scratch: &'a Scratch,
    /// Asks a fresh engine, for examples.
    pub replay: Replay,
}

/// Asks a fresh engine: what to load first unless it is empty, the verb, the request.
pub type Replay = fn(load: &str, verb: &str, request: &[u8]) -> String;

/// Documents that a rule makes. They live as long as the question, so an answer may borrow from them.
#[derive(Default, Debug)]
pub struct Scratch(OnceCell<Box<(Document, Scratch)>>);

impl Scratch {
    fn keep(&self, document: Document) -> &Document {
        let mut slot = self;
        while let Some(next) = slot.0.get() {
            slot = &next.1;
        }
        &slot.0.get_or_init(|| Box::new((document, Self::default()))).0
    }
}

impl<'a> Asked<'a> {
    /// What accompanies a question.
    pub fn new(
        edition: Edition,
        now: Option<Instant>,
        documents: &'a Documents,
        scratch: &'a Scratch,
        replay: Replay,
    ) -> Self {
        Self { edition, documents, now, scratch, replay }
    }

    /// The time. A rule that compares with it cannot decide without it.
    pub fn now(&self) -> Result<Instant, Undecided> {
        self.now.ok_or_else(|| Undecided::facts(Problem::error(&NOW_MISSING, Pointer::to("now"))))
    }

    /// The same at another time.
    pub fn at(self, now: Instant) -> Self {
        Self { now: Some(now), ..self }
    }

    /// The same in another edition.
    pub fn in_edition(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// Keeps a document that was made for this question, so that the answer may borrow from it.
    pub fn keep(&self, document: Document) -> &'a Document {
        self.scratch.keep(document)
    }
}
