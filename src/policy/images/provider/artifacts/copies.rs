//! Artifacts that stand for two architectures, versions or regions, as an entry does that was copied and not changed. Every
//! extension accepts them, and machines of one of the two find nothing that they can boot (section 17.4).

use super::artifact::Artifact;
use crate::base::Known;
use crate::policy::images::catalog::SharedArtifact;
use crate::policy::images::documents::ARCHITECTURE;
use crate::policy::images::provider::written::Provider;
use crate::policy::images::reasons::{ARTIFACT_STANDS_FOR_TWO, MORE_NOT_DEFINED};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// How many are told, unless said otherwise.
pub(crate) const NAMED: usize = 20;

/// A warning of an artifact that stands for two things.
pub(crate) fn stands_for_two(artifact: &str, [first, other]: [&str; 2], at: Pointer) -> Problem {
    let problem = Problem::warning(&ARTIFACT_STANDS_FOR_TWO, at).fact(Fact::named("artifact", artifact));
    problem.fact(Fact::named("first", first)).fact(Fact::named("other", other))
}

/// What each artifact stands for first, by its name.
pub(crate) struct Copies<'n> {
    provider: Provider,
    first: Known<&'n str, Use<'n>>,
    found: Vec<StandsForTwo<'n>>,
    /// How many are kept at most, and how many more there are.
    most: usize,
    more: usize,
}

/// An artifact that stands for two things.
struct StandsForTwo<'n> {
    artifact: &'n str,
    first: Use<'n>,
    other: Use<'n>,
    at: Pointer,
}

/// What an artifact stands for.
#[derive(Clone, Copy)]
struct Use<'n> {
    /// The image and its version.
    of: (&'n str, &'n str),
    /// Where it is the only one that is named.
    architecture: Option<&'n str>,
    /// Empty where it holds in all.
    region: &'n str,
}

impl<'n> Copies<'n> {
    /// Nothing looked at yet, to be told of so many.
    pub(crate) fn new(provider: Provider, most: usize) -> Self {
        Self { provider, first: Known::default(), found: Vec::new(), most, more: 0 }
    }

    /// Looks at an artifact of a version, of which is told at `at`.
    pub(crate) fn look_at<'a: 'n>(
        &mut self,
        of: (&'n str, &'n str),
        artifact: &Artifact<'_, 'a>,
        at: impl Fn() -> Pointer,
    ) {
        let architecture = match artifact.capabilities.get(ARCHITECTURE).map(Vec::as_slice) {
            Some([only]) => Some(*only),
            _ => None,
        };
        for (region, name) in artifact.names(self.provider).filter(|(_, name)| !name.trim().is_empty()) {
            let new = Use { of, architecture, region };
            match self.first.get(name).copied() {
                None => {
                    self.first.insert(name, new);
                }
                Some(first) if self.are_apart(first, new) && self.found.len() == self.most => self.more += 1,
                Some(first) if self.are_apart(first, new) => {
                    self.found.push(StandsForTwo { artifact: name, first, other: new, at: at() });
                }
                Some(_) => {}
            }
        }
    }

    /// Whether no artifact can stand for both: it is built for one architecture, as one version, and on most providers it
    /// has another name in each region. The local provider has one for everything.
    fn are_apart(&self, first: Use<'n>, new: Use<'n>) -> bool {
        let of_two_architectures = first.architecture.zip(new.architecture).is_some_and(|(one, other)| one != other);
        match self.provider {
            Provider::Local => false,
            Provider::Aws | Provider::Alicloud => {
                of_two_architectures || first.of != new.of || first.region != new.region
            }
            Provider::Azure | Provider::Gcp | Provider::Openstack => of_two_architectures || first.of != new.of,
        }
    }

    /// Those that two versions share.
    pub(super) fn into_shared(self) -> Vec<SharedArtifact> {
        let of_two = self.found.into_iter().filter(|found| found.first.of != found.other.of);
        let shared = |StandsForTwo { artifact, first, other, .. }: StandsForTwo<'_>| {
            let uses = [first, other];
            let versions = uses.map(|Use { of: (image, version), .. }| (image.to_owned(), version.to_owned()));
            let regions = uses.map(|it| it.region.to_owned());
            SharedArtifact { versions, regions, artifact: artifact.to_owned(), uses: uses.map(Use::shown) }
        };
        of_two.map(shared).collect()
    }

    /// A warning for each, and how many more there are.
    pub(crate) fn told(self, at: &Pointer) -> Vec<Problem> {
        let told = self.found.iter().map(StandsForTwo::told);
        told.chain(and_more(self.more, at)).collect()
    }
}

impl StandsForTwo<'_> {
    fn told(&self) -> Problem {
        stands_for_two(self.artifact, [&self.first.shown(), &self.other.shown()], self.at.clone())
    }
}

impl Use<'_> {
    fn shown(self) -> String {
        let Self { of: (image, version), architecture, region } = self;
        let parts = [format!("{image}:{version}"), architecture.unwrap_or_default().to_owned(), region.to_owned()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// How many more there are than are told.
pub(crate) fn and_more(more: usize, at: &Pointer) -> Option<Problem> {
    (more > 0).then(|| Problem::warning(&MORE_NOT_DEFINED, at.clone()).fact(Fact::named("count", more)))
}
