//! A provider's entries of a version, ready to be compared with architectures (section 17.3, without definitions).

use super::artifacts::{Artifact, beside_flavors};
use super::config::Entry;
use super::coverage::Coverage;
use super::providers::Provider;
use crate::base::sort;
use crate::policy::images::documents::ARCHITECTURE;

/// The provider's side of a version.
#[derive(Debug)]
pub struct ArchitectureSide<'c, 'a> {
    /// The architectures, sorted, each with an artifact where one is known.
    named: Vec<(&'a str, Option<Artifact<'c, 'a>>)>,
    /// The artifacts of every architecture.
    every: Vec<Artifact<'c, 'a>>,
    /// Whether an entry has every architecture: on openstack one without regions.
    has_every: bool,
    /// Whether that entry has a name, which holds in every region.
    holds_everywhere: bool,
}

impl<'c, 'a> ArchitectureSide<'c, 'a> {
    /// Sorts what entries stand for.
    pub fn new(provider: Provider, entries: &[&'c Entry<'a>]) -> Self {
        let mut side = Self { named: Vec::new(), every: Vec::new(), has_every: false, holds_everywhere: false };
        for entry in entries {
            if entry.capabilities.is_none() {
                side.add_old(provider, entry);
            }
            // Flavors are refused without definitions, so nothing is mapped by them; and on azure and gcp the entry has
            // the architecture, whatever it refers to.
            let found = beside_flavors(provider, entry).into_iter();
            for artifact in found.filter(|artifact| !(artifact.old && provider.entries_name_architectures())) {
                side.add(artifact);
            }
        }
        sort::sort_by(&mut side.named, |(left, _), (right, _)| left.cmp(right));
        side
    }

    /// What an entry in the old form has besides its artifacts.
    fn add_old(&mut self, provider: Provider, entry: &Entry<'a>) {
        match provider {
            Provider::Openstack if entry.regions.is_empty() => {
                self.has_every = true;
                self.holds_everywhere |= !entry.reference.image().is_empty();
            }
            Provider::Azure | Provider::Gcp => self.named.push((entry.architecture(), None)),
            Provider::Aws | Provider::Openstack | Provider::Alicloud | Provider::Local => {}
        }
    }

    fn add(&mut self, artifact: Artifact<'c, 'a>) {
        match artifact.capabilities.get(ARCHITECTURE).map(Vec::as_slice) {
            None => {
                self.has_every = true;
                self.every.push(artifact);
            }
            Some([one]) => self.named.push((one, Some(artifact))),
            Some(several) => {
                let several = several.to_vec();
                self.named.extend(several.into_iter().map(|one| (one, Some(artifact.clone()))));
            }
        }
    }

    fn of(&self, architecture: &str) -> &[(&'a str, Option<Artifact<'c, 'a>>)] {
        let from = self.named.partition_point(|(known, _)| *known < architecture);
        let to = self.named.partition_point(|(known, _)| *known <= architecture);
        self.named.get(from..to).unwrap_or_default()
    }

    /// Whether any entry has the architecture.
    pub fn has(&self, architecture: &str) -> bool {
        self.has_every || !self.of(architecture).is_empty()
    }

    /// Where entries with the architecture refer to artifacts.
    pub fn coverage(&self, architecture: &str) -> Coverage<'a> {
        if self.holds_everywhere {
            return Coverage::everywhere();
        }
        let named = self.of(architecture).iter().filter_map(|(_, artifact)| artifact.as_ref());
        Coverage::of(named.chain(&self.every))
    }
}
