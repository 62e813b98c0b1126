//! What a provider publishes of each image version, with the place of each artifact, for reviewing a whole profile
//! rather than choosing for one machine.

use super::architecture_side::ArchitectureSide;
use crate::base::{Index, sort};
use crate::policy::images::documents::{Capabilities, ProfileSpec};
use crate::policy::images::provider::artifacts::{Artifact, Coverage, artifacts};
use crate::policy::images::provider::reading::{
    RawConfig, Whose, not_checked, of_another_provider, understand_in_passing, untyped, whose,
};
use crate::policy::images::provider::written::{Entry, Provider, ProviderConfig};
use crate::question::Asked;
use crate::reason::Problem;
use crate::wire::Pointer;

/// The configuration of a profile's provider.
#[derive(Debug)]
pub struct Surveyed<'a> {
    provider: Provider,
    config: ProviderConfig<'a>,
}

/// Reads the configuration of a profile that is at `place` in the request. `None`: the profile has no configuration,
/// the provider's rules are unknown, or the configuration cannot be read; the last two come with a warning if the
/// provider is named.
pub fn surveyed<'a>(
    spec: &ProfileSpec<'a>,
    place: &Pointer,
    asked: &Asked<'a>,
) -> (Option<Surveyed<'a>>, Option<Problem>) {
    let path = place.clone().key("spec").key("providerConfig");
    let Some(value) = spec.provider_config else { return (None, None) };
    match whose(None, Some(value), spec.provider_type) {
        Whose::Known(provider) => {
            let raw = RawConfig { value, path };
            match understand_in_passing(provider, &raw, asked) {
                Ok((config, _)) => {
                    let doubt = of_another_provider(&raw, spec.provider_type).or_else(|| untyped(&raw));
                    (Some(Surveyed { provider, config }), doubt)
                }
                Err(why) => (None, Some(why)),
            }
        }
        Whose::Other(name) => (None, Some(not_checked(name, &path))),
        Whose::Nobodys => (None, None),
    }
}

/// The entries of a configuration, sorted by image and version.
#[derive(Debug)]
pub struct Survey<'c, 'a> {
    provider: Provider,
    images: Index<'a>,
    sorted: Vec<Known<'c, 'a>>,
}

#[derive(Debug)]
struct Known<'c, 'a> {
    name: (&'a str, &'a str),
    at: (usize, usize),
    entry: &'c Entry<'a>,
}

/// An artifact, or one artifact per region where they differ only in the region.
#[derive(Debug)]
pub struct Piece<'a> {
    /// The capabilities that the artifact supports.
    pub capabilities: Capabilities<'a>,
    /// The place of the artifact in the document.
    pub place: Pointer,
    /// Whether the artifact is in the old form, which knows only architectures.
    pub is_old: bool,
    /// The regions in which the artifact can be found.
    pub coverage: Coverage<'a>,
}

impl<'c, 'a> Survey<'c, 'a> {
    /// Sorts the entries of a configuration.
    pub fn of(surveyed: &'c Surveyed<'a>) -> Self {
        let images = &surveyed.config.machine_images;
        let mut sorted = Vec::new();
        for (image, known) in images.iter().enumerate() {
            let of_image = known.versions.iter().enumerate();
            let name = known.name();
            sorted.extend(of_image.map(|(version, entry)| Known {
                name: (name, entry.version()),
                at: (image, version),
                entry,
            }));
        }
        sort::sort_by_key(&mut sorted, |known: &Known<'c, 'a>| known.name);
        let images = images.iter().map(|image| image.name()).collect();
        Self { provider: surveyed.provider, images, sorted }
    }

    /// Whether the provider has an image of that name.
    pub fn knows(&self, image: &str) -> bool {
        self.images.contains(image)
    }

    /// Whether the provider's artifacts belong to single regions.
    pub fn is_regional(&self) -> bool {
        self.provider.regional_key().is_some()
    }

    /// Returns the artifacts that the provider publishes of a version. `None`: it has no entry of the version.
    pub fn of_version(&self, image: &str, version: &str) -> Option<Vec<Piece<'a>>> {
        let mut pieces = None;
        for known in self.entries_of(image, version) {
            let pieces = pieces.get_or_insert_with(Vec::new);
            self.pieces(known, pieces);
        }
        pieces
    }

    /// Returns the entries of a version, prepared for comparison with architectures where no capabilities are defined.
    /// `None`: the provider does not look at architectures, and its artifacts serve every one.
    pub fn by_architecture(&self, image: &str, version: &str) -> Option<ArchitectureSide<'c, 'a>> {
        let entries = || self.entries_of(image, version).map(|known| known.entry).collect::<Vec<_>>();
        match self.provider {
            Provider::Alicloud | Provider::Local => None,
            Provider::Aws | Provider::Openstack | Provider::Azure | Provider::Gcp => {
                Some(ArchitectureSide::new(self.provider, &entries()))
            }
        }
    }

    fn entries_of(&self, image: &str, version: &str) -> impl Iterator<Item = &Known<'c, 'a>> {
        let first = self.sorted.partition_point(|known| known.name < (image, version));
        let same = self.sorted.get(first..).unwrap_or_default();
        same.iter().take_while(move |known| known.name == (image, version))
    }

    /// Returns each published image and version once.
    pub fn versions(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let groups = self.sorted.chunk_by(|left, right| left.name == right.name);
        groups.filter_map(|group| Some(group.first()?.name))
    }

    fn pieces(&self, known: &Known<'c, 'a>, pieces: &mut Vec<Piece<'a>>) {
        let (image, version) = known.at;
        let at = Pointer::to("spec").key("providerConfig").key("machineImages").index(image);
        let at = at.key("versions").index(version);
        let has_flavors = !known.entry.capability_flavors.is_empty();
        let found = artifacts(self.provider, known.entry).into_iter().enumerate();
        pieces.extend(found.map(|(index, artifact)| Piece {
            coverage: self.coverage(&artifact),
            place: if has_flavors { at.clone().key("capabilityFlavors").index(index) } else { at.clone() },
            is_old: artifact.old,
            capabilities: artifact.capabilities,
        }));
    }

    fn coverage(&self, artifact: &Artifact<'_, 'a>) -> Coverage<'a> {
        if self.is_regional() { Coverage::of([artifact].into_iter()) } else { Coverage::everywhere() }
    }
}
