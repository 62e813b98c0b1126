//! A provider's entries of a version, prepared for comparison with flavors of the profile (section 17.3, with
//! definitions).

use super::gaps::Gaps;
use crate::base::{Edition, sort};
use crate::policy::images::documents::ARCHITECTURE;
use crate::policy::images::provider::artifacts::{
    Artifact, Content, Coverage, Defined, artifacts, is_mapped, old_architectures,
};
use crate::policy::images::provider::written::{Entry, Provider};

/// The provider's side of a version.
#[derive(Debug)]
pub struct FlavorSide<'c, 'a> {
    /// The flavors, sorted by content.
    flavors: Vec<(Content<'a>, Artifact<'c, 'a>)>,
    /// The architectures of old entries, sorted, each with its artifact where the provider's artifacts are found by
    /// region or name.
    old: Vec<(&'a str, Option<Artifact<'c, 'a>>)>,
}

/// What the mapping says about a flavor of the profile.
#[derive(Debug)]
pub enum Outcome<'g, 'a> {
    /// The flavor is mapped, except in these regions.
    Mapped(Vec<&'g str>),
    /// The old entries lack these of the flavor's architectures.
    Lost(Vec<&'a str>),
    /// No flavor of the provider equals it.
    Unequal,
}

impl<'c, 'a> FlavorSide<'c, 'a> {
    /// Sorts the artifacts of the entries.
    pub fn new(provider: Provider, defined: &Defined<'_, 'a>, entries: &[&'c Entry<'a>], edition: Edition) -> Self {
        let (mut flavors, mut old) = (Vec::new(), Vec::new());
        for entry in entries {
            if entry.is_old() && provider.entries_name_architectures() {
                old.extend(old_architectures(provider, entry).into_iter().map(|architecture| (architecture, None)));
                continue;
            }
            for artifact in artifacts(provider, entry) {
                if !artifact.old {
                    flavors.push((defined.content(&artifact.capabilities), artifact));
                } else if is_mapped(provider, entry, edition) {
                    let architecture = artifact.capabilities.get(ARCHITECTURE).and_then(|values| values.first());
                    old.push((architecture.copied().unwrap_or_default(), Some(artifact)));
                }
            }
        }
        sort::sort_by(&mut flavors, |(left, _), (right, _)| left.cmp(right));
        sort::sort_by(&mut old, |(left, _), (right, _)| left.cmp(right));
        Self { flavors, old }
    }

    /// Returns the outcome for a flavor with this content. Old entries must have the architectures `wanted`, and
    /// `of_old` is where they refer to artifacts of them.
    pub fn outcome<'g>(
        &self,
        wanted: &[&'a str],
        content: &Content<'a>,
        of_old: Option<&Coverage<'a>>,
        gaps: &Gaps<'g>,
    ) -> Outcome<'g, 'a> {
        let from = self.flavors.partition_point(|(known, _)| known < content);
        let to = self.flavors.partition_point(|(known, _)| known <= content);
        let equal = self.flavors.get(from..to).unwrap_or_default();
        let lost: Vec<&str> = wanted.iter().filter(|wanted| self.of_architecture(wanted).is_empty()).copied().collect();
        let by_old = of_old.filter(|_| !self.old.is_empty() && lost.is_empty());
        match by_old {
            None if equal.is_empty() && !self.old.is_empty() && self.flavors.is_empty() => Outcome::Lost(lost),
            None if equal.is_empty() => Outcome::Unequal,
            by_old => Outcome::Mapped(gaps.of(|| {
                let by_flavor = Coverage::of(equal.iter().map(|(_, artifact)| artifact));
                by_old.map_or_else(|| by_flavor.clone(), |of_old| by_flavor.clone().or(of_old.clone()))
            })),
        }
    }

    fn of_architecture(&self, architecture: &str) -> &[(&'a str, Option<Artifact<'c, 'a>>)] {
        let from = self.old.partition_point(|(known, _)| *known < architecture);
        let to = self.old.partition_point(|(known, _)| *known <= architecture);
        self.old.get(from..to).unwrap_or_default()
    }

    /// Returns the regions in which old entries refer to artifacts of all these architectures.
    pub fn old_coverage(&self, architectures: &[&str]) -> Coverage<'a> {
        architectures.iter().fold(Coverage::everywhere(), |so_far, architecture| {
            let known = self.of_architecture(architecture);
            so_far.and(&Coverage::of(known.iter().filter_map(|(_, artifact)| artifact.as_ref())))
        })
    }
}
