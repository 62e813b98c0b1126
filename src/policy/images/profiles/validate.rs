//! The question whether a profile may be stored.

use super::comes_expired::comes_expired;
use super::operation::Operation;
use super::validation::{Found, Rules, SizeLimit};
use super::why;
use crate::policy::images::documents::FeatureGates;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::before_not_given;
use crate::policy::images::stages::Changes;
use crate::policy::images::store::{OLD, Profile, ProfileChangeGiven, Scope, parent_of};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::wire::{Json, PathStep, Value, answer, given, words};

given! {
    /// A profile to validate.
    pub struct ValidateGiven<'a> {
        /// The operation; an update if the old profile is given, or else a creation, unless given.
        operation: Option<Operation>,
        /// Gardener's feature gates; those of the loaded `Settings` named `images`, unless given. Each has its default.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// Whether the profile is prepared first, as in the API server; false, unless given.
        pipeline: bool,
        /// The part of the profile that is judged; all of it, unless given.
        scope: Option<Judged>,
        /// The most bytes that a stored document may have; 1572864, as in etcd, unless given.
        max_bytes ["maxBytes"]: Option<u64>,
        /// The profile, and the one before an update.
        #[flatten]
        change: ProfileChangeGiven<'a>,
    }
}

words! {
    /// The part of a profile that is judged.
    pub enum Judged {
        /// The capabilities and everything that names them, so that a fragment of a profile is enough.
        Capabilities = "capabilities",
    }
}

answer! {
    /// Whether a profile can be stored.
    pub struct Validity {
        /// Whether the profile is valid.
        valid: bool,
        /// All errors in the profile.
        errors: Vec<FieldError>,
    }
}

/// `images/validate-profile`
#[derive(Debug)]
pub struct ValidateProfile;

impl Answers for ValidateProfile {
    const NAME: &'static str = "images/validate-profile";
    const ASKS: &'static str = "whether a profile can be stored, and everything that is wrong with it";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ValidateGiven<'a>;
    type Answer<'a> = Validity;

    fn decide<'a>(given: ValidateGiven<'a>, asked: &Asked<'a>) -> Outcome<Validity> {
        let (new, old) = given.change.profiles(asked)?;
        // The API server validates nothing that is deleted.
        if given.operation == Some(Operation::Delete) {
            let answer = Validity { valid: true, errors: Vec::new() };
            return Ok(Decision { because: why::nothing_to_admit(*new.written).into(), ..Decision::plain(answer) });
        }
        let gates = FeatureGates::asked(given.feature_gates, asked)?;
        let old = old.filter(|_| given.operation != Some(Operation::Create));
        let limit = given.max_bytes.map(|most| SizeLimit(most.try_into().unwrap_or(usize::MAX))).unwrap_or_default();
        let rules = Rules { gates: &gates, asked, limit };
        let measured = given.scope.is_none();
        let warning = measured.then(|| limit.warning(*new.written, &new.written.path(), asked.edition)).flatten();
        let judged = |profile: &Profile<'a>| match given.scope {
            Some(Judged::Capabilities) => {
                let parent = || parent_of(&profile.written, given.change.cloud_profile, asked);
                profile.capability_errors(parent, rules)
            }
            None => profile.errors(old.as_ref(), rules),
        };
        // Only preparation needs a copy.
        let mut prepared = given.pipeline.then(|| Json::from(*new.written));
        let mut changes = Changes::default();
        let Found { errors, warnings } = match prepared.as_mut().and_then(|whole| whole.get_mut("spec")) {
            None => judged(&new)?,
            Some(spec) => {
                new.prepare(old.as_ref(), spec, (&PathStep::Root(""), &mut changes), asked)?;
                let prepared = asked.keep(prepared.unwrap_or_default().to_document()).root();
                judged(&Profile::read(new.scope(), new.written.with(prepared))?)?
            }
        };
        // Without preparation, errors may be about versions that would not be stored.
        let is_to_be_prepared = !errors.is_empty() && !given.pipeline;
        let not_kept = if is_to_be_prepared { new.not_kept(old.as_ref(), asked) } else { Vec::new() };
        let is_update = given.operation == Some(Operation::Update);
        let no_before = (is_update && old.is_none()).then(|| before_not_given(old_member(new.scope())));
        let expired = old.iter().flat_map(|old| comes_expired(old, &new, asked));
        let because = why::validated(&errors, name_of(*new.written));
        let answer = Validity { valid: errors.is_empty(), errors };
        let warnings = warning
            .into_iter()
            .chain(changes.not_kept(&new.written.path()))
            .chain(not_kept)
            .chain(warnings)
            .chain(expired)
            .chain(no_before);
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(warnings))
    }
}

fn old_member(scope: Scope) -> &'static str {
    match scope {
        Scope::Cluster => OLD.0,
        Scope::Namespaced => OLD.1,
    }
}

fn name_of(profile: Value<'_>) -> &str {
    let name = profile.get("metadata").and_then(|metadata| metadata.get("name"));
    name.and_then(Value::as_str).filter(|name| !name.is_empty()).unwrap_or("profile")
}
