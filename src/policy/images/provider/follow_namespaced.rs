//! The mapping of a NamespacedCloudProfile that is reviewed, merged with its parent's: in the design edition its author is
//! told what the extension would refuse. It refuses nothing here, because the fault may be the parent's.

use super::reading::{RawConfig, Whose, not_checked, understand_in_passing};
use super::subject::{Beside, Subject};
use super::validate_mapping::Sides;
use crate::policy::images::divergences::PROFILES_BRING_THEIR_MAPPING;
use crate::policy::images::reasons::{CONFIG_NOT_GIVEN, MERGED_MAPPING_REFUSED};
use crate::policy::images::store::Written;
use crate::question::{Asked, Reference};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Value};

/// What the author of a NamespacedCloudProfile should know of its mapping.
pub fn follow_namespaced<'a>(child: &Written<'a>, parent: &Written<'a>, asked: &Asked<'a>) -> Vec<Problem> {
    if !asked.edition.applies(&PROFILES_BRING_THEIR_MAPPING) {
        return Vec::new();
    }
    // What its status says is of the profile before.
    let mut own = Json::object();
    for key in ["metadata", "spec"] {
        own.set(key, child.get(key).unwrap_or(Value::NULL).into());
    }
    let own = Reference::Inline(asked.keep(own.to_document()).root());
    let beside = Beside { provider: None, config: None };
    let Ok(subject) = Subject::of(beside, Some(Reference::Inline(**parent)), Some(own), asked) else {
        return Vec::new();
    };
    let path = child.path().key("spec").key("providerConfig");
    let provider = match subject.whose() {
        Whose::Known(provider) => provider,
        Whose::Other(name) => return vec![not_checked(name, &path)],
        Whose::Nobodys => return Vec::new(),
    };
    let (Some(raw), Some(offer)) = (&subject.config, &subject.offer) else {
        return vec![Problem::warning(&CONFIG_NOT_GIVEN, path).fact(Fact::named("provider", provider.word()))];
    };
    let (config, mut warnings) =
        match understand_in_passing(provider, &RawConfig { value: raw.value, path: path.clone() }, asked) {
            Ok(understood) => understood,
            Err(why) => return vec![why],
        };
    let spec = offer.spec();
    let regions: Vec<&str> = spec.regions.iter().map(|region| region.name.unwrap_or_default()).collect();
    let (definitions, images) = (spec.machine_capabilities.as_slice(), spec.machine_images.as_slice());
    let sides = Sides { provider, definitions, images, config: &config };
    let merged = child.path().key("status").key("cloudProfileSpec").key("machineImages");
    let held = sides.judge(Some(&regions), merged, subject.owners.as_ref(), asked);
    warnings.extend(subject.warnings);
    warnings.extend(held.errors.first().map(|first| {
        Problem::warning(&MERGED_MAPPING_REFUSED, path)
            .fact(Fact::named("count", held.errors.len()))
            .fact(Fact::named("field", first.field.as_str()))
            .fact(Fact::named("detail", first.detail.as_str()))
    }));
    warnings.extend(held.warnings);
    warnings
}
