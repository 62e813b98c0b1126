//! Which machine types run an image: what fills the picker of machine types.

use super::fitting::Fitting;
use super::ground::Ground;
use super::profile;
use super::question::fit::Summary;
use super::question::machine_types::*;
use super::reasons::SOME_MACHINE_TYPES_FIT;
use super::wanted::{Wanted, WantedMachine};
use super::worker::Needs;
use crate::policy::{Answers, Asked, Decision, Outcome};
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
        let offer = profile::asked_offer(given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let MachineTypesGiven { image, version, region, zones, cpu, memory, gpu, architecture, unusable, .. } = given;
        let needs = Needs::asked(given.worker.as_ref(), given.kubernetes_version)?;
        let machine = WantedMachine { cpu, memory, gpu, architecture, usable: !unusable };
        let wanted = Wanted { image, version, region, zones, machine, needs };
        let ground = Ground { offer: &offer, wanted: &wanted, asked };
        let versions = ground.versions()?;
        let fittings = ground.all_machines();
        let summary = Summary::of(fittings.iter().map(|fitting| fitting.cause_of_all(&versions)));
        let because = Reason::new(&SOME_MACHINE_TYPES_FIT, "profile")
            .facts(image.map(|image| Fact::at(Pointer::to("image"), image)))
            .facts(version.map(|version| Fact::at(Pointer::to("version"), version)))
            .fact(Fact::named("fitting", summary.fitting))
            .fact(Fact::named("total", summary.versions))
            .because(summary.why_refused());
        let answer = MachineTypesAnswer {
            machine_types: fittings.iter().map(|fitting| shown(fitting, &versions)).collect(),
            total: summary.versions,
            fitting: summary.fitting,
            refused: summary.refused,
        };
        let problems = ground.problems();
        Ok(Decision::new(answer, because).with_problems(problems))
    }
}

fn shown<'a>(fitting: &Fitting<'_, 'a>, versions: &[usize]) -> MachineTypeFit<'a> {
    let ground = fitting.ground;
    let machine = fitting.machine;
    let single = versions.first().filter(|_| ground.wanted.version.is_some());
    MachineTypeFit {
        name: machine.name(),
        fits: fitting.cause_of_all(versions).is_none(),
        versions: versions.iter().filter(|version| fitting.cause(**version).is_none()).count(),
        cpu: machine.cpu.map(|amount| amount.text),
        memory: machine.memory.map(|amount| amount.text),
        gpu: machine.gpu.map(|amount| amount.text),
        architecture: Some(fitting.architecture).filter(|architecture| !architecture.is_empty()),
        refused_by: Some(fitting.lacking.clone()).filter(|lacking| !lacking.is_empty()),
        version: single.map(|version| fitting.version(*version)),
    }
}
