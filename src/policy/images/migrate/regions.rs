//! Whether machine types find the artifacts of versions in the regions of Shoots, before versions are merged.

use super::plan::Plan;
use crate::policy::images::documents::MachineType;
use crate::policy::images::provider::Booting;
use crate::policy::images::store::ProfileGiven;
use crate::question::Asked;

/// Looks up the artifacts of a plan's versions by region.
pub(super) struct Regions<'r, 'a> {
    profile: ProfileGiven<'a>,
    asked: &'r Asked<'a>,
    /// The image and text of every version, with those of one target next to each other.
    versions: Vec<(&'a str, &'a str)>,
    /// The index in `versions` where each target begins.
    starts: Vec<usize>,
}

/// The artifacts in a region. `None`: they hold in every region, or are not known.
pub(super) type Artifacts<'a> = Option<Booting<'a>>;

impl<'r, 'a> Regions<'r, 'a> {
    /// Lists the versions of a plan.
    pub(super) fn new(plan: &Plan<'_, 'a>, profile: ProfileGiven<'a>, asked: &'r Asked<'a>) -> Self {
        let (mut versions, mut starts) = (Vec::new(), Vec::new());
        for target in &plan.targets {
            starts.push(versions.len());
            versions.extend(target.members.iter().map(|member| (plan.image(target), member.text)));
        }
        Self { profile, asked, versions, starts }
    }

    /// The number of steps needed to look at a region.
    pub(super) fn effort(&self) -> usize {
        self.versions.len()
    }

    /// Returns the artifacts in a region.
    pub(super) fn artifacts(&self, region: &str) -> Artifacts<'a> {
        if region.is_empty() {
            return None;
        }
        // A configuration that cannot be read already prevents the migration.
        Booting::of(self.profile, self.versions.iter().copied(), region, self.asked)?.ok()
    }

    /// Whether a machine type finds an artifact of a target's member.
    pub(super) fn has(
        &self,
        there: &Artifacts<'a>,
        (target, member): (usize, usize),
        machine: &MachineType<'a>,
    ) -> bool {
        let (Some(there), Some(start)) = (there, self.starts.get(target)) else { return true };
        there.has(start + member, &there.wanted(machine, None, self.asked))
    }
}
