//! The merged profiles that Shoots use through NamespacedCloudProfiles, reduced to what the Shoots need: hundreds of
//! profiles may build on a large one.

use crate::base::Names;
use crate::base::sort::set;
use crate::policy::images::documents::Shoot;
use crate::policy::images::stages::{Changes, merge};
use crate::wire::{Json, Pointer, Value};

/// The parts of a profile that some Shoots use.
pub(super) struct Used<'u> {
    types: Names<'u>,
    /// Images with their versions, sorted.
    versions: Vec<(&'u str, &'u str)>,
    /// The images of which all versions are needed.
    images: Names<'u>,
}

impl<'u> Used<'u> {
    pub(super) fn by<'a: 'u>(shoots: impl Iterator<Item = &'u Shoot<'a>> + Clone) -> Self {
        let types = shoots.clone().flat_map(|shoot| shoot.workers()).map(|worker| worker.machine_type());
        Self {
            types: types.collect(),
            versions: set(shoots.flat_map(|shoot| shoot.images())),
            images: Names::default(),
        }
    }

    /// Includes all versions of the used images.
    pub(super) fn with_all_versions(self) -> Self {
        Self { images: self.versions.iter().map(|(image, _)| *image).collect(), ..self }
    }

    /// Merges the used part of a parent's `spec` with that of a NamespacedCloudProfile.
    pub(super) fn merged(&self, parent: Value<'_>, child: Value<'_>) -> Json {
        let child = child.get("spec").map_or_else(Json::object, Json::from);
        let parent = parent.get("spec").unwrap_or(Value::NULL);
        merge(&self.part_of(parent), &child, &Pointer::default(), &mut Changes::default())
    }

    fn part_of(&self, spec: Value<'_>) -> Json {
        let text = |value: Value<'_>, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut part = Json::object();
        for key in ["machineCapabilities", "kubernetes", "volumeTypes", "limits"] {
            if let Some(value) = spec.get(key) {
                part.set(key, value.into());
            }
        }
        let types = spec.get("machineTypes").map(Value::elements).into_iter().flatten();
        let types = types.filter(|machine| self.types.contains(&text(*machine, "name")));
        part.set("machineTypes", Json::Array(types.map(Json::from).collect()));
        let images = spec.get("machineImages").map(Value::elements).into_iter().flatten();
        let images = images.map(|image| {
            let name = text(image, "name");
            if self.images.contains(&name) {
                return Json::from(image);
            }
            let versions = image.get("versions").map(Value::elements).into_iter().flatten();
            let is_used = |version: &Value<'_>| {
                let used = (name.as_str(), text(*version, "version"));
                self.versions.binary_search_by(|known| known.cmp(&(used.0, used.1.as_str()))).is_ok()
            };
            let mut kept = Json::object();
            kept.set("versions", Json::Array(versions.filter(is_used).map(Json::from).collect()));
            kept.set("name", name.into());
            kept
        });
        part.set("machineImages", Json::Array(images.collect()));
        part
    }
}
