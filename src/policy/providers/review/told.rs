//! Collects the findings of a review as causes and warnings for the API server.

use super::Subject;
use super::world::Loaded;
use crate::policy::providers::changes::passed_over;
use crate::policy::providers::objects::{Findings, Flaw, ignored, member, warning};
use crate::policy::providers::reasons::{CONTRACT_NOT_KNOWN, VERSION_NOT_RESOLVED};
use crate::reason::{Code, Fact, Problem, Reason, Reasons, says, sentence};
use crate::review::{Cause, Judgement, Refusal};
use crate::wire::{Json, Pointer, Value};

/// Converts flaws to the causes of a Kubernetes `Status`.
pub fn causes(flaws: &[Flaw], object: &Pointer) -> Vec<Cause> {
    let cause = |flaw: &Flaw| Cause {
        reason: flaw.fault.word().to_owned(),
        field: flaw.field.to_string(),
        message: says(&flaw.reason(object)),
        is_gone: false,
    };
    flaws.iter().map(cause).collect()
}

/// The findings of a review so far.
#[derive(Debug)]
pub struct Told<'r, 'a> {
    subject: Subject<'r, 'a>,
    /// The place of the object in the AdmissionReview.
    object: Pointer,
    causes: Vec<Cause>,
    because: Reasons,
    problems: Vec<Problem>,
}

impl<'r, 'a> Told<'r, 'a> {
    /// Creates an empty collection for the object at this place.
    pub fn new(subject: Subject<'r, 'a>, object: Pointer) -> Self {
        Self { subject, object, causes: Vec::new(), because: Reasons::default(), problems: Vec::new() }
    }

    /// Adds a reason to refuse the operation.
    pub fn refuse(&mut self, word: &str, reason: Reason) {
        self.causes.push(Cause {
            reason: word.to_owned(),
            field: String::new(),
            message: says(&reason),
            is_gone: false,
        });
        self.because.push(reason);
    }

    /// Adds a warning about the member at `at`, or about the whole object if `at` is empty.
    pub fn warn(&mut self, code: &'static Code, at: &Pointer, facts: impl IntoIterator<Item = Fact>) {
        let path = Pointer::to("review").join(&self.object).join(at);
        let problem = Problem::warning(code, path).fact(Fact::named("provider", self.subject.id()));
        self.problems.push(facts.into_iter().fold(problem, Problem::fact));
    }

    /// Adds a warning that the contract of these providers, which may be others than the one under review, is unknown.
    pub fn warn_of_contract(&mut self, unknown: impl Into<Json>, at: &Pointer) {
        let path = Pointer::to("review").join(&self.object).join(at);
        self.problems.push(Problem::warning(&CONTRACT_NOT_KNOWN, path).fact(Fact::named("unknown", unknown)));
    }

    /// Adds a warning that the spec names no version and none was found, and why the ConfigMaps of its selector cannot be
    /// used.
    pub fn warn_of_version(&mut self, spec: Option<Value<'_>>, unusable: &Reasons) {
        // One that cannot be read is a flaw of the object.
        if spec.and_then(|spec| member(spec, "version")).is_some() {
            return;
        }
        let spec = Pointer::to("spec");
        self.warn(&VERSION_NOT_RESOLVED, &spec.clone().key("version"), []);
        self.warn_because(unusable, &spec.key("fetchConfig").key("selector"));
    }

    /// Adds reasons as warnings about the member at `at`.
    fn warn_because(&mut self, because: &Reasons, at: &Pointer) {
        let path = Pointer::to("review").join(&self.object).join(at);
        self.problems.extend(because.iter().map(|reason| Problem::warning_of(reason.clone(), path.clone())));
    }

    /// Adds warnings about members of the spec that are unknown or have no effect.
    pub fn warn_of(&mut self, findings: &Findings, spec: Option<Value<'_>>) {
        let object = Pointer::to("review").join(&self.object);
        self.problems.extend(findings.unknown.iter().map(|unknown| warning(unknown, &object)));
        let Some(spec) = spec else { return };
        let place = self.object.clone().key("spec");
        let further = member(spec, "additionalDeployments").into_iter().flat_map(Value::members);
        let further = further.map(|(name, section)| (section, place.clone().key("additionalDeployments").key(name)));
        for (section, place) in std::iter::once((spec, place.clone())).chain(further) {
            let (manager, deployment) = (member(section, "manager"), member(section, "deployment"));
            self.problems.extend(ignored(manager, deployment, &place, &Pointer::to("review")));
        }
    }

    /// Adds warnings about members of the loaded providers that are ignored, the first of them.
    pub fn warn_of_loaded(&mut self, others: &[Loaded<'_>]) {
        /// Thousands may be loaded, and each review tells of them.
        const TOLD: usize = 20;
        let problems = others.iter().flat_map(|other| {
            let place = other.place();
            passed_over(other.spec, other.api, &place, &place)
        });
        self.problems.extend(problems.take(TOLD).map(Problem::about_another));
    }

    /// Returns the judgement. Flaws of the object are listed before the reasons to refuse the operation.
    pub fn judgement(self, flaws: &[Flaw], allowed: impl FnOnce() -> Reason) -> Judgement {
        let Self { object, causes: forbidden, mut because, problems, .. } = self;
        let refusal = if !flaws.is_empty() {
            because = flaws.iter().map(|flaw| flaw.reason(&object)).chain(because).collect();
            Some(Refusal::Invalid(causes(flaws, &object).into_iter().chain(forbidden).collect()))
        } else if forbidden.is_empty() {
            because.push(allowed());
            None
        } else {
            let message: Vec<&str> = forbidden.iter().map(|cause| cause.message.as_str()).collect();
            Some(Refusal::Forbidden(message.join("; "), forbidden))
        };
        let warnings = problems.iter().map(sentence).collect();
        Judgement { refusal, warnings, because, problems, ..Judgement::default() }
    }
}
