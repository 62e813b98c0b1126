//! The kubelet of a pool (sections 8.2 and 8.6): whether the image runs it, and whether its reservations leave anything
//! of the machine.

use super::context::{Pool, Refusal};
use crate::base::masterminds::Version;
use crate::policy::images::catalog::Offer;
use crate::policy::images::divergences::KUBELET_SETTINGS_ARE_OWN;
use crate::policy::images::documents::{Kubelet, ShootDocument};
use crate::policy::images::errors::{FieldError, shortened};
use crate::policy::images::reasons::KUBELET_REFUSED;
use crate::policy::images::workers::{Reservation, pools, runs_kubelet};
use crate::question::Doc;
use crate::reason::{Fact, Problem, Reason};

/// Judges whether the image runs the kubelet, even if nothing changes.
pub(super) fn judge_version(pool: Pool<'_, '_>) -> Option<Refusal> {
    let image = pool.worker.image()?;
    let (place, version) = pool.context.version(image.name(), image.version())?;
    let constraint = version.kubelet_version_constraint?;
    let [control_plane, _] = pool.context.kubernetes;
    let kubelet = pool.worker.kubernetes_version().unwrap_or(control_plane);
    if Version::parse(kubelet).is_some_and(|kubelet| runs_kubelet(version, &kubelet)) {
        return None;
    }
    let shown = shortened(constraint);
    let detail = format!(
        "machine image `{}` does not support the kubelet version `{kubelet}`, supported kubelet versions: `{shown}`",
        image.reference()
    );
    let at = pool.context.version_place(place).key("kubeletVersionConstraint");
    // What is cut off is not what stands there.
    let cited = if shown == constraint { Fact::at(at, constraint) } else { Fact::named("constraint", &*shown) };
    let why = Reason::new(&KUBELET_REFUSED, pool.worker.name())
        .fact(cited)
        .fact(Fact::named("image", image.reference()))
        .fact(Fact::named("kubelet", kubelet));
    Some(Refusal { error: FieldError::invalid(pool.field("machine.image"), image.json(), &detail), why })
}

/// Judges what the kubelet reserves for Kubernetes and the system. Only pools with a `kubernetes` of their own are
/// looked at.
pub(super) fn judge_reservations(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let Some(kubelet) = settings(pool) else { return Vec::new() };
    let Some((_, machine)) = pool.context.machine_type(pool.worker.machine_type()) else { return Vec::new() };
    Reservation::all(kubelet, machine).into_iter().map(|reservation| refused(pool, &reservation)).collect()
}

/// Warns of each pool whose machines are reserved completely by the kubelet settings of the Shoot. Gardener does not
/// look at pools without a `kubernetes` of their own, whose nodes then never become ready.
pub(super) fn kept_whole(shoot: &Doc<'_, ShootDocument<'_>>, offer: &Doc<'_, Offer<'_>>) -> Vec<Problem> {
    // A whole Shoot gets the default settings. A question about pools alone may leave the Shoot's settings out.
    let kubelet = match (shoot.kubelet(), shoot.part("kind").is_some()) {
        (written, true) => written.cloned().unwrap_or_default().completed(),
        (Some(written), false) => written.clone(),
        (None, false) => return Vec::new(),
    };
    let others = pools(shoot, [shoot.place(), shoot.path()]).filter(|pool| pool.worker.kubernetes.is_none());
    let kept = others.filter_map(|pool| {
        let name = pool.worker.machine_type();
        let machine = offer.spec().machine_types.get(offer.catalog.machine_named(name)?)?;
        let [place, path] = pool.at.map(|at| at.key("machine").key("type"));
        let reservations = Reservation::all(&kubelet, machine).into_iter();
        Some(reservations.map(move |all| {
            Problem::warning_of(all.why(pool.worker.name(), Fact::at(place.clone(), name)), path.clone())
        }))
    });
    kept.flatten().collect()
}

/// The kubelet settings that apply to a pool with a `kubernetes` of its own.
fn settings<'p, 'a>(pool: Pool<'p, 'a>) -> Option<&'p Kubelet<'a>> {
    pool.worker.kubernetes.as_ref()?;
    let applies = pool.context.asked.edition.applies(&KUBELET_SETTINGS_ARE_OWN);
    let earlier = if applies { None } else { pool.kubelet_before };
    pool.worker.kubelet().or(earlier).or(pool.context.kubelet)
}

fn refused(pool: Pool<'_, '_>, reservation: &Reservation<'_>) -> Refusal {
    let Reservation { what, reserved, capacity } = reservation;
    let detail = format!("the {what} that is reserved must be less than the machine's, which is {capacity}");
    let error = FieldError::invalid(pool.field("kubernetes.kubelet"), format!("{what}: {reserved}"), &detail);
    let why =
        reservation.why(pool.worker.name(), Fact::at(pool.place(&["machine", "type"]), pool.worker.machine_type()));
    Refusal { error, why }
}
