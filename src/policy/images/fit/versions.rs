//! Which image versions fit a machine type, as shown by a dropdown.

use super::choice::Choice;
use super::cure::Cure;
use super::listed::{FlavorFit, Room};
use super::machine::Fitting;
use super::pick::{Picked, shown};
use super::query::FitQuery;
use super::ready::ReadyWorker;
use super::recommendation::Recommendation;
use super::told::told;
use super::wanted::{Whereabouts, Wishes};
use crate::policy::images::capabilities::Set;
use crate::policy::images::reasons::{MACHINE_TYPE_AND_SEVERAL, MACHINE_TYPE_NOT_GIVEN};
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::versions::{Classification, expiry};
use crate::policy::images::workers::{Filter, Summary};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Rendered, answer, given};

given! {
    /// A machine type, and the images to check against it.
    pub struct FitGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The name of the machine type.
        machine_type ["machineType"]: Option<&'a str>,
        /// The names of several machine types, each of which gets an answer of its own.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// Only this image.
        image: Option<&'a str>,
        /// Only this version of the image.
        version: Option<&'a str>,
        /// The region and zones, and the worker.
        #[flatten]
        whereabouts: Whereabouts<'a>,
    }
}

answer! {
    /// The image versions that fit one or several machine types.
    #[derive(Default)]
    pub struct FitAnswer<'a> {
        /// The machine type, if `machineType` was given.
        machine_type ["machineType"]: Option<&'a str>,
        /// Whether the version fits, if one version was asked about.
        fits: Option<bool>,
        /// Whether the version is offered, if one was asked about; absent if that depends on the time, which is not
        /// known.
        offered: Option<bool>,
        /// The images with their versions, if `machineType` was given.
        images: Option<Rendered<Vec<ImageFit<'a>>>>,
        /// The number of versions that fit and are offered, and what keeps the others out.
        summary: Option<Summary<'a>>,
        /// The version to take if no image is named, which is of the first image in the profile that has one to offer.
        recommended: Option<Picked<'a>>,
        /// The version to take of the image that was asked about, if another image is recommended.
        recommended_of_image ["recommendedOfImage"]: Option<Picked<'a>>,
        /// An entry for each machine type, if `machineTypes` was given.
        machine_types ["machineTypes"]: Option<Vec<MachineFit<'a>>>,
        /// The number of machine types that were left out to keep the answer short; `images/matrix` takes more of them.
        more: Option<usize>,
    }
}

answer! {
    /// An image with its versions.
    pub struct ImageFit<'a> {
        /// The name of the image.
        name: &'a str,
        /// The versions of the image.
        versions: Vec<VersionFit<'a>>,
    }
}

answer! {
    /// A version of an image.
    pub struct VersionFit<'a> {
        /// The version, as the profile writes it.
        version: &'a str,
        /// Whether the version fits.
        fits: bool,
        /// Whether the version is neither expired nor unavailable; absent if that depends on the time, which is not
        /// known.
        active: Option<bool>,
        /// Whether the version is offered: it fits, is active, is not a preview, has no suffix that was not asked for,
        /// and the machine type is usable; absent if that depends on the time, which is not known.
        offered: Option<bool>,
        /// The flavors of the version; a version without flavors counts as one that supports everything.
        flavors: Vec<FlavorFit<'a>>,
        /// The number of further flavors that were left out to keep the answer short.
        more_flavors ["moreFlavors"]: Option<usize>,
        /// The index of the flavor that is taken; absent if none is.
        best_flavor ["bestFlavor"]: Option<usize>,
        /// The current classification; absent if it depends on the time, which is not known.
        classification: Option<Classification>,
        /// The moment after which the version is expired; absent if it never expires.
        expires: Option<&'a str>,
        /// What keeps the version out besides its flavors.
        refused_by ["refusedBy"]: Option<Vec<Filter>>,
        /// What keeps the version from being offered although it fits.
        withheld_by ["withheldBy"]: Option<&'a str>,
        /// The smallest change that would make the version fit; a long one is left out if the answer would become too
        /// long.
        cure: Option<Cure<'a>>,
        /// A pool for a Shoot with the version, if it is offered; left out if many zones would make the answer too
        /// long.
        worker: Option<ReadyWorker<'a>>,
    }
}

answer! {
    /// The image versions that fit one of several machine types.
    pub struct MachineFit<'a> {
        /// The name of the machine type.
        machine_type ["machineType"]: &'a str,
        /// The images with their versions.
        images: Rendered<Vec<ImageFit<'a>>>,
        /// The number of versions that fit, and what keeps the others out.
        summary: Summary<'a>,
    }
}

/// The number of pairs of machine type and version after which no further machine type is listed.
const MOST_PAIRS: usize = 1 << 13;

/// `images/fit`
#[derive(Debug)]
pub struct Fit;

impl Answers for Fit {
    const NAME: &'static str = "images/fit";
    const ASKS: &'static str =
        "which image versions fit a machine type and are offered, and for each that is not, why and what would cure it";
    const VERDICT: VerdictFrom = VerdictFrom::TrueIfAny("offered");
    type Given<'a> = FitGiven<'a>;
    type Answer<'a> = FitAnswer<'a>;

    fn decide<'a>(given: FitGiven<'a>, asked: &Asked<'a>) -> Outcome<FitAnswer<'a>> {
        let FitGiven { machine_type, machine_types, .. } = given;
        check_machine_types(machine_type, &machine_types)?;
        let wishes = Wishes {
            profile: given.profile,
            image: given.image,
            version: given.version,
            whereabouts: given.whereabouts,
            ..Wishes::default()
        };
        let query = FitQuery::of(wishes, asked)?;
        let versions = query.versions()?;
        let fittings = match machine_type {
            Some(name) => vec![Fitting::of(&query, name, Pointer::to("machineType"))?],
            None => Fitting::of_each(&query, &machine_types)?,
        };
        let decision = match (machine_type, fittings.as_slice()) {
            (Some(_), [only]) => one(only, &versions),
            (_, fittings) => several(&query, fittings, &versions),
        };
        Ok(decision.with_problems(told(&query, &fittings, &versions)))
    }
}

/// Refuses a question without a machine type, and one with both `machineType` and `machineTypes`.
fn check_machine_types(one: Option<&str>, several: &[&str]) -> Result<(), Undecided> {
    let problem = |code, key| Problem::error(code, Pointer::to("given").key(key));
    match (one, several) {
        (None, []) => {
            let absent = Fact::absent(Pointer::to("machineType"));
            Err(Undecided::request(problem(&MACHINE_TYPE_NOT_GIVEN, "machineType").fact(absent)))
        }
        (Some(name), [_, ..]) => {
            let named = Fact::at(Pointer::to("machineType"), name);
            let names = Fact::of(Pointer::to("machineTypes"), Some(several.iter().copied().collect::<Json>()));
            Err(Undecided::request(problem(&MACHINE_TYPE_AND_SEVERAL, "machineTypes").fact(named).fact(names)))
        }
        _ => Ok(()),
    }
}

/// The answer about one machine type, with a verdict if one version is asked about.
fn one<'a>(fitting: &Fitting<'_, 'a>, versions: &[usize]) -> Decision<FitAnswer<'a>> {
    let single = fitting.query.single(versions);
    let summary = fitting.summary(versions);
    let recommendation = Recommendation::of(fitting, versions);
    let because = match single {
        Some(version) => fitting.why(version),
        None => fitting.why_summary(&summary),
    };
    let because = because.because(recommendation.why(fitting));
    let shown = |choice: &Option<Choice<'a>>| {
        choice.as_ref().and_then(Choice::first).map(|contender| shown(fitting, contender))
    };
    let answer = FitAnswer {
        machine_type: Some(fitting.machine.name()),
        fits: single.map(|_| summary.fitting == 1),
        offered: single.and(summary.offered).map(|offered| offered == 1),
        images: Some(fitting.images(versions, &mut Room::of(fitting.query.catalog()))),
        summary: Some(summary),
        recommended: shown(&recommendation.of_all),
        recommended_of_image: shown(&recommendation.of_image),
        machine_types: None,
        more: None,
    };
    Decision::new(answer, because)
}

/// The answer about several machine types, each of them separately.
fn several<'a>(query: &FitQuery<'_, 'a>, fittings: &[Fitting<'_, 'a>], versions: &[usize]) -> Decision<FitAnswer<'a>> {
    let mut room = Room::of(query.catalog());
    let told = fittings.len().min(MOST_PAIRS / versions.len().max(1) + 1);
    let machine = |fitting: &Fitting<'_, 'a>| {
        let summary = fitting.summary(versions);
        let because = fitting.why_summary(&summary);
        let images = fitting.images(versions, &mut room);
        (MachineFit { machine_type: fitting.machine.name(), images, summary }, because)
    };
    let (machine_types, because) = fittings.iter().take(told).map(machine).unzip();
    let more = Some(fittings.len() - told).filter(|more| *more > 0);
    let answer = FitAnswer { machine_types: Some(machine_types), more, ..FitAnswer::default() };
    Decision { because, ..Decision::plain(answer) }
}

impl<'a> Fitting<'_, 'a> {
    /// The images with their versions, in the order of the profile.
    fn images(&self, versions: &[usize], room: &mut Room) -> Rendered<Vec<ImageFit<'a>>> {
        let image = |version: &usize| self.query.catalog().versions().get(*version).map(|entry| entry.image);
        let of_one_image = versions.chunk_by(|left, right| image(left) == image(right));
        Rendered::list(of_one_image.map(|versions| ImageFit {
            name: versions.first().map_or("", |version| self.query.image_name(*version)),
            versions: versions.iter().map(|version| self.version(*version, room)).collect(),
        }))
    }

    /// How a version fits, flavor by flavor.
    pub(super) fn version<'s>(&'s self, version: usize, room: &mut Room) -> VersionFit<'s> {
        let (catalog, asked) = (self.query.catalog(), self.query.asked);
        let count = catalog.flavors(version).count();
        let everything = count == 0 || catalog.fits_everything(asked.edition);
        let told = catalog.flavors(version).take(room.flavors(count));
        let shown: Vec<FlavorFit<'s>> =
            told.map(|(place, set)| self.flavor(version, (place, &set), everything, room)).collect();
        let more_flavors = Some(count - shown.len()).filter(|more| *more > 0);
        let apart = self.apart(version);
        let standing = self.stands(version, self.first_cause(&apart), self.query.wanted.version.is_some());
        let lifecycle = catalog.versions().get(version).map(|entry| &entry.lifecycle);
        let classification = lifecycle.and_then(|lifecycle| lifecycle.now(asked).ok());
        let fits = apart.fits();
        let given = self.query.wanted.worker.as_ref();
        VersionFit {
            version: self.query.version_text(version),
            fits,
            active: self.query.is_active(version),
            worker: if fits && standing.offered == Some(true) { room.pool(self.ready(version), given) } else { None },
            offered: standing.offered,
            more_flavors,
            flavors: if count == 0 { vec![FlavorFit::fitting()] } else { shown },
            best_flavor: self.taken(version).and_then(|taken| taken.flavor),
            classification,
            expires: catalog.version_of(self.query.spec(), version).and_then(expiry).map(|at| at.text),
            cure: self.cure(version, &apart).and_then(|cure| room.cure(cure)),
            withheld_by: standing.cause.filter(|_| standing.fits),
            refused_by: Some(apart.filters).filter(|filters| !filters.is_empty()),
        }
    }

    fn flavor<'s>(
        &'s self,
        version: usize,
        (place, set): (usize, &Set),
        everything: bool,
        room: &mut Room,
    ) -> FlavorFit<'s> {
        let (catalog, spec) = (self.query.catalog(), self.query.spec());
        let apart = catalog.space().mismatches(&self.set, set);
        if everything || apart.clone().next().is_none() {
            return FlavorFit::fitting();
        }
        let sides = |capability| {
            let machine = catalog.space().effective(&self.capabilities, capability);
            [machine, catalog.flavor_values(spec, version, place, capability)]
        };
        room.apart(catalog.space(), apart, sides)
    }
}
