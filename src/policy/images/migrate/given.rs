//! What somebody says of tags and machine types.

use super::findings::{Findings, Migrating};
use crate::base::Known;
use crate::policy::images::documents::Capabilities;
use crate::policy::images::reasons::TAG_GIVEN_TWICE;
use crate::wire::{Pointer, given};

given! {
    /// What the artifacts of a tag support.
    pub struct TagGiven<'a> {
        /// The tag: what follows the version and a dash. Empty for versions without a tag.
        tag: &'a str,
        /// The image whose tag it is; every image's, unless given.
        image: Option<&'a str>,
        /// What they support.
        capabilities: Capabilities<'a>,
    }
}

given! {
    /// What a machine type supports.
    pub struct TypeGiven<'a> {
        /// Its name.
        name: &'a str,
        /// What it supports, besides its architecture.
        capabilities: Capabilities<'a>,
    }
}

/// The tags, found by image and text.
#[derive(Debug)]
pub(super) struct Tags<'g, 'a> {
    given: &'g [TagGiven<'a>],
    places: Known<(&'a str, Option<&'a str>), usize>,
}

impl<'g, 'a> Tags<'g, 'a> {
    /// Sorts tags; of one that is given twice the first counts, and it is told.
    pub(super) fn new(given: &'g [TagGiven<'a>], found: &mut Findings) -> Self {
        let mut places = Known::default();
        for (place, tag) in given.iter().enumerate() {
            let key = (tag.tag, tag.image);
            if places.get(&key).is_some() {
                let path = Pointer::to("given").key("tags").index(place);
                found.error(|| Migrating::new(&TAG_GIVEN_TWICE, path, tag.tag));
            } else {
                places.insert(key, place);
            }
        }
        Self { given, places }
    }

    /// A tag of an image: its place, and what is said of it.
    pub(super) fn of(&self, image: &'a str, tag: &'a str) -> Option<(usize, &'g TagGiven<'a>)> {
        let place = self.places.get(&(tag, Some(image))).or_else(|| self.places.get(&(tag, None)))?;
        Some((*place, self.given.get(*place)?))
    }

    /// A version apart from its tag, the longest that is given: the rest, the tag's place and what is said of it.
    pub(super) fn split(&self, image: &'a str, version: &'a str) -> Option<(&'a str, usize, &'g TagGiven<'a>)> {
        /// No version is longer.
        const LONGEST: usize = 256;
        if self.given.is_empty() || version.len() > LONGEST {
            return None;
        }
        version.match_indices('-').find_map(|(at, _)| {
            let (base, tag) = (version.get(..at)?, version.get(at + 1..)?);
            let (place, given) = self.of(image, tag)?;
            (!base.is_empty() && !tag.is_empty()).then_some((base, place, given))
        })
    }

    /// Whether the tag at a place counts, and no earlier one of its name and image.
    pub(super) fn counts(&self, place: usize) -> bool {
        let tag = self.given.get(place);
        tag.is_some_and(|tag| self.places.get(&(tag.tag, tag.image)) == Some(&place))
    }

    /// All of them, in their order.
    pub(super) fn all(&self) -> &'g [TagGiven<'a>] {
        self.given
    }
}
