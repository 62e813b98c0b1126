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
    /// The operation on a provider object.
    pub enum Change {
        /// The object is created.
        Create = "create",
        /// The object is updated.
        Update = "update",
    }
}

given! {
    /// A provider object to validate.
    pub struct ValidateGiven<'a> {
        /// The operation; absent: an update if `oldSpec` is given, otherwise a creation.
        operation: Option<Change>,
        /// The provider's kind.
        kind: Kind,
        /// The metadata of the object.
        metadata: Option<Value<'a>>,
        /// The spec of the object.
        spec: Option<Value<'a>>,
        /// The stored spec.
        old_spec ["oldSpec"]: Option<Value<'a>>,
        /// The `apiVersion` of the object; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// Whether the provider object is valid.
    pub struct ValidateAnswer {
        /// Whether the object is valid.
        valid: bool,
        /// The path of the first flawed member.
        field: Option<String>,
        /// The flaw of that member.
        reason: Option<Fault>,
        /// All flaws.
        errors: Vec<ErrorIn>,
        /// The paths of unknown members, which have no effect.
        unknown_fields ["unknownFields"]: Vec<String>,
        /// For some of the unknown members, the path that was probably meant.
        hints: Ordered<String, String>,
    }
}

answer! {
    /// A flaw in a member.
    pub struct ErrorIn {
        /// The path of the member.
        field: String,
        /// The kind of the flaw.
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

/// Warns of the unknown members of a spec that comes with a question.
pub fn unknown_in(spec: Option<Value<'_>>, api: Api) -> Vec<Problem> {
    let candidate = Candidate { api, known: Known::Both(api), metadata: None, spec, old_spec: None };
    Findings::of(&candidate).unknown.iter().map(|unknown| warning(unknown, &Pointer::to("given"))).collect()
}

/// Creates the warning about an unknown member. `object` is the path of the object in the request.
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
