use super::image::Told;
use super::reasons::*;
use super::refusal::Miss;
use super::registry::Registry;
use crate::reason::{Chain, Code, Fact, Reason, Reasons};
use crate::wire::{Json, Pointer, Value, words};

words! {
    /// The level that a driver's name comes from.
    pub(crate) enum Level {
        /// The `driver` of the request.
        Request = "request",
        /// The image property `magnum_driver`.
        Image = "image",
        /// The `default_driver` of the configuration.
        Config = "config",
        /// The first enabled driver by name.
        Fallback = "fallback",
    }
}

/// A driver's name, with the level it comes from and the reason.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    pub name: &'a str,
    pub level: Level,
    pub reason: Reason,
}

/// The choice, if a level had a name, and the reasons why the levels before it had none.
pub(crate) type Chosen<'a> = (Option<Choice<'a>>, Reasons);

/// Chooses the first name among the request's, the image's, the configured default and the enabled drivers. The
/// request's `driver` is cited even if the client is too old for the field.
pub(crate) fn choose<'a>(
    registry: &Registry<'_, 'a>,
    (by_request, sent, heard): (Option<&'a str>, Option<Value<'a>>, bool),
    by_image: Result<Told<'a>, Reason>,
) -> Result<Chosen<'a>, Miss> {
    let request = Pointer::to("request").key("driver");
    let (choice, passed) = Chain::default()
        .ask(|| {
            let silent = if heard || sent.is_none() { &REQUEST_NAMES_NONE } else { &REQUEST_NOT_HEARD };
            named(by_request, Level::Request, &NAMED_BY_REQUEST, silent, request, sent)
        })
        .ask(|| {
            let Told { text, place } = by_image?;
            named(text, Level::Image, &NAMED_BY_IMAGE, &IMAGE_NAMES_NONE, place, text)
        })
        .settle();
    if choice.is_some() {
        return Ok((choice, passed));
    }
    let (choice, more) =
        choose_default(registry).map_err(|miss| Miss { reason: miss.reason.because(passed.clone()), ..miss })?;
    Ok((choice, passed.into_iter().chain(more).collect()))
}

/// Chooses the configured default, or else the first enabled driver by name.
pub(crate) fn choose_default<'a>(registry: &Registry<'_, 'a>) -> Result<Chosen<'a>, Miss> {
    // The configured default is looked up as soon as its level is reached; names from earlier levels only when used.
    let configured = registry.configured()?;
    let first = registry.first_by_name()?;
    let place = registry.option("default_driver");
    let chain = Chain::default()
        .ask(|| named(configured, Level::Config, &NAMED_BY_CONFIG, &CONFIG_NAMES_NONE, place, configured))
        .ask(|| {
            let Some((index, name)) = first else { return Err(Reason::new(&NO_DRIVER_ENABLED, "drivers")) };
            let place = registry.at(index).key("name");
            let names = registry.enabled_names().into_iter().collect::<Json>();
            let reason = Reason::new(&FIRST_BY_NAME, name).saw(place, name).fact(Fact::named("enabled", names));
            Ok(Choice { name, level: Level::Fallback, reason })
        });
    Ok(chain.settle())
}

/// Returns the name that a level gives, or the reason why it gives none. An empty name is none.
fn named<'a>(
    name: Option<&'a str>,
    level: Level,
    names: &'static Code,
    silent: &'static Code,
    place: Pointer,
    there: Option<impl Into<Json>>,
) -> Result<Choice<'a>, Reason> {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => Ok(Choice { name, level, reason: Reason::new(names, name).saw(place, name) }),
        None => Err(Reason::new(silent, level.word()).fact(Fact::of(place, there))),
    }
}
