//! Gaps: parts of a profile that are mapped, but cannot be booted in some region of the profile (section 17.7).
//! Gardener accepts them.

use crate::policy::images::documents::{ImageVersion, MachineImage, USUAL};
use crate::policy::images::provider::artifacts::Coverage;
use crate::policy::images::reasons::{MAPPING_WITHOUT_ARCHITECTURE, REGION_NOT_MAPPED};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, answer};

answer! {
    /// A part of a profile that has no artifact in some regions.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Gap {
        /// The name of the image.
        image: String,
        /// The version of the image.
        version: String,
        /// The index of the flavor in the version; absent where no capabilities are defined.
        flavor: Option<usize>,
        /// The architecture; only where no capabilities are defined.
        architecture: Option<String>,
        /// The names of the regions without an artifact.
        regions: Vec<String>,
    }
}

/// The part of a version that has a gap.
#[derive(Clone, Copy, Debug)]
pub enum Missing<'m> {
    /// The flavor with this index.
    Flavor(usize),
    /// An architecture, where no capabilities are defined.
    Architecture(&'m str),
    /// The whole version.
    Version,
}

/// The gaps of a profile in the regions that a question asks about, if it asks about any.
#[derive(Debug)]
pub struct Gaps<'g> {
    regions: Option<&'g [&'g str]>,
    /// The path of the profile's images in the request.
    images: Pointer,
    at: (usize, usize),
    listed: usize,
    /// The gaps found so far.
    pub found: Vec<Gap>,
    /// One warning for each gap.
    warnings: Vec<Problem>,
    /// The first version that lists no architectures to look for, with its path, and the number of such versions.
    open: Option<(String, Pointer, usize)>,
}

/// The maximum number of regions to name, so that an answer does not grow with the product of versions and regions.
const MOST_LISTED: usize = 100_000;

impl<'g> Gaps<'g> {
    /// Starts looking for gaps in regions; `images` is the path of the images in the request.
    pub fn new(regions: Option<&'g [&'g str]>, images: Pointer) -> Self {
        Self { regions, images, at: (0, 0), listed: 0, found: Vec::new(), warnings: Vec::new(), open: None }
    }

    /// Sets the version that is looked at from now on.
    pub fn at(&mut self, image: usize, version: usize) {
        self.at = (image, version);
    }

    /// Returns the regions that a coverage leaves out; empty if the question does not ask about regions or enough are
    /// listed.
    pub fn of<'c>(&self, coverage: impl FnOnce() -> Coverage<'c>) -> Vec<&'g str> {
        self.among(|regions| coverage().missing(regions))
    }

    /// Like `of`, for a function that returns the regions left out among the given ones.
    pub fn among(&self, left_out: impl FnOnce(&[&'g str]) -> Vec<&'g str>) -> Vec<&'g str> {
        let asked = self.regions.filter(|_| self.listed < MOST_LISTED);
        asked.map(left_out).unwrap_or_default()
    }

    /// Adds a version that lists no architectures, where only architectures are mapped.
    pub fn add_open(&mut self, image: &MachineImage<'_>, version: &ImageVersion<'_>) {
        match &mut self.open {
            Some((_, _, count)) => *count += 1,
            None => self.open = Some((format!("{}:{}", image.name(), version.version()), self.place(), 1)),
        }
    }

    /// Whether every version could be looked at.
    pub fn has_seen_all(&self) -> bool {
        self.open.is_none()
    }

    /// Returns the gaps, and a warning for each of them and for the versions that could not be looked at.
    pub fn into_told(self) -> (Vec<Gap>, Vec<Problem>) {
        let Self { found, mut warnings, open, .. } = self;
        warnings.extend(open.map(|(name, place, count)| {
            let problem = Problem::warning(&MAPPING_WITHOUT_ARCHITECTURE, place).fact(Fact::named("version", name));
            problem.fact(Fact::named("count", count)).fact(Fact::named("usual", USUAL))
        }));
        (found, warnings)
    }

    fn place(&self) -> Pointer {
        self.images.clone().index(self.at.0).key("versions").index(self.at.1)
    }

    /// Adds a gap, unless no region is missing.
    pub fn add(&mut self, image: &MachineImage<'_>, version: &ImageVersion<'_>, what: Missing<'_>, missing: &[&str]) {
        if missing.is_empty() || self.listed >= MOST_LISTED {
            return;
        }
        self.listed += missing.len();
        let path = self.place();
        let (path, flavor, architecture, part) = match what {
            Missing::Flavor(place) if version.capability_flavors.is_empty() => (path, Some(place), None, String::new()),
            Missing::Flavor(place) => {
                (path.key("capabilityFlavors").index(place), Some(place), None, format!(", flavor {}", place + 1))
            }
            Missing::Architecture(name) => {
                (path.key("architectures"), None, Some(name.to_owned()), format!(" for `{name}`"))
            }
            Missing::Version => (path, None, None, String::new()),
        };
        let named: Json = missing.iter().copied().collect();
        let problem = Problem::warning(&REGION_NOT_MAPPED, path).fact(Fact::named("image", image.name()));
        let problem = problem.fact(Fact::named("version", version.version())).fact(Fact::named("part", part));
        self.warnings.push(problem.fact(Fact::named("regions", named)));
        self.found.push(Gap {
            image: image.name().to_owned(),
            version: version.version().to_owned(),
            flavor,
            architecture,
            regions: missing.iter().map(|region| (*region).to_owned()).collect(),
        });
    }
}
