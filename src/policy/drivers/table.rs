//! What each level says of a template's driver, whichever decides.

use super::image::Image;
use super::levels::Level;
use super::refusal::Refusal;
use super::registry::Registry;
use crate::wire::{Value, answer, words};

answer! {
    /// What a level says.
    pub(crate) struct LevelSaid<'a> {
        /// The level.
        level: Level,
        /// The name it gives, if any.
        driver: Option<&'a str>,
        /// What becomes of it.
        state: State,
        /// Why no driver of that name can be used, as a code.
        because: Option<&'static str>,
    }
}

words! {
    /// What becomes of the choice of a level.
    pub(crate) enum State {
        /// It decides.
        Decides = "decides",
        /// It names nothing that can be used, so the template is refused.
        Refused = "refused",
        /// A level before it decides.
        PassedOver = "passed-over",
        /// It names none.
        Silent = "silent",
        /// The client is too old to be listened to.
        NotHeard = "not-heard",
        /// The image could not be read.
        Unread = "unread",
    }
}

/// What the request and the image say.
pub(crate) struct Said<'a> {
    /// The request's `driver`.
    pub request: Option<Value<'a>>,
    /// Whether it is listened to.
    pub heard: bool,
    /// The image, if it is known.
    pub image: Option<Image<'a>>,
}

impl<'a> Said<'a> {
    /// The levels in their order. `error` is what the template is refused for.
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
            // An image that is not there, or not to be seen, ends the search before a later level is asked.
            open &=
                level <= Level::Image || !matches!(error, Some(Refusal::ImageNotFound | Refusal::ImageNotAuthorized));
            let state = match driver {
                Some(_) if level == Level::Request && !self.heard => State::NotHeard,
                None if level == Level::Image && unread => State::Unread,
                None => State::Silent,
                Some(_) if !std::mem::take(&mut open) => State::PassedOver,
                Some(name) if is_refused(registry, level, name) => State::Refused,
                Some(_) => State::Decides,
            };
            let because = driver.filter(|_| state == State::Refused).map(|name| why(registry, level, name));
            LevelSaid { level, driver, state, because }
        };
        named.into_iter().map(row).collect()
    }
}

/// The configured name has to be that of an enabled driver, in each edition; any other that of one that can be named.
fn is_refused(registry: &Registry<'_, '_>, level: Level, name: &str) -> bool {
    let disabled = level == Level::Config && !registry.has_enabled(name);
    disabled || registry.find_named(name).is_err()
}

fn why(registry: &Registry<'_, '_>, level: Level, name: &str) -> &'static str {
    let disabled = registry.why_not_enabled(name).filter(|_| level == Level::Config && !registry.has_enabled(name));
    let why = disabled.or_else(|| registry.named(name).err().map(|miss| miss.reason));
    why.map_or("", |reason| reason.code().id)
}
