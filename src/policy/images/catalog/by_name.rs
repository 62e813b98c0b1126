//! Images and versions of a profile by name: whoever asks about a Shoot looks for a few of them.

use std::cmp::Ordering;

use super::compiled::Catalog;
use crate::base::sort::sorted_places;
use crate::policy::images::documents::{MachineImage, ProfileSpec};

/// The places of images, and of their versions among all, sorted by name. The names stay in the profile.
#[derive(Debug)]
pub(crate) struct ImagesByName {
    images: Vec<u32>,
    /// Of each image the first one of its name: versions are sorted by that, because the name may be long and theirs all.
    first: Vec<u32>,
    versions: Vec<u32>,
}

impl ImagesByName {
    /// Sorts them.
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

    /// What versions are sorted by: the first image of their image's name, and their own.
    fn key<'a>(&self, spec: &ProfileSpec<'a>, catalog: &Catalog<'a>, version: usize) -> (Option<u32>, &'a str) {
        let image = catalog.versions().get(version).and_then(|entry| self.first.get(entry.image));
        (image.copied(), catalog.version_of(spec, version).map_or("", |version| version.version()))
    }

    /// The place of the first image of a name.
    pub fn image(&self, name: &str, spec: &ProfileSpec<'_>) -> Option<usize> {
        alike(&self.images, &|place| name_of(spec, place).cmp(name)).first().map(|place| *place as usize)
    }

    /// The places of the versions of that image and name, the first one first.
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

/// Those of sorted places that compare equal to what is wanted.
fn alike<'p>(places: &'p [u32], compare: &dyn Fn(usize) -> Ordering) -> &'p [u32] {
    let from = places.partition_point(|place| compare(*place as usize) == Ordering::Less);
    let to = places.partition_point(|place| compare(*place as usize) != Ordering::Greater);
    places.get(from..to).unwrap_or_default()
}
