//! The move of Fleet's agent to another namespace of the workload cluster. Records from before the move still lack the
//! annotation that says it is complete.

use super::action::{Action, Target};
use super::outcome::{Ended, Outcome};
use crate::policy::clusters::constants::{FLEET_MIGRATED, FLEET_NAMESPACE, NO_FLEET, OLD_FLEET_NAMESPACE};
use crate::policy::clusters::object::Object;
use crate::policy::clusters::reasons::{FLEET_CLEANED_UP, FLEET_MOVED, FLEET_NOT_KNOWN, FLEET_NOT_THERE};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, given};

given! {
    /// The observed state of the workload cluster.
    pub struct WorkloadCluster<'a> {
        /// The names of its namespaces. Absent: the move of Fleet's agent is not checked, of which `clusters/reconcile`
        /// warns if it may be due.
        namespaces: Option<Vec<&'a str>>,
        /// Whether one of Rancher's jobs is still cleaning up an earlier import.
        cleanup_job ["cleanupJob"]: bool,
        /// Whether an object of the manifest is still being deleted.
        objects_deleting ["objectsDeleting"]: bool,
    }
}

/// The step of the move that is due, if any. Once the move is complete, the step notes that on the record. An error is
/// the warning that the move may be due, but the namespaces of the workload cluster are not given.
pub fn due<'a>(
    cluster: &Object<'a>,
    record: &Object<'a>,
    workload: Option<&WorkloadCluster<'_>>,
) -> Result<Option<Ended<'a>>, Problem> {
    let has_moved = record.annotations.get(FLEET_MIGRATED) == Some(&FLEET_NAMESPACE);
    if has_moved || cluster.labels.get(NO_FLEET).is_some() {
        return Ok(None);
    }
    let name = cluster.full_name();
    let Some(namespaces) = workload.and_then(|workload| workload.namespaces.as_ref()) else {
        let path = Pointer::to("given").key("workloadCluster").key("namespaces");
        return Err(Problem::warning(&FLEET_NOT_KNOWN, path).fact(Fact::named("cluster", name)));
    };
    let has = |namespace: &str| namespaces.contains(&namespace);
    Ok(Some(if has(OLD_FLEET_NAMESPACE) {
        let reason = Reason::new(&FLEET_CLEANED_UP, name).fact(Fact::named("namespace", OLD_FLEET_NAMESPACE));
        Ended { actions: vec![Action::delete_namespace(OLD_FLEET_NAMESPACE)], ..Ended::wait(None, reason) }
    } else if has(FLEET_NAMESPACE) {
        let reason = Reason::new(&FLEET_MOVED, name).fact(Fact::named("namespace", FLEET_NAMESPACE));
        let noted = Action::annotate(Target::Record(record.name), FLEET_MIGRATED, FLEET_NAMESPACE);
        Ended { actions: vec![noted], ..Ended::new(Outcome::Done, None, reason) }
    } else {
        Ended::failed(Reason::new(&FLEET_NOT_THERE, name).fact(Fact::named("namespace", FLEET_NAMESPACE)))
    }))
}
