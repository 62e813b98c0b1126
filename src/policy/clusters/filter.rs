//! Which clusters a controller looks at.

use super::constants::{IMPORTED, WATCH_FILTER};
use super::divergences::{DELETION_FIRST, DELETION_PASSES_FILTER, OLDER_CONDITIONS};
use super::marker::{Home, mark};
use super::object::Object;
use super::reasons::{CONTROL_PLANE_AVAILABLE, CONTROL_PLANE_NOT_AVAILABLE, FILTERED};
use super::settings::Settings;
use crate::base::Edition;
use crate::question::Undecided;
use crate::reason::Reason;

/// Why another controller looks after a cluster, if one does.
pub fn filtered(cluster: &Object<'_>, settings: &Settings<'_>) -> Option<Reason> {
    let wanted = settings.watch_filter()?;
    (cluster.labels.get(WATCH_FILTER) != Some(&wanted)).then(|| {
        let reason = Reason::new(&FILTERED, cluster.full_name());
        reason.fact(settings.watch_filter_fact()).fact(cluster.label_fact(WATCH_FILTER))
    })
}

/// The older conditions and their successors, of which one that is True may stand for the other.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    newer: &'static str,
    older: &'static str,
}

/// Those of a control plane that can be used.
pub const CONTROL_PLANE: Conditions = Conditions { newer: "ControlPlaneAvailable", older: "ControlPlaneReady" };
/// Those of a record whose cluster has joined.
pub const REGISTERED: Conditions = Conditions { newer: "Ready", older: "AgentDeployed" };

impl Conditions {
    /// Which of them says that it is so, if one does.
    pub fn met_by(self, object: &Object<'_>, edition: Edition) -> Option<&'static str> {
        let counts = |condition: &&'static str| *condition == self.newer || edition.applies(&OLDER_CONDITIONS);
        [self.newer, self.older].into_iter().filter(counts).find(|condition| object.is_true(condition))
    }

    /// The newer of the two.
    pub fn newer(self) -> &'static str {
        self.newer
    }
}

/// Whether the control plane of a cluster can be used, and why.
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

/// Whether an event of a cluster reaches the controller: it is watched, not imported, can be used and is marked.
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

/// Whether an event is handed on although the filter would keep it: something is being deleted.
pub fn passes_as_deletion(is_being_deleted: bool, edition: Edition) -> bool {
    is_being_deleted && edition.applies(&DELETION_PASSES_FILTER)
}

/// Whether what is being deleted is let go before anybody asks whether it is marked or works.
pub fn deletion_comes_first(edition: Edition) -> bool {
    edition.applies(&DELETION_FIRST)
}
