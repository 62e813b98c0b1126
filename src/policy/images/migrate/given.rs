//! What the caller knows about tags and machine types.

use super::findings::{Findings, Migrating};
use crate::base::Known;
use crate::policy::images::documents::Capabilities;
use crate::policy::images::reasons::TAG_GIVEN_TWICE;
use crate::wire::{Pointer, given};

given! {
    /// The capabilities of the artifacts with a tag.
    pub struct TagGiven<'a> {
        /// The tag, which follows the version and a dash; empty for versions without a tag.
        tag: &'a str,
        /// The name of the image that the tag belongs to; every image if absent.
        image: Option<&'a str>,
        /// The capabilities of the artifacts with this tag.
        capabilities: Capabilities<'a>,
    }
}

given! {
    /// The capabilities of a machine type.
    pub struct TypeGiven<'a> {
        /// The name of the machine type.
        name: &'a str,
        /// The capabilities of the machine type, besides its architecture.
        capabilities: Capabilities<'a>,
    }
}

/// The given tags, looked up by image and text.
#[derive(Debug)]
pub(super) struct Tags<'g, 'a> {
    given: &'g [TagGiven<'a>],
    places: Known<(&'a str, Option<&'a str>), usize>,
}

impl<'g, 'a> Tags<'g, 'a> {
    /// Indexes the tags. If a tag is given twice, the first one counts and the second is an error.
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

    /// Finds a tag of an image: its index, and what was given for it.
    pub(super) fn of(&self, image: &'a str, tag: &'a str) -> Option<(usize, &'g TagGiven<'a>)> {
        let place = self.places.get(&(tag, Some(image))).or_else(|| self.places.get(&(tag, None)))?;
        Some((*place, self.given.get(*place)?))
    }

    /// Splits a version at the longest given tag, into the rest, the index of the tag, and what was given for it.
    pub(super) fn split(&self, image: &'a str, version: &'a str) -> Option<(&'a str, usize, &'g TagGiven<'a>)> {
        /// Longer versions are not split.
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

    /// Whether the tag at an index is the one that counts, not a repetition of an earlier one.
    pub(super) fn counts(&self, place: usize) -> bool {
        let tag = self.given.get(place);
        tag.is_some_and(|tag| self.places.get(&(tag.tag, tag.image)) == Some(&place))
    }

    /// All given tags, in order.
    pub(super) fn all(&self) -> &'g [TagGiven<'a>] {
        self.given
    }
}
