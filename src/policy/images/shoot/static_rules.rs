//! What holds for a pool whatever the profile offers (section 8.1).

use super::terms::{Pool, Refusal};
use crate::base::masterminds::{Operator, Version, compare_normalized};
use crate::policy::images::field_error::FieldError;
use crate::policy::images::reasons::{IN_PLACE_CHANGED, POOL_INCOMPLETE, VERSION_GOES_DOWN};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// Judges a pool by itself.
pub fn judge(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let mut refusals = incomplete(pool);
    refusals.extend(strategy(pool));
    refusals.extend(in_place(pool));
    refusals.extend(kubernetes(pool));
    refusals
}

/// An image with name and version has to be there.
fn incomplete(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let refusal = |below: &[&str], what: &str| Refusal {
        error: FieldError::required(pool.field(&below.join(".")), &format!("must specify {what}")),
        why: Reason::new(&POOL_INCOMPLETE, pool.worker.name())
            .fact(Fact::absent(pool.place(below)))
            .fact(Fact::named("what", what)),
    };
    let Some(image) = pool.worker.image() else {
        return vec![refusal(&["machine", "image"], "a machine image")];
    };
    let name = image.name().is_empty().then(|| refusal(&["machine", "image", "name"], "the name of the machine image"));
    let version = image.version().is_empty();
    let version = version.then(|| refusal(&["machine", "image", "version"], "the version of the machine image"));
    name.into_iter().chain(version).collect()
}

/// Machines that are updated in place stay so, and others do not become so.
fn strategy(pool: Pool<'_, '_>) -> Option<Refusal> {
    let old = pool.old?;
    if old.is_in_place() == pool.worker.is_in_place() {
        return None;
    }
    let text = pool.worker.update_strategy.unwrap_or_default();
    let why = "in-place and rolling updates cannot be exchanged for one another";
    Some(immutable(pool, &["updateStrategy"], text.into(), why))
}

/// Machines that are updated in place keep what would replace them.
fn in_place(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let Some(old) = pool.old.filter(|old| old.is_in_place() && pool.worker.is_in_place()) else { return Vec::new() };
    let worker = pool.worker;
    let why = "cannot be changed while machines are updated in place";
    let name = |worker: &super::model::Worker<'_>| worker.image().map(|image| image.name().to_owned());
    let mut refusals = Vec::new();
    if old.machine_type() != worker.machine_type() {
        refusals.push(immutable(pool, &["machine", "type"], worker.machine_type().into(), why));
    }
    if name(old) != name(worker) {
        refusals.push(immutable(pool, &["machine", "image", "name"], name(worker).into(), why));
    }
    if old.cri_name() != worker.cri_name() {
        refusals.push(immutable(pool, &["cri", "name"], worker.cri_name().into(), why));
    }
    if old.volume != worker.volume {
        let size = worker.volume.as_ref().and_then(|volume| volume.size).map(|size| size.text);
        refusals.push(immutable(pool, &["volume"], size.into(), why));
    }
    if let (Some(old), Some(new)) = (old.image(), worker.image())
        && compare_normalized(new.version(), Operator::Less, old.version()) == Some(true)
    {
        let place = pool.place(&["machine", "image", "version"]);
        refusals.push(goes_down(pool.field("machine.image.version"), place, [old.version(), new.version()]));
    }
    refusals
}

fn immutable(pool: Pool<'_, '_>, below: &[&str], value: Json, why: &str) -> Refusal {
    let place = pool.place(below);
    Refusal {
        error: FieldError::invalid(pool.field(&below.join(".")), value.clone(), why),
        why: Reason::new(&IN_PLACE_CHANGED, pool.worker.name())
            .saw(place, value)
            .fact(Fact::named("field", below.join("."))),
    }
}

fn goes_down(field: String, place: Pointer, [old, new]: [&str; 2]) -> Refusal {
    Refusal {
        error: FieldError::forbidden(field, &format!("the version may not go down from `{old}` to `{new}`")),
        why: Reason::new(&VERSION_GOES_DOWN, new).saw(place, new).fact(Fact::named("limit", old)),
    }
}

/// The Kubernetes version of a pool does not go down, and is not above that of the control plane.
fn kubernetes(pool: Pool<'_, '_>) -> Option<Refusal> {
    let [control_plane, old_control_plane] = pool.terms.kubernetes;
    let place = pool.place(&["kubernetes", "version"]);
    let field = pool.field("kubernetes.version");
    let new = pool.worker.kubernetes_version().unwrap_or(control_plane);
    let parsed = Version::parse(new)?;
    let old = pool.old.map(|old| old.kubernetes_version().unwrap_or(old_control_plane));
    let downgrade = old.filter(|old| Version::parse(old).is_some_and(|old| parsed < old));
    if let Some(old) = downgrade {
        return Some(goes_down(field, place, [old, new]));
    }
    let above = Version::parse(control_plane).is_some_and(|control_plane| parsed > control_plane);
    above.then(|| Refusal {
        error: FieldError::forbidden(field, &format!("may not be above the control plane's version `{control_plane}`")),
        why: Reason::new(&crate::policy::images::reasons::ABOVE_CONTROL_PLANE, pool.worker.name())
            .saw(place, new)
            .fact(Fact::named("limit", control_plane)),
    })
}
