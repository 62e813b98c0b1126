//! The checks before a provider is installed.

use super::condition::Condition;
use super::fleet::{Existing, Stage, Subject, judge};
use super::today::{Around, Checked, Object};
use crate::policy::providers::divergences::CORE_OF_ITS_CONTRACT;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::has_pages;
use crate::policy::providers::reasons::{INSTALL_CONTRACT_UNKNOWN, PREFLIGHT_SUBJECT_UNKNOWN, PREFLIGHT_TOKEN_UNKNOWN};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem};
use crate::wire::{
    Fault, Fill, HasShape, Kind as JsonKind, Ordered, Pointer, Read, Reader, Shape, Value, answer, given,
};

/// `providers/preflight`
#[derive(Debug)]
pub struct Preflight;

given! {
    /// A provider to install, and the state of the management cluster.
    pub struct PreflightGiven<'a> {
        /// The provider to install: `Kind/namespace/name` of one of `providers`, or an object to check against
        /// `existing`.
        subject: Wanted<'a>,
        /// The provider objects of the management cluster.
        providers: Vec<ObjectGiven<'a>>,
        /// The Secrets, by `namespace/name`.
        secrets: Ordered<&'a str, Value<'a>>,
        /// Whether GitHub accepts the token in the provider's Secret; absent: unknown.
        github_token_valid ["githubTokenValid"]: Option<bool>,
        /// The existing providers.
        existing: Vec<ProviderGiven<'a>>,
        /// The `apiVersion` of providers that do not say their own; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

/// The provider to install.
#[derive(Debug)]
pub enum Wanted<'a> {
    /// One of the given `providers`, as `Kind/namespace/name`.
    Named(&'a str),
    /// A provider given in full.
    Given(ProviderGiven<'a>),
}

impl<'a> Fill<'a> for Wanted<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = match from.value().kind() {
            JsonKind::String => Self::Named(from.text()?),
            _ => Self::Given(ProviderGiven::read(from)?),
        };
        Ok(())
    }
}

impl<'a> Read<'a> for Wanted<'a> {
    fn blank() -> Self {
        Self::Named("")
    }
}

impl HasShape for Wanted<'_> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Text, <ProviderGiven<'static> as HasShape>::SHAPE]);
}

given! {
    /// A provider to install, or an existing one.
    pub struct ProviderGiven<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The version to install, or the installed one. Has no influence.
        version: Option<&'a str>,
        /// The contract of the version to install, or the one that an existing provider reports.
        contract: Option<&'a str>,
        /// Whether the provider to install is paused.
        paused: bool,
        /// Whether an existing provider is installed; absent: true.
        installed: Option<bool>,
        /// The `apiVersion` of the provider's object; absent: that of the whole request.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// A provider object.
    pub struct ObjectGiven<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The provider's spec.
        spec: Option<Value<'a>>,
        /// The provider's status.
        status: Option<Value<'a>>,
        /// The `apiVersion` of the object; absent: that of the whole request.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The result of the checks.
    #[derive(Default)]
    pub struct PreflightAnswer {
        /// Whether all checks passed and the provider is installed.
        passed: bool,
        /// The outcome of the checks against `existing`.
        outcome: Option<Stage>,
        /// Why the provider is not installed.
        reason: Option<&'static str>,
        /// The condition to set on the provider.
        condition: Option<Condition>,
        /// Whether the operator's check returns an error.
        error: Option<bool>,
        /// The event that triggers the next attempt.
        requeue: Option<&'static str>,
        /// Whether users can see the error.
        surfaced_as_error ["surfacedAsError"]: Option<bool>,
    }
}

impl Answers for Preflight {
    const NAME: &'static str = "providers/preflight";
    const ASKS: &'static str = "whether a provider is installed now, later or not at all";
    const VERDICT: VerdictFrom = VerdictFrom::True("passed");
    type Given<'a> = PreflightGiven<'a>;
    type Answer<'a> = PreflightAnswer;

    fn decide<'a>(given: PreflightGiven<'a>, asked: &Asked<'a>) -> Outcome<PreflightAnswer> {
        match &given.subject {
            Wanted::Named(name) => among_objects(&given, name, asked),
            Wanted::Given(subject) => against_existing(&given, subject),
        }
    }
}

/// Runs the checks of today's operator. The design edition keeps them and also compares the core's contract.
fn among_objects<'a>(given: &PreflightGiven<'a>, name: &str, asked: &Asked<'a>) -> Outcome<PreflightAnswer> {
    let object = |provider: &ObjectGiven<'a>| Object {
        kind: provider.kind,
        name: provider.name,
        namespace: provider.namespace.unwrap_or_default(),
        spec: provider.spec.unwrap_or(Value::NULL),
        status: provider.status.unwrap_or(Value::NULL),
        api: Api::of(&[provider.api_version, given.api_version]),
    };
    let providers: Vec<Object<'a>> = given.providers.iter().map(object).collect();
    let id = |found: &Object<'a>| format!("{}/{}/{}", found.kind.word(), found.namespace, found.name);
    let unknown = || {
        let place = Pointer::to("given").key("subject");
        let problem = Problem::error(&PREFLIGHT_SUBJECT_UNKNOWN, place).fact(Fact::at(Pointer::to("subject"), name));
        let known: Vec<String> = providers.iter().map(id).collect();
        Undecided::request(problem.nearest_to(name, known.iter().map(String::as_str)))
    };
    let subject = providers.iter().position(|found| id(found) == name).ok_or_else(unknown)?;
    let around = Around {
        providers: &providers,
        subject,
        secrets: &given.secrets,
        token_valid: given.github_token_valid,
        by_contract: asked.edition.applies(&CORE_OF_ITS_CONTRACT),
        design: has_pages(asked.edition),
    };
    let checked = around.check().ok_or_else(unknown)?;
    let condition = checked.condition();
    let (answer, reason) = match checked {
        Checked::Passed(reason) => {
            (PreflightAnswer { passed: true, error: Some(false), ..PreflightAnswer::default() }, reason)
        }
        Checked::Failed(_, reason) => (PreflightAnswer { error: Some(true), ..PreflightAnswer::default() }, reason),
        Checked::Waits(reason) => {
            let requeue = Some("on-core-ready-event");
            let answer = PreflightAnswer {
                error: Some(true),
                requeue,
                surfaced_as_error: Some(false),
                ..PreflightAnswer::default()
            };
            (answer, reason)
        }
        Checked::TokenUnknown(secret) => {
            let place = Pointer::to("githubTokenValid");
            let problem = Problem::error(&PREFLIGHT_TOKEN_UNKNOWN, Pointer::to("given").join(&place));
            let problem = problem.fact(Fact::absent(place)).fact(Fact::named("secret", secret));
            return Err(Undecided::facts(problem));
        }
    };
    Ok(Decision::new(PreflightAnswer { condition, ..answer }, reason))
}

/// Runs the checks of the design.
fn against_existing<'a>(given: &PreflightGiven<'a>, wanted: &ProviderGiven<'a>) -> Outcome<PreflightAnswer> {
    let api = |found: &ProviderGiven<'a>| Api::said(&[found.api_version, given.api_version]);
    let subject = Subject {
        kind: wanted.kind,
        name: wanted.name,
        namespace: wanted.namespace.unwrap_or_default(),
        contract: wanted.contract,
        paused: wanted.paused,
        api: api(wanted),
    };
    let existing = |(index, found): (usize, &ProviderGiven<'a>)| Existing {
        kind: found.kind,
        name: found.name,
        namespace: found.namespace.unwrap_or_default(),
        contract: found.contract,
        installed: found.installed.unwrap_or(true),
        api: api(found),
        place: Pointer::to("existing").index(index),
    };
    let existing: Vec<Existing<'a>> = given.existing.iter().enumerate().map(existing).collect();
    let unknown = |_| Undecided::missing(&INSTALL_CONTRACT_UNKNOWN, Pointer::to("subject").key("contract"));
    let judged = judge(&subject, &existing).map_err(unknown)?;
    let answer = PreflightAnswer {
        passed: judged.stage == Stage::Install,
        outcome: Some(judged.stage),
        reason: judged.word,
        condition: judged.condition,
        ..PreflightAnswer::default()
    };
    Ok(Decision::new(answer, judged.reason))
}
