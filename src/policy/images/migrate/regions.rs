//! Whether machine types find the artifacts of versions in the regions of Shoots, before anything becomes one.

use super::plan::Plan;
use crate::policy::images::documents::MachineType;
use crate::policy::images::provider::Booting;
use crate::policy::images::store::ProfileGiven;
use crate::question::Asked;

/// Where the artifacts of a plan's versions are looked for.
pub(super) struct Regions<'r, 'a> {
    profile: ProfileGiven<'a>,
    asked: &'r Asked<'a>,
    /// The image and text of all versions, those that become one together.
    versions: Vec<(&'a str, &'a str)>,
    /// Where those of each target begin.
    starts: Vec<usize>,
}

/// What there is in a region. `None`: the provider's artifacts hold in every region, or nobody knows them.
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

    /// How much it takes to look at a region.
    pub(super) fn effort(&self) -> usize {
        self.versions.len()
    }

    /// The artifacts in a region.
    pub(super) fn artifacts(&self, region: &str) -> Artifacts<'a> {
        if region.is_empty() {
            return None;
        }
        // What cannot be read of the configuration stands against the migration already.
        Booting::of(self.profile, self.versions.iter().copied(), region, self.asked)?.ok()
    }

    /// Whether a machine type finds an artifact of a member of a target.
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
