//! Unreadable parts of a stored Shoot (section 8.1). Without its Kubernetes version it is not known whether the new one
//! goes down or skips a minor version; without its update strategy, whether machines are updated in place.

use super::admission::Admission;
use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::documents::Worker;
use crate::policy::images::reasons::VERSION_BEFORE_UNREAD;
use crate::policy::images::workers::strategies_of_none;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of each version that cannot be compared with the stored one, and of each unknown strategy in the stored Shoot.
pub(super) fn unread_before(admission: &Admission<'_, '_>) -> Vec<Problem> {
    let Some(old) = admission.old else { return Vec::new() };
    let warning = |at: Pointer, before: &str, now: &str| {
        let [place, path] = [admission.shoot.place(), admission.shoot.path()].map(|start| start.key("spec").join(&at));
        let problem = Problem::warning(&VERSION_BEFORE_UNREAD, path).fact(Fact::at(place, now));
        problem.fact(Fact::named("before", before))
    };
    let is_unread = |before: &str, now: &str| !now.is_empty() && before != now && Version::parse(before).is_none();
    let (before, now) = (old.kubernetes_version(), admission.shoot.kubernetes_version());
    let control_plane = is_unread(before, now).then(|| warning(Pointer::to("kubernetes").key("version"), before, now));
    let own = |worker: &Worker<'_>| worker.kubernetes_version().unwrap_or_default().to_owned();
    let olds: Known<&str, String> = old.workers().iter().map(|worker| (worker.name(), own(worker))).collect();
    let pools = admission.shoot.workers().iter().enumerate().filter_map(|(index, worker)| {
        // A pool without a version of its own has that of the control plane, which is judged above.
        let (before, now) = (olds.get(&worker.name()).filter(|before| !before.is_empty())?, own(worker));
        let at = Pointer::to("provider").key("workers").index(index).key("kubernetes").key("version");
        is_unread(before, &now).then(|| warning(at, before, &now))
    });
    control_plane.into_iter().chain(pools).chain(strategies_of_none(old)).collect()
}
