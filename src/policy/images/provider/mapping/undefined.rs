//! Undefined capability names in a provider's configuration and in the flavors that it maps. They do not change the
//! answer, but each gets a warning.

use crate::policy::images::catalog::Undefined;
use crate::policy::images::documents::{Definition, MachineImage};
use crate::policy::images::provider::reading::Subject;
use crate::policy::images::provider::written::ProviderConfig;
use crate::reason::Problem;
use crate::wire::Pointer;

/// Warns of each name in the flavors of images that the definitions lack; flavors are compared with artifacts without
/// these names. The images are in `machineImages` at `at`: the place for facts, and the path in the request.
pub fn undefined_of_images<'a>(
    images: &[MachineImage<'a>],
    definitions: &[Definition<'a>],
    at: [Pointer; 2],
) -> Vec<Problem> {
    if definitions.is_empty() {
        return Vec::new();
    }
    let mut undefined = Undefined::beside(definitions, at);
    for (place, image) in images.iter().enumerate() {
        let versions = Pointer::to("machineImages").index(place).key("versions");
        for (place, version) in image.versions.iter().enumerate() {
            let flavors = versions.clone().index(place).key("capabilityFlavors");
            for (index, flavor) in version.flavors() {
                undefined.look_at(flavor, &flavors.clone().index(index));
            }
        }
    }
    undefined.problems()
}

/// Warns of each name in the artifacts of an image version that the definitions lack. Without definitions there is
/// nothing to compare with.
pub fn undefined_of_artifacts<'a>(
    subject: &Subject<'a>,
    config: &ProviderConfig<'a>,
    (name, version): (&str, &str),
    definitions: &[Definition<'a>],
) -> Vec<Problem> {
    const KEY: &str = "capabilities";
    if definitions.is_empty() {
        return Vec::new();
    }
    let at = [subject.config_place(), subject.config_path()];
    let mut undefined = Undefined::beside(definitions, at).reading_null();
    let images = config.machine_images.iter().enumerate().filter(|(_, image)| image.name() == name);
    for (place, image) in images {
        let versions = Pointer::to("machineImages").index(place).key("versions");
        for (place, entry) in image.versions.iter().enumerate().filter(|(_, entry)| entry.version() == version) {
            let at = versions.clone().index(place);
            if let Some(own) = &entry.capabilities {
                undefined.look_at(own, &at.clone().key(KEY));
            }
            for (place, item) in entry.regions.iter().enumerate() {
                if let Some(own) = &item.capabilities {
                    undefined.look_at(own, &at.clone().key("regions").index(place).key(KEY));
                }
            }
            for (place, flavor) in entry.capability_flavors.iter().enumerate() {
                let flavors = at.clone().key("capabilityFlavors");
                undefined.look_at(&flavor.capabilities, &flavors.index(place).key(KEY));
            }
        }
    }
    undefined.problems()
}
