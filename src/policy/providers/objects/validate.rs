use super::flaw::Fault;
use super::shape::Known;
use super::validation::{Candidate, Findings, Unknown};
use crate::policy::providers::divergences::JUDGED_AS_WRITTEN;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{MEMBER_MEANT, MEMBER_UNKNOWN, PROVIDER_VALID};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Ordered, Pointer, Value, answer, given, words};

/// `providers/validate`
#[derive(Debug)]
pub struct Validate;

words! {
    /// What is done to a provider.
    pub enum Change {
        /// It is new.
        Create = "create",
        /// It exists already.
        Update = "update",
    }
}

given! {
    /// A provider that is to be stored.
    pub struct ValidateGiven<'a> {
        /// What is done to it; it is new unless there is an old spec.
        operation: Option<Change>,
        /// Its kind.
        kind: Kind,
        /// Its name and namespace.
        metadata: Option<Value<'a>>,
        /// Its spec.
        spec: Option<Value<'a>>,
        /// The spec that is stored.
        old_spec ["oldSpec"]: Option<Value<'a>>,
        /// The API of the object.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// Whether a provider may be stored.
    pub struct ValidateAnswer {
        /// Whether it may.
        valid: bool,
        /// The first member that is wrong.
        field: Option<String>,
        /// What is wrong with it.
        reason: Option<Fault>,
        /// All that is wrong.
        errors: Vec<ErrorIn>,
        /// Unknown members; they have no effect.
        unknown_fields ["unknownFields"]: Vec<String>,
        /// For some of them the member that is meant.
        hints: Ordered<String, String>,
    }
}

answer! {
    /// One thing that is wrong.
    pub struct ErrorIn {
        /// Where.
        field: String,
        /// What.
        reason: Fault,
    }
}

impl Answers for Validate {
    const NAME: &'static str = "providers/validate";
    const ASKS: &'static str = "whether a provider object is valid, and all that is wrong with it";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ValidateGiven<'a>;
    type Answer<'a> = ValidateAnswer;

    fn decide<'a>(given: ValidateGiven<'a>, asked: &Asked<'a>) -> Outcome<ValidateAnswer> {
        let api = Api::of(&[given.api_version]);
        let findings = if asked.edition.applies(&JUDGED_AS_WRITTEN) {
            let old_spec = given.old_spec.filter(|_| given.operation != Some(Change::Create));
            let (metadata, spec) = (given.metadata, given.spec);
            Findings::of(&Candidate { api, known: Known::Both(api), metadata, spec, old_spec })
        } else {
            Findings::of_today(given.spec)
        };
        let because = match findings.flaws.is_empty() {
            true => Reason::new(&PROVIDER_VALID, given.kind.word()).into(),
            false => findings.flaws.iter().map(|flaw| flaw.reason(&Pointer::default())).collect(),
        };
        let problems = findings.unknown.iter().map(|unknown| warning(unknown, &Pointer::to("given"))).collect();
        let first = findings.flaws.first();
        let answer = ValidateAnswer {
            valid: findings.flaws.is_empty(),
            field: first.map(|flaw| flaw.field.to_string()),
            reason: first.map(|flaw| flaw.fault),
            errors: findings
                .flaws
                .iter()
                .map(|flaw| ErrorIn { field: flaw.field.to_string(), reason: flaw.fault })
                .collect(),
            unknown_fields: findings.unknown.iter().map(|unknown| unknown.field.to_string()).collect(),
            hints: findings
                .unknown
                .iter()
                .filter_map(|unknown| Some((unknown.field.to_string(), unknown.meant.clone()?)))
                .collect(),
        };
        Ok(Decision { answer, because, problems })
    }
}

/// The warning that a member of an object, which is at a pointer into the request, is not known.
pub fn warning(unknown: &Unknown, object: &Pointer) -> Problem {
    let path = object.clone().join(&unknown.field.pointer());
    let name = unknown.field.name();
    let problem = match &unknown.meant {
        Some(meant) => Problem::warning(&MEMBER_MEANT, path)
            .fact(Fact::named("key", name))
            .fact(Fact::named("nearest", meant.as_str())),
        None => Problem::warning(&MEMBER_UNKNOWN, path)
            .fact(Fact::named("key", name))
            .nearest_to(name, unknown.known.iter().copied())
            .fact(Fact::named("known", unknown.known.iter().copied().collect::<crate::wire::Json>())),
    };
    problem.about_a_key()
}
