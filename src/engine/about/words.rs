use super::coded;
use super::reasons::UNKNOWN_CODE;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Code, Fact, Level, Problem, Reason, Reasons, says, sentence, text};
use crate::wire::{Fault, Json, Pointer, Value, answer, given, read, words};

given! {
    /// The reasons and problems of an answer, which may be old.
    pub struct Given<'a> {
        /// The member `because` of the answer.
        because: Vec<Value<'a>>,
        /// The member `problems` of the answer.
        problems: Vec<Value<'a>>,
    }
}

given! {
    /// A reason, as in an answer.
    pub struct ReasonIn<'a> {
        /// The code of the reason.
        code: &'a str,
        /// The sentence of the reason, which is ignored and written again.
        says: Option<&'a str>,
        /// The subject of the reason.
        subject: &'a str,
        /// The facts that the reason cites.
        facts: Vec<FactIn<'a>>,
        /// The reasons that this one rests on.
        because: Vec<Value<'a>>,
        /// The number of further reasons like this one that are left out.
        more: Option<u64>,
    }
}

given! {
    /// A problem, as in an answer.
    pub struct ProblemIn<'a> {
        /// How severe the problem is.
        level: LevelIn,
        /// The code of the problem.
        code: &'a str,
        /// The sentence of the problem, which is ignored and written again.
        says: Option<&'a str>,
        /// The pointer into the request.
        path: &'a str,
        /// The facts that the problem cites.
        facts: Vec<FactIn<'a>>,
    }
}

given! {
    /// A fact, as in an answer.
    pub struct FactIn<'a> {
        /// The place of the value, if it is in a document.
        path: Option<&'a str>,
        /// The name of the value, if it is in no document.
        name: Option<&'a str>,
        /// The value; absent if there is none.
        value: Option<Value<'a>>,
        /// Whether the value is absent.
        absent: bool,
        /// The number of further elements that are not cited.
        more: Option<u64>,
    }
}

words! {
    /// How severe a problem is.
    pub enum LevelIn {
        /// The problem prevented an answer.
        Error = "error",
        /// The problem prevented nothing.
        Warning = "warning",
    }
}

answer! {
    /// Reasons and problems in English.
    pub struct Worded {
        /// The reasons as given, each with its sentence.
        because: Vec<Json>,
        /// The problems as given, each with its sentence.
        problems: Vec<Json>,
        /// Reasons and problems as text, one per line. The reasons beneath another one are indented.
        text: String,
    }
}

/// The question `fitment/words`.
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

/// Reads a list of reasons, and returns it with sentences and as reasons of this engine. An unknown code is noted, and
/// its reason gets no sentence.
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

/// Reads a list of problems in the same way.
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

/// Copies a value and puts its sentence after the code, as in answers.
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
        // The value is never longer than what answers cite.
        Some(if fact.more.is_some() { made.with_more(number(fact.more)) } else { made })
    })
}
