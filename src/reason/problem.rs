use super::code::{Code, codes};
use super::fact::Fact;
use super::tree::Reason;
use crate::base::{ending_in, nearest};
use crate::wire::{Cause, Fault, Json, Note, Pointer, words};

words! {
    /// How severe a problem is.
    pub enum Level {
        /// The problem prevents an answer.
        Error = "error",
        /// The problem deserves attention, but prevents nothing.
        Warning = "warning",
    }
}

/// Something about a request that its author should know, with its place.
#[derive(Clone, Debug)]
pub struct Problem(Box<Found>);

#[derive(Clone, Debug)]
struct Found {
    level: Level,
    /// Whether the problem is about a key that an object of another system does not have.
    about_key: bool,
    code: &'static Code,
    path: Pointer,
    facts: Vec<Fact>,
}

impl Problem {
    /// A problem that prevents an answer, at a pointer into the request.
    pub fn error(code: &'static Code, path: Pointer) -> Self {
        Self::new(Level::Error, code, path)
    }

    /// A problem that does not prevent an answer, at a pointer into the request.
    pub fn warning(code: &'static Code, path: Pointer) -> Self {
        Self::new(Level::Warning, code, path)
    }

    /// A problem of the given level, at a pointer into the request.
    pub fn new(level: Level, code: &'static Code, path: Pointer) -> Self {
        Self(Box::new(Found { level, code, path, facts: Vec::new(), about_key: false }))
    }

    /// A reason as a problem that does not prevent an answer. The reason's subject becomes a fact.
    pub fn warning_of(reason: Reason, path: Pointer) -> Self {
        let mut problem = Self::warning(reason.code(), path);
        problem.0.facts.extend(reason.cited().iter().cloned());
        problem.fact(Fact::named("subject", reason.subject()))
    }

    /// Cites a fact.
    pub fn fact(mut self, fact: Fact) -> Self {
        self.0.facts.push(fact);
        self
    }

    /// Cites the known name that is most similar to an unknown one, if any is similar enough.
    pub fn nearest_to<'n>(self, unknown: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        match nearest(unknown, known) {
            Some(near) => self.fact(Fact::named("nearest", near)),
            None => self,
        }
    }

    /// Cites all known names, and the one that was probably meant.
    fn only_known(self, unknown: &str, known: &[&str]) -> Self {
        let listed = Fact::named("known", known.iter().copied().collect::<Json>());
        // A name without its end is a case of its own, because too many edits separate it from the whole.
        let begun = || known.iter().copied().find(|known| unknown.len() > 2 && known.starts_with(unknown));
        let ended = || ending_in(unknown, known.iter().copied());
        let near = nearest(unknown, known.iter().copied()).or_else(begun).or_else(ended);
        let told = match near {
            Some(near) => self.fact(Fact::named("nearest", near)),
            None => self,
        };
        told.fact(listed)
    }

    /// A problem about a key that its object does not have.
    pub fn unknown_key(level: Level, path: &str, key: &str, known: &[&str]) -> Self {
        let path = Pointer::parsed(path);
        let fact = Fact::at(path.clone(), key);
        Self::new(level, &UNKNOWN_KEY, path).fact(fact).only_known(key, known)
    }

    /// Marks the problem as one about a key that its object does not have. Strict validation refuses these.
    pub fn about_a_key(mut self) -> Self {
        self.0.about_key = true;
        self
    }

    /// Marks the problem as one about an object beside the judged one. Strict validation does not refuse these.
    pub fn about_another(mut self) -> Self {
        self.0.about_key = false;
        self
    }

    /// Whether the problem is about a key that its object does not have, whichever rule found it.
    pub fn is_about_a_key(&self) -> bool {
        self.0.about_key || self.is_unknown_key()
    }

    /// Whether the problem is about a key that nobody reads.
    pub fn is_unknown_key(&self) -> bool {
        self.code().id == UNKNOWN_KEY.id
    }

    /// Returns the problem with another level.
    pub fn at_level(mut self, level: Level) -> Self {
        self.0.level = level;
        self
    }

    /// Replaces the problem's place and those of its facts if they move.
    pub fn put_where(&mut self, moved: &impl Fn(&Pointer) -> Option<Pointer>) {
        if let Some(other) = moved(&self.0.path) {
            self.0.path = other;
        }
        self.0.facts.iter_mut().for_each(|fact| fact.put_where(moved));
    }

    /// Whether others include a problem with the same code and path, at any level.
    pub fn is_among(&self, others: &[Self]) -> bool {
        others.iter().any(|other| other.code().id == self.code().id && other.path() == self.path())
    }

    /// The level of the problem.
    pub fn level(&self) -> Level {
        self.0.level
    }

    /// The code of the problem.
    pub fn code(&self) -> &'static Code {
        self.0.code
    }

    /// The pointer into the request.
    pub fn path(&self) -> &Pointer {
        &self.0.path
    }

    /// The facts that the problem cites.
    pub fn cited(&self) -> &[Fact] {
        &self.0.facts
    }
}

impl Problem {
    /// The problems of a fault and of all further faults, and one for those that are not listed.
    pub fn all_of(fault: &Fault) -> Vec<Self> {
        let mut all: Vec<Self> = std::iter::once(fault).chain(fault.beside()).map(Self::of).collect();
        if let (Some(last), untold @ 1..) = (all.last(), fault.untold()) {
            let more = Self::error(&MORE_FAULTS, last.path().clone());
            all.push(more.fact(Fact::named("more", untold)));
        }
        all
    }

    /// The problem of a fault, without further faults.
    pub fn of(fault: &Fault) -> Self {
        let path = Pointer::parsed(fault.path());
        let problem = |code| Self::error(code, path.clone());
        let words = |words: &[&str]| words.iter().copied().collect::<Json>();
        match fault.cause() {
            Cause::TooLarge { bytes, limit } => {
                problem(&TOO_LARGE).fact(Fact::named("bytes", *bytes)).fact(Fact::named("limit", *limit))
            }
            Cause::NotUtf8 { offset } => problem(&NOT_UTF8).fact(Fact::named("offset", *offset)),
            Cause::Truncated { expected } => problem(&TRUNCATED).fact(Fact::named("expected", *expected)),
            Cause::Malformed { found, expected, line, column } => problem(&MALFORMED_JSON)
                .fact(Fact::named("found", found.as_str()))
                .fact(Fact::named("expected", *expected))
                .fact(Fact::named("line", *line))
                .fact(Fact::named("column", *column)),
            Cause::TooDeep { limit } => problem(&TOO_DEEP).fact(Fact::named("limit", *limit)),
            Cause::DuplicateKey { key } => problem(&DUPLICATE_KEY).fact(Fact::at(path.clone(), key.as_str())),
            Cause::LoneSurrogate { escape } => problem(&LONE_SURROGATE).fact(Fact::named("escape", escape.as_str())),
            Cause::Missing { field } => {
                problem(&MISSING_FIELD).fact(Fact::absent(path.clone())).fact(Fact::named("field", *field))
            }
            Cause::UnknownField { field, known } => {
                problem(&UNKNOWN_FIELD).fact(Fact::at(path.clone(), field.as_str())).only_known(field, &known.list())
            }
            Cause::WrongType { found, expected } => {
                problem(&WRONG_TYPE).fact(Fact::named("found", found.as_str())).fact(Fact::named("expected", *expected))
            }
            Cause::Unquoted { found, written } => problem(&WRONG_TYPE)
                .fact(Fact::named("found", *found))
                .fact(Fact::named("expected", "string"))
                .fact(Fact::named("quote", format!("\"{written}\""))),
            Cause::UnknownWord { word, known } => problem(&UNKNOWN_WORD)
                .fact(Fact::at(path.clone(), word.as_str()))
                .fact(Fact::named("known", words(known))),
            Cause::Unreadable { text, expected } => problem(&UNREADABLE)
                .fact(Fact::at(path.clone(), text.as_str()))
                .fact(Fact::named("expected", *expected)),
            Cause::OutOfRange { number, expected } => problem(&OUT_OF_RANGE)
                .fact(Fact::at(path.clone(), Json::Number(number.clone())))
                .fact(Fact::named("expected", *expected)),
        }
    }
}

impl From<Note> for Problem {
    fn from(note: Note) -> Self {
        Self::unknown_key(Level::Warning, &note.path, &note.key, &note.known.list())
    }
}

codes! {
    /// The codes for what can be wrong with a request before a rule reads it.
    pub REQUEST_CODES;

    /// The request is larger than the limit.
    pub TOO_LARGE = "too-large" {
        says: "the request has {bytes} bytes, more than the {limit} allowed",
        means: "the request is larger than this verb reads",
        why: "a gate that reads without end can be made to stand still",
        source: "design, Reading",
        cure: "send fewer documents at a time, or load them once and name them",
    }

    /// The request is not UTF-8.
    pub NOT_UTF8 = "not-utf8" {
        says: "the byte at offset {offset} is not UTF-8",
        means: "the request is not text in UTF-8",
        why: "readers that repair broken text disagree about what it says",
        source: "design, Reading",
        cure: "send UTF-8",
    }

    /// The text ends inside a value.
    pub TRUNCATED = "truncated-json" {
        says: "the document ends where {expected:plain} was expected",
        means: "the text stops inside a value",
        why: "half a document may say something else than the whole",
        source: "design, Reading",
        cure: "send the whole document",
    }

    /// The text is not JSON.
    pub MALFORMED_JSON = "malformed-json" {
        says: "found {found} where {expected:plain} was expected, line {line} column {column}",
        means: "the text is not JSON",
        why: "what is not understood is not guessed at",
        source: "design, Reading",
        cure: "mend the text at the line and column named",
    }

    /// Arrays and objects are nested too deeply.
    pub TOO_DEEP = "too-deep" {
        says: "more than {limit} arrays and objects stand inside one another",
        means: "the document is nested deeper than the limit",
        why: "no real document is that deep, and readers behind the gate may fail on it",
        source: "design, Reading",
        cure: "flatten the document",
    }

    /// An object has the same key twice.
    pub DUPLICATE_KEY = "duplicate-key" {
        says: "the key {0} stands there twice",
        means: "an object has two members of one name",
        why: "some readers take the first and some the last: what the gate judged would not be what is stored",
        source: "design, Reading",
        cure: "keep one of the two",
    }

    /// A `\u` escape for half of a surrogate pair.
    pub LONE_SURROGATE = "lone-surrogate" {
        says: "the escape {escape} is half of a character",
        means: "a string holds one of a pair of escapes that only mean something together",
        why: "it has no UTF-8 form, so it would not leave as it came",
        source: "design, Reading",
        cure: "write the character itself, or both escapes",
    }

    /// A required member is missing.
    pub MISSING_FIELD = "missing-field" {
        says: "{field} is missing",
        means: "the request lacks a member that it needs",
        why: "a default nobody chose is a guess",
        source: "design, The protocol",
        cure: "add the member",
    }

    /// The envelope has a member that nobody reads.
    pub UNKNOWN_FIELD = "unknown-field" {
        says: "{0} is none of the fields known here: {known}",
        means: "the envelope of the request has a member that nobody reads",
        why: "a misspelt `edition` or `now` would be answered as if it were not there",
        source: "design, Reading",
        cure: "correct or remove the member",
    }

    /// The input has a key that nobody reads.
    pub UNKNOWN_KEY = "unknown-key" {
        says: "{0} is none of the keys known here: {known}",
        means: "what was given has a key that the question does not read",
        why: "the answer stands, but a misspelt key may be why it is not the one expected",
        source: "design, Reading",
        cure: "correct the key if it was meant for this question",
    }

    /// A value has the wrong type.
    pub WRONG_TYPE = "wrong-type" {
        says: "found {found:plain}, expected {expected:plain}",
        means: "a value is of another kind than its place asks for",
        why: "converting silently is how two readers come to differ",
        source: "design, Reading",
        cure: "give what is expected",
    }

    /// There are more faults than are listed.
    pub MORE_FAULTS = "more-faults" {
        says: "{more:further value} cannot be read",
        means: "more is wrong with the request than is listed",
        why: "nobody reads a list without end, and a sender could make one",
        source: "design, Reading",
        cure: "mend those listed, and the rest will be told",
    }

    /// A word is not one of the allowed ones.
    pub UNKNOWN_WORD = "unknown-word" {
        says: "found {0}, expected one of {known}",
        means: "a word is none of those possible at its place",
        why: "what is not understood is not guessed at",
        source: "design, Reading",
        cure: "use one of the words listed",
    }

    /// Text does not have the expected form.
    pub UNREADABLE = "unreadable-text" {
        says: "found {0}, expected {expected:plain}",
        means: "text does not have the form that its place asks for",
        why: "a date or an amount that cannot be read cannot be compared",
        source: "design, Reading",
        cure: "write the value in the form shown",
    }

    /// A number is out of range.
    pub OUT_OF_RANGE = "out-of-range" {
        says: "found {0}, expected {expected:plain}",
        means: "a number is outside what its place can hold",
        why: "rounding silently is how two readers come to differ",
        source: "design, Reading",
        cure: "give a number in range",
    }
}
