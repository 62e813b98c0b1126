//! Image properties that were meant to require a trait, but do not, or require one that no node can have.

use crate::policy::traits::TOLD;
use crate::policy::traits::documents::{Image, Property};
use crate::policy::traits::reasons::{IMAGE_TRAIT_NOT_HEARD, IMAGE_TRAIT_WITH_BLANKS, LINT_TRAIT_CANNOT_EXIST};
use crate::reason::{Code, Fact, Problem};
use crate::wire::Pointer;

/// The warnings about such properties of an image at `place` in the question, where `can_exist` says which names can
/// exist.
pub(crate) fn unheard(image: Option<&Image<'_>>, place: &Pointer, can_exist: impl Fn(&str) -> bool) -> Vec<Problem> {
    let Some(image) = image else { return Vec::new() };
    let warning = |code: &'static Code, key: &str, value: Property<'_>| {
        let place = place.clone();
        let path = Pointer::to("given").join(&image.properties.place_of(place.clone(), key));
        Problem::warning(code, path).fact(image.properties.fact(place, key, value))
    };
    let meant = |code, key: &str, value, like: String| {
        warning(code, key, value).fact(Fact::named("key", key)).fact(Fact::named("like", like))
    };
    let misspelt = image.properties.iter().filter_map(|(key, value)| {
        let name = key.strip_prefix("trait:").filter(|_| value.as_str() == Some("required"))?;
        if name.trim() != name {
            return Some(meant(&IMAGE_TRAIT_WITH_BLANKS, key, *value, format!("trait:{}", name.trim())));
        }
        (!can_exist(name)).then(|| {
            warning(&LINT_TRAIT_CANNOT_EXIST, key, *value)
                .fact(Fact::named("subject", *key))
                .fact(Fact::named("name", name))
                .fact(Fact::named("owner", image.name.unwrap_or("image")))
        })
    });
    let unheard = image.unheard().map(|(key, value, like)| meant(&IMAGE_TRAIT_NOT_HEARD, key, value, like));
    unheard.chain(misspelt).take(TOLD).collect()
}
