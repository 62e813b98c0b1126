//! Keys and values in a configuration that the provider's type does not have.

use super::raw_config::RawConfig;
use super::whose::{Whose, whose};
use crate::base::Edition;
use crate::policy::images::errors::{FieldError, spelled};
use crate::policy::images::provider::written::{Provider, Stranger, Strictly};
use crate::policy::images::reasons::PROVIDER_KEY_UNKNOWN;
use crate::reason::{Fact, Problem};
use crate::wire::{Fault, Json, PathStep, Pointer, Value};

/// Warns of unknown keys beside the images of a configuration.
pub fn keys_beside(provider: Provider, config: &RawConfig<'_>) -> Vec<Problem> {
    let is_beside = |stranger: &Stranger| stranger.path == config.path.clone().key(&stranger.key);
    strangers_in(provider, config).into_iter().filter(is_beside).map(unknown).collect()
}

/// Warns of unknown keys in the configuration of a profile at `path`, up to `NAMED` warnings.
pub fn unknown_keys(profile: Value<'_>, path: &Pointer) -> Vec<Problem> {
    const NAMED: usize = 20;
    let part = |key: &str| profile.get("spec").and_then(|spec| spec.get(key));
    let Some(value) = part("providerConfig").filter(|config| !config.is_null()) else { return Vec::new() };
    let Whose::Known(provider) = whose(None, Some(value), part("type").and_then(Value::as_str)) else {
        return Vec::new();
    };
    let config = RawConfig { value, path: path.clone().key("spec").key("providerConfig") };
    strangers_in(provider, &config).into_iter().take(NAMED).map(unknown).collect()
}

/// Returns the unknown keys of a configuration. The keys of the design text's form count as known.
fn strangers_in(provider: Provider, config: &RawConfig<'_>) -> Vec<Stranger> {
    let mut strictly = Strictly { flat: true, ..Strictly::default() };
    strictly.look(config.value, provider.shape(), &PathStep::Root(config.path.as_str()));
    strictly.strangers
}

/// Returns an error for each value whose type differs from what the extension decodes. The extension reads nothing of
/// such a configuration.
pub fn of_another_type(provider: Provider, config: Value<'_>, edition: Edition) -> Vec<FieldError> {
    let mut strictly = Strictly::of(edition);
    strictly.look(config, provider.shape(), &PathStep::Root("/spec/providerConfig"));
    let error = |fault: &Fault| {
        let problem = Problem::of(fault);
        let text = |name| problem.cited().iter().find(|fact| fact.name() == Some(name))?.value().cloned();
        let expected = text("expected").unwrap_or_default();
        let why = format!("expected {}: the provider's extension reads no such configuration", expected.to_text());
        let written = || problem.cited().iter().find(|fact| fact.path().is_some())?.value().cloned();
        let found = text("found").or_else(|| text("number")).or_else(written).unwrap_or_default();
        FieldError::invalid(spelled(fault.path()), found, &why)
    };
    strictly.faults.iter().map(error).collect()
}

/// Warns of an unknown key.
pub(super) fn unknown(stranger: Stranger) -> Problem {
    let Stranger { path, key, known } = stranger;
    let listed: Json = known.iter().copied().collect();
    let problem = Problem::warning(&PROVIDER_KEY_UNKNOWN, path.clone()).fact(Fact::at(path.place(), key.as_str()));
    problem.nearest_to(&key, known).fact(Fact::named("known", listed))
}
