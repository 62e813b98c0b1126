//! The members of a provider's spec in both APIs, with their types and bounds.

use crate::policy::providers::versions::Api;

/// The type of a member.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// Text.
    Text,
    /// `true` or `false`.
    Bool,
    /// An integer within bounds, both inclusive.
    Number(i64, i64),
    /// A duration.
    Duration,
    /// A map with text values.
    TextMap,
    /// A map whose values have this type.
    Map(&'static Holds),
    /// A list whose elements have this type.
    List(&'static Holds),
    /// An object with these members.
    Object(&'static [Member]),
    /// An object of a Kubernetes type, whose members are not checked.
    Foreign,
    /// A version, which has its own rule.
    Version,
}

impl Holds {
    /// Describes the expected value.
    pub fn expects(self) -> &'static str {
        match self {
            Self::Text | Self::Version => "text",
            Self::Bool => "true or false",
            Self::Number(..) => "a whole number",
            Self::Duration => "a duration",
            Self::List(_) => "a list",
            Self::TextMap | Self::Map(_) | Self::Object(_) | Self::Foreign => "an object",
        }
    }
}

/// A member of an object.
#[derive(Debug)]
pub struct Member {
    /// The key of the member.
    pub key: &'static str,
    /// The type of the member.
    pub holds: Holds,
    /// The only API that has the member; `None`: both have it.
    only: Option<Api>,
}

/// Which members are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Those of both APIs, except `debug` if the object belongs to today's API.
    Both(Api),
    /// Those of one API.
    Of(Api),
}

impl Member {
    /// Whether the member is known.
    pub fn is_known(&self, known: Known) -> bool {
        match known {
            Known::Both(api) => api == Api::Management || self.key != DEBUG,
            Known::Of(api) => self.only.is_none_or(|only| only == api),
        }
    }
}

/// The debug mode. An object of today's API never has it, even where the members of both APIs are known.
const DEBUG: &str = "debug";

const fn both(key: &'static str, holds: Holds) -> Member {
    Member { key, holds, only: None }
}

const fn design(key: &'static str, holds: Holds) -> Member {
    Member { key, holds, only: Some(Api::Management) }
}

const fn today(key: &'static str, holds: Holds) -> Member {
    Member { key, holds, only: Some(Api::Operator) }
}

const ANY_NUMBER: Holds = Holds::Number(i64::MIN, i64::MAX);
const FROM_ZERO: Holds = Holds::Number(0, i32::MAX as i64);
const FROM_ONE: Holds = Holds::Number(1, i32::MAX as i64);

/// `spec`
pub static SPEC: Holds = Holds::Object(&[
    both("version", Holds::Version),
    both("manager", MANAGER),
    both("deployment", DEPLOYMENT),
    both("fetchConfig", FETCH_CONFIG),
    design("secretName", Holds::Text),
    design("paused", Holds::Bool),
    today("configSecret", REFERENCE),
    today("additionalManifests", REFERENCE),
    today("manifestPatches", Holds::List(&Holds::Text)),
    today("patches", Holds::List(&PATCH)),
    today("additionalDeployments", Holds::Map(&FURTHER)),
]);

/// Returns the keys of the members of a spec, in either API.
pub fn spec_keys() -> impl Iterator<Item = &'static str> {
    let members = if let Holds::Object(members) = SPEC { members } else { &[] };
    members.iter().map(|member| member.key)
}

/// An entry of `spec.additionalDeployments`
pub static FURTHER: Holds = Holds::Object(&[both("manager", MANAGER), both("deployment", DEPLOYMENT)]);

const REFERENCE: Holds = Holds::Object(&[both("name", Holds::Text), both("namespace", Holds::Text)]);

const FETCH_CONFIG: Holds =
    Holds::Object(&[both("url", Holds::Text), both("selector", SELECTOR), today("oci", Holds::Text)]);

const SELECTOR: Holds = Holds::Object(&[
    both("matchLabels", Holds::TextMap),
    both(
        "matchExpressions",
        Holds::List(&Holds::Object(&[
            both("key", Holds::Text),
            both("operator", Holds::Text),
            both("values", Holds::List(&Holds::Text)),
        ])),
    ),
]);

const PATCH: Holds = Holds::Object(&[
    both("patch", Holds::Text),
    both(
        "target",
        Holds::Object(&[
            both("group", Holds::Text),
            both("version", Holds::Text),
            both("kind", Holds::Text),
            both("name", Holds::Text),
            both("namespace", Holds::Text),
            both("labelSelector", Holds::Text),
        ]),
    ),
]);

/// `spec.manager`
pub const MANAGER: Holds = Holds::Object(&[
    both("syncPeriod", Holds::Duration),
    both("gracefulShutDown", Holds::Duration),
    both(
        "leaderElection",
        Holds::Object(&[
            both("leaderElect", Holds::Bool),
            both("leaseDuration", Holds::Duration),
            both("renewDeadline", Holds::Duration),
            both("retryPeriod", Holds::Duration),
            both("resourceLock", Holds::Text),
            both("resourceName", Holds::Text),
            both("resourceNamespace", Holds::Text),
        ]),
    ),
    both("cacheNamespace", Holds::Text),
    both(
        "metrics",
        Holds::Object(&[
            both("bindAddress", Holds::Text),
            today("diagnosticsAddress", Holds::Text),
            today("insecureDiagnostics", Holds::Bool),
        ]),
    ),
    both(
        "health",
        Holds::Object(&[
            both("healthProbeBindAddress", Holds::Text),
            both("readinessEndpointName", Holds::Text),
            both("livenessEndpointName", Holds::Text),
        ]),
    ),
    both(
        "webhook",
        Holds::Object(&[
            both("port", Holds::Number(1, 65_535)),
            both("host", Holds::Text),
            both("certDir", Holds::Text),
        ]),
    ),
    both("profilerAddress", Holds::Text),
    both("maxConcurrentReconciles", FROM_ONE),
    both("verbosity", FROM_ZERO),
    design(DEBUG, Holds::Bool),
    both("featureGates", Holds::Map(&Holds::Bool)),
    today(
        "controller",
        Holds::Object(&[
            both("groupKindConcurrency", Holds::Map(&ANY_NUMBER)),
            both("cacheSyncTimeout", ANY_NUMBER),
            both("recoverPanic", Holds::Bool),
        ]),
    ),
    today("additionalArgs", Holds::TextMap),
]);

/// `spec.deployment`
pub const DEPLOYMENT: Holds = Holds::Object(&[
    both("replicas", FROM_ZERO),
    both("nodeSelector", Holds::TextMap),
    both("affinity", Holds::Foreign),
    both("tolerations", Holds::List(&Holds::Foreign)),
    today("serviceAccountName", Holds::Text),
    today("imagePullSecrets", Holds::List(&Holds::Foreign)),
    both(
        "containers",
        Holds::List(&Holds::Object(&[
            both("name", Holds::Text),
            design(
                "image",
                Holds::Object(&[both("repository", Holds::Text), both("name", Holds::Text), both("tag", Holds::Text)]),
            ),
            today("imageUrl", Holds::Text),
            both("args", Holds::TextMap),
            both("env", Holds::List(&Holds::Foreign)),
            both("resources", Holds::Foreign),
            today("command", Holds::List(&Holds::Text)),
        ])),
    ),
]);

/// Common mistakes in keys of the manager, and the path below the manager that is meant.
pub const MEANT: [(&str, &str); 7] = [
    ("metricsAddress", "metrics.bindAddress"),
    ("metricsBindAddress", "metrics.bindAddress"),
    ("healthAddress", "health.healthProbeBindAddress"),
    ("healthProbeBindAddress", "health.healthProbeBindAddress"),
    ("webhookPort", "webhook.port"),
    ("gracefulShutdownTimeout", "gracefulShutDown"),
    ("leaderElect", "leaderElection.leaderElect"),
];
