//! Artifacts that a change of a provider's configuration replaces: a version that stays gets another artifact, or a new
//! version gets the artifact of a removed one. Only the provider's extension looks at artifacts (section 17.4), and it
//! accepts both.

use super::held::{HeldConfig, Of};
use crate::base::Known;
use crate::policy::images::provider::artifacts::{Artifact, artifacts, in_any_order, stands_for_two};
use crate::policy::images::provider::written::{Provider, ProviderConfig};
use crate::policy::images::reasons::ARTIFACT_EXCHANGED;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of both kinds of replacement, at the configuration after the change.
pub(crate) fn exchanged([before, after]: [&HeldConfig<'_>; 2], at: &Pointer) -> Vec<Problem> {
    if before.provider != after.provider {
        return Vec::new();
    }
    becoming_others([before, after], at).into_iter().chain(handed_on([before, after], at)).collect()
}

/// Returns one warning for all artifacts that are replaced in versions that stay.
fn becoming_others([before, after]: [&HeldConfig<'_>; 2], at: &Pointer) -> Option<Problem> {
    let (mut first, mut count) = (None, 0);
    for (of, was) in &before.versions {
        let Some((provider, is)) = after.of(*of) else { continue };
        for (old, new) in others(provider, [was, is]) {
            count += 1;
            first.get_or_insert((of, old, new));
        }
    }
    let ((image, version), old, new) = first?;
    let problem = Problem::warning(&ARTIFACT_EXCHANGED, at.clone()).fact(Fact::named("count", count));
    let problem = problem.fact(Fact::named("version", format!("{image}:{version}")));
    Some(problem.fact(Fact::named("before", old)).fact(Fact::named("after", new)))
}

/// Returns the names, before and after, of artifacts of a version that are replaced in the same region for the same
/// capabilities.
fn others<'a>(provider: Provider, sides: [&ProviderConfig<'a>; 2]) -> Vec<(&'a str, &'a str)> {
    let [was, is] = sides.map(|config| of_config(provider, config));
    let key = |artifact: &Artifact<'_, 'a>| in_any_order(&artifact.capabilities);
    let places: Known<_, usize> = is.iter().enumerate().map(|(place, artifact)| (key(artifact), place)).collect();
    let mut found = Vec::new();
    for artifact in &was {
        let Some(same) = places.get(&key(artifact)).and_then(|place| is.get(*place)) else { continue };
        let names: Known<&str, &str> = same.names(provider).collect();
        let changed = artifact.names(provider).filter_map(|(region, name)| {
            let new = *names.get(region)?;
            (new != name && !new.is_empty() && !name.is_empty()).then_some((name, new))
        });
        found.extend(changed);
    }
    found
}

/// Warns of artifacts of removed versions that new versions now have.
fn handed_on([before, after]: [&HeldConfig<'_>; 2], at: &Pointer) -> Vec<Problem> {
    /// The maximum number of warnings to return.
    const NAMED: usize = 20;
    let provider = before.provider;
    let gone = before.versions.iter().filter(|(of, _)| after.of(*of).is_none());
    let mut names: Known<&str, Of<'_>> = Known::default();
    for (of, config) in gone {
        for artifact in of_config(provider, config) {
            artifact.names(provider).for_each(|(_, name)| {
                names.insert(name, *of);
            });
        }
    }
    let new = after.versions.iter().filter(|(of, _)| before.of(*of).is_none());
    let told = new.filter_map(|((image, version), config)| {
        let found = of_config(provider, config);
        let mut own = found.iter().flat_map(|artifact| artifact.names(provider)).map(|(_, name)| name);
        let (name, (gone, old)) = own.find_map(|name| Some((name, names.get(name).filter(|_| !name.is_empty())?)))?;
        let uses = [format!("{gone}:{old}, which goes"), format!("{image}:{version}, which comes")];
        Some(stands_for_two(name, uses.each_ref().map(String::as_str), at.clone()))
    });
    told.take(NAMED).collect()
}

fn of_config<'c, 'a>(provider: Provider, config: &'c ProviderConfig<'a>) -> Vec<Artifact<'c, 'a>> {
    let entries = config.machine_images.iter().flat_map(|image| &image.versions);
    entries.flat_map(|entry| artifacts(provider, entry)).collect()
}
