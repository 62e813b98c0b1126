//! What the comparison of two profiles answers.

use super::pairs::State;
use super::turns::Course;
use crate::policy::images::profiles::in_use::Violation;
use crate::reason::Level;
use crate::wire::answer;

answer! {
    /// What a change of a profile does.
    pub struct DiffProfilesAnswer<'a> {
        /// Whether nothing gets worse: the profile may be stored, no offered pair vanishes, no pool is refused or
        /// stuck, and nothing in use is removed.
        ok: bool,
        /// The number of pairs of a machine type, with its architecture, and an image version that are offered before
        /// the change.
        offered_before ["offeredBefore"]: usize,
        /// The number of such pairs that are offered after the change.
        offered_after ["offeredAfter"]: usize,
        /// The pairs that become available, or available to more.
        appear: PairsOfOneWay<'a>,
        /// The pairs that are no longer available, or only to fewer.
        vanish: PairsOfOneWay<'a>,
        /// The parts of the change that cause pools to be newly refused at the next change of their Shoot, with the
        /// first of these pools.
        refused: Vec<Violation>,
        /// The number of pools that are newly refused.
        refused_pools ["refusedPools"]: usize,
        /// The number of pools that were refused before and still are.
        already_refused ["alreadyRefused"]: usize,
        /// The pools to which the next maintenance does something different, grouped.
        maintenance: Vec<PoolsTurned>,
        /// What else is removed although it is in use, the first of each kind.
        in_use ["inUse"]: Vec<Violation>,
        /// The number of removed things that are in use.
        in_use_count ["inUseCount"]: usize,
        /// The number of Shoots that were checked: they use the profile and are not being deleted.
        shoots: usize,
        /// The number of pools of these Shoots.
        pools: usize,
        /// The number of Shoots that were skipped.
        other_shoots ["otherShoots"]: usize,
        /// What to know before making the change: one finding for each of the first reasons, in their order.
        findings: Vec<ChangeFinding>,
    }
}

answer! {
    /// Something that a change does to users of the profile.
    pub struct ChangeFinding {
        /// The severity of the finding; an error makes the answer no.
        level: Level,
        /// The code of the finding, which `fitment/explain` explains.
        code: &'static str,
        /// What to do about the finding.
        cure: &'static str,
    }
}

answer! {
    /// Pairs that change in one direction.
    pub struct PairsOfOneWay<'a> {
        /// The number of pairs.
        pairs: usize,
        /// The pairs that change alike, in groups, the largest group first.
        changes: Vec<PairsChanged<'a>>,
        /// The number of pairs that are in no listed group, because there are too many groups.
        further: usize,
    }
}

answer! {
    /// Pairs that change alike: each of the machine types with each of the versions.
    pub struct PairsChanged<'a> {
        /// The number of pairs.
        pairs: usize,
        /// The names of the first machine types.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// The number of machine types.
        machine_type_count ["machineTypeCount"]: usize,
        /// The first of the versions, as `image:version`.
        versions: Vec<String>,
        /// The number of versions.
        version_count ["versionCount"]: usize,
        /// The state of the pairs before the change.
        before: State,
        /// The state of the pairs after the change.
        after: State,
        /// What hinders the pairs in the worse state: `machine-type`, `architecture` or `version` if the profile lacks
        /// it, otherwise a cause as in `images/matrix`.
        by: &'a str,
    }
}

answer! {
    /// Pools with the same version to which the next maintenance does something different.
    pub struct PoolsTurned {
        /// The name of the pools' image.
        image: String,
        /// The version of the pools.
        from: String,
        /// What maintenance would have done according to the old profile.
        before: Course,
        /// What maintenance does according to the new profile.
        after: Course,
        /// The first of the pools, as `namespace/shoot/worker`.
        pools: Vec<String>,
        /// The number of pools.
        count: usize,
    }
}
