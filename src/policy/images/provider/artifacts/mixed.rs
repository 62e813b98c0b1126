//! Versions that are mapped both in the old form and with capabilities. Both entries are artifacts of the version
//! (section 17.4), and what a machine prefers decides which one it boots.

use super::artifact::{Artifact, artifacts};
use super::repeated::mapped_twice;
use crate::base::{Known, sort};
use crate::policy::images::documents::{ARCHITECTURE, KNOWN};
use crate::policy::images::provider::written::{Entry, Of, Placed, Provider, ProviderConfig};
use crate::reason::Problem;
use crate::wire::Pointer;

/// The names of artifacts in the old form, by version, region and architecture. Beside each is where it stands: the
/// number of its entry, and its own in that.
type Written<'i> = Known<(Of<'i>, &'i str, &'i str), ((usize, usize), &'i str)>;

/// Warns of each entry with capabilities that names a different artifact than an entry in the old form, or its own part
/// in that form, does for the same region and architecture. Returns at most `NAMED` warnings.
pub fn mixed(provider: Provider, config: &ProviderConfig<'_>, path: &Pointer) -> Vec<Problem> {
    const NAMED: usize = 20;
    let entries = || config.entries().enumerate();
    let new: Vec<(usize, Placed<'_, '_>)> = entries().filter(|(_, placed)| has_capabilities(placed.entry)).collect();
    let versions = sort::set(new.iter().map(|(_, placed)| placed.of));
    let is_mixed = |placed: &Placed<'_, '_>| versions.binary_search(&placed.of).is_ok();
    let named = |number: usize, entry, old: bool| {
        let artifacts = artifacts(provider, entry).into_iter().enumerate().filter(move |(_, it)| it.old == old);
        artifacts.flat_map(move |(place, artifact)| {
            places(provider, &artifact).into_iter().map(move |found| ((number, place), found))
        })
    };
    let mut written: Written<'_> = Known::default();
    for (number, Placed { of, entry, .. }) in entries().filter(|(_, placed)| is_mixed(placed)) {
        for (at, (region, architecture, name)) in named(number, entry, true) {
            written.insert((of, region, architecture), (at, name));
        }
    }
    let told = new.into_iter().filter_map(|(number, placed)| {
        let Placed { of, entry, .. } = placed;
        let twins = named(number, entry, false).find_map(|(at, (region, architecture, name))| {
            let (old, other) = written.get(&(of, region, architecture)).copied().filter(|(_, other)| *other != name)?;
            Some(if old < at { [other, name] } else { [name, other] })
        })?;
        Some(mapped_twice(of, twins, placed.at(path)))
    });
    told.take(NAMED).collect()
}

fn has_capabilities(entry: &Entry<'_>) -> bool {
    !entry.capability_flavors.is_empty()
        || entry.capabilities.is_some()
        || entry.regions.iter().any(|item| item.capabilities.is_some())
}

/// Returns each reference of an artifact as region, architecture and name, once per architecture that the artifact
/// supports. The region is empty if the reference holds everywhere. Only the known architectures are considered, since
/// the number of pairs would otherwise be up to the author of the document.
fn places<'a>(provider: Provider, artifact: &Artifact<'_, 'a>) -> Vec<(&'a str, &'a str, &'a str)> {
    let own = KNOWN.iter().copied().filter(|architecture| artifact.is_for(ARCHITECTURE, architecture));
    let own: Vec<&str> = own.collect();
    let names = artifact.names(provider).filter(|(_, name)| !name.is_empty());
    names.flat_map(|(region, name)| own.iter().map(move |own| (region, *own, name))).collect()
}
