//! Which machine types run an image: what fills the picker of machine types.

use super::machine::Fitting;
use super::query::FitQuery;
use super::versions::VersionFit;
use super::wanted::{Range, WantedMachine, Wishes};
use crate::policy::images::documents::Worker;
use crate::policy::images::reasons::SOME_MACHINE_TYPES_FIT;
use crate::policy::images::workers::{Filter, Refused, Summary};
use crate::question::{Answers, Asked, Decision, Outcome, Reference};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// An image, and what else a machine type has to have.
    pub struct MachineTypesGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The image; any, unless given.
        image: Option<&'a str>,
        /// Its version; any, unless given.
        version: Option<&'a str>,
        /// How many processors.
        cpu: Option<Range<'a>>,
        /// How much memory.
        memory: Option<Range<'a>>,
        /// How many graphics processors.
        gpu: Option<Range<'a>>,
        /// Which architecture.
        architecture: Option<&'a str>,
        /// The region in which the machine type has to be available.
        region: Option<&'a str>,
        /// The zones in which it has to be available; any zone of the region, unless given.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<Worker<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
        /// Whether machine types that are marked as not usable are wanted too.
        unusable: bool,
    }
}

answer! {
    /// The machine types of the profile in its order.
    pub struct MachineTypesAnswer<'a> {
        /// Each machine type.
        machine_types ["machineTypes"]: Vec<MachineTypeFit<'a>>,
        /// How many there are.
        total: usize,
        /// How many of them fit.
        fitting: usize,
        /// What keeps the others apart, the cause of most first.
        refused: Vec<Refused<'a>>,
    }
}

answer! {
    /// A machine type.
    pub struct MachineTypeFit<'a> {
        /// Its name.
        name: &'a str,
        /// Whether it runs one of the versions asked about and has all else that is asked for.
        fits: bool,
        /// How many of the versions asked about it runs.
        versions: usize,
        /// Its processors.
        cpu: Option<&'a str>,
        /// Its memory.
        memory: Option<&'a str>,
        /// Its graphics processors.
        gpu: Option<&'a str>,
        /// Its architecture.
        architecture: Option<&'a str>,
        /// What it lacks beside the image.
        refused_by ["refusedBy"]: Option<Vec<Filter>>,
        /// How it runs the version, where one is asked about.
        version: Option<VersionFit<'a>>,
    }
}

/// `images/machine-types`
#[derive(Debug)]
pub struct MachineTypes;

impl Answers for MachineTypes {
    const NAME: &'static str = "images/machine-types";
    const ASKS: &'static str = "which machine types run an image and have what else is asked for";
    type Given<'a> = MachineTypesGiven<'a>;
    type Answer<'a> = MachineTypesAnswer<'a>;

    fn decide<'a>(given: MachineTypesGiven<'a>, asked: &Asked<'a>) -> Outcome<MachineTypesAnswer<'a>> {
        let MachineTypesGiven { image, version, cpu, memory, gpu, architecture, unusable, .. } = given;
        let wishes = Wishes {
            cloud_profile: given.cloud_profile,
            namespaced_cloud_profile: given.namespaced_cloud_profile,
            image,
            version,
            region: given.region,
            zones: given.zones,
            machine: WantedMachine { cpu, memory, gpu, architecture, usable: !unusable },
            worker: given.worker,
            kubernetes_version: given.kubernetes_version,
        };
        let query = FitQuery::of(wishes, asked)?;
        let versions = query.versions()?;
        let fittings = Fitting::of_all(&query);
        let (machine_types, causes): (Vec<_>, Vec<_>) = fittings.iter().map(|fitting| held(fitting, &versions)).unzip();
        let summary = Summary::of(causes);
        let because = Reason::new(&SOME_MACHINE_TYPES_FIT, "profile")
            .facts(image.map(|image| Fact::at(Pointer::to("image"), image)))
            .facts(version.map(|version| Fact::at(Pointer::to("version"), version)))
            .fact(Fact::named("fitting", summary.fitting))
            .fact(Fact::named("total", summary.versions))
            .because(summary.why_refused());
        let answer = MachineTypesAnswer {
            machine_types,
            total: summary.versions,
            fitting: summary.fitting,
            refused: summary.refused,
        };
        let problems = query.problems();
        Ok(Decision::new(answer, because).with_problems(problems))
    }
}

/// A machine type held against the versions, and what keeps it out.
fn held<'a>(fitting: &Fitting<'_, 'a>, versions: &[usize]) -> (MachineTypeFit<'a>, Option<&'a str>) {
    let machine = fitting.machine;
    let (running, cause) = fitting.taken_together(versions);
    let shown = MachineTypeFit {
        name: machine.name(),
        fits: cause.is_none(),
        versions: running,
        cpu: machine.cpu.map(|amount| amount.text),
        memory: machine.memory.map(|amount| amount.text),
        gpu: machine.gpu.map(|amount| amount.text),
        architecture: Some(fitting.architecture).filter(|architecture| !architecture.is_empty()),
        refused_by: Some(fitting.lacking.clone()).filter(|lacking| !lacking.is_empty()),
        version: fitting.query.single(versions).map(|version| fitting.version(version)),
    };
    (shown, cause)
}
