//! What machines boot in a region, compared with the flavors of the profile. A provider's extension looks only at the
//! artifacts (section 17.4), so a machine may boot another flavor than the one named, or an artifact that matches no
//! flavor of the profile.

use std::cell::OnceCell;
use std::{fmt, slice};

use super::booting::Booting;
use crate::base::{Edition, sort};
use crate::policy::images::capabilities::Set;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities};
use crate::policy::images::provider::artifacts::{Content, Defined};

/// The artifacts of a region, and the flavors of the profile's versions that they are compared with.
#[derive(Debug)]
pub(crate) struct Booted<'b, 'a> {
    booting: &'b Booting<'a>,
    offer: &'b Offer<'a>,
    /// For each version asked about, the index of the first version of that name in the profile.
    numbers: Vec<Option<usize>>,
    defined: OnceCell<Defined<'b, 'a>>,
    stands_for: Vec<OnceCell<StandsFor<'a>>>,
}

/// What is booted instead of the named flavor: another flavor, or an artifact that matches none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instead {
    by: Option<usize>,
    named: usize,
}

/// The flavors that the artifacts of a version match.
#[derive(Debug)]
struct StandsFor<'a> {
    artifacts: Vec<Stands<'a>>,
    /// For each flavor, the index of the first flavor equal to it.
    firsts: Vec<Option<usize>>,
    /// The architectures of each flavor.
    architectures: Vec<Vec<&'a str>>,
}

#[derive(Debug)]
enum Stands<'a> {
    /// The index of the first flavor that the artifact equals. `None`: the profile has no such flavor.
    Flavor(Option<usize>),
    /// An artifact in the old form matches all flavors of these architectures.
    Architectures(Vec<&'a str>),
}

impl<'b, 'a> Booted<'b, 'a> {
    /// Prepares the comparison; `versions` are in the order in which the artifacts were asked for.
    pub(crate) fn new<'v>(
        booting: &'b Booting<'a>,
        offer: &'b Offer<'a>,
        versions: impl Iterator<Item = (&'v str, &'v str)>,
    ) -> Self {
        let numbers: Vec<Option<usize>> =
            versions.map(|(image, version)| offer.versions_named(image, version).next()).collect();
        let stands_for = numbers.iter().map(|_| OnceCell::new()).collect();
        Self { booting, offer, numbers, defined: OnceCell::new(), stands_for }
    }

    /// Returns what a machine boots instead of the flavor `named`, which is said to suit it best; `version` is an index
    /// into the versions asked about. `None`: the machine boots the named flavor or finds no artifact, or there are no
    /// definitions and thus no flavors to distinguish.
    pub(crate) fn instead(&self, version: usize, wanted: &Set, named: usize, edition: Edition) -> Option<Instead> {
        if self.offer.spec().machine_capabilities.is_empty() {
            return None;
        }
        let (place, (own, is_old)) = self.booting.boots(version, wanted, edition)?;
        let everything = Capabilities::default();
        let flavors = self.flavors(version).filter(|flavors| !flavors.is_empty());
        let flavors = flavors.unwrap_or_else(|| slice::from_ref(&everything));
        // Most artifacts are written like the flavor of the profile.
        if !is_old && flavors.get(named) == Some(own) {
            return None;
        }
        let stands_for = self.stands_for.get(version)?.get_or_init(|| self.stand_for(version, flavors));
        let by = match stands_for.artifacts.get(place)? {
            Stands::Flavor(first) => *first,
            Stands::Architectures(own) => {
                let of_named = stands_for.architectures.get(named)?;
                own.iter().any(|own| of_named.contains(own)).then_some(*stands_for.firsts.get(named)?).flatten()
            }
        };
        let is_named = by.is_some() && stands_for.firsts.get(named) == Some(&by);
        (!is_named).then_some(Instead { by, named })
    }

    fn flavors(&self, version: usize) -> Option<&[Capabilities<'a>]> {
        let entry = self.offer.catalog.version_of(self.offer.spec(), (*self.numbers.get(version)?)?)?;
        Some(&entry.capability_flavors)
    }

    fn stand_for(&self, version: usize, flavors: &[Capabilities<'a>]) -> StandsFor<'a> {
        let defined = self.defined.get_or_init(|| Defined::new(&self.offer.spec().machine_capabilities));
        let contents: Vec<Content<'a>> = flavors.iter().map(|own| defined.content(own)).collect();
        let architectures = flavors.iter().map(|own| defined.architectures(own).to_vec()).collect();
        // The first of several equal flavors represents them all.
        let places =
            sort::sorted_places(contents.len(), &mut |left, right| contents.get(left).cmp(&contents.get(right)));
        let content = |place: &u32| contents.get(*place as usize);
        let first_of = |own: &Content<'a>| {
            let place = places.get(places.partition_point(|place| content(place) < Some(own)))?;
            (content(place) == Some(own)).then_some(*place as usize)
        };
        let stands = |(own, is_old): &(Capabilities<'a>, bool)| match is_old {
            true => Stands::Architectures(own.get(ARCHITECTURE).cloned().unwrap_or_default()),
            false => Stands::Flavor(first_of(&defined.content(own))),
        };
        let artifacts = self.booting.written(version).iter().map(stands).collect();
        StandsFor { artifacts, firsts: contents.iter().map(first_of).collect(), architectures }
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.by {
            Some(by) => write!(f, "flavor {}", by + 1)?,
            None => f.write_str("another artifact")?,
        }
        write!(f, " instead of flavor {}", self.named + 1)
    }
}
