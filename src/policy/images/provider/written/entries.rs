//! The provider's entries, found by image and version.

use super::config::{Entry, ProviderConfig};
use super::providers::Provider;
use crate::base::{Edition, Index, sort};
use crate::policy::images::divergences::ENTRIES_ARE_ONE_LIST;

/// The entries of a configuration, sorted by image and version.
#[derive(Debug)]
pub struct Entries<'c, 'a> {
    provider: Provider,
    /// Whether all entries of a name and version form one list, as in the design edition.
    one_list: bool,
    images: Index<'a>,
    sorted: Vec<Known<'c, 'a>>,
}

#[derive(Debug)]
struct Known<'c, 'a> {
    /// The index of the first image with the same name.
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
        // Sorts by the index of the name rather than the name, which may be long and shared by many versions.
        sort::sort_by_key(&mut sorted, |known: &Known<'c, 'a>| (known.named, known.version));
        Self { provider, one_list: edition.applies(&ENTRIES_ARE_ONE_LIST), images, sorted }
    }

    /// Whether the provider has an image of that name.
    pub fn knows(&self, name: &str) -> bool {
        self.images.contains(name)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Returns the index, in sorted order, at which the entries of an image and version begin.
    pub fn place(&self, name: &str, version: &str) -> usize {
        let named = self.images.find(name).unwrap_or(usize::MAX);
        self.sorted.partition_point(|known| (known.named, known.version) < (named, version))
    }

    /// Returns all entries of an image and version in document order. If several images have the same name, upstream
    /// looks only at the last one.
    pub fn all(&self, name: &str, version: &str) -> Vec<&'c Entry<'a>> {
        let same = self.sorted.get(self.place(name, version)..).unwrap_or_default();
        let named = self.images.find(name);
        let same = same.iter().take_while(|known| (Some(known.named), known.version) == (named, version));
        let last = self.images.places(name).last();
        same.filter(|known| self.one_list || last == Some(known.image)).map(|known| known.entry).collect()
    }

    /// Returns the entries that are compared with the flavors of a version (section 17.3). Upstream takes the last one;
    /// on azure and gcp the first one with flavors, or all of them if none has any.
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

    /// Returns the entries that are compared with the architectures of a version without definitions. Upstream takes
    /// the last one; on azure and gcp all of them.
    pub fn without_definitions(&self, name: &str, version: &str) -> Vec<&'c Entry<'a>> {
        let all = self.all(name, version);
        if self.one_list || self.provider.entries_name_architectures() {
            return all;
        }
        all.last().copied().into_iter().collect()
    }
}
