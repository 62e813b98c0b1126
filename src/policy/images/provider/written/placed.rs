//! The entries of a configuration where they stand.

use super::config::{Entry, ProviderConfig};
use crate::wire::Pointer;

/// An image and its version.
pub type Of<'i> = (&'i str, &'i str);

/// An entry of a version, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'c, 'a> {
    /// What it is about.
    pub of: Of<'a>,
    /// The entry.
    pub entry: &'c Entry<'a>,
    image: usize,
    version: usize,
}

impl Placed<'_, '_> {
    /// Where it is in the configuration at that path.
    pub fn at(&self, path: &Pointer) -> Pointer {
        path.clone().key("machineImages").index(self.image).key("versions").index(self.version)
    }
}

impl<'a> ProviderConfig<'a> {
    /// All of them, in the order of the document.
    pub fn entries(&self) -> impl Iterator<Item = Placed<'_, 'a>> {
        self.machine_images.iter().enumerate().flat_map(|(image, known)| {
            let versions = known.versions.iter().enumerate();
            versions.map(move |(version, entry)| Placed { of: (known.name(), entry.version()), entry, image, version })
        })
    }
}
