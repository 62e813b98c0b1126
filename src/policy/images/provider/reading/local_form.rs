//! Brings a child's configuration into the form of its parent, as the local provider does (section 17.6).

use crate::wire::Json;

/// Converts every entry. With definitions, an entry without flavors becomes one flavor; without, the first flavor's
/// image becomes the entry's. An entry in the design text's form already is a flavor.
pub fn in_parents_form(config: &mut Json, has_definitions: bool) {
    for image in config.list_mut("machineImages") {
        for entry in image.list_mut("versions") {
            if has_definitions {
                to_flavors(entry);
            } else {
                to_image(entry);
            }
        }
    }
}

fn to_flavors(entry: &mut Json) {
    let is_flat = entry.get("capabilities").is_some_and(|own| *own != Json::Null);
    if is_flat || !entry.lacks("capabilityFlavors") {
        return;
    }
    let mut flavor = Json::object();
    flavor.set("image", entry.remove("image").unwrap_or_else(|| "".into()));
    entry.set("capabilityFlavors", Json::Array(vec![flavor]));
}

fn to_image(entry: &mut Json) {
    // In the design text's form the entry itself has the image.
    entry.remove("capabilities");
    let flavors = entry.remove("capabilityFlavors").unwrap_or_default();
    if let Some(first) = flavors.elements().first() {
        entry.set("image", first.text("image").into());
    }
}
