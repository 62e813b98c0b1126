//! What a CloudProfile loses with its definitions, before anything judges it (sections 3.2 and 3.3).

use crate::policy::images::stages::{Changes, synchronize};
use crate::policy::images::store::{OLD, Written};
use crate::question::{Asked, Reference};
use crate::wire::{Json, PathStep, Value};

/// The CloudProfile after an update, without flavors and capabilities if the update takes all definitions out. It is
/// given after the one before the update.
pub(crate) fn without_lost<'a>([old, new]: [Option<Reference<'a>>; 2], asked: &Asked<'a>) -> Option<Reference<'a>> {
    let without = || {
        let (Reference::Inline(document), old) = (new?, Written::of_cloud_profile(old?, OLD.0, asked).ok()?) else {
            return None;
        };
        if !loses_definitions([*old, document]) {
            return None;
        }
        let mut whole = Json::from(document);
        synchronize(whole.get_mut("spec")?, Some(&old.spec()), &PathStep::Root(""), &mut Changes::default());
        Some(Reference::Inline(asked.keep(whole.to_document()).root()))
    };
    without().or(new)
}

/// Whether an update takes all definitions out.
pub(super) fn loses_definitions(sides: [Value<'_>; 2]) -> bool {
    let has_some = |document: Value<'_>| {
        let definitions = document.get("spec").and_then(|spec| spec.get("machineCapabilities"));
        definitions.is_some_and(|definitions| definitions.elements().next().is_some())
    };
    let [had, has] = sides.map(has_some);
    had && !has
}
