//! `images/validate-mapping`: its input and answer, and how it is decided.

use super::child::{self, Said};
use super::compare::Held;
use super::sides::Sides;
use crate::policy::images::divergences::{NAMESPACED_MAPPING_IS_MERGED, REGION_GAPS};
use crate::policy::images::documents::{Definition, MachineImage};
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::mapping::{Gap, undefined_of_images};
use crate::policy::images::provider::reading::instead;
use crate::policy::images::provider::reading::{
    Beside, Subject, Understood, Whose, misspelt_regions, not_checked, refused_untyped, understand, without_provider,
};
use crate::policy::images::provider::written::Provider;
use crate::policy::images::reasons::{
    FIELD_REFUSED, IMAGES_NOT_GIVEN, MAPPING_COMPLETE, MAPPING_OPEN, MAPPING_REFUSED, MAPPING_UNREADABLE,
    MAPPING_WITH_GAPS,
};
use crate::policy::images::store::parent_of;
use crate::question::{Answers, Asked, Decision, Outcome, Reference, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, Value, answer, given};

given! {
    /// The images of a profile and the provider's configuration that maps them, given as lists or by a profile. What is
    /// given beside a profile takes precedence.
    pub struct ValidateMappingGiven<'a> {
        /// The provider, one of aws, azure, gcp, openstack, alicloud and local; by default that of the configuration or
        /// of the profile.
        provider: Option<&'a str>,
        /// The capability definitions, the preferred capabilities and values first; by default those of the profile.
        machine_capabilities ["machineCapabilities"]: Option<Vec<Definition<'a>>>,
        /// The machine images to be mapped; by default those of the profile.
        machine_images ["machineImages"]: Option<Vec<MachineImage<'a>>>,
        /// The provider's configuration, which only its extension reads; by default that of the profile.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// The names of the regions in which everything should have an artifact; by default those of the profile.
        regions: Option<Vec<&'a str>>,
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one; it is checked against its parent, or merged.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

answer! {
    /// Whether the provider has an artifact for everything that the profile offers.
    #[derive(Default)]
    pub struct ValidateMappingAnswer {
        /// Whether the mapping is accepted; absent where the provider's rules are not known.
        valid: Option<bool>,
        /// Whether the configuration cannot be read; absent if it can.
        error: Option<bool>,
        /// The fields that are refused; absent where the mapping was not checked.
        errors: Option<Vec<FieldError>>,
        /// Whether the mapping is valid and has no gaps; absent where this is not known or was not looked for.
        complete: Option<bool>,
        /// What is mapped, but has no artifact in some region; absent where gaps were not looked for.
        gaps: Option<Vec<Gap>>,
    }
}

/// `images/validate-mapping`
#[derive(Debug)]
pub struct ValidateMapping;

impl Answers for ValidateMapping {
    const NAME: &'static str = "images/validate-mapping";
    const ASKS: &'static str = "whether a provider knows an artifact for every image version and flavor of a profile";
    const VERDICT: VerdictFrom = VerdictFrom::TrueIfAny("valid");
    type Given<'a> = ValidateMappingGiven<'a>;
    type Answer<'a> = ValidateMappingAnswer;

    fn decide<'a>(given: ValidateMappingGiven<'a>, asked: &Asked<'a>) -> Outcome<ValidateMappingAnswer> {
        let beside = Beside { provider: given.provider, config: given.provider_config };
        let subject = Subject::of(beside, given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let provider = match subject.whose() {
            Whose::Known(provider) => provider,
            Whose::Other(name) => {
                let problem = not_checked(name, &subject.config_path());
                return Ok(Decision::plain(ValidateMappingAnswer::default()).with_problems([problem]));
            }
            Whose::Nobodys => return Err(without_provider()),
        };
        let spec = subject.offer.as_ref().map(|offer| offer.spec());
        let own_definitions = given.machine_capabilities.as_deref();
        let definitions = own_definitions.or(spec.map(|spec| spec.machine_capabilities.as_slice())).unwrap_or_default();
        let own_images = given.machine_images.as_deref();
        let images_path = match own_images {
            Some(_) => Pointer::to("given").key("machineImages"),
            None => subject.spec_path().key("machineImages"),
        };
        let images = own_images.or(spec.map(|spec| spec.machine_images.as_slice())).unwrap_or_default();
        let instead = [
            own_definitions.zip(spec).and_then(|(given, spec)| instead::of_definitions(given, spec)),
            own_images.zip(spec).and_then(|(given, spec)| instead::of_images(given, spec)),
            given.provider_config.zip(spec).and_then(|(given, spec)| instead::of_config(given, spec.provider_config)),
            given.regions.as_deref().zip(spec).and_then(|(given, spec)| instead::of_regions(given, spec)),
        ];
        let no_images = own_images.is_none() && images.is_empty();
        let of_profile = spec.map(|spec| spec.regions.iter().map(|region| region.name.unwrap_or_default()).collect());
        let regions: Option<Vec<&str>> = given.regions.or(of_profile);
        if let Some(child) = subject.child.as_ref().filter(|_| !asked.edition.applies(&NAMESPACED_MAPPING_IS_MERGED)) {
            let parent = parent_of(child, given.cloud_profile, asked)?;
            let decision = match child::check(provider, child, &parent, asked)? {
                Said::Errors(mut errors) => {
                    errors.splice(0..0, subject.refused_of_another(given.provider).map(|(error, _)| error));
                    decided(provider, Held { errors, ..Held::default() }).0
                }
                Said::Unreadable(why) => unreadable(provider, why),
            };
            return Ok(decision.with_problems(subject.warnings));
        }
        if let Some(why) = &subject.unreadable {
            return Ok(unreadable(provider, why.clone()));
        }
        let Some(raw) = &subject.config else {
            let missing = FieldError::required("spec.providerConfig", "must provide the provider's configuration");
            let (complete, gaps) = asked.edition.applies(&REGION_GAPS).then(|| (false, Vec::new())).unzip();
            return Ok(decided(provider, Held { errors: vec![missing], complete, gaps, ..Held::default() }).0);
        };
        let (config, warnings) = match understand(provider, raw, asked)? {
            Understood::Config(config, warnings) => (config, warnings),
            Understood::Unreadable(why) => return Ok(unreadable(provider, why)),
        };
        let misspelt = misspelt_regions(&config, regions.as_deref().unwrap_or_default(), &subject.config_path());
        let sides = Sides { provider, definitions, images, config: &config };
        let paths = [images_path.clone(), subject.config_path()];
        let mut held = sides.judge(regions.as_deref(), &paths, subject.owners()?.as_ref(), asked);
        if no_images && asked.edition.applies(&REGION_GAPS) {
            held.complete = held.complete.filter(|complete| !complete);
            held.is_open = true;
            held.warnings.push(Problem::warning(&IMAGES_NOT_GIVEN, images_path));
        }
        let sound = held.errors.is_empty();
        held.errors.splice(0..0, subject.refused_of_another(given.provider).map(|(error, _)| error));
        // The examples in the design text have neither `apiVersion` nor `kind` (section 17.8); having only one is a
        // mistake.
        let untyped = refused_untyped(raw.value);
        if untyped.len() == 1 && asked.edition.applies(&REGION_GAPS) {
            held.errors.splice(0..0, untyped);
        }
        held.complete = held.complete.map(|complete| complete && held.errors.is_empty());
        let of_child = subject.child.as_ref().filter(|_| given.provider_config.is_none()).and_then(|child| {
            let parent = parent_of(child, given.cloud_profile, asked).ok()?;
            let [refused, _] = child::refused_apart(provider, child, &parent, sound, asked);
            Some(refused)
        });
        let of_profile = subject.offer.as_ref().filter(|_| own_images.is_none());
        let at = of_profile.map(|offer| [offer.spec_place(), offer.spec_path()]);
        let at = at.unwrap_or_else(|| [Pointer::default(), Pointer::to("given")]);
        let undefined = undefined_of_images(images, definitions, at);
        let (decision, told) = decided(provider, held);
        let decision = decision.with_problems(undefined).with_problems(of_child.unwrap_or_default());
        let decision = decision.with_problems(instead.into_iter().flatten());
        Ok(decision.with_problems(subject.warnings).with_problems(warnings).with_problems(misspelt).with_problems(told))
    }
}

/// Returns the decision on a mapping, and warnings for its author.
fn decided(provider: Provider, held: Held) -> (Decision<ValidateMappingAnswer>, Vec<Problem>) {
    let Held { errors, complete, gaps, is_open, warnings } = held;
    let (valid, gap_count) = (errors.is_empty(), gaps.as_ref().map_or(0, Vec::len));
    let code = match (valid, gap_count, is_open) {
        (true, 0, true) => &MAPPING_OPEN,
        (true, 0, false) => &MAPPING_COMPLETE,
        (true, ..) => &MAPPING_WITH_GAPS,
        (false, ..) => &MAPPING_REFUSED,
    };
    let beneath = errors.iter().map(|error| {
        Reason::new(&FIELD_REFUSED, error.field.as_str()).fact(Fact::named("detail", error.detail.as_str()))
    });
    let reason = Reason::new(code, provider.word())
        .fact(Fact::named("errors", errors.len()))
        .fact(Fact::named("gaps", gap_count))
        .because(beneath);
    let answer = ValidateMappingAnswer { valid: Some(valid), error: None, errors: Some(errors), complete, gaps };
    (Decision::new(answer, reason), warnings)
}

/// Returns the decision for a configuration that cannot be read.
fn unreadable(provider: Provider, why: Problem) -> Decision<ValidateMappingAnswer> {
    let answer = ValidateMappingAnswer { valid: Some(false), error: Some(true), ..ValidateMappingAnswer::default() };
    Decision::new(answer, Reason::new(&MAPPING_UNREADABLE, provider.word())).with_problems([why])
}
