//! The versions that a provider's configuration maps, by name: whoever asks about a Shoot looks for a few of them.

use crate::base::sort::sort_by_key;
use crate::wire::Value;

/// The entries of a configuration with the names of their images and versions, sorted by these. Entries of one name stay
/// in the order of the document.
#[derive(Debug)]
pub(crate) struct MappedVersions<'a>(Vec<((&'a str, &'a str), Value<'a>)>);

impl<'a> MappedVersions<'a> {
    /// Sorts those of a configuration.
    pub fn new(config: Value<'a>) -> Self {
        let text = |value: Value<'a>, key| value.get(key).and_then(Value::as_str).unwrap_or_default();
        let list = |value: Value<'a>, key| value.get(key).map(Value::elements).into_iter().flatten();
        let mut entries = Vec::new();
        for image in list(config, "machineImages") {
            let name = text(image, "name");
            entries.extend(list(image, "versions").map(|entry| ((name, text(entry, "version")), entry)));
        }
        sort_by_key(&mut entries, |(names, _)| *names);
        Self(entries)
    }

    /// The entries of an image and version, each with the name of its image.
    pub fn of(&self, image: &str, version: &str) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        let Self(entries) = self;
        let first = entries.partition_point(|(names, _)| *names < (image, version));
        let same = entries.get(first..).unwrap_or_default().iter();
        same.take_while(move |(names, _)| *names == (image, version)).map(|((image, _), entry)| (*image, *entry))
    }
}
