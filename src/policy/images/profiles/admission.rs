//! Whether a NamespacedCloudProfile fits its parent (section 10.3). The steps stop at the first one that fails.

use super::validation;
use super::validation::{Rules, SizeLimit};
use crate::base::sort::alike;
use crate::base::{Instant, Known, Names};
use crate::policy::images::documents::{
    CloudProfile, ExpirableVersion, FeatureGates, ImageVersion, MachineImage, NamespacedCloudProfile, NamespacedSpec,
    ProfileSpec, RawTime, image_versions, is_same,
};
use crate::policy::images::errors::FieldError;
use crate::policy::images::stages::{Changes, merge, transform};
use crate::policy::images::versions::{Classification, HasLifecycle, current, undated};
use crate::question::{Asked, Undecided};
use crate::wire::{Json, PathStep, Pointer, Value, answer, read, words};

answer! {
    /// Whether a NamespacedCloudProfile fits its parent.
    #[derive(Default)]
    pub struct Admitted {
        /// Whether the profile is admitted.
        allowed: bool,
        /// The refused fields; empty if the profile is refused as a whole.
        errors: Vec<FieldError>,
        /// Why the profile is refused as a whole; absent if it is not, or if there is no parent.
        reason: Option<NotAdmitted>,
        /// The reason for refusing the profile as a whole, as a sentence; absent if it is not.
        message: Option<String>,
        /// The errors in the merged profile; absent if it is valid or was not checked.
        merged_errors ["mergedErrors"]: Option<Vec<FieldError>>,
    }
}

words! {
    /// Why a NamespacedCloudProfile is refused as a whole.
    pub enum NotAdmitted {
        /// An override of a Kubernetes version is not allowed.
        KubernetesOverride = "kubernetes-override-invalid",
        /// The merged profile is not valid.
        MergedStatus = "merged-status-invalid",
    }
}

/// The documents that decide whether a NamespacedCloudProfile is admitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admission<'d> {
    /// The NamespacedCloudProfile.
    pub child: Value<'d>,
    /// The NamespacedCloudProfile before an update.
    pub old: Option<Value<'d>>,
    /// The CloudProfile that it builds on.
    pub parent: Value<'d>,
    /// Gardener's feature gates.
    pub gates: &'d FeatureGates,
}

impl Admission<'_> {
    /// Whether this is an update that changes nothing that needs admission.
    pub(crate) fn is_unchanged(&self) -> bool {
        let metadata = self.child.get("metadata");
        let is_being_deleted =
            metadata.and_then(|metadata| metadata.get("deletionTimestamp")).is_some_and(|at| !at.is_null());
        self.old.is_some_and(|old| {
            is_same(old.get("spec"), self.child.get("spec"))
                && (is_being_deleted || is_same(old.get("metadata"), metadata))
        })
    }

    /// Admits the profile, or says why not. An update that changes nothing is always admitted.
    pub(crate) fn decide(&self, asked: &Asked<'_>) -> Result<Admitted, Undecided> {
        if self.is_unchanged() { Ok(allowed()) } else { self.judge(asked) }
    }

    /// Like `decide`, but judges an update even if it changes nothing.
    pub(super) fn judge(&self, asked: &Asked<'_>) -> Result<Admitted, Undecided> {
        let (parent, _) = read::<CloudProfile<'_>>(self.parent, "")?;
        let definitions = parent_definitions(self.parent);
        let own = transformed(self.child, &definitions);
        let spec: NamespacedSpec<'_> = read(Value::from(&own), "")?.0;
        let before = self.old.map(|old| transformed(old, &definitions));
        let old = self.old.map(|old| read::<NamespacedCloudProfile<'_>>(old, "")).transpose();
        let old = old?.map(|(old, _)| old);
        let step = Step {
            parent: parent.spec(),
            own: written_versions(&own),
            old: before.as_ref().zip(old.as_ref()).map(|(before, old)| Before::new(before, old)),
            rules: self.rules(asked),
        };
        if let Some(message) = step.kubernetes(&spec)? {
            return Ok(refused(NotAdmitted::KubernetesOverride, message));
        }
        let errors = each_once(step.images(&spec)?);
        if !errors.is_empty() {
            return Ok(Admitted { errors, ..Admitted::default() });
        }
        self.merged(asked)
    }

    /// The validation rules. The profile was validated by itself before, including its size, so the default limit will
    /// do.
    fn rules<'r, 'a>(&'r self, asked: &'r Asked<'a>) -> Rules<'r, 'a> {
        Rules { gates: self.gates, asked, limit: SizeLimit::default() }
    }

    /// The last step: checks the merged profile by the rules for CloudProfiles.
    fn merged(&self, asked: &Asked<'_>) -> Result<Admitted, Undecided> {
        let part = |value: Value<'_>| value.get("spec").map_or_else(Json::object, Json::from);
        let merged = merge(&part(self.parent), &part(self.child), &Pointer::default(), &mut Changes::default());
        let (spec, _) = read::<ProfileSpec<'_>>(Value::from(&merged), "")?;
        let errors =
            validation::merged(&spec, &PathStep::ROOT.key("status").key("cloudProfileSpec"), self.rules(asked))?;
        if errors.is_empty() {
            return Ok(allowed());
        }
        let mut all: Vec<String> =
            errors.iter().take(LISTED).map(|error| format!("{}: {}", error.field, error.detail)).collect();
        if errors.len() > LISTED {
            all.push(format!("and {} more", errors.len() - LISTED));
        }
        let message = format!("merged with its parent the profile is not valid: {}", all.join("; "));
        Ok(Admitted { merged_errors: Some(errors), ..refused(NotAdmitted::MergedStatus, message) })
    }
}

/// The most errors that a message repeats.
const LISTED: usize = 100;

/// Removes duplicate errors.
fn each_once(errors: Vec<FieldError>) -> Vec<FieldError> {
    let groups = alike(&errors, |left, right| {
        let words = left.error_type.word().cmp(right.error_type.word());
        words.then_with(|| left.field.cmp(&right.field)).then_with(|| left.detail.cmp(&right.detail))
    });
    groups.iter().filter_map(|group| errors.get(*group.first()? as usize)).cloned().collect()
}

/// The answer about a profile that is admitted.
pub(super) fn allowed() -> Admitted {
    Admitted { allowed: true, ..Admitted::default() }
}

fn refused(reason: NotAdmitted, message: String) -> Admitted {
    Admitted { reason: Some(reason), message: Some(message), ..Admitted::default() }
}

fn parent_definitions(parent: Value<'_>) -> Json {
    parent.get("spec").and_then(|spec| spec.get("machineCapabilities")).map(Json::from).unwrap_or_default()
}

/// The `spec` of a profile in the format of its parent.
fn transformed(profile: Value<'_>, definitions: &Json) -> Json {
    let mut spec = profile.get("spec").map_or_else(Json::object, Json::from);
    transform(&mut spec, definitions.elements(), &PathStep::Root(""), &mut Changes::default());
    spec
}

/// The name of an image and a version of it.
type Versioned<'d> = (&'d str, &'d str);

/// The NamespacedCloudProfile before an update.
struct Before<'d> {
    /// The update strategy of each image.
    strategies: Known<&'d str, &'d str>,
    versions: Known<Versioned<'d>, Value<'d>>,
    /// The expiration dates in the result of merging it with its parent.
    kubernetes_in_force: Known<&'d str, Instant>,
    images_in_force: Known<Versioned<'d>, Instant>,
}

impl<'d> Before<'d> {
    fn new(transformed: &'d Json, old: &'d NamespacedCloudProfile<'_>) -> Self {
        const NOTHING: &ProfileSpec<'static> = &ProfileSpec::NOTHING;
        let merged = old.status.as_ref().and_then(|status| status.cloud_profile_spec.as_ref()).unwrap_or(NOTHING);
        let images = &old.spec().machine_images;
        let kubernetes = merged.kubernetes_versions().iter();
        let versions = merged.machine_images.iter().flat_map(|image| {
            image.versions.iter().map(|version| ((image.name(), version.version()), version.expiration_date))
        });
        Self {
            strategies: images.iter().map(|image| (image.name(), image.update_strategy.unwrap_or_default())).collect(),
            versions: written_versions(transformed),
            kubernetes_in_force: kubernetes
                .filter_map(|version| Some((text(version), version.expiration_date?.instant)))
                .collect(),
            images_in_force: versions.filter_map(|(version, date)| Some((version, date?.instant))).collect(),
        }
    }
}

/// The versions of all images in a `spec`, as written.
fn written_versions(spec: &Json) -> Known<Versioned<'_>, Value<'_>> {
    let mut written = Known::default();
    for image in Value::from(spec).get("machineImages").map(Value::elements).into_iter().flatten() {
        let image_name = image.get("name").and_then(Value::as_str).unwrap_or_default();
        for version in image.get("versions").map(Value::elements).into_iter().flatten() {
            written.insert((image_name, version.get("version").and_then(Value::as_str).unwrap_or_default()), version);
        }
    }
    written
}

/// What the steps of the admission need.
struct Step<'s, 'a> {
    parent: &'s ProfileSpec<'s>,
    /// The image versions of the profile, as written.
    own: Known<Versioned<'s>, Value<'s>>,
    old: Option<Before<'s>>,
    rules: Rules<'s, 'a>,
}

impl Step<'_, '_> {
    /// Checks the Kubernetes versions, which have to be the parent's and may only override the expiration. Returns the
    /// first mistake.
    fn kubernetes(&self, spec: &NamespacedSpec<'_>) -> Result<Option<String>, Undecided> {
        let known: Names<'_> = self.parent.kubernetes_versions().iter().map(text).collect();
        for version in spec.kubernetes_versions() {
            let text = text(version);
            if !known.contains(text) {
                return Ok(Some(format!("the parent has no Kubernetes version `{text}` to override")));
            }
            let Some(date) = version.expiration_date else {
                return Ok(Some(format!("the override of Kubernetes version `{text}` has no `expirationDate`")));
            };
            let in_force = self.old.as_ref().and_then(|old| old.kubernetes_in_force.get(text));
            if self.is_newly_past(version, date, in_force)? {
                let date = date.text;
                return Ok(Some(format!(
                    "the `expirationDate` `{date}` of Kubernetes version `{text}` is in the past"
                )));
            }
        }
        Ok(None)
    }

    /// Whether an update gives an expired version an expiration date other than the one in force.
    fn is_newly_past<'v>(
        &self,
        version: &impl HasLifecycle<'v>,
        date: RawTime<'_>,
        in_force: Option<&Instant>,
    ) -> Result<bool, Undecided> {
        Ok(self.old.is_some()
            && in_force != Some(&date.instant)
            && current(version, self.rules.asked)? == Classification::Expired)
    }

    fn images(&self, spec: &NamespacedSpec<'_>) -> Result<Vec<FieldError>, Undecided> {
        let own = PathStep::ROOT.key("spec");
        let place = own.key("machineImages");
        let parents: Names<'_> = self.parent.machine_images.iter().map(MachineImage::name).collect();
        let known = image_versions(&self.parent.machine_images);
        let mut errors = Vec::new();
        for (index, image) in spec.machine_images.iter().enumerate() {
            let entry = place.index(index);
            if parents.contains(image.name()) {
                self.known_image(image, &known, &entry, &mut errors)?;
            } else {
                errors.extend(validation::added_image(image, self.parent, &entry, self.rules)?);
            }
        }
        Ok(errors)
    }

    /// Checks an image that the parent also has. Its versions override the parent's or are added to them.
    fn known_image(
        &self,
        image: &MachineImage<'_>,
        known: &[Versioned<'_>],
        place: &PathStep<'_>,
        errors: &mut Vec<FieldError>,
    ) -> Result<(), Undecided> {
        let strategy = self.old.as_ref().and_then(|old| old.strategies.get(image.name()));
        if strategy.is_some_and(|strategy| *strategy != image.update_strategy.unwrap_or_default()) {
            errors.push(FieldError::forbidden(
                place.key("updateStrategy"),
                "the parent has the image: `updateStrategy` may not change",
            ));
        }
        let list = place.key("versions");
        let is_known = |version: &ImageVersion<'_>| known.binary_search(&(image.name(), version.version())).is_ok();
        let versions = || image.versions.iter().enumerate();
        for (index, version) in versions().filter(|(_, version)| is_known(version)) {
            self.known_version((image.name(), version.version()), version, &list.index(index), errors)?;
        }
        let added = versions().filter(|(_, version)| !is_known(version));
        errors.extend(validation::added_versions(added, self.parent, &list, self.rules));
        Ok(())
    }

    /// Checks a version that the parent also has. It may only override the expiration.
    fn known_version(
        &self,
        key: Versioned<'_>,
        version: &ImageVersion<'_>,
        place: &PathStep<'_>,
        errors: &mut Vec<FieldError>,
    ) -> Result<(), Undecided> {
        match self.old.as_ref().and_then(|old| old.versions.get(&key)) {
            Some(before) => {
                if self.own.get(&key).is_none_or(|now| !same_but_expiration(*before, *now)) {
                    let why = "the parent has the version: only `expirationDate` may change";
                    errors.push(FieldError::forbidden(*place, why));
                }
            }
            None => only_expiration(version, place, errors),
        }
        let Some(date) = version.expiration_date else { return Ok(()) };
        let in_force = self.old.as_ref().and_then(|old| old.images_in_force.get(&key));
        if self.is_newly_past(version, date, in_force)? {
            errors.push(FieldError::invalid(place.key("expirationDate"), date.text, "is in the past"));
        }
        Ok(())
    }
}

fn same_but_expiration(a: Value<'_>, b: Value<'_>) -> bool {
    let rest = |value: Value<'_>| {
        let mut version = Json::from(value);
        version.remove("expirationDate");
        for key in ["architectures", "capabilityFlavors", "cri", "lifecycle"] {
            // The API server does not distinguish an empty list from a missing one, and defaulting and the
            // transformation add missing lists.
            if version.get(key).is_some_and(|list| list.elements().is_empty()) {
                version.remove(key);
            }
        }
        version
    };
    is_same(Some(Value::from(&rest(a))), Some(Value::from(&rest(b))))
}

/// Checks the first override of a parent's version, which has to set the expiration and nothing else.
fn only_expiration(version: &ImageVersion<'_>, place: &PathStep<'_>, errors: &mut Vec<FieldError>) {
    let has = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
    let set = [
        ("classification", has(version.classification)),
        ("cri", !version.cri.is_empty()),
        ("architectures", !version.architectures.is_empty()),
        ("capabilityFlavors", !version.capability_flavors.is_empty()),
        ("kubeletVersionConstraint", has(version.kubelet_version_constraint)),
        ("inPlaceUpdates", version.in_place_updates.is_some()),
    ];
    for (key, _) in set.iter().filter(|(_, is_set)| *is_set) {
        errors.push(FieldError::forbidden(place.key(key), "of a version of the parent only `expirationDate` is set"));
    }
    errors.extend(undated(version, place));
}

fn text<'a>(version: &ExpirableVersion<'a>) -> &'a str {
    version.version.unwrap_or_default()
}
