//! What a change of a profile does to pools that stand: nothing is refused, and it will hurt one day.

use super::pools::{Documents, Pool, Pools};
use crate::base::Known;
use crate::base::sort::set;
use crate::policy::images::documents::{
    ExpirableVersion, MachineImage, MachineType, NamespacedSpec, ProfileSpec, RawTime, Region, Shoot, VolumeType, Zone,
};
use crate::policy::images::reasons::CHANGE_HURTS_POOLS;
use crate::reason::{Fact, Problem};

/// What a document offers to pools.
#[derive(Clone, Copy)]
pub(super) struct Offered<'o, 'a> {
    types: &'o [MachineType<'a>],
    volumes: &'o [VolumeType<'a>],
    regions: &'o [Region<'a>],
    kubernetes: &'o [ExpirableVersion<'a>],
    images: &'o [MachineImage<'a>],
}

impl<'o, 'a> From<&'o ProfileSpec<'a>> for Offered<'o, 'a> {
    fn from(spec: &'o ProfileSpec<'a>) -> Self {
        Self {
            types: &spec.machine_types,
            volumes: &spec.volume_types,
            regions: &spec.regions,
            kubernetes: spec.kubernetes_versions(),
            images: &spec.machine_images,
        }
    }
}

impl<'o, 'a> From<&'o NamespacedSpec<'a>> for Offered<'o, 'a> {
    fn from(spec: &'o NamespacedSpec<'a>) -> Self {
        Self {
            types: &spec.machine_types,
            volumes: &spec.volume_types,
            regions: &[],
            kubernetes: spec.kubernetes_versions(),
            images: &spec.machine_images,
        }
    }
}

/// What of a pool is hurt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of<'k> {
    Type(&'k str),
    /// In a zone of a region.
    TypeIn(&'k str, &'k str, &'k str),
    Zone(&'k str, &'k str),
    Volume(&'k str),
    VolumeIn(&'k str, &'k str, &'k str),
    /// The version of the pool itself; that of the control plane is told by section 11.
    OwnKubernetes(&'k str),
    Kubernetes(&'k str),
    Image(&'k str, &'k str),
}

/// A change that hurts.
struct Hurt {
    says: String,
    place: String,
    is_gone: bool,
    pools: Pools,
}

/// The changes that hurt, by what of a pool they hurt.
#[derive(Default)]
struct Hurts<'k> {
    hurts: Vec<Hurt>,
    by: Known<Of<'k>, usize>,
}

/// Warns of what an update does to the pools of sorted Shoots.
pub(super) fn warn<'o>(
    before: Offered<'o, 'o>,
    after: Offered<'o, 'o>,
    shoots: &[&'o Shoot<'o>],
    documents: &Documents<'_, '_>,
) -> Vec<Problem> {
    let mut hurts = Hurts::default();
    hurts.types(before, after);
    hurts.volumes(before, after);
    hurts.zones(before, after);
    hurts.kubernetes(before, after);
    hurts.images(before, after);
    if hurts.hurts.is_empty() {
        return Vec::new();
    }
    for shoot in shoots {
        for worker in shoot.workers() {
            hurts.hurt(Pool { shoot, worker });
        }
    }
    let hurting = hurts.hurts.into_iter().filter(|hurt| hurt.pools.count > 0);
    let problem = |hurt: Hurt| {
        Problem::warning(&CHANGE_HURTS_POOLS, documents.path(&hurt.place, hurt.is_gone))
            .fact(Fact::named("hurt", hurt.says.as_str()))
            .fact(Fact::named("count", hurt.pools.count))
            .fact(Fact::named("pools", hurt.pools.listed()))
    };
    hurting.map(problem).collect()
}

impl<'k> Hurts<'k> {
    fn add(&mut self, of: Of<'k>, says: String, place: String, is_gone: bool) {
        self.by.insert(of, self.hurts.len());
        self.hurts.push(Hurt { says, place, is_gone, pools: Pools::default() });
    }

    /// A pool is told once of each change, whichever of its zones it is in.
    fn hurt(&mut self, pool: Pool<'k>) {
        let Pool { shoot, worker } = pool;
        let (machine, region) = (worker.machine_type(), shoot.region());
        let volume = worker.volume.as_ref().and_then(|volume| volume.volume_type).unwrap_or_default();
        let own = worker.kubernetes_version();
        let mut of = vec![
            Of::Type(machine),
            Of::Volume(volume),
            Of::OwnKubernetes(own.unwrap_or_default()),
            Of::Kubernetes(own.unwrap_or(shoot.kubernetes_version())),
        ];
        of.extend(worker.image().map(|image| Of::Image(image.name(), image.version())));
        for zone in set(worker.zones.iter().copied()) {
            of.extend([Of::Zone(region, zone), Of::TypeIn(machine, region, zone), Of::VolumeIn(volume, region, zone)]);
        }
        for key in of {
            if let Some(hurt) = self.by.get(&key).and_then(|place| self.hurts.get_mut(*place)) {
                hurt.pools.add(pool);
            }
        }
    }

    fn types(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let listed = |types: &[MachineType<'k>]| types.iter().map(|it| (it.name(), it.usable)).collect::<Vec<_>>();
        for (index, name) in taken_out_of_use(&listed(before.types), &listed(after.types)) {
            let says = format!("no new pool may have the machine type `{name}`");
            self.add(Of::Type(name), says, format!("/spec/machineTypes/{index}/usable"), false);
        }
    }

    fn volumes(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let listed = |types: &[VolumeType<'k>]| {
            types.iter().map(|it| (it.name.unwrap_or_default(), it.usable)).collect::<Vec<_>>()
        };
        let (before, after) = (listed(before.volumes), listed(after.volumes));
        for (index, name) in left_out(&before, &after) {
            self.add(
                Of::Volume(name),
                format!("the volume type `{name}` goes"),
                format!("/spec/volumeTypes/{index}"),
                true,
            );
        }
        for (index, name) in taken_out_of_use(&before, &after) {
            let says = format!("no new pool may have the volume type `{name}`");
            self.add(Of::Volume(name), says, format!("/spec/volumeTypes/{index}/usable"), false);
        }
    }

    fn zones(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let names = |offered: Offered<'k, 'k>| set(zones(offered.regions).map(|zone| (zone.region, zone.name)));
        let (old, new) = (names(before), names(after));
        for Placed { region, name, place, .. } in zones(before.regions) {
            if new.binary_search(&(region, name)).is_err() {
                self.add(
                    Of::Zone(region, name),
                    format!("the zone `{name}` of the region `{region}` goes"),
                    place,
                    true,
                );
            }
        }
        self.lacking(before, after, &old, ("unavailableMachineTypes", "machine"), Of::TypeIn, |zone| {
            &zone.unavailable_machine_types
        });
        self.lacking(before, after, &old, ("unavailableVolumeTypes", "volume"), Of::VolumeIn, |zone| {
            &zone.unavailable_volume_types
        });
    }

    /// What a zone that stays lacks from now on.
    fn lacking(
        &mut self,
        before: Offered<'k, 'k>,
        after: Offered<'k, 'k>,
        stay: &[(&str, &str)],
        (key, what): (&str, &str),
        of: fn(&'k str, &'k str, &'k str) -> Of<'k>,
        lacks: impl for<'z, 'd> Fn(&'z Zone<'d>) -> &'z Vec<&'d str>,
    ) {
        let old =
            zones(before.regions).flat_map(|zone| lacks(zone.zone).iter().map(move |it| (zone.region, zone.name, *it)));
        let old = set(old);
        for Placed { region, name, place, zone } in zones(after.regions) {
            if stay.binary_search(&(region, name)).is_err() {
                continue;
            }
            for (index, lacking) in lacks(zone).iter().enumerate() {
                if old.binary_search(&(region, name, *lacking)).is_err() {
                    let says = format!("the {what} type `{lacking}` is not available in the zone `{name}` any more");
                    self.add(of(lacking, region, name), says, format!("{place}/{key}/{index}"), false);
                }
            }
        }
    }

    fn kubernetes(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let listed = |versions: &[ExpirableVersion<'k>]| {
            versions.iter().map(|it| (it.version.unwrap_or_default(), None)).collect::<Vec<_>>()
        };
        for (index, text) in left_out(&listed(before.kubernetes), &listed(after.kubernetes)) {
            let place = format!("/spec/kubernetes/versions/{index}");
            self.add(Of::OwnKubernetes(text), format!("Kubernetes `{text}` goes"), place, true);
        }
        let ends =
            before.kubernetes.iter().map(|version| (version.version.unwrap_or_default(), version.expiration_date));
        let old: Known<&str, Option<RawTime<'_>>> = ends.collect();
        for (index, version) in after.kubernetes.iter().enumerate() {
            let text = version.version.unwrap_or_default();
            if let Some(date) = sooner(old.get(text).copied(), version.expiration_date) {
                let place = format!("/spec/kubernetes/versions/{index}/expirationDate");
                self.add(Of::Kubernetes(text), format!("Kubernetes `{text}` expires on {date}"), place, false);
            }
        }
    }

    fn images(&mut self, before: Offered<'k, 'k>, after: Offered<'k, 'k>) {
        let versions = |offered: Offered<'k, 'k>| {
            let images = offered.images.iter();
            let dated = images.flat_map(|image| {
                image.versions.iter().map(|version| ((image.name(), version.version()), version.expiration_date))
            });
            dated.collect::<Known<(&str, &str), Option<RawTime<'_>>>>()
        };
        let old = versions(before);
        for (place, image) in after.images.iter().enumerate() {
            for (index, version) in image.versions.iter().enumerate() {
                let key = (image.name(), version.version());
                if let Some(date) = sooner(old.get(&key).copied(), version.expiration_date) {
                    let place = format!("/spec/machineImages/{place}/versions/{index}/expirationDate");
                    let says = format!("the image version `{}:{}` expires on {date}", key.0, key.1);
                    self.add(Of::Image(key.0, key.1), says, place, false);
                }
            }
        }
    }
}

/// A name, and whether it may be used for what is new.
type Listed<'k> = (&'k str, Option<bool>);

/// The names that are not there afterwards, with their places before.
fn left_out<'k>(before: &[Listed<'k>], after: &[Listed<'_>]) -> Vec<(usize, &'k str)> {
    let kept = set(after.iter().map(|(name, _)| *name));
    let named = before.iter().map(|(name, _)| *name).enumerate();
    named.filter(|(_, name)| kept.binary_search(name).is_err()).collect()
}

/// The names that could be used for what is new and cannot any more, with their places afterwards.
fn taken_out_of_use<'k>(before: &[Listed<'_>], after: &[Listed<'k>]) -> Vec<(usize, &'k str)> {
    let usable = set(before.iter().filter(|(_, usable)| *usable != Some(false)).map(|(name, _)| *name));
    let unusable = after.iter().enumerate().filter(|(_, (_, usable))| *usable == Some(false));
    let names = unusable.map(|(place, (name, _))| (place, *name));
    names.filter(|(_, name)| usable.binary_search(name).is_ok()).collect()
}

/// The end of a version that was there, where it comes sooner than before.
fn sooner<'t>(old: Option<Option<RawTime<'_>>>, new: Option<RawTime<'t>>) -> Option<&'t str> {
    let new = new?;
    old?.is_none_or(|old| new.instant < old.instant).then_some(new.text)
}

/// A zone with the name of its region, and its place.
struct Placed<'z, 'k> {
    region: &'k str,
    name: &'k str,
    place: String,
    zone: &'z Zone<'k>,
}

fn zones<'z, 'k>(regions: &'z [Region<'k>]) -> impl Iterator<Item = Placed<'z, 'k>> {
    regions.iter().enumerate().flat_map(|(place, region)| {
        region.zones.iter().enumerate().map(move |(index, zone)| Placed {
            region: region.name.unwrap_or_default(),
            name: zone.name.unwrap_or_default(),
            place: format!("/spec/regions/{place}/zones/{index}"),
            zone,
        })
    })
}
