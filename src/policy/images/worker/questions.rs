//! Questions about what suits a pool of workers (sections 3.5, 5, 7.3 and 9.2).

use super::needs::{InPlace, Needs};
use super::{Candidates, why};
use crate::policy::images::catalog::ARCHITECTURE;
use crate::policy::images::maintenance::{Released, Unreadable, latest};
use crate::policy::images::model::{CloudProfile, Definition, MachineImage, MachineType, ProfileSpec};
use crate::policy::images::offer::Offer;
use crate::policy::images::question::fit::Summary;
use crate::policy::images::question::version::{Latest, LatestGiven};
use crate::policy::images::question::worker::*;
use crate::policy::images::reasons::*;
use crate::policy::images::versions::Classification;
use crate::policy::images::{architectures, catalog};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// `images/matching-versions`
#[derive(Debug)]
pub struct MatchingVersions;

impl Answers for MatchingVersions {
    const NAME: &'static str = "images/matching-versions";
    const ASKS: &'static str = "which versions of an image run on a machine type, by capabilities alone";
    type Given<'a> = MatchingGiven<'a>;
    type Answer<'a> = MatchingAnswer<'a>;

    fn decide<'a>(given: MatchingGiven<'a>, asked: &Asked<'a>) -> Outcome<MatchingAnswer<'a>> {
        let offer = offer(given.machine_capabilities, given.machine_image, given.machine_type);
        Ok(matching(&offer, Needs::default(), asked))
    }
}

/// `images/worker-versions`
#[derive(Debug)]
pub struct WorkerVersions;

impl Answers for WorkerVersions {
    const NAME: &'static str = "images/worker-versions";
    const ASKS: &'static str =
        "which versions of an image suit a worker: architecture, capabilities, runtimes, kubelet, updates in place";
    type Given<'a> = WorkerVersionsGiven<'a>;
    type Answer<'a> = MatchingAnswer<'a>;

    fn decide<'a>(given: WorkerVersionsGiven<'a>, asked: &Asked<'a>) -> Outcome<MatchingAnswer<'a>> {
        let worker = &given.worker;
        let definitions = &given.machine_capabilities;
        let inferred =
            || architectures::of_worker(Some(&given.machine_type), architectures::where_defined(definitions));
        let current = worker.image().map(|image| image.version()).unwrap_or_default();
        let needs = Needs {
            architecture: Some(worker.architecture().unwrap_or_else(inferred)),
            in_place: worker.is_in_place().then_some(InPlace::From(current)),
            ..Needs::asked(Some(worker), given.kubernetes_version)?
        };
        let offer = offer(given.machine_capabilities, given.machine_image, given.machine_type);
        Ok(matching(&offer, needs, asked))
    }
}

/// A profile that offers one image and one machine type.
fn offer<'a>(definitions: Vec<Definition<'a>>, image: MachineImage<'a>, machine: MachineType<'a>) -> Offer<'a> {
    let spec = ProfileSpec {
        machine_capabilities: definitions,
        machine_images: vec![image],
        machine_types: vec![machine],
        ..ProfileSpec::NOTHING
    };
    Offer::new(CloudProfile { metadata: None, spec: Some(spec) })
}

fn matching<'a>(offer: &Offer<'a>, needs: Needs<'a>, asked: &Asked<'a>) -> Decision<MatchingAnswer<'a>> {
    let spec = offer.spec();
    let machine = spec.machine_types.first().map(|machine| (0, machine));
    let candidates = Candidates::new(offer, machine, needs, asked.edition);
    let versions = spec.machine_images.iter().flat_map(|image| &image.versions).enumerate();
    let mut matching_versions = Vec::new();
    let mut causes = Vec::new();
    for (place, version) in versions {
        let cause = candidates.cause(place, version);
        if cause.is_none() {
            matching_versions.push(version.version());
        }
        causes.push(cause);
    }
    let summary = Summary::of(causes);
    let name = spec.machine_types.first().map(|machine| machine.name()).unwrap_or_default();
    let reason = Reason::new(&SOME_VERSIONS_SUIT, name)
        .saw(Pointer::to("machineType").key("name"), name)
        .fact(Fact::named("fitting", summary.fitting))
        .fact(Fact::named("versions", summary.versions))
        .because(summary.why_refused());
    Decision::new(MatchingAnswer { matching_versions }, reason)
}

/// `images/version-architectures`
#[derive(Debug)]
pub struct VersionArchitectures;

impl Answers for VersionArchitectures {
    const NAME: &'static str = "images/version-architectures";
    const ASKS: &'static str = "which architectures an image version is built for";
    type Given<'a> = VersionArchitecturesGiven<'a>;
    type Answer<'a> = ArchitecturesAnswer<'a>;

    fn decide<'a>(given: VersionArchitecturesGiven<'a>, _: &Asked<'a>) -> Outcome<ArchitecturesAnswer<'a>> {
        let version = &given.machine_image_version;
        let architectures = architectures::of_version(version, &given.machine_capabilities);
        let reason = Reason::new(&VERSION_IS_BUILT_FOR, version.version())
            .facts(why::architecture_facts(version, &Pointer::to("machineImageVersion"), &given.machine_capabilities))
            .fact(Fact::named("architectures", architectures.iter().copied().collect::<Json>()));
        Ok(Decision::new(ArchitecturesAnswer { architectures }, reason))
    }
}

/// `images/machine-type-architecture`
#[derive(Debug)]
pub struct MachineTypeArchitecture;

impl Answers for MachineTypeArchitecture {
    const NAME: &'static str = "images/machine-type-architecture";
    const ASKS: &'static str = "which architecture a machine type has";
    type Given<'a> = MachineTypeArchitectureGiven<'a>;
    type Answer<'a> = ArchitectureAnswer<'a>;

    fn decide<'a>(given: MachineTypeArchitectureGiven<'a>, _: &Asked<'a>) -> Outcome<ArchitectureAnswer<'a>> {
        let machine = &given.machine_type;
        let architecture = architectures::of_machine_type(machine, &given.machine_capabilities);
        let place = Pointer::to("machineType");
        let own =
            machine.capabilities.get(catalog::ARCHITECTURE).map(|values| values.iter().copied().collect::<Json>());
        let mut definitions = given.machine_capabilities.iter().enumerate();
        let defined = definitions.rfind(|(_, known)| known.name == Some(ARCHITECTURE)).map(|(index, known)| {
            let place = Pointer::to("machineCapabilities").index(index).key("values");
            Fact::at(place, known.values.iter().copied().collect::<Json>())
        });
        let reason = Reason::new(&MACHINE_TYPE_HAS_ARCHITECTURE, machine.name())
            .fact(Fact::of(place.clone().key("capabilities").key(ARCHITECTURE), own))
            .fact(Fact::of(place.key(ARCHITECTURE), machine.architecture))
            .facts(defined)
            .fact(Fact::named("architecture", Some(architecture).filter(|found| !found.is_empty())));
        Ok(Decision::new(ArchitectureAnswer { architecture }, reason))
    }
}

/// `images/latest-version`
#[derive(Debug)]
pub struct LatestVersion;

impl Answers for LatestVersion {
    const NAME: &'static str = "images/latest-version";
    const ASKS: &'static str = "which of several versions is the latest: deprecated ones only if there is no other";
    type Given<'a> = LatestGiven<'a>;
    type Answer<'a> = Latest<'a>;

    fn decide<'a>(given: LatestGiven<'a>, asked: &Asked<'a>) -> Outcome<Latest<'a>> {
        let released: Result<Vec<_>, _> = given.versions.iter().map(|version| Released::new(version, asked)).collect();
        let failed = Latest { version: None, error: Some(true) };
        let place = |text: &str| {
            let index = given.versions.iter().position(|version| version.version() == text).unwrap_or_default();
            Pointer::to("versions").index(index).key("version")
        };
        Ok(match latest(&released?, !given.filter_preview) {
            Ok(Some(found)) => {
                let deprecated = found.classification == Classification::Deprecated;
                let code = if deprecated { &LATEST_IS_DEPRECATED } else { &LATEST_VERSION };
                let reason = Reason::new(code, found.text)
                    .saw(place(found.text), found.text)
                    .fact(Fact::named("classification", found.classification.word()));
                Decision::new(Latest { version: Some(found.text), error: None }, reason)
            }
            Ok(None) => {
                let reason = Reason::new(&NO_LATEST_VERSION, "versions")
                    .fact(Fact::named("count", given.versions.len()))
                    .saw(Pointer::to("filterPreview"), given.filter_preview);
                Decision::new(failed, reason)
            }
            Err(Unreadable(text)) => Decision::new(failed, Reason::new(&NOT_A_VERSION, text).saw(place(text), text)),
        })
    }
}
