//! The checks of today's operator before it installs a provider.

use super::condition::Condition;
use crate::policy::providers::contracts::tolerates;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::{List, built_in, config_secret, member, secret_of};
use crate::policy::providers::reasons::{
    PREFLIGHT_CORE_NAME, PREFLIGHT_DOWNGRADE, PREFLIGHT_DUPLICATE, PREFLIGHT_INSTALLED_UNREADABLE, PREFLIGHT_PASSED,
    PREFLIGHT_SECOND_CORE, PREFLIGHT_SECRET_MISSING, PREFLIGHT_SOURCE, PREFLIGHT_SOURCES, PREFLIGHT_TOKEN,
    PREFLIGHT_VERSION, PREFLIGHT_WAITS_FOR_CORE,
};
use crate::policy::providers::versions::Api;
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, Value};

/// A provider object.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The provider's namespace.
    pub namespace: &'a str,
    /// The provider's spec.
    pub spec: Value<'a>,
    /// The provider's status.
    pub status: Value<'a>,
    /// The API of the object.
    pub api: Api,
}

/// A provider to check, and the state of its management cluster.
#[derive(Clone, Copy, Debug)]
pub struct Around<'g, 'a> {
    /// All providers, including the subject.
    pub providers: &'g [Object<'a>],
    /// The index of the subject.
    pub subject: usize,
    /// The Secrets, by `namespace/name`.
    pub secrets: &'g Ordered<&'a str, Value<'a>>,
    /// Whether GitHub accepts the token in the subject's Secret; `None`: unknown.
    pub token_valid: Option<bool>,
    /// Whether the contract of a ready core has to suit the subject's.
    pub by_contract: bool,
    /// Whether the design's rules apply: `secretName` is read too, and clusterctl's list of built-in providers is used.
    pub design: bool,
}

/// The result of the checks.
#[derive(Debug)]
pub enum Checked {
    /// All checks passed.
    Passed(Reason),
    /// A check failed. Contains the reason of the condition, or `None` if the operator only returns an error.
    Failed(Option<&'static str>, Reason),
    /// The provider waits for a ready core.
    Waits(Reason),
    /// It is unknown whether the token in this Secret is valid.
    TokenUnknown(String),
}

impl Checked {
    /// Returns the condition that the operator sets, if any.
    pub fn condition(&self) -> Option<Condition> {
        match self {
            Self::Passed(_) => Some(Condition::preflight(None)),
            Self::Failed(reason, _) => reason.map(|reason| Condition::preflight(Some(reason))),
            Self::Waits(_) => Some(Condition::preflight(Some("WaitingForCoreProviderReady"))),
            Self::TokenUnknown(_) => None,
        }
    }
}

impl<'a> Around<'_, 'a> {
    /// Runs the checks in order. Returns `None` if the subject is not among the providers.
    pub fn check(&self) -> Option<Checked> {
        let subject = self.providers.get(self.subject)?;
        let place = Pointer::to("providers").index(self.subject);
        let spec = place.clone().key("spec");
        let about = |code| Reason::new(code, format!("{}/{}", subject.kind.word(), subject.name));
        let text =
            |object: Value<'a>, key: &str| member(object, key).and_then(Value::as_str).filter(|text| !text.is_empty());
        let failed = |condition, reason| Some(Checked::Failed(Some(condition), reason));
        if let Some(version) = text(subject.spec, "version") {
            let Some(wanted) = Api::Operator.version(version) else {
                let reason = about(&PREFLIGHT_VERSION).saw(spec.key("version"), version);
                return failed("IncorrectVersionFormat", reason);
            };
            if let Some(installed) = text(subject.status, "installedVersion") {
                let fact = Fact::at(place.clone().key("status").key("installedVersion"), installed);
                let Some(read) = Api::Operator.version(installed) else {
                    return Some(Checked::Failed(None, about(&PREFLIGHT_INSTALLED_UNREADABLE).fact(fact)));
                };
                if wanted.series() < read.series() {
                    let reason = about(&PREFLIGHT_DOWNGRADE).saw(spec.key("version"), version).fact(fact);
                    return failed("UnsupportedProviderDowngradeReason", reason);
                }
            }
        }
        if subject.kind == Kind::Core && subject.name != "cluster-api" {
            let reason = about(&PREFLIGHT_CORE_NAME).saw(place.key("name"), subject.name);
            return failed("IncorrectCoreProviderNameReason", reason);
        }
        let config = member(subject.spec, "fetchConfig");
        let address = |key: &str| config.and_then(|config| text(config, key));
        let selector = config.and_then(|config| member(config, "selector"));
        let list = if self.design { List::Clusterctl } else { List::Operator };
        let sources = [address("url").is_some(), selector.is_some(), address("oci").is_some()];
        if built_in(subject.kind, subject.name, list).is_none() && !sources.contains(&true) {
            return failed("FetchConfigValidationError", about(&PREFLIGHT_SOURCE));
        }
        if address("url").is_some() && selector.is_some() {
            return failed("FetchConfigValidationError", about(&PREFLIGHT_SOURCES));
        }
        if let Some(checked) = self.secret(subject, &about) {
            return Some(checked);
        }
        let twins = || {
            self.providers
                .iter()
                .enumerate()
                .filter(|(index, other)| *index != self.subject && other.kind == subject.kind)
        };
        if let Some((index, other)) = twins().next().filter(|_| subject.kind == Kind::Core) {
            let place = Pointer::to("providers").index(index).key("name");
            return failed("MoreThanOneExists", about(&PREFLIGHT_SECOND_CORE).saw(place, other.name));
        }
        if let Some((index, other)) = twins().find(|(_, other)| other.name == subject.name) {
            let place = Pointer::to("providers").index(index).key("namespace");
            return failed("MoreThanOneExists", about(&PREFLIGHT_DUPLICATE).saw(place, other.namespace));
        }
        let ready = || self.providers.iter().enumerate().filter(|(_, core)| is_ready_core(core));
        if subject.kind != Kind::Core && !ready().any(|(_, core)| !self.by_contract || suits(core, subject)) {
            let contract = |(index, provider): (usize, &Object<'_>)| {
                let place = Pointer::to("providers").index(index).key("status").key("contract");
                Fact::of(place, contract(provider))
            };
            // A ready core only keeps the subject waiting if the contracts are known and differ.
            let facts = ready().take(1).flat_map(|core| [core, (self.subject, subject)]).map(contract);
            return Some(Checked::Waits(about(&PREFLIGHT_WAITS_FOR_CORE).facts(facts)));
        }
        Some(Checked::Passed(about(&PREFLIGHT_PASSED)))
    }

    /// Checks the Secret that the subject refers to.
    fn secret(&self, subject: &Object<'a>, about: &dyn Fn(&'static crate::reason::Code) -> Reason) -> Option<Checked> {
        let named = if self.design {
            secret_of(subject.spec, subject.namespace)
        } else {
            config_secret(subject.spec, subject.namespace)
        }?;
        let Some(secret) = self.secrets.get(&named) else {
            let reason = about(&PREFLIGHT_SECRET_MISSING).fact(Fact::named("secret", named));
            return Some(Checked::Failed(None, reason));
        };
        member(*secret, "github-token")?;
        match self.token_valid {
            Some(true) => None,
            Some(false) => {
                let reason = about(&PREFLIGHT_TOKEN).fact(Fact::named("secret", named));
                Some(Checked::Failed(Some("InvalidGithubTokenError"), reason))
            }
            None => Some(Checked::TokenUnknown(named)),
        }
    }
}

/// Whether the object is a core provider with the condition `Ready`.
fn is_ready_core(core: &Object<'_>) -> bool {
    let mut conditions = member(core.status, "conditions").into_iter().flat_map(Value::elements);
    let text = |value: Value<'_>, key: &str, wanted: &str| value.get(key).and_then(Value::as_str) == Some(wanted);
    core.kind == Kind::Core && conditions.any(|found| text(found, "type", "Ready") && text(found, "status", "True"))
}

/// Returns the contract that a provider reports.
fn contract<'a>(provider: &Object<'a>) -> Option<&'a str> {
    member(provider.status, "contract").and_then(Value::as_str)
}

/// Whether the contract of a core suits the subject's. It does if one of the two is unknown.
fn suits(core: &Object<'_>, subject: &Object<'_>) -> bool {
    contract(core).zip(contract(subject)).is_none_or(|(cores, own)| match subject.api {
        Api::Management => cores == own,
        Api::Operator => tolerates(cores, own),
    })
}
