//! Judges the change of an existing Shoot to another profile (section 8.8).

use super::context::Refusal;
use crate::base::sort::set;
use crate::policy::images::catalog::Names;
use crate::policy::images::documents::{ProfileSpec, Worker};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{PROFILE_LACKS, PROFILE_OF_ANOTHER_ROOT};
use crate::reason::{Fact, Reason};

/// The old and the new profile of a Shoot, each with the CloudProfile that it comes from.
#[derive(Debug)]
pub(crate) struct ProfileChange<'s, 'a> {
    /// The name of the CloudProfile that the old profile is or has as its parent.
    pub old_root: &'a str,
    /// The name of the CloudProfile that the new profile is or has as its parent.
    pub new_root: &'a str,
    /// The name of the new profile, as the Shoot has it.
    pub new_name: &'a str,
    /// The `spec` of the old profile.
    pub old: &'s ProfileSpec<'a>,
    /// The `spec` of the new profile.
    pub new: &'s ProfileSpec<'a>,
}

const FIELD: &str = "spec.cloudProfile";

impl<'a> ProfileChange<'_, 'a> {
    /// Judges the change for a Shoot with these pools.
    pub(crate) fn judge(&self, workers: &[Worker<'a>]) -> Vec<Refusal> {
        if self.old_root != self.new_root {
            let why = format!("has to come from the CloudProfile `{}`", self.old_root);
            return vec![Refusal {
                error: FieldError::invalid(FIELD, self.new_root, &why),
                why: Reason::new(&PROFILE_OF_ANOTHER_ROOT, self.new_root).fact(Fact::named("root", self.old_root)),
            }];
        }
        let images = |spec: &ProfileSpec<'a>| {
            Names::new(
                spec.machine_images
                    .iter()
                    .flat_map(|image| image.versions.iter().map(|version| (image.name(), version.version()))),
            )
        };
        let (before, now) = (images(self.old), images(self.new));
        let types = Names::new(self.new.machine_types.iter().map(|machine| machine.name()));
        let volumes = Names::new(self.new.volume_types.iter().map(|volume| volume.name.unwrap_or_default()));
        let mut lacking: Vec<(&str, String)> = Vec::new();
        for worker in workers {
            let lost = worker.image().filter(|image| {
                let named = (image.name(), image.version());
                before.first(named).is_some() && now.first(named).is_none()
            });
            lacking.extend(lost.map(|image| ("machine image", image.reference())));
            let machine = worker.machine_type();
            let volume = worker.volume.as_ref().and_then(|volume| volume.volume_type);
            let lost = types.first(machine).is_none();
            lacking.extend(lost.then(|| ("machine type", machine.to_owned())));
            let lost = volume.filter(|volume| volumes.first(volume).is_none());
            lacking.extend(lost.map(|volume| ("volume type", volume.to_owned())));
        }
        set(lacking).into_iter().map(|(what, name)| lacks(self.new_name, what, &name)).collect()
    }
}

fn lacks(profile: &str, what: &str, name: &str) -> Refusal {
    let why = format!("the new profile does not offer the {what} `{name}`");
    Refusal {
        error: FieldError::invalid(FIELD, profile, &why),
        why: Reason::new(&PROFILE_LACKS, name).fact(Fact::named("what", what)),
    }
}
