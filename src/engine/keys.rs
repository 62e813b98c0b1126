//! Finds unknown keys, and values of the wrong type, in the documents of a request.

use super::{about, policies};
use crate::policy::Policy;
use crate::question::reasons::{DOCUMENT_MISSPELT, DOCUMENT_OF_ANOTHER_KIND};
use crate::question::{Decision, KnownFields, Lacks, OWN_GROUP, OWN_VERSION, Outcome, SETTINGS, Undecided, group_of};
use crate::reason::{Fact, Level, Problem};
use crate::review::ADMISSION_REVIEW;
use crate::wire::{CompleteKind, FieldValidation, Json, Kind, PathStep, Pointer, Value};

/// How a request wants unknown keys to be treated.
#[derive(Clone, Copy)]
pub struct Keys {
    validation: FieldValidation,
}

impl Keys {
    /// Takes what the request says, or else the verb's default.
    pub fn of(said: Option<FieldValidation>, usual: FieldValidation) -> Self {
        Self { validation: said.unwrap_or(usual) }
    }

    /// Whether unknown keys are reported.
    pub fn tells(self) -> bool {
        self.validation != FieldValidation::Ignore
    }

    /// The unknown keys of documents that are to be loaded, and their misspelt kinds.
    pub fn of_documents(self, documents: &[Value<'_>]) -> Vec<Problem> {
        let each = documents.iter().enumerate();
        each.flat_map(|(place, document)| {
            let path = PathStep::Index(&PathStep::Root("/documents"), place).pointer();
            let mut found = self.of_object(*document, &path);
            let text = |key: &str| document.get(key).and_then(Value::as_str);
            let named = text("apiVersion").zip(text("kind"));
            found.extend(named.and_then(|(api_version, kind)| self.of_kind(api_version, kind, &path)));
            // A load refuses a document without a name anyway.
            found.extend(self.of_name(*document, &path).filter(|_| !name_of(*document).is_empty()));
            found
        })
        .collect()
    }

    /// The misspelt kinds among those that are declared complete.
    pub fn of_complete(self, kinds: &[CompleteKind<'_>]) -> Vec<Problem> {
        let each = kinds.iter().enumerate();
        let told = each.filter_map(|(place, CompleteKind { api_version, kind })| {
            self.of_kind(api_version, kind, &PathStep::Index(&PathStep::Root("/complete"), place).pointer())
        });
        told.collect()
    }

    /// The problem that nothing reads a document because its kind or group is misspelt.
    fn of_kind(self, api_version: &str, kind: &str, path: &str) -> Option<Problem> {
        if !self.tells() {
            return None;
        }
        let group = group_of(api_version);
        let (key, found, meant) = about::misspelt(group, kind)?;
        let is_own = meant == OWN_GROUP;
        // An `apiVersion` without a group, or without a version, is wrong as a whole.
        let fields = about::all().find_map(|policy| fields_in(policy, meant, kind)).filter(|_| found.is_empty());
        let version = fields.and_then(|fields| fields.versions.first());
        let found = if found.is_empty() || is_own { api_version } else { found };
        let meant = match version {
            _ if is_own => OWN_VERSION.to_owned(),
            Some(version) => format!("{meant}/{version}"),
            None => meant.to_owned(),
        };
        let problem = self.misspelt(Pointer::parsed(path).key(key), found).fact(Fact::named("nearest", meant));
        Some(problem.fact(Fact::named("key", key)))
    }

    /// The problem that a document of Fitment's own, or one meant to be, is misspelt. No rule judges these; of other kinds
    /// the review tells it by itself.
    fn of_own_kind(self, document: Value<'_>, path: &str) -> Option<Problem> {
        let text = |key: &str| document.get(key).and_then(Value::as_str);
        let (api_version, kind) = text("apiVersion").zip(text("kind"))?;
        let group = group_of(api_version);
        let (_, _, meant) = about::misspelt(group, kind)?;
        [group, meant].contains(&OWN_GROUP).then(|| self.of_kind(api_version, kind, path))?
    }

    fn misspelt(self, at: Pointer, found: &str) -> Problem {
        Problem::new(self.level(), &DOCUMENT_MISSPELT, at.clone()).fact(Fact::at(at, found))
    }

    /// The problem that no policy reads settings of this name, or settings without a name.
    fn of_name(self, document: Value<'_>, path: &str) -> Option<Problem> {
        let name = name_of(document);
        if !policies::HAVE_SETTINGS || !self.tells() || document.get("kind").and_then(Value::as_str) != Some(SETTINGS) {
            return None;
        }
        let (group, _) = document.get("apiVersion").and_then(Value::as_str)?.split_once('/')?;
        let readers = about::all().filter(|policy| fields_in(policy, group, SETTINGS).is_some());
        let readers: Vec<&str> = readers.map(|policy| policy.name).collect();
        if readers.is_empty() || readers.contains(&name) {
            return None;
        }
        let at = Pointer::parsed(path).key("metadata").key("name");
        if name.is_empty() {
            let problem = Problem::new(self.level(), &DOCUMENT_OF_ANOTHER_KIND, at.clone()).fact(Fact::absent(at));
            return Some(problem.fact(Fact::named("expected", readers.into_iter().collect::<Json>())));
        }
        let problem = self.misspelt(at, name);
        Some(problem.nearest_to(name, readers.iter().copied()).fact(Fact::named("key", "name")))
    }

    /// The unknown keys of the documents in `given`.
    pub fn of_given(self, question: &str, given: Value<'_>) -> Vec<Problem> {
        if !self.tells() {
            return Vec::new();
        }
        let mut problems = Vec::new();
        for fields in about::policy_of(question).into_iter().flat_map(|policy| policy.fields) {
            for (key, value) in given.members().filter(|(key, _)| fields.members.contains(key)) {
                let path = PathStep::Key(&PathStep::Root("/given"), key).pointer();
                problems.extend(fields.strangers(value, &path, self.level()));
                if policies::JUDGES {
                    problems.extend(self.of_another_kind(fields, value, path));
                }
            }
        }
        problems
    }

    /// The unknown keys of an AdmissionReview and of its objects. Their kind is the one that the review names, whatever
    /// they state themselves.
    pub fn of_review(self, review: Value<'_>) -> Vec<Problem> {
        if !self.tells() {
            return Vec::new();
        }
        let mut found = ADMISSION_REVIEW.strangers(review, "/review", self.level());
        found.extend(ADMISSION_REVIEW.of_another_kind(review, "/review", [self.level(); 2]));
        let request = review.get("request").unwrap_or(Value::NULL);
        let named = |key: &str| request.get("kind").and_then(|kind| kind.get(key)).and_then(Value::as_str);
        for member in ["object", "oldObject"] {
            let object = request.get(member).unwrap_or(Value::NULL);
            let path = format!("/review/request/{member}");
            let [group, kind] = ["group", "kind"].map(|key| named(key).unwrap_or_default());
            found.extend(self.of_name(object, &path));
            found.extend(self.of_own_kind(object, &path));
            let Some(fields) = known(group, kind, name_of(object)) else { continue };
            found.extend(fields.strangers(object, &path, self.level()));
            found.extend(fields.of_another_kind(object, &path, [self.level(); 2]));
        }
        found
    }

    fn of_object(self, object: Value<'_>, path: &str) -> Vec<Problem> {
        let text = |key: &str| object.get(key).and_then(Value::as_str);
        let (Some(api_version), Some(kind)) = (text("apiVersion"), text("kind")) else { return Vec::new() };
        if !self.tells() {
            return Vec::new();
        }
        let group = group_of(api_version);
        let Some(fields) = known(group, kind, name_of(object)) else { return Vec::new() };
        let mut found = fields.strangers(object, path, self.level());
        found.extend(fields.not_served(api_version, path, self.level()));
        found
    }

    /// The problems with a document, or with each in a list, that states another kind, group or version than the
    /// expected ones. Another kind is an error even where keys are only warned of: the answer would be about nothing.
    fn of_another_kind(self, fields: &KnownFields, value: Value<'_>, path: String) -> Vec<Problem> {
        if value.kind() == Kind::Array {
            let each = value.elements().enumerate();
            let each = each.map(|(place, element)| (element, format!("{path}/{place}")));
            return each.flat_map(|(element, path)| self.of_another_kind(fields, element, path)).collect();
        }
        fields.of_another_kind(value, &path, [Level::Error, self.level()])
    }

    /// Refuses a request because of its unknown keys if validation is strict.
    pub fn refused(self, found: Vec<Problem>) -> Result<Vec<Problem>, Undecided> {
        match self.validation {
            FieldValidation::Strict if found.iter().any(is_refused) => {
                Err(Undecided { lacks: Lacks::Request, problems: found })
            }
            _ => Ok(found),
        }
    }

    /// Combines the unknown keys of the documents with the problems that the question itself reports.
    pub fn judged<A>(self, found: Vec<Problem>, outcome: Outcome<A>) -> Outcome<A> {
        let (problems, decided) = match outcome {
            Ok(Decision { answer, because, problems }) => (problems, Ok((answer, because))),
            Err(Undecided { lacks, problems }) => (problems, Err(lacks)),
        };
        // If a rule reports a value that it cannot read, that is not repeated here.
        let found: Vec<Problem> = found.into_iter().filter(|problem| !problem.is_among(&problems)).collect();
        let problems: Vec<Problem> = match self.validation {
            FieldValidation::Ignore => problems.into_iter().filter(|problem| !problem.is_unknown_key()).collect(),
            FieldValidation::Warn if !found.iter().any(is_refused) => found.into_iter().chain(problems).collect(),
            FieldValidation::Warn | FieldValidation::Strict => {
                let (own, others): (Vec<Problem>, Vec<Problem>) =
                    problems.into_iter().partition(Problem::is_about_a_key);
                let own = own.into_iter().map(|problem| problem.at_level(self.level()));
                let unknown: Vec<Problem> = found.into_iter().chain(own).collect();
                if unknown.iter().any(is_refused) {
                    // Report values that cannot be read along with the unknown keys, so that everything can be fixed at
                    // once.
                    let unread = if matches!(decided, Err(Lacks::Request)) { others } else { Vec::new() };
                    let problems = unknown.into_iter().chain(unread).collect();
                    return Err(Undecided { lacks: Lacks::Request, problems });
                }
                unknown.into_iter().chain(others).collect()
            }
        };
        match decided {
            Ok((answer, because)) => Ok(Decision { answer, because, problems }),
            Err(lacks) => Err(Undecided { lacks, problems }),
        }
    }

    fn level(self) -> Level {
        if self.validation == FieldValidation::Strict { Level::Error } else { Level::Warning }
    }
}

/// Whether strict validation refuses a request because of this problem.
fn is_refused(problem: &Problem) -> bool {
    problem.level() == Level::Error
}

/// The known keys of a kind of document that is loaded or reviewed. Several policies have settings, each under its own
/// name; under another name, no keys are known.
fn known(group: &str, kind: &str, name: &str) -> Option<&'static KnownFields> {
    let mut readers = about::all().filter(|policy| kind != SETTINGS || policy.name == name);
    readers.find_map(|policy| fields_in(policy, group, kind))
}

fn fields_in(policy: &'static Policy, group: &str, kind: &str) -> Option<&'static KnownFields> {
    policy.fields.iter().find(|fields| fields.kind == Some((group, kind)))
}

fn name_of(document: Value<'_>) -> &str {
    let name = document.get("metadata").and_then(|metadata| metadata.get("name"));
    name.and_then(Value::as_str).unwrap_or_default()
}
