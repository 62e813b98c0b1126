//! A NamespacedCloudProfile's own document, as an extension checks it against the parent (section 17.6).

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

/// What an extension says about a child.
#[derive(Debug)]
pub enum Said {
    /// The errors for which it refuses the child, each once.
    Errors(Vec<FieldError>),
    /// The extension cannot read the configuration.
    Unreadable(Problem),
}

/// The errors of a child and warnings for its author. `Err`: the extension cannot read the configuration.
pub type Held = Result<(Vec<FieldError>, Vec<Problem>), Problem>;

/// Checks a child against its parent. A missing configuration counts as an empty one.
pub fn check<'a>(
    provider: Provider,
    child: &Written<'a>,
    parent: &Written<'a>,
    asked: &Asked<'a>,
) -> Result<Said, Undecided> {
    let said = held(provider, child, parent, asked, |child, found| child.check(found))?;
    Ok(said.map_or_else(Said::Unreadable, |(errors, _)| Said::Errors(each_once(errors))))
}

/// The maximum number of refusals to report.
const TOLD: usize = 20;

/// Returns warnings about what an extension refuses in a child and what does not show after merging with the parent, or
/// why the extension cannot read it; and warnings for the child's author about the child's own configuration. Unless
/// the merged mapping is `sound`, what is wrong with the images is left to the report on the merged mapping.
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
        // Reading the two together has already reported it.
        Err(_) => [Vec::new(), Vec::new()],
    }
}

/// Returns what today's extension refuses although the design edition accepts it.
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

/// Warns of an error for which an extension refuses a child.
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

/// Drops errors that repeat an earlier one.
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
