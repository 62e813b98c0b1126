use crate::admission;
use crate::base::{Edition, Instant, Limits};
use crate::policy::fitment::reasons::{NOW_MALFORMED, UNKNOWN_EDITION, unknown_question};
use crate::policy::{Answered, Asked, Decision, Documents, Kept, Lacks, Outcome, Undecided, question};
use crate::reason::{Fact, Problem, Reason, text};
use crate::wire::{Ask, Cause, Document, Fault, Json, Load, ObjectWriter, Pointer, Read, Review, Value, read_envelope};

/// The engine: what every door calls, and all it calls.
///
/// Each verb takes one JSON document as bytes and gives one back. There is no failure beside that: what is not
/// understood is answered, as `undecided`, with the problems and their places. An engine holds the loaded documents
/// and nothing else, so two engines with the same documents give the same bytes for the same bytes.
///
/// ```
/// let mut engine = fitment::Engine::default();
/// let answer = engine.ask(br#"{"question": "fitment/about"}"#);
/// assert!(answer.starts_with(r#"{"question":"fitment/about","edition":"design","outcome":"decided""#));
///
/// let answer = engine.ask(b"{");
/// assert!(answer.contains(r#""outcome":"undecided","undecided":"request""#));
/// ```
#[derive(Default, Debug)]
pub struct Engine {
    documents: Documents,
    limits: Limits,
}

impl Engine {
    /// Keeps documents, so that questions and reviews may name them. All or nothing: where one document cannot be
    /// kept, nothing changes.
    pub fn load(&mut self, request: &[u8]) -> String {
        let loaded = self.read(request, self.limits.load_bytes).and_then(|document| {
            let load: Load<'_> = envelope(&document)?;
            self.documents.load(&load).map_err(|problems| Undecided { lacks: Lacks::Request, problems })?;
            if let Some(lower) = &load.limits {
                let bound =
                    |limit: Option<u64>| limit.map_or(usize::MAX, |limit| limit.try_into().unwrap_or(usize::MAX));
                self.limits = self.limits.at_most(Limits {
                    ask_bytes: bound(lower.ask_bytes),
                    load_bytes: bound(lower.load_bytes),
                    depth: bound(lower.depth),
                });
            }
            Ok(())
        });
        let mut out = String::new();
        let mut answer = ObjectWriter::new(&mut out);
        match loaded {
            Ok(()) => {
                answer.member("outcome", "decided");
                ObjectWriter::new(answer.key("answer")).member("documents", &self.documents).end();
                answer.member("problems", &Vec::<Problem>::new());
            }
            Err(undecided) => write_undecided(&mut answer, &undecided),
        }
        answer.end();
        out
    }

    /// Answers a question.
    pub fn ask(&self, request: &[u8]) -> String {
        self.ask_in(request, None)
    }

    /// Answers a question in an edition of the caller's making, whatever the request says. It serves to find the
    /// divergence that explains a difference.
    pub fn ask_in(&self, request: &[u8], edition: Option<Edition>) -> String {
        let document = match self.read(request, self.limits.ask_bytes) {
            Ok(document) => document,
            Err(undecided) => return Heading::default().undecided(&undecided, false),
        };
        let heading = Heading::of(document.root());
        let with_text = document.root().get("text").and_then(Value::as_bool) == Some(true);
        match self.answer(&document, edition) {
            Ok(decision) => heading.decided(&decision, with_text),
            Err(undecided) => heading.undecided(&undecided, with_text),
        }
    }

    fn answer(&self, document: &Document, edition: Option<Edition>) -> Outcome<Answered> {
        let ask: Ask<'_> = envelope(document)?;
        let named = Pointer::to("question");
        let question =
            question(ask.question).ok_or_else(|| Undecided::request(unknown_question(ask.question, named)))?;
        let edition = edition.map_or_else(|| self::edition(ask.edition), Ok)?;
        let kept = Kept::default();
        let asked = Asked::new(edition, now(ask.now)?, &self.documents, &kept, replay);
        let nothing = Document::read(b"{}", 1).unwrap_or_default();
        let given = ask.given.unwrap_or(nothing.root());
        question.answer(given, &asked)
    }

    /// Judges or completes what an API server is asked to store.
    pub fn review(&self, request: &[u8]) -> String {
        let mut out = String::new();
        let mut answer = ObjectWriter::new(&mut out);
        let reviewed = self.read(request, self.limits.ask_bytes).and_then(|document| {
            let envelope: Review<'_> = envelope(&document)?;
            let kept = Kept::default();
            let asked = Asked::new(edition(envelope.edition)?, now(envelope.now)?, &self.documents, &kept, replay);
            admission::review(envelope.review, envelope.phase, &asked)
        });
        match reviewed {
            Ok(Decision { answer: review, because, problems }) => {
                answer
                    .member("outcome", "decided")
                    .member("review", &review)
                    .member("because", &because)
                    .member("problems", &problems);
            }
            Err(undecided) => {
                write_undecided_kind(&mut answer, &undecided);
                answer.member("because", &Vec::<Reason>::new()).member("problems", &undecided.problems);
            }
        }
        answer.end();
        out
    }

    fn read(&self, request: &[u8], limit: usize) -> Result<Document, Undecided> {
        if request.len() > limit {
            let cause = Cause::TooLarge { bytes: request.len(), limit };
            return Err(Undecided::request(Fault::new(Pointer::default(), cause)));
        }
        Document::read(request, self.limits.depth).map_err(Undecided::request)
    }
}

fn envelope<'a, T: Read<'a>>(document: &'a Document) -> Result<T, Undecided> {
    read_envelope(document).map_err(|faults| Undecided {
        lacks: Lacks::Request,
        problems: faults.into_iter().map(Problem::from).collect(),
    })
}

fn edition(name: Option<&str>) -> Result<Edition, Undecided> {
    let Some(name) = name else { return Ok(Edition::default()) };
    Edition::named(name).ok_or_else(|| {
        let at = Pointer::to("edition");
        let known = Edition::NAMES.into_iter().collect::<Json>();
        Undecided::request(
            Problem::error(&UNKNOWN_EDITION, at.clone()).fact(Fact::at(at, name)).fact(Fact::named("known", known)),
        )
    })
}

fn now(text: Option<&str>) -> Result<Option<Instant>, Undecided> {
    let Some(text) = text else { return Ok(None) };
    Instant::parse(text).map(Some).ok_or_else(|| {
        let at = Pointer::to("now");
        Undecided::request(Problem::error(&NOW_MALFORMED, at.clone()).fact(Fact::at(at, text)))
    })
}

/// Asks an engine of its own, for the examples of `fitment/explain`.
fn replay(load: &str, verb: &str, request: &[u8]) -> String {
    let mut engine = Engine::default();
    if !load.is_empty() {
        engine.load(load.as_bytes());
    }
    match verb {
        "load" => engine.load(request),
        "review" => engine.review(request),
        _ => engine.ask(request),
    }
}

/// Room for what surrounds most answers.
const USUAL_REASONS: usize = 4 << 10;

/// What an answer repeats of its question, as far as that could be read.
#[derive(Default)]
struct Heading {
    question: Option<String>,
    edition: Option<&'static str>,
}

impl Heading {
    fn of(request: Value<'_>) -> Self {
        let question = request.get("question").and_then(Value::as_str).map(str::to_owned);
        let edition = match request.get("edition").filter(|edition| !edition.is_null()) {
            None => Some(Edition::default()),
            Some(edition) => edition.as_str().and_then(Edition::named),
        };
        Self { question, edition: edition.map(Edition::name) }
    }

    fn decided(&self, decision: &Decision<Answered>, with_text: bool) -> String {
        let Decision { answer, because, problems } = decision;
        let mut out = String::with_capacity(answer.json.len() + USUAL_REASONS);
        let mut object = ObjectWriter::new(&mut out);
        object
            .member("question", &self.question)
            .member("edition", &self.edition)
            .member("outcome", "decided")
            .member("verdict", answer.verdict.word());
        object.key("answer").push_str(&answer.json);
        object.member("because", because).member("problems", problems);
        if with_text {
            object.member("text", &text(because, problems));
        }
        object.end();
        out
    }

    fn undecided(&self, undecided: &Undecided, with_text: bool) -> String {
        let mut out = String::new();
        let mut object = ObjectWriter::new(&mut out);
        object.member("question", &self.question).member("edition", &self.edition);
        write_undecided_kind(&mut object, undecided);
        object.member("because", &Vec::<Reason>::new()).member("problems", &undecided.problems);
        if with_text {
            object.member("text", &text(&[], &undecided.problems));
        }
        object.end();
        out
    }
}

fn write_undecided_kind(object: &mut ObjectWriter<'_>, undecided: &Undecided) {
    object.member("outcome", "undecided").member("undecided", undecided.lacks.word());
}

fn write_undecided(object: &mut ObjectWriter<'_>, undecided: &Undecided) {
    write_undecided_kind(object, undecided);
    object.member("problems", &undecided.problems);
}
