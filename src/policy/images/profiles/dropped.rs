//! Capabilities in a NamespacedCloudProfile whose parent defines none (section 10.2). They are converted to the older
//! fields, and what these cannot say, or already say differently, is lost.

use super::beside::{list, name_of};
use crate::base::{Names, sort};
use crate::policy::images::documents::{ARCHITECTURE, USUAL};
use crate::policy::images::reasons::CAPABILITIES_DROPPED;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// The most entries that are reported.
const NAMED: usize = 20;

/// Warns of each machine type and image version that means something else without its capabilities.
pub(crate) fn dropped_capabilities(child: Value<'_>, parent: Value<'_>, path: &Pointer) -> Vec<Problem> {
    if list(parent, "machineCapabilities").is_some_and(|defined| defined.elements().next().is_some()) {
        return Vec::new();
    }
    let entries = |key: &'static str| list(child, key).map(Value::elements).into_iter().flatten().enumerate();
    let types = entries("machineTypes").filter_map(|(index, machine)| {
        let own = machine.get("capabilities").filter(|own| own.members().next().is_some())?;
        let older = machine.get(ARCHITECTURE).and_then(Value::as_str).filter(|older| !older.is_empty());
        let written = architectures(own);
        let left = older.or(written.first().copied()).unwrap_or(USUAL);
        let is_kept = written == [left] && own.members().all(|(name, _)| name == ARCHITECTURE);
        let at = Pointer::to("machineTypes").index(index).key("capabilities");
        (!is_kept).then(|| (at, format!("the machine type `{}`", name_of(machine).unwrap_or_default()), vec![left]))
    });
    let versions = entries("machineImages").flat_map(|(place, image)| {
        let versions = image.get("versions").map(Value::elements).into_iter().flatten().enumerate();
        versions.filter_map(move |(index, version)| {
            let flavors = || version.get("capabilityFlavors").map(Value::elements).into_iter().flatten();
            flavors().next()?;
            let written: Names<'_> = flavors().flat_map(architectures).collect();
            let written: Vec<&str> = written.iter().collect();
            let older = sort::set(texts(version.get("architectures")));
            let left = [&older, &written].into_iter().find(|list| !list.is_empty()).cloned();
            let left = left.unwrap_or_else(|| vec![USUAL]);
            let is_said = |flavor: Value<'_>| flavor.get(ARCHITECTURE).is_some() && flavor.members().count() == 1;
            let is_kept = written == left && flavors().all(is_said);
            let named = [image.get("name"), version.get("version")];
            let [image, version] = named.map(|text| text.and_then(Value::as_str).unwrap_or_default());
            let at = Pointer::to("machineImages").index(place).key("versions").index(index).key("capabilityFlavors");
            (!is_kept).then(|| (at, format!("`{image}:{version}`"), left))
        })
    });
    let told = types.chain(versions).take(NAMED).map(|(at, what, left)| {
        let problem = Problem::warning(&CAPABILITIES_DROPPED, path.clone().key("spec").join(&at));
        let left: Json = left.into_iter().collect();
        problem.fact(Fact::named("what", what)).fact(Fact::named("architectures", left))
    });
    told.collect()
}

/// The architectures that capabilities name.
fn architectures(capabilities: Value<'_>) -> Vec<&str> {
    texts(capabilities.get(ARCHITECTURE)).collect()
}

fn texts(list: Option<Value<'_>>) -> impl Iterator<Item = &str> {
    list.map(Value::elements).into_iter().flatten().filter_map(Value::as_str)
}
