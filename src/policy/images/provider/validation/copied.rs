//! What a provider's webhook copies into a NamespacedCloudProfile before anything is validated (section 17.5).

use super::follow::flavors_only_mapped;
use crate::base::sort;
use crate::policy::images::provider::written::Provider;
use crate::policy::images::store::Written;
use crate::question::Asked;
use crate::reason::Problem;
use crate::wire::{Json, Value};

/// Returns the profile with the flavors of the versions that list none although the profile's configuration does, and a
/// warning about them. `None` if there are no such versions, or nothing is copied.
pub fn with_mapped_flavors<'a>(
    provider: Provider,
    child: &Written<'a>,
    parent: &Written<'a>,
    asked: &Asked<'a>,
) -> Option<(Written<'a>, Problem)> {
    let defined = parent.get("spec")?.get("machineCapabilities")?;
    if provider == Provider::Local || defined.elements().next().is_none() {
        return None;
    }
    let mapped = mapped_flavors(child.get("spec")?.get("providerConfig")?);
    let find = |key: (&str, &str)| Some(mapped.get(mapped.binary_search_by(|(own, _)| (*own).cmp(&key)).ok()?)?.1);
    let (mut whole, mut filled) = (Json::from(**child), Vec::new());
    for image in whole.get_mut("spec")?.list_mut("machineImages") {
        let name = image.text("name").to_owned();
        for version in image.list_mut("versions").iter_mut().filter(|version| version.lacks("capabilityFlavors")) {
            let number = version.text("version").to_owned();
            if let Some(flavors) = find((&name, &number)) {
                let capabilities = |flavor: Value<'_>| flavor.get("capabilities").map_or_else(Json::object, Json::from);
                version.set("capabilityFlavors", flavors.elements().map(capabilities).collect());
                filled.push(format!("{name}:{number}"));
            }
        }
    }
    let first = filled.first()?;
    let problem = flavors_only_mapped(child.path().key("spec").key("machineImages"), filled.len(), first);
    Some((child.with(asked.keep(whole.to_document()).root()), problem))
}

/// The flavors of each image and version that has any in a configuration, sorted. The last entry of a version counts.
fn mapped_flavors(config: Value<'_>) -> Vec<((&str, &str), Value<'_>)> {
    fn list<'a>(owner: Value<'a>, key: &str) -> impl Iterator<Item = Value<'a>> {
        owner.get(key).map(Value::elements).into_iter().flatten()
    }
    let mut mapped = Vec::new();
    for image in list(config, "machineImages") {
        let Some(name) = image.get("name").and_then(Value::as_str) else { continue };
        for entry in list(image, "versions") {
            let flavors = entry.get("capabilityFlavors").filter(|flavors| flavors.elements().next().is_some());
            if let Some((version, flavors)) = entry.get("version").and_then(Value::as_str).zip(flavors) {
                mapped.push(((name, version), flavors));
            }
        }
    }
    mapped.reverse();
    sort::sort_by(&mut mapped, |(left, _), (right, _)| left.cmp(right));
    mapped.dedup_by(|(later, _), (earlier, _)| later == earlier);
    mapped
}
