//! The machine of a bastion (section 6): the one that the profile names, or else the smallest machine that has an
//! image.

use super::boots::boots_nothing;
use crate::base::Names;
use crate::base::masterminds::Version;
use crate::policy::images::catalog::{Offer, WantedArchitecture, architectures, undefined_of_all};
use crate::policy::images::documents::{BastionImage, ImageVersion, MachineImage, MachineType};
use crate::policy::images::reasons::{BASTION_MACHINE, NO_BASTION_MACHINE};
use crate::policy::images::store::{ProfileGiven, asked_offer};
use crate::policy::images::versions::{Classification, current};
use crate::policy::images::workers::{Candidates, Needs};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{answer, given};

given! {
    /// A profile whose bastions are asked about.
    pub struct BastionGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
    }
}

answer! {
    /// The machine of a bastion.
    #[derive(Default)]
    pub struct BastionAnswer<'a> {
        /// Whether there is no machine for a bastion; absent if there is one.
        error: Option<bool>,
        /// The name of the machine type; absent on error.
        machine_type ["machineType"]: Option<&'a str>,
        /// The architecture of the machine; absent on error.
        architecture: Option<&'a str>,
        /// The image of the machine; absent on error.
        image: Option<BastionImageAnswer<'a>>,
    }
}

answer! {
    /// The image of a bastion.
    pub struct BastionImageAnswer<'a> {
        /// The name of the image.
        name: &'a str,
        /// The version of the image; with three numbers, unless the profile names it.
        version: String,
    }
}

/// `images/bastion`
#[derive(Debug)]
pub struct BastionMachine;

impl Answers for BastionMachine {
    const NAME: &'static str = "images/bastion";
    const ASKS: &'static str = "which machine type and image a bastion gets";
    type Given<'a> = BastionGiven<'a>;
    type Answer<'a> = BastionAnswer<'a>;

    fn decide<'a>(given: BastionGiven<'a>, asked: &Asked<'a>) -> Outcome<BastionAnswer<'a>> {
        let offer: Doc<'a, Offer<'a>> = asked_offer(given.profile, asked)?;
        let place = offer.spec_place().key("bastion");
        let machine_type = offer.spec().bastion.as_ref().and_then(|bastion| bastion.machine_type.as_ref());
        let cited = Fact::of(place.key("machineType").key("name"), machine_type.and_then(|machine| machine.name));
        let told = boots_nothing(&offer, asked);
        let decision = match choose(&offer, asked)? {
            Ok(machine) => {
                let reason = Reason::new(&BASTION_MACHINE, machine.name)
                    .fact(cited)
                    .fact(Fact::named("image", machine.image))
                    .fact(Fact::named("version", machine.version.as_str()));
                let answer = BastionAnswer {
                    error: None,
                    machine_type: Some(machine.name),
                    architecture: Some(machine.architecture),
                    image: Some(BastionImageAnswer { name: machine.image, version: machine.version }),
                };
                Decision::new(answer, reason)
            }
            Err(why) => {
                let reason = Reason::new(&NO_BASTION_MACHINE, "bastion").fact(cited).fact(Fact::named("why", why));
                Decision::new(BastionAnswer { error: Some(true), ..BastionAnswer::default() }, reason)
            }
        };
        Ok(decision.with_problems(told).with_problems(undefined_of_all(&offer)))
    }
}

/// Warns if a profile has settings for bastions but no machine for them.
pub(crate) fn without_machine<'a>(offer: &Doc<'_, Offer<'a>>, asked: &Asked<'_>) -> Option<Problem> {
    offer.spec().bastion.as_ref()?;
    // Without the time, nothing is reported that depends on it.
    let why = choose(offer, asked).ok()?.err()?;
    let problem = Problem::warning(&NO_BASTION_MACHINE, offer.spec_path().key("bastion"));
    Some(problem.fact(Fact::named("why", why)))
}

struct Machine<'a> {
    name: &'a str,
    architecture: &'a str,
    image: &'a str,
    version: String,
}

/// The result of choosing, or the reason why there is none.
type Choice<T> = Result<Result<T, String>, Undecided>;

fn choose<'a>(offer: &Offer<'a>, asked: &Asked<'_>) -> Choice<Machine<'a>> {
    let spec = offer.spec();
    let bastion = spec.bastion.as_ref();
    let wanted_image = bastion.and_then(|bastion| bastion.machine_image.as_ref());
    let place = match bastion.and_then(|bastion| bastion.machine_type.as_ref()) {
        Some(wanted) => {
            let name = wanted.name.unwrap_or_default();
            match spec.machine_types.iter().position(|machine| machine.name() == name) {
                Some(place) => place,
                None => return Ok(Err(format!("the machine type `{name}` is not in the profile"))),
            }
        }
        None => match smallest(offer, wanted_image, asked)? {
            Some(place) => place,
            None => return Ok(Err("no machine type is usable and has an architecture".to_owned())),
        },
    };
    let Some(machine) = spec.machine_types.get(place) else { return Ok(Err(String::new())) };
    let architecture = architectures::of_machine_type(machine, &spec.machine_capabilities);
    if architecture.is_empty() {
        return Ok(Err(format!("the machine type `{}` has no architecture", machine.name())));
    }
    let seeker = Seeker {
        offer,
        candidates: Candidates::new(offer, Some((place, machine)), Needs::default(), asked.edition),
        wanted: WantedArchitecture::new(architecture, &spec.machine_capabilities, asked.edition),
        architecture,
        asked,
    };
    let found = match wanted_image {
        Some(wanted) => {
            let name = wanted.name.unwrap_or_default();
            spec.machine_images
                .iter()
                .position(|image| image.name() == name)
                .ok_or_else(|| format!("the image `{name}` is not in the profile"))
        }
        None => {
            seeker.first_image()?.ok_or_else(|| format!("no supported image for the architecture `{architecture}`"))
        }
    };
    let image = match found {
        Ok(image) => image,
        Err(why) => return Ok(Err(why)),
    };
    // Gardener's helper looks the image up by its name again, so the first image of that name counts.
    let name = spec.machine_images.get(image).map(MachineImage::name).unwrap_or_default();
    let image = spec.machine_images.iter().position(|image| image.name() == name).unwrap_or(image);
    let version = match wanted_image.and_then(|wanted| wanted.version) {
        Some(version) => seeker.named_version(image, version)?,
        None => seeker.greatest_version(image)?,
    };
    Ok(version.map(|version| Machine { name: machine.name(), architecture, image: name, version }))
}

/// Returns the usable machine type with the fewest processors. The first one with an architecture is a candidate
/// whatever the images run on; a smaller one replaces it only if some image runs on it.
fn smallest(
    offer: &Offer<'_>,
    image: Option<&BastionImage<'_>>,
    asked: &Asked<'_>,
) -> Result<Option<usize>, Undecided> {
    let spec = offer.spec();
    let supported = supported_architectures(offer, image, asked)?;
    let defined = architectures::where_defined(&spec.machine_capabilities);
    let mut best: Option<(usize, i128)> = None;
    for (place, machine) in spec.machine_types.iter().enumerate() {
        let architecture = architectures::effective(machine, defined);
        if architecture.is_empty() || machine.usable == Some(false) {
            continue;
        }
        let processors = processors(machine);
        let runs = supported.is_empty() || supported.contains(architecture);
        if best.is_none_or(|(_, fewest)| processors < fewest && runs) {
            best = Some((place, processors));
        }
    }
    Ok(best.map(|(place, _)| place))
}

/// Returns the number of processors, rounded up.
fn processors(machine: &MachineType<'_>) -> i128 {
    machine.cpu.map_or(0, |cpu| cpu.rounded_up())
}

/// Returns the architectures of the supported versions, limited to those that the profile names for bastions. An empty
/// result restricts nothing.
fn supported_architectures<'a>(
    offer: &Offer<'a>,
    wanted: Option<&BastionImage<'_>>,
    asked: &Asked<'_>,
) -> Result<Names<'a>, Undecided> {
    let spec = offer.spec();
    let name = wanted.and_then(|wanted| wanted.name).filter(|name| !name.is_empty());
    let text = wanted.and_then(|wanted| wanted.version).filter(|version| !version.is_empty());
    let mut supported = Vec::new();
    for image in spec.machine_images.iter().filter(|image| name.is_none_or(|name| image.name() == name)) {
        for version in image.versions.iter().filter(|version| text.is_none_or(|text| version.version() == text)) {
            if is_classified_supported(version, asked)? {
                supported.push(version);
            }
            if text.is_some() {
                break;
            }
        }
        if name.is_some() {
            break;
        }
    }
    Ok(architectures::of_versions(supported.into_iter(), &spec.machine_capabilities, asked.edition))
}

/// Whether a version has a classification and is currently supported.
fn is_classified_supported(version: &ImageVersion<'_>, asked: &Asked<'_>) -> Result<bool, Undecided> {
    Ok(version.classification.is_some() && current(version, asked)? == Classification::Supported)
}

struct Seeker<'s, 'a> {
    offer: &'s Offer<'a>,
    candidates: Candidates<'s, 'a>,
    architecture: &'a str,
    /// The architecture in the form in which versions are matched.
    wanted: WantedArchitecture<'a>,
    asked: &'s Asked<'s>,
}

impl<'a> Seeker<'_, 'a> {
    /// Whether a version may be chosen without being named.
    fn suits(&self, place: usize, version: &ImageVersion<'a>) -> Result<bool, Undecided> {
        let fits = self.wanted.is_of(version) && self.candidates.runs(place);
        Ok(fits && current(version, self.asked)? == Classification::Supported)
    }

    fn versions(&self, image: usize) -> impl Iterator<Item = (usize, &ImageVersion<'a>)> {
        let versions = self.offer.spec().machine_images.get(image).map(|image| image.versions.as_slice());
        self.offer.catalog.versions_of(image).zip(versions.unwrap_or_default())
    }

    fn first_image(&self) -> Result<Option<usize>, Undecided> {
        for image in 0..self.offer.spec().machine_images.len() {
            for (place, version) in self.versions(image) {
                if self.suits(place, version)? {
                    return Ok(Some(image));
                }
            }
        }
        Ok(None)
    }

    /// Returns the version that the profile names. It is refused only if it has a classification and is not currently
    /// supported.
    fn named_version(&self, image: usize, text: &str) -> Choice<String> {
        let Some((_, version)) = self.versions(image).find(|(_, version)| version.version() == text) else {
            return Ok(Err(format!("the image has no version `{text}`")));
        };
        let refused = version.classification.is_some() && !is_classified_supported(version, self.asked)?;
        Ok(if refused { Err(format!("the version `{text}` is not supported")) } else { Ok(text.to_owned()) })
    }

    /// Returns the greatest suitable version, with three numbers.
    fn greatest_version(&self, image: usize) -> Choice<String> {
        let mut greatest: Option<Version<'a>> = None;
        for (place, version) in self.versions(image) {
            if !self.suits(place, version)? {
                continue;
            }
            let Some(parsed) = Version::parse(version.version()) else {
                return Ok(Err(format!("`{}` is no version", version.version())));
            };
            if greatest.is_none_or(|greatest| parsed > greatest) {
                greatest = Some(parsed);
            }
        }
        let architecture = self.architecture;
        let none = || {
            format!(
                "no supported version of the image runs on the machine type, whose architecture is `{architecture}`"
            )
        };
        Ok(greatest.map(|greatest| greatest.to_string()).ok_or_else(none))
    }
}
