//! Whose a provider's configuration is, and what becomes of one that says nothing of it or names another (sections 17.1 and
//! 17.8).

use super::raw_config::RawConfig;
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::written::{GROUP, KIND, Provider, VERSION, named_by};
use crate::policy::images::reasons::{CONFIG_NOT_CHECKED, CONFIG_OF_ANOTHER_PROVIDER, CONFIG_UNTYPED};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// Whose rules apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose<'a> {
    /// Those of a provider that is known.
    Known(Provider),
    /// Those of a provider that is not, or of a configuration of another kind or version: by what names it.
    Other(&'a str),
    /// Nothing names a provider.
    Nobodys,
}

/// Whose configuration this is: the provider that is asked about, or else the one whose group its `apiVersion` has, or
/// else that of the profile. Without `apiVersion` and `kind` it is the provider's.
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

/// Warns of a configuration that is another provider's than the one that is asked about, or than the profile's.
pub fn of_another_provider(config: &RawConfig<'_>, provider: Option<&str>) -> Option<Problem> {
    let api_version = config.value.get("apiVersion").and_then(Value::as_str)?;
    let provider = provider.filter(|provider| !provider.is_empty())?;
    named_by(api_version).filter(|named| *named != provider)?;
    let at = config.path.clone().key("apiVersion");
    let problem = Problem::warning(&CONFIG_OF_ANOTHER_PROVIDER, at.clone()).fact(Fact::at(at, api_version));
    Some(problem.fact(Fact::named("provider", provider)))
}

/// Warns of a configuration that does not say what it is: a question takes it for the provider's, its extension does not.
pub fn untyped(config: &RawConfig<'_>) -> Option<Problem> {
    let missing = missing(config.value);
    (!missing.is_empty()).then(|| without(&missing, config))
}

/// Warns of one that says a part of what it is. Beside lists it may leave out all of it (section 17.8).
pub fn half_typed(config: &RawConfig<'_>) -> Option<Problem> {
    let missing = missing(config.value);
    (missing.len() == 1).then(|| without(&missing, config))
}

/// What no extension decodes for that, where a profile of a provider is to be stored.
pub fn refused_type(config: Value<'_>, provider: Option<&str>) -> Vec<FieldError> {
    let mut errors = refused_untyped(config);
    errors.extend(refused_of_another(config, provider));
    errors
}

/// The same where it does not say what it is.
pub fn refused_untyped(config: Value<'_>) -> Vec<FieldError> {
    let why = "the provider's extension decodes no configuration without it";
    missing(config).into_iter().map(|key| FieldError::required(format!("spec.providerConfig.{key}"), why)).collect()
}

/// The same where it is another provider's than that of the profile, of those that are known.
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

/// The warning that a configuration is not checked.
pub fn not_checked(name: &str, path: &Pointer) -> Problem {
    Problem::warning(&CONFIG_NOT_CHECKED, path.clone()).fact(Fact::named("name", name))
}
