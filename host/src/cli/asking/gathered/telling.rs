//! Reports problems with documents in files, one per line.

use fitment_host::Session;
use serde_json::Value;

use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::{Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::places::{self, Origin};
use crate::cli::session;
use crate::cli::showing::words::Words;
use crate::cli::stderr;

/// Prints the problems with documents, each with its place; an error ends the command.
pub fn tell(
    session: &mut Session,
    envelope: &Value,
    origin: impl Fn(&str) -> Option<Origin>,
    strictness: Strictness,
) -> Result<(), Failure> {
    if list(&envelope["problems"]).is_empty() {
        return Ok(());
    }
    let (mut told, mut repeats) = (Told::default(), false);
    let stands = places::of_problems(&envelope["problems"], &origin);
    let (placed, origins) = placed(envelope, origin);
    let words = Words::of(session, &placed);
    let problems = list(&envelope["problems"]).iter().zip(stands).enumerate();
    for ((number, (problem, stands)), origin) in problems.zip(origins) {
        repeats |= problem["code"] == "duplicate-key" && origin.as_ref().is_some_and(repeats_names);
        let says = words.problem(number);
        told.add(stands.map_or_else(|| says.to_owned(), |stands| stands.quoted(problem, says)), origin);
    }
    let told = told.lines();
    if session::exit_of(envelope) != Exit::Yes {
        strictness.hint(envelope);
        if repeats {
            stderr::line(
                "note: `json.dumps` writes `id` and `name` of openstacksdk's objects twice; `[it.to_dict() for it in …]` \
                 has each once",
            );
        }
        return Err(Failure::Input(told.join("\nerror: ")));
    }
    told.iter().for_each(|line| stderr::line(format_args!("warning: {line}")));
    Ok(())
}

/// Returns the answer without paths where a problem's place in a file is known and says more, so that its sentences can
/// be made again; and the place of each problem.
pub fn placed(envelope: &Value, origin: impl Fn(&str) -> Option<Origin>) -> (Value, Vec<Option<Origin>>) {
    let mut placed = places::in_files(envelope, &origin);
    let problems = placed.get_mut("problems").and_then(Value::as_array_mut).into_iter().flatten();
    let origins = problems.map(|problem| {
        let found = origin(word(&problem["path"]))?;
        problem["path"] = "".into();
        Some(found)
    });
    let origins: Vec<Option<Origin>> = origins.collect();
    if let Some(members) = placed.as_object_mut().filter(|_| origins.iter().any(Option::is_some)) {
        members.remove("text");
    }
    (placed, origins)
}

/// Problems with documents. A problem that recurs for each element of a list is reported once.
#[derive(Default)]
struct Told(Vec<(String, Option<Origin>, usize)>);

impl Told {
    fn add(&mut self, says: String, origin: Option<Origin>) {
        match self.0.iter_mut().find(|(told, ..)| *told == says) {
            Some((_, _, further)) => *further += 1,
            None => self.0.push((says, origin, 0)),
        }
    }

    fn lines(self) -> Vec<String> {
        let line = |(says, origin, further): (String, Option<Origin>, usize)| {
            let at = origin.and_then(places::of_value).map(|at| format!("{at}: ")).unwrap_or_default();
            let places = if further == 1 { "place" } else { "places" };
            let more = if further > 0 { format!(" (the same at {further} more {places})") } else { String::new() };
            format!("{at}{says}{more}")
        };
        self.0.into_iter().map(line).collect()
    }
}

/// Whether a member is one of those that openstacksdk's own objects contain twice; such objects also have a location.
fn repeats_names(member: &Origin) -> bool {
    let (source, _, inside) = member.parts();
    let is_name = ["/id", "/name"].iter().any(|name| inside.ends_with(name));
    is_name && source.text().is_ok_and(|text| text.contains(r#""location""#))
}
