//! The pools of Shoots whose version goes away, that get another artifact, or that no longer fit.

use super::machines::architecture;
use super::pairs::Matching;
use super::plan::Plan;
use super::regions::Regions;
use crate::base::sort::sort_by;
use crate::base::{Edition, Index, Known};
use crate::policy::images::capabilities::Set;
use crate::policy::images::documents::{ARCHITECTURE, MachineType, NamespacedCloudProfile, ProfileKind, Shoot, Worker};
use crate::policy::images::profiles::in_use::Users;
use crate::wire::answer;

answer! {
    /// A pool whose version goes away, that gets another artifact, or that no longer fits.
    pub struct PoolMoved<'a> {
        /// The Shoot, as `namespace/name`.
        shoot: String,
        /// The name of the pool.
        worker: &'a str,
        /// The name of the pool's image.
        image: &'a str,
        /// The version of the pool before the migration.
        from: &'a str,
        /// The version of the pool after the migration.
        to: &'a str,
        /// Whether the pool's machine type fits the version after the migration.
        fits: bool,
        /// What prevents the fit: a capability, `machineType` if the profile lacks the machine type, or `region` if the
        /// machine type finds no artifact there; absent if it fits.
        by: Option<&'a str>,
        /// The version whose artifact the pool gets, if it is not the pool's own.
        artifact: Option<&'a str>,
    }
}

/// What can separate a pool from its version besides a capability.
pub(super) const MACHINE_TYPE: &str = "machineType";
pub(super) const REGION: &str = "region";

/// How many pools are listed, and how many of those that cannot be followed are named.
const LISTED: usize = 200;
const NAMED: usize = 5;

/// What happens to the pools.
#[derive(Debug, Default)]
pub(super) struct Moves<'a> {
    /// The first of the affected pools.
    pub listed: Vec<PoolMoved<'a>>,
    /// The number of affected pools.
    pub count: usize,
    /// The number of affected pools that no longer fit.
    pub parted: usize,
    /// The number of Shoots that were checked, and of those that use another profile or are being deleted.
    pub shoots: usize,
    pub others: usize,
    /// The first of the pools whose version is not known, and how many there are.
    pub not_followed: Vec<String>,
    pub not_followed_count: usize,
}

/// A pool on a version of the profile.
struct Pool<'u, 'a> {
    shoot: &'u Shoot<'a>,
    worker: &'u Worker<'a>,
    /// The NamespacedCloudProfile that the Shoot uses, if any.
    child: Option<&'u NamespacedCloudProfile<'a>>,
    /// The index of the target that the pool's version belongs to, and of the version in the target.
    target: usize,
    own: usize,
}

/// What a pool gets from a target.
#[derive(Clone, Copy, Debug, Default)]
struct Got<'a> {
    /// What separates the pool from the target, if anything.
    by: Option<&'a str>,
    /// The index of the member whose artifact the pool takes.
    member: Option<usize>,
}

/// Works out what happens to the pools of all Shoots that use a profile, directly or through a NamespacedCloudProfile.
pub(super) fn moves<'a>(
    plan: &Plan<'_, 'a>,
    matching: &Matching<'_, 'a>,
    regions: &Regions<'_, 'a>,
    (profile, users): (&str, &Users<'a>),
    edition: Edition,
) -> Moves<'a> {
    let mut moves = Moves::default();
    let pools = moves.find(plan, profile, users);
    let got = Getting { plan, matching, regions, edition }.all(&pools);
    for (pool, Got { by, member }) in pools.iter().zip(got) {
        let (Some(image), Some(target)) = (pool.worker.image(), plan.targets.get(pool.target)) else { continue };
        let another = member.filter(|member| *member != pool.own).and_then(|member| target.members.get(member));
        let artifact = another.map(|member| member.text);
        let stays = image.version() == target.base;
        // Without its machine type the pool was already refused before.
        let is_as_it_was = by.is_none_or(|by| by == MACHINE_TYPE) && artifact.is_none();
        if stays && is_as_it_was {
            continue;
        }
        moves.count += 1;
        moves.parted += usize::from(by.is_some());
        if moves.listed.len() < LISTED {
            moves.listed.push(PoolMoved {
                shoot: format!("{}/{}", pool.shoot.namespace(), pool.shoot.name()),
                worker: pool.worker.name.unwrap_or_default(),
                image: image.name(),
                from: image.version(),
                to: target.base,
                fits: by.is_none(),
                by,
                artifact,
            });
        }
    }
    moves
}

impl<'a> Moves<'a> {
    /// Finds the pools on versions of the profile, and counts the Shoots and pools that are skipped.
    fn find<'u>(&mut self, plan: &Plan<'_, 'a>, profile: &str, users: &'u Users<'a>) -> Vec<Pool<'u, 'a>> {
        let mut versions: Known<(&'a str, &'a str), (usize, usize)> = Known::default();
        for (place, target) in plan.targets.iter().enumerate() {
            let image = plan.image(target);
            for (number, member) in target.members.iter().enumerate() {
                if versions.get(&(image, member.text)).is_none() {
                    versions.insert((image, member.text), (place, number));
                }
            }
        }
        let mut children: Known<(&str, &str), usize> = Known::default();
        let builds = users.namespaced.iter().enumerate().filter(|(_, child)| child.spec().parent_name() == profile);
        for (place, metadata) in builds.filter_map(|(place, child)| Some((place, child.metadata.as_ref()?))) {
            children.insert((metadata.namespace.unwrap_or_default(), metadata.name.unwrap_or_default()), place);
        }
        let mut pools = Vec::new();
        for shoot in &users.shoots {
            let (is_of, child) = match shoot.profile() {
                Some((ProfileKind::Cluster, name)) => (name == profile, None),
                Some((ProfileKind::Namespaced, name)) => {
                    let child = children.get(&(shoot.namespace(), name));
                    (child.is_some(), child.and_then(|place| users.namespaced.get(*place)))
                }
                // The answer already has a problem for a Shoot whose profile is not known.
                None => continue,
            };
            if shoot.is_being_deleted() || !is_of {
                self.others += 1;
                continue;
            }
            self.shoots += 1;
            let child: Option<&NamespacedCloudProfile<'a>> = child.map(|child| &***child);
            for worker in shoot.workers() {
                let named = worker.image().map_or(("", ""), |image| (image.name(), image.version()));
                match versions.get(&named).copied() {
                    Some((target, own)) => pools.push(Pool { shoot, worker, child, target, own }),
                    None if child.is_some_and(|child| brings(child, named)) => {}
                    None => self.not_followed(shoot, worker),
                }
            }
        }
        pools
    }

    fn not_followed(&mut self, shoot: &Shoot<'a>, worker: &Worker<'a>) {
        self.not_followed_count += 1;
        if self.not_followed.len() < NAMED {
            let pool = worker.name.unwrap_or_default();
            self.not_followed.push(format!("{}/{}/{pool}", shoot.namespace(), shoot.name()));
        }
    }
}

/// Whether a NamespacedCloudProfile defines a version itself.
fn brings(child: &NamespacedCloudProfile<'_>, (image, version): (&str, &str)) -> bool {
    let images = child.spec().machine_images.iter().filter(|known| known.name() == image);
    images.flat_map(|known| &known.versions).any(|known| known.version() == version)
}

/// What is needed to work out what pools get.
struct Getting<'g, 'm, 'a> {
    plan: &'g Plan<'m, 'a>,
    matching: &'g Matching<'m, 'a>,
    regions: &'g Regions<'g, 'a>,
    edition: Edition,
}

impl<'a> Getting<'_, '_, 'a> {
    /// What each pool gets. Works region by region, so that the artifacts of each are looked up once and only those of
    /// one are held.
    fn all(&self, pools: &[Pool<'_, 'a>]) -> Vec<Got<'a>> {
        let mut all = vec![Got::default(); pools.len()];
        let types: Index<'a> = self.plan.spec.machine_types.iter().map(MachineType::name).collect();
        let region = |place: &usize| pools.get(*place).map(|pool| pool.shoot.region()).unwrap_or_default();
        let mut places: Vec<usize> = (0..pools.len()).collect();
        sort_by(&mut places, |left, right| region(left).cmp(region(right)));
        for of_one_region in places.chunk_by(|left, right| region(left) == region(right)) {
            let name = of_one_region.first().map(region).unwrap_or_default();
            let there = if self.matching.may_take(self.regions.effort()) { self.regions.artifacts(name) } else { None };
            // What a machine type gets from a target is worked out once, however many pools share both.
            let mut known: Known<(usize, usize), Got<'a>> = Known::default();
            for place in of_one_region {
                let (Some(pool), Some(got)) = (pools.get(*place), all.get_mut(*place)) else { continue };
                let own = types.find(pool.worker.machine_type());
                let known_as = own.map(|own| (own, pool.target));
                let machine = match own {
                    Some(own) => self.plan.spec.machine_types.get(own).zip(self.matching.machine(own)),
                    None => pool.childs_machine().map(|machine| (machine, self.matching.bare(machine))),
                };
                let Some((machine, set)) = machine else {
                    *got = Got { by: Some(MACHINE_TYPE), member: None };
                    continue;
                };
                if pool.worker.architecture().is_some_and(|named| named != architecture(machine)) {
                    *got = Got { by: Some(ARCHITECTURE), member: None };
                    continue;
                }
                *got = match known_as.and_then(|key| known.get(&key)) {
                    Some(known) => *known,
                    None => {
                        self.of(&set, pool.target, |member| self.regions.has(&there, (pool.target, member), machine))
                    }
                };
                if let Some(key) = known_as {
                    known.insert(key, *got);
                }
            }
        }
        all
    }

    /// What a machine gets from a target, considering only the members whose artifacts are available.
    fn of(&self, machine: &Set, target: usize, is_there: impl Fn(usize) -> bool) -> Got<'a> {
        let Some(target) = self.plan.targets.get(target) else { return Got::default() };
        let by = self.matching.parted(machine, target);
        if by.is_some() {
            return Got { by, member: None };
        }
        let member = self.matching.taken(machine, target, is_there, self.edition);
        Got { by: member.is_none().then_some(REGION), member }
    }
}

impl<'a> Pool<'_, 'a> {
    /// The pool's machine type, if its NamespacedCloudProfile defines it.
    fn childs_machine(&self) -> Option<&MachineType<'a>> {
        self.child?.spec().machine_types.iter().find(|machine| machine.name() == self.worker.machine_type())
    }
}
