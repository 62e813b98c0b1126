//! Completes and judges a Shoot that is about to be stored (sections 7 and 8).

use std::ops::Deref;

use super::capabilities::Crash;
use super::completion::{Completed, complete};
use super::context::{Pool, Refusal, ShootContext};
use super::operation::Operation;
use super::{
    capabilities, cri, kubelet, kubernetes, machine_image, machine_type, nodes, static_rules, volume, warnings, zones,
};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{FeatureGates, ShootDocument, is_same};
use crate::question::{Asked, Doc, Undecided};
use crate::reason::Reason;
use crate::wire::Value;

/// A Shoot that is about to be stored, and what it is judged by.
#[derive(Debug)]
pub(crate) struct Admission<'s, 'a> {
    /// The operation on the Shoot.
    pub operation: Operation,
    /// The profile that the Shoot names.
    pub profile: &'s Doc<'s, Offer<'a>>,
    /// The Shoot as the user wrote it.
    pub shoot: &'s Doc<'s, ShootDocument<'a>>,
    /// The stored Shoot, if it exists already.
    pub old: Option<&'s Doc<'s, ShootDocument<'a>>>,
    /// Whether violations of the rules that need no profile are refusals too.
    pub static_rules: bool,
    /// The feature gates. Those about profiles do not count any more once a profile is stored.
    pub gates: FeatureGates,
}

/// A Shoot that was completed and judged.
#[derive(Debug)]
pub(crate) struct Admitted<'a> {
    /// The completed Shoot.
    pub completed: Completed<'a>,
    /// How the Shoot was judged.
    pub judged: Judged,
    /// The fields that are refused.
    pub refusals: Vec<Refusal>,
    /// What the rules that need no profile would refuse, if they are not applied.
    pub not_applied: Vec<Refusal>,
    /// What may be stored but will cause trouble.
    pub warnings: Vec<warnings::Warned>,
}

/// How a Shoot was judged.
#[derive(Debug)]
pub(crate) enum Judged {
    /// Pool by pool.
    Fully,
    /// Not at all, because it could not be completed.
    NotCompleted,
    /// Not at all, because nothing in it changed.
    Unchanged,
    /// Until the upstream software failed.
    Crashed(Reason),
}

impl Admitted<'_> {
    /// Whether the Shoot may be stored.
    pub(crate) fn is_allowed(&self) -> bool {
        self.refusals.is_empty() && !matches!(self.judged, Judged::Crashed(_))
    }
}

impl<'s, 'a> Admission<'s, 'a> {
    fn context(&self, asked: &'s Asked<'s>) -> ShootContext<'s, 'a> {
        ShootContext::new(self.operation, self.profile, self.shoot, self.old.map(Deref::deref), asked)
    }

    /// Completes the Shoot, as a mutating webhook does.
    pub(crate) fn complete(&self, asked: &'s Asked<'s>) -> Result<Completed<'a>, Undecided> {
        complete(&self.context(asked), self.shoot)
    }

    /// Completes the Shoot and judges it, as a validating webhook does.
    pub(crate) fn judge(&self, asked: &'s Asked<'s>) -> Result<Admitted<'a>, Undecided> {
        let mut context = self.context(asked);
        let mut completed = complete(&context, self.shoot)?;
        if !completed.refusals.is_empty() {
            let refusals = std::mem::take(&mut completed.refusals);
            let (judged, not_applied) = (Judged::NotCompleted, Vec::new());
            return Ok(Admitted { completed, judged, refusals, not_applied, warnings: Vec::new() });
        }
        let [control_plane, _] = &mut context.kubernetes;
        *control_plane = completed.kubernetes_version;
        let mut refused = Vec::new();
        if self.is_unchanged(&completed) {
            let warnings = warnings::warn(&context, &completed.workers, &refused)?;
            let (judged, not_applied) = (Judged::Unchanged, Vec::new());
            return Ok(Admitted { completed, judged, refusals: Vec::new(), not_applied, warnings });
        }
        let is_being_deleted = self.shoot.is_being_deleted();
        let mut refusals = if is_being_deleted { Vec::new() } else { nodes::judge(&context, &completed.workers) };
        if self.static_rules && !is_being_deleted {
            refusals.extend(static_rules::judge_control_plane(&context, self.shoot.written_kubernetes_version()));
        }
        let mut not_applied = Vec::new();
        let (mut judged, mut kubelet_before) = (Judged::Fully, None);
        for (index, worker) in completed.workers.iter().enumerate() {
            let (old, written) = (context.old_worker(worker.name()), self.shoot.workers().get(index));
            let pool = Pool { context: &context, index, worker, kubelet_before, written, old };
            kubelet_before = worker.kubelet().or(kubelet_before);
            let mut found = static_rules::judge(pool);
            if !self.static_rules {
                not_applied.append(&mut found);
            }
            match judge_pool(pool)? {
                Ok(more) => found.extend(more),
                Err(crash) => judged = Judged::Crashed(crash.why),
            }
            let image = pool.field("machine.image");
            if found.iter().any(|refusal| refusal.error.field.starts_with(&image)) {
                refused.push(index);
            }
            refusals.extend(found);
            if matches!(judged, Judged::Crashed(_)) {
                break;
            }
        }
        let warnings = warnings::warn(&context, &completed.workers, &refused)?;
        Ok(Admitted { completed, judged, refusals, not_applied, warnings })
    }

    /// Whether an update changes neither the metadata nor the completed spec.
    fn is_unchanged(&self, completed: &Completed<'a>) -> bool {
        let Some(old) = self.old.filter(|_| self.operation == Operation::Update) else { return false };
        let shoot = self.shoot;
        let spec = completed.spec(shoot);
        is_same(old.part("metadata"), shoot.part("metadata")) && is_same(old.part("spec"), Some(Value::from(&spec)))
    }
}

/// Judges a pool. Only the first problem among architecture, machine type, image and capabilities is reported, and only
/// if there is none are the runtimes and the kubelet version looked at. Everything else is always judged.
fn judge_pool(pool: Pool<'_, '_>) -> Result<Result<Vec<Refusal>, Crash>, Undecided> {
    let first = match machine_type::judge_architecture(pool).or_else(|| machine_type::judge(pool)) {
        Some(refusal) => Some(refusal),
        None => match machine_image::judge(pool)? {
            Some(refusal) => Some(refusal),
            None => match capabilities::judge(pool) {
                Ok(refusal) => refusal,
                Err(crash) => return Ok(Err(crash)),
            },
        },
    };
    let mut refusals = Vec::new();
    match first {
        Some(refusal) => refusals.push(refusal),
        None => {
            refusals.extend(cri::judge(pool));
            refusals.extend(kubelet::judge_version(pool));
        }
    }
    refusals.extend(volume::judge(pool));
    refusals.extend(kubelet::judge_reservations(pool));
    refusals.extend(kubernetes::judge(pool)?);
    refusals.extend(zones::judge(pool));
    Ok(Ok(refusals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Edition;
    use crate::question::{Documents, Scratch};
    use crate::wire::{Document, Fault, Pointer, read};

    #[test]
    fn a_pool_that_names_no_image_gets_one() -> Result<(), Fault> {
        let profile = Document::read(
            br#"{"spec": {
                "kubernetes": {"versions": [{"version": "1.33.2"}]},
                "machineTypes": [{"name": "small", "architecture": "amd64", "usable": true}],
                "machineImages": [{"name": "gardenlinux", "versions": [{"version": "1.0.0", "architectures": ["amd64"]}]}]
            }}"#,
            16,
        )?;
        let shoot = Document::read(br#"{"spec": {"provider": {"workers": [{"machine": {"type": "small"}}]}}}"#, 16)?;
        let profile = Doc::given(Offer::new(read(profile.root(), "")?.0), "/cloudProfile");
        let shoot = Doc::reviewed(read(shoot.root(), "")?.0, Pointer::parsed("/request/object"));
        let (operation, gates) = (Operation::Create, FeatureGates::default());
        let admission = Admission { operation, profile: &profile, shoot: &shoot, old: None, static_rules: true, gates };
        let (documents, scratch) = (Documents::default(), Scratch::default());
        let asked = Asked::new(Edition::DESIGN, None, &documents, &scratch, |_, _, _| String::new());
        let admitted = admission.judge(&asked).expect("nothing expires, so no time is needed");
        assert!(admitted.is_allowed());
        let worker = &admitted.completed.workers[0];
        assert_eq!(worker.image().map(|image| image.reference()), Some("gardenlinux:1.0.0".to_owned()));
        Ok(())
    }
}
