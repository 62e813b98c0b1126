//! The arguments a manager is started with.

use super::command_line::{Parts, SetBy, merges};
use super::flags::text;
use crate::base::sort::sort_by_key;
use crate::policy::providers::objects::{Findings, Reading, Section, ignored, is_namespace, member, warning};
use crate::policy::providers::reasons::{FIELD_OF_WRONG_TYPE, NAMESPACE_IGNORED, SPEC_NOT_READ};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Json, Kind, Ordered, Pointer, Value, answer, given};

/// `providers/args`
#[derive(Debug)]
pub struct Args;

given! {
    /// The parts that a manager's command line is made of.
    pub struct ArgsGiven<'a> {
        /// The arguments of the container in the manifest.
        manifest_args ["manifestArgs"]: Vec<&'a str>,
        /// The provider's `spec.manager`.
        manager: Option<Value<'a>>,
        /// The `args` of the container in `spec.deployment.containers`.
        container_args ["containerArgs"]: Ordered<&'a str, Value<'a>>,
        /// The probes in the manifest.
        probes: Option<Probes<'a>>,
        /// The `apiVersion` of the provider's object; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// The request paths of the probes in the manifest.
    pub struct Probes<'a> {
        /// The path of the liveness probe; absent: there is no such probe.
        liveness: Option<&'a str>,
        /// The path of the readiness probe; absent: there is no such probe.
        readiness: Option<&'a str>,
    }
}

answer! {
    /// The command line of a manager.
    #[derive(Default)]
    pub struct ArgsAnswer {
        /// Whether the command line cannot be built.
        error: Option<bool>,
        /// The arguments.
        args: Option<Vec<String>>,
        /// The part of the input that sets each flag.
        set_by ["setBy"]: Option<Ordered<String, SetBy>>,
        /// The number of concurrent reconciles in effect, by kind; `*` stands for all other kinds.
        effective: Option<Ordered<String, Json>>,
        /// The path of the liveness probe.
        liveness_path ["livenessPath"]: Option<String>,
        /// The path of the readiness probe.
        readiness_path ["readinessPath"]: Option<String>,
    }
}

impl Answers for Args {
    const NAME: &'static str = "providers/args";
    const ASKS: &'static str = "with which arguments a manager is started, and who set each of them";
    const VERDICT: VerdictFrom = VerdictFrom::Nothing;
    type Given<'a> = ArgsGiven<'a>;
    type Answer<'a> = ArgsAnswer;

    fn decide<'a>(given: ArgsGiven<'a>, asked: &Asked<'a>) -> Outcome<ArgsAnswer> {
        let api = Api::of(&[given.api_version]);
        let design = merges(asked.edition);
        let failed = |because: Reasons| {
            let reason = Reason::new(&SPEC_NOT_READ, "args").because(because);
            Ok(Decision::new(ArgsAnswer { error: Some(true), ..ArgsAnswer::default() }, reason))
        };
        let manager = given.manager.filter(|manager| !manager.is_null());
        let reading = if design { Reading::Design(api) } else { Reading::Today };
        let findings =
            manager.map(|manager| Findings::of_section(Section::Manager, manager, reading)).unwrap_or_default();
        let mut flaws: Reasons = findings.flaws.iter().map(|flaw| flaw.reason(&Pointer::default())).collect();
        let mut container: Vec<(&str, Value<'_>)> = given.container_args.iter().copied().collect();
        sort_by_key(&mut container, |(key, _)| *key);
        flaws.extend(container.iter().filter_map(|(key, value)| no_text(key, *value, design)));
        if !flaws.is_empty() {
            return failed(flaws);
        }
        let parts = Parts { manifest: &given.manifest_args, manager, container: &container };
        let line = match if design { parts.design(api) } else { parts.today() } {
            Ok(line) => line,
            Err(reason) => return failed(reason.into()),
        };
        let path = |key: &str, old: Option<&str>| {
            let name = manager.and_then(|manager| member(manager, "health")).and_then(|health| text(health, key));
            old.map(|old| name.map_or_else(|| old.to_owned(), |name| format!("/{name}")))
        };
        let (liveness, readiness) =
            given.probes.as_ref().map_or((None, None), |probes| (probes.liveness, probes.readiness));
        let because = parts.because(&line);
        let mut problems: Vec<Problem> =
            findings.unknown.iter().map(|unknown| warning(unknown, &Pointer::to("given"))).collect();
        if design {
            problems.extend(without_effect(&given, manager, line.namespace_dropped));
        }
        let answer = ArgsAnswer {
            error: None,
            set_by: design.then(|| line.set_by()),
            args: Some(line.arguments),
            effective: design.then_some(line.effective),
            liveness_path: path("livenessEndpointName", liveness),
            readiness_path: path("readinessEndpointName", readiness),
        };
        Ok(Decision { answer, because, problems })
    }
}

/// Returns a reason if the value cannot be used as the text of a map entry.
pub fn no_text(key: &str, value: Value<'_>, design: bool) -> Option<Reason> {
    let good = match value.kind() {
        Kind::String => true,
        Kind::Number | Kind::Bool => design,
        Kind::Null => !design,
        Kind::Array | Kind::Object => false,
    };
    let place = Pointer::to("containerArgs").key(key);
    let found = (!value.is_null()).then(|| Json::from(value));
    (!good).then(|| {
        Reason::new(&FIELD_OF_WRONG_TYPE, format!("containerArgs.{key}"))
            .fact(Fact::of(place, found))
            .fact(Fact::named("found", value.kind().name()))
            .fact(Fact::named("expected", "text"))
    })
}

/// Warns about settings that would restrict the provider to one namespace and are dropped.
fn without_effect(given: &ArgsGiven<'_>, manager: Option<Value<'_>>, dropped: bool) -> Vec<Problem> {
    let root = Pointer::to("given");
    let written = given.container_args.iter().filter(|(key, _)| dropped && is_namespace(key)).map(|(key, value)| {
        let place = Pointer::to("containerArgs").key(key);
        Problem::warning(&NAMESPACE_IGNORED, root.clone().join(&place)).fact(Fact::at(place, *value))
    });
    written.chain(ignored(manager, None, &Pointer::default(), &root)).collect()
}
