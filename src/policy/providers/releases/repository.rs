//! The repository made of the ConfigMaps that a provider's selector selects.

use super::config_map::{ConfigMap, Flaw};
use super::newest::newest;
use super::selector::{LabelSelector, Selection};
use crate::base::KubernetesVersion;
use crate::base::sort::sort_by;
use crate::base::{Edition, Index};
use crate::policy::providers::divergences::CONFIGMAPS_AS_RELEASES;
use crate::policy::providers::reasons::{
    CONFIGMAP_LISTED_FIRST, CONFIGMAP_VERSION_MISSING, CONFIGMAP_VERSION_REPEATED, CONFIGMAP_VERSION_WANTED,
    NO_CONFIGMAP_SELECTED,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Json, Pointer, answer, given};

/// The selected ConfigMaps, sorted by name as an API server lists them.
#[derive(Debug)]
pub struct Repository<'a, 'g> {
    /// The selected ConfigMaps, each with its index among all ConfigMaps.
    selected: Vec<(usize, &'g ConfigMap<'a>)>,
    /// The selected ConfigMaps that cannot be used.
    flaws: Vec<Flaw>,
}

impl<'a, 'g> Repository<'a, 'g> {
    /// Selects the ConfigMaps in `namespace` (`None`: in all namespaces) that match `selector` (`None`: no ConfigMap).
    /// `place` returns the place of a ConfigMap in `given`.
    pub fn select(
        maps: &'g [ConfigMap<'a>],
        namespace: Option<&str>,
        selector: Option<&Selection<'_, '_>>,
        place: &dyn Fn(usize) -> Pointer,
    ) -> Self {
        let is_here = |map: &ConfigMap<'_>| {
            namespace.is_none_or(|wanted| map.namespace().is_none_or(|namespace| namespace == wanted))
                && selector.is_some_and(|selector| selector.selects(map.labels()))
        };
        let mut selected: Vec<(usize, &ConfigMap<'_>)> =
            maps.iter().enumerate().filter(|(_, map)| is_here(map)).collect();
        sort_by(&mut selected, |(_, left), (_, right)| left.name().cmp(right.name()));
        let flaws = selected.iter().filter_map(|(index, map)| map.flaw(&place(*index))).collect();
        Self { selected, flaws }
    }

    /// Returns the selected ConfigMaps, each with its index among all ConfigMaps.
    pub fn maps(&self) -> impl Iterator<Item = (usize, &'g ConfigMap<'a>)> {
        self.selected.iter().copied()
    }

    /// Returns the selected ConfigMaps that cannot be used, and why.
    pub fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }

    /// Whether no ConfigMap is selected.
    pub fn is_empty(&self) -> bool {
        self.selected.is_empty()
    }

    /// Returns the versions in the order of their ConfigMaps.
    pub fn listed(&self) -> Vec<&'a str> {
        self.selected.iter().map(|(_, map)| map.version()).collect()
    }

    /// Returns the version to use if none is requested: the latest, or in the upstream edition the first listed.
    fn default(&self, edition: Edition) -> Option<(&'a str, Reason)> {
        let listed = self.listed();
        if !edition.applies(&CONFIGMAPS_AS_RELEASES) {
            return listed.first().map(|first| (*first, Reason::new(&CONFIGMAP_LISTED_FIRST, *first)));
        }
        let (version, reason) = newest(&listed, edition)?;
        let is_it = |text: &&&str| KubernetesVersion::parse(text).is_some_and(|known| known.tag() == version.tag());
        listed.iter().find(is_it).map(|text| (*text, reason))
    }
}

/// Whether two texts are the same version, ignoring a leading `v`.
pub fn is_same_version(left: &str, right: &str) -> bool {
    plain(left) == plain(right)
}

/// Returns the version without a leading `v`.
pub fn plain(version: &str) -> &str {
    version.strip_prefix('v').unwrap_or(version)
}

/// `providers/configmap-repository`
#[derive(Debug)]
pub struct ConfigMapRepository;

given! {
    /// The selector of a provider, and the ConfigMaps of the cluster.
    pub struct RepositoryGiven<'a> {
        /// The provider's namespace, from which ConfigMaps are selected; absent: all namespaces.
        namespace: Option<&'a str>,
        /// The provider's label selector; absent: no ConfigMap is selected.
        selector: Option<LabelSelector<'a>>,
        /// The ConfigMaps of the cluster.
        config_maps ["configMaps"]: Vec<ConfigMap<'a>>,
        /// The requested version; absent: the default is selected.
        requested: Option<&'a str>,
        /// Manifests to append to the components of every version.
        additional_manifests ["additionalManifests"]: Option<&'a str>,
    }
}

answer! {
    /// The versions that the selected ConfigMaps offer.
    #[derive(Default)]
    pub struct RepositoryAnswer<'a> {
        /// The distinct versions, sorted.
        versions: Vec<&'a str>,
        /// The version to use if none is requested.
        default: Option<&'a str>,
        /// The version to use: the requested one, or else the default.
        selected: Option<&'a str>,
        /// The text to append to the components.
        components_suffix ["componentsSuffix"]: Option<String>,
        /// Whether the repository cannot be used.
        error: Option<bool>,
        /// The names of the ConfigMaps that cannot be used.
        offenders: Vec<String>,
    }
}

impl Answers for ConfigMapRepository {
    const NAME: &'static str = "providers/configmap-repository";
    const ASKS: &'static str = "which versions of a provider the ConfigMaps behind its selector hold";
    type Given<'a> = RepositoryGiven<'a>;
    type Answer<'a> = RepositoryAnswer<'a>;

    fn decide<'a>(given: RepositoryGiven<'a>, asked: &Asked<'a>) -> Outcome<RepositoryAnswer<'a>> {
        let failed = |offenders: Vec<String>, because: Reasons| {
            let answer = RepositoryAnswer { error: Some(true), offenders, ..RepositoryAnswer::default() };
            Ok(Decision { answer, because, problems: Vec::new() })
        };
        let place = Pointer::to("configMaps");
        let understood = given.selector.as_ref().map(|selector| selector.understood(&Pointer::to("selector")));
        let selection = match understood.transpose() {
            Ok(selection) => selection,
            Err(reason) => return failed(Vec::new(), reason.into()),
        };
        let repository = Repository::select(&given.config_maps, given.namespace, selection.as_ref(), &|map| {
            place.clone().index(map)
        });
        if repository.is_empty() {
            return failed(Vec::new(), Reason::new(&NO_CONFIGMAP_SELECTED, "selector").into());
        }
        if !repository.flaws.is_empty() {
            let (offenders, because) = repository.flaws.into_iter().map(|Flaw { name, reason }| (name, reason)).unzip();
            return failed(offenders, because);
        }
        let mut versions = repository.listed();
        let repeated = warn_of_repeated(&repository, &place);
        sort_by(&mut versions, |left, right| {
            let parsed = KubernetesVersion::parse;
            let order = parsed(left).partial_cmp(&parsed(right)).unwrap_or(std::cmp::Ordering::Equal);
            // Of two that are the same version, the one with a `v` is kept.
            order.then_with(|| plain(left).cmp(plain(right))).then_with(|| right.cmp(left))
        });
        versions.dedup_by(|left, right| is_same_version(left, right));
        let Some((default, why)) = repository.default(asked.edition) else {
            return failed(Vec::new(), Reason::new(&NO_CONFIGMAP_SELECTED, "selector").into());
        };
        let (selected, reason) = match given.requested {
            None => (default, why),
            Some(wanted) => match wanted_among(wanted, &versions) {
                Ok(found) => found,
                Err(reason) => return failed(Vec::new(), reason.into()),
            },
        };
        let manifests = given.additional_manifests.filter(|manifests| !manifests.is_empty());
        let answer = RepositoryAnswer {
            versions,
            default: Some(default),
            selected: Some(selected),
            components_suffix: manifests.map(|manifests| format!("\n---\n{manifests}")),
            error: None,
            offenders: Vec::new(),
        };
        Ok(Decision::new(answer, reason).with_problems(repeated))
    }
}

fn wanted_among<'a>(wanted: &str, versions: &[&'a str]) -> Result<(&'a str, Reason), Reason> {
    let place = Pointer::to("requested");
    match versions.iter().find(|version| is_same_version(version, wanted)) {
        Some(version) => Ok((*version, Reason::new(&CONFIGMAP_VERSION_WANTED, *version).saw(place, wanted))),
        None => {
            let known = versions.iter().copied().collect::<Json>();
            let reason = Reason::new(&CONFIGMAP_VERSION_MISSING, wanted).saw(place, wanted);
            Err(reason.fact(Fact::named("known", known)))
        }
    }
}

/// Warns about versions that several ConfigMaps hold, because it is undefined which of them is used.
fn warn_of_repeated(repository: &Repository<'_, '_>, place: &Pointer) -> Vec<Problem> {
    let index: Index<'_> = repository.selected.iter().map(|(_, map)| plain(map.version())).collect();
    let warning = |(_, at): (&str, usize)| {
        let (index, map) = repository.selected.get(at)?;
        let path = Pointer::to("given").join(&place.clone().index(*index));
        let named = Fact::named("name", map.name());
        Some(
            Problem::warning(&CONFIGMAP_VERSION_REPEATED, path).fact(Fact::named("version", map.version())).fact(named),
        )
    };
    index.repeated().filter_map(warning).collect()
}
