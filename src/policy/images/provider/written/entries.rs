//! The provider's entries by image and version.

use super::config::{Entry, ProviderConfig};
use super::providers::Provider;
use crate::base::{Edition, Index, sort};
use crate::policy::images::divergences::ENTRIES_ARE_ONE_LIST;

/// The entries of a configuration, found by name and version.
#[derive(Debug)]
pub struct Entries<'c, 'a> {
    provider: Provider,
    /// Whether all entries of a name and version are one list: the design edition.
    one_list: bool,
    images: Index<'a>,
    sorted: Vec<Known<'c, 'a>>,
}

#[derive(Debug)]
struct Known<'c, 'a> {
    /// The first image of its name.
    named: usize,
    version: &'a str,
    image: usize,
    entry: &'c Entry<'a>,
}

impl<'c, 'a> Entries<'c, 'a> {
    /// Sorts the entries of a configuration.
    pub fn new(provider: Provider, config: &'c ProviderConfig<'a>, edition: Edition) -> Self {
        let images: Index<'a> = config.machine_images.iter().map(|image| image.name()).collect();
        let mut sorted = Vec::new();
        for (image, known) in config.machine_images.iter().enumerate() {
            let named = images.find(known.name()).unwrap_or(image);
            let of_image = known.versions.iter();
            sorted.extend(of_image.map(|entry| Known { named, version: entry.version(), image, entry }));
        }
        // By the place of the name and not by the name, which may be long and that of many versions.
        sort::sort_by_key(&mut sorted, |known: &Known<'c, 'a>| (known.named, known.version));
        Self { provider, one_list: edition.applies(&ENTRIES_ARE_ONE_LIST), images, sorted }
    }

    /// Whether the provider has an image of that name.
    pub fn knows(&self, name: &str) -> bool {
        self.images.contains(name)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Where the entries of an image and version begin among all, which are sorted by these.
    pub fn place(&self, name: &str, version: &str) -> usize {
        let named = self.images.find(name).unwrap_or(usize::MAX);
        self.sorted.partition_point(|known| (known.named, known.version) < (named, version))
    }

    /// All entries of an image and version in the order of the document; of images of one name upstream looks at the
    /// last one alone.
    pub fn all(&self, name: &str, version: &str) -> Vec<&'c Entry<'a>> {
        let same = self.sorted.get(self.place(name, version)..).unwrap_or_default();
        let named = self.images.find(name);
        let same = same.iter().take_while(|known| (Some(known.named), known.version) == (named, version));
        let last = self.images.places(name).last();
        same.filter(|known| self.one_list || last == Some(known.image)).map(|known| known.entry).collect()
    }

    /// The entries that are held against the flavors of a version (section 17.3). Upstream takes the last one, on azure
    /// and gcp the first one with flavors, or all if none has any.
    pub fn with_definitions(&self, name: &str, version: &str) -> Vec<&'c Entry<'a>> {
        let all = self.all(name, version);
        if self.one_list {
            return all;
        }
        if !self.provider.entries_name_architectures() {
            return all.last().copied().into_iter().collect();
        }
        match all.iter().find(|entry| !entry.capability_flavors.is_empty()) {
            Some(first) => vec![*first],
            None => all,
        }
    }

    /// The entries that are held against the architectures of a version without definitions. Upstream takes the last
    /// one, on azure and gcp all.
    pub fn without_definitions(&self, name: &str, version: &str) -> Vec<&'c Entry<'a>> {
        let all = self.all(name, version);
        if self.one_list || self.provider.entries_name_architectures() {
            return all;
        }
        all.last().copied().into_iter().collect()
    }
}
