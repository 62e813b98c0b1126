//! Whether the API server would take one state of a profile in place of another.

use super::admission::Admission;
use super::validation::{Rules, SizeLimit, is_too_large};
use crate::base::Known;
use crate::policy::images::documents::FeatureGates;
use crate::policy::images::errors::{FieldError, within};
use crate::policy::images::provider::follow_namespaced;
use crate::policy::images::reasons::{LINTED_PROFILE_INVALID, NEW_PROFILE_INVALID};
use crate::policy::images::stages::Changes;
use crate::policy::images::store::{Profile, Scope, Written};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Kind, PathStep};

/// The refusal of a profile in place of an old one.
pub(crate) enum Refusal {
    /// The old one would not be refused for it.
    Added(Reason),
    /// The old one would be refused for the same: it is a fragment, or nobody changed that.
    Kept(Problem),
}

/// Says that the API server would refuse a profile in place of an old one.
pub(crate) fn refused<'a>(
    [old, new]: [&Profile<'a>; 2],
    parent: Option<&Written<'a>>,
    asked: &Asked<'a>,
) -> Result<Option<Refusal>, Undecided> {
    let errors = errors(Some(old), new, parent, asked)?;
    let Some(first) = errors.first() else { return Ok(None) };
    let before = Told::of(&self::errors(Some(old), old, parent, asked)?);
    let added = errors.iter().find(|error| !before.has(error));
    let error = added.unwrap_or(first);
    let facts = named(error, errors.len());
    let (at, there) = within(*new.written, &error.field);
    Ok(Some(match added {
        Some(_) => {
            let reason = Reason::new(&NEW_PROFILE_INVALID, new.name());
            let reason = facts.into_iter().fold(reason, Reason::fact);
            // What lacks stands nowhere, and of a list the field says which part is meant.
            let is_cited = matches!(there.kind(), Kind::String | Kind::Number | Kind::Bool);
            Refusal::Added(reason.facts(is_cited.then(|| Fact::at(new.written.place().join(&at), there))))
        }
        None => {
            let problem = Problem::warning(&NEW_PROFILE_INVALID, new.written.path().join(&at));
            Refusal::Kept(facts.into_iter().fold(problem, Problem::fact))
        }
    }))
}

/// Warns that the API server would not take a CloudProfile, whatever was there before.
pub(crate) fn refused_anew<'a>(profile: &Written<'a>, asked: &Asked<'a>) -> Result<Option<Problem>, Undecided> {
    let errors = errors(None, &Profile::read(Scope::Cluster, profile.with(**profile))?, None, asked)?;
    Ok(errors.first().map(|first| {
        let problem =
            Problem::warning(&LINTED_PROFILE_INVALID, profile.path().join(&within(**profile, &first.field).0));
        named(first, errors.len()).into_iter().fold(problem, Problem::fact)
    }))
}

/// One error, and how many there are.
fn named(error: &FieldError, count: usize) -> [Fact; 3] {
    let FieldError { field, detail, .. } = error;
    [Fact::named("field", field.as_str()), Fact::named("detail", detail.as_str()), Fact::named("count", count)]
}

/// What the API server would refuse a CloudProfile for, in place of an old one or made anew, that it would not refuse the
/// old one for.
pub(crate) fn worse<'a>([old, new]: [&Profile<'a>; 2], asked: &Asked<'a>) -> Result<Vec<FieldError>, Undecided> {
    let mut worse = Vec::new();
    let mut told = Told::default();
    for replaced in [Some(old), None] {
        let found = errors(replaced, new, None, asked)?;
        if found.is_empty() {
            continue;
        }
        let before = Told::of(&errors(replaced, old, None, asked)?);
        worse.extend(found.into_iter().filter(|error| !before.has(error) && told.add(error)));
    }
    Ok(worse)
}

/// Errors, each as far as it stays the same when something else changes.
#[derive(Default)]
struct Told(Known<(String, String), ()>);

impl Told {
    fn of(errors: &[FieldError]) -> Self {
        let mut told = Self::default();
        errors.iter().for_each(|error| {
            told.add(error);
        });
        told
    }

    /// An entry that moves in its list takes what is wrong with it along, and what is too large is so whatever its size.
    fn key(error: &FieldError) -> (String, String) {
        let plain = |text: &str| text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let detail = if is_too_large(error) { String::new() } else { error.detail.clone() };
        (plain(&error.field), detail)
    }

    /// Whether it is new.
    fn add(&mut self, error: &FieldError) -> bool {
        self.0.insert(Self::key(error), ())
    }

    fn has(&self, error: &FieldError) -> bool {
        self.0.get(&Self::key(error)).is_some()
    }
}

/// What the API server would say to a profile, in place of an old one or made anew: with its defaults, prepared, and
/// beside its parent.
fn errors<'a>(
    old: Option<&Profile<'a>>,
    new: &Profile<'a>,
    parent: Option<&Written<'a>>,
    asked: &Asked<'a>,
) -> Result<Vec<FieldError>, Undecided> {
    let gates = FeatureGates::default();
    let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
    let mut prepared = Json::from(*new.written);
    if let Some(spec) = prepared.get_mut("spec") {
        let (root, mut changes) = (PathStep::Root(""), Changes::default());
        new.default(spec, &root, &mut changes);
        new.prepare(old, spec, (&root, &mut changes), asked)?;
    }
    let prepared = asked.keep(prepared.to_document()).root();
    let errors = Profile::read(new.scope(), new.written.with(prepared))?.errors(old, rules)?.errors;
    let Some(parent) = parent.filter(|_| errors.is_empty()) else { return Ok(errors) };
    let admission = Admission { child: prepared, old: old.map(|old| *old.written), parent: **parent, gates: &gates };
    let admitted = admission.decide(asked)?;
    let mut errors = admitted.merged_errors.unwrap_or(admitted.errors);
    if let Some(message) = admitted.message.filter(|_| errors.is_empty()) {
        errors.push(FieldError::forbidden("spec.kubernetes.versions", &message));
    }
    if errors.is_empty() {
        errors = follow_namespaced(&new.written.with(prepared), parent, asked).errors;
    }
    Ok(errors)
}
