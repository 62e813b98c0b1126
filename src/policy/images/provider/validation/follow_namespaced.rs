//! The mapping of a NamespacedCloudProfile that is reviewed, merged with its parent's. In the design edition it is
//! refused for what the extension would refuse, unless the parent may be at fault; then the author gets a warning.

use super::child;
use super::copied::with_mapped_flavors;
use super::follow::{Followed, follow};
use super::sides::Sides;
use crate::policy::images::divergences::PROFILES_BRING_THEIR_MAPPING;
use crate::policy::images::documents::CloudProfile;
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::reading::{
    Beside, RawConfig, Subject, Whose, not_checked, of_another_type, refused_type, understand_in_passing,
};
use crate::policy::images::reasons::{MERGED_MAPPING_REFUSED, PARENT_WITHOUT_CONFIG};
use crate::policy::images::store::Written;
use crate::question::{Asked, Reference};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Value};

/// Returns the errors for which the mapping of a NamespacedCloudProfile is refused, and warnings for its author.
pub fn follow_namespaced<'a>(child: &Written<'a>, parent: &Written<'a>, asked: &Asked<'a>) -> Followed {
    if !asked.edition.applies(&PROFILES_BRING_THEIR_MAPPING) {
        return Followed::default();
    }
    let warning = |problem| Followed { errors: Vec::new(), warnings: vec![problem] };
    // The status still describes the profile before the change.
    let mut own = Json::object();
    for key in ["metadata", "spec"] {
        own.set(key, child.get(key).unwrap_or(Value::NULL).into());
    }
    let own = Reference::Inline(asked.keep(own.to_document()).root());
    let beside = Beside { provider: None, config: None };
    let Ok(subject) = Subject::of(beside, Some(Reference::Inline(**parent)), Some(own), asked) else {
        return Followed::default();
    };
    let path = child.path().key("spec").key("providerConfig");
    let provider = match subject.whose() {
        Whose::Known(provider) => provider,
        Whose::Other(name) => return warning(not_checked(name, &path)),
        Whose::Nobodys => return Followed::default(),
    };
    // The fault would not show after merging with the parent's configuration.
    let own = child.get("spec").and_then(|spec| spec.get("providerConfig"));
    let own = own.filter(|own| !own.is_null());
    let unreadable = own.map(|own| of_another_type(provider, own, asked.edition)).unwrap_or_default();
    if !unreadable.is_empty() {
        return Followed { errors: unreadable, warnings: Vec::new() };
    }
    let copied = with_mapped_flavors(provider, child, parent, asked);
    let (child, copied) = copied.as_ref().map_or((child, None), |(child, problem)| (child, Some(problem.clone())));
    let (Some(raw), Some(offer)) = (&subject.config, &subject.offer) else {
        let at = child.path().key("spec").key("parent").key("name");
        let without = Problem::warning(&PARENT_WITHOUT_CONFIG, at).fact(Fact::named("provider", provider.word()));
        let refused = child::refused_apart(provider, child, parent, true, asked);
        return Followed {
            errors: Vec::new(),
            warnings: [without].into_iter().chain(copied).chain(refused.into_iter().flatten()).collect(),
        };
    };
    let config = match understand_in_passing(provider, &RawConfig { value: raw.value, path: path.clone() }, asked) {
        Ok((config, _)) => config,
        Err(why) => return warning(why),
    };
    let spec = offer.spec();
    let regions: Vec<&str> = spec.regions.iter().map(|region| region.name.unwrap_or_default()).collect();
    let (definitions, images) = (spec.machine_capabilities.as_slice(), spec.machine_images.as_slice());
    let sides = Sides { provider, definitions, images, config: &config };
    let merged = child.path().key("status").key("cloudProfileSpec").key("machineImages");
    let owners = subject.owners().unwrap_or_default();
    let held = sides.judge(Some(&regions), &[merged, path.clone()], owners.as_ref(), asked);
    // Faults in the child's own part have paths in the child, and faults in the parent's part are not the child's.
    let mut warnings = child::refused_apart(provider, child, parent, held.errors.is_empty(), asked).concat();
    warnings.extend(copied);
    warnings.extend(subject.warnings);
    let mut errors = own.map(|own| refused_type(own, offer.spec().provider_type)).unwrap_or_default();
    if is_sound(parent, asked) {
        // The lists are those of the merged profile, which nobody wrote.
        errors.extend(held.errors.into_iter().map(|error| {
            let detail = format!("together with its parent's, `{}`: {}", error.field, error.detail);
            FieldError { field: "spec.providerConfig".to_owned(), detail, ..error }
        }));
    } else if let Some(first) = held.errors.first() {
        let problem = Problem::warning(&MERGED_MAPPING_REFUSED, path).fact(Fact::named("count", held.errors.len()));
        let problem = problem.fact(Fact::named("field", first.field.as_str()));
        warnings.push(problem.fact(Fact::named("detail", first.detail.as_str())));
    }
    warnings.extend(held.warnings);
    Followed { errors, warnings }
}

/// Whether the mapping of the parent has no errors by itself.
fn is_sound<'a>(parent: &Written<'a>, asked: &Asked<'a>) -> bool {
    let Ok(profile) = parent.read::<CloudProfile<'_>>() else { return false };
    let spec = profile.spec();
    spec.provider_config.is_some() && follow(spec, &[], &parent.path(), asked).errors.is_empty()
}
