//! Which image versions fit a machine type: what a dropdown shows.

use super::cure::smallest_cure;
use super::fitting::{Fitting, Ground, Wanted};
use super::preference::best;
use super::profile::{self, At, Offer};
use super::question::fit::*;
use super::reasons::*;
use super::universe::Set;
use crate::policy::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::resolve::Tally;
use crate::wire::Pointer;

/// `images/fit`
#[derive(Debug)]
pub struct Fit;

impl Answers for Fit {
    const NAME: &'static str = "images/fit";
    const ASKS: &'static str =
        "which image versions fit a machine type, and for each that does not, why and what would cure it";
    const VERDICT: VerdictFrom = VerdictFrom::TrueIfAny("fits");
    type Given<'a> = FitGiven<'a>;
    type Answer<'a> = FitAnswer<'a>;

    fn decide<'a>(given: FitGiven<'a>, asked: &Asked<'a>) -> Outcome<FitAnswer<'a>> {
        let offer = profile::asked_offer(given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let FitGiven { machine_type, machine_types, image, version, region, zones, .. } = given;
        let wanted = Wanted { image, version, region, zones };
        let ground = Ground { offer: &offer, wanted: &wanted, asked };
        let versions = ground.versions()?;
        let decision = match machine_type {
            Some(name) => one(&ground.machine(name, Pointer::to("machineType"))?, &versions),
            None => {
                let place = |index| Pointer::to("machineTypes").index(index);
                let named = machine_types.iter().enumerate();
                let fittings: Vec<_> =
                    named.map(|(index, name)| ground.machine(name, place(index))).collect::<Result<_, _>>()?;
                several(&fittings, &versions)
            }
        };
        Ok(decision.with_problems(repeated_machine_types(&offer)).with_problems(unknown_region(ground)))
    }
}

/// The answer about one machine type, with a verdict where one version is asked about.
fn one<'a>(fitting: &Fitting<'_, 'a>, versions: &[usize]) -> Decision<FitAnswer<'a>> {
    let wanted = fitting.ground.wanted;
    let single = versions.first().filter(|_| wanted.image.is_some() && wanted.version.is_some());
    let (summary, sum) = fitting.summary(versions);
    let answer = FitAnswer {
        machine_type: Some(fitting.machine.name()),
        fits: single.map(|_| summary.fitting == 1),
        images: Some(fitting.images(versions)),
        summary: Some(summary),
        machine_types: None,
    };
    Decision::new(answer, single.map_or(sum, |version| fitting.why(*version)))
}

/// The answer about several machine types, each by itself.
fn several<'a>(fittings: &[Fitting<'_, 'a>], versions: &[usize]) -> Decision<FitAnswer<'a>> {
    let machine = |fitting: &Fitting<'_, 'a>| MachineFit {
        machine_type: fitting.machine.name(),
        images: fitting.images(versions),
        summary: fitting.summary(versions).0,
    };
    let machine_types = Some(fittings.iter().map(machine).collect());
    let because = fittings.iter().map(|fitting| fitting.summary(versions).1).collect();
    Decision { because, ..Decision::plain(FitAnswer { machine_types, ..FitAnswer::default() }) }
}

/// A region that the profile does not have, so that nothing is available there.
pub fn unknown_region(ground: Ground<'_, '_>) -> Option<Problem> {
    let region = ground.wanted.region?;
    let known = ground.spec().regions.iter().any(|known| known.name == Some(region));
    (!known).then(|| {
        let place = Pointer::to("region");
        Problem::warning(&REGION_UNKNOWN, Pointer::to("given").key("region")).fact(Fact::at(place, region))
    })
}

/// Machine types that share a name: the first one is meant.
pub fn repeated_machine_types(offer: &At<'_, Offer<'_>>) -> Vec<Problem> {
    let types = &offer.profile.spec().machine_types;
    let mut named: Vec<(&str, usize)> =
        types.iter().enumerate().map(|(index, machine)| (machine.name(), index)).collect();
    named.sort_unstable();
    let repeated = named.windows(2).filter_map(|pair| match pair {
        [(first, _), (second, index)] if first == second => Some((*second, *index)),
        _ => None,
    });
    let place = |index: usize| offer.place().key("spec").key("machineTypes").index(index).key("name");
    repeated
        .map(|(name, index)| {
            let at = place(index);
            Problem::warning(&MACHINE_TYPE_REPEATED, Pointer::parsed(&format!("/given{at}"))).fact(Fact::at(at, name))
        })
        .collect()
}

impl<'a> Fitting<'_, 'a> {
    /// The images with their versions, in the order of the profile.
    fn images(&self, versions: &[usize]) -> Vec<ImageFit<'a>> {
        let mut images: Vec<ImageFit<'a>> = Vec::new();
        let mut last = None;
        for version in versions {
            let image = self.ground.catalog().versions().get(*version).map(|entry| entry.image);
            if image != last || images.is_empty() {
                images.push(ImageFit { name: self.ground.image_name(*version), versions: Vec::new() });
                last = image;
            }
            if let Some(image) = images.last_mut() {
                image.versions.push(self.version(*version));
            }
        }
        images
    }

    fn version(&self, version: usize) -> VersionFit<'a> {
        let (catalog, asked) = (self.ground.catalog(), self.ground.asked);
        let flavors: Vec<_> = catalog.flavors(version).collect();
        let everything = flavors.is_empty() || catalog.fits_everything(asked.edition);
        let shown: Vec<FlavorFit<'a>> =
            flavors.iter().map(|(place, set)| self.flavor(version, *place, set, everything)).collect();
        let supported = everything || shown.iter().any(|flavor| flavor.fits);
        let refused_by = self.filters(version);
        let fitting = flavors.iter().filter(|(_, set)| everything || catalog.universe().fits(&self.set, set));
        let best_flavor =
            best(catalog.universe(), &self.set, fitting.map(|(place, set)| (*place, set.as_ref())), asked.edition);
        let best_flavor = if flavors.is_empty() { Some(0) } else { best_flavor.ok().flatten() };
        let cure = if supported {
            None
        } else {
            smallest_cure(catalog.universe(), &self.set, flavors.iter().map(|(place, set)| (*place, set.as_ref())))
        };
        let life = catalog.versions().get(version).map(|entry| &entry.life);
        VersionFit {
            version: self.ground.version_text(version),
            fits: supported && refused_by.is_empty(),
            flavors: if shown.is_empty() { vec![FlavorFit { fits: true, mismatches: None }] } else { shown },
            best_flavor,
            classification: life.and_then(|life| life.now(asked).ok()),
            refused_by: Some(refused_by).filter(|filters| !filters.is_empty()),
            cure,
        }
    }

    fn flavor(&self, version: usize, place: usize, set: &Set, everything: bool) -> FlavorFit<'a> {
        let universe = self.ground.catalog().universe();
        let mut apart = universe.mismatches(&self.set, set).peekable();
        if everything || apart.peek().is_none() {
            return FlavorFit { fits: true, mismatches: None };
        }
        let machine = self.ground.catalog().machine(self.machine, self.ground.asked.edition);
        let image = self.flavor_capabilities(version, place);
        let mismatches = apart.map(|capability| Mismatch {
            capability: universe.name(capability),
            machine: universe.shown(&machine, capability).to_vec(),
            image: universe.shown(&image, capability).to_vec(),
        });
        FlavorFit { fits: false, mismatches: Some(mismatches.collect()) }
    }

    /// How many versions fit, and what keeps the others apart.
    fn summary(&self, versions: &[usize]) -> (Summary<'a>, Reason) {
        let mut tally = Tally::default();
        let mut fitting = 0;
        for version in versions {
            match self.cause(*version) {
                None => fitting += 1,
                Some(cause) => tally.add(cause),
            }
        }
        let refused: Vec<Refused<'a>> = tally.by_count().into_iter().map(|(by, count)| Refused { by, count }).collect();
        let because = refused
            .iter()
            .map(|refused| Reason::new(&REFUSED_BY, refused.by).fact(Fact::named("count", refused.count)));
        let reason = Reason::new(&SOME_VERSIONS_FIT, self.machine.name())
            .saw(self.named_at.clone(), self.machine.name())
            .fact(Fact::named("fitting", fitting))
            .fact(Fact::named("versions", versions.len()))
            .because(because);
        (Summary { versions: versions.len(), fitting, refused }, reason)
    }
}
