//! Images and versions of a profile by name, sorted when the profile is compiled: whoever asks about a Shoot looks for a
//! few of them.

use std::cmp::Ordering;

use crate::base::Index;
use crate::base::sort::sorted_places;
use crate::policy::images::documents::ProfileSpec;

/// Where images and their versions are.
#[derive(Debug)]
pub struct ImagesByName<'a> {
    images: Index<'a>,
    /// The places of the versions among all, sorted by the name of the image and their own.
    versions: Vec<u32>,
}

/// The names of the image and of the version at a place among all.
pub(super) type NameOf<'n, 'a> = &'n dyn Fn(usize) -> (&'a str, &'a str);

impl<'a> ImagesByName<'a> {
    /// Sorts that many versions.
    pub(super) fn new(spec: &ProfileSpec<'a>, count: usize, name: NameOf<'_, 'a>) -> Self {
        Self {
            images: spec.machine_images.iter().map(|image| image.name()).collect(),
            versions: sorted_places(count, &mut |left, right| name(left).cmp(&name(right))),
        }
    }

    /// The place of the first image of a name.
    pub(super) fn image(&self, name: &str) -> Option<usize> {
        self.images.find(name)
    }

    /// The places of the versions of that image and name, the first one first.
    pub(super) fn versions<'s>(
        &'s self,
        wanted: (&str, &str),
        name: NameOf<'_, 'a>,
    ) -> impl Iterator<Item = usize> + use<'s, 'a> {
        let compare = |place: u32| name(place as usize).cmp(&wanted);
        let from = self.versions.partition_point(|place| compare(*place) == Ordering::Less);
        let to = self.versions.partition_point(|place| compare(*place) != Ordering::Greater);
        self.versions.get(from..to).unwrap_or_default().iter().map(|place| *place as usize)
    }
}
