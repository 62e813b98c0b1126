//! The rules for a pool that do not depend on the profile (section 8.1).

use super::context::{Pool, Refusal, ShootContext};
use crate::base::masterminds::{Operator, Version, compare_normalized};
use crate::policy::images::documents::{Worker, WorkerImage, WorkerVolume};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{IN_PLACE_CHANGED, POOL_INCOMPLETE, VERSION_GOES_DOWN};
use crate::policy::images::workers::above_control_plane;
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// Judges a pool by the rules that need no profile.
pub(super) fn judge(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let mut refusals = incomplete(pool);
    refusals.extend(strategy(pool));
    refusals.extend(in_place(pool));
    refusals.extend(kubernetes(pool));
    refusals
}

/// Requires an image with a name and a version.
fn incomplete(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let refusal = |below: &[&str], what: &str, written: Option<&str>| Refusal {
        error: FieldError::required(pool.field(&below.join(".")), &format!("must specify {what}")),
        why: Reason::new(&POOL_INCOMPLETE, pool.worker.name())
            .fact(Fact::of(pool.place(below), written))
            .fact(Fact::named("what", what)),
    };
    let Some(image) = pool.worker.image() else {
        return vec![refusal(&["machine", "image"], "a machine image", None)];
    };
    let missing = |member: &str, what: &str, text: Option<&str>| {
        text.is_none_or(str::is_empty).then(|| refusal(&["machine", "image", member], what, text))
    };
    let name = missing("name", "the name of the machine image", image.name);
    let version = missing("version", "the version of the machine image", image.version);
    name.into_iter().chain(version).collect()
}

/// Refuses a change between in-place and rolling updates.
fn strategy(pool: Pool<'_, '_>) -> Option<Refusal> {
    let old = pool.old?;
    if old.is_in_place() == pool.worker.is_in_place() {
        return None;
    }
    let strategy = pool.worker.update_strategy;
    let why = "in-place and rolling updates cannot be exchanged for one another";
    Some(Refusal {
        error: FieldError::invalid(pool.field("updateStrategy"), strategy.unwrap_or_default(), why),
        why: changed(pool, &["updateStrategy"], strategy),
    })
}

/// Refuses changes that would replace machines which are updated in place, and lower image versions of such machines.
fn in_place<'a>(pool: Pool<'_, 'a>) -> Vec<Refusal> {
    let Some(old) = pool.old.filter(|old| old.is_in_place() && pool.worker.is_in_place()) else { return Vec::new() };
    let worker = pool.worker;
    let why = "cannot be changed while machines are updated in place";
    let name = |worker: &Worker<'a>| worker.image().map(WorkerImage::name);
    let mut refusals = Vec::new();
    if old.machine_type() != worker.machine_type() {
        refusals.push(Refusal {
            error: FieldError::invalid(pool.field("machine.type"), worker.machine_type(), why),
            why: changed(pool, &["machine", "type"], worker.machine.as_ref().and_then(|machine| machine.machine_type)),
        });
    }
    if name(old) != name(worker) {
        let written = pool.written.and_then(Worker::image).and_then(|image| image.name);
        refusals.push(Refusal {
            error: FieldError::invalid(pool.field("machine.image.name"), name(worker), why),
            why: changed(pool, &["machine", "image", "name"], written),
        });
    }
    if old.cri_name() != worker.cri_name() {
        refusals.push(Refusal {
            error: FieldError::invalid(pool.field("cri.name"), worker.cri_name(), why),
            why: changed(pool, &["cri", "name"], worker.cri_name()),
        });
    }
    if old.volume != worker.volume {
        let (below, now) = changed_of_volume([old, worker].map(|worker| worker.volume.as_ref()));
        refusals.push(Refusal {
            error: FieldError::invalid(pool.field("volume"), now.clone(), why),
            why: changed(pool, &["volume", below], now),
        });
    }
    if let (Some(old), Some(new)) = (old.image(), worker.image())
        && compare_normalized(new.version(), Operator::Less, old.version()) == Some(true)
    {
        let written = pool.written.and_then(Worker::image).and_then(|image| image.version);
        let written = Fact::of(pool.place(&["machine", "image", "version"]), written);
        refusals.push(goes_down(pool.field("machine.image.version"), [old.version(), new.version()], written));
    }
    refusals
}

/// The first field in which a disk differs from the one before, and its new value.
fn changed_of_volume([old, new]: [Option<&WorkerVolume<'_>>; 2]) -> (&'static str, Option<Json>) {
    let fields = |volume: Option<&WorkerVolume<'_>>| {
        let text = |of: Option<&str>| of.map(Json::from);
        [
            ("type", text(volume.and_then(|volume| volume.volume_type))),
            ("size", text(volume.and_then(|volume| volume.size).map(|size| size.text))),
            ("name", text(volume.and_then(|volume| volume.name))),
            ("encrypted", volume.and_then(|volume| volume.encrypted).map(Json::from)),
        ]
    };
    let before = fields(old);
    let changed = fields(new).into_iter().zip(before).find(|(now, before)| now != before);
    changed.map_or(("size", None), |(now, _)| now)
}

/// Why a field may not change to its new value.
fn changed(pool: Pool<'_, '_>, below: &[&str], now: Option<impl Into<Json>>) -> Reason {
    Reason::new(&IN_PLACE_CHANGED, pool.worker.name())
        .fact(Fact::of(pool.place(below), now))
        .fact(Fact::named("field", below.join(".")))
}

/// Refuses a lower version. `written` cites the text of the Shoot, which may be shorter than the completed version.
fn goes_down(field: String, [old, new]: [&str; 2], written: Fact) -> Refusal {
    Refusal {
        error: FieldError::forbidden(field, &format!("the version may not go down from `{old}` to `{new}`")),
        why: Reason::new(&VERSION_GOES_DOWN, new).fact(written).fact(Fact::named("limit", old)),
    }
}

/// Refuses a Kubernetes version of the control plane that goes down. `written` is the text of the Shoot.
pub(super) fn judge_control_plane(context: &ShootContext<'_, '_>, written: Option<&str>) -> Option<Refusal> {
    let [new, old] = context.kubernetes;
    let written = Fact::of(context.shoot_place.clone().key("spec").key("kubernetes").key("version"), written);
    (Version::parse(new)? < Version::parse(old)?)
        .then(|| goes_down("spec.kubernetes.version".to_owned(), [old, new], written))
}

/// Refuses a pool's own Kubernetes version that goes down or is above that of the control plane.
fn kubernetes(pool: Pool<'_, '_>) -> Option<Refusal> {
    let [control_plane, old_control_plane] = pool.context.kubernetes;
    let written = || {
        let own = pool.written.and_then(Worker::kubernetes_version);
        Fact::of(pool.place(&["kubernetes", "version"]), own)
    };
    let field = pool.field("kubernetes.version");
    let new = pool.worker.kubernetes_version()?;
    let parsed = Version::parse(new)?;
    let old = pool.old.map(|old| old.kubernetes_version().unwrap_or(old_control_plane));
    let downgrade = old.filter(|old| Version::parse(old).is_some_and(|old| parsed < old));
    if let Some(old) = downgrade {
        return Some(goes_down(field, [old, new], written()));
    }
    let above = Version::parse(control_plane).is_some_and(|control_plane| parsed > control_plane);
    above.then(|| Refusal {
        error: FieldError::forbidden(field, &format!("may not be above the control plane's version `{control_plane}`")),
        why: above_control_plane(pool.worker.name(), written(), [new, control_plane]),
    })
}
