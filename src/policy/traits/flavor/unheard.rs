//! Image properties that were meant to require a trait, but do not.

use crate::policy::traits::documents::{Image, Property};
use crate::policy::traits::reasons::{IMAGE_TRAIT_NOT_HEARD, IMAGE_TRAIT_WITH_BLANKS};
use crate::reason::{Code, Fact, Problem};
use crate::wire::Pointer;

/// The maximum number of warnings, because nobody reads more.
const TOLD: usize = 20;

/// The warnings about such properties of the question's image.
pub(crate) fn unheard(image: Option<&Image<'_>>) -> Vec<Problem> {
    let Some(image) = image else { return Vec::new() };
    let warning = |code: &'static Code, (key, value, like): (&str, Property<'_>, String)| {
        let place = Pointer::to("image");
        let path = Pointer::to("given").join(&image.properties.place_of(place.clone(), key));
        Problem::warning(code, path)
            .fact(image.properties.fact(place, key, value))
            .fact(Fact::named("key", key))
            .fact(Fact::named("like", like))
    };
    let with_blanks = image.with_blanks().map(|found| warning(&IMAGE_TRAIT_WITH_BLANKS, found));
    image.unheard().map(|found| warning(&IMAGE_TRAIT_NOT_HEARD, found)).chain(with_blanks).take(TOLD).collect()
}
