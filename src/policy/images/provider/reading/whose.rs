//! Which provider a configuration belongs to, and what happens if it does not say so or names another provider
//! (sections 17.1 and 17.8).

use super::raw_config::RawConfig;
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::written::{GROUP, KIND, Provider, VERSION, named_by};
use crate::policy::images::reasons::{CONFIG_NOT_CHECKED, CONFIG_OF_ANOTHER_PROVIDER, CONFIG_UNTYPED};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// Whose rules apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose<'a> {
    /// The rules of a known provider.
    Known(Provider),
    /// The rules are unknown: the provider, or the kind or version of the configuration, is the one named here.
    Other(&'a str),
    /// Nothing names a provider.
    Nobodys,
}

/// Finds the provider of a configuration: the one asked about, else the one named by the group in its `apiVersion`,
/// else that of the profile. A configuration without `apiVersion` and `kind` belongs to that provider.
pub fn whose<'a>(asked: Option<&'a str>, config: Option<Value<'a>>, profile: Option<&'a str>) -> Whose<'a> {
    let text = |key: &str| {
        let text = config.and_then(|config| config.get(key)).and_then(Value::as_str);
        text.filter(|text| !text.is_empty())
    };
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    let named = api_version.and_then(named_by);
    let asked = asked.filter(|name| !name.is_empty());
    let name = asked.or(named).or(profile.filter(|name| !name.is_empty()));
    match (api_version, kind, name) {
        (Some(other), _, name) if named.is_none() || named != name => Whose::Other(other),
        (_, Some(other), _) if other != KIND => Whose::Other(other),
        (_, _, None) => Whose::Nobodys,
        (_, _, Some(name)) => Provider::named(name).map_or(Whose::Other(name), Whose::Known),
    }
}

/// Warns of a configuration that belongs to another provider than the one asked about, or than the profile's.
pub fn of_another_provider(config: &RawConfig<'_>, provider: Option<&str>) -> Option<Problem> {
    let api_version = config.value.get("apiVersion").and_then(Value::as_str)?;
    let provider = provider.filter(|provider| !provider.is_empty())?;
    named_by(api_version).filter(|named| *named != provider)?;
    let at = config.path.clone().key("apiVersion");
    let problem = Problem::warning(&CONFIG_OF_ANOTHER_PROVIDER, at.clone()).fact(Fact::at(at.place(), api_version));
    Some(problem.fact(Fact::named("provider", provider)))
}

/// Warns of a configuration without `apiVersion` or `kind`. A question takes it for the provider's, but the extension
/// does not.
pub fn untyped(config: &RawConfig<'_>) -> Option<Problem> {
    let missing = missing(config.value);
    (!missing.is_empty()).then(|| without(&missing, config))
}

/// Warns of a configuration with only one of `apiVersion` and `kind`. Beside lists it may leave out both (section
/// 17.8).
pub fn half_typed(config: &RawConfig<'_>) -> Option<Problem> {
    let missing = missing(config.value);
    (missing.len() == 1).then(|| without(&missing, config))
}

/// Returns the errors for an `apiVersion` or `kind` with which no extension decodes the configuration, for a profile
/// that is to be stored.
pub fn refused_type(config: Value<'_>, provider: Option<&str>) -> Vec<FieldError> {
    let mut errors = refused_untyped(config);
    errors.extend(refused_of_another(config, provider));
    errors
}

/// Returns the errors for a missing `apiVersion` or `kind`.
pub fn refused_untyped(config: Value<'_>) -> Vec<FieldError> {
    let why = "the provider's extension decodes no configuration without it";
    missing(config).into_iter().map(|key| FieldError::required(format!("spec.providerConfig.{key}"), why)).collect()
}

/// Returns the error for an `apiVersion` of another provider than the profile's, if the latter is known.
pub fn refused_of_another(config: Value<'_>, provider: Option<&str>) -> Option<FieldError> {
    let own = Provider::named(provider?)?;
    let api_version = config.get("apiVersion").and_then(Value::as_str)?;
    named_by(api_version).filter(|named| *named != own.word())?;
    let expected = format!("{}{GROUP}/{VERSION}", own.word());
    Some(FieldError::not_supported("spec.providerConfig.apiVersion".to_owned(), api_version, &[&expected]))
}

fn missing(config: Value<'_>) -> Vec<&'static str> {
    let is_missing = |key: &&str| {
        let text = config.get(key).filter(|text| !text.is_null());
        text.is_none_or(|text| text.as_str() == Some(""))
    };
    ["apiVersion", "kind"].into_iter().filter(is_missing).collect()
}

fn without(missing: &[&str], config: &RawConfig<'_>) -> Problem {
    let missing: Json = missing.iter().copied().collect();
    Problem::warning(&CONFIG_UNTYPED, config.path.clone()).fact(Fact::named("missing", missing))
}

/// Returns the warning that a configuration is not checked.
pub fn not_checked(name: &str, path: &Pointer) -> Problem {
    Problem::warning(&CONFIG_NOT_CHECKED, path.clone()).fact(Fact::named("name", name))
}
