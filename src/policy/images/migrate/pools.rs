//! Pools of Shoots on a version that goes, those that get another artifact, and those that do not fit any more.

use super::pairs::Matching;
use super::plan::Plan;
use crate::base::{Edition, Index, Known};
use crate::policy::images::documents::{MachineType, ProfileKind};
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
        /// The capability that parts them, where it does not.
        by: Option<&'a str>,
        /// The version whose artifact it gets, where that is not the one that it has.
        artifact: Option<&'a str>,
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

/// What a machine type gets of a version.
#[derive(Clone, Copy, Debug, Default)]
struct Got<'a> {
    /// The capability that parts them.
    by: Option<&'a str>,
    /// The place of the version whose artifact it takes.
    member: Option<usize>,
}

/// Looks at the pools of all Shoots that are made from a profile, directly or by one of a namespace.
pub(super) fn moves<'a>(
    plan: &Plan<'_, 'a>,
    matching: &Matching<'_, 'a>,
    profile: &str,
    users: &Users<'a>,
    edition: Edition,
) -> Moves<'a> {
    let mut versions: Known<(&'a str, &'a str), (usize, usize)> = Known::default();
    for (place, target) in plan.targets.iter().enumerate() {
        let image = plan.image(target);
        for (number, member) in target.members.iter().enumerate() {
            if versions.get(&(image, member.text)).is_none() {
                versions.insert((image, member.text), (place, number));
            }
        }
    }
    let types: Index<'a> = plan.spec.machine_types.iter().map(MachineType::name).collect();
    // What a machine type gets of a version is worked out once, however many pools have them.
    let mut known: Known<(usize, usize), Got<'a>> = Known::default();
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
            let Some((at, own)) = versions.get(&(image.name(), image.version())).copied() else { continue };
            let Some(target) = plan.targets.get(at) else { continue };
            let got = types.find(worker.machine_type()).map_or_else(Got::default, |place| {
                if let Some(got) = known.get(&(place, at)) {
                    return *got;
                }
                let got = matching.machine(place).map_or_else(Got::default, |set| Got {
                    by: matching.parted(&set, target),
                    member: matching.taken(&set, target, edition),
                });
                known.insert((place, at), got);
                got
            });
            let another = got.member.filter(|member| *member != own).and_then(|member| target.members.get(member));
            let (by, artifact) = (got.by, another.map(|member| member.text));
            if by.is_none() && artifact.is_none() && image.version() == target.base {
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
                    artifact,
                });
            }
        }
    }
    moves
}
