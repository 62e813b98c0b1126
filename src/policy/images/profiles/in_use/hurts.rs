//! What a change of a profile does to existing pools without being refused, but will hurt one day.

use super::disks::{Least, raised};
use super::ends::{Dated, Ended, ended};
use super::pool::{Pool, Pools};
use super::pools::{Documents, Told};
use super::sides::{Offered, Sides};
use crate::base::Known;
use crate::base::sort::set;
use crate::policy::images::documents::{Shoot, Worker};
use crate::policy::images::reasons::{CHANGE_HURTS_CONTROL_PLANES, CHANGE_HURTS_POOLS, CHANGE_TAKES_AWAY};
use crate::policy::images::versions::HasLifecycle;
use crate::question::Asked;
use crate::reason::{Fact, Problem};

/// The part of a pool that a change hurts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Of<'k> {
    Type(&'k str),
    /// A machine type in a region and a zone.
    TypeIn(&'k str, &'k str, &'k str),
    /// The region, for pools that name no zone.
    Region(&'k str),
    Zone(&'k str, &'k str),
    /// An access restriction in a region, for pools of Shoots that have it.
    Restriction(&'k str, &'k str),
    Volume(&'k str),
    VolumeIn(&'k str, &'k str, &'k str),
    /// Root disks of a volume type in machines of a type, or in all machines if the type is empty.
    Disk(&'k str, &'k str),
    /// The Kubernetes version of the pool itself. Section 11 covers that of the control plane.
    OwnKubernetes(&'k str),
    Kubernetes(&'k str),
    /// The Kubernetes version of a control plane, if none of its pools has it.
    ControlPlane(&'k str),
    /// The region of a Shoot without pools.
    ShootIn(&'k str),
    /// An access restriction in the region of a Shoot without pools.
    ShootRestricted(&'k str, &'k str),
    Image(&'k str, &'k str),
    /// An image version, for pools that are updated in place.
    InPlace(&'k str, &'k str),
}

/// A change that hurts.
pub(super) struct Hurt<'k> {
    says: String,
    place: String,
    is_gone: bool,
    /// Whether it may be reported even if no pool is hurt, because no pair of machine type and image version shows it.
    pub is_apart: bool,
    /// Whether it hurts Shoots rather than their pools.
    is_of_shoots: bool,
    /// If set, only pools with smaller disks are hurt.
    least: Option<Least<'k>>,
    pools: Pools,
}

/// The changes that hurt, indexed by the part of a pool that they hurt.
#[derive(Default)]
pub(super) struct Hurts<'k> {
    pub hurts: Vec<Hurt<'k>>,
    by: Known<Of<'k>, usize>,
}

/// Warns of what an update does to the pools of sorted Shoots. With `Told::BesidesPools`, also warns of changes that
/// hurt no pool.
pub(super) fn warn<'o>(
    sides: Sides<'o, 'o>,
    shoots: &[&'o Shoot<'o>],
    documents: &Documents<'_, '_>,
    told: Told,
    asked: &Asked<'_>,
) -> Vec<Problem> {
    let mut hurts = Hurts::default();
    let [before, after] = sides.written;
    hurts.types(sides);
    hurts.volumes(sides);
    hurts.disks(sides);
    hurts.zones(before, after);
    hurts.kubernetes(sides, asked);
    hurts.images(sides, asked);
    hurts.in_place(sides);
    if hurts.hurts.is_empty() {
        return Vec::new();
    }
    for shoot in shoots {
        for worker in shoot.workers() {
            hurts.hurt(Pool { shoot, worker });
        }
        hurts.hurt_shoot(shoot);
    }
    let alone = |hurt: &Hurt<'_>| told == Told::BesidesPools && hurt.is_apart;
    let hurting = hurts.hurts.into_iter().filter(|hurt| hurt.pools.count > 0 || alone(hurt));
    let problem = |hurt: Hurt<'_>| {
        let code = match (hurt.pools.count, hurt.is_of_shoots) {
            (0, _) => &CHANGE_TAKES_AWAY,
            (_, true) => &CHANGE_HURTS_CONTROL_PLANES,
            (_, false) => &CHANGE_HURTS_POOLS,
        };
        let problem = Problem::warning(code, documents.path(&hurt.place, hurt.is_gone))
            .fact(Fact::named("hurt", hurt.says.as_str()));
        if hurt.pools.count == 0 {
            return problem;
        }
        problem.fact(Fact::named("count", hurt.pools.count)).fact(Fact::named("pools", hurt.pools.listed()))
    };
    hurting.map(problem).collect()
}

impl<'k> Hurts<'k> {
    /// Adds a change with its place, which is in the document before the change if `is_gone`, otherwise in the one
    /// after.
    pub(super) fn add(&mut self, of: Of<'k>, says: String, place: String, is_gone: bool) {
        self.by.insert(of, self.hurts.len());
        let is_of_shoots = matches!(of, Of::ControlPlane(_) | Of::ShootIn(_) | Of::ShootRestricted(..));
        let is_apart = !is_of_shoots && !matches!(of, Of::Type(_));
        self.hurts.push(Hurt { says, place, is_gone, is_apart, is_of_shoots, least: None, pools: Pools::default() });
    }

    /// Reports each change once for a pool, whichever of its zones it affects.
    fn hurt(&mut self, pool: Pool<'k>) {
        let Pool { shoot, worker } = pool;
        let (machine, region) = (worker.machine_type(), shoot.region());
        let volume = worker.volume_type().unwrap_or_default();
        let own = worker.kubernetes_version();
        let mut of = vec![
            Of::Type(machine),
            Of::Volume(volume),
            Of::Disk("", volume),
            Of::Disk(machine, volume),
            Of::OwnKubernetes(own.unwrap_or_default()),
            Of::Kubernetes(own.unwrap_or(shoot.kubernetes_version())),
        ];
        of.extend(worker.image().map(|image| Of::Image(image.name(), image.version())));
        let in_place = worker.image().filter(|_| worker.is_in_place());
        of.extend(in_place.map(|image| Of::InPlace(image.name(), image.version())));
        let restrictions = shoot.spec.iter().flat_map(|spec| &spec.access_restrictions);
        of.extend(restrictions.filter_map(|it| Some(Of::Restriction(region, it.name?))));
        if worker.zones.is_empty() {
            of.push(Of::Region(region));
        }
        for zone in set(worker.zones.iter().copied()) {
            of.extend([Of::Zone(region, zone), Of::TypeIn(machine, region, zone), Of::VolumeIn(volume, region, zone)]);
        }
        for key in of {
            let hurt = self.by.get(&key).and_then(|place| self.hurts.get_mut(*place));
            let is_hurt =
                |hurt: &&mut Hurt<'_>| hurt.least.as_ref().is_none_or(|least| least.hurts(worker.volume.as_ref()));
            if let Some(hurt) = hurt.filter(is_hurt) {
                hurt.pools.add(pool);
            }
        }
    }

    /// Reports changes for a Shoot as a whole, unless they are reported for one of its pools.
    fn hurt_shoot(&mut self, shoot: &'k Shoot<'k>) {
        let (version, region) = (shoot.kubernetes_version(), shoot.region());
        let has_it = |worker: &Worker<'_>| worker.kubernetes_version().is_none_or(|own| own == version);
        let control_plane = (!shoot.workers().iter().any(has_it)).then_some(Of::ControlPlane(version));
        let restrictions = shoot.spec.iter().flat_map(|spec| &spec.access_restrictions);
        let restricted = restrictions.filter_map(|it| Some(Of::ShootRestricted(region, it.name?)));
        let is_poolless = shoot.workers().is_empty();
        let located = [Of::ShootIn(region)].into_iter().chain(restricted).filter(|_| is_poolless);
        for key in control_plane.into_iter().chain(located) {
            if let Some(hurt) = self.by.get(&key).and_then(|place| self.hurts.get_mut(*place)) {
                hurt.pools.add_shoot(shoot);
            }
        }
    }

    fn types(&mut self, sides: Sides<'k, 'k>) {
        let listed = |offered: Offered<'k, 'k>| offered.types.iter().map(|it| (it.name(), it.usable)).collect();
        for Withdrawn { name, index, is_gone } in taken_out_of_use(sides, listed) {
            let says = format!("no new pool may have the machine type `{name}`");
            self.add(Of::Type(name), says, withdrawn("machineTypes", index, is_gone), is_gone);
        }
    }

    fn volumes(&mut self, sides: Sides<'k, 'k>) {
        let listed = |offered: Offered<'k, 'k>| {
            offered.volumes.iter().map(|it| (it.name.unwrap_or_default(), it.usable)).collect::<Vec<_>>()
        };
        for (index, name) in left_out(&listed(sides.written[0]), &listed(sides.offered[1])) {
            self.add(
                Of::Volume(name),
                format!("the volume type `{name}` goes"),
                format!("/spec/volumeTypes/{index}"),
                true,
            );
        }
        for Withdrawn { name, index, is_gone } in taken_out_of_use(sides, listed) {
            let says = format!("no new pool may have the volume type `{name}`");
            self.add(Of::Volume(name), says, withdrawn("volumeTypes", index, is_gone), is_gone);
        }
    }

    fn disks(&mut self, sides: Sides<'k, 'k>) {
        for raised in raised(sides) {
            self.add(Of::Disk(raised.machine, raised.volume), raised.says(), raised.place, false);
            if let Some(hurt) = self.hurts.last_mut() {
                hurt.least = Some(raised.least);
            }
        }
    }

    fn kubernetes(&mut self, sides: Sides<'k, 'k>, asked: &Asked<'_>) {
        let listed = |offered: Offered<'k, 'k>| {
            offered.kubernetes.iter().map(|it| (it.version.unwrap_or_default(), None)).collect::<Vec<_>>()
        };
        for (index, text) in left_out(&listed(sides.written[0]), &listed(sides.offered[1])) {
            let place = format!("/spec/kubernetes/versions/{index}");
            self.add(Of::OwnKubernetes(text), format!("Kubernetes `{text}` goes"), place, true);
        }
        let dated = |offered: Offered<'k, 'k>| {
            let versions = offered.kubernetes.iter().enumerate();
            let dated = versions.map(|(index, version)| {
                let place = format!("/spec/kubernetes/versions/{index}");
                (version.text(), Dated::of(version, place, asked))
            });
            dated.collect()
        };
        for Ended { of, place, how, is_gone } in ended(sides, dated) {
            let says = format!("Kubernetes `{of}` {how}");
            self.add(Of::Kubernetes(of), says.clone(), place.clone(), is_gone);
            self.add(Of::ControlPlane(of), says, place, is_gone);
        }
    }

    fn images(&mut self, sides: Sides<'k, 'k>, asked: &Asked<'_>) {
        let dated = |offered: Offered<'k, 'k>| {
            let images = offered.images.iter().enumerate();
            let dated = images.flat_map(|(place, image)| {
                image.versions.iter().enumerate().map(move |(index, version)| {
                    let place = format!("/spec/machineImages/{place}/versions/{index}");
                    ((image.name(), version.version()), Dated::of(version, place, asked))
                })
            });
            dated.collect()
        };
        for Ended { of: (image, version), place, how, is_gone } in ended(sides, dated) {
            self.add(Of::Image(image, version), format!("the image version `{image}:{version}` {how}"), place, is_gone);
        }
    }
}

/// The place of an entry that is taken out of use: its `usable` flag, or the entry itself if it is removed.
fn withdrawn(list: &str, index: usize, is_gone: bool) -> String {
    let flag = if is_gone { "" } else { "/usable" };
    format!("/spec/{list}/{index}{flag}")
}

/// A name with its `usable` flag, which says whether new pools may use it.
type Listed<'k> = (&'k str, Option<bool>);

/// The names that are missing afterwards, with their places before.
fn left_out<'k>(before: &[Listed<'k>], after: &[Listed<'_>]) -> Vec<(usize, &'k str)> {
    let kept = set(after.iter().map(|(name, _)| *name));
    let named = before.iter().map(|(name, _)| *name).enumerate();
    named.filter(|(_, name)| kept.binary_search(name).is_err()).collect()
}

/// A name that new pools may no longer use. Its place is in the document after the change or, if the entry that allowed
/// it is removed, in the one before.
struct Withdrawn<'k> {
    name: &'k str,
    index: usize,
    is_gone: bool,
}

/// The names that new pools could use before the change and cannot use after it.
fn taken_out_of_use<'k>(
    Sides { written: [old, new], offered: [before, after] }: Sides<'k, 'k>,
    listed: impl Fn(Offered<'k, 'k>) -> Vec<Listed<'k>>,
) -> Vec<Withdrawn<'k>> {
    let with = |list: Vec<Listed<'k>>, is_usable: bool| {
        set(list.iter().filter(|(_, usable)| (*usable != Some(false)) == is_usable).map(|(name, _)| *name))
    };
    let (usable, unusable) = (with(listed(before), true), with(listed(after), false));
    let (old, new) = (listed(old), listed(new));
    let named = set(new.iter().map(|(name, _)| *name));
    let turns = |name: &str| usable.binary_search(&name).is_ok() && unusable.binary_search(&name).is_ok();
    let said = new.iter().enumerate().filter(|(_, (name, usable))| *usable == Some(false) && turns(name));
    let said = said.map(|(index, (name, _))| Withdrawn { name, index, is_gone: false });
    let gone = old.iter().enumerate().filter(|(_, (name, _))| named.binary_search(name).is_err() && turns(name));
    said.chain(gone.map(|(index, (name, _))| Withdrawn { name, index, is_gone: true })).collect()
}
