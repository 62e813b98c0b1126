//! How a provider's configuration is read: whose it is, and strictly or not (sections 17.1, 17.7 and 17.8).

use super::config::{ProviderConfig, ProviderImage};
use super::flat::conflicts;
use super::mixed::mixed;
use super::providers::{GROUP, KIND, Provider, VERSION, named_by};
use super::repeated::repeated;
use super::shape::{Stranger, Strictly};
use super::unread::beside_flavors;
use crate::base::sort;
use crate::policy::images::catalog::MappedVersions;
use crate::policy::images::divergences::UNKNOWN_PROVIDER_KEYS;
use crate::policy::images::errors::{FieldError, spelled};
use crate::policy::images::reasons::{
    CONFIG_NOT_CHECKED, CONFIG_OF_ANOTHER_PROVIDER, CONFIG_UNREADABLE, CONFIG_UNTYPED, PROVIDER_KEY_UNKNOWN,
};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem, wrong};
use crate::wire::{Fault, Json, PathStep, Pointer, Value, read};

/// A configuration and where it is in the request.
#[derive(Clone, Debug)]
pub struct RawConfig<'a> {
    /// The configuration.
    pub value: Value<'a>,
    /// Its path, for problems.
    pub path: Pointer,
}

impl<'a> RawConfig<'a> {
    /// Of a configuration that can be read, no other versions than these, each in an image of its own: who asks about a few
    /// need not read all.
    pub fn of_versions(
        &self,
        (provider, mapped): (Provider, &MappedVersions<'a>),
        named: &[(&str, &str)],
        asked: &Asked<'a>,
    ) -> Result<ProviderConfig<'a>, Problem> {
        let wanted = sort::set(named.iter().copied()).into_iter();
        let mut entries: Vec<_> = wanted.flat_map(|(image, version)| mapped.of(image, version)).collect();
        let shape = provider.shape_of_version();
        let mut strictly = Strictly::of(asked.edition);
        for (_, entry) in &entries {
            strictly.look(*entry, shape, &PathStep::Root(self.path.as_str()));
        }
        if !strictly.finds_nothing_foreign() {
            let cleaned: Json = entries.iter().map(|(_, entry)| strictly.cleaned(*entry, shape)).collect();
            let cleaned = asked.keep(cleaned.to_document()).root().elements();
            entries.iter_mut().zip(cleaned).for_each(|((_, entry), cleaned)| *entry = cleaned);
        }
        let image = |(name, entry)| {
            let (entry, _) = read(entry, self.path.as_str())?;
            Ok(ProviderImage { name: Some(name), versions: vec![entry] })
        };
        let machine_images: Result<_, Undecided> = entries.into_iter().map(image).collect();
        let machine_images = machine_images.map_err(|undecided| self.cannot_be_read(&undecided))?;
        Ok(ProviderConfig { machine_images, ..ProviderConfig::default() })
    }

    fn cannot_be_read(&self, undecided: &Undecided) -> Problem {
        let nothing = || Problem::warning(&CONFIG_UNREADABLE, self.path.clone()).fact(Fact::named("what", ""));
        undecided.problems.first().map_or_else(nothing, stumbled)
    }
}

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

/// Warns of the keys beside the images that a configuration does not have.
pub fn keys_beside(provider: Provider, config: &RawConfig<'_>) -> Vec<Problem> {
    let is_beside = |stranger: &Stranger| stranger.path == config.path.clone().key(&stranger.key);
    strangers_in(provider, config).into_iter().filter(is_beside).map(unknown).collect()
}

/// Warns of the keys that the configuration of a profile does not have, up to so many; the profile is at `path`.
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

/// The keys that a configuration does not have, those of the flat form aside.
fn strangers_in(provider: Provider, config: &RawConfig<'_>) -> Vec<Stranger> {
    let mut strictly = Strictly { flat: true, ..Strictly::default() };
    strictly.look(config.value, provider.shape(), &PathStep::Root(config.path.as_str()));
    strictly.strangers
}

/// The warning that a configuration is not checked.
pub fn not_checked(name: &str, path: &Pointer) -> Problem {
    Problem::warning(&CONFIG_NOT_CHECKED, path.clone()).fact(Fact::named("name", name))
}

/// The values of another type than an extension decodes, at their fields: it reads nothing of such a configuration.
pub fn of_another_type(provider: Provider, config: Value<'_>) -> Vec<FieldError> {
    let mut strictly = Strictly { flat: true, ..Strictly::default() };
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

/// What reading a configuration yields.
#[derive(Debug)]
pub enum Understood<'a> {
    /// The configuration, and what its author should know.
    Config(ProviderConfig<'a>, Vec<Problem>),
    /// Nothing, as an extension finds it: why.
    Unreadable(Problem),
}

/// Reads a provider's configuration. Upstream one stranger makes it unreadable; the design edition warns of it.
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
    // Faults in the images have failed the read above. These stand beside them, and an extension reads nothing of such a
    // configuration.
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

/// Reads the configuration of a profile that is the API server's: what it cannot read of an extension's part, or why that
/// cannot be read at all, is a warning.
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

/// Whether a configuration can be read as its extension reads it, for those that only decode it.
pub fn is_readable(provider: Provider, value: Value<'_>) -> bool {
    let mut strictly = Strictly::default();
    strictly.look(value, provider.shape(), &PathStep::Root(""));
    strictly.strangers.is_empty() && strictly.faults.is_empty()
}

/// The first thing that an extension stumbles over.
fn unreadable(strictly: &mut Strictly) -> Option<Problem> {
    let Some(Stranger { path, key, .. }) = strictly.strangers.first() else {
        return strictly.faults.first().map(|fault| stumbled(&Problem::of(fault)));
    };
    let what = format!("the key `{key}` is not known there");
    Some(Problem::warning(&CONFIG_UNREADABLE, path.clone()).fact(Fact::named("what", what)))
}

/// That a configuration cannot be read because of a problem in it, whose cure it keeps.
fn stumbled(problem: &Problem) -> Problem {
    let unreadable = Problem::warning(&CONFIG_UNREADABLE, problem.path().clone());
    let cures = problem.cited().iter().filter(|fact| matches!(fact.name(), Some("quote" | "nearest")));
    cures.cloned().fold(unreadable.fact(Fact::named("what", wrong(problem))), Problem::fact)
}

fn unknown(stranger: Stranger) -> Problem {
    let Stranger { path, key, known } = stranger;
    let listed: Json = known.iter().copied().collect();
    let problem = Problem::warning(&PROVIDER_KEY_UNKNOWN, path.clone()).fact(Fact::at(path, key.as_str()));
    problem.nearest_to(&key, known).fact(Fact::named("known", listed))
}
