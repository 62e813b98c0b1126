//! Artifacts that a change of a provider's configuration takes from a version in a region, or puts others in the place of:
//! the next machines of its pools boot something else (section 17.4).

use std::rc::Rc;

use super::artifacts::{Artifact, artifacts};
use super::definitions::{Content, Defined};
use super::entries::Entries;
use super::providers::Provider;
use super::reading::{RawConfig, Whose, understand_in_passing, whose};
use crate::base::{Known, sort};
use crate::policy::images::documents::{ARCHITECTURE, KNOWN, ProfileSpec};
use crate::question::Asked;
use crate::wire::Pointer;

/// One of them.
#[derive(Debug)]
pub(crate) struct Renamed {
    /// The image and its version, by their places in the profile before.
    pub version: (usize, usize),
    /// The region, by its place there; none where the artifact holds in all.
    pub region: Option<usize>,
    /// Its architecture, where it names one alone.
    pub architecture: &'static str,
    /// What it was called.
    pub before: String,
    /// What is there instead.
    pub after: Option<String>,
}

/// How many are looked for.
const MOST: usize = 10_000;

/// What becomes of the artifacts of a profile's versions. Of configurations that nobody can read nothing is known.
pub(crate) fn renamed<'a>([old, new]: [&ProfileSpec<'a>; 2], asked: &Asked<'a>) -> Vec<Renamed> {
    let read = |spec: &ProfileSpec<'a>| {
        let Whose::Known(provider) = whose(None, spec.provider_config, spec.provider_type) else { return None };
        let raw = RawConfig { value: spec.provider_config?, path: Pointer::default() };
        Some((provider, understand_in_passing(provider, &raw, asked).ok()?.0))
    };
    let is_alike = |(old, new): (_, _)| old == new;
    if old.provider_config.zip(new.provider_config).is_some_and(is_alike) {
        return Vec::new();
    }
    let Some((provider, before)) = read(old) else { return Vec::new() };
    let after = read(new).filter(|(other, _)| *other == provider).map(|(_, config)| config).unwrap_or_default();
    let defined = Defined::new(&old.machine_capabilities);
    let [before, after] = [&before, &after].map(|config| Entries::new(provider, config, asked.edition));
    let regions = sort::sorted_places(old.regions.len(), &mut |left, right| {
        let name = |place: usize| old.regions.get(place).map(|region| region.name);
        name(left).cmp(&name(right))
    });
    let region_named = |name: &str| {
        let of = |place: &u32| old.regions.get(*place as usize).and_then(|region| region.name).unwrap_or_default();
        let place = *regions.get(regions.partition_point(|place| of(place) < name))?;
        (of(&place) == name).then_some(place as usize)
    };
    let (mut found, mut seen) = (Vec::new(), Known::default());
    for (index, image) in old.machine_images.iter().enumerate() {
        for (place, version) in image.versions.iter().enumerate() {
            if !seen.insert((image.name(), version.version()), ()) {
                continue;
            }
            let [own, others] = [&before, &after].map(|entries| {
                let all = entries.all(image.name(), version.version()).into_iter();
                let artifacts: Vec<Artifact<'_, 'a>> = all.flat_map(|entry| artifacts(provider, entry)).collect();
                keyed(&artifacts, provider, &defined)
            });
            for (key, name) in own.iter().filter(|(_, name)| !name.is_empty()) {
                if others.binary_search_by(|(known, other)| (known, other).cmp(&(key, name))).is_ok() {
                    continue;
                }
                let first = others.get(others.partition_point(|(known, _)| known < key));
                let after = first.filter(|(known, _)| known == key).map(|(_, other)| (*other).to_owned());
                let (_, architecture, region) = *key;
                let region = if region.is_empty() { Some(None) } else { region_named(region).map(Some) };
                let Some(region) = region else { continue };
                let version = (index, place);
                found.push(Renamed { version, region, architecture, before: (*name).to_owned(), after });
                if found.len() == MOST {
                    return found;
                }
            }
        }
    }
    found
}

/// What tells an artifact of a version from its others: what it can, its architecture where it names one alone, and the
/// region.
type Key<'a> = (Rc<Content<'a>>, &'static str, &'a str);

/// The names of artifacts, sorted.
fn keyed<'a>(artifacts: &[Artifact<'_, 'a>], provider: Provider, defined: &Defined<'_, 'a>) -> Vec<(Key<'a>, &'a str)> {
    let of_one = |artifact: &Artifact<'_, 'a>| -> Vec<(Key<'a>, &'a str)> {
        let own = artifact.capabilities.get(ARCHITECTURE).map(Vec::as_slice).unwrap_or_default();
        let only = KNOWN.into_iter().find(|known| own == [*known]).unwrap_or_default();
        let content = Rc::new(defined.content(&artifact.capabilities));
        artifact.names(provider).map(|(region, name)| ((Rc::clone(&content), only, region), name)).collect()
    };
    let mut all: Vec<(Key<'a>, &'a str)> = artifacts.iter().flat_map(of_one).collect();
    sort::sort(&mut all);
    all
}
