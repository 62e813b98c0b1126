//! The older architecture fields, as the API server writes them from capabilities (sections 3.3 and 3.4).
//!
//! The API server defaults the flavors first, so a flavor that names no architecture has every defined one. Matching
//! images with workers follows another rule, see `catalog::architectures` (section 3.5): there a flavor that names no
//! architecture adds none in the edition `upstream`, and a legacy list counts. The two rules are separate code in
//! Gardener, so they differ here too.

use crate::base::Interner;
use crate::policy::images::documents::ARCHITECTURE;
use crate::wire::Json;

/// The maximum number of defined architectures to copy into a version that names none: enough for all that exist, and
/// far fewer than a definition could list.
const MOST: usize = 16;

/// Returns the architectures that a profile defines, as written. `None`: it does not define the capability. If there
/// are two definitions, the last one counts.
pub(super) fn defined_architectures(definitions: &[Json]) -> Option<Vec<&str>> {
    let found = definitions.iter().rfind(|definition| definition.text("name") == ARCHITECTURE)?;
    Some(texts(found.list("values")).collect())
}

/// Returns the texts of a list.
pub(super) fn texts(list: &[Json]) -> impl Iterator<Item = &str> {
    list.iter().map(|element| element.as_str().unwrap_or_default())
}

/// Returns the architectures of a version's flavors, each once. A flavor that names none has every defined one, and so
/// has a version without flavors.
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

/// Returns the architecture of a machine type, if its capability has exactly one value after defaulting.
pub(super) fn architecture_of_machine(machine: &Json, defined: Option<&[&str]>) -> Option<String> {
    let defined = defined?;
    let own = machine.get("capabilities").and_then(|capabilities| capabilities.get(ARCHITECTURE));
    match (own.map(Json::elements), defined) {
        (Some([only]), _) => Some(only.as_str().unwrap_or_default().to_owned()),
        (None, [only]) => Some((*only).to_owned()),
        _ => None,
    }
}

/// A list of texts without duplicates, in the order of their first appearance.
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

/// Returns the architectures that flavors name, each once.
pub(super) fn named_architectures(version: &Json) -> Json {
    let mut found = Distinct::default();
    for own in version.list("capabilityFlavors").iter().filter_map(|flavor| flavor.get(ARCHITECTURE)) {
        found.extend(texts(own.elements()));
    }
    found.ordered
}

/// Returns a capability map with only these architectures.
pub(super) fn capabilities_with<'t>(architectures: impl Iterator<Item = &'t str>) -> Json {
    let mut capabilities = Json::object();
    capabilities.set(ARCHITECTURE, architectures.collect());
    capabilities
}
