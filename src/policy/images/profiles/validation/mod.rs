//! The validation of profiles (section 4, and section 10.1 for NamespacedCloudProfiles). Every check runs, and each
//! error names its field.

mod bastion;
mod capabilities;
mod general;
mod images;
mod kubernetes;
mod machine_types;
mod namespaced;
mod one_supported;
mod seeds;
mod size;
mod updates;
mod versions;

pub(crate) use size::{SizeLimit, is_too_large, largest_parts};

use capabilities::Defined;

use crate::policy::images::documents::{
    CloudProfile, Definition, FeatureGates, ImageVersion, MachineImage, NamespacedCloudProfile, NamespacedSpec,
    ProfileSpec,
};
use crate::policy::images::errors::{ErrorType, FieldError};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::Problem;
use crate::wire::{PathStep, Pointer, Value};

/// What a validation needs besides the document.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'v, 'a> {
    /// Gardener's feature gates.
    pub gates: &'v FeatureGates,
    /// The edition and the time.
    pub asked: &'v Asked<'a>,
    /// The size limit of a document.
    pub limit: SizeLimit,
}

/// What validation finds in a profile by itself.
#[derive(Debug, Default)]
pub struct Found {
    /// All errors in the profile.
    pub errors: Vec<FieldError>,
    /// Warnings for the profile's author.
    pub warnings: Vec<Problem>,
}

/// A validation in progress: its input, and what it has found so far.
#[derive(Debug)]
struct Validation<'v, 'a> {
    gates: &'v FeatureGates,
    asked: &'v Asked<'a>,
    limit: SizeLimit,
    defined: Defined<'v>,
    errors: Vec<FieldError>,
    warnings: Vec<Problem>,
    /// The places of the document in facts and in the request.
    at: [Pointer; 2],
    /// How many more errors may be about a second overlapping version, a third and so on, so that there are not as many
    /// errors as pairs of versions.
    overlaps: usize,
}

/// All errors in a CloudProfile, and warnings about it. `document` is the profile as written, and `old` the profile
/// before an update.
pub(crate) fn cloud_profile<'v>(
    profile: &'v CloudProfile<'_>,
    old: Option<&CloudProfile<'_>>,
    document: &Written<'_>,
    rules: Rules<'v, '_>,
) -> Result<Found, Undecided> {
    let (spec, place) = (profile.spec(), PathStep::ROOT.key("spec"));
    let mut validation = Validation::new(&spec.machine_capabilities, rules);
    validation.at = [document.place(), document.path()];
    validation.name(**document);
    validation.metadata(**document);
    validation.size(**document);
    validation.provider(spec, &place);
    validation.capabilities(&spec.machine_capabilities, &place.key("machineCapabilities"));
    validation.offered_kubernetes(spec.kubernetes_versions(), &place.key("kubernetes"))?;
    validation.offered_images(&spec.machine_images, &place.key("machineImages"))?;
    validation.offered_machine_types(&spec.machine_types, &place.key("machineTypes"));
    validation.volume_types(&spec.volume_types, &place.key("volumeTypes"));
    validation.regions(&spec.regions, &place.key("regions"));
    validation.bastion(spec, &place.key("bastion"))?;
    validation.limits(spec.limits.as_ref(), &place.key("limits"));
    validation.seed_selector(spec.seed_selector.as_ref(), &place.key("seedSelector"));
    if let Some(old) = old {
        validation.update(spec, old.spec(), &place)?;
    }
    Ok(Found { errors: validation.errors, warnings: validation.warnings })
}

/// The errors in the capabilities of a profile, whose `spec` is at `place`, and in everything that names them, so that
/// a fragment of a profile is enough.
pub(crate) fn capabilities<'v>(
    spec: &'v ProfileSpec<'_>,
    place: &PathStep<'_>,
    document: &Written<'_>,
    rules: Rules<'v, '_>,
) -> Found {
    let mut validation = Validation::new(&spec.machine_capabilities, rules);
    validation.at = [document.place(), document.path()];
    validation.capabilities(&spec.machine_capabilities, &place.key("machineCapabilities"));
    validation.capable_images(&spec.machine_images, &place.key("machineImages"));
    validation.capable_machines(&spec.machine_types, &place.key("machineTypes"));
    if spec.machine_capabilities.is_empty() {
        // What the older fields lack has nothing to do with capabilities.
        validation.errors.retain(|error| error.error_type != ErrorType::Required);
    }
    Found { errors: validation.errors, warnings: validation.warnings }
}

/// All errors in a NamespacedCloudProfile by itself. Its admission decides whether it fits its parent.
pub(crate) fn namespaced<'v>(
    profile: &'v NamespacedCloudProfile<'_>,
    old: Option<&NamespacedCloudProfile<'_>>,
    document: Value<'_>,
    rules: Rules<'v, '_>,
) -> Result<Vec<FieldError>, Undecided> {
    let mut validation = Validation::new(&[], rules);
    validation.size(document);
    validation.namespaced(profile, document, old);
    Ok(validation.errors)
}

/// Warns of older architecture fields in a NamespacedCloudProfile that differ from its capabilities, which its parent
/// defines.
pub(crate) fn older_fields_of_child<'v>(
    child: &NamespacedSpec<'_>,
    document: &Written<'_>,
    definitions: &'v [Definition<'_>],
    rules: Rules<'v, '_>,
) -> Vec<Problem> {
    let mut validation = Validation::new(definitions, rules);
    validation.at = [document.place(), document.path()];
    let place = PathStep::ROOT.key("spec");
    validation.capable_images(&child.machine_images, &place.key("machineImages"));
    validation.capable_machines(&child.machine_types, &place.key("machineTypes"));
    validation.warnings
}

/// The errors in a merged profile, which is at `place`. Images and machine types are only checked if there are any.
pub(crate) fn merged<'v>(
    spec: &'v ProfileSpec<'_>,
    place: &PathStep<'_>,
    rules: Rules<'v, '_>,
) -> Result<Vec<FieldError>, Undecided> {
    let mut validation = Validation::new(&spec.machine_capabilities, rules);
    validation.offered_kubernetes(spec.kubernetes_versions(), &place.key("kubernetes"))?;
    if !spec.machine_images.is_empty() {
        validation.offered_images(&spec.machine_images, &place.key("machineImages"))?;
    }
    if !spec.machine_types.is_empty() {
        validation.offered_machine_types(&spec.machine_types, &place.key("machineTypes"));
    }
    validation.volume_types(&spec.volume_types, &place.key("volumeTypes"));
    Ok(validation.errors)
}

/// The errors in an image that a NamespacedCloudProfile adds to those of its parent.
pub(crate) fn added_image<'v>(
    image: &MachineImage<'_>,
    parent: &'v ProfileSpec<'_>,
    place: &PathStep<'_>,
    rules: Rules<'v, '_>,
) -> Result<Vec<FieldError>, Undecided> {
    let mut validation = Validation::new(&parent.machine_capabilities, rules);
    validation.added_image(image, place)?;
    Ok(validation.errors)
}

/// The errors in versions that a NamespacedCloudProfile adds to an image of its parent.
pub(crate) fn added_versions<'v, 'i>(
    versions: impl Iterator<Item = (usize, &'i ImageVersion<'i>)>,
    parent: &'v ProfileSpec<'_>,
    list: &PathStep<'_>,
    rules: Rules<'v, '_>,
) -> Vec<FieldError> {
    let mut validation = Validation::new(&parent.machine_capabilities, rules);
    for (index, version) in versions {
        validation.added_version(version, &list.index(index));
    }
    validation.errors
}

impl<'v, 'a> Validation<'v, 'a> {
    fn new(definitions: &'v [Definition<'_>], rules: Rules<'v, 'a>) -> Self {
        const SECOND_OVERLAPS: usize = 10_000;
        let Rules { gates, asked, limit } = rules;
        let defined = Defined::new(definitions);
        Self {
            gates,
            asked,
            limit,
            defined,
            errors: Vec::new(),
            warnings: Vec::new(),
            at: Default::default(),
            overlaps: SECOND_OVERLAPS,
        }
    }

    fn required(&mut self, field: PathStep<'_>, why: &str) {
        self.errors.push(FieldError::required(field, why));
    }

    fn invalid(&mut self, field: PathStep<'_>, value: &str, why: &str) {
        self.errors.push(FieldError::invalid(field, value, why));
    }

    fn forbidden(&mut self, field: PathStep<'_>, why: &str) {
        self.errors.push(FieldError::forbidden(field, why));
    }

    fn duplicate(&mut self, field: PathStep<'_>, value: &str) {
        self.errors.push(FieldError::duplicate(field, value));
    }

    /// The places of a field in facts and in the request.
    fn at(&self, field: PathStep<'_>) -> [Pointer; 2] {
        self.at.clone().map(|at| at.join(&Pointer::parsed(&field.pointer())))
    }

    fn not_supported(&mut self, field: PathStep<'_>, value: &str, supported: &[&str]) {
        self.errors.push(FieldError::not_supported(field, value, supported));
    }
}
