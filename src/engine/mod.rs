//! The engine and its three verbs: load, ask and review.

pub mod about;
mod answer;
mod keys;
mod policies;

use crate::base::{Edition, Instant, Limits};
use crate::question::{Answered, Asked, Documents, Lacks, Outcome, Scratch, Undecided};
use crate::reason::{Fact, Problem};
use crate::review;
use crate::wire::{
    Ask, Cause, Document, Fault, FieldValidation, Json, Load, Pointer, Read, Review, Value, read_envelope,
};

use about::reasons::{NOW_MALFORMED, REVIEW_NOT_IN_THIS_BUILD, UNKNOWN_EDITION, unknown_question};
use answer::{Answer, Heading};
use keys::Keys;

/// The engine: it loads documents, answers questions and reviews objects. Every door leads here.
///
/// Each verb takes one JSON document as bytes and returns one. It never fails: a request that is not understood gets
/// the answer `undecided`, with the problems and their places. An engine holds the loaded documents and the limits, so
/// two engines with the same ones return the same bytes for the same bytes.
///
/// ```
/// let mut engine = fitment::Engine::default();
/// let answer = engine.ask(br#"{"question": "fitment/about"}"#);
/// assert!(answer.starts_with(r#"{"question":"fitment/about","edition":"design","outcome":"decided""#));
///
/// let answer = engine.ask(b"{");
/// assert!(answer.contains(r#""outcome":"undecided","undecided":"request""#));
/// ```
///
/// Threads may share an engine, because asking and reviewing change nothing.
///
/// ```
/// let engine = fitment::Engine::default();
/// let ask = || engine.ask(br#"{"question": "fitment/about"}"#);
/// let [one, other] = std::thread::scope(|scope| [scope.spawn(ask), scope.spawn(ask)].map(|thread| thread.join()));
/// assert_eq!(one.ok(), other.ok());
/// ```
#[derive(Default, Debug)]
pub struct Engine {
    documents: Documents,
    limits: Limits,
}

impl Engine {
    /// Loads documents, so that questions and reviews can refer to them. If one of the documents cannot be loaded,
    /// nothing changes.
    pub fn load(&mut self, request: &[u8]) -> String {
        let document = match self.read(request, self.limits.load_bytes) {
            Ok(document) => document,
            Err(undecided) => return Answer::to_load(false).undecided(&undecided),
        };
        let loaded = envelope(&document).and_then(|load: Load<'_>| {
            let edition = self::edition(load.edition)?;
            let keys = Keys::of(load.field_validation, FieldValidation::Warn);
            let strangers = [keys.of_documents(&load.documents), keys.of_complete(&load.complete)].concat();
            let (refused, mut problems) = match keys.refused(strangers) {
                Ok(found) => (Vec::new(), found),
                Err(Undecided { problems, .. }) => (problems, Vec::new()),
            };
            if policies::JUDGES {
                let removals = load.remove.iter().enumerate();
                let not_held = |(index, it)| self.documents.not_held(it, Pointer::to("remove").index(index));
                problems.extend(removals.filter_map(not_held));
            }
            let warnings = self
                .documents
                .load(&load, edition, about::loadable, refused)
                .map_err(|problems| Undecided { lacks: Lacks::Request, problems })?;
            if let Some(lower) = &load.limits {
                self.limits = lower.lower(self.limits);
            }
            problems.extend(warnings);
            if policies::JUDGES && (load.defaulted || keys.tells()) {
                problems.extend(self.documents.beside(&load, edition, about::loadable));
            }
            Ok(problems)
        });
        let answer = Answer::to_load(wants_text(&document));
        match loaded {
            Ok(problems) => answer.loaded(&self.documents, &problems),
            Err(undecided) => answer.undecided(&undecided),
        }
    }

    /// Answers a question.
    pub fn ask(&self, request: &[u8]) -> String {
        self.ask_in(request, None)
    }

    /// Answers a question in an edition that the caller made, whatever the request says. This serves to find the
    /// divergence that explains a difference.
    ///
    /// ```
    /// use fitment::{Edition, Engine};
    ///
    /// let request = br#"{"question": "fitment/about", "edition": "upstream"}"#;
    /// let answer = Engine::default().ask_in(request, Some(Edition::DESIGN.without(&["latest-version-rule"])));
    /// assert!(answer.contains(r#""edition":"upstream""#), "the answer repeats what was asked");
    /// ```
    pub fn ask_in(&self, request: &[u8], edition: Option<Edition>) -> String {
        let document = match self.read(request, self.limits.ask_bytes) {
            Ok(document) => document,
            Err(undecided) => return Answer::to_question(Heading::default(), false).undecided(&undecided),
        };
        let answer = Answer::to_question(Heading::of(document.root()), wants_text(&document));
        match self.decide(&document, edition) {
            Ok(decision) => answer.decided(&decision),
            Err(undecided) => answer.undecided(&undecided),
        }
    }

    fn decide(&self, document: &Document, edition: Option<Edition>) -> Outcome<Answered> {
        let ask: Ask<'_> = envelope(document)?;
        let named = Pointer::to("question");
        let question =
            about::question(ask.question).ok_or_else(|| Undecided::request(unknown_question(ask.question, named)))?;
        let edition = edition.map_or_else(|| self::edition(ask.edition), Ok)?;
        let scratch = Scratch::default();
        let asked = Asked::new(edition, now(ask.now)?, &self.documents, &scratch, replay);
        let nothing = Document::read(b"{}", 1).unwrap_or_default();
        let given = ask.given.unwrap_or(nothing.root());
        let keys = Keys::of(ask.field_validation, FieldValidation::Warn);
        let answered = keys.judged(keys.of_given(ask.question, given), question.answer(given, &asked))?;
        Ok(answered.with_problems(about::contradictions(ask.question, given, &asked)))
    }

    /// Judges or completes the object of an AdmissionReview.
    ///
    /// ```
    /// let answer = fitment::Engine::default().review(br#"{"phase": "validating", "review": {
    ///     "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
    ///     "request": {"uid": "1", "kind": {"group": "", "kind": "Pod"}, "operation": "DELETE"}
    /// }}"#);
    /// assert!(answer.starts_with(r#"{"outcome":"decided","verdict":"yes","review":{"#));
    /// ```
    pub fn review(&self, request: &[u8]) -> String {
        let document = match self.read(request, self.limits.ask_bytes) {
            Ok(document) => document,
            Err(undecided) => return Answer::to_review(false).undecided(&undecided),
        };
        let answer = Answer::to_review(wants_text(&document));
        match self.judge(&document) {
            Ok(decision) => answer.reviewed(&decision),
            Err(undecided) => answer.undecided(&undecided),
        }
    }

    fn judge(&self, document: &Document) -> Outcome<review::Reviewed> {
        let envelope: Review<'_> = envelope(document)?;
        if !policies::JUDGES {
            let kind =
                ["request", "kind", "kind"].iter().fold(envelope.review, |at, key| at.get(key).unwrap_or(Value::NULL));
            return Err(left_out(kind.as_str().unwrap_or_default()));
        }
        let scratch = Scratch::default();
        let others = envelope.without.as_ref().map(|removal| self.documents.without(removal));
        let not_held = envelope.without.and_then(|removal| self.documents.not_held(&removal, Pointer::to("without")));
        let documents = others.as_ref().unwrap_or(&self.documents);
        let asked = Asked::new(edition(envelope.edition)?, now(envelope.now)?, documents, &scratch, replay);
        let keys = Keys::of(envelope.field_validation, FieldValidation::Ignore);
        let known: Vec<&review::Judge> = about::judges().collect();
        let judges = review::Judges { known: &known, others: other_kinds };
        let reviewed = review::review(envelope.review, envelope.phase, judges, about::loadable, &asked);
        match keys.judged(keys.of_review(envelope.review), reviewed) {
            Ok(decision) => Ok(decision.with_problems(not_held)),
            Err(mut undecided) => {
                undecided.problems.extend(not_held);
                Err(undecided)
            }
        }
    }

    fn read(&self, request: &[u8], limit: usize) -> Result<Document, Undecided> {
        if request.len() > limit {
            let cause = Cause::TooLarge { bytes: request.len(), limit };
            return Err(Fault::new(Pointer::default(), cause).into());
        }
        Document::read(request, self.limits.depth).map_err(Undecided::from)
    }
}

/// Lets a kind through that no policy judges, but only if this build has all policies.
fn other_kinds(call: &review::Call<'_>) -> Result<(), Undecided> {
    if policies::is_whole() { Ok(()) } else { Err(left_out(call.kind)) }
}

/// Undecided because this build leaves out policies, one of which may judge the kind.
fn left_out(kind: &str) -> Undecided {
    let at = Pointer::to("request").key("kind").key("kind");
    let problem = Problem::error(&REVIEW_NOT_IN_THIS_BUILD, Pointer::to("review").join(&at));
    Undecided::request(problem.fact(Fact::at(at, kind)).fact(Fact::named("entry", policies::WHOLE)))
}

fn envelope<'a, T: Read<'a>>(document: &'a Document) -> Result<T, Undecided> {
    read_envelope(document).map_err(|faults| Undecided {
        lacks: Lacks::Request,
        problems: faults.iter().flat_map(Problem::all_of).collect(),
    })
}

/// Whether a request asks for English text. This is read even from requests with faults, whose problems come in English
/// too.
fn wants_text(request: &Document) -> bool {
    request.root().get("text").and_then(Value::as_bool) == Some(true)
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

/// Asks a new engine, for the examples of `fitment/explain`.
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
