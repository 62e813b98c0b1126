//! The context in which the pools of a Shoot are judged.

use std::cell::OnceCell;

use super::chosen::Chosen;
use super::kubernetes_versions::KubernetesVersions;
use super::operation::Operation;
use super::region::Region;
use crate::base;
use crate::policy::images::catalog::{Names, Offer, architectures};
use crate::policy::images::documents::{ImageVersion, Kubelet, MachineType, ProfileSpec, ShootDocument, Worker};
use crate::policy::images::errors::{FieldError, Listing, within};
use crate::policy::images::reasons::POOL_COULD_HAVE;
use crate::policy::images::workers::VolumeTypes;
use crate::question::{Asked, Doc, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer};

/// A field that is refused, and why.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The error of the API server.
    pub error: FieldError,
    /// The reason for the refusal.
    pub why: Reason,
}

impl Refusal {
    /// Turns a refusal that is not enforced into a warning at its field in the Shoot.
    pub(super) fn warning(self, shoot: &Doc<'_, ShootDocument<'_>>) -> Problem {
        Problem::warning_of(self.why, shoot.path().join(&within(shoot.value, &self.error.field).0))
    }
}

/// What the pools of a Shoot are judged by.
pub(super) struct ShootContext<'s, 'a> {
    pub operation: Operation,
    pub offer: &'s Offer<'a>,
    /// The place of the profile's `spec`.
    pub profile_place: Pointer,
    /// The place of the Shoot.
    pub shoot_place: Pointer,
    pub region: Region<'a>,
    /// The Kubernetes versions of the control plane: the new one and that of the stored Shoot.
    pub kubernetes: [&'a str; 2],
    pub kubernetes_versions: KubernetesVersions<'s, 'a>,
    /// The kubelet settings of the Shoot, for pools without their own.
    pub kubelet: Option<&'s Kubelet<'a>>,
    pub old: Option<&'s ShootDocument<'a>>,
    pub asked: &'s Asked<'s>,
    /// The defined architectures.
    pub architectures: Option<&'s [&'a str]>,
    volumes: OnceCell<VolumeTypes<'a>>,
    old_workers: Names<&'a str>,
    /// How much may still be listed in refusals.
    pub listing: Listing,
    /// The images and versions that were chosen for earlier pools, because many pools are alike.
    pub chosen: Chosen<'a>,
}

impl<'s, 'a> ShootContext<'s, 'a> {
    pub(super) fn new(
        operation: Operation,
        profile: &'s Doc<'s, Offer<'a>>,
        shoot: &'s Doc<'s, ShootDocument<'a>>,
        old: Option<&'s ShootDocument<'a>>,
        asked: &'s Asked<'s>,
    ) -> Self {
        let spec = profile.spec();
        let old = old.filter(|_| operation == Operation::Update);
        let old_kubernetes = old.map(|old| old.kubernetes_version()).unwrap_or_default();
        let versions = spec.kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default();
        Self {
            operation,
            offer: profile,
            profile_place: profile.spec_place(),
            shoot_place: shoot.place(),
            region: Region::new(shoot.region(), spec),
            kubernetes: [shoot.kubernetes_version(), old_kubernetes],
            kubernetes_versions: KubernetesVersions::new(versions, asked),
            kubelet: shoot.kubelet(),
            old,
            asked,
            architectures: architectures::where_defined(&spec.machine_capabilities),
            volumes: OnceCell::new(),
            old_workers: Names::new(old.map(|old| old.workers()).unwrap_or_default().iter().map(Worker::name)),
            listing: Listing::default(),
            chosen: Chosen::default(),
        }
    }

    pub(super) fn spec(&self) -> &'s ProfileSpec<'a> {
        self.offer.spec()
    }

    /// The pool of that name in the stored Shoot.
    pub(super) fn old_worker(&self, name: &str) -> Option<&'s Worker<'a>> {
        self.old?.workers().get(self.old_workers.first(name)?)
    }

    /// The first machine type of that name, with its index.
    pub(super) fn machine_type(&self, name: &str) -> Option<(usize, &'s MachineType<'a>)> {
        let place = self.offer.catalog.machine_named(name)?;
        Some((place, self.spec().machine_types.get(place)?))
    }

    /// All machine types of that name.
    pub(super) fn machine_types(&self, name: &str) -> impl Iterator<Item = &'s MachineType<'a>> {
        self.offer.catalog.machines_named(name).filter_map(|place| self.spec().machine_types.get(place))
    }

    /// The root disks that the profile offers.
    pub(super) fn volumes(&self) -> &VolumeTypes<'a> {
        self.volumes.get_or_init(|| VolumeTypes::of(self.spec()))
    }

    /// The index of the first image of that name.
    pub(super) fn image(&self, name: &str) -> Option<usize> {
        self.offer.image_named(name)
    }

    /// The versions with exactly this text of all images of that name, each with its index among all versions.
    pub(super) fn versions(&self, name: &str, text: &str) -> impl Iterator<Item = (usize, &'s ImageVersion<'a>)> {
        let entry = |place: usize| Some((place, self.offer.catalog.version_of(self.spec(), place)?));
        self.offer.versions_named(name, text).filter_map(entry)
    }

    /// The first version with exactly this text of an image of that name, with its index among all versions.
    pub(super) fn version(&self, name: &str, text: &str) -> Option<(usize, &'s ImageVersion<'a>)> {
        self.versions(name, text).next()
    }

    /// The place of a version in the profile.
    pub(super) fn version_place(&self, version: usize) -> Pointer {
        self.offer.catalog.place(version, &self.profile_place)
    }

    /// Returns the valid values sorted, or none once enough has been listed.
    pub(super) fn listed(&self, valid: impl FnOnce() -> Vec<String>) -> Vec<String> {
        self.listing.sorted(valid)
    }

    /// Like [`Self::listed`], for values that may be undecided.
    pub(super) fn try_listed(
        &self,
        valid: impl FnOnce() -> Result<Vec<String>, Undecided>,
    ) -> Result<Vec<String>, Undecided> {
        let mut undecided = None;
        let listed = self.listed(|| {
            valid().unwrap_or_else(|cause| {
                undecided = Some(cause);
                Vec::new()
            })
        });
        undecided.map_or(Ok(listed), Err)
    }
}

/// The reason that lists what a pool could have instead, unless the list is empty.
pub(super) fn could_have(pool: Pool<'_, '_>, valid: &[&str]) -> Option<Reason> {
    let listed = valid.iter().copied().collect::<Json>();
    let reason = || Reason::new(&POOL_COULD_HAVE, pool.worker.name()).fact(Fact::named("valid", listed));
    (!valid.is_empty()).then(reason)
}

/// The end of a sentence, which lists what is supported; empty if the list is.
pub(super) fn supported(what: &str, valid: &[String]) -> String {
    if valid.is_empty() { String::new() } else { format!(", supported {what} are [{}]", valid.join(" ")) }
}

/// A pool as it would be stored, with its former state.
#[derive(Clone, Copy)]
pub(super) struct Pool<'p, 'a> {
    pub context: &'p ShootContext<'p, 'a>,
    pub index: usize,
    pub worker: &'p Worker<'a>,
    /// The kubelet settings of the last earlier pool that has any.
    pub kubelet_before: Option<&'p Kubelet<'a>>,
    /// The pool as the Shoot writes it, before completion.
    pub written: Option<&'p Worker<'a>>,
    pub old: Option<&'p Worker<'a>>,
}

impl<'p, 'a> Pool<'p, 'a> {
    /// The path of a field of the pool, as errors name it.
    pub(super) fn field(&self, below: &str) -> String {
        format!("spec.provider.workers[{}].{below}", self.index)
    }

    /// The place of a field of the pool.
    pub(super) fn place(&self, keys: &[&str]) -> Pointer {
        let pool = self.context.shoot_place.clone().key("spec").key("provider").key("workers").index(self.index);
        keys.iter().fold(pool, |place, key| place.key(key))
    }

    /// The zones of the pool, without repetitions.
    pub(super) fn zones(&self) -> base::Names<'a> {
        self.worker.zones.iter().copied().collect()
    }

    /// The architecture of the pool, which every completed pool has.
    pub(super) fn architecture(&self) -> &'a str {
        self.worker.architecture().unwrap_or_default()
    }

    /// Whether the architecture and the image are as before.
    pub(super) fn keeps_image(&self) -> bool {
        self.old
            .is_some_and(|old| self.worker.image() == old.image() && self.worker.architecture() == old.architecture())
    }

    /// Whether the architecture and the machine type are as before.
    pub(super) fn keeps_type(&self) -> bool {
        self.old.is_some_and(|old| {
            self.worker.machine_type() == old.machine_type() && self.worker.architecture() == old.architecture()
        })
    }
}
