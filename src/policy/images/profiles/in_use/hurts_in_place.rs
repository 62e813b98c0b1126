//! Image versions that no longer support updates in place (section 8.4). Admission refuses them for new pools that are
//! updated in place, and maintenance moves pools that have one (section 9).

use super::hurts::{Hurts, Of};
use super::sides::Sides;
use crate::base::sort;
use crate::policy::images::documents::MachineImage;

impl<'k> Hurts<'k> {
    /// Adds each of these versions, unless the version itself is removed.
    pub(super) fn in_place(&mut self, sides: Sides<'k, 'k>) {
        let [before, after] = sides.offered.map(|offered| offered.images);
        let in_place = |images| sort::set(versions(images).filter(|it| it.is_in_place).map(|it| it.named));
        let (could, can) = (in_place(before), in_place(after));
        let lost = |version: &Version<'k>| {
            could.binary_search(&version.named).is_ok() && can.binary_search(&version.named).is_err()
        };
        for Version { named: (image, version), place, .. } in versions(sides.written[1].images).filter(lost) {
            let says = format!("the image version `{image}:{version}` supports no updates in place any more");
            let [image_at, version_at] = place;
            let place = format!("/spec/machineImages/{image_at}/versions/{version_at}");
            self.add(Of::InPlace(image, version), says, place, false);
        }
    }
}

/// A version with its image's place and its own place in the image.
struct Version<'k> {
    named: (&'k str, &'k str),
    place: [usize; 2],
    is_in_place: bool,
}

fn versions<'k>(images: &'k [MachineImage<'k>]) -> impl Iterator<Item = Version<'k>> {
    images.iter().enumerate().flat_map(|(image_at, image)| {
        image.versions.iter().enumerate().map(move |(version_at, version)| Version {
            named: (image.name(), version.version()),
            place: [image_at, version_at],
            is_in_place: version.in_place_updates.as_ref().is_some_and(|updates| updates.supported),
        })
    })
}
