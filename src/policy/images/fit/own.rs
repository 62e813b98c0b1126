//! What a NamespacedCloudProfile itself has, of which a patch of it can change something.

use crate::policy::images::catalog::Names;
use crate::policy::images::documents::{MachineType, NamespacedSpec};

/// The machine types of a NamespacedCloudProfile, and its versions that have flavors.
#[derive(Debug)]
pub(super) struct Own<'a> {
    machine_types: Names<&'a str>,
    /// The versions, by the names of their images and their texts.
    versions: Names<(&'a str, &'a str)>,
    /// The index of each version's image, and of the version in it.
    places: Vec<(usize, usize)>,
}

impl<'a> Own<'a> {
    /// Finds them in a profile. `None`: there is no such profile.
    pub(super) fn of(child: Option<&NamespacedSpec<'a>>) -> Self {
        let images = child.map(|child| child.machine_images.as_slice()).unwrap_or_default();
        let types = child.map(|child| child.machine_types.as_slice()).unwrap_or_default();
        let (mut versions, mut places) = (Vec::new(), Vec::new());
        for (place, image) in images.iter().enumerate() {
            for (index, version) in image.versions.iter().enumerate() {
                if !version.capability_flavors.is_empty() {
                    versions.push((image.name(), version.version()));
                    places.push((place, index));
                }
            }
        }
        Self { machine_types: Names::new(types.iter().map(MachineType::name)), versions: Names::new(versions), places }
    }

    /// Returns the index of the first machine type of that name.
    pub(super) fn machine_type(&self, name: &str) -> Option<usize> {
        self.machine_types.first(name)
    }

    /// Returns the indexes of the first version with flavors of that text: that of its image, and its own in it.
    pub(super) fn version_with_flavors(&self, image: &str, text: &str) -> Option<(usize, usize)> {
        self.places.get(self.versions.first((image, text))?).copied()
    }
}
