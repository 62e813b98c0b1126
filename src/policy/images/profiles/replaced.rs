//! Whether the API server would accept a profile in place of an old one.

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

/// A refusal of a profile in place of an old one.
pub(crate) enum Refusal {
    /// The change causes the refusal: the old profile would not be refused for this.
    Added(Reason),
    /// The old profile would be refused for the same, because it is a fragment or the change did not touch that part.
    Kept(Problem),
}

/// Why the API server would refuse a profile in place of an old one, if it would.
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
            // A missing field has no value to cite, and for a list the field already says which part is meant.
            let is_cited = matches!(there.kind(), Kind::String | Kind::Number | Kind::Bool);
            Refusal::Added(reason.facts(is_cited.then(|| Fact::at(new.written.place().join(&at), there))))
        }
        None => {
            let problem = Problem::warning(&NEW_PROFILE_INVALID, new.written.path().join(&at));
            Refusal::Kept(facts.into_iter().fold(problem, Problem::fact))
        }
    }))
}

/// Warns that the API server would refuse a CloudProfile, whatever was there before.
pub(crate) fn refused_anew<'a>(profile: &Written<'a>, asked: &Asked<'a>) -> Result<Option<Problem>, Undecided> {
    let errors = errors(None, &Profile::read(Scope::Cluster, profile.with(**profile))?, None, asked)?;
    Ok(errors.first().map(|first| {
        let problem =
            Problem::warning(&LINTED_PROFILE_INVALID, profile.path().join(&within(**profile, &first.field).0));
        named(first, errors.len()).into_iter().fold(problem, Problem::fact)
    }))
}

/// The facts about one error, and the number of all.
fn named(error: &FieldError, count: usize) -> [Fact; 3] {
    let FieldError { field, detail, .. } = error;
    [Fact::named("field", field.as_str()), Fact::named("detail", detail.as_str()), Fact::named("count", count)]
}

/// The API server's errors about the new CloudProfile, as an update or as a new profile, that the old one would not
/// get.
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

/// A set of errors, compared by what stays the same when something else changes.
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

    /// The key of an error. It has no indices, so that an entry that moves in its list keeps its errors, and it ignores
    /// by how much a document is too large.
    fn key(error: &FieldError) -> (String, String) {
        let plain = |text: &str| text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let detail = if is_too_large(error) { String::new() } else { error.detail.clone() };
        (plain(&error.field), detail)
    }

    /// Adds an error and returns whether it is new.
    fn add(&mut self, error: &FieldError) -> bool {
        self.0.insert(Self::key(error), ())
    }

    fn has(&self, error: &FieldError) -> bool {
        self.0.get(&Self::key(error)).is_some()
    }
}

/// The API server's errors about a profile, in place of an old one or as a new profile: after defaulting and
/// preparation, by itself and beside its parent.
fn errors<'a>(
    old: Option<&Profile<'a>>,
    new: &Profile<'a>,
    parent: Option<&Written<'a>>,
    asked: &Asked<'a>,
) -> Result<Vec<FieldError>, Undecided> {
    let gates = FeatureGates::asked(None, asked)?;
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
