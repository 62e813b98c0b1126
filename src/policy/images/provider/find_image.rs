//! `images/find-image`: what it is given and answers, and how it decides.

use super::beside_offer::{misfit, not_of_profile};
use super::config::ProviderConfig;
use super::copies::NAMED;
use super::definitions::Defined;
use super::entries::Entries;
use super::find::{Boots, Wish};
use super::instead;
use super::mapping::Mapping;
use super::of_no_architecture::architectures_of;
use super::other_regions;
use super::own_list::OwnList;
use super::reading::{Understood, understand};
use super::shared::{copied_in, shared, told_shared};
use super::subject::{Beside, Subject};
use super::today::found_otherwise_today;
use super::undefined::undefined_of_artifacts;
use super::unmapped::unmapped;
use super::unread::misspelt_regions;
use crate::base::Edition;
use crate::policy::images::catalog::{
    Offer, Undefined, architectures, effective_capabilities, parents_types_of_usual_architecture, repeated_types,
    types_without_architecture, undefined_of, unknown_places,
};
use crate::policy::images::divergences::REGION_GAPS;
use crate::policy::images::documents::{Capabilities, Definition, MachineType, USUAL};
use crate::policy::images::errors::pointed;
use crate::policy::images::reasons::{
    ARTIFACT_FOUND, ARTIFACT_WITHOUT_NAME, MACHINE_ASSUMED, MACHINE_TYPE_NOT_GIVEN, MACHINE_TYPE_UNKNOWN, NO_ARTIFACT,
    would_be_refused,
};
use crate::question::{Answers, Asked, Decision, Doc, Lacks, Outcome, Reference, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, Value, answer, given, words};

given! {
    /// A machine that needs an artifact of an image version: from lists, or from a profile. What is given beside a
    /// profile goes first.
    pub struct FindImageGiven<'a> {
        /// The provider, one of aws, azure, gcp, openstack, alicloud and local; unless given that of the configuration or
        /// of the profile.
        provider: Option<&'a str>,
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Option<Vec<Definition<'a>>>,
        /// The machine's capabilities.
        capabilities: Option<Capabilities<'a>>,
        /// The architecture of the workers, where the machine names none.
        worker_architecture ["workerArchitecture"]: Option<&'a str>,
        /// The image.
        image_name ["imageName"]: &'a str,
        /// Its version.
        image_version ["imageVersion"]: &'a str,
        /// The region.
        region: Option<&'a str>,
        /// The configuration that only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one; it is merged with its parent.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The machine type, by its name in the profile; without a profile azure looks for it in the configuration.
        machine_type ["machineType"]: Option<&'a str>,
    }
}

answer! {
    /// The artifact that a machine boots.
    #[derive(Default)]
    pub struct FindImageAnswer<'a> {
        /// The artifact.
        image: Option<&'a str>,
        /// The key that names it in the provider's configuration.
        reference: Option<&'static str>,
        /// Whether nobody has to agree to the terms of azure's marketplace.
        skip_marketplace_agreement ["skipMarketplaceAgreement"]: Option<bool>,
        /// Whether the machine type and the artifact share azure's network cards.
        accelerated_networking ["acceleratedNetworking"]: Option<bool>,
        /// Whether there is none.
        error: Option<bool>,
        /// Why there is none.
        reason: Option<NoArtifact>,
    }
}

words! {
    /// Why there is no artifact.
    pub enum NoArtifact {
        /// The provider knows no such image, or no such version of it.
        Unknown = "image-not-mapped",
        /// The provider knows no artifact of it in the region.
        Region = "region-not-mapped",
        /// No artifact fits the machine.
        NoCompatible = "no-compatible-flavor",
        /// Several are equally preferred.
        Ambiguous = "ambiguous-flavors",
        /// The configuration cannot be read.
        Unreadable = "config-unreadable",
        /// The artifact that is preferred is named by nothing.
        Reference = "no-reference",
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
        let beside = Beside { provider: given.provider, config: given.provider_config };
        let subject = Subject::of(beside, given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let provider = subject.known_provider()?;
        let spec = subject.offer.as_ref().map(|offer| offer.spec());
        let elsewhere = spec.filter(|spec| !spec.regions.is_empty()).zip(given.region);
        let elsewhere = elsewhere.map(|(spec, region)| unknown_places(spec, region, Vec::new())).unwrap_or_default();
        if !elsewhere.is_empty() {
            return Err(Undecided { lacks: Lacks::Facts, problems: elsewhere });
        }
        let own_definitions = given.machine_capabilities.as_deref();
        let definitions = own_definitions.or(spec.map(|spec| spec.machine_capabilities.as_slice())).unwrap_or_default();
        let machine = match (spec, given.machine_type) {
            (Some(spec), Some(name)) => Some(type_named(&spec.machine_types, name)?),
            (Some(_), None) if given.capabilities.is_none() => {
                return Err(Undecided::missing(&MACHINE_TYPE_NOT_GIVEN, Pointer::to("machineType")));
            }
            _ => None,
        };
        let several = architectures::defined(definitions).len() > 1;
        let of_type = machine.map(|machine| effective_capabilities(machine, several, asked.edition));
        let nothing = Capabilities::default();
        let capabilities = given.capabilities.as_ref().or(of_type.as_deref()).unwrap_or(&nothing);
        let of_machine = machine.map(|machine| architectures::of_machine_type(machine, definitions));
        let worker_architecture = own_architecture(&given);
        let instead = [
            instead::of_architecture(worker_architecture, of_machine.unwrap_or_default()),
            given
                .capabilities
                .as_ref()
                .zip(of_type.as_deref())
                .zip(given.machine_type)
                .and_then(|((given, of_type), name)| instead::of_capabilities(given, of_type, name)),
            own_definitions.zip(spec).and_then(|(given, spec)| instead::of_definitions(given, spec)),
            given.provider_config.zip(spec).and_then(|(given, spec)| instead::of_config(given, spec.provider_config)),
            assumed(&given, definitions).filter(|_| provider.completes_machines() || !definitions.is_empty()),
        ];
        let wish = Wish {
            provider,
            definitions,
            capabilities,
            worker_architecture: worker_architecture.or(of_machine),
            machine_type: given.machine_type,
            name: given.image_name,
            version: given.image_version,
            region: given.region.unwrap_or_default(),
        };
        if let Some((error, at)) = subject.refused_of_another(given.provider) {
            let why = would_be_refused(at, error.field, error.detail);
            return Ok(unreadable(&wish, why).with_problems(subject.warnings));
        }
        if let Some(why) = subject.unreadable {
            return Ok(unreadable(&wish, why));
        }
        let (config, warnings) = match &subject.config {
            None => (ProviderConfig::default(), Vec::new()),
            Some(raw) => match understand(provider, raw, asked)? {
                Understood::Config(config, warnings) => (config, warnings),
                Understood::Unreadable(why) => return Ok(unreadable(&wish, why)),
            },
        };
        let is_of_design = asked.edition.applies(&REGION_GAPS);
        let other_regions = other_regions::booting_another(&wish, &config, asked.edition);
        let decision = match wish.find(&config, asked.edition) {
            Ok(boots) => Decision::new(found(&boots), named(&wish, Reason::new(&ARTIFACT_FOUND, boots.reference.text))),
            Err(NoArtifact::NoCompatible) if !other_regions.is_empty() => {
                none_because(&wish, NoArtifact::NoCompatible, "no region is named, and what fits is not in all of them")
            }
            Err(why) => none(&wish, why),
        };
        let nameless = decision.answer.image == Some("");
        let of_version = (given.image_name, given.image_version);
        let mut of_artifacts = undefined_of_artifacts(&subject, &config, of_version, definitions);
        let defined = Defined::new(definitions);
        let own_list = OwnList { provider, defined: &defined, config: &config, edition: asked.edition };
        // Names and values that nothing defines are told one by one.
        let is_told = !of_artifacts.is_empty();
        let refused = own_list.first_of(of_version, is_told).filter(|_| !nameless).map(|error| {
            let at = pointed(error.field.trim_start_matches("spec.providerConfig."));
            would_be_refused(subject.config_path().join(&at), error.field, error.detail)
        });
        let refused = refused.or_else(|| {
            let images = &spec?.machine_images;
            let entries = Entries::new(provider, &config, asked.edition);
            let mapping = Mapping { provider, defined: &defined, images, entries, edition: asked.edition };
            unmapped(&mapping, of_version, subject.spec_path())
        });
        of_artifacts.extend(
            subject
                .offer
                .iter()
                .flat_map(|offer| undefined_of(offer, [], offer.versions_named(given.image_name, given.image_version))),
        );
        let nameless = nameless.then(|| Problem::warning(&ARTIFACT_WITHOUT_NAME, subject.config_path()));
        let found_today = decision.answer.image.filter(|_| is_of_design).and_then(|found| {
            // Today an older field that says the architecture of a machine type is not filled in.
            let of_type = machine.map(|machine| effective_capabilities(machine, several, Edition::UPSTREAM));
            let capabilities = given.capabilities.as_ref().or(of_type.as_deref()).unwrap_or(&nothing);
            found_otherwise_today(&Wish { capabilities, ..wish }, &config, found)
        });
        let at = subject.config_path();
        let copied = is_of_design.then(|| {
            let shared = shared(provider, &config);
            let of_it = shared.iter().filter(|shared| shared.is_about(|version| version == of_version, wish.region));
            let shared = of_it.take(NAMED).map(|shared| told_shared(shared, &at));
            let without_definitions = subject.offer.as_ref().filter(|_| definitions.is_empty());
            let architectures = without_definitions.map(|offer| architectures_of(offer, of_version));
            let copied = copied_in((provider, &config), of_version, architectures.into_iter().flatten(), &at);
            copied.into_iter().chain(shared).collect::<Vec<_>>()
        });
        let regions = spec.map(|spec| spec.regions.iter().filter_map(|region| region.name).collect::<Vec<_>>());
        let misspelt = misspelt_regions(&config, &regions.unwrap_or_default(), &at);
        let undefined = undefined(&subject, machine, &given, definitions);
        let of_type = given.machine_type.filter(|_| given.capabilities.is_none());
        let of_type = of_type.zip(subject.offer.as_ref()).map(|(name, offer)| doubtful_type(offer, name));
        let is_found = decision.answer.image.is_some();
        let gone = is_found.then(|| not_of_profile(&subject, of_version)).flatten();
        let of_profile =
            given.machine_type.zip(subject.offer.as_ref()).filter(|_| is_found && given.capabilities.is_none());
        let misfit = of_profile.and_then(|(name, offer)| misfit(offer, of_version, name, asked.edition));
        Ok(decision
            .with_problems(subject.warnings)
            .with_problems(warnings)
            .with_problems(instead.into_iter().flatten())
            .with_problems(undefined)
            .with_problems(of_type.unwrap_or_default())
            .with_problems(misspelt)
            .with_problems(of_artifacts)
            .with_problems(copied.unwrap_or_default())
            .with_problems(refused)
            .with_problems(gone)
            .with_problems(misfit)
            .with_problems(other_regions::told(&other_regions).filter(|_| is_found))
            .with_problems(found_today)
            .with_problems(nameless))
    }
}

/// The architecture that the worker names: an empty one is none.
fn own_architecture<'a>(given: &FindImageGiven<'a>) -> Option<&'a str> {
    given.worker_architecture.filter(|own| !own.is_empty())
}

/// A warning that nothing says what the machine has, where machines differ.
fn assumed(given: &FindImageGiven<'_>, definitions: &[Definition<'_>]) -> Option<Problem> {
    let of_profile = given.cloud_profile.is_some() || given.namespaced_cloud_profile.is_some();
    let is_said = of_profile || given.capabilities.is_some() || own_architecture(given).is_some();
    let (architecture, are_alike) = match architectures::defined(definitions) {
        [only] => (*only, definitions.iter().all(|definition| definition.values.len() == 1)),
        _ => (USUAL, false),
    };
    let key = if given.machine_type.is_some() { "machineType" } else { "capabilities" };
    let problem = Problem::warning(&MACHINE_ASSUMED, Pointer::to("given").key(key));
    (!is_said && !are_alike).then(|| problem.fact(Fact::named("architecture", architecture)))
}

/// Warnings of a machine type of the profile that is there twice or says too little of its architecture.
fn doubtful_type(offer: &Doc<'_, Offer<'_>>, name: &str) -> Vec<Problem> {
    let (at, catalog) = ([offer.spec_place(), offer.spec_path()], &offer.catalog);
    let Some(place) = catalog.machine_named(name) else { return Vec::new() };
    let mut problems = types_without_architecture(offer.spec(), &at, [place].into_iter());
    problems.extend(parents_types_of_usual_architecture(offer, &at, [place].into_iter()));
    if catalog.repeated_machines().any(|(repeated, _)| repeated == name) {
        problems.extend(repeated_types(catalog, &at));
    }
    problems
}

/// Warnings of the names among the machine's capabilities that nothing defines.
fn undefined<'a>(
    subject: &Subject<'a>,
    machine: Option<&MachineType<'a>>,
    given: &FindImageGiven<'a>,
    definitions: &[Definition<'a>],
) -> Vec<Problem> {
    const KEY: &str = "capabilities";
    if let Some(own) = &given.capabilities {
        let mut undefined = Undefined::beside(definitions, [Pointer::default(), Pointer::to("given")]);
        undefined.look_at(own, &Pointer::to(KEY));
        return undefined.problems();
    }
    let (Some(offer), Some(machine)) = (&subject.offer, machine) else { return Vec::new() };
    let spec = offer.spec();
    let mut undefined = Undefined::beside(definitions, [offer.spec_place(), offer.spec_path()]);
    let place = spec.machine_types.iter().position(|known| known.name() == machine.name());
    place.into_iter().for_each(|place| undefined.look_at_machine(spec, place));
    undefined.problems()
}

fn type_named<'t, 'a>(types: &'t [MachineType<'a>], name: &str) -> Result<&'t MachineType<'a>, Undecided> {
    let path = Pointer::to("given").key("machineType");
    types.iter().find(|machine| machine.name() == name).ok_or_else(|| {
        let problem = Problem::error(&MACHINE_TYPE_UNKNOWN, path).fact(Fact::at(Pointer::to("machineType"), name));
        Undecided::facts(problem.nearest_to(name, types.iter().map(MachineType::name)))
    })
}

fn found<'a>(boots: &Boots<'a>) -> FindImageAnswer<'a> {
    FindImageAnswer {
        image: Some(boots.reference.text),
        reference: Some(boots.reference.key),
        skip_marketplace_agreement: boots.reference.skip_agreement.then_some(true),
        accelerated_networking: boots.accelerated_networking,
        ..FindImageAnswer::default()
    }
}

fn unreadable<'a>(wish: &Wish<'_, 'a>, why: Problem) -> Decision<FindImageAnswer<'a>> {
    none(wish, NoArtifact::Unreadable).with_problems([why])
}

fn none<'a>(wish: &Wish<'_, 'a>, why: NoArtifact) -> Decision<FindImageAnswer<'a>> {
    let in_words = match why {
        NoArtifact::Region if wish.region.is_empty() => {
            "no region is named, and the provider's artifacts are each of one"
        }
        why => in_words(why),
    };
    none_because(wish, why, in_words)
}

fn none_because<'a>(wish: &Wish<'_, 'a>, why: NoArtifact, in_words: &'static str) -> Decision<FindImageAnswer<'a>> {
    let answer = FindImageAnswer { error: Some(true), reason: Some(why), ..FindImageAnswer::default() };
    let reason = named(wish, Reason::new(&NO_ARTIFACT, wish.name));
    Decision::new(answer, reason.fact(Fact::named("why", in_words)))
}

fn named(wish: &Wish<'_, '_>, reason: Reason) -> Reason {
    let region = Some(wish.region).filter(|region| !region.is_empty());
    reason
        .saw(Pointer::to("imageName"), wish.name)
        .saw(Pointer::to("imageVersion"), wish.version)
        .fact(Fact::of(Pointer::to("region"), region))
}

fn in_words(why: NoArtifact) -> &'static str {
    match why {
        NoArtifact::Unknown => "the provider knows no such image, or no such version",
        NoArtifact::Region => "the provider knows none in the region",
        NoArtifact::NoCompatible => "none of its flavors fits the machine",
        NoArtifact::Ambiguous => "several of its flavors fit and are equally preferred",
        NoArtifact::Unreadable => "the provider's configuration cannot be read",
        NoArtifact::Reference => "the flavor that is preferred is named by nothing",
    }
}
