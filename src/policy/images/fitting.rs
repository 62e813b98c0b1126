//! A machine type held against the image versions of a profile.

use std::borrow::Cow;

use super::availability;
use super::catalog::Catalog;
use super::model::{Capabilities, MachineType, ProfileSpec};
use super::profile::{At, Offer};
use super::question::fit::Filter;
use super::reasons::{IMAGE_UNKNOWN, MACHINE_TYPE_UNKNOWN, VERSION_UNKNOWN};
use super::universe::Set;
use crate::base::nearest;
use crate::policy::{Asked, Undecided};
use crate::reason::{Code, Fact, Problem};
use crate::wire::Pointer;

/// What is asked of the images beside that they fit the machine type.
#[derive(Clone, Default, Debug)]
pub struct Wanted<'a> {
    /// Only this image.
    pub image: Option<&'a str>,
    /// Only this version of it.
    pub version: Option<&'a str>,
    /// The machine type has to be available there.
    pub region: Option<&'a str>,
    /// And in these zones of it.
    pub zones: Vec<&'a str>,
}

/// The profile and the wishes that all machine types of a question share.
#[derive(Clone, Copy)]
pub struct Ground<'g, 'a> {
    pub offer: &'g At<'a, Offer<'a>>,
    pub wanted: &'g Wanted<'a>,
    pub asked: &'g Asked<'a>,
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

    /// The name of a version's image.
    pub fn image_name(self, version: usize) -> &'a str {
        let image =
            self.catalog().versions().get(version).and_then(|entry| self.spec().machine_images.get(entry.image));
        image.map(|image| image.name()).unwrap_or_default()
    }

    /// A machine type of that name; the first, where there are several.
    pub fn machine(self, name: &str, named_at: Pointer) -> Result<Fitting<'g, 'a>, Undecided> {
        let types = &self.spec().machine_types;
        let found = types.iter().enumerate().find(|(_, machine)| machine.name() == name);
        match found {
            Some((index, machine)) => Ok(self.fitting(index, machine, named_at)),
            None => Err(unknown(&MACHINE_TYPE_UNKNOWN, name, named_at, types.iter().map(MachineType::name))),
        }
    }

    /// The machine type at a place in the profile.
    pub fn fitting(self, index: usize, machine: &'g MachineType<'a>, named_at: Pointer) -> Fitting<'g, 'a> {
        let set = self.catalog().machine_set(index, machine, self.asked.edition);
        let Wanted { region, zones, .. } = self.wanted;
        // A region that the profile does not have offers nothing.
        let available = region
            .is_none_or(|region| availability::in_region(self.spec(), machine.name(), region, zones).unwrap_or(false));
        Fitting { ground: self, machine, index, set, named_at, available }
    }
}

/// A machine type held against the images of a profile.
pub struct Fitting<'g, 'a> {
    pub ground: Ground<'g, 'a>,
    pub machine: &'g MachineType<'a>,
    /// Its place in the profile.
    pub index: usize,
    pub set: Set,
    /// Where it is named in `given`.
    pub named_at: Pointer,
    /// Whether it can be had where it is wanted.
    pub available: bool,
}

impl<'g, 'a> Fitting<'g, 'a> {
    /// What keeps a version out beside its flavors.
    pub fn filters(&self, _version: usize) -> Vec<Filter> {
        if self.available { Vec::new() } else { vec![Filter::Region] }
    }

    /// What a flavor of a version can, as the profile writes it.
    pub fn flavor_capabilities(&self, version: usize, place: usize) -> Cow<'g, Capabilities<'a>> {
        self.ground.catalog().flavor_capabilities(self.ground.spec(), version, place)
    }

    /// What keeps a version apart: what it was refused by first, or the first mismatch of the flavor that has the fewest.
    /// Nothing if it fits.
    pub fn cause(&self, version: usize) -> Option<&'a str> {
        if let Some(filter) = self.filters(version).first() {
            return Some(filter.word());
        }
        let catalog = self.ground.catalog();
        if catalog.fits_everything(self.ground.asked.edition) {
            return None;
        }
        let mut nearest: Option<(usize, usize)> = None;
        for (_, set) in catalog.flavors(version) {
            let mut apart = catalog.universe().mismatches(&self.set, &set);
            let first = apart.next()?;
            let count = 1 + apart.count();
            if nearest.is_none_or(|(fewest, _)| count < fewest) {
                nearest = Some((count, first));
            }
        }
        nearest.map(|(_, capability)| catalog.universe().name(capability))
    }
}

/// Something that the profile does not have: without it there is nothing to decide.
pub fn unknown<'n>(code: &'static Code, name: &str, place: Pointer, known: impl Iterator<Item = &'n str>) -> Undecided {
    let problem = Problem::error(code, Pointer::parsed(&format!("/given{place}"))).fact(Fact::at(place, name));
    Undecided::facts(match nearest(name, known) {
        Some(near) => problem.fact(Fact::named("nearest", near)),
        None => problem,
    })
}
