//! Artifacts that every extension accepts and hardly anybody means: one that stands for two architectures, versions or
//! regions, as an entry does that was copied and not changed, and one that no flavor of the profile stands for, which
//! machines boot all the same (section 17.4).

use super::artifacts::{Artifact, artifacts};
use super::config::ProviderConfig;
use super::definitions::{Content, as_named};
use super::mapping::Mapping;
use super::providers::Provider;
use crate::base::{Known, sort};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ImageVersion};
use crate::policy::images::reasons::{ARTIFACT_OF_NO_FLAVOR, ARTIFACT_STANDS_FOR_TWO, MORE_NOT_DEFINED};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// How many are told.
const NAMED: usize = 20;

/// A warning for each among the versions of a profile, whose images are at that path.
pub(super) fn doubtful(mapping: &Mapping<'_, '_>, images: &Pointer) -> Vec<Problem> {
    let Mapping { provider, defined, entries, .. } = mapping;
    let (mut uses, mut strangers) = (Uses::new(*provider), Vec::new());
    let mut seen: Known<(&str, &str), ()> = Known::default();
    for (index, image) in mapping.images.iter().enumerate() {
        for (place, version) in image.versions.iter().enumerate() {
            if !seen.insert((image.name(), version.version()), ()) {
                continue;
            }
            let known = entries.all(image.name(), version.version());
            let found = known.into_iter().flat_map(|entry| artifacts(*provider, entry));
            let found: Vec<Artifact<'_, '_>> = found.collect();
            let at = || images.clone().index(index).key("versions").index(place);
            found.iter().for_each(|artifact| uses.look_at((image.name(), version.version()), artifact, at));
            if !defined.is_empty() {
                let name = || format!("{}:{}", image.name(), version.version());
                strangers.extend(of_no_flavor(mapping, version, &found).map(|stranger| stranger.told(&name(), at())));
            }
        }
    }
    let mut problems = uses.told(images);
    let more = strangers.len().saturating_sub(NAMED);
    problems.extend(strangers.into_iter().take(NAMED));
    problems.extend(and_more(more, images));
    problems
}

/// A warning for each artifact of one version that stands for two things, of a configuration that is at `at`.
pub(super) fn copied_in(mapping: (Provider, &ProviderConfig<'_>), of: (&str, &str), at: &Pointer) -> Vec<Problem> {
    let (provider, config) = mapping;
    let mut uses = Uses::new(provider);
    let images = config.machine_images.iter().filter(|image| image.name() == of.0);
    let entries = images.flat_map(|image| &image.versions).filter(|entry| entry.version() == of.1);
    for artifact in entries.flat_map(|entry| artifacts(provider, entry)) {
        uses.look_at(of, &artifact, || at.clone());
    }
    uses.told(at)
}

/// Artifacts of a version that no flavor stands for: what the first one can, and how many.
struct Strangers {
    first: String,
    count: usize,
}

impl Strangers {
    fn told(self, version: &str, at: Pointer) -> Problem {
        let problem = Problem::warning(&ARTIFACT_OF_NO_FLAVOR, at).fact(Fact::named("version", version));
        problem.fact(Fact::named("count", self.count)).fact(Fact::named("capabilities", self.first))
    }
}

fn of_no_flavor(mapping: &Mapping<'_, '_>, version: &ImageVersion<'_>, all: &[Artifact<'_, '_>]) -> Option<Strangers> {
    let (defined, everything) = (mapping.defined, Capabilities::default());
    let own = version.capability_flavors.as_slice();
    let own = if own.is_empty() { std::slice::from_ref(&everything) } else { own };
    let known: Vec<Content<'_>> = sort::set(own.iter().map(|own| defined.content(own)));
    let is_known = |artifact: &&Artifact<'_, '_>| known.binary_search(&defined.content(&artifact.capabilities)).is_ok();
    let mut strangers = all.iter().filter(|artifact| !artifact.old).filter(|artifact| !is_known(artifact));
    let first = as_named(&strangers.next()?.capabilities);
    Some(Strangers { first, count: strangers.count() + 1 })
}

/// What each artifact stands for first, by its name.
pub(super) struct Uses<'n> {
    provider: Provider,
    first: Known<&'n str, Use<'n>>,
    problems: Vec<Problem>,
    more: usize,
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

impl<'n> Uses<'n> {
    /// Nothing looked at yet.
    pub(super) fn new(provider: Provider) -> Self {
        Self { provider, first: Known::default(), problems: Vec::new(), more: 0 }
    }

    /// Looks at an artifact of a version, of which is told at `at`.
    pub(super) fn look_at<'a: 'n>(
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
                Some(first) if self.are_apart(first, new) && self.problems.len() == NAMED => self.more += 1,
                Some(first) if self.are_apart(first, new) => {
                    let problem = Problem::warning(&ARTIFACT_STANDS_FOR_TWO, at()).fact(Fact::named("artifact", name));
                    let [first, new] = [first, new].map(Use::shown);
                    self.problems.push(problem.fact(Fact::named("first", first)).fact(Fact::named("other", new)));
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

    /// A warning for each, and how many more there are.
    pub(super) fn told(self, at: &Pointer) -> Vec<Problem> {
        let Self { mut problems, more, .. } = self;
        problems.extend(and_more(more, at));
        problems
    }
}

impl Use<'_> {
    fn shown(self) -> String {
        let Self { of: (image, version), architecture, region } = self;
        let parts = [format!("{image}:{version}"), architecture.unwrap_or_default().to_owned(), region.to_owned()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

fn and_more(more: usize, at: &Pointer) -> Option<Problem> {
    (more > 0).then(|| Problem::warning(&MORE_NOT_DEFINED, at.clone()).fact(Fact::named("count", more)))
}
