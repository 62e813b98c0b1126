//! What an update of a profile of a namespace may not take away.

use std::collections::{BTreeMap, BTreeSet};

use super::cloud_profile::{exceeded_limit, image_versions};
use super::users::{Users, is_being_deleted, name_of, namespace_of};
use super::{Violation, What};
use crate::policy::images::documents::{NamespacedCloudProfile, NamespacedSpec, ProfileSpec, Shoot};
use crate::policy::images::versions::{Classification, HasLifecycle, current};
use crate::question::{Asked, Undecided};

/// The uses that an update of a NamespacedCloudProfile would break: what it no longer has is the parent's again. One
/// that is being deleted may lose everything.
pub(crate) fn update_of_namespaced(
    new: &NamespacedCloudProfile<'_>,
    old: &NamespacedCloudProfile<'_>,
    parent: &ProfileSpec<'_>,
    users: &Users<'_>,
    asked: &Asked<'_>,
) -> Result<Vec<Violation>, Undecided> {
    if is_being_deleted(new.metadata.as_ref()) {
        return Ok(Vec::new());
    }
    let (namespace, name) = (namespace_of(new.metadata.as_ref()), name_of(new.metadata.as_ref()));
    let uses = |shoot: &&Shoot<'_>| shoot.uses_namespaced(namespace, name) && !shoot.is_being_deleted();
    let shoots: Vec<&Shoot<'_>> = users.shoots.iter().map(|shoot| -> &Shoot<'_> { shoot }).filter(uses).collect();
    let removed = Removed::between(new.spec(), old.spec());
    let mut violations = Vec::new();
    let kubernetes: BTreeMap<&str, _> =
        parent.kubernetes_versions().iter().map(|version| (version.text(), version)).collect();
    let images: BTreeMap<(&str, &str), _> = parent
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter().map(|version| ((image.name(), version.version()), version)))
        .collect();
    for shoot in &shoots {
        let version = shoot.kubernetes_version();
        // A version that the parent does not have is nobody's to protect.
        if removed.kubernetes.contains(version) && is_expired(kubernetes.get(version).copied(), asked)? == Some(true) {
            violations.push(shoot.violation(What::KubernetesVersion, version.to_owned()));
        }
        for (image, version) in shoot.images().filter(|used| removed.images.contains(used)) {
            if is_expired(images.get(&(image, version)).copied(), asked)? != Some(false) {
                violations.push(shoot.violation(What::MachineImageVersion, format!("{image}:{version}")));
            }
        }
    }
    let limits = (new.spec().limits.as_ref(), old.spec().limits.as_ref());
    violations.extend(exceeded_limit(limits.0, limits.1, &shoots));
    Ok(violations)
}

/// Whether a version has expired. `None`: there is no version.
fn is_expired<'a>(version: Option<&impl HasLifecycle<'a>>, asked: &Asked<'_>) -> Result<Option<bool>, Undecided> {
    let Some(version) = version else { return Ok(None) };
    Ok(Some(current(version, asked)? == Classification::Expired))
}

/// What a profile no longer has.
struct Removed<'r> {
    kubernetes: BTreeSet<&'r str>,
    images: BTreeSet<(&'r str, &'r str)>,
}

impl<'r> Removed<'r> {
    fn between(new: &'r NamespacedSpec<'_>, old: &'r NamespacedSpec<'_>) -> Self {
        let texts = |spec: &'r NamespacedSpec<'_>| -> BTreeSet<&'r str> {
            spec.kubernetes_versions().iter().map(|version| version.version.unwrap_or_default()).collect()
        };
        let images = |spec: &'r NamespacedSpec<'_>| -> BTreeSet<(&'r str, &'r str)> {
            let each = image_versions(&spec.machine_images).into_iter();
            each.flat_map(|(image, versions)| versions.into_iter().map(move |version| (image, version))).collect()
        };
        Self {
            kubernetes: texts(old).difference(&texts(new)).copied().collect(),
            images: images(old).difference(&images(new)).copied().collect(),
        }
    }
}
