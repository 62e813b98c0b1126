//! The mapping of a CloudProfile that is validated or reviewed (section 17.8, last paragraph). In the design edition
//! its errors follow those of the profile; upstream the API server leaves them to the extensions.

use super::sides::Sides;
use crate::base::Edition;
use crate::policy::images::divergences::PROFILES_BRING_THEIR_MAPPING;
use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::reading::{
    RawConfig, Whose, misspelt_regions, not_checked, of_another_provider, of_another_type, refused_type,
    understand_in_passing, whose,
};
use crate::policy::images::provider::written::{Entries, Provider};
use crate::policy::images::reasons::{CONFIG_NOT_GIVEN, FLAVORS_ONLY_MAPPED};
use crate::question::Asked;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The findings that follow the profile's own errors.
#[derive(Debug, Default)]
pub struct Followed {
    /// Further errors.
    pub errors: Vec<FieldError>,
    /// Warnings for the author of the profile.
    pub warnings: Vec<Problem>,
}

/// Checks the mapping of a profile, which is at `place` in the request, unless its definitions are refused.
pub fn follow<'a>(spec: &ProfileSpec<'a>, own: &[FieldError], place: &Pointer, asked: &Asked<'a>) -> Followed {
    let refused = own.iter().any(|error| error.field.starts_with("spec.machineCapabilities"));
    if refused || !asked.edition.applies(&PROFILES_BRING_THEIR_MAPPING) {
        return Followed::default();
    }
    let place = place.clone().key("spec");
    let path = place.clone().key("providerConfig");
    let warning = |problem| Followed { errors: Vec::new(), warnings: vec![problem] };
    let provider = match whose(None, spec.provider_config, spec.provider_type) {
        Whose::Known(provider) => provider,
        Whose::Other(name) => return warning(not_checked(name, &path)),
        Whose::Nobodys => return Followed::default(),
    };
    let Some(value) = spec.provider_config else {
        return warning(Problem::warning(&CONFIG_NOT_GIVEN, path).fact(Fact::named("provider", provider.word())));
    };
    let unreadable = of_another_type(provider, value, asked.edition);
    if !unreadable.is_empty() {
        return Followed { errors: unreadable, warnings: Vec::new() };
    }
    let raw = RawConfig { value, path };
    let (config, mut warnings) = match understand_in_passing(provider, &raw, asked) {
        Ok(understood) => understood,
        Err(why) => return warning(why),
    };
    warnings.extend(of_another_provider(&raw, spec.provider_type));
    let (definitions, images) = (spec.machine_capabilities.as_slice(), spec.machine_images.as_slice());
    let regions: Vec<&str> = spec.regions.iter().map(|region| region.name.unwrap_or_default()).collect();
    let sides = Sides { provider, definitions, images, config: &config };
    warnings.extend(misspelt_regions(&config, &regions, &raw.path));
    warnings.extend(only_mapped(&sides, &place, asked.edition));
    let held = sides.judge(Some(&regions), &[place.key("machineImages"), raw.path.clone()], None, asked);
    warnings.extend(held.warnings);
    let errors = refused_type(value, spec.provider_type).into_iter().chain(held.errors).collect();
    Followed { errors, warnings }
}

/// Warns of versions whose flavors only the configuration lists. Today the provider's webhook writes them into the
/// profile before anything is validated (section 17.5); by the design the operator writes both.
fn only_mapped(sides: &Sides<'_, '_>, spec: &Pointer, edition: Edition) -> Option<Problem> {
    if sides.definitions.is_empty() || sides.provider == Provider::Local {
        return None;
    }
    let entries = Entries::new(sides.provider, sides.config, edition);
    let versions = sides.images.iter().flat_map(|image| image.versions.iter().map(move |version| (image, version)));
    let mut found = versions.filter(|(image, version)| {
        let mapped = entries.all(image.name(), version.version());
        version.capability_flavors.is_empty() && mapped.iter().any(|entry| !entry.capability_flavors.is_empty())
    });
    let (image, version) = found.next()?;
    let first = format!("{}:{}", image.name(), version.version());
    Some(flavors_only_mapped(spec.clone().key("machineImages"), found.count() + 1, &first))
}

/// Warns that the flavors of so many versions are only in the configuration, and names the first.
pub(super) fn flavors_only_mapped(images: Pointer, count: usize, first: &str) -> Problem {
    let problem = Problem::warning(&FLAVORS_ONLY_MAPPED, images).fact(Fact::named("count", count));
    problem.fact(Fact::named("version", first))
}
