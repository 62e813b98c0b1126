//! The image version to take for a machine type.

use super::choice::Choice;
use super::machine::Fitting;
use super::query::FitQuery;
use super::ready::ReadyWorker;
use super::told::told;
use super::wanted::{Whereabouts, Wishes};
use crate::policy::images::compare::{Contender, DecidedBy};
use crate::policy::images::reasons::{
    EARLIER_VERSION_GOES_FIRST, HIGHER_VERSION_GOES_FIRST, NOTHING_TO_PICK, ONLY_CANDIDATE, PICKED_ENDS_SOON,
    PREFERRED_VALUE_GOES_FIRST, SUPPORTED_GOES_FIRST, VERSION_PICKED,
};
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::versions::{Classification, ends_soon};
use crate::policy::images::workers::Summary;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// A machine type that needs an image.
    pub struct PickGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The name of the machine type.
        machine_type ["machineType"]: &'a str,
        /// The name of the image; if absent, the first image in the profile that has a candidate.
        image: Option<&'a str>,
        /// The region and zones, and the worker.
        #[flatten]
        whereabouts: Whereabouts<'a>,
    }
}

answer! {
    /// The version to take.
    pub struct PickAnswer<'a> {
        /// The name of the machine type.
        machine_type ["machineType"]: &'a str,
        /// Whether any version can be taken.
        found: bool,
        /// The version to take; absent if there is none.
        picked: Option<Picked<'a>>,
        /// The version that would be taken instead of the picked one; absent if there is none.
        runner_up ["runnerUp"]: Option<Picked<'a>>,
        /// A pool for a Shoot with the picked version.
        worker: Option<ReadyWorker<'a>>,
        /// What decided between the picked version and the runner-up.
        decided_by ["decidedBy"]: Option<DecidedBy>,
        /// The number of versions to choose from, and what kept the others out.
        summary: Summary<'a>,
    }
}

answer! {
    /// A version of an image.
    pub struct Picked<'a> {
        /// The name of the image.
        image: &'a str,
        /// The version of the image.
        version: &'a str,
        /// The current classification of the version.
        classification: Classification,
        /// The index of the flavor that is taken, 0 if the version has none; absent upstream if several are equally
        /// preferred.
        flavor: Option<usize>,
    }
}

/// `images/pick`
#[derive(Debug)]
pub struct Pick;

impl Answers for Pick {
    const NAME: &'static str = "images/pick";
    const ASKS: &'static str = "which image version to take for a machine type, and what decided for it";
    type Given<'a> = PickGiven<'a>;
    type Answer<'a> = PickAnswer<'a>;

    fn decide<'a>(given: PickGiven<'a>, asked: &Asked<'a>) -> Outcome<PickAnswer<'a>> {
        let machine_type = given.machine_type;
        let wishes =
            Wishes { profile: given.profile, image: given.image, whereabouts: given.whereabouts, ..Wishes::default() };
        let query = FitQuery::of(wishes, asked)?;
        let fitting = Fitting::of(&query, machine_type, Pointer::to("machineType"))?;
        let versions = query.versions()?;
        let choice = Choice::among(&fitting, &versions)?;
        let (picked, runner_up) = (choice.candidates.first(), choice.candidates.get(1));
        let decided = picked.zip(runner_up).map(|(picked, other)| picked.against(other).1);
        let because = why(&fitting, &choice, decided);
        let answer = PickAnswer {
            machine_type,
            found: picked.is_some(),
            picked: picked.map(|picked| shown(&fitting, picked)),
            worker: picked.map(|picked| fitting.ready(picked.place)),
            runner_up: runner_up.map(|other| shown(&fitting, other)),
            decided_by: decided,
            summary: choice.summary,
        };
        let problems = told(&query, std::slice::from_ref(&fitting), &versions);
        let ending = choice.candidates.first().and_then(|picked| ending(&query, picked.place));
        Ok(Decision::new(answer, because).with_problems(problems).with_problems(ending))
    }
}

/// Warns that the version to take expires soon.
fn ending(query: &FitQuery<'_, '_>, version: usize) -> Option<Problem> {
    let expires = ends_soon(query.catalog().version_of(query.spec(), version)?, query.asked.now().ok()?)?;
    let place = query.version_place(version).key("version");
    let problem = Problem::warning(&PICKED_ENDS_SOON, Pointer::to("given").join(&place));
    let problem = problem.fact(Fact::at(place, query.version_text(version)));
    Some(problem.fact(Fact::named("expires", expires.text)))
}

/// Returns a contender as answers show it.
pub(super) fn shown<'a>(fitting: &Fitting<'_, 'a>, contender: &Contender<'a>) -> Picked<'a> {
    Picked {
        image: fitting.query.image_name(contender.place),
        version: contender.released.text,
        classification: contender.released.classification,
        flavor: contender.taken.flavor,
    }
}

fn why(fitting: &Fitting<'_, '_>, choice: &Choice<'_>, decided: Option<DecidedBy>) -> Reason {
    let asked = |reason: Reason| {
        let image = fitting.query.wanted.image.map(|image| Fact::at(Pointer::to("image"), image));
        reason.saw(fitting.named_at.clone(), fitting.machine.name()).facts(image)
    };
    let Some(picked) = choice.candidates.first() else {
        return asked(Reason::new(&NOTHING_TO_PICK, fitting.machine.name()))
            .because(fitting.why_unavailable())
            .because(choice.summary.why_refused());
    };
    let name = fitting.query.name(picked.place);
    let beneath = match (choice.candidates.get(1), decided) {
        (Some(other), Some(decided)) => why_decided(fitting, [picked, other], decided),
        _ => Reason::new(&ONLY_CANDIDATE, name.clone()),
    };
    asked(Reason::new(&VERSION_PICKED, name)).because([beneath, fitting.why(picked.place)])
}

/// Why the picked version goes before the other one.
fn why_decided(fitting: &Fitting<'_, '_>, pair: [&Contender<'_>; 2], decided: DecidedBy) -> Reason {
    let query = fitting.query;
    let [picked, other] = pair;
    let space = query.catalog().space();
    let reason = |code| {
        let [name, over] = pair.map(|contender| query.name(contender.place));
        Reason::new(code, name).fact(Fact::named("over", over))
    };
    let texts = |reason: Reason| {
        pair.into_iter().fold(reason, |reason, contender| {
            reason.saw(query.version_place(contender.place).key("version"), query.version_text(contender.place))
        })
    };
    match decided {
        DecidedBy::Classification => reason(&SUPPORTED_GOES_FIRST)
            .fact(Fact::named("classification", picked.released.classification.word()))
            .fact(Fact::named("other", other.released.classification.word()))
            .because(pair.into_iter().filter_map(|contender| query.why_classified(contender.place))),
        DecidedBy::Preference => {
            let difference = picked.differences(other, space).into_iter().next();
            let capability = difference.map(|difference| difference.capability).unwrap_or_default();
            let defined = space.defined(capability);
            let value = |place: Option<usize>| place.and_then(|place| defined.get(place).copied()).unwrap_or("nothing");
            reason(&PREFERRED_VALUE_GOES_FIRST)
                .fact(Fact::named("capability", space.name(capability)))
                .fact(Fact::named("value", value(difference.and_then(|difference| difference.left))))
                .fact(Fact::named("other", value(difference.and_then(|difference| difference.right))))
        }
        DecidedBy::Version => texts(reason(&HIGHER_VERSION_GOES_FIRST)),
        DecidedBy::Order => texts(reason(&EARLIER_VERSION_GOES_FIRST)),
    }
}
