//! A provider's configuration as JSON, from which a few versions can be read without the rest.

use crate::base::sort;
use crate::policy::images::catalog::MappedVersions;
use crate::policy::images::provider::written::{Provider, ProviderConfig, ProviderImage, Strictly};
use crate::policy::images::reasons::CONFIG_UNREADABLE;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem, wrong};
use crate::wire::{Json, PathStep, Pointer, Value, read};

/// A configuration and its path in the request.
#[derive(Clone, Debug)]
pub struct RawConfig<'a> {
    /// The configuration as JSON.
    pub value: Value<'a>,
    /// The path of the configuration in the request, for problems.
    pub path: Pointer,
}

impl<'a> RawConfig<'a> {
    /// Reads only the entries of these versions, each into an image of its own. The configuration must be known to be
    /// readable; a question about a few versions need not read all of it.
    pub fn of_versions(
        &self,
        (provider, mapped): (Provider, &MappedVersions<'a>),
        named: &[(&str, &str)],
        asked: &Asked<'a>,
    ) -> Result<ProviderConfig<'a>, Problem> {
        let wanted = sort::set(named.iter().copied()).into_iter();
        let mut entries: Vec<_> = wanted.flat_map(|(image, version)| mapped.of(image, version)).collect();
        let shape = provider.shape_of_version();
        let mut strictly = Strictly::of(asked.edition);
        for (_, entry) in &entries {
            strictly.look(*entry, shape, &PathStep::Root(self.path.as_str()));
        }
        if !strictly.finds_nothing_foreign() {
            let cleaned: Json = entries.iter().map(|(_, entry)| strictly.cleaned(*entry, shape)).collect();
            let cleaned = asked.keep(cleaned.to_document()).root().elements();
            entries.iter_mut().zip(cleaned).for_each(|((_, entry), cleaned)| *entry = cleaned);
        }
        let image = |(name, entry)| {
            let (entry, _) = read(entry, self.path.as_str())?;
            Ok(ProviderImage { name: Some(name), versions: vec![entry] })
        };
        let machine_images: Result<_, Undecided> = entries.into_iter().map(image).collect();
        let machine_images = machine_images.map_err(|undecided| self.cannot_be_read(&undecided))?;
        Ok(ProviderConfig { machine_images, ..ProviderConfig::default() })
    }

    /// Returns a warning that the configuration cannot be read, with the first problem as the reason.
    pub(super) fn cannot_be_read(&self, undecided: &Undecided) -> Problem {
        let nothing = || Problem::warning(&CONFIG_UNREADABLE, self.path.clone()).fact(Fact::named("what", ""));
        undecided.problems.first().map_or_else(nothing, stumbled)
    }
}

/// Returns a warning that a configuration cannot be read because of a problem in it, keeping the problem's cure.
pub(super) fn stumbled(problem: &Problem) -> Problem {
    let unreadable = Problem::warning(&CONFIG_UNREADABLE, problem.path().clone());
    let cures = problem.cited().iter().filter(|fact| matches!(fact.name(), Some("quote" | "nearest")));
    cures.cloned().fold(unreadable.fact(Fact::named("what", wrong(problem))), Problem::fact)
}
