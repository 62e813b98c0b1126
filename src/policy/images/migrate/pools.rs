//! Pools of Shoots on a version that goes, and those that do not fit any more.

use super::pairs::Matching;
use super::plan::Plan;
use crate::base::{Index, Known};
use crate::policy::images::documents::{MachineType, ProfileKind};
use crate::policy::images::profiles::in_use::Users;
use crate::wire::answer;

answer! {
    /// A pool on a version that goes, or that does not fit any more.
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
        /// The capability that parts them, where it does not.
        by: Option<&'a str>,
    }
}

/// How many pools are listed.
const LISTED: usize = 200;

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
}

/// Looks at the pools of all Shoots that are made from a profile, directly or by one of a namespace.
pub(super) fn moves<'a>(
    plan: &Plan<'_, 'a>,
    matching: &Matching<'_, 'a>,
    profile: &str,
    users: &Users<'a>,
) -> Moves<'a> {
    let mut versions: Known<(&'a str, &'a str), usize> = Known::default();
    for (place, target) in plan.targets.iter().enumerate() {
        let image = plan.image(target);
        for member in &target.members {
            if versions.get(&(image, member.text)).is_none() {
                versions.insert((image, member.text), place);
            }
        }
    }
    let types: Index<'a> = plan.spec.machine_types.iter().map(MachineType::name).collect();
    // What parts a machine type and a version is worked out once, however many pools have them.
    let mut parted: Known<(usize, usize), Option<&'a str>> = Known::default();
    let mut moves = Moves::default();
    let builds = users.namespaced.iter().filter(|child| child.spec().parent_name() == profile);
    let mut children: Known<(&str, &str), ()> = Known::default();
    builds.filter_map(|child| child.metadata.as_ref()).for_each(|metadata| {
        children.insert((metadata.namespace.unwrap_or_default(), metadata.name.unwrap_or_default()), ());
    });
    for shoot in &users.shoots {
        let is_of = match shoot.profile() {
            Some((ProfileKind::Cluster, name)) => name == profile,
            Some((ProfileKind::Namespaced, name)) => children.get(&(shoot.namespace(), name)).is_some(),
            None => false,
        };
        if shoot.is_being_deleted() || !is_of {
            moves.others += 1;
            continue;
        }
        moves.shoots += 1;
        for worker in shoot.workers() {
            let Some(image) = worker.image() else { continue };
            let Some(at) = versions.get(&(image.name(), image.version())) else { continue };
            let Some(target) = plan.targets.get(*at) else { continue };
            let by = types.find(worker.machine_type()).and_then(|place| {
                if let Some(known) = parted.get(&(place, *at)) {
                    return *known;
                }
                let by = matching.machine(place).and_then(|set| matching.parted(&set, target));
                parted.insert((place, *at), by);
                by
            });
            if by.is_none() && image.version() == target.base {
                continue;
            }
            moves.count += 1;
            moves.parted += usize::from(by.is_some());
            if moves.listed.len() < LISTED {
                moves.listed.push(PoolMoved {
                    shoot: format!("{}/{}", shoot.namespace(), shoot.name()),
                    worker: worker.name.unwrap_or_default(),
                    image: image.name(),
                    from: image.version(),
                    to: target.base,
                    fits: by.is_none(),
                    by,
                });
            }
        }
    }
    moves
}
