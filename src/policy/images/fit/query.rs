//! The profile and the wishes, which all machine types of a question share.

use std::cell::OnceCell;

use super::own::Own;
use super::wanted::{Wanted, Wishes};
use crate::policy::images::catalog::{Availability, Catalog, Offer, WantedArchitecture, unknown_places};
use crate::policy::images::documents::{NamespacedDocument, ProfileSpec};
use crate::policy::images::reasons::{IMAGE_UNKNOWN, VERSION_UNKNOWN};
use crate::policy::images::store::{NEW, ProfileGiven, asked_namespaced, asked_offer};
use crate::policy::images::versions::why_classified;
use crate::question::{Asked, Doc, Lacks, Undecided};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::Pointer;

/// The profile and the wishes of a question, which all its machine types share.
pub(crate) struct FitQuery<'q, 'a> {
    pub offer: Doc<'a, Offer<'a>>,
    /// The profile as the question names it.
    pub(super) profile: ProfileGiven<'a>,
    /// The NamespacedCloudProfile as it is written, if the offer is merged from one.
    pub(super) child: Option<Doc<'a, NamespacedDocument<'a>>>,
    own: OnceCell<Own<'a>>,
    pub(super) wanted: Wanted<'a>,
    /// The architecture of the worker, in the form that versions of the profile are compared with.
    pub(super) architecture: Option<WantedArchitecture<'a>>,
    pub asked: &'q Asked<'a>,
    /// The machine types that are available in the wanted region and zones.
    pub available: Option<Availability<'a>>,
}

impl<'q, 'a> FitQuery<'q, 'a> {
    /// Finds the profile and reads the wishes.
    pub(super) fn of(wishes: Wishes<'a>, asked: &'q Asked<'a>) -> Result<Self, Undecided> {
        wishes.check()?;
        let profile = wishes.profile;
        let offer = asked_offer(profile, asked)?;
        let wanted = wishes.wanted()?;
        let spec = offer.profile.spec();
        let region = wanted.region.map(|region| (region, wanted.zones.named().collect()));
        let problems = region.map(|(region, zones)| unknown_places(spec, region, zones)).unwrap_or_default();
        if !problems.is_empty() {
            return Err(Undecided { lacks: Lacks::Facts, problems });
        }
        let available = wanted.region.and_then(|region| Availability::of(spec, region, &wanted.zones.names));
        let architecture = wanted.needs.architecture_among(&spec.machine_capabilities, asked.edition);
        let child = profile.namespaced_cloud_profile.filter(|_| offer.is_merged());
        let child = child.and_then(|child| asked_namespaced(child, NEW.1, asked).ok());
        Ok(Self { offer, profile, child, own: OnceCell::new(), wanted, architecture, asked, available })
    }

    /// A query about a profile without any wishes.
    pub(crate) fn plain(offer: Doc<'a, Offer<'a>>, asked: &'q Asked<'a>) -> Self {
        let (profile, wanted) = (ProfileGiven::default(), Wanted::default());
        let own = OnceCell::new();
        Self { offer, profile, child: None, own, wanted, architecture: None, asked, available: None }
    }

    pub(super) fn catalog(&self) -> &Catalog<'a> {
        &self.offer.catalog
    }

    pub(super) fn spec(&self) -> &ProfileSpec<'a> {
        self.offer.profile.spec()
    }

    /// The entries of the NamespacedCloudProfile, which are looked up once there is something to cure.
    pub(super) fn own(&self) -> &Own<'a> {
        self.own.get_or_init(|| Own::of(self.child.as_ref().map(|child| child.spec())))
    }

    /// The versions that are asked about, by their indexes among all versions.
    pub(super) fn versions(&self) -> Result<Vec<usize>, Undecided> {
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

    /// The version asked about, if the question names one.
    pub(super) fn single(&self, versions: &[usize]) -> Option<usize> {
        versions.first().copied().filter(|_| self.wanted.version.is_some())
    }

    /// The text of a version, as the profile writes it.
    pub(crate) fn version_text(&self, version: usize) -> &'a str {
        self.catalog().version_of(self.spec(), version).map(|entry| entry.version()).unwrap_or_default()
    }

    /// The image and the version, separated by a blank.
    pub(super) fn name(&self, version: usize) -> String {
        format!("{} {}", self.image_name(version), self.version_text(version))
    }

    /// The place of a version's image.
    pub(super) fn image_place(&self, version: usize) -> Pointer {
        let image = self.catalog().versions().get(version).map_or(0, |entry| entry.image);
        self.offer.spec_place().key("machineImages").index(image)
    }

    /// The place of a version.
    pub(super) fn version_place(&self, version: usize) -> Pointer {
        self.catalog().place(version, &self.offer.spec_place())
    }

    /// The name of a version's image.
    pub(crate) fn image_name(&self, version: usize) -> &'a str {
        let image =
            self.catalog().versions().get(version).and_then(|entry| self.spec().machine_images.get(entry.image));
        image.map(|image| image.name()).unwrap_or_default()
    }

    /// Whether a version is neither expired nor unavailable. `None`: that depends on the time, which is not known.
    pub(super) fn is_active(&self, version: usize) -> Option<bool> {
        let entry = self.catalog().versions().get(version)?;
        entry.lifecycle.now(self.asked).ok().map(|classification| classification.is_active())
    }

    /// Why a version has its current classification. `None`: that depends on the time, which is not known.
    pub(super) fn why_classified(&self, version: usize) -> Option<Reason> {
        let entry = self.catalog().version_of(self.spec(), version)?;
        why_classified(entry, &self.version_place(version), self.asked).ok()
    }
}

/// The outcome for a name that the profile does not have, which leaves nothing to decide.
pub(super) fn unknown<'n>(
    code: &'static Code,
    name: &str,
    place: Pointer,
    known: impl Iterator<Item = &'n str>,
) -> Undecided {
    let path = Pointer::to("given").join(&place);
    Undecided::facts(Problem::error(code, path).fact(Fact::at(place, name)).nearest_to(name, known))
}
