//! What `images/find-image` warns of, whether it found an artifact or not: what else the provider's configuration says
//! about the version, and what other regions and today's extension would do.

use super::beside_offer::{misfit, not_of_profile};
use super::machine::AskedMachine;
use super::other_regions;
use super::unmapped::unmapped;
use crate::base::Edition;
use crate::policy::images::catalog::undefined_of;
use crate::policy::images::divergences::REGION_GAPS;
use crate::policy::images::errors::pointed;
use crate::policy::images::provider::artifacts::{Defined, NAMED, architectures_of, copied_in, shared, told_shared};
use crate::policy::images::provider::choice::Wish;
use crate::policy::images::provider::mapping::{Mapping, OwnList, undefined_of_artifacts};
use crate::policy::images::provider::reading::{Subject, misspelt_regions};
use crate::policy::images::provider::validation::found_otherwise_today;
use crate::policy::images::provider::written::{Entries, ProviderConfig};
use crate::policy::images::reasons::{ARTIFACT_WITHOUT_NAME, would_be_refused};
use crate::reason::Problem;

/// What was looked at, and the artifact that was found.
pub(super) struct ArtifactDoubts<'d, 'a> {
    pub subject: &'d Subject<'a>,
    pub machine: &'d AskedMachine<'d, 'a>,
    pub wish: &'d Wish<'d, 'a>,
    pub config: &'d ProviderConfig<'a>,
    pub edition: Edition,
    pub found: Option<&'a str>,
}

impl ArtifactDoubts<'_, '_> {
    /// Returns all warnings. `elsewhere` are the regions in which another artifact is booted.
    pub fn told(&self, elsewhere: &[&str]) -> Vec<Problem> {
        let of_artifacts = undefined_of_artifacts(self.subject, self.config, self.of_version(), self.wish.definitions);
        // Undefined names and values are reported one by one.
        let refused = self.refused(!of_artifacts.is_empty());
        let mut problems = self.misspelt();
        problems.extend(of_artifacts);
        problems.extend(self.undefined_of_version());
        problems.extend(self.copied());
        problems.extend(refused);
        if self.found.is_some() {
            problems.extend(not_of_profile(self.subject, self.of_version()));
            problems.extend(self.misfit());
            problems.extend(other_regions::told(elsewhere));
        }
        problems.extend(self.found_otherwise_today());
        problems.extend(self.nameless());
        problems
    }

    fn of_version(&self) -> (&str, &str) {
        (self.wish.name, self.wish.version)
    }

    fn is_of_design(&self) -> bool {
        self.edition.applies(&REGION_GAPS)
    }

    fn is_nameless(&self) -> bool {
        self.found == Some("")
    }

    fn misspelt(&self) -> Vec<Problem> {
        let regions = self.subject.offer.iter().flat_map(|offer| &offer.spec().regions);
        let regions: Vec<&str> = regions.filter_map(|region| region.name).collect();
        misspelt_regions(self.config, &regions, &self.subject.config_path())
    }

    fn undefined_of_version(&self) -> Vec<Problem> {
        let Some(offer) = &self.subject.offer else { return Vec::new() };
        undefined_of(offer, [], offer.versions_named(self.wish.name, self.wish.version))
    }

    /// Warns of artifacts that serve several things, in the design edition only: upstream nobody looks at them.
    fn copied(&self) -> Vec<Problem> {
        if !self.is_of_design() {
            return Vec::new();
        }
        let (provider, of_version, at) = (self.wish.provider, self.of_version(), self.subject.config_path());
        let without_definitions = self.subject.offer.as_ref().filter(|_| self.wish.definitions.is_empty());
        let architectures = without_definitions.map(|offer| architectures_of(offer, of_version));
        let (defined, architectures) = (Defined::new(self.wish.definitions), architectures.into_iter().flatten());
        let mut problems = copied_in((provider, self.config), &defined, of_version, architectures, &at);
        let shared = shared(provider, self.config);
        let of_it = shared.iter().filter(|shared| shared.is_about(|version| version == of_version, self.wish.region));
        problems.extend(of_it.take(NAMED).map(|shared| told_shared(shared, &at)));
        problems
    }

    /// Warns of the first error for which the version's entries are refused, by themselves or compared with the
    /// profile.
    fn refused(&self, is_told: bool) -> Option<Problem> {
        let (provider, edition) = (self.wish.provider, self.edition);
        let defined = Defined::new(self.wish.definitions);
        let own_list = OwnList { provider, defined: &defined, config: self.config, edition };
        let of_list = own_list.first_of(self.of_version(), is_told).filter(|_| !self.is_nameless()).map(|error| {
            let at = pointed(error.field.trim_start_matches("spec.providerConfig."));
            would_be_refused(self.subject.config_path().join(&at), error.field, error.detail)
        });
        of_list.or_else(|| {
            let images = &self.subject.offer.as_ref()?.spec().machine_images;
            let entries = Entries::new(provider, self.config, edition);
            let mapping = Mapping { provider, defined: &defined, images, entries, edition };
            unmapped(&mapping, self.of_version(), self.subject.spec_path())
        })
    }

    fn misfit(&self) -> Option<Problem> {
        let (name, offer) = self.machine.described_by_its_type()?;
        misfit(offer, self.of_version(), name, self.edition)
    }

    fn found_otherwise_today(&self) -> Option<Problem> {
        let found = self.found.filter(|_| self.is_of_design())?;
        let of_type = self.machine.of_type_today();
        let capabilities = self.machine.capabilities(of_type.as_deref());
        found_otherwise_today(&Wish { capabilities, ..*self.wish }, self.config, found)
    }

    fn nameless(&self) -> Option<Problem> {
        self.is_nameless().then(|| Problem::warning(&ARTIFACT_WITHOUT_NAME, self.subject.config_path()))
    }
}
