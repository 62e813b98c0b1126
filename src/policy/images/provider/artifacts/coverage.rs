//! The regions in which artifacts can be referred to: some of them, or every one.

use super::artifact::Artifact;
use crate::base::sort;

/// The regions in which something refers to an artifact.
#[derive(Clone, Debug, Default)]
pub struct Coverage<'a> {
    /// Whether a reference holds in every region.
    everywhere: bool,
    /// The regions, sorted and without duplicates.
    regions: Vec<&'a str>,
}

impl<'a> Coverage<'a> {
    /// The coverage of a reference that holds in every region.
    pub fn everywhere() -> Self {
        Self { everywhere: true, regions: Vec::new() }
    }

    /// The coverage of these regions, which may be in any order.
    pub fn of_regions(regions: impl Iterator<Item = &'a str>) -> Self {
        let mut regions: Vec<&str> = regions.collect();
        sort::sort(&mut regions);
        regions.dedup();
        Self { everywhere: false, regions }
    }

    /// The regions in which at least one of several artifacts can be referred to.
    pub fn of<'i, 'c: 'i>(artifacts: impl Iterator<Item = &'i Artifact<'c, 'a>> + Clone) -> Self
    where
        'a: 'c,
    {
        if artifacts.clone().any(|artifact| !artifact.image().is_empty()) {
            return Self::everywhere();
        }
        Self::of_regions(artifacts.flat_map(Artifact::named_regions))
    }

    /// The union of two coverages.
    pub fn or(self, other: Self) -> Self {
        if self.everywhere || other.everywhere {
            return Self::everywhere();
        }
        Self::of_regions(self.regions.into_iter().chain(other.regions))
    }

    /// The intersection of two coverages.
    pub fn and(self, other: &Self) -> Self {
        if self.everywhere {
            return other.clone();
        }
        let both = self.regions.into_iter().filter(|region| other.covers(region));
        Self { everywhere: false, regions: both.collect() }
    }

    /// The union of any number of coverages.
    pub fn of_all<'i>(all: impl Iterator<Item = &'i Self> + Clone) -> Self
    where
        'a: 'i,
    {
        if all.clone().any(|coverage| coverage.everywhere) {
            return Self::everywhere();
        }
        Self::of_regions(all.flat_map(|coverage| coverage.regions.iter().copied()))
    }

    /// Whether every region is covered.
    pub fn is_everywhere(&self) -> bool {
        self.everywhere
    }

    /// The regions that are listed one by one; empty if every region is covered.
    pub fn regions(&self) -> &[&'a str] {
        &self.regions
    }

    fn covers(&self, region: &str) -> bool {
        self.everywhere || self.regions.binary_search(&region).is_ok()
    }

    /// Returns those of `regions` that are not covered, in the same order.
    pub fn missing<'r>(&self, regions: &[&'r str]) -> Vec<&'r str> {
        regions.iter().filter(|region| !self.covers(region)).copied().collect()
    }
}
