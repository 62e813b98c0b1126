//! Which image version a machine type should get.

use super::choice::{Candidate, Choice, Decided, DecidedBy};
use super::machine::Fitting;
use super::query::FitQuery;
use super::ready::ReadyWorker;
use super::wanted::{Whereabouts, Wishes};
use crate::policy::images::reasons::{
    EARLIER_VERSION_GOES_FIRST, HIGHER_VERSION_GOES_FIRST, NOTHING_TO_PICK, ONLY_CANDIDATE, PREFERRED_VALUE_GOES_FIRST,
    SUPPORTED_GOES_FIRST, VERSION_PICKED,
};
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::versions::Classification;
use crate::policy::images::workers::Summary;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// A machine type that needs an image.
    pub struct PickGiven<'a> {
        /// The profile that it is about.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The machine type.
        machine_type ["machineType"]: &'a str,
        /// Of which image; without it the first one of the profile that has a candidate.
        image: Option<&'a str>,
        /// Where, and for which worker.
        #[flatten]
        whereabouts: Whereabouts<'a>,
    }
}

answer! {
    /// The version to take.
    pub struct PickAnswer<'a> {
        /// The machine type.
        machine_type ["machineType"]: &'a str,
        /// Whether there is one.
        found: bool,
        /// The one to take.
        picked: Option<Picked<'a>>,
        /// The one that would be taken without it.
        runner_up ["runnerUp"]: Option<Picked<'a>>,
        /// A pool with the one to take, for a Shoot.
        worker: Option<ReadyWorker<'a>>,
        /// What decided between the two.
        decided_by ["decidedBy"]: Option<DecidedBy>,
        /// How many versions there were to choose from, and what kept the others out.
        summary: Summary<'a>,
    }
}

answer! {
    /// A version of an image.
    pub struct Picked<'a> {
        /// The image.
        image: &'a str,
        /// The version.
        version: &'a str,
        /// What it is now.
        classification: Classification,
        /// The place of the flavor that is taken; upstream has none where several are equally preferred.
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
        let choice = Choice::among(&fitting, &query.versions()?)?;
        let (picked, runner_up) = (choice.candidates.first(), choice.candidates.get(1));
        let decided = picked.zip(runner_up).map(|(picked, other)| picked.against(other, &fitting).1);
        let because = why(&fitting, &choice, decided);
        let answer = PickAnswer {
            machine_type,
            found: picked.is_some(),
            picked: picked.map(|picked| shown(&fitting, picked)),
            worker: picked.map(|picked| fitting.ready(picked.version)),
            runner_up: runner_up.map(|other| shown(&fitting, other)),
            decided_by: decided.map(Decided::word),
            summary: choice.summary,
        };
        let problems = query.problems(&[fitting.index], &query.versions()?);
        Ok(Decision::new(answer, because).with_problems(problems))
    }
}

fn shown<'a>(fitting: &Fitting<'_, 'a>, candidate: &Candidate<'_, 'a>) -> Picked<'a> {
    Picked {
        image: fitting.query.image_name(candidate.version),
        version: fitting.query.version_text(candidate.version),
        classification: candidate.classification,
        flavor: candidate.flavor,
    }
}

fn why(fitting: &Fitting<'_, '_>, choice: &Choice<'_, '_>, decided: Option<Decided>) -> Reason {
    let asked = |reason: Reason| {
        let image = fitting.query.wanted.image.map(|image| Fact::at(Pointer::to("image"), image));
        reason.saw(fitting.named_at.clone(), fitting.machine.name()).facts(image)
    };
    let Some(picked) = choice.candidates.first() else {
        return asked(Reason::new(&NOTHING_TO_PICK, fitting.machine.name())).because(choice.summary.why_refused());
    };
    let name = fitting.query.name(picked.version);
    let beneath = match (choice.candidates.get(1), decided) {
        (Some(other), Some(decided)) => why_decided(fitting, [picked, other], decided),
        _ => Reason::new(&ONLY_CANDIDATE, name.clone()),
    };
    asked(Reason::new(&VERSION_PICKED, name)).because([beneath, fitting.why(picked.version)])
}

/// What the one has that the other has not.
fn why_decided(fitting: &Fitting<'_, '_>, pair: [&Candidate<'_, '_>; 2], decided: Decided) -> Reason {
    let query = fitting.query;
    let [picked, other] = pair;
    let space = query.catalog().space();
    let reason = |code| {
        let [name, over] = pair.map(|candidate| query.name(candidate.version));
        Reason::new(code, name).fact(Fact::named("over", over))
    };
    let texts = |reason: Reason| {
        pair.into_iter().fold(reason, |reason, candidate| {
            reason.saw(query.version_place(candidate.version).key("version"), query.version_text(candidate.version))
        })
    };
    match decided {
        Decided::Classification => reason(&SUPPORTED_GOES_FIRST)
            .fact(Fact::named("classification", picked.classification.word()))
            .fact(Fact::named("other", other.classification.word()))
            .because(pair.into_iter().filter_map(|candidate| query.why_classified(candidate.version))),
        Decided::Preference(difference) => {
            let defined = space.defined(difference.capability);
            let value = |place: Option<usize>| place.and_then(|place| defined.get(place).copied()).unwrap_or("nothing");
            reason(&PREFERRED_VALUE_GOES_FIRST)
                .fact(Fact::named("capability", space.name(difference.capability)))
                .fact(Fact::named("value", value(difference.left)))
                .fact(Fact::named("other", value(difference.right)))
        }
        Decided::Version => texts(reason(&HIGHER_VERSION_GOES_FIRST)),
        Decided::Order => texts(reason(&EARLIER_VERSION_GOES_FIRST)),
    }
}
