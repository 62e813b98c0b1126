//! The older fields for architectures, as the API server writes them from capabilities (sections 3.3 and 3.4).
//!
//! It defaults the flavors first, so one that names no architecture has every defined one. Matching images with
//! workers is another rule, see `catalog::architectures` (section 3.5): there a flavor that names none adds
//! none. The two are different code in Gardener, so they differ here.

use crate::base::Interner;
use crate::policy::images::documents::ARCHITECTURE;
use crate::wire::Json;

/// How many of the defined architectures a version gets that names none: as many as there are in the world, and far
/// fewer than a definition could list to be copied into each version.
const MOST: usize = 16;

/// The architectures that a profile defines, as they are written. `None`: it does not define the capability. Of
/// two definitions the last counts.
pub(super) fn defined_architectures(definitions: &[Json]) -> Option<Vec<&str>> {
    let found = definitions.iter().rfind(|definition| definition.text("name") == ARCHITECTURE)?;
    Some(texts(found.list("values")).collect())
}

/// The texts of a list.
pub(super) fn texts(list: &[Json]) -> impl Iterator<Item = &str> {
    list.iter().map(|element| element.as_str().unwrap_or_default())
}

/// The architectures of a version's flavors, each once: a flavor that names none has every defined one, and so has a
/// version without flavors.
pub(super) fn architectures_of_flavors(version: &Json, defined: Option<&[&str]>) -> Json {
    let Some(defined) = defined else { return Json::Array(Vec::new()) };
    let mut found = Distinct::default();
    let flavors = version.list("capabilityFlavors");
    let mut needs_all = flavors.is_empty();
    for flavor in flavors {
        match flavor.get(ARCHITECTURE) {
            Some(own) => found.extend(texts(own.elements())),
            None if needs_all => {}
            None => {
                needs_all = true;
                found.extend(defined.iter().copied().take(MOST));
            }
        }
    }
    if flavors.is_empty() {
        found.extend(defined.iter().copied().take(MOST));
    }
    found.ordered
}

/// The architecture of a machine type, if its capability has exactly one value.
pub(super) fn architecture_of_machine(machine: &Json, defined: Option<&[&str]>) -> Option<String> {
    let defined = defined?;
    let own = machine.get("capabilities").and_then(|capabilities| capabilities.get(ARCHITECTURE));
    let values: Vec<&str> = own.map_or_else(|| defined.to_vec(), |own| texts(own.elements()).collect());
    match values.as_slice() {
        [only] => Some((*only).to_owned()),
        _ => None,
    }
}

/// Texts in the order of their first appearance.
struct Distinct<'t> {
    seen: Interner<'t>,
    ordered: Json,
}

impl Default for Distinct<'_> {
    fn default() -> Self {
        Self { seen: Interner::default(), ordered: Json::Array(Vec::new()) }
    }
}

impl<'t> Distinct<'t> {
    fn extend(&mut self, texts: impl Iterator<Item = &'t str>) {
        let Json::Array(ordered) = &mut self.ordered else { return };
        ordered.extend(texts.filter(|text| self.seen.is_new(text)).map(Json::from));
    }
}

/// The architectures that flavors name, each once.
pub(super) fn named_architectures(version: &Json) -> Json {
    let mut found = Distinct::default();
    for own in version.list("capabilityFlavors").iter().filter_map(|flavor| flavor.get(ARCHITECTURE)) {
        found.extend(texts(own.elements()));
    }
    found.ordered
}

/// One capability map with nothing but architectures.
pub(super) fn capabilities_with<'t>(architectures: impl Iterator<Item = &'t str>) -> Json {
    let mut capabilities = Json::object();
    capabilities.set(ARCHITECTURE, architectures.collect());
    capabilities
}
