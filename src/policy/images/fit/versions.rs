//! Which image versions fit a machine type: what a dropdown shows.

use super::choice::Choice;
use super::cure::Cure;
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
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// A machine type, and the images to be held against it.
    pub struct FitGiven<'a> {
        /// The profile that it is about.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The machine type.
        machine_type ["machineType"]: Option<&'a str>,
        /// Several machine types, each answered by itself.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// Only this image.
        image: Option<&'a str>,
        /// Only this version of it.
        version: Option<&'a str>,
        /// Where, and for which worker.
        #[flatten]
        whereabouts: Whereabouts<'a>,
    }
}

answer! {
    /// What fits a machine type, or several.
    #[derive(Default)]
    pub struct FitAnswer<'a> {
        /// The machine type, where one was asked about.
        machine_type ["machineType"]: Option<&'a str>,
        /// Whether it fits, where one version was asked about.
        fits: Option<bool>,
        /// Whether it is offered, where one version was asked about and the time is known or does not matter.
        offered: Option<bool>,
        /// The images, where one machine type was asked about.
        images: Option<Vec<ImageFit<'a>>>,
        /// How many versions fit and are offered, and what keeps the others.
        summary: Option<Summary<'a>>,
        /// The version to take, of all images.
        recommended: Option<Picked<'a>>,
        /// The version to take of the image that was asked about, where another image is recommended.
        recommended_of_image ["recommendedOfImage"]: Option<Picked<'a>>,
        /// One entry a machine type, where several were asked about.
        machine_types ["machineTypes"]: Option<Vec<MachineFit<'a>>>,
    }
}

answer! {
    /// An image.
    pub struct ImageFit<'a> {
        /// Its name.
        name: &'a str,
        /// Its versions.
        versions: Vec<VersionFit<'a>>,
    }
}

answer! {
    /// A version of an image.
    pub struct VersionFit<'a> {
        /// The version.
        version: &'a str,
        /// Whether it fits.
        fits: bool,
        /// Whether it is neither expired nor unavailable, where the time is known or does not matter.
        active: Option<bool>,
        /// Whether it is offered, where the time is known or does not matter: it fits, is active, no preview, without a
        /// suffix that was not asked for, and the machine type may be used.
        offered: Option<bool>,
        /// Its flavors; one without any has one that supports everything.
        flavors: Vec<FlavorFit<'a>>,
        /// The place of the flavor that is taken.
        best_flavor ["bestFlavor"]: Option<usize>,
        /// What it is, where the time is known or does not matter.
        classification: Option<Classification>,
        /// The moment after which it is expired, where it ever is.
        expires: Option<&'a str>,
        /// What keeps it out beside its flavors.
        refused_by ["refusedBy"]: Option<Vec<Filter>>,
        /// What keeps it from being offered although it fits.
        withheld_by ["withheldBy"]: Option<&'a str>,
        /// The smallest change that would make it fit.
        cure: Option<Cure<'a>>,
        /// A pool with it for a Shoot, where it is offered.
        worker: Option<ReadyWorker<'a>>,
    }
}

answer! {
    /// A flavor.
    pub struct FlavorFit<'a> {
        /// Whether it fits.
        fits: bool,
        /// The capabilities that keep it apart.
        mismatches: Option<Vec<Mismatch<'a>>>,
    }
}

answer! {
    /// A capability without a value in common.
    pub struct Mismatch<'a> {
        /// Its name.
        capability: &'a str,
        /// The values of the machine.
        machine: Vec<&'a str>,
        /// The values of the image.
        image: Vec<&'a str>,
    }
}

answer! {
    /// What fits one of several machine types.
    pub struct MachineFit<'a> {
        /// The machine type.
        machine_type ["machineType"]: &'a str,
        /// The images.
        images: Vec<ImageFit<'a>>,
        /// How many versions fit, and what keeps the others apart.
        summary: Summary<'a>,
    }
}

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
            (_, fittings) => several(fittings, &versions),
        };
        Ok(decision.with_problems(told(&query, &fittings, &versions)))
    }
}

/// Refuses a question about no machine type, and one that names them in both ways.
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

/// The answer about one machine type, with a verdict where one version is asked about.
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
        images: Some(fitting.images(versions)),
        summary: Some(summary),
        recommended: shown(&recommendation.of_all),
        recommended_of_image: shown(&recommendation.of_image),
        machine_types: None,
    };
    Decision::new(answer, because)
}

/// The answer about several machine types, each by itself.
fn several<'a>(fittings: &[Fitting<'_, 'a>], versions: &[usize]) -> Decision<FitAnswer<'a>> {
    let machine = |fitting: &Fitting<'_, 'a>| {
        let summary = fitting.summary(versions);
        let because = fitting.why_summary(&summary);
        let images = fitting.images(versions);
        (MachineFit { machine_type: fitting.machine.name(), images, summary }, because)
    };
    let (machine_types, because) = fittings.iter().map(machine).unzip();
    Decision { because, ..Decision::plain(FitAnswer { machine_types: Some(machine_types), ..FitAnswer::default() }) }
}

impl<'a> Fitting<'_, 'a> {
    /// The images with their versions, in the order of the profile.
    fn images(&self, versions: &[usize]) -> Vec<ImageFit<'a>> {
        let mut images: Vec<ImageFit<'a>> = Vec::new();
        let mut last = None;
        for version in versions {
            let image = self.query.catalog().versions().get(*version).map(|entry| entry.image);
            if image != last || images.is_empty() {
                images.push(ImageFit { name: self.query.image_name(*version), versions: Vec::new() });
                last = image;
            }
            if let Some(image) = images.last_mut() {
                image.versions.push(self.version(*version));
            }
        }
        images
    }

    /// How a version fits, flavor by flavor.
    pub(super) fn version(&self, version: usize) -> VersionFit<'a> {
        let (catalog, asked) = (self.query.catalog(), self.query.asked);
        let flavors: Vec<_> = catalog.flavors(version).collect();
        let everything = flavors.is_empty() || catalog.fits_everything(asked.edition);
        let shown: Vec<FlavorFit<'a>> =
            flavors.iter().map(|(place, set)| self.flavor(version, *place, set, everything)).collect();
        let supported = everything || shown.iter().any(|flavor| flavor.fits);
        let apart = self.apart(version);
        let standing = self.standing(version, self.query.wanted.version.is_some());
        let lifecycle = catalog.versions().get(version).map(|entry| &entry.lifecycle);
        let classification = lifecycle.and_then(|lifecycle| lifecycle.now(asked).ok());
        let fits = supported && apart.filters.is_empty();
        VersionFit {
            version: self.query.version_text(version),
            fits,
            active: self.query.is_active(version),
            worker: (fits && standing.offered == Some(true)).then(|| self.ready(version)),
            offered: standing.offered,
            flavors: if shown.is_empty() { vec![FlavorFit { fits: true, mismatches: None }] } else { shown },
            best_flavor: self.taken(version).and_then(|taken| taken.flavor),
            classification,
            expires: catalog.version_of(self.query.spec(), version).and_then(expiry).map(|at| at.text),
            cure: self.cure(version, &apart),
            withheld_by: standing.cause.filter(|_| standing.fits),
            refused_by: Some(apart.filters).filter(|filters| !filters.is_empty()),
        }
    }

    fn flavor(&self, version: usize, place: usize, set: &Set, everything: bool) -> FlavorFit<'a> {
        let space = self.query.catalog().space();
        let mut apart = space.mismatches(&self.set, set).peekable();
        if everything || apart.peek().is_none() {
            return FlavorFit { fits: true, mismatches: None };
        }
        let machine = self.capabilities();
        let image = self.flavor_capabilities(version, place);
        let mismatches = apart.map(|capability| Mismatch {
            capability: space.name(capability),
            machine: space.effective(&machine, capability).to_vec(),
            image: space.effective(&image, capability).to_vec(),
        });
        FlavorFit { fits: false, mismatches: Some(mismatches.collect()) }
    }
}
