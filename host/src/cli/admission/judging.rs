use std::collections::{HashMap, HashSet};

use fitment_host::{Class, Session};
use serde_json::{Value, json};

use super::change::{self, Change, Stored};
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load::{self, Manner};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::{Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::{self, Head, Object};
use crate::cli::reading::places::{self, Origin, Stands};
use crate::cli::reading::source::At;
use crate::cli::session;
use crate::cli::showing::output::Format;

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
    pub fn origin_of_field(&self, field: &str) -> Origin {
        let object = if self.change.is_some() { "" } else { "/request/object" };
        self.object.origin.below(&format!("{object}{}", pointer_to(field)))
    }

    /// Maps a cause of the refusal to its place. A removed value is in the file of the old object, and a field that is
    /// counted without dropped versions is elsewhere in the file.
    pub fn origin_of_cause(&self, number: usize, cause: &Value) -> Origin {
        let is_gone = list(&self.envelope["ofOldObject"]).contains(&json!(number));
        let field = word(&cause["field"]);
        let mut as_sent = list(&self.envelope["asSent"]).iter().filter(|written| written["cause"] == number);
        let place = match as_sent.next() {
            Some(written) => word(&written["path"]).to_owned(),
            None if is_gone => format!("/review/request/oldObject{}", pointer_to(field)),
            None => return self.origin_of_field(field),
        };
        self.origin(&place).unwrap_or_else(|| self.origin_of_field(""))
    }

    /// Maps a pointer into the request for the review to its place.
    fn origin(&self, path: &str) -> Option<Origin> {
        match &self.change {
            Some(change) => change.origin(path),
            None => Some(self.object.origin.below(path.strip_prefix("/review")?)),
        }
    }

    /// The places of the problems.
    pub fn places(&self) -> Vec<Option<Stands>> {
        places::of_problems(&self.envelope["problems"], |path| self.origin(path))
    }
}

impl Judging<'_> {
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
        let nameless = judged.iter().map(|object| object.head.leaves_its_name().then(|| object.origin.clone()));
        let places = places::of_values(&nameless.collect::<Vec<_>>());
        let mut numbers = HashMap::new();
        let mut named_for_now = |(object, at): (&Object, Option<At>)| {
            let at = at?.to_string();
            let number = numbers.entry(at.clone()).and_modify(|number| *number += 1).or_insert(1);
            object.named_for_now(&at, *number)
        };
        let named: Vec<Option<Object>> = judged.iter().zip(places).map(&mut named_for_now).collect();
        let held: Vec<&Object> =
            judged.iter().zip(&named).map(|(object, named)| named.as_ref().unwrap_or(object)).collect();
        let mut loaded = HashSet::new();
        if loads {
            // An object that cannot be loaded is reported when it is judged.
            let first = held.iter().zip(&twins).filter(|(_, twin)| twin.is_none()).map(|(object, _)| *object);
            loaded.extend(self.load(session, first)?.into_iter().map(change::identity));
        }
        for ((object, held), twin) in judged.iter().zip(held).zip(twins) {
            let twin = twin.and_then(|twin| judged.get(twin));
            let change = Change::of(object, stored, delete);
            let own = Some(&held.head).filter(|head| head.is_named() && loaded.contains(&change::identity(held)));
            let answer = session.review(self.request(object, change.as_ref(), own).as_bytes());
            let answer = answer.map_err(|error| match error.class() {
                Class::Request => Failure::file(&object.file, format!("`{}`: {error}", object.head.id())),
                _ => error.into(),
            })?;
            let envelope = session::envelope(&answer);
            let exit = match change {
                Some(_) if lacks_rule(&envelope) => Exit::Request,
                _ => session::exit_of(&envelope),
            };
            tell(session, Judged { object, twin, change, answer, envelope, exit })?;
        }
        Ok(())
    }

    /// Loads objects, ignoring unknown keys, without those that cannot be loaded. Returns what was loaded.
    pub fn load<'o>(
        &self,
        session: &mut Session,
        objects: impl IntoIterator<Item = &'o Object>,
    ) -> Result<Vec<&'o Object>, Failure> {
        let lenient = Manner { strictness: Strictness::LENIENT, ..self.deciding.loading().defaulted() };
        load::those_that_can_be(session, objects, lenient)
    }

    /// Builds the request to review an object. `own` is what it is loaded as, if it is loaded: the others are what it is
    /// judged beside.
    pub fn request(&self, object: &Object, change: Option<&Change<'_>>, own: Option<&Head>) -> String {
        let (review, phase, validation) = match change {
            Some(change) => (change.review(), self.phase, self.deciding.strictness.word()),
            // The API server's AdmissionReview has no `fieldValidation`.
            None if self.phase == APPLYING => (object.json.get().to_owned(), "validating", "Ignore"),
            None => (object.json.get().to_owned(), self.phase, "Ignore"),
        };
        let (edition, now) = (self.deciding.edition(), json!(self.deciding.now()));
        let text = self.format == Format::Text;
        let without = json!(own.map(Head::removal));
        format!(
            r#"{{"review":{review},"phase":"{phase}","without":{without},"edition":"{edition}","now":{now},"text":{text},"fieldValidation":"{validation}"}}"#
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
