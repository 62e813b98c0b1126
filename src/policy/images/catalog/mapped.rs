//! The versions that a provider's configuration maps, by name, since a question about a Shoot needs only a few of them.

use crate::base::Index;
use crate::base::sort::sort_by_key;
use crate::wire::Value;

/// The entries of a configuration, sorted by image and version. Entries with the same name stay in document order.
#[derive(Debug)]
pub(crate) struct MappedVersions<'a> {
    names: Vec<&'a str>,
    images: Index<'a>,
    entries: Vec<Mapped<'a>>,
}

#[derive(Debug)]
struct Mapped<'a> {
    /// The index of the first image with this image's name.
    image: usize,
    version: &'a str,
    entry: Value<'a>,
}

impl<'a> MappedVersions<'a> {
    /// Sorts the entries of a configuration.
    pub fn new(config: Value<'a>) -> Self {
        let text = |value: Value<'a>, key| value.get(key).and_then(Value::as_str).unwrap_or_default();
        let list = |value: Value<'a>, key| value.get(key).map(Value::elements).into_iter().flatten();
        let names: Vec<&str> = list(config, "machineImages").map(|image| text(image, "name")).collect();
        let images: Index<'a> = names.iter().copied().collect();
        let mut entries = Vec::new();
        for (image, name) in list(config, "machineImages").zip(&names) {
            let Some(first) = images.find(name) else { continue };
            let mapped = |entry| Mapped { image: first, version: text(entry, "version"), entry };
            entries.extend(list(image, "versions").map(mapped));
        }
        // By the index of the image rather than its name, which may be long and shared by many versions.
        sort_by_key(&mut entries, Mapped::key);
        Self { names, images, entries }
    }

    /// The entries of an image and version, each with the name of its image.
    pub fn of(&self, image: &str, version: &str) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        let image = self.images.find(image).unwrap_or(self.names.len());
        let first = self.entries.partition_point(|mapped| mapped.key() < (image, version));
        let same = self.entries.get(first..).unwrap_or_default().iter();
        let same = same.take_while(move |mapped| mapped.key() == (image, version));
        same.map(|mapped| (self.names.get(mapped.image).copied().unwrap_or_default(), mapped.entry))
    }
}

impl<'a> Mapped<'a> {
    fn key(&self) -> (usize, &'a str) {
        (self.image, self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::MappedVersions;
    use crate::wire::Document;

    #[test]
    fn entries_of_one_name_are_found_in_the_order_of_the_document() {
        const CONFIG: &[u8] = br#"{"machineImages": [
            {"name": "b", "versions": [{"version": "1", "at": 0}, {"version": "2", "at": 1}, {"version": "1", "at": 2}]},
            {"name": "a", "versions": [{"version": "1", "at": 3}]}, {"versions": [{"at": 4}]},
            {"name": "b", "versions": [{"version": "1", "at": 5}]}, {"name": "c"}, 7]}"#;
        let document = Document::read(CONFIG, 8).expect("it is JSON");
        let mapped = MappedVersions::new(document.root());
        let found = |image: &str, version: &str| -> Vec<String> {
            let at = mapped.of(image, version).map(|(name, entry)| {
                assert_eq!(name, image);
                entry.get("at").and_then(|at| at.as_number()).unwrap_or_default().to_owned()
            });
            at.collect()
        };
        assert_eq!(found("b", "1"), ["0", "2", "5"]);
        assert_eq!((found("a", "1"), found("", "")), (vec!["3".to_owned()], vec!["4".to_owned()]));
        assert_eq!(
            [found("a", "2"), found("c", ""), found("d", "1"), found("b", "")],
            [const { Vec::<String>::new() }; 4]
        );
    }
}
