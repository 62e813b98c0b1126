use std::cell::OnceCell;

use super::decision::Undecided;
use super::documents::Documents;
use super::loadable::Server;
use super::reasons::NOW_MISSING;
use crate::base::{Edition, Instant};
use crate::reason::Problem;
use crate::wire::{Document, Pointer};

/// What a rule may look at besides its input.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The edition that answers.
    pub edition: Edition,
    /// The loaded documents.
    pub documents: &'a Documents,
    now: Option<Instant>,
    scratch: &'a Scratch,
    /// Asks a new engine, to run examples.
    pub replay: Replay,
}

/// Asks a new engine: what to load first, if it is not empty, then the verb and the request.
pub type Replay = fn(load: &str, verb: &str, request: &[u8]) -> String;

/// Documents that a rule creates. They live as long as the question, so that answers can borrow from them.
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
    /// Collects what accompanies a question.
    pub fn new(
        edition: Edition,
        now: Option<Instant>,
        documents: &'a Documents,
        scratch: &'a Scratch,
        replay: Replay,
    ) -> Self {
        Self { edition, documents, now, scratch, replay }
    }

    /// The current time. A rule that compares with it cannot decide without it.
    pub fn now(&self) -> Result<Instant, Undecided> {
        self.now.ok_or_else(|| Undecided::facts(Problem::error(&NOW_MISSING, Pointer::to("now"))))
    }

    /// Returns the same with another time.
    pub fn at(self, now: Instant) -> Self {
        Self { now: Some(now), ..self }
    }

    /// Returns the same with another edition.
    pub fn in_edition(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// The API server whose judgement is asked for.
    pub fn server(&self) -> Server<'a> {
        (self.edition, self.documents)
    }

    /// Keeps a document that was created for this question, so that the answer can borrow from it.
    pub fn keep(&self, document: Document) -> &'a Document {
        self.scratch.keep(document)
    }
}
