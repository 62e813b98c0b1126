//! A NamespacedCloudProfile's own documents, as an extension holds them against the parent (section 17.6).

use super::against_parent::Child;
use crate::base::{Edition, sort};
use crate::policy::images::documents::{CloudProfile, NamespacedSpec};
use crate::policy::images::errors::{FieldError, spelled, within};
use crate::policy::images::provider::artifacts::Defined;
use crate::policy::images::provider::mapping::Findings;
use crate::policy::images::provider::reading::{RawConfig, Understood, in_parents_form, understand};
use crate::policy::images::provider::written::{Provider, ProviderConfig};
use crate::policy::images::reasons::{EXTENSION_WOULD_REFUSE, PROVIDER_KEY_UNKNOWN};
use crate::policy::images::stages::{Changes, transform};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, PathStep, Value, read};

/// What an extension says of a child.
#[derive(Debug)]
pub enum Said {
    /// What it refuses, each thing once.
    Errors(Vec<FieldError>),
    /// That it cannot read the configuration.
    Unreadable(Problem),
}

/// What an extension refuses of a child, and what its author should know; or that it cannot read the configuration.
pub type Held = Result<(Vec<FieldError>, Vec<Problem>), Problem>;

/// Holds a child against its parent. A missing configuration is an empty one.
pub fn check<'a>(
    provider: Provider,
    child: &Written<'a>,
    parent: &Written<'a>,
    asked: &Asked<'a>,
) -> Result<Said, Undecided> {
    let said = held(provider, child, parent, asked, |child, found| child.check(found))?;
    Ok(said.map_or_else(Said::Unreadable, |(errors, _)| Said::Errors(each_once(errors))))
}

/// How many things are told that an extension refuses.
const TOLD: usize = 20;

/// What an extension refuses of a child and does not show once it is merged with its parent's, each as a warning, or why it
/// cannot read it; and what the child's author should know of its own configuration. Where the merged mapping is not
/// `sound`, what is wrong with the images is said of that.
pub fn refused_apart<'a>(
    provider: Provider,
    child: &Written<'a>,
    parent: &Written<'a>,
    sound: bool,
    asked: &Asked<'a>,
) -> [Vec<Problem>; 2] {
    let found = match sound {
        true => held(provider, child, parent, asked, |child, found| child.check(found)),
        false => held(provider, child, parent, asked, |child, found| child.beside_images(found)),
    };
    match found {
        Ok(Ok((errors, warnings))) => {
            let is_unread = warnings.iter().any(|problem| problem.code().id == PROVIDER_KEY_UNKNOWN.id);
            let errors = if errors.is_empty() && sound && !is_unread {
                refused_today(provider, child, parent, asked)
            } else {
                each_once(errors)
            };
            [errors.iter().take(TOLD).map(|error| refused(child, error)).collect(), warnings]
        }
        Ok(Err(why)) => [vec![why], Vec::new()],
        // It is said where the two are read together.
        Err(_) => [Vec::new(), Vec::new()],
    }
}

/// What today's extension refuses, where the design does not.
fn refused_today<'a>(
    provider: Provider,
    child: &Written<'a>,
    parent: &Written<'a>,
    asked: &Asked<'a>,
) -> Vec<FieldError> {
    match held(provider, child, parent, &asked.in_edition(Edition::UPSTREAM), |child, found| child.check(found)) {
        Ok(Ok((errors, _))) => each_once(errors),
        Ok(Err(why)) => {
            let below = why.path().as_str().strip_prefix(child.path().as_str()).unwrap_or_default();
            vec![FieldError::forbidden(spelled(below), "the extension cannot read it")]
        }
        Err(_) => Vec::new(),
    }
}

/// A warning of what an extension refuses of a child.
fn refused(child: &Written<'_>, error: &FieldError) -> Problem {
    let path = child.path().join(&within(**child, &error.field).0);
    let problem = Problem::warning(&EXTENSION_WOULD_REFUSE, path).fact(Fact::named("field", error.field.as_str()));
    problem.fact(Fact::named("detail", error.detail.as_str()))
}

fn held<'a>(
    provider: Provider,
    child: &Written<'a>,
    parent: &Written<'a>,
    asked: &Asked<'a>,
    rules: fn(&Child<'_, 'a>, &mut Findings<'_>),
) -> Result<Held, Undecided> {
    let profile: CloudProfile<'a> = parent.read()?;
    let parents = profile.spec();
    let mut spec = child.spec();
    if provider == Provider::Local {
        let definitions = Json::from(parent.get("spec").unwrap_or(Value::NULL));
        transform(&mut spec, definitions.list("machineCapabilities"), &PathStep::Root(""), &mut Changes::default());
        if let Some(config) = spec.get_mut("providerConfig") {
            in_parents_form(config, !parents.machine_capabilities.is_empty());
        }
    }
    let document = asked.keep(spec.to_document());
    let path = child.path().key("spec");
    let (own, _) = read::<NamespacedSpec<'a>>(document.root(), path.as_str())?;
    let raw = own.provider_config.map(|value| RawConfig { value, path: path.key("providerConfig") });
    let (config, warnings) = match &raw {
        None => (ProviderConfig::default(), Vec::new()),
        Some(raw) => match understand(provider, raw, asked)? {
            Understood::Config(config, warnings) => (config, warnings),
            Understood::Unreadable(why) => return Ok(Err(why)),
        },
    };
    let defined = Defined::new(&parents.machine_capabilities);
    let mut found = Findings::default();
    let child = Child {
        provider,
        defined: &defined,
        parent_images: &parents.machine_images,
        parent_types: &parents.machine_types,
        images: &own.machine_images,
        types: &own.machine_types,
        config: &config,
        raw: raw.as_ref().map_or(Value::NULL, |raw| raw.value),
        edition: asked.edition,
    };
    rules(&child, &mut found);
    Ok(Ok((found.errors, warnings)))
}

/// Errors that say the same are told once.
fn each_once(errors: Vec<FieldError>) -> Vec<FieldError> {
    let says = |error: &FieldError| (error.error_type, error.field.clone(), error.detail.clone());
    let mut sorted: Vec<(_, usize)> = errors.iter().enumerate().map(|(place, error)| (says(error), place)).collect();
    sort::sort(&mut sorted);
    sorted.dedup_by(|later, earlier| later.0 == earlier.0);
    let mut places: Vec<usize> = sorted.into_iter().map(|(_, place)| place).collect();
    sort::sort(&mut places);
    let mut kept = places.into_iter().peekable();
    let is_kept = |place: usize| kept.next_if_eq(&place).is_some();
    errors.into_iter().zip((0..).map(is_kept)).filter_map(|(error, kept)| kept.then_some(error)).collect()
}
