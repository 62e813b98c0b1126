//! How a provider's configuration is read, strictly or not (sections 17.1 and 17.7).

use super::raw_config::{RawConfig, stumbled};
use super::strangers::unknown;
use super::unread::beside_flavors;
use crate::policy::images::divergences::UNKNOWN_PROVIDER_KEYS;
use crate::policy::images::provider::artifacts::{mixed, repeated};
use crate::policy::images::provider::written::flat::conflicts;
use crate::policy::images::provider::written::{Provider, ProviderConfig, Stranger, Strictly};
use crate::policy::images::reasons::CONFIG_UNREADABLE;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{PathStep, Value, read};

/// The result of reading a configuration.
#[derive(Debug)]
pub enum Understood<'a> {
    /// The configuration, with warnings for its author.
    Config(ProviderConfig<'a>, Vec<Problem>),
    /// An extension would read nothing of the configuration, for this reason.
    Unreadable(Problem),
}

/// Reads a provider's configuration. Upstream a single unknown key makes it unreadable; the design edition warns of the
/// key.
pub fn understand<'a>(provider: Provider, raw: &RawConfig<'a>, asked: &Asked<'a>) -> Result<Understood<'a>, Undecided> {
    let mut strictly = Strictly::of(asked.edition);
    strictly.look(raw.value, provider.shape(), &PathStep::Root(raw.path.as_str()));
    if !asked.edition.applies(&UNKNOWN_PROVIDER_KEYS)
        && let Some(why) = unreadable(&mut strictly)
    {
        return Ok(Understood::Unreadable(why));
    }
    let value = if strictly.finds_nothing_foreign() {
        raw.value
    } else {
        asked.keep(strictly.cleaned(raw.value, provider.shape()).to_document()).root()
    };
    let (config, _) = read::<ProviderConfig<'a>>(value, raw.path.as_str())?;
    // Faults in the images have already made the read above fail. The remaining faults are beside the images, and an
    // extension reads nothing of a configuration that has one.
    if let Some(fault) = strictly.faults.first() {
        return Ok(Understood::Unreadable(stumbled(&Problem::of(fault))));
    }
    let mut warnings: Vec<Problem> = strictly.strangers.into_iter().map(unknown).collect();
    warnings.extend(conflicts(provider, &config, &raw.path));
    warnings.extend(repeated(&config, &raw.path));
    warnings.extend(mixed(provider, &config, &raw.path));
    warnings.extend(beside_flavors(provider, &config, &raw.path));
    Ok(Understood::Config(config, warnings))
}

/// Reads a configuration for a question about the profile itself, which belongs to the API server: anything wrong with
/// the extension's part is a warning. `Err`: the warning that it cannot be read at all.
pub fn understand_in_passing<'a>(
    provider: Provider,
    raw: &RawConfig<'a>,
    asked: &Asked<'a>,
) -> Result<(ProviderConfig<'a>, Vec<Problem>), Problem> {
    match understand(provider, raw, asked) {
        Ok(Understood::Config(config, warnings)) => Ok((config, warnings)),
        Ok(Understood::Unreadable(why)) => Err(why),
        Err(undecided) => Err(raw.cannot_be_read(&undecided)),
    }
}

/// Whether an extension could decode a configuration.
pub fn is_readable(provider: Provider, value: Value<'_>) -> bool {
    let mut strictly = Strictly::default();
    strictly.look(value, provider.shape(), &PathStep::Root(""));
    strictly.strangers.is_empty() && strictly.faults.is_empty()
}

/// Returns the first key or value that an extension cannot decode, as a warning.
fn unreadable(strictly: &mut Strictly) -> Option<Problem> {
    let Some(Stranger { path, key, .. }) = strictly.strangers.first() else {
        return strictly.faults.first().map(|fault| stumbled(&Problem::of(fault)));
    };
    let what = format!("the key `{key}` is not known there");
    Some(Problem::warning(&CONFIG_UNREADABLE, path.clone()).fact(Fact::named("what", what)))
}
