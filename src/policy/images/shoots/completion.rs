//! What the API server completes in a Shoot before it judges the Shoot (section 7): Kubernetes versions, architectures
//! and images.

use super::context::{Refusal, ShootContext};
use super::{default_image, kubernetes};
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ShootDocument, Worker};
use crate::policy::images::reasons::{ARCHITECTURE_INFERRED, ARCHITECTURE_NAMED};
use crate::question::Undecided;
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Pointer};

/// The completed parts of a Shoot.
#[derive(Debug)]
pub(crate) struct Completed<'a> {
    /// The Kubernetes version of the control plane.
    pub kubernetes_version: &'a str,
    /// The completed pools.
    pub workers: Vec<Worker<'a>>,
    /// The refusals of what could not be completed.
    pub refusals: Vec<Refusal>,
    /// Why each pool has its image.
    pub why: Reasons,
}

/// Completes a Shoot. A Shoot that is being deleted gets no images.
pub(super) fn complete<'a>(
    context: &ShootContext<'_, 'a>,
    shoot: &ShootDocument<'a>,
) -> Result<Completed<'a>, Undecided> {
    let mut completed = Completed {
        kubernetes_version: shoot.kubernetes_version(),
        workers: shoot.workers().to_vec(),
        refusals: Vec::new(),
        why: Reasons::default(),
    };
    let control_plane = completed.kubernetes_version;
    match context.kubernetes_versions.complete(control_plane)? {
        Ok(version) => completed.kubernetes_version = version,
        Err(why) => {
            let place = context.shoot_place.clone().key("spec").key("kubernetes").key("version");
            let field = "spec.kubernetes.version".to_owned();
            completed.refusals.push(kubernetes::unresolved(field, place, shoot.written_kubernetes_version(), &why));
        }
    }
    completed.refusals.extend(complete_versions(context, &mut completed.workers)?);
    let goes = shoot.is_being_deleted();
    for (index, worker) in completed.workers.iter_mut().enumerate() {
        let architecture = architecture(context, worker);
        worker.machine.get_or_insert_default().architecture = Some(architecture);
        if goes {
            continue;
        }
        match default_image::choose(context, index, worker, completed.kubernetes_version)? {
            Ok((image, why)) => {
                worker.machine.get_or_insert_default().image = Some(image);
                completed.why.push(why);
            }
            Err(refusal) => completed.refusals.push(refusal),
        }
    }
    Ok(completed)
}

/// Completes the Kubernetes versions of the pools, up to the first that cannot be completed.
fn complete_versions<'a>(
    context: &ShootContext<'_, 'a>,
    workers: &mut [Worker<'a>],
) -> Result<Option<Refusal>, Undecided> {
    for (index, worker) in workers.iter_mut().enumerate() {
        let Some(kubernetes) = &mut worker.kubernetes else { continue };
        let Some(text) = kubernetes.version else { continue };
        match context.kubernetes_versions.complete(text)? {
            Ok(version) => kubernetes.version = Some(version),
            Err(why) => {
                let place = pool_place(context, index).key("kubernetes").key("version");
                let field = format!("spec.provider.workers[{index}].kubernetes.version");
                return Ok(Some(kubernetes::unresolved(field, place, Some(text), &why)));
            }
        }
    }
    Ok(None)
}

fn pool_place(context: &ShootContext<'_, '_>, index: usize) -> Pointer {
    context.shoot_place.clone().key("spec").key("provider").key("workers").index(index)
}

/// The architecture that a pool names, or else that of its machine type.
pub(super) fn architecture<'a>(context: &ShootContext<'_, 'a>, worker: &Worker<'a>) -> &'a str {
    let machine = || context.machine_type(worker.machine_type()).map(|(_, machine)| machine);
    worker.architecture().unwrap_or_else(|| architectures::of_worker(machine(), context.architectures))
}

/// Where the architecture of a pool comes from.
pub(super) fn why_architecture<'a>(context: &ShootContext<'_, 'a>, index: usize, worker: &Worker<'a>) -> Reason {
    let place = pool_place(context, index).key("machine");
    let reason = |code| Reason::new(code, worker.name());
    match worker.architecture() {
        Some(own) => reason(&ARCHITECTURE_NAMED).saw(place.key("architecture"), own),
        None => {
            let found = context.machine_type(worker.machine_type());
            let type_place = |index| context.profile_place.clone().key("machineTypes").index(index).key("name");
            reason(&ARCHITECTURE_INFERRED)
                .saw(place.key("type"), worker.machine_type())
                .fact(Fact::named("architecture", architecture(context, worker)))
                .facts(found.map(|(index, machine)| Fact::at(type_place(index), machine.name())))
        }
    }
}

impl<'a> Completed<'a> {
    /// The `spec` of a Shoot with the completed parts.
    pub(crate) fn spec(&self, shoot: &ShootDocument<'a>) -> Json {
        let mut spec: Json = shoot.part("spec").map_or_else(Json::object, Json::from);
        let versioned = spec.get_mut("kubernetes").filter(|_| !self.kubernetes_version.is_empty());
        if let Some(kubernetes) = versioned {
            kubernetes.set("version", self.kubernetes_version.into());
        }
        let workers = spec.get_mut("provider").and_then(|provider| provider.get_mut("workers"));
        let documents = workers.map(Json::elements_mut).unwrap_or_default();
        // A `null` in the list of pools was not read as a pool.
        let given = documents.iter_mut().filter(|document| **document != Json::Null);
        for (document, worker) in given.zip(&self.workers) {
            write(document, worker);
        }
        spec
    }
}

fn write(document: &mut Json, worker: &Worker<'_>) {
    if let Some(version) = worker.kubernetes_version()
        && let Some(kubernetes) = document.get_mut("kubernetes")
    {
        kubernetes.set("version", version.into());
    }
    if document.get("machine").is_none_or(|machine| *machine == Json::Null) {
        document.set("machine", Json::object());
    }
    let Some(machine) = document.get_mut("machine") else { return };
    machine.set("architecture", worker.architecture().into());
    if let Some(image) = worker.image() {
        machine.set("image", image.json());
    }
}
