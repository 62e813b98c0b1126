//! The images and versions of a profile by name, since a question about a Shoot needs only a few of them.

use std::cmp::Ordering;

use super::compiled::Catalog;
use crate::base::sort::sorted_places;
use crate::policy::images::documents::{MachineImage, ProfileSpec};

/// The indexes of images, and of versions among all versions, sorted by name. The names stay in the profile.
#[derive(Debug)]
pub(crate) struct ImagesByName {
    images: Vec<u32>,
    /// For each image, the first one with its name. Versions are sorted by this index rather than the image's name,
    /// which may be long and shared by many versions.
    first: Vec<u32>,
    versions: Vec<u32>,
}

impl ImagesByName {
    /// Sorts the images and versions of a profile.
    pub fn new(spec: &ProfileSpec<'_>, catalog: &Catalog<'_>) -> Self {
        let image = |place| name_of(spec, place);
        let images = sorted_places(spec.machine_images.len(), &mut |left, right| image(left).cmp(image(right)));
        let mut first = vec![0; images.len()];
        for same in images.chunk_by(|left, right| image(*left as usize) == image(*right as usize)) {
            for place in same {
                if let (Some(slot), Some(of_name)) = (first.get_mut(*place as usize), same.first()) {
                    *slot = *of_name;
                }
            }
        }
        let mut sorted = Self { images, first, versions: Vec::new() };
        let version = |place| sorted.key(spec, catalog, place);
        sorted.versions =
            sorted_places(catalog.versions().len(), &mut |left, right| version(left).cmp(&version(right)));
        sorted
    }

    /// The sort key of a version: the first image with its image's name, and its own text.
    fn key<'a>(&self, spec: &ProfileSpec<'a>, catalog: &Catalog<'a>, version: usize) -> (Option<u32>, &'a str) {
        let image = catalog.versions().get(version).and_then(|entry| self.first.get(entry.image));
        (image.copied(), catalog.version_of(spec, version).map_or("", |version| version.version()))
    }

    /// The index of the first image with a name.
    pub fn image(&self, name: &str, spec: &ProfileSpec<'_>) -> Option<usize> {
        alike(&self.images, &|place| name_of(spec, place).cmp(name)).first().map(|place| *place as usize)
    }

    /// The indexes of the versions with this image and text, in document order.
    pub fn versions<'s>(
        &'s self,
        (image, version): (&str, &str),
        spec: &ProfileSpec<'_>,
        catalog: &Catalog<'_>,
    ) -> impl Iterator<Item = usize> + use<'s> {
        let image = self.image(image, spec).and_then(|place| u32::try_from(place).ok());
        let found = alike(&self.versions, &|place| self.key(spec, catalog, place).cmp(&(image, version)));
        found.iter().map(|place| *place as usize)
    }
}

fn name_of<'a>(spec: &ProfileSpec<'a>, place: usize) -> &'a str {
    spec.machine_images.get(place).map(MachineImage::name).unwrap_or_default()
}

/// Returns the run of sorted indexes for which `compare` returns `Equal`.
fn alike<'p>(places: &'p [u32], compare: &dyn Fn(usize) -> Ordering) -> &'p [u32] {
    let from = places.partition_point(|place| compare(*place as usize) == Ordering::Less);
    let to = places.partition_point(|place| compare(*place as usize) != Ordering::Greater);
    places.get(from..to).unwrap_or_default()
}
