//! Warnings for what a question gives in place of what its profile has, where the two differ. What is given counts, and
//! the warning says that the answer is not about the profile alone.

use crate::base::{Known, sort};
use crate::policy::images::documents::{Capabilities, Definition, ImageVersion, MachineImage, ProfileSpec};
use crate::policy::images::reasons::{
    CAPABILITIES_INSTEAD_OF_THE_TYPES, CONFIG_INSTEAD_OF_THE_PROFILES, DEFINITIONS_INSTEAD_OF_THE_PROFILES,
    IMAGES_INSTEAD_OF_THE_PROFILES, REGIONS_INSTEAD_OF_THE_PROFILES, WORKER_IS_ANOTHER,
};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value};

/// Warns of a worker architecture that differs from that of the machine type.
pub(crate) fn of_architecture(given: Option<&str>, of_type: &str) -> Option<Problem> {
    let given = given.filter(|given| !of_type.is_empty() && *given != of_type)?;
    let [place, path] = places("workerArchitecture");
    let problem = Problem::warning(&WORKER_IS_ANOTHER, path).fact(Fact::at(place, given));
    Some(problem.fact(Fact::named("expected", of_type)))
}

/// Warns of capabilities that differ from those of the machine type.
pub(crate) fn of_capabilities(given: &Capabilities<'_>, of_type: &Capabilities<'_>, name: &str) -> Option<Problem> {
    let mut names = of_type.iter().chain(given).map(|(name, _)| *name);
    let first = names.find(|name| values(given, name) != values(of_type, name))?;
    let problem = Problem::warning(&CAPABILITIES_INSTEAD_OF_THE_TYPES, places("capabilities")[1].clone());
    Some(problem.fact(Fact::named("type", name)).fact(Fact::named("name", first)))
}

/// Warns of definitions that differ from the profile's.
pub(crate) fn of_definitions(given: &[Definition<'_>], spec: &ProfileSpec<'_>) -> Option<Problem> {
    let differ = given != spec.machine_capabilities.as_slice();
    differ.then(|| Problem::warning(&DEFINITIONS_INSTEAD_OF_THE_PROFILES, places("machineCapabilities")[1].clone()))
}

/// Warns of a configuration that differs from the profile's.
pub(crate) fn of_config(given: Value<'_>, of_profile: Option<Value<'_>>) -> Option<Problem> {
    let differ = given != of_profile?;
    differ.then(|| Problem::warning(&CONFIG_INSTEAD_OF_THE_PROFILES, places("providerConfig")[1].clone()))
}

/// Warns of regions that leave out some of the profile's.
pub(crate) fn of_regions(given: &[&str], spec: &ProfileSpec<'_>) -> Option<Problem> {
    let given = sort::set(given.iter().copied());
    let own = spec.regions.iter().map(|region| region.name.unwrap_or_default());
    let mut left_out = own.filter(|name| given.binary_search(name).is_err());
    let first = left_out.next()?;
    let problem = Problem::warning(&REGIONS_INSTEAD_OF_THE_PROFILES, places("regions")[1].clone());
    Some(problem.fact(Fact::named("count", left_out.count() + 1)).fact(Fact::named("region", first)))
}

/// Warns of images that leave out some of the profile's versions, or list other flavors or architectures for them.
pub(crate) fn of_images(given: &[MachineImage<'_>], spec: &ProfileSpec<'_>) -> Option<Problem> {
    let given: Known<(&str, &str), &ImageVersion<'_>> = versions(given).collect();
    let is_alike = |own: &ImageVersion<'_>, given: &ImageVersion<'_>| {
        own.capability_flavors == given.capability_flavors && own.architectures == given.architectures
    };
    let mut left_out = versions(&spec.machine_images)
        .filter(|(named, own)| given.get(named).is_none_or(|given| !is_alike(own, given)))
        .map(|(named, _)| named);
    let (image, version) = left_out.next()?;
    let problem = Problem::warning(&IMAGES_INSTEAD_OF_THE_PROFILES, places("machineImages")[1].clone());
    let problem = problem.fact(Fact::named("count", left_out.count() + 1));
    Some(problem.fact(Fact::named("version", format!("{image}:{version}"))))
}

fn values<'c>(of: &'c Capabilities<'_>, name: &str) -> Option<Vec<&'c str>> {
    of.get(name).map(|values| sort::set(values.iter().copied()))
}

fn versions<'i, 'a>(
    images: &'i [MachineImage<'a>],
) -> impl Iterator<Item = ((&'i str, &'i str), &'i ImageVersion<'a>)> {
    images.iter().flat_map(|image| image.versions.iter().map(|version| ((image.name(), version.version()), version)))
}

/// Returns the place of a key among what is given, and its path in the request.
fn places(key: &str) -> [Pointer; 2] {
    [Pointer::to(key), Pointer::to("given").key(key)]
}
