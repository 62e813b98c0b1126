use super::image::Told;
use super::reasons::*;
use super::refusal::Miss;
use super::registry::Registry;
use crate::reason::{Chain, Code, Fact, Reason, Reasons};
use crate::wire::{Json, Pointer, Value, words};

words! {
    /// Where a driver's name can come from.
    pub(crate) enum Level {
        /// The request.
        Request = "request",
        /// The image's `magnum_driver`.
        Image = "image",
        /// The configured default.
        Config = "config",
        /// The first enabled driver by name.
        Fallback = "fallback",
    }
}

/// A driver's name, and the level and reason it comes with.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    pub name: &'a str,
    pub level: Level,
    pub reason: Reason,
}

/// What the levels yield: the choice, if one had a name, and why those before it had none.
pub(crate) type Chosen<'a> = (Option<Choice<'a>>, Reasons);

/// The first name among the request's, the image's, the configured default and the enabled drivers. What the request
/// says is cited even if it is not listened to.
pub(crate) fn choose<'a>(
    registry: &Registry<'_, 'a>,
    (by_request, sent, heard): (Option<&'a str>, Option<Value<'a>>, bool),
    by_image: Option<Told<'a>>,
) -> Result<Chosen<'a>, Miss> {
    let request = Pointer::to("request").key("driver");
    let usual = Pointer::to("image").key("magnum_driver");
    let (by_image, image) = by_image.map_or((None, usual), |told| (told.text, told.place));
    let (choice, passed) = Chain::default()
        .ask(|| {
            let silent = if heard || sent.is_none() { &REQUEST_NAMES_NONE } else { &REQUEST_NOT_HEARD };
            named(by_request, Level::Request, &NAMED_BY_REQUEST, silent, request, sent)
        })
        .ask(|| named(by_image, Level::Image, &NAMED_BY_IMAGE, &IMAGE_NAMES_NONE, image, by_image))
        .settle();
    if choice.is_some() {
        return Ok((choice, passed));
    }
    let (choice, more) =
        choose_default(registry).map_err(|miss| Miss { reason: miss.reason.because(passed.clone()), ..miss })?;
    Ok((choice, passed.into_iter().chain(more).collect()))
}

/// The configured default, or else the first enabled driver by name.
pub(crate) fn choose_default<'a>(registry: &Registry<'_, 'a>) -> Result<Chosen<'a>, Miss> {
    // The configured default is looked up as soon as it is reached; a name further up is looked up when it is used.
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

/// What a level names, or why it names none; an empty name is none.
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
