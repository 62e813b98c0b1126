//! The machine types and image versions of a document, indexed by name.

use crate::policy::images::catalog::Names;
use crate::policy::images::documents::{ImageVersion, MachineImage, MachineType};

/// The machine types and image versions of a document. The first of several with the same name counts.
#[derive(Debug)]
pub(super) struct Listed<'l, 'a> {
    images: &'l [MachineImage<'a>],
    types: &'l [MachineType<'a>],
    by_type: Names<&'a str>,
    by_version: Names<(&'a str, &'a str)>,
    /// The place of each version's image, and of the version in it.
    places: Vec<(usize, usize)>,
}

impl<'l, 'a> Listed<'l, 'a> {
    pub(super) fn new(images: &'l [MachineImage<'a>], types: &'l [MachineType<'a>]) -> Self {
        let versions = || {
            images.iter().enumerate().flat_map(|(place, image)| {
                image.versions.iter().enumerate().map(move |(index, version)| (place, index, image, version))
            })
        };
        Self {
            images,
            types,
            by_type: Names::new(types.iter().map(MachineType::name)),
            by_version: Names::new(versions().map(|(.., image, version)| (image.name(), version.version()))),
            places: versions().map(|(place, index, ..)| (place, index)).collect(),
        }
    }

    /// The machine type of a name, with its place.
    pub(super) fn machine(&self, name: &str) -> Option<(usize, &'l MachineType<'a>)> {
        let place = self.by_type.first(name)?;
        Some((place, self.types.get(place)?))
    }

    /// Whether a version is not listed but is the beginning of a listed one, from which the API server chooses to
    /// complete a Shoot.
    pub(super) fn is_begun(&self, (image, text): (&str, &str)) -> bool {
        let begins = |from: &str| {
            self.by_version.from((image, from)).is_some_and(|known| {
                known.0 == image && known.1.strip_prefix(text).is_some_and(|rest| rest.starts_with('.'))
            })
        };
        self.by_version.first((image, text)).is_none() && begins(&format!("{text}."))
    }

    /// The version, with its pointer in the profile.
    pub(super) fn version(&self, (image, text): (&str, &str)) -> Option<(String, &'l ImageVersion<'a>)> {
        let (place, index) = *self.places.get(self.by_version.first((image, text))?)?;
        let version = self.images.get(place)?.versions.get(index)?;
        Some((format!("/spec/machineImages/{place}/versions/{index}"), version))
    }
}
