//! Questions about the artifacts that a provider's extension knows (section 12).

use super::config::ProviderConfig;
use super::find::{NoArtifact, Wish, find_aws, find_local};
use super::mapping::{Mapping, Provider};
use crate::policy::images::documents::{Capabilities, Definition, MachineImage};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{ARTIFACT_FOUND, FIELD_REFUSED, MAPPING_COMPLETE, MAPPING_REFUSED, NO_ARTIFACT};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, Value, answer, given, read};

fn config(value: Option<Value<'_>>) -> Result<ProviderConfig<'_>, Undecided> {
    match value {
        None => Ok(ProviderConfig::default()),
        Some(value) => Ok(read(value, "/given/providerConfig").map_err(Undecided::request)?.0),
    }
}

given! {
    /// A machine that needs an artifact.
    pub struct FindImageGiven<'a> {
        /// The provider.
        provider: Provider,
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// What the machine can.
        capabilities: Capabilities<'a>,
        /// The architecture of the workers, where the machine names none.
        worker_architecture ["workerArchitecture"]: Option<&'a str>,
        /// The image.
        image_name ["imageName"]: &'a str,
        /// Its version.
        image_version ["imageVersion"]: &'a str,
        /// The region.
        region: Option<&'a str>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

answer! {
    /// The artifact that a machine boots.
    #[derive(Default)]
    pub struct FindImageAnswer<'a> {
        /// The artifact.
        image: Option<&'a str>,
        /// Whether there is none.
        error: Option<bool>,
        /// Why there is none.
        reason: Option<NoArtifact>,
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

given! {
    /// The images of a profile, and what the provider knows of them.
    pub struct ValidateMappingGiven<'a> {
        /// The provider.
        provider: Provider,
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The images.
        machine_images ["machineImages"]: Vec<MachineImage<'a>>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

answer! {
    /// Whether the provider knows an artifact for all that the profile offers.
    pub struct ValidateMappingAnswer {
        /// Whether it does.
        valid: bool,
        /// The fields that are refused.
        errors: Vec<FieldError>,
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
