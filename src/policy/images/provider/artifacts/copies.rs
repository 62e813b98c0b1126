//! Artifacts that are mapped for two different architectures, versions or regions, as happens when an entry is copied
//! and not adapted. Every extension accepts such entries, and the machines of one of the two sides find nothing that
//! they can boot (section 17.4).

use super::artifact::Artifact;
use crate::base::Known;
use crate::policy::images::catalog::SharedArtifact;
use crate::policy::images::documents::ARCHITECTURE;
use crate::policy::images::provider::written::Provider;
use crate::policy::images::reasons::{ARTIFACT_STANDS_FOR_TWO, and_more};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The maximum number of artifacts to report, unless the caller sets another limit.
pub(crate) const NAMED: usize = 20;

/// Warns of an artifact that is mapped for two different things.
pub(crate) fn stands_for_two(artifact: &str, [first, other]: [&str; 2], at: Pointer) -> Problem {
    let problem = Problem::warning(&ARTIFACT_STANDS_FOR_TWO, at).fact(Fact::named("artifact", artifact));
    problem.fact(Fact::named("first", first)).fact(Fact::named("other", other))
}

/// The first use of each artifact, by its name, and the artifacts with a second, conflicting use.
pub(crate) struct Copies<'n> {
    provider: Provider,
    first: Known<&'n str, Use<'n>>,
    found: Vec<StandsForTwo<'n>>,
    /// The maximum number of conflicts to keep, and the number of conflicts beyond it.
    most: usize,
    more: usize,
}

/// An artifact that is mapped for two different things.
struct StandsForTwo<'n> {
    artifact: &'n str,
    first: Use<'n>,
    other: Use<'n>,
    at: Pointer,
}

/// One use of an artifact.
#[derive(Clone, Copy)]
struct Use<'n> {
    /// The image and its version.
    of: (&'n str, &'n str),
    /// The architecture, if the artifact names exactly one.
    architecture: Option<&'n str>,
    /// The region, or an empty text if the reference holds in every region.
    region: &'n str,
}

impl<'n> Copies<'n> {
    /// Starts with no artifacts and reports at most `most` conflicts.
    pub(crate) fn new(provider: Provider, most: usize) -> Self {
        Self { provider, first: Known::default(), found: Vec::new(), most, more: 0 }
    }

    /// Looks at an artifact of a version. A conflict is reported at the path `at`.
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

    /// Whether no single artifact can serve both uses. An artifact is built for one architecture and one version, and
    /// on aws and alicloud it has a different name in each region. The local provider has one artifact for everything.
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

    /// Returns the artifacts that two versions share.
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

    /// Returns a warning for each conflict, and one with the number of conflicts that were not kept.
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
