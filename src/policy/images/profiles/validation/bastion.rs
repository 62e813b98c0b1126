//! The machine of bastion hosts (section 4.7).

use super::Validation;
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, BastionImage, Capabilities, ImageVersion, ProfileSpec};
use crate::policy::images::versions::{Classification, current};
use crate::question::Undecided;
use crate::wire::PathStep;

impl Validation<'_, '_> {
    pub(super) fn bastion(&mut self, spec: &ProfileSpec<'_>, place: &PathStep<'_>) -> Result<(), Undecided> {
        let Some(bastion) = &spec.bastion else { return Ok(()) };
        if bastion.machine_type.is_none() && bastion.machine_image.is_none() {
            self.invalid(*place, "", "name a machine type or a machine image");
        }
        let mut architecture = None;
        if let Some(named) = &bastion.machine_type {
            let name = named.name.unwrap_or_default();
            match spec.machine_type(name) {
                Some(machine) => {
                    architecture = Some(architectures::of_machine_type(machine, &spec.machine_capabilities));
                }
                None => self.invalid(place.key("machineType").key("name"), name, "is none of `spec.machineTypes`"),
            }
        }
        match &bastion.machine_image {
            Some(image) => self.bastion_image(image, spec, architecture, &place.key("machineImage")),
            None => Ok(()),
        }
    }

    fn bastion_image(
        &mut self,
        named: &BastionImage<'_>,
        spec: &ProfileSpec<'_>,
        architecture: Option<&str>,
        place: &PathStep<'_>,
    ) -> Result<(), Undecided> {
        let name = named.name.unwrap_or_default();
        let Some(image) = spec.image(name) else {
            self.invalid(place.key("name"), name, "is none of `spec.machineImages`");
            return Ok(());
        };
        let (field, value, versions) = match named.version {
            None => (place.key("name"), name, image.versions.as_slice()),
            Some(text) => match image.version(text) {
                Some(version) => (place.key("version"), text, std::slice::from_ref(version)),
                None => {
                    self.invalid(place.key("version"), text, "is no version of the image");
                    return Ok(());
                }
            },
        };
        for version in versions {
            let classified = version.classification.is_some();
            if classified
                && self.may_boot(version, architecture)
                && current(version, self.asked)? == Classification::Supported
            {
                return Ok(());
            }
        }
        let wanted = architecture.map(|architecture| format!(" and has the architecture `{architecture}`"));
        let why =
            format!("a bastion needs a version that is classified as `supported` now{}", wanted.unwrap_or_default());
        self.invalid(field, value, &why);
        Ok(())
    }

    /// Whether a version has the architecture, if one is asked for. A definition counts as much as a flavor here.
    fn may_boot(&self, version: &ImageVersion<'_>, architecture: Option<&str>) -> bool {
        let Some(architecture) = architecture else { return true };
        let wanted = |values: &[&str]| values.contains(&architecture);
        if self.defined.is_empty() {
            return wanted(&version.architectures);
        }
        let named = |(_, flavor): (_, &Capabilities<'_>)| flavor.get(ARCHITECTURE).is_some_and(|values| wanted(values));
        wanted(self.defined.architectures()) || version.flavors().any(named)
    }
}
