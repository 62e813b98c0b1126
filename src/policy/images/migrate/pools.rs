//! Pools of Shoots on a version that goes, those that get another artifact, and those that do not fit any more.

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
    /// A pool on a version that goes, that gets another artifact, or that does not fit any more.
    pub struct PoolMoved<'a> {
        /// The Shoot, as `namespace/name`.
        shoot: String,
        /// The pool.
        worker: &'a str,
        /// Its image.
        image: &'a str,
        /// The version that it has.
        from: &'a str,
        /// The version that it is on afterwards.
        to: &'a str,
        /// Whether its machine type fits that.
        fits: bool,
        /// The capability they differ in, where it does not; `machineType` where the profile does not have its machine
        /// type, `region` where the machine type finds no artifact there.
        by: Option<&'a str>,
        /// The version whose artifact it gets, where that is not the one that it has.
        artifact: Option<&'a str>,
    }
}

/// What parts a pool from its version beside capabilities.
pub(super) const MACHINE_TYPE: &str = "machineType";
pub(super) const REGION: &str = "region";

/// How many pools are listed, and how many of those are named that nobody can follow.
const LISTED: usize = 200;
const NAMED: usize = 5;

/// What becomes of the pools.
#[derive(Debug, Default)]
pub(super) struct Moves<'a> {
    /// The first of the pools.
    pub listed: Vec<PoolMoved<'a>>,
    /// How many there are.
    pub count: usize,
    /// How many of these do not fit any more.
    pub parted: usize,
    /// How many Shoots were looked at, and how many are made from another profile or being deleted.
    pub shoots: usize,
    pub others: usize,
    /// The first of the pools of which nobody knows what they boot, and how many there are.
    pub not_followed: Vec<String>,
    pub not_followed_count: usize,
}

/// A pool on a version of the profile.
struct Pool<'u, 'a> {
    shoot: &'u Shoot<'a>,
    worker: &'u Worker<'a>,
    /// The profile of its namespace that it is made by.
    child: Option<&'u NamespacedCloudProfile<'a>>,
    /// The place of what its version becomes, and its own place there.
    target: usize,
    own: usize,
}

/// What a pool gets of a version.
#[derive(Clone, Copy, Debug, Default)]
struct Got<'a> {
    /// What parts them.
    by: Option<&'a str>,
    /// The place of the version whose artifact it takes.
    member: Option<usize>,
}

/// Looks at the pools of all Shoots that are made from a profile, directly or by one of a namespace.
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
        // Without its machine type the pool was refused before, too.
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
    /// Finds the pools on versions of the profile, and counts what is passed over.
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
                // Of these it is told that nobody knows what they use.
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

/// Whether a profile of a namespace has that version itself.
fn brings(child: &NamespacedCloudProfile<'_>, (image, version): (&str, &str)) -> bool {
    let images = child.spec().machine_images.iter().filter(|known| known.name() == image);
    images.flat_map(|known| &known.versions).any(|known| known.version() == version)
}

/// What is looked at to know what pools get.
struct Getting<'g, 'm, 'a> {
    plan: &'g Plan<'m, 'a>,
    matching: &'g Matching<'m, 'a>,
    regions: &'g Regions<'g, 'a>,
    edition: Edition,
}

impl<'a> Getting<'_, '_, 'a> {
    /// What each pool gets. Region by region, because the artifacts of one are much.
    fn all(&self, pools: &[Pool<'_, 'a>]) -> Vec<Got<'a>> {
        let mut all = vec![Got::default(); pools.len()];
        let types: Index<'a> = self.plan.spec.machine_types.iter().map(MachineType::name).collect();
        let region = |place: &usize| pools.get(*place).map(|pool| pool.shoot.region()).unwrap_or_default();
        let mut places: Vec<usize> = (0..pools.len()).collect();
        sort_by(&mut places, |left, right| region(left).cmp(region(right)));
        for of_one_region in places.chunk_by(|left, right| region(left) == region(right)) {
            let name = of_one_region.first().map(region).unwrap_or_default();
            let there = if self.matching.may_take(self.regions.effort()) { self.regions.artifacts(name) } else { None };
            // What a machine type of the profile gets of a version is worked out once, however many pools have them.
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

    /// What a machine gets of what becomes one, of the members whose artifacts are there for it.
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
    /// Its machine type, where the profile of its namespace has it.
    fn childs_machine(&self) -> Option<&MachineType<'a>> {
        self.child?.spec().machine_types.iter().find(|machine| machine.name() == self.worker.machine_type())
    }
}
