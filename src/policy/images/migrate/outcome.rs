//! The migrated profile: whether the API server would accept it, and the NamespacedCloudProfiles that build on it.

use super::findings::{Findings, Migrating};
use super::plan::Plan;
use super::versions::place_of;
use crate::base::sort;
use crate::policy::images::edits::Operation;
use crate::policy::images::errors::within;
use crate::policy::images::profiles::in_use::{Told, Users, Violation, update_of_cloud_profile};
use crate::policy::images::profiles::worse;
use crate::policy::images::reasons::{MIGRATED_PROFILE_REFUSED, MIGRATED_VERSION_OVERRIDDEN};
use crate::policy::images::store::{Profile, Scope};
use crate::question::{Asked, Undecided};
use crate::reason::Fact;
use crate::review::patch::apply;
use crate::wire::{Json, Pointer};

/// A profile before and after its migration.
pub(super) struct Outcome<'p, 'a> {
    plan: &'p Plan<'p, 'a>,
    before: &'p Profile<'a>,
    after: Profile<'a>,
}

impl<'p, 'a> Outcome<'p, 'a> {
    /// Applies the patch of a plan.
    pub(super) fn of(
        plan: &'p Plan<'p, 'a>,
        before: &'p Profile<'a>,
        patch: &[Operation],
        asked: &Asked<'a>,
    ) -> Result<Self, Undecided> {
        let mut whole = Json::from(*before.written);
        for operation in patch {
            // The patch was made for this document. Where a path does not exist, there is nothing to migrate.
            let _ = apply(&mut whole, &[operation.json()]);
        }
        let document = whole.to_document();
        drop(whole);
        let written = before.written.with(asked.keep(document).root());
        Ok(Self { plan, before, after: Profile::read(Scope::Cluster, written)? })
    }

    /// Reports what the API server would refuse after the migration but not before it.
    pub(super) fn check(&self, users: &Users<'a>, asked: &Asked<'a>, found: &mut Findings) -> Result<(), Undecided> {
        for error in worse([self.before, &self.after], asked)? {
            found.error(|| {
                Migrating::new(&MIGRATED_PROFILE_REFUSED, self.place(&error.field), error.field.as_str())
                    .fact(Fact::named("detail", error.detail.as_str()))
            });
        }
        let (Some(old), Some(new)) = (self.before.cluster(), self.after.cluster()) else { return Ok(()) };
        let written = [&self.before.written, &self.after.written];
        let effects = update_of_cloud_profile([old, new], written, users, Told::BesidesPools, asked)?;
        for violation in effects.violations.iter().filter(|violation| !violation.is_of_shoot()) {
            found.error(|| {
                Migrating::new(&MIGRATED_VERSION_OVERRIDDEN, place_in(users, violation), violation.value.as_str())
                    .fact(Fact::named("user", violation.used_by.as_str()))
            });
        }
        Ok(())
    }

    /// Maps a field of the migrated profile to its place in the original one, or in what was given.
    fn place(&self, field: &str) -> Pointer {
        let at = within(*self.after.written, field).0;
        let steps: Vec<&str> = at.as_str().split('/').skip(1).collect();
        match steps.as_slice() {
            ["spec", "machineCapabilities", rest @ ..] => {
                let by_name = || {
                    let name = field.strip_prefix("spec.machineCapabilities.")?;
                    let named = self.plan.defined.list.iter().map(|it| it.name()).enumerate();
                    let named = named.filter(|(_, it)| !it.is_empty() && name.starts_with(it));
                    named.max_by_key(|(_, it)| it.len()).map(|(place, _)| place)
                };
                let written = rest.first().and_then(|place| place.parse().ok()).or_else(by_name);
                self.plan.defined.place(written)
            }
            ["spec", "machineImages", image, "versions", version, rest @ ..] => {
                let number = |step: &str| step.parse::<usize>().ok();
                let mut heads: Vec<usize> = Vec::new();
                let of_image = self.plan.targets.iter().filter(|target| number(image) == Some(target.image));
                heads.extend(of_image.filter_map(|target| Some(target.head()?.version)));
                sort::sort(&mut heads);
                let before = number(version).and_then(|place| heads.get(place)).zip(number(image));
                before.map_or(Pointer::to("spec").key("machineImages"), |(version, image)| {
                    rest.iter().fold(place_of(image, *version), |place, step| {
                        place.join(&Pointer::parsed(&format!("/{step}")))
                    })
                })
            }
            ["spec", "providerConfig", ..] => Pointer::to("spec").key("providerConfig"),
            _ => at,
        }
    }
}

/// Where a NamespacedCloudProfile mentions a version that goes away.
fn place_in(users: &Users<'_>, violation: &Violation) -> Pointer {
    let Some(child) = users.namespaced.iter().find(|child| child.full_name() == violation.used_by) else {
        return Pointer::to("given").key("namespacedCloudProfiles");
    };
    let images = child.spec().machine_images.iter().enumerate();
    let mut versions = images.flat_map(|(image, it)| {
        it.versions.iter().enumerate().map(move |(place, version)| (image, place, it.name(), version.version()))
    });
    let found = versions.find(|(.., image, version)| format!("{image}:{version}") == violation.value);
    found.map_or_else(|| child.path(), |(image, version, ..)| child.path().join(&place_of(image, version)))
}
