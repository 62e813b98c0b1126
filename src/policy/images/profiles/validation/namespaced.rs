//! NamespacedCloudProfiles by themselves (section 10.1).

use super::Validation;
use crate::policy::images::documents::{NamespacedCloudProfile, NamespacedSpec};
use crate::policy::images::errors::FieldError;
use crate::policy::images::profiles::names;
use crate::wire::{PathStep, Value};

impl Validation<'_, '_> {
    pub(super) fn namespaced(
        &mut self,
        profile: &NamespacedCloudProfile<'_>,
        document: Value<'_>,
        old: Option<&NamespacedCloudProfile<'_>>,
    ) {
        self.name(document);
        self.namespace(profile);
        self.metadata(document);
        let (spec, place) = (profile.spec(), PathStep::ROOT.key("spec"));
        self.parent(spec, old.map(NamespacedCloudProfile::spec), &place.key("parent"));
        self.overridden_kubernetes(spec, &place.key("kubernetes"));
        self.own_images(spec, &place.key("machineImages"));
        let _: Vec<usize> = self.machine_types(&spec.machine_types, &place.key("machineTypes"));
        self.volume_types(&spec.volume_types, &place.key("volumeTypes"));
        self.limits(spec.limits.as_ref(), &place.key("limits"));
        if old.is_some() {
            // An update checks the limit a second time.
            self.limits(spec.limits.as_ref(), &place.key("limits"));
        }
        self.certificates(spec.ca_bundle, &place);
    }

    fn namespace(&mut self, profile: &NamespacedCloudProfile<'_>) {
        let namespace = profile.metadata.as_ref().and_then(|metadata| metadata.namespace).unwrap_or_default();
        let metadata = PathStep::ROOT.key("metadata");
        let field = metadata.key("namespace");
        if namespace.is_empty() {
            self.required(field, "the profile belongs to a namespace");
        } else {
            self.flawed(field, namespace, names::domain_part(namespace));
        }
    }

    fn parent(&mut self, new: &NamespacedSpec<'_>, old: Option<&NamespacedSpec<'_>>, place: &PathStep<'_>) {
        let parts = |spec: &NamespacedSpec<'_>| -> (String, String) {
            let part = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let parent = spec.parent.as_ref();
            (part(parent.and_then(|parent| parent.kind)), part(parent.and_then(|parent| parent.name)))
        };
        let (kind, name) = parts(new);
        if kind != "CloudProfile" {
            self.not_supported(place.key("kind"), &kind, &["CloudProfile"]);
        }
        if name.is_empty() {
            self.required(place.key("name"), "the profile builds on a CloudProfile");
        }
        if let Some((_, was)) = old.map(parts).filter(|was| *was != (kind, name.clone())) {
            self.errors.push(FieldError::invalid(*place, name, &format!("may not change, it was `{was}`")));
        }
    }

    /// Kubernetes versions are the parent's, and only their expiration is overridden.
    fn overridden_kubernetes(&mut self, spec: &NamespacedSpec<'_>, place: &PathStep<'_>) {
        let list = place.key("versions");
        let versions = spec.kubernetes_versions();
        self.kubernetes_versions(versions, &list);
        for (index, version) in versions.iter().enumerate() {
            if version.classification.is_some() {
                let entry = list.index(index);
                self.forbidden(entry.key("classification"), "only the parent says what a version is");
            }
        }
    }

    /// Images may be the parent's, so most of what an image needs may be missing.
    fn own_images(&mut self, spec: &NamespacedSpec<'_>, place: &PathStep<'_>) {
        self.image_list(&spec.machine_images, place);
        for (index, image) in spec.machine_images.iter().enumerate() {
            let entry = place.index(index);
            self.image(image, &entry, false);
            for (index, version) in image.versions.iter().enumerate() {
                let list = entry.key("versions");
                self.version(version, &list.index(index));
                self.known_architectures(version, &list.index(index));
            }
        }
    }
}
