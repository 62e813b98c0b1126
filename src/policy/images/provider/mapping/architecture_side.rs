//! A provider's entries of a version, prepared for comparison with architectures (section 17.3, without definitions).

use crate::base::sort;
use crate::policy::images::documents::ARCHITECTURE;
use crate::policy::images::provider::artifacts::{Artifact, Coverage, beside_flavors};
use crate::policy::images::provider::written::{Entry, Provider};

/// The provider's side of a version.
#[derive(Debug)]
pub struct ArchitectureSide<'c, 'a> {
    /// The architectures, sorted, each with its artifact where one is known.
    named: Vec<(&'a str, Option<Artifact<'c, 'a>>)>,
    /// The regions in which entries refer to artifacts of every architecture.
    of_every: Coverage<'a>,
    /// Whether something covers every architecture: an openstack entry without regions, or an artifact that names none.
    has_every: bool,
}

impl<'c, 'a> ArchitectureSide<'c, 'a> {
    /// Sorts the artifacts of the entries by architecture.
    pub fn new(provider: Provider, entries: &[&'c Entry<'a>]) -> Self {
        let mut side = Self { named: Vec::new(), of_every: Coverage::default(), has_every: false };
        let mut every: Vec<Artifact<'c, 'a>> = Vec::new();
        for entry in entries {
            if entry.capabilities.is_none() {
                side.add_old(provider, entry);
            }
            // Flavors are refused without definitions, so they map nothing. On azure and gcp the entry itself has the
            // architecture, whatever it refers to.
            let found = beside_flavors(provider, entry).into_iter();
            for artifact in found.filter(|artifact| !(artifact.old && provider.entries_name_architectures())) {
                every.extend(side.add(artifact));
            }
        }
        side.has_every |= !every.is_empty();
        side.of_every = side.of_every.or(Coverage::of(every.iter()));
        sort::sort_by(&mut side.named, |(left, _), (right, _)| left.cmp(right));
        side
    }

    /// Adds what an entry in the old form covers besides its artifacts.
    fn add_old(&mut self, provider: Provider, entry: &Entry<'a>) {
        match provider {
            Provider::Openstack if entry.regions.is_empty() => {
                self.has_every = true;
                // A name holds in every region.
                if !entry.reference.image().is_empty() {
                    self.of_every = Coverage::everywhere();
                }
            }
            Provider::Azure | Provider::Gcp => self.named.push((entry.architecture(), None)),
            Provider::Aws | Provider::Openstack | Provider::Alicloud | Provider::Local => {}
        }
    }

    /// Adds an artifact, or returns it if it serves every architecture.
    fn add(&mut self, artifact: Artifact<'c, 'a>) -> Option<Artifact<'c, 'a>> {
        match artifact.capabilities.get(ARCHITECTURE).map(Vec::as_slice) {
            None => return Some(artifact),
            Some([one]) => self.named.push((one, Some(artifact))),
            Some(several) => {
                let several = several.to_vec();
                self.named.extend(several.into_iter().map(|one| (one, Some(artifact.clone()))));
            }
        }
        None
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

    /// Returns those of `regions` in which no entry with the architecture refers to an artifact.
    pub fn missing<'r>(&self, architecture: &str, regions: &[&'r str]) -> Vec<&'r str> {
        let named = self.of(architecture).iter().filter_map(|(_, artifact)| artifact.as_ref());
        // Artifacts of every architecture are not searched again for each architecture.
        Coverage::of(named).missing(&self.of_every.missing(regions))
    }
}
