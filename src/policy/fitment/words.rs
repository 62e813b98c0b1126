use super::reasons::UNKNOWN_CODE;
use crate::policy::{Answers, Asked, CODES, Decision, Outcome};
use crate::reason::{Code, Fact, Problem, Reason, text};
use crate::wire::{Json, Pointer, Value, answer, given, read, words};

given! {
    /// What an answer said of its reasons, perhaps long ago.
    pub struct Given<'a> {
        /// The answer's `because`.
        because: Vec<Said<'a>>,
        /// The answer's `problems`.
        problems: Vec<Told<'a>>,
    }
}

given! {
    /// A reason as an answer has it.
    pub struct Said<'a> {
        /// Its code.
        code: &'a str,
        /// What it is about.
        subject: &'a str,
        /// What it cites.
        facts: Vec<Cited<'a>>,
        /// What it rests on: reasons again.
        because: Vec<Value<'a>>,
    }
}

given! {
    /// A problem as an answer has it.
    pub struct Told<'a> {
        /// How bad it is.
        level: Grade,
        /// Its code.
        code: &'a str,
        /// Where in the request.
        path: &'a str,
        /// What it cites.
        facts: Vec<Cited<'a>>,
    }
}

given! {
    /// A fact as an answer has it.
    pub struct Cited<'a> {
        /// Where it stands.
        path: Option<&'a str>,
        /// What it is called, if it stands nowhere.
        name: Option<&'a str>,
        /// The value.
        value: Option<Value<'a>>,
        /// Whether nothing is there.
        absent: bool,
    }
}

words! {
    /// How bad a problem is.
    pub enum Grade {
        /// There is no answer.
        Error = "error",
        /// There is an answer.
        Warning = "warning",
    }
}

answer! {
    /// The words.
    pub struct Worded {
        /// One line each, what a reason rests on indented beneath it.
        text: String,
    }
}

/// `fitment/words`
#[derive(Debug)]
pub struct Words;

impl Answers for Words {
    const NAME: &'static str = "fitment/words";
    const ASKS: &'static str = "what the reasons and problems of an answer say in English, also long afterwards";
    type Given<'a> = Given<'a>;
    type Answer<'a> = Worded;

    fn decide<'a>(given: Given<'a>, _: &Asked<'a>) -> Outcome<Worded> {
        let mut strangers = Vec::new();
        let reasons = given.because.iter().enumerate();
        let because: Vec<Reason> = reasons
            .filter_map(|(index, said)| reason(said, Pointer::to("given").key("because").index(index), &mut strangers))
            .collect();
        let told = given.problems.iter().enumerate();
        let problems: Vec<Problem> = told
            .filter_map(|(index, told)| {
                problem(told, Pointer::to("given").key("problems").index(index), &mut strangers)
            })
            .collect();
        Ok(Decision::plain(Worded { text: text(&because, &problems) }).with_problems(strangers))
    }
}

/// The reason that was written so. A code that this engine does not have is left out and noted.
fn reason(said: &Said<'_>, place: Pointer, strangers: &mut Vec<Problem>) -> Option<Reason> {
    let code = code(said.code, &place, strangers)?;
    let mut reason = Reason::new(code, said.subject).facts(facts(&said.facts));
    for (index, cause) in said.because.iter().enumerate() {
        let place = place.clone().key("because").index(index);
        if let Ok((said, _)) = read::<Said<'_>>(*cause, place.as_str()) {
            reason = reason.because(self::reason(&said, place, strangers));
        }
    }
    Some(reason)
}

fn problem(told: &Told<'_>, place: Pointer, strangers: &mut Vec<Problem>) -> Option<Problem> {
    let (code, path) = (code(told.code, &place, strangers)?, Pointer::parsed(told.path));
    let problem = match told.level {
        Grade::Error => Problem::error(code, path),
        Grade::Warning => Problem::warning(code, path),
    };
    Some(facts(&told.facts).fold(problem, Problem::fact))
}

fn code(id: &str, place: &Pointer, strangers: &mut Vec<Problem>) -> Option<&'static Code> {
    let known = CODES.iter().flat_map(|codes| codes.codes).find(|code| code.id == id).copied();
    if known.is_none() {
        let place = place.clone().key("code");
        strangers.push(Problem::warning(&UNKNOWN_CODE, place.clone()).fact(Fact::at(place, id)));
    }
    known
}

fn facts<'g>(cited: &'g [Cited<'_>]) -> impl Iterator<Item = Fact> + use<'g> {
    cited.iter().filter_map(|fact| {
        let value = fact.value.map(Json::from);
        match (fact.path, fact.name) {
            (Some(path), _) => Some(Fact::of(Pointer::parsed(path), value)),
            (None, name) => Some(Fact::named(name?.to_owned(), value)),
        }
    })
}
