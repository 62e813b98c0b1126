//! The form of the design text (section 17.7): capabilities beside a reference, possibly with the older fields.

use super::config::{Entry, ProviderConfig, RegionItem};
use super::providers::{ACCELERATED, BASIC, NETWORKING, Provider};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities};
use crate::policy::images::reasons::OLDER_FIELD_CONTRADICTS;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// Returns the capabilities of an entry. Older fields fill in what the capabilities do not name.
pub fn of_entry<'a>(entry: &Entry<'a>, own: &Capabilities<'a>) -> Capabilities<'a> {
    let with_architecture = filled(own, ARCHITECTURE, architecture(entry.architecture));
    filled(&with_architecture, NETWORKING, entry.accelerated_networking.map(networking))
}

/// Returns the capabilities of an artifact in a region. The older field fills in what they do not name.
pub fn of_item<'a>(item: &RegionItem<'a>, own: &Capabilities<'a>) -> Capabilities<'a> {
    filled(own, ARCHITECTURE, architecture(item.architecture))
}

fn architecture(older: Option<&str>) -> Option<Vec<&str>> {
    older.filter(|architecture| !architecture.is_empty()).map(|architecture| vec![architecture])
}

/// Returns the values that azure's older field stands for. An artifact that supports accelerated networking also works
/// without it.
pub fn networking(accelerated: bool) -> Vec<&'static str> {
    if accelerated { vec![BASIC, ACCELERATED] } else { vec![BASIC] }
}

/// Returns capabilities with these values for a capability, unless it already has some.
fn filled<'a>(own: &Capabilities<'a>, name: &'a str, values: Option<Vec<&'a str>>) -> Capabilities<'a> {
    let Some(values) = values.filter(|_| own.get(name).is_none_or(Vec::is_empty)) else { return own.clone() };
    let others = own.iter().filter(|(other, _)| *other != name).cloned();
    others.chain([(name, values)]).collect()
}

/// Returns capabilities without one of them.
pub fn without<'a>(capabilities: &Capabilities<'a>, name: &str) -> Capabilities<'a> {
    capabilities.iter().filter(|(other, _)| *other != name).cloned().collect()
}

/// Warns of each older field that contradicts the capabilities beside it. The capabilities take precedence.
pub fn conflicts<'c>(
    provider: Provider,
    config: &'c ProviderConfig<'_>,
    path: &'c Pointer,
) -> impl Iterator<Item = Problem> + use<'c> {
    let old = config.entries().filter(|placed| placed.entry.capability_flavors.is_empty());
    old.flat_map(move |placed| {
        let (at, entry) = (placed.at(path), placed.entry);
        let own = entry.capabilities.as_ref();
        let named = own.zip(architecture(entry.architecture));
        let named = named.filter(|_| provider.entries_name_architectures());
        let network = own.zip(entry.accelerated_networking).filter(|_| provider == Provider::Azure);
        let of_entry = [
            named.and_then(|(own, older)| {
                conflict(own, ARCHITECTURE, &older, (at.clone().key(ARCHITECTURE), entry.architecture.into()))
            }),
            network.and_then(|(own, older)| {
                conflict(own, NETWORKING, &networking(older), (at.clone().key("acceleratedNetworking"), older.into()))
            }),
        ];
        let of_items = entry.regions.iter().enumerate().filter_map(move |(index, item)| {
            let (own, older) = item.capabilities.as_ref().zip(architecture(item.architecture))?;
            let field = at.clone().key("regions").index(index).key(ARCHITECTURE);
            conflict(own, ARCHITECTURE, &older, (field, item.architecture.into()))
        });
        of_entry.into_iter().flatten().chain(of_items)
    })
}

/// Warns if an older field, which has the value `written`, contradicts the capabilities.
fn conflict(own: &Capabilities<'_>, name: &str, older: &[&str], (field, written): (Pointer, Json)) -> Option<Problem> {
    let values = own.get(name).filter(|values| !values.is_empty())?;
    let same = values.iter().all(|value| older.contains(value)) && older.iter().all(|value| values.contains(value));
    let shown: Json = values.iter().copied().collect();
    (!same).then(|| {
        let problem = Problem::warning(&OLDER_FIELD_CONTRADICTS, field.clone());
        problem.fact(Fact::at(field.place(), written)).fact(Fact::named("capability", shown))
    })
}
