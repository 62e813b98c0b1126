use fitment_files::yaml;
use fitment_host::Session;
use serde_json::{Value, json};

use super::change::{Change, Stored};
use super::order::Steps;
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load::{self, Manner};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::{Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places::{self, Origin, Stands};
use crate::cli::session;
use crate::cli::showing::output::{self, Format, explained, not_judged, section, verdict};
use crate::cli::showing::words::Words;

/// The settings shared by all reviews of a run.
pub struct Judging<'j> {
    /// The phase for objects that are not AdmissionReviews.
    pub phase: &'j str,
    /// The edition, time and strictness.
    pub deciding: Deciding,
    /// The output format.
    pub format: Format,
}

/// The engine's answer about an object.
pub struct Judged<'o> {
    pub object: &'o Object,
    /// An earlier object with the same name, beside which the others were judged.
    pub twin: Option<&'o Object>,
    /// The change that the object makes; `None` for an AdmissionReview, which names its own operation.
    pub change: Option<Change<'o>>,
    pub answer: Vec<u8>,
    pub envelope: Value,
    pub exit: Exit,
}

impl Judged<'_> {
    /// Whether it was admitted only because no rule covers its kind.
    pub fn lacks_rule(&self) -> bool {
        self.change.is_some() && lacks_rule(&self.envelope)
    }

    /// The warnings for whoever applies the object, unless no rule covers it.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        let is_judged = self.envelope["because"][0]["code"] != "kind-not-judged";
        let warnings = list(&self.envelope["review"]["response"]["warnings"]);
        warnings.iter().filter(move |_| is_judged).filter_map(Value::as_str)
    }

    /// Maps a field that the API server names, such as `spec.regions[0].name`, to its place.
    pub fn origin_of_field(&self, field: &str) -> Option<Origin> {
        self.change.as_ref().map(|_| self.object.origin.below(&pointer_to(field)))
    }

    /// Maps a cause of the refusal to its place. A removed value is in the file of the old object.
    pub fn origin_of_cause(&self, number: usize, cause: &Value) -> Option<Origin> {
        let is_gone = list(&self.envelope["ofOldObject"]).contains(&json!(number));
        let field = word(&cause["field"]);
        let gone = || self.change.as_ref()?.origin(&format!("/review/request/oldObject{}", pointer_to(field)));
        if is_gone { gone().or_else(|| self.origin_of_field("")) } else { self.origin_of_field(field) }
    }

    /// The places of the problems.
    pub fn places(&self) -> Vec<Option<Stands>> {
        let problems = &self.envelope["problems"];
        match &self.change {
            Some(change) => places::of_problems(problems, |path| change.origin(path)),
            None => places::of_problems(problems, |path| Some(self.object.origin.below(path.strip_prefix("/review")?))),
        }
    }
}

impl Judging<'_> {
    /// Judges objects in turn, each beside all the others, and shows each answer.
    pub fn judge(
        &self,
        session: &mut Session,
        judged: &[Object],
        stored: &Stored<'_>,
        delete: bool,
        reopened: impl Fn() -> Result<Session, Failure>,
    ) -> Result<Exit, Failure> {
        load::expect_each_once(judged)?;
        let (mut worst, mut counts, mut steps) = (Exit::Yes, [0; 3], Steps::default());
        self.each(session, judged, stored, delete, |session, judged| {
            steps.add(&judged);
            if counts != [0; 3] && self.format == Format::Text {
                output::show("\n")?;
            }
            self.show(session, &judged)?;
            counts[match judged.exit {
                Exit::Yes => 0,
                Exit::No => 1,
                _ => 2,
            }] += 1;
            worst = worst.worse(judged.exit);
            Ok(())
        })?;
        if judged.len() > 1 && self.format == Format::Text {
            let [yes, no, others] = counts;
            let others = if others > 0 { format!(", {others} not decided") } else { String::new() };
            output::show(&format!("\n{} objects: {yes} yes, {no} no{others}\n", judged.len()))?;
        }
        for stuck in steps.stuck(self, reopened)? {
            worst = worst.worse(Exit::No);
            let line = format!("error: {}: {}\n", stuck.object.head.id(), stuck.says());
            match self.format {
                Format::Text => output::show(&line)?,
                _ => anstream::eprint!("{line}"),
            }
        }
        Ok(worst)
    }

    /// Judges objects in turn, each beside all the others; the others are judged beside the first of several with one
    /// name.
    pub fn each<'o>(
        &self,
        session: &mut Session,
        judged: &'o [Object],
        stored: &Stored<'o>,
        delete: bool,
        mut tell: impl FnMut(&mut Session, Judged<'o>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let loads = judged.len() > 1;
        let twins = objects::twins(judged);
        let named: Vec<Option<Object>> =
            (1..).zip(judged).map(|(number, object)| object.named_for_now(number)).collect();
        let held: Vec<&Object> =
            judged.iter().zip(&named).map(|(object, named)| named.as_ref().unwrap_or(object)).collect();
        if loads {
            // An object that cannot be loaded is reported when it is judged.
            for (object, _) in held.iter().zip(&twins).filter(|(_, twin)| twin.is_none()) {
                self.load(session, object)?;
            }
        }
        for ((object, held), twin) in judged.iter().zip(held).zip(twins) {
            let twin = twin.and_then(|twin| judged.get(twin));
            let change = Change::of(object, stored, delete);
            if loads {
                session.load(json!({ "remove": [held.head.removal()] }).to_string().as_bytes())?;
            }
            let answer = session.review(self.request(object, change.as_ref()).as_bytes())?;
            if loads {
                self.load(session, twin.unwrap_or(held))?;
            }
            let envelope = session::envelope(&answer);
            let exit = match change {
                Some(_) if lacks_rule(&envelope) => Exit::Request,
                _ => session::exit_of(&envelope),
            };
            tell(session, Judged { object, twin, change, answer, envelope, exit })?;
        }
        Ok(())
    }

    fn show(&self, session: &mut Session, judged: &Judged<'_>) -> Result<(), Failure> {
        let (envelope, places) = (&judged.envelope, judged.places());
        match self.format {
            Format::Text => {
                let words = Words::of(session, envelope).placed(places);
                output::show(&text(judged.object, envelope, &words, judged.change.is_some(), judged.exit))?;
            }
            format => {
                output::print_data(&judged.answer, envelope, format)?;
                places::note(&envelope["problems"], &places);
            }
        }
        self.deciding.strictness.hint(envelope);
        Ok(())
    }

    /// Loads an object, ignoring unknown keys.
    pub fn load(&self, session: &mut Session, object: &Object) -> Result<(), Failure> {
        let lenient = Manner { strictness: Strictness::LENIENT, ..self.deciding.loading().defaulted() };
        session.load(load::request([object].into_iter(), lenient).as_bytes())?;
        Ok(())
    }

    /// Builds the request to review an object.
    pub fn request(&self, object: &Object, change: Option<&Change<'_>>) -> String {
        let (review, phase, validation) = match change {
            Some(change) => (change.review(), self.phase, self.deciding.strictness.word()),
            // The API server's AdmissionReview has no `fieldValidation`.
            None if self.phase == APPLYING => (object.json.get().to_owned(), "validating", "Ignore"),
            None => (object.json.get().to_owned(), self.phase, "Ignore"),
        };
        let (edition, now) = (self.deciding.edition(), json!(self.deciding.now()));
        let text = self.format == Format::Text;
        format!(
            r#"{{"review":{review},"phase":"{phase}","edition":"{edition}","now":{now},"text":{text},"fieldValidation":"{validation}"}}"#
        )
    }
}

/// The phase for objects that people wrote: complete, judge, store.
pub const APPLYING: &str = "applying";

/// Converts a field to a pointer. List elements and map members are in brackets.
fn pointer_to(field: &str) -> String {
    let mut pointer = String::new();
    let mut add = |part: &str| {
        if !part.is_empty() {
            pointer.push('/');
            pointer.push_str(&part.replace('~', "~0").replace('/', "~1"));
        }
    };
    let mut rest = field;
    while let Some((before, after)) = rest.split_once('[') {
        before.split('.').for_each(&mut add);
        let (inside, others) = after.split_once(']').unwrap_or((after, ""));
        add(inside);
        rest = others;
    }
    rest.split('.').for_each(add);
    pointer
}

/// Whether an object was admitted only because no rule covers its kind.
fn lacks_rule(envelope: &Value) -> bool {
    let reason = &envelope["because"][0];
    let names_known = reason["facts"].as_array().into_iter().flatten().any(|fact| fact["name"] == "known");
    reason["code"] == "kind-not-judged" && names_known
}

/// The answer about one object as text.
fn text(object: &Object, envelope: &Value, words: &Words, bare: bool, exit: Exit) -> String {
    let about = match object.head.id() {
        id if id.is_empty() => objects::shown(&object.file),
        id => format!("{id} ({})", objects::shown(&object.file)),
    };
    let mut text = if exit == Exit::Request && envelope["outcome"] == "decided" {
        not_judged(&about)
    } else {
        verdict(envelope, Some(&about))
    };
    text.push_str(&explained(words));
    if !bare {
        if let Some(review) = envelope.get("review") {
            section(&mut text, "review", &yaml::from_json(&output::readable(review)));
        }
        return text;
    }
    let operations = envelope["filled"].as_array().cloned().or_else(|| {
        let review = output::readable(&envelope["review"]);
        review.pointer("/response/patch").and_then(Value::as_array).cloned()
    });
    let lines: Vec<String> = operations.iter().flatten().map(operation).collect();
    if !lines.is_empty() {
        section(&mut text, "filled in", &lines.join("\n"));
    }
    text
}

/// An operation of a JSON Patch in one line.
fn operation(operation: &Value) -> String {
    let path = operation["path"].as_str().unwrap_or_default();
    match operation["op"].as_str() {
        Some("remove") => format!("{path}: taken out"),
        Some("replace") => format!("{path}: now {}", operation["value"]),
        _ => format!("{path}: {}", operation["value"]),
    }
}

#[cfg(test)]
mod tests {
    use super::pointer_to;

    #[test]
    fn fields_lead_to_values() {
        assert_eq!(pointer_to("spec.machineImages[0].versions[12].cri"), "/spec/machineImages/0/versions/12/cri");
        assert_eq!(pointer_to("metadata.labels[a.b/c]"), "/metadata/labels/a.b~1c");
        assert_eq!(pointer_to(""), "");
    }
}
