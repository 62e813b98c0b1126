//! The pairs of a machine type and a version that are lost, with the capability that separates them.

use std::cell::Cell;

use super::config::with;
use super::machines::architecture;
use super::plan::Plan;
use super::versions::Target;
use crate::base::{Edition, Known, sort};
use crate::policy::images::capabilities::{CapabilitySpace, Set, best};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, MachineType};
use crate::wire::answer;

answer! {
    /// Machine types that can no longer use a version, all for the same reason.
    pub struct LostPairs<'a> {
        /// The version before the migration, as `image:version`.
        version: String,
        /// The version that it becomes.
        to: &'a str,
        /// The first capability in which the machine types and the version's artifact differ.
        by: &'a str,
        /// The names of the first machine types.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// The number of machine types.
        count: usize,
        /// The number of machine types that get another artifact of the resulting version.
        kept: usize,
    }
}

impl LostPairs<'_> {
    /// Whether the same machine types lose another version for the same reason.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let mine = |row: &Self| (row.count, row.kept);
        mine(self) == mine(other) && self.by == other.by && self.machine_types == other.machine_types
    }
}

/// How many rows are listed, how many machine types each row names, and how many steps may be taken.
const LISTED: usize = 100;
const NAMED: usize = 20;
const STEPS: usize = 4_000_000;

/// A version and the one whose artifact is preferred, each by its target and its index in the target.
pub(super) type Swap = [(usize, usize); 2];

/// Machine types that prefer other versions' artifacts over those of versions they could select by name.
pub(super) struct Swapped<'a> {
    /// The names of the first machine types.
    pub machine_types: Vec<&'a str>,
    pub count: usize,
    /// The versions, and whose artifacts are preferred over theirs.
    pub versions: Vec<Swap>,
}

/// The pairs that are lost.
#[derive(Debug, Default)]
pub(super) struct Lost<'a> {
    pub rows: Vec<LostPairs<'a>>,
    /// The number of lost pairs.
    pub pairs: usize,
    /// The number of lost pairs that are in no row.
    pub further: usize,
}

/// Machine types with the same capabilities.
struct Alike<'a> {
    places: Vec<u32>,
    architecture: &'a str,
    set: Set,
}

/// Decides which machine types fit which flavors of a plan.
pub(super) struct Matching<'m, 'a> {
    plan: &'m Plan<'m, 'a>,
    space: CapabilitySpace<'a>,
    steps: Cell<Option<usize>>,
}

impl<'m, 'a> Matching<'m, 'a> {
    /// Prepares the capabilities of a plan.
    pub(super) fn new(plan: &'m Plan<'m, 'a>) -> Self {
        let members = plan.targets.iter().flat_map(|target| &target.members).map(|member| &member.capabilities);
        let space = CapabilitySpace::new(&plan.defined.list, plan.machines.iter().chain(members));
        Self { plan, space, steps: Cell::new(Some(STEPS)) }
    }

    /// Whether there were too many pairs to look at all of them.
    pub(super) fn is_too_much(&self) -> bool {
        self.steps.get().is_none()
    }

    /// Takes a number of steps if that many are left.
    pub(super) fn may_take(&self, steps: usize) -> bool {
        let left = self.steps.get().and_then(|left| left.checked_sub(steps));
        self.steps.set(left);
        left.is_some()
    }

    /// The capabilities of a machine type as a set.
    pub(super) fn machine(&self, place: usize) -> Option<Set> {
        Some(self.space.set(self.plan.machines.get(place)?))
    }

    /// The capabilities of a machine type of which only the architecture is known.
    pub(super) fn bare(&self, machine: &MachineType<'a>) -> Set {
        self.space.set(&with(architecture(machine), Capabilities::default()))
    }

    /// The first capability that separates a machine from the nearest flavor of a target. `None`: a flavor fits, or no
    /// steps are left.
    pub(super) fn parted(&self, machine: &Set, target: &Target<'a>) -> Option<&'a str> {
        let mut by = "";
        let mut nearest = usize::MAX;
        for flavor in self.plan.flavors(target) {
            if !self.may_take(1) {
                return None;
            }
            let set = self.space.set(&flavor.capabilities);
            let apart: Vec<usize> = self.space.mismatches(machine, &set).collect();
            let first = apart.first()?;
            if apart.len() < nearest {
                (nearest, by) = (apart.len(), self.space.name(*first));
            }
        }
        Some(by)
    }

    /// The index of the member whose artifact a machine takes from a target, among the members that are available.
    pub(super) fn taken(
        &self,
        machine: &Set,
        target: &Target<'a>,
        is_there: impl Fn(usize) -> bool,
        edition: Edition,
    ) -> Option<usize> {
        let mut artifacts = self.artifacts(target);
        artifacts.retain(|(member, _)| is_there(*member));
        self.taken_of(machine, &artifacts, edition)
    }

    /// The artifacts of a target, each with the index of its member, as long as steps are left.
    fn artifacts(&self, target: &Target<'a>) -> Vec<(usize, Set)> {
        let flavors = self.plan.flavors(target).take_while(|_| self.may_take(1));
        flavors.map(|flavor| (flavor.member, self.space.set(&flavor.capabilities))).collect()
    }

    fn taken_of(&self, machine: &Set, flavors: &[(usize, Set)], edition: Edition) -> Option<usize> {
        let sets = flavors.iter().map(|(_, set)| set).enumerate();
        let fitting = sets.filter(|(_, set)| self.space.fits(machine, set));
        let place = best(&self.space, machine, fitting, edition).unwrap_or_else(|tied| Some(tied.first))?;
        flavors.get(place).map(|(member, _)| *member)
    }

    /// The machine types that fit a version's artifact but prefer the artifact of another version merged with it, so
    /// that they can no longer boot the former by naming its version. All versions for which the same machine types do
    /// so are in one row.
    pub(super) fn swapped(&self, edition: Edition) -> Vec<Swapped<'a>> {
        let alike = self.alike();
        // The groups of machine types that are affected, each with the versions passed over and those preferred.
        let mut swapped: Known<Vec<usize>, Vec<Swap>> = Known::default();
        for (at, target) in self.plan.targets.iter().enumerate().filter(|(_, target)| target.members.len() > 1) {
            let artifacts = self.artifacts(target);
            if !self.may_take(alike.len().saturating_mul(artifacts.len())) {
                return Vec::new();
            }
            // The member that is passed over and the one that is taken, with the groups of machine types.
            let mut passed_over: Known<(usize, usize), Vec<usize>> = Known::default();
            for (group, alike) in alike.iter().enumerate() {
                let Some(taken) = self.taken_of(&alike.set, &artifacts, edition) else { continue };
                let fitting = artifacts.iter().filter(|(_, set)| self.space.fits(&alike.set, set));
                let mut members: Vec<usize> = fitting.map(|(member, _)| *member).filter(|own| *own != taken).collect();
                sort::sort(&mut members);
                members.dedup();
                for own in members {
                    passed_over.update((own, taken), |groups| groups.push(group));
                }
            }
            for ((own, taken), groups) in passed_over.entries() {
                swapped.update(groups.clone(), |versions| versions.push([(at, *own), (at, *taken)]));
            }
        }
        let row = |(groups, versions): (&Vec<usize>, &Vec<Swap>)| {
            let mut places: Vec<u32> =
                groups.iter().filter_map(|group| alike.get(*group)).flat_map(|it| it.places.iter().copied()).collect();
            sort::sort(&mut places);
            let named = places.iter().take(NAMED).filter_map(|place| self.plan.spec.machine_types.get(*place as usize));
            Swapped {
                machine_types: named.map(|machine| machine.name()).collect(),
                count: places.len(),
                versions: versions.clone(),
            }
        };
        swapped.entries().take(LISTED).map(row).collect()
    }

    /// The pairs that are lost.
    pub(super) fn lost(&self) -> Lost<'a> {
        let alike = self.alike();
        let mut lost = Lost::default();
        for target in &self.plan.targets {
            let flavors: Vec<_> = self.plan.flavors(target).collect();
            let sets: Vec<Set> = flavors.iter().map(|flavor| self.space.set(&flavor.capabilities)).collect();
            let most = alike.len().saturating_mul(flavors.len().saturating_mul(flavors.len() + 1));
            if !self.may_take(most) {
                return Lost::default();
            }
            // The rows by the version that is lost and the capability that separates the pair.
            let mut rows: Known<(usize, &'a str), (Vec<u32>, usize)> = Known::default();
            for (flavor, set) in flavors.iter().zip(&sets) {
                for alike in alike.iter().filter(|alike| alike.architecture == flavor.architecture) {
                    let mut apart = self.space.mismatches(&alike.set, set).map(|place| self.space.name(place));
                    let Some(by) = apart.find(|name| *name != ARCHITECTURE) else { continue };
                    let another = sets.iter().any(|other| self.space.fits(&alike.set, other));
                    rows.update((flavor.member, by), |(places, kept)| {
                        places.extend(&alike.places);
                        *kept += if another { alike.places.len() } else { 0 };
                    });
                }
            }
            for ((member, by), (places, kept)) in rows.entries() {
                let text = target.members.get(*member).map_or("", |member| member.text);
                lost.add(self.row(target, (text, by), places.clone(), *kept));
            }
        }
        lost
    }

    fn row(
        &self,
        target: &Target<'a>,
        (text, by): (&str, &'a str),
        mut places: Vec<u32>,
        kept: usize,
    ) -> LostPairs<'a> {
        sort::sort(&mut places);
        let named = places.iter().take(NAMED).filter_map(|place| self.plan.spec.machine_types.get(*place as usize));
        LostPairs {
            version: format!("{}:{text}", self.plan.image(target)),
            to: target.base,
            by,
            machine_types: named.map(|machine| machine.name()).collect(),
            count: places.len(),
            kept,
        }
    }

    fn alike(&self) -> Vec<Alike<'a>> {
        let content = |own: &Capabilities<'a>| -> Vec<(&'a str, Vec<&'a str>)> { own.iter().cloned().collect() };
        let contents: Vec<Vec<(&'a str, Vec<&'a str>)>> = self.plan.machines.iter().map(content).collect();
        let groups = sort::alike(&contents, Ord::cmp).into_iter().filter_map(|places| {
            let own = self.plan.machines.get(*places.first()? as usize)?;
            let architecture = own.get(ARCHITECTURE)?.first()?;
            Some(Alike { architecture, set: self.space.set(own), places })
        });
        groups.collect()
    }
}

impl<'a> Lost<'a> {
    fn add(&mut self, row: LostPairs<'a>) {
        self.pairs += row.count;
        if self.rows.len() < LISTED {
            self.rows.push(row);
        } else {
            self.further += row.count;
        }
    }
}
