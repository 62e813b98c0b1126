//! The entries of a configuration with their places.

use super::config::{Entry, ProviderConfig};
use crate::wire::Pointer;

/// An image and its version.
pub type Of<'i> = (&'i str, &'i str);

/// An entry of a version, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'c, 'a> {
    /// The image and version that the entry is about.
    pub of: Of<'a>,
    /// The entry itself.
    pub entry: &'c Entry<'a>,
    image: usize,
    version: usize,
}

impl Placed<'_, '_> {
    /// Returns the path of the entry in the configuration at `path`.
    pub fn at(&self, path: &Pointer) -> Pointer {
        path.clone().key("machineImages").index(self.image).key("versions").index(self.version)
    }
}

impl<'a> ProviderConfig<'a> {
    /// Returns all entries in document order.
    pub fn entries(&self) -> impl Iterator<Item = Placed<'_, 'a>> {
        self.machine_images.iter().enumerate().flat_map(|(image, known)| {
            let versions = known.versions.iter().enumerate();
            versions.map(move |(version, entry)| Placed { of: (known.name(), entry.version()), entry, image, version })
        })
    }
}
