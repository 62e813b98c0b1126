//! What all machine types of a question share: the profile and the wishes.

use super::architectures;
use super::availability::Availability;
use super::catalog::Catalog;
use super::fitting::Fitting;
use super::lifecycle::why_classified;
use super::model::{MachineType, ProfileSpec};
use super::profile::Offer;
use super::question::fit::Filter;
use super::reasons::{IMAGE_UNKNOWN, MACHINE_TYPE_REPEATED, MACHINE_TYPE_UNKNOWN, REGION_UNKNOWN, VERSION_UNKNOWN};
use super::wanted::Wanted;
use crate::base::nearest;
use crate::policy::{Asked, At, Undecided};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::Pointer;

/// The profile and the wishes that all machine types of a question share.
#[derive(Clone, Copy)]
pub struct Ground<'g, 'a> {
    pub offer: &'g At<'a, Offer<'a>>,
    pub wanted: &'g Wanted<'a>,
    pub asked: &'g Asked<'a>,
}

/// What is worked out once for all machine types.
struct Common<'g, 'a> {
    /// What can be had where it is wanted.
    available: Option<Availability<'a>>,
    /// The defined architectures, if any are.
    architectures: Option<&'g [&'a str]>,
}

impl<'g, 'a> Ground<'g, 'a> {
    pub fn catalog(self) -> &'g Catalog<'a> {
        let offer: &'g Offer<'a> = self.offer;
        &offer.catalog
    }

    pub fn spec(self) -> &'g ProfileSpec<'a> {
        let offer: &'g Offer<'a> = self.offer;
        offer.profile.spec()
    }

    /// The versions that are asked about, by their places among all.
    pub fn versions(self) -> Result<Vec<usize>, Undecided> {
        let (catalog, spec) = (self.catalog(), self.spec());
        let Some(image) = self.wanted.image else { return Ok((0..catalog.versions().len()).collect()) };
        let Some(place) = spec.machine_images.iter().position(|known| known.name() == image) else {
            let names = spec.machine_images.iter().map(|image| image.name());
            return Err(unknown(&IMAGE_UNKNOWN, image, Pointer::to("image"), names));
        };
        let entries = catalog.versions().iter().enumerate();
        let of_image = entries.filter(|(_, entry)| entry.image == place).map(|(version, _)| version);
        let Some(text) = self.wanted.version else { return Ok(of_image.collect()) };
        match of_image.clone().find(|version| self.version_text(*version) == text) {
            Some(version) => Ok(vec![version]),
            None => {
                let versions = of_image.map(|version| self.version_text(version));
                Err(unknown(&VERSION_UNKNOWN, text, Pointer::to("version"), versions))
            }
        }
    }

    /// A version as the profile writes it.
    pub fn version_text(self, version: usize) -> &'a str {
        self.catalog().version_of(self.spec(), version).map(|entry| entry.version()).unwrap_or_default()
    }

    /// The image and the version.
    pub fn name(self, version: usize) -> String {
        format!("{} {}", self.image_name(version), self.version_text(version))
    }

    /// Where the image of a version stands.
    pub fn image_place(self, version: usize) -> Pointer {
        let image = self.catalog().versions().get(version).map_or(0, |entry| entry.image);
        self.offer.spec_place().key("machineImages").index(image)
    }

    /// Where a version stands.
    pub fn version_place(self, version: usize) -> Pointer {
        let number = self.catalog().versions().get(version).map_or(0, |entry| entry.version);
        self.image_place(version).key("versions").index(number)
    }

    /// The name of a version's image.
    pub fn image_name(self, version: usize) -> &'a str {
        let image =
            self.catalog().versions().get(version).and_then(|entry| self.spec().machine_images.get(entry.image));
        image.map(|image| image.name()).unwrap_or_default()
    }

    /// A machine type of that name; the first, where there are several.
    pub fn machine(self, name: &str, named_at: Pointer) -> Result<Fitting<'g, 'a>, Undecided> {
        self.named(name, named_at, &self.common())
    }

    /// The machine types of these names, which stand in `machineTypes`.
    pub fn machines(self, names: &[&str]) -> Result<Vec<Fitting<'g, 'a>>, Undecided> {
        let common = self.common();
        let place = |index| Pointer::to("machineTypes").index(index);
        names.iter().enumerate().map(|(index, name)| self.named(name, place(index), &common)).collect()
    }

    /// All machine types of the profile.
    pub fn all_machines(self) -> Vec<Fitting<'g, 'a>> {
        let common = self.common();
        let place = |index| self.offer.spec_place().key("machineTypes").index(index).key("name");
        let types = self.spec().machine_types.iter().enumerate();
        types.map(|(index, machine)| self.fitting(index, machine, place(index), &common)).collect()
    }

    fn named(self, name: &str, named_at: Pointer, common: &Common<'g, 'a>) -> Result<Fitting<'g, 'a>, Undecided> {
        let types = &self.spec().machine_types;
        let place = self.catalog().machine_named(name);
        match place.and_then(|place| Some((place, types.get(place)?))) {
            Some((index, machine)) => Ok(self.fitting(index, machine, named_at, common)),
            None => Err(unknown(&MACHINE_TYPE_UNKNOWN, name, named_at, types.iter().map(MachineType::name))),
        }
    }

    fn common(self) -> Common<'g, 'a> {
        let Wanted { region, zones, .. } = self.wanted;
        Common {
            // A region that the profile does not have offers nothing.
            available: region
                .map(|region| Availability::of(self.spec(), region, zones).unwrap_or(Availability::Nothing)),
            architectures: architectures::where_defined(&self.spec().machine_capabilities),
        }
    }

    /// The machine type at a place in the profile.
    fn fitting(
        self,
        index: usize,
        machine: &'g MachineType<'a>,
        named_at: Pointer,
        common: &Common<'g, 'a>,
    ) -> Fitting<'g, 'a> {
        let set = self.catalog().machine_set(index, machine, self.asked.edition);
        let available = common.available.as_ref().is_none_or(|available| available.has(machine.name()));
        let architecture = architectures::effective(machine, common.architectures);
        let lacking = self.wanted.machine.lacking(machine, architecture);
        let lacking = (!available).then_some(Filter::Region).into_iter().chain(lacking).collect();
        Fitting { ground: self, machine, index, set, named_at, architecture, lacking }
    }

    /// What a version is now, if that can be said.
    pub fn why_classified(self, version: usize) -> Option<Reason> {
        let entry = self.catalog().version_of(self.spec(), version)?;
        why_classified(entry, &self.version_place(version), self.asked).ok()
    }

    /// What the asker should know whatever the answer.
    pub fn problems(self) -> impl Iterator<Item = Problem> {
        repeated_machine_types(self.offer).into_iter().chain(unknown_region(self))
    }
}

/// A region that the profile does not have, so that nothing is available there.
fn unknown_region(ground: Ground<'_, '_>) -> Option<Problem> {
    let region = ground.wanted.region?;
    let known = ground.spec().regions.iter().any(|known| known.name == Some(region));
    (!known).then(|| {
        let place = Pointer::to("region");
        Problem::warning(&REGION_UNKNOWN, Pointer::to("given").key("region")).fact(Fact::at(place, region))
    })
}

/// Machine types that share a name: the first one is meant.
fn repeated_machine_types(offer: &At<'_, Offer<'_>>) -> Vec<Problem> {
    let place = |index: usize| offer.spec_place().key("machineTypes").index(index).key("name");
    let repeated = offer.catalog.repeated_machines();
    repeated
        .map(|(name, index)| {
            let at = place(index);
            Problem::warning(&MACHINE_TYPE_REPEATED, Pointer::parsed(&format!("/given{at}"))).fact(Fact::at(at, name))
        })
        .collect()
}

/// Something that the profile does not have: without it there is nothing to decide.
fn unknown<'n>(code: &'static Code, name: &str, place: Pointer, known: impl Iterator<Item = &'n str>) -> Undecided {
    let path = Pointer::parsed(&format!("/given{place}"));
    Undecided::facts(with_nearest(Problem::error(code, path).fact(Fact::at(place, name)), name, known))
}

/// A problem with a name that is not known, and the known one it may have been meant for.
pub fn with_nearest<'n>(problem: Problem, name: &str, known: impl Iterator<Item = &'n str>) -> Problem {
    match nearest(name, known) {
        Some(near) => problem.fact(Fact::named("nearest", near)),
        None => problem,
    }
}
