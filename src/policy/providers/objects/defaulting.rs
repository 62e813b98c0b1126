//! The defaults of a provider: which ones are stored, and which ones are only in effect.

use super::debug;
use super::duration::Duration;
use super::shape::{Holds, Known, SPEC};
use super::validate::{unknown_in, warning};
use super::validation::{Findings, member};
use crate::policy::providers::divergences::DEFAULTS_ARE_NOT_STORED;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{DEFAULTS_IN_EFFECT, DEFAULTS_STORED, PROVIDER_NOT_READ};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{self, Json, Ordered, Pointer, Value, answer, given};

/// `providers/default`
#[derive(Debug)]
pub struct Default;

given! {
    /// A provider as the user wrote it.
    pub struct DefaultGiven<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name and namespace.
        metadata: Option<InNamespace<'a>>,
        /// The provider's spec.
        spec: Option<Value<'a>>,
        /// The `apiVersion` of the object; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// The name and namespace of an object.
    foreign pub struct InNamespace<'a> {
        /// The object's name.
        name: Option<&'a str>,
        /// The object's namespace.
        namespace: Option<&'a str>,
    }
}

answer! {
    /// The provider with its defaults.
    pub struct DefaultAnswer {
        /// The spec that is stored.
        spec: Option<Json>,
        /// The values in effect, by path; only in the design edition.
        effective: Option<Ordered<&'static str, Json>>,
        /// Whether today's webhook cannot read the object.
        error: Option<bool>,
    }
}

impl Answers for Default {
    const NAME: &'static str = "providers/default";
    const ASKS: &'static str = "what a provider is stored as, and what counts where it says nothing";
    type Given<'a> = DefaultGiven<'a>;
    type Answer<'a> = DefaultAnswer;

    fn decide<'a>(given: DefaultGiven<'a>, asked: &Asked<'a>) -> Outcome<DefaultAnswer> {
        let namespace = given.metadata.and_then(|metadata| metadata.namespace).unwrap_or_default();
        if asked.edition.applies(&DEFAULTS_ARE_NOT_STORED) {
            let api = Api::of(&[given.api_version]);
            let effective = effective(given.spec.unwrap_or(Value::NULL), namespace, api);
            let reason =
                effective.iter().fold(Reason::new(&DEFAULTS_IN_EFFECT, given.kind.word()), |reason, (path, value)| {
                    reason.fact(Fact::named(*path, value.clone()))
                });
            let answer = DefaultAnswer { spec: given.spec.map(Json::from), effective: Some(effective), error: None };
            let unknown = unknown_in(given.spec, api);
            return Ok(Decision::new(answer, reason).with_problems(unknown));
        }
        let findings = Findings::of_today(given.spec);
        let unknown = findings.unknown.iter().map(|unknown| warning(unknown, &Pointer::to("given")));
        if findings.flaws.iter().any(super::flaw::Flaw::is_unreadable) {
            let because = findings.flaws.iter().map(|flaw| flaw.reason(&Pointer::default()));
            let reason = Reason::new(&PROVIDER_NOT_READ, given.kind.word()).because(because);
            return Ok(Decision::new(DefaultAnswer { spec: None, effective: None, error: Some(true) }, reason));
        }
        let spec = given.spec.map(|spec| stored(spec, namespace));
        let reason = Reason::new(&DEFAULTS_STORED, given.kind.word());
        Ok(Decision::new(DefaultAnswer { spec, effective: None, error: None }, reason).with_problems(unknown))
    }
}

/// Returns the values in effect, defaults included, by path.
pub fn effective(spec: Value<'_>, namespace: &str, api: Api) -> Ordered<&'static str, Json> {
    let section = |key: &str| member(spec, key);
    let manager = section("manager");
    let written = |key: &str| manager.and_then(|manager| member(manager, key)).map(Json::from);
    let debug = api == Api::Management && manager.is_some_and(debug::is_on);
    let mut effective = Ordered::default();
    let verbosity = if debug { 5_u64.into() } else { written("verbosity").unwrap_or_else(|| 1_u64.into()) };
    effective.push("manager.verbosity", verbosity);
    let reconciles = written("maxConcurrentReconciles").unwrap_or_else(|| 10_u64.into());
    effective.push("manager.maxConcurrentReconciles", reconciles);
    let profiler = if debug { Some(DEBUG_PROFILER.into()) } else { written("profilerAddress") };
    if let Some(address) = profiler {
        effective.push("manager.profilerAddress", address);
    }
    if let Some(deployment) = section("deployment") {
        let replicas = member(deployment, "replicas").map_or_else(|| 1_u64.into(), Json::from);
        effective.push("deployment.replicas", replicas);
    }
    effective.push("paused", section("paused").map_or_else(|| false.into(), Json::from));
    if let Some(secret) = secret_of(spec, namespace) {
        effective.push("secret", secret.into());
    }
    effective
}

/// The address of the profiler in debug mode.
pub const DEBUG_PROFILER: &str = "localhost:6060";

/// Returns the Secret that a spec names, as `namespace/name`. `secretName` refers to the provider's own namespace.
pub fn secret_of(spec: Value<'_>, namespace: &str) -> Option<String> {
    if let Some(name) = member(spec, "secretName") {
        return name.as_str().map(|name| format!("{namespace}/{name}"));
    }
    config_secret(spec, namespace)
}

/// Returns the Secret that a spec of today's API names, as `namespace/name`.
pub fn config_secret(spec: Value<'_>, namespace: &str) -> Option<String> {
    let reference = member(spec, "configSecret")?;
    let name = member(reference, "name").and_then(Value::as_str)?;
    let own = member(reference, "namespace").and_then(Value::as_str).filter(|own| !own.is_empty());
    Some(format!("{}/{name}", own.unwrap_or(namespace)))
}

/// Returns the spec that today's webhook stores: the known members, read and written by their types, with defaults
/// added.
pub fn stored(spec: Value<'_>, namespace: &str) -> Json {
    let mut stored = rewritten(spec, SPEC);
    for key in ["configSecret", "additionalManifests"] {
        if let Some(reference) = stored.get_mut(key) {
            if reference.get("name").is_none() {
                reference.set("name", "".into());
            }
            if reference.text("namespace").is_empty() {
                reference.set("namespace", namespace.into());
            }
        }
    }
    section(&mut stored);
    if let Some(Json::Object(further)) = stored.get_mut("additionalDeployments") {
        further.iter_mut().for_each(|(_, inside)| section(inside));
    }
    stored
}

/// Adds the defaults of a manager, and empty names for containers without one.
fn section(inside: &mut Json) {
    if let Some(manager) = inside.get_mut("manager") {
        if manager.get("verbosity").is_none() {
            manager.set("verbosity", 1_u64.into());
        }
        for key in ["health", "metrics", "webhook"] {
            if manager.get(key).is_none() {
                manager.set(key, Json::object());
            }
        }
        if let Some(election) = manager.get_mut("leaderElection") {
            let zeros = ["leaseDuration", "renewDeadline", "retryPeriod"].map(|key| (key, "0s"));
            let empty = ["resourceLock", "resourceName", "resourceNamespace"].map(|key| (key, ""));
            for (key, value) in zeros.into_iter().chain(empty) {
                if election.get(key).is_none() {
                    election.set(key, value.into());
                }
            }
        }
    }
    for container in inside.get_mut("deployment").map(|found| found.list_mut("containers")).unwrap_or_default() {
        if container.get("name").is_none() {
            container.set("name", "".into());
        }
    }
}

/// Rewrites a value as a typed decoder and encoder would: without unknown members, and with durations in Go's spelling.
fn rewritten(value: Value<'_>, holds: Holds) -> Json {
    match (holds, value.kind()) {
        (Holds::Object(members), wire::Kind::Object) => {
            let known = members.iter().filter(|member| member.is_known(Known::Of(Api::Operator)));
            let known: Vec<_> = known.collect();
            let mut object = Json::object();
            for (key, value) in value.members().filter(|(_, value)| !value.is_null()) {
                if let Some(member) = known.iter().find(|member| member.key == key) {
                    object.set(key, rewritten(value, member.holds));
                }
            }
            object
        }
        (Holds::Map(inner), wire::Kind::Object) => {
            Json::Object(value.members().map(|(key, value)| (key.to_owned(), rewritten(value, *inner))).collect())
        }
        (Holds::List(inner), wire::Kind::Array) => value.elements().map(|value| rewritten(value, *inner)).collect(),
        (Holds::Duration, wire::Kind::String) => {
            let read = value.as_str().and_then(Duration::parse);
            read.map_or_else(|| value.into(), |duration| duration.to_string().into())
        }
        _ => value.into(),
    }
}
