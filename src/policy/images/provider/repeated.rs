//! Regions that an artifact is mapped to twice: of one artifact the last of them counts, elsewhere whichever comes first.

use super::config::{ProviderConfig, RegionItem};
use crate::base::Known;
use crate::policy::images::reasons::REGION_MAPPED_TWICE;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// A warning for each, up to so many.
pub fn repeated_regions(config: &ProviderConfig<'_>, path: &Pointer) -> Vec<Problem> {
    const NAMED: usize = 20;
    let mut problems = Vec::new();
    for (image, known) in config.machine_images.iter().enumerate() {
        for (version, entry) in known.versions.iter().enumerate() {
            let at = || path.clone().key("machineImages").index(image).key("versions").index(version);
            repeated(&entry.regions, at, &mut problems);
            for (index, flavor) in entry.capability_flavors.iter().enumerate() {
                repeated(&flavor.regions, || at().key("capabilityFlavors").index(index), &mut problems);
            }
            if problems.len() >= NAMED {
                problems.truncate(NAMED);
                return problems;
            }
        }
    }
    problems
}

/// What tells artifacts of one region apart in the forms in which they have that each.
type Apart<'i> = (&'i str, &'i str, Vec<(&'i str, &'i [&'i str])>);

fn repeated<'i>(items: &'i [RegionItem<'i>], at: impl Fn() -> Pointer, problems: &mut Vec<Problem>) {
    let mut seen: Known<Apart<'_>, &str> = Known::default();
    for (index, item) in items.iter().enumerate() {
        let own = item.capabilities.iter().flatten().map(|(name, values)| (*name, values.as_slice()));
        let apart = (item.name(), item.architecture(), own.collect());
        match seen.get(&apart).copied() {
            Some(first) if first != item.reference() => {
                let problem = Problem::warning(&REGION_MAPPED_TWICE, at().key("regions").index(index));
                let problem = problem.fact(Fact::named("region", item.name())).fact(Fact::named("first", first));
                problems.push(problem.fact(Fact::named("second", item.reference())));
            }
            Some(_) => {}
            None => {
                seen.insert(apart, item.reference());
            }
        }
    }
}
