//! Which clusters a controller looks after.

use super::constants::{IMPORTED, WATCH_FILTER};
use super::divergences::{DELETION_FIRST, DELETION_PASSES_FILTER, OLDER_CONDITIONS};
use super::marker::{Home, mark};
use super::object::Object;
use super::reasons::{CONTROL_PLANE_AVAILABLE, CONTROL_PLANE_NOT_AVAILABLE, FILTERED};
use super::settings::Settings;
use crate::base::Edition;
use crate::question::Undecided;
use crate::reason::Reason;

/// Why the watch filter hides a cluster from this controller; `None` if it does not.
pub fn filtered(cluster: &Object<'_>, settings: &Settings<'_>) -> Option<Reason> {
    let wanted = settings.watch_filter()?;
    (cluster.labels.get(WATCH_FILTER) != Some(&wanted)).then(|| {
        let reason = Reason::new(&FILTERED, cluster.full_name());
        reason.fact(settings.watch_filter_fact()).fact(cluster.label_fact(WATCH_FILTER))
    })
}

/// A condition and its older equivalent. The older one counts in the design edition only.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    newer: &'static str,
    older: &'static str,
}

/// The conditions that say that a control plane is available.
pub const CONTROL_PLANE: Conditions = Conditions { newer: "ControlPlaneAvailable", older: "ControlPlaneReady" };
/// The conditions that say that a record's cluster has joined Rancher.
pub const REGISTERED: Conditions = Conditions { newer: "Ready", older: "AgentDeployed" };

impl Conditions {
    /// Returns which of the two conditions is True, the newer one first.
    pub fn met_by(self, object: &Object<'_>, edition: Edition) -> Option<&'static str> {
        let counts = |condition: &&'static str| *condition == self.newer || edition.applies(&OLDER_CONDITIONS);
        [self.newer, self.older].into_iter().filter(counts).find(|condition| object.is_true(condition))
    }

    /// The newer condition.
    pub fn newer(self) -> &'static str {
        self.newer
    }
}

/// Whether the control plane of a cluster is available: the reason as `Ok` if it is, as `Err` if not.
pub fn control_plane(cluster: &Object<'_>, edition: Edition) -> Result<Reason, Reason> {
    let name = cluster.full_name();
    match CONTROL_PLANE.met_by(cluster, edition) {
        Some(condition) => Ok(Reason::new(&CONTROL_PLANE_AVAILABLE, name).fact(cluster.condition_fact(condition))),
        None => {
            let missing = cluster.condition_fact(CONTROL_PLANE.newer());
            Err(Reason::new(&CONTROL_PLANE_NOT_AVAILABLE, name).fact(missing))
        }
    }
}

/// Whether events of a cluster pass the controller's filter: the cluster passes the watch filter, lacks the annotation
/// `imported`, has an available control plane, and is marked for import.
pub fn is_eligible(
    cluster: &Object<'_>,
    home: &Home<'_>,
    settings: &Settings<'_>,
    edition: Edition,
) -> Result<bool, Undecided> {
    let may_pass = filtered(cluster, settings).is_none()
        && cluster.annotations.get(IMPORTED).is_none()
        && CONTROL_PLANE.met_by(cluster, edition).is_some();
    Ok(may_pass && mark(cluster, home, edition)?.is_set())
}

/// Whether an event bypasses the filter because something is being deleted.
pub fn passes_as_deletion(is_being_deleted: bool, edition: Edition) -> bool {
    is_being_deleted && edition.applies(&DELETION_PASSES_FILTER)
}

/// Whether deletion is handled before mark and readiness are looked at.
pub fn deletion_comes_first(edition: Edition) -> bool {
    edition.applies(&DELETION_FIRST)
}
