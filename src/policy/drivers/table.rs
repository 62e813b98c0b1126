//! What each level says about a template's driver, whichever level decides.

use super::image::Image;
use super::levels::Level;
use super::refusal::Refusal;
use super::registry::Registry;
use crate::wire::{Value, answer, words};

answer! {
    /// What one level says.
    pub(crate) struct LevelSaid<'a> {
        /// The level.
        level: Level,
        /// The driver that the level names; absent if it names none.
        driver: Option<&'a str>,
        /// What happens to the level's choice.
        state: State,
        /// The code that says why the driver is refused; absent unless it is.
        because: Option<&'static str>,
    }
}

words! {
    /// What happens to the choice of a level.
    pub(crate) enum State {
        /// The level decides.
        Decides = "decides",
        /// The level fails or names a driver that cannot be used, so the template is refused.
        Refused = "refused",
        /// An earlier level decides.
        PassedOver = "passed-over",
        /// The level names no driver.
        Silent = "silent",
        /// The level is ignored because the client is too old for the field.
        NotHeard = "not-heard",
        /// The image is unknown or could not be read.
        Unread = "unread",
    }
}

/// What the request and the image say.
pub(crate) struct Said<'a> {
    /// The `driver` of the request.
    pub request: Option<Value<'a>>,
    /// Whether the request's `driver` counts, because the client's version has the field.
    pub heard: bool,
    /// The image, if it is known.
    pub image: Option<Image<'a>>,
}

impl<'a> Said<'a> {
    /// Returns the levels in order. `error` is the reason why the template is refused, if it is.
    pub(crate) fn levels(&self, registry: &Registry<'_, 'a>, error: Option<Refusal>) -> Vec<LevelSaid<'a>> {
        let image = match &self.image {
            Some(Image::Properties { driver, .. }) => driver.text,
            _ => None,
        };
        let unread = matches!(self.image, None | Some(Image::Failed(_)));
        let fallback = registry.list().ok().and_then(|()| registry.first_enabled()).map(|(_, name)| name);
        let named = [
            (Level::Request, self.request.and_then(Value::as_str)),
            (Level::Image, image),
            (Level::Config, registry.default_name()),
            (Level::Fallback, fallback),
        ];
        let mut open = true;
        let row = |(level, name): (Level, Option<&'a str>)| {
            let driver = name.filter(|name| !name.is_empty());
            // An image that does not exist or may not be read ends the search before later levels are asked.
            open &=
                level <= Level::Image || !matches!(error, Some(Refusal::ImageNotFound | Refusal::ImageNotAuthorized));
            let state = match driver {
                Some(_) if level == Level::Request && !self.heard => State::NotHeard,
                None if level == Level::Image && unread => State::Unread,
                // A plugin that breaks the listing leaves the fallback without a driver.
                None if level == Level::Fallback && open && registry.list().is_err() => State::Refused,
                None => State::Silent,
                Some(_) if !std::mem::take(&mut open) => State::PassedOver,
                Some(name) if is_refused(registry, level, name) => State::Refused,
                Some(_) => State::Decides,
            };
            let because = (state == State::Refused).then(|| why(registry, level, driver.unwrap_or_default()));
            LevelSaid { level, driver, state, because }
        };
        named.into_iter().map(row).collect()
    }
}

/// Whether the name leads to a refusal. In both editions the configured default has to be an enabled driver; a name
/// from any other level has to be one that can be looked up.
fn is_refused(registry: &Registry<'_, '_>, level: Level, name: &str) -> bool {
    let disabled = level == Level::Config && !registry.has_enabled(name);
    disabled || registry.find_named(name).is_err()
}

fn why(registry: &Registry<'_, '_>, level: Level, name: &str) -> &'static str {
    let disabled = registry.why_not_enabled(name).filter(|_| level == Level::Config && !registry.has_enabled(name));
    let why = disabled.or_else(|| registry.named(name).err().map(|miss| miss.reason));
    why.map_or("", |reason| reason.code().id)
}
