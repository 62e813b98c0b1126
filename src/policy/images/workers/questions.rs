//! The questions about what suits a pool of workers (sections 3.5, 5 and 9.2).

use super::candidates::Candidates;
use super::needs::{InPlace, Needs};
use super::summary::{Standing, Summary};
use super::unread::{of_other_architecture, unread_of_worker};
use super::why;
use crate::policy::images::catalog::{Offer, Undefined, architectures};
use crate::policy::images::documents::{
    ARCHITECTURE, CloudProfile, Definition, ImageVersion, MachineImage, MachineType, ProfileSpec, Worker,
};
use crate::policy::images::reasons::{
    MACHINE_TYPE_HAS_ARCHITECTURE, SOME_VERSIONS_SUIT, VERSION_IS_BUILT_FOR, WORKER_IS_ANOTHER,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// An image and a machine type.
    pub struct MatchingGiven<'a> {
        /// The definitions of capabilities, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The machine image with its versions.
        machine_image ["machineImage"]: MachineImage<'a>,
        /// The machine type.
        machine_type ["machineType"]: MachineType<'a>,
    }
}

answer! {
    /// The versions of an image that suit what is given.
    pub struct MatchingAnswer<'a> {
        /// The versions that suit, in the order of the image.
        matching_versions ["matchingVersions"]: Vec<&'a str>,
    }
}

/// `images/matching-versions`
#[derive(Debug)]
pub struct MatchingVersions;

impl Answers for MatchingVersions {
    const NAME: &'static str = "images/matching-versions";
    const ASKS: &'static str = "which versions of an image run on a machine type, by capabilities alone";
    type Given<'a> = MatchingGiven<'a>;
    type Answer<'a> = MatchingAnswer<'a>;

    fn decide<'a>(given: MatchingGiven<'a>, asked: &Asked<'a>) -> Outcome<MatchingAnswer<'a>> {
        let offer = offer(given);
        Ok(matching(&offer, Needs::default(), asked))
    }
}

given! {
    /// An image, a machine type and a worker on it.
    pub struct WorkerVersionsGiven<'a> {
        /// The image and the machine type.
        #[flatten]
        pair: MatchingGiven<'a>,
        /// The pool of workers.
        worker: Worker<'a>,
        /// The Kubernetes version of the control plane, used unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
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
        let MatchingGiven { machine_capabilities: definitions, machine_type, .. } = &given.pair;
        let inferred = || architectures::of_worker(Some(machine_type), architectures::where_defined(definitions));
        let current = worker.image().map(|image| image.version()).unwrap_or_default();
        let needs = Needs {
            architecture: Some(worker.architecture().unwrap_or_else(inferred)),
            in_place: worker.is_in_place().then_some(InPlace::From(current)),
            ..Needs::asked(Some(worker), given.kubernetes_version)?
        };
        let at = Pointer::to("worker");
        let mut problems: Vec<Problem> = unread_of_worker(worker, &at).into_iter().collect();
        let name = machine_type.name();
        let named = worker.machine_type();
        let [place, path] = [at.clone(), Pointer::to("given").join(&at)].map(|at| at.key("machine").key("type"));
        let is_another = !named.is_empty() && !name.is_empty() && named != name;
        problems.extend(is_another.then(|| {
            Problem::warning(&WORKER_IS_ANOTHER, path).fact(Fact::at(place, named)).fact(Fact::named("expected", name))
        }));
        let expected = architectures::of_machine_type(machine_type, definitions);
        problems.extend(of_other_architecture(worker, expected, [at.clone(), Pointer::to("given").join(&at)]));
        let offer = offer(given.pair);
        Ok(matching(&offer, needs, asked).with_problems(problems))
    }
}

/// A profile that offers one image and one machine type.
fn offer(pair: MatchingGiven<'_>) -> Offer<'_> {
    let spec = ProfileSpec {
        machine_capabilities: pair.machine_capabilities,
        machine_images: vec![pair.machine_image],
        machine_types: vec![pair.machine_type],
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
    let mut standings = Vec::new();
    for (place, version) in versions {
        let cause = candidates.cause(place, version);
        if cause.is_none() {
            matching_versions.push(version.version());
        }
        standings.push(Standing::of(cause));
    }
    let undefined = undefined(offer);
    let summary = Summary::of(standings);
    let name = spec.machine_types.first().map(|machine| machine.name()).unwrap_or_default();
    let reason = Reason::new(&SOME_VERSIONS_SUIT, name)
        .saw(Pointer::to("machineType").key("name"), name)
        .fact(Fact::named("fitting", summary.fitting))
        .fact(Fact::named("versions", summary.versions))
        .because(summary.why_refused());
    Decision::new(MatchingAnswer { matching_versions }, reason).with_problems(undefined)
}

/// Warns of names in the machine type and the versions that no definition has.
fn undefined(offer: &Offer<'_>) -> Vec<Problem> {
    if !offer.catalog.has_undefined() {
        return Vec::new();
    }
    let spec = offer.spec();
    let mut undefined = Undefined::beside(&spec.machine_capabilities, [Pointer::default(), Pointer::to("given")]);
    for machine in &spec.machine_types {
        undefined.look_at(&machine.capabilities, &Pointer::to("machineType").key("capabilities"));
    }
    for (place, version) in spec.machine_images.iter().flat_map(|image| image.versions.iter().enumerate()) {
        let list = Pointer::to("machineImage").key("versions").index(place).key("capabilityFlavors");
        for (place, flavor) in version.flavors() {
            undefined.look_at(flavor, &list.clone().index(place));
        }
    }
    undefined.problems()
}

given! {
    /// An image version and the definitions.
    pub struct VersionArchitecturesGiven<'a> {
        /// The definitions of capabilities.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The image version.
        machine_image_version ["machineImageVersion"]: ImageVersion<'a>,
    }
}

answer! {
    /// The architectures that an image version is built for.
    pub struct ArchitecturesAnswer<'a> {
        /// The architectures of the version.
        architectures: Vec<&'a str>,
    }
}

/// `images/version-architectures`
#[derive(Debug)]
pub struct VersionArchitectures;

impl Answers for VersionArchitectures {
    const NAME: &'static str = "images/version-architectures";
    const ASKS: &'static str = "which architectures an image version is built for";
    type Given<'a> = VersionArchitecturesGiven<'a>;
    type Answer<'a> = ArchitecturesAnswer<'a>;

    fn decide<'a>(given: VersionArchitecturesGiven<'a>, asked: &Asked<'a>) -> Outcome<ArchitecturesAnswer<'a>> {
        let version = &given.machine_image_version;
        let architectures = architectures::of_version(version, &given.machine_capabilities, asked.edition);
        let reason = Reason::new(&VERSION_IS_BUILT_FOR, version.version())
            .facts(why::architecture_facts(
                version,
                &Pointer::to("machineImageVersion"),
                &given.machine_capabilities,
                asked.edition,
            ))
            .fact(Fact::named("architectures", architectures.iter().copied().collect::<Json>()));
        Ok(Decision::new(ArchitecturesAnswer { architectures }, reason))
    }
}

given! {
    /// A machine type and the definitions.
    pub struct MachineTypeArchitectureGiven<'a> {
        /// The definitions of capabilities.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The machine type.
        machine_type ["machineType"]: MachineType<'a>,
    }
}

answer! {
    /// The architecture of a machine type.
    pub struct ArchitectureAnswer<'a> {
        /// The architecture; empty if the type has none or several.
        architecture: &'a str,
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
        let own = machine.capabilities.get(ARCHITECTURE).map(|values| values.iter().copied().collect::<Json>());
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
