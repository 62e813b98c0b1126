use super::coded;
use super::reasons::UNKNOWN_CODE;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Code, Fact, Level, Problem, Reason, Reasons, says, sentence, text};
use crate::wire::{Fault, Json, Pointer, Value, answer, given, read, words};

given! {
    /// What an answer said of its reasons, perhaps long ago.
    pub struct Given<'a> {
        /// The answer's `because`.
        because: Vec<Value<'a>>,
        /// The answer's `problems`.
        problems: Vec<Value<'a>>,
    }
}

given! {
    /// A reason as an answer has it.
    pub struct ReasonIn<'a> {
        /// Its code.
        code: &'a str,
        /// Its sentence, which is made anew.
        says: Option<&'a str>,
        /// What it is about.
        subject: &'a str,
        /// What it cites.
        facts: Vec<FactIn<'a>>,
        /// The reasons it rests on.
        because: Vec<Value<'a>>,
        /// How many more are like it.
        more: Option<u64>,
    }
}

given! {
    /// A problem as an answer has it.
    pub struct ProblemIn<'a> {
        /// How bad it is.
        level: LevelIn,
        /// Its code.
        code: &'a str,
        /// Its sentence, which is made anew.
        says: Option<&'a str>,
        /// Where in the request.
        path: &'a str,
        /// What it cites.
        facts: Vec<FactIn<'a>>,
    }
}

given! {
    /// A fact as an answer has it.
    pub struct FactIn<'a> {
        /// Where it is in a document.
        path: Option<&'a str>,
        /// What it is called, if it is in no document.
        name: Option<&'a str>,
        /// The value.
        value: Option<Value<'a>>,
        /// Whether there is no value.
        absent: bool,
        /// How many more elements the value has.
        more: Option<u64>,
    }
}

words! {
    /// How bad a problem is.
    pub enum LevelIn {
        /// There is no answer.
        Error = "error",
        /// There is an answer.
        Warning = "warning",
    }
}

answer! {
    /// The reasons and problems in English.
    pub struct Worded {
        /// The reasons as they were given, each with its sentence.
        because: Vec<Json>,
        /// The problems as they were given, each with its sentence.
        problems: Vec<Json>,
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
        let at = |list: &str| Pointer::to("given").key(list);
        let (because, reasons) = reasons(&given.because, &at("because"), &mut strangers)?;
        let (problems, found) = problems(&given.problems, &at("problems"), &mut strangers)?;
        let text = text(&reasons, &found);
        Ok(Decision::plain(Worded { because, problems, text }).with_problems(strangers))
    }
}

/// The reasons at a place, as they were given and as reasons of this engine. A code that it does not have is noted, and
/// its reason stays without a sentence.
fn reasons(given: &[Value<'_>], place: &Pointer, strangers: &mut Vec<Problem>) -> Result<(Vec<Json>, Reasons), Fault> {
    let (mut spoken, mut known) = (Vec::new(), Reasons::default());
    for (index, value) in given.iter().enumerate() {
        let place = place.clone().index(index);
        let (reason, notes) = read::<ReasonIn<'_>>(*value, place.as_str())?;
        strangers.extend(notes.into_iter().map(Problem::from));
        let code = code(reason.code, &place, strangers);
        let (beneath, causes) = reasons(&reason.because, &place.key("because"), strangers)?;
        let made = code.map(|code| Reason::new(code, reason.subject).facts(facts(&reason.facts)).because(causes));
        let made = made.map(|made| made.with_more(number(reason.more)));
        let mut json = with_sentence(*value, made.as_ref().map(says));
        if !beneath.is_empty() {
            json.set("because", Json::Array(beneath));
        }
        spoken.push(json);
        known.extend(made);
    }
    Ok((spoken, known))
}

/// The problems at a place, in the same way.
fn problems(
    given: &[Value<'_>],
    place: &Pointer,
    strangers: &mut Vec<Problem>,
) -> Result<(Vec<Json>, Vec<Problem>), Fault> {
    let (mut spoken, mut known) = (Vec::new(), Vec::new());
    for (index, value) in given.iter().enumerate() {
        let place = place.clone().index(index);
        let (problem, notes) = read::<ProblemIn<'_>>(*value, place.as_str())?;
        strangers.extend(notes.into_iter().map(Problem::from));
        let level = match problem.level {
            LevelIn::Error => Level::Error,
            LevelIn::Warning => Level::Warning,
        };
        let made = code(problem.code, &place, strangers).map(|code| {
            let blank = Problem::new(level, code, Pointer::parsed(problem.path));
            facts(&problem.facts).fold(blank, Problem::fact)
        });
        spoken.push(with_sentence(*value, made.as_ref().map(sentence)));
        known.extend(made);
    }
    Ok((spoken, known))
}

/// What was given, with its sentence behind the code, where answers have it.
fn with_sentence(given: Value<'_>, sentence: Option<String>) -> Json {
    let mut members = Vec::new();
    for (key, value) in given.members().filter(|(key, _)| *key != "says") {
        members.push((key.to_owned(), value.into()));
        if let Some(sentence) = sentence.as_deref().filter(|_| key == "code") {
            members.push(("says".to_owned(), sentence.into()));
        }
    }
    Json::Object(members)
}

fn code(id: &str, place: &Pointer, strangers: &mut Vec<Problem>) -> Option<&'static Code> {
    let known = coded().map(|coded| coded.code).find(|code| code.id == id);
    if known.is_none() {
        let place = place.clone().key("code");
        strangers.push(Problem::warning(&UNKNOWN_CODE, place.clone()).fact(Fact::at(place, id)));
    }
    known
}

fn number(more: Option<u64>) -> usize {
    usize::try_from(more.unwrap_or_default()).unwrap_or(usize::MAX)
}

fn facts<'g>(given: &'g [FactIn<'_>]) -> impl Iterator<Item = Fact> + use<'g> {
    given.iter().filter_map(|fact| {
        let value = fact.value.filter(|_| !fact.absent).map(Json::from);
        let made = match (fact.path, fact.name) {
            (Some(path), _) => Fact::of(Pointer::parsed(path), value),
            (None, name) => Fact::named(name?.to_owned(), value),
        };
        // Its value is no longer than what an answer cites.
        Some(if fact.more.is_some() { made.with_more(number(fact.more)) } else { made })
    })
}
