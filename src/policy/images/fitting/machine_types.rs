//! Which machine types run an image: what fills the picker of machine types.

use super::ground::Ground;
use super::machine::Fitting;
use super::wanted::{WantedMachine, Wishes};
use crate::policy::images::question::fit::Summary;
use crate::policy::images::question::machine_types::*;
use crate::policy::images::reasons::SOME_MACHINE_TYPES_FIT;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

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
        let ground = Ground::of(wishes, asked)?;
        let versions = ground.versions()?;
        let fittings = Fitting::of_all(&ground);
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
        let problems = ground.problems();
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
        version: fitting.ground.single(versions).map(|version| fitting.version(version)),
    };
    (shown, cause)
}
