//! Which machine types run an image, as shown by a picker of machine types.

use super::listed::Room;
use super::machine::Fitting;
use super::matrix::MOST_PAIRS;
use super::query::FitQuery;
use super::told::told;
use super::versions::VersionFit;
use super::wanted::{Range, WantedMachine, Whereabouts, Wishes};
use crate::policy::images::reasons::{SOME_MACHINE_TYPES_FIT, SOME_MACHINE_TYPES_OFFERED};
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::workers::{Filter, Refused, Standing, Summary};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, Rendered, answer, given};

given! {
    /// An image, and what else a machine type needs.
    pub struct MachineTypesGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The name of the image; any image if absent.
        image: Option<&'a str>,
        /// The version of the image; any version if absent.
        version: Option<&'a str>,
        /// The number of processors; any if absent.
        cpu: Option<Range<'a>>,
        /// The amount of memory; any if absent.
        memory: Option<Range<'a>>,
        /// The number of graphics processors; any if absent.
        gpu: Option<Range<'a>>,
        /// The architecture of the machine type; any if absent.
        architecture: Option<&'a str>,
        /// The region and zones, and the worker.
        #[flatten]
        whereabouts: Whereabouts<'a>,
    }
}

answer! {
    /// The machine types of the profile, in its order.
    pub struct MachineTypesAnswer<'a> {
        /// Each machine type.
        machine_types ["machineTypes"]: Vec<MachineTypeFit<'a>>,
        /// The number of machine types that were looked at.
        total: usize,
        /// The number of machine types that fit.
        fitting: usize,
        /// The number that run a version that is offered; absent if that depends on the time, which is not known.
        offered: Option<usize>,
        /// The causes that keep the others out, the most frequent one first.
        refused: Vec<Refused<'a>>,
        /// The number of machine types at the end whose `version` is left out to keep the answer short; ask
        /// `images/fit` about one of them.
        more: Option<usize>,
        /// The number of further machine types that were left out because all pairs of machine types and versions would
        /// be too many; name an image to see more of them.
        left_out ["leftOut"]: Option<usize>,
    }
}

answer! {
    /// A machine type, and whether it fits.
    pub struct MachineTypeFit<'a> {
        /// The name of the machine type.
        name: &'a str,
        /// Whether it runs one of the versions asked about and has everything else that is asked for.
        fits: bool,
        /// Whether it is usable and runs a version that is offered; absent if that depends on the time, which is not
        /// known.
        offered: Option<bool>,
        /// The number of versions asked about that it runs.
        versions: usize,
        /// The number of processors, as the profile writes it.
        cpu: Option<&'a str>,
        /// The amount of memory, as the profile writes it.
        memory: Option<&'a str>,
        /// The number of graphics processors, as the profile writes it.
        gpu: Option<&'a str>,
        /// The architecture; absent if the type has none or several.
        architecture: Option<&'a str>,
        /// What the machine type lacks whatever the image.
        refused_by ["refusedBy"]: Option<Vec<Filter>>,
        /// What keeps the machine type from being offered although it fits.
        withheld_by ["withheldBy"]: Option<&'a str>,
        /// How the version fits, if one is asked about.
        version: Option<Rendered<VersionFit<'a>>>,
    }
}

/// The number of machine types for which the answer says how the version fits.
const MOST_TOLD: usize = 1 << 13;

/// `images/machine-types`
#[derive(Debug)]
pub struct MachineTypes;

impl Answers for MachineTypes {
    const NAME: &'static str = "images/machine-types";
    const ASKS: &'static str = "which machine types run an image and have what else is asked for";
    type Given<'a> = MachineTypesGiven<'a>;
    type Answer<'a> = MachineTypesAnswer<'a>;

    fn decide<'a>(given: MachineTypesGiven<'a>, asked: &Asked<'a>) -> Outcome<MachineTypesAnswer<'a>> {
        let MachineTypesGiven { image, version, cpu, memory, gpu, architecture, .. } = given;
        let wishes = Wishes {
            profile: given.profile,
            image,
            version,
            whereabouts: given.whereabouts,
            machine: WantedMachine { cpu, memory, gpu, architecture },
        };
        let query = FitQuery::of(wishes, asked)?;
        let versions = query.versions()?;
        let mut fittings = Fitting::of_all(&query);
        let looked_at = MOST_PAIRS.div_ceil(versions.len().max(1)).min(fittings.len());
        let left_out = fittings.split_off(looked_at).len();
        let mut room = Room::of(query.catalog());
        let (machine_types, standings): (Vec<_>, Vec<_>) =
            fittings.iter().map(|fitting| held(fitting, &versions, &mut room)).unzip();
        let summary = Summary::of(standings);
        let (code, count) = match summary.offered {
            Some(offered) => (&SOME_MACHINE_TYPES_OFFERED, offered),
            None => (&SOME_MACHINE_TYPES_FIT, summary.fitting),
        };
        let because = Reason::new(code, "profile")
            .facts(image.map(|image| Fact::at(Pointer::to("image"), image)))
            .facts(version.map(|version| Fact::at(Pointer::to("version"), version)))
            .fact(Fact::named("fitting", summary.fitting))
            .fact(Fact::named("count", count))
            .fact(Fact::named("total", summary.versions))
            .because(summary.why_refused());
        let single = query.single(&versions);
        let answer = MachineTypesAnswer {
            more: single.and(machine_types.len().checked_sub(MOST_TOLD)).filter(|more| *more > 0),
            machine_types,
            total: summary.versions,
            fitting: summary.fitting,
            offered: summary.offered,
            refused: summary.refused,
            left_out: Some(left_out).filter(|left_out| *left_out > 0),
        };
        let problems = told(&query, &fittings, &versions);
        Ok(Decision::new(answer, because).with_problems(problems))
    }
}

/// Returns a machine type matched with the versions, and its standing.
fn held<'a>(fitting: &Fitting<'_, 'a>, versions: &[usize], room: &mut Room) -> (MachineTypeFit<'a>, Standing<'a>) {
    let machine = fitting.machine;
    let (running, nearest) = fitting.taken_together(versions);
    let standings = fitting.standings(versions);
    let offers = |wanted| standings.iter().any(|standing| standing.offered == wanted);
    let offered = if offers(Some(true)) { Some(true) } else { Some(false).filter(|_| !offers(None)) };
    let kept = || standings.iter().find(|standing| standing.fits).and_then(|standing| standing.cause);
    let withheld_by = kept().filter(|_| nearest.is_none() && offered == Some(false));
    let cause = nearest.or(withheld_by);
    let told = fitting.query.single(versions).filter(|_| fitting.index < MOST_TOLD);
    let shown = MachineTypeFit {
        name: machine.name(),
        fits: nearest.is_none(),
        offered,
        versions: running,
        cpu: machine.cpu.map(|amount| amount.text),
        memory: machine.memory.map(|amount| amount.text),
        gpu: machine.gpu.map(|amount| amount.text),
        architecture: Some(fitting.architecture).filter(|architecture| !architecture.is_empty()),
        withheld_by,
        refused_by: Some(fitting.lacking.clone()).filter(|lacking| !lacking.is_empty()),
        version: told.map(|version| Rendered::of(&fitting.version(version, room))),
    };
    let standing = Standing { fits: shown.fits, offered, cause };
    (shown, standing)
}
