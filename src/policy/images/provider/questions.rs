//! Questions about the artifacts that a provider's extension knows (section 12).

use super::config::ProviderConfig;
use super::find::{Wish, find_aws, find_local};
use super::mapping::Mapping;
use crate::policy::images::question::provider::*;
use crate::policy::images::reasons::{ARTIFACT_FOUND, FIELD_REFUSED, MAPPING_COMPLETE, MAPPING_REFUSED, NO_ARTIFACT};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, Value, read};

fn config(value: Option<Value<'_>>) -> Result<ProviderConfig<'_>, Undecided> {
    match value {
        None => Ok(ProviderConfig::default()),
        Some(value) => Ok(read(value, "/given/providerConfig").map_err(Undecided::request)?.0),
    }
}

/// `images/find-image`
#[derive(Debug)]
pub struct FindImage;

impl Answers for FindImage {
    const NAME: &'static str = "images/find-image";
    const ASKS: &'static str = "which artifact of an image version a machine boots, as a provider's extension finds it";
    type Given<'a> = FindImageGiven<'a>;
    type Answer<'a> = FindImageAnswer<'a>;

    fn decide<'a>(given: FindImageGiven<'a>, asked: &Asked<'a>) -> Outcome<FindImageAnswer<'a>> {
        let config = config(given.provider_config)?;
        let wish = Wish {
            definitions: &given.machine_capabilities,
            capabilities: &given.capabilities,
            worker_architecture: given.worker_architecture,
            name: given.image_name,
            version: given.image_version,
            region: given.region.unwrap_or_default(),
        };
        let found = match given.provider {
            Provider::Aws => find_aws(&wish, &config, asked.edition),
            Provider::Local => find_local(&wish, &config, asked.edition),
        };
        let named = |reason: Reason| {
            reason
                .saw(Pointer::to("imageName"), given.image_name)
                .saw(Pointer::to("imageVersion"), given.image_version)
                .fact(Fact::of(Pointer::to("region"), given.region))
        };
        Ok(match found {
            Ok(image) => {
                let answer = FindImageAnswer { image: Some(image), ..FindImageAnswer::default() };
                Decision::new(answer, named(Reason::new(&ARTIFACT_FOUND, image)))
            }
            Err(why) => {
                let answer = FindImageAnswer { image: None, error: Some(true), reason: Some(why) };
                let reason = named(Reason::new(&NO_ARTIFACT, given.image_name));
                Decision::new(answer, reason.fact(Fact::named("why", said(why))))
            }
        })
    }
}

fn said(why: NoArtifact) -> &'static str {
    match why {
        NoArtifact::Unknown => "the provider knows no such image, or no such version",
        NoArtifact::Region => "the provider knows none in the region",
        NoArtifact::NoCompatible => "none of its flavors fits the machine",
        NoArtifact::Ambiguous => "several of its flavors fit and are equally preferred",
    }
}

/// `images/validate-mapping`
#[derive(Debug)]
pub struct ValidateMapping;

impl Answers for ValidateMapping {
    const NAME: &'static str = "images/validate-mapping";
    const ASKS: &'static str = "whether a provider knows an artifact for every image version and flavor of a profile";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ValidateMappingGiven<'a>;
    type Answer<'a> = ValidateMappingAnswer;

    fn decide<'a>(given: ValidateMappingGiven<'a>, _: &Asked<'a>) -> Outcome<ValidateMappingAnswer> {
        let config = config(given.provider_config)?;
        let (definitions, images) = (&given.machine_capabilities, &given.machine_images);
        let errors = Mapping::new(given.provider, definitions, images, &config).validate();
        let valid = errors.is_empty();
        let code = if valid { &MAPPING_COMPLETE } else { &MAPPING_REFUSED };
        let beneath = errors.iter().map(|error| {
            Reason::new(&FIELD_REFUSED, error.field.as_str()).fact(Fact::named("detail", error.detail.as_str()))
        });
        let reason = Reason::new(code, given.provider.word())
            .saw(Pointer::to("provider"), given.provider.word())
            .fact(Fact::named("errors", errors.len()))
            .because(beneath.collect::<Vec<_>>());
        Ok(Decision::new(ValidateMappingAnswer { valid, errors }, reason))
    }
}
