//! Reads the installed providers from the objects of a management cluster.

use std::cell::{Cell, OnceCell};

use crate::base::sort::sort_by_key;
use crate::base::{Index, KubernetesVersion, nearest};
use crate::policy::providers::contracts::{SeriesList, Unread};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::life::refuse_lists;
use crate::policy::providers::objects::{FIELDS, Findings, member, warning};
use crate::policy::providers::planning::Releases;
use crate::policy::providers::reasons::{
    CONFIGMAP_METADATA_UNREAD, PROVIDER_FOUND, PROVIDERS_NONE, VERSIONS_UNSAID, VERSIONS_UNUSABLE,
};
use crate::policy::providers::releases::{ConfigMap, Metadata, Places, contract_in, metadata_of, offers, plain};
use crate::policy::providers::versions::{Api, GROUPS};
use crate::question::{Answers, Asked, Decision, Outcome, group_of};
use crate::reason::{Fact, Level, Problem, Reason, Reasons};
use crate::wire::{Document, Ordered, Pointer, Value, answer, given, read};

/// `providers/installed`
#[derive(Debug)]
pub struct Installed;

given! {
    /// The objects of a management cluster, and the contents of repositories.
    pub struct InstalledGiven<'a> {
        /// The objects of the management cluster; absent: the loaded ones.
        objects: Option<Vec<Value<'a>>>,
        /// The repositories by provider label. The versions of other providers are those of the ConfigMaps their
        /// selectors select.
        repositories: Ordered<&'a str, Releases<'a>>,
    }
}

answer! {
    /// The installed providers, in the form that questions about upgrades take.
    pub struct InstalledAnswer<'a> {
        /// The providers in install order.
        providers: Vec<Found<'a>>,
    }
}

answer! {
    /// An installed provider and the versions available for it.
    pub struct Found<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The `apiVersion` of the provider's object.
        api_version ["apiVersion"]: Option<&'a str>,
        /// The installed version.
        version: Option<&'a str>,
        /// The contract of the installed version.
        contract: Option<&'a str>,
        /// Whether the provider is paused.
        paused: bool,
        /// The versions available for the provider.
        available: Vec<Available<'a>>,
        /// The number of further versions that are left out because the answer would be too long.
        more: Option<usize>,
    }
}

answer! {
    /// An available version.
    #[derive(Clone, Copy)]
    pub struct Available<'a> {
        /// The version.
        version: &'a str,
        /// The contract of the version, if known.
        contract: Option<&'a str>,
    }
}

impl Answers for Installed {
    const NAME: &'static str = "providers/installed";
    const ASKS: &'static str =
        "which providers the objects of a management cluster are, and which versions there are of each";
    type Given<'a> = InstalledGiven<'a>;
    type Answer<'a> = InstalledAnswer<'a>;

    fn decide<'a>(given: InstalledGiven<'a>, asked: &Asked<'a>) -> Outcome<InstalledAnswer<'a>> {
        let objects = match &given.objects {
            Some(objects) => {
                refuse_lists(objects)?;
                (0..).map(|place| Pointer::to("objects").index(place)).zip(objects.iter().copied()).collect()
            }
            None => loaded(asked),
        };
        let world = World::new(&objects, &given.repositories);
        let mut found: Vec<(Found<'_>, Reason)> =
            objects.iter().filter_map(|(place, object)| world.provider(*object, place)).collect();
        sort_by_key(&mut found, |(found, _)| (found.kind, found.name, found.namespace));
        let (providers, mut because): (Vec<Found<'_>>, Reasons) = found.into_iter().unzip();
        if because.is_empty() {
            because.push(Reason::new(&PROVIDERS_NONE, "objects"));
        }
        let is_given = given.objects.is_some();
        let ignored = objects.iter().flat_map(|(place, object)| ignored(*object, place, is_given));
        let misspelt = misspelt(&given.repositories, &providers);
        let problems = ignored.take(TOLD).chain(world.unread(is_given).take(TOLD)).chain(misspelt).collect();
        Ok(Decision { answer: InstalledAnswer { providers }, because, problems })
    }
}

/// Returns the loaded providers of both APIs and the loaded ConfigMaps, each with its place.
fn loaded<'a>(asked: &Asked<'a>) -> Vec<(Pointer, Value<'a>)> {
    let providers = GROUPS.iter().flat_map(|group| Kind::ALL.iter().map(move |kind| (*group, kind.word())));
    let mut found = Vec::new();
    for (group, kind) in providers.chain([("", CONFIG_MAP)]) {
        for document in asked.documents.of_kind::<Document>(group, kind) {
            let object = document.root();
            let (namespace, name) = (of_metadata(object, "namespace"), of_metadata(object, "name"));
            let id = [Some(kind), namespace, name].into_iter().flatten().collect::<Vec<&str>>().join("/");
            found.push((Pointer::parsed(&format!("{id}#")), object));
        }
    }
    found
}

const CONFIG_MAP: &str = "ConfigMap";

fn of_metadata<'a>(object: Value<'a>, key: &str) -> Option<&'a str> {
    member(object, "metadata").and_then(|metadata| text(metadata, key))
}

fn text<'a>(owner: Value<'a>, key: &str) -> Option<&'a str> {
    member(owner, key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Returns the group and kind of an object.
fn kind<'a>(object: Value<'a>) -> Option<(&'a str, &'a str)> {
    Some((group_of(text(object, "apiVersion")?), text(object, "kind")?))
}

/// Returns the kind and API of an object, if it is a provider.
fn provider(object: Value<'_>) -> Option<(Kind, Api)> {
    let (group, kind) = kind(object)?;
    let kind = Kind::named(kind).filter(|_| GROUPS.contains(&group))?;
    Some((kind, Api::of(&[text(object, "apiVersion")])))
}

/// Warns of repositories of no provider whose label is nearly that of one without a repository. Others are left alone,
/// for one list of releases may serve several clusters.
fn misspelt(repositories: &Ordered<&str, Releases<'_>>, providers: &[Found<'_>]) -> Vec<Problem> {
    let labels: Vec<String> = providers.iter().map(|provider| provider.kind.label(provider.name)).collect();
    let known: Index<'_> = labels.iter().map(String::as_str).collect();
    let strange = repositories.iter().map(|(label, _)| *label).filter(|label| !known.contains(label));
    let lacking: Vec<&str> =
        labels.iter().map(String::as_str).filter(|label| repositories.get(label).is_none()).collect();
    let told = strange.take(TOLD).filter(|label| nearest(label, lacking.iter().copied()).is_some()).map(|label| {
        let path = Pointer::to("given").key("repositories").key(label);
        Problem::unknown_key(Level::Warning, path.as_str(), label, &lacking)
    });
    told.collect()
}

/// The most ignored members, and the most unread ConfigMaps, to warn about.
const TOLD: usize = 100;

/// Returns the path of an object: its path in the request if it was given, or its name if it was loaded.
fn path_of(place: &Pointer, is_given: bool) -> Pointer {
    if is_given { Pointer::to("given").join(place) } else { place.clone() }
}

/// Warns about members of a provider that are ignored.
fn ignored(object: Value<'_>, place: &Pointer, is_given: bool) -> Vec<Problem> {
    let Some((_, api)) = provider(object) else { return Vec::new() };
    let path = path_of(place, is_given);
    // For a loaded object, members outside `spec` were reported when it was loaded.
    let known = FIELDS.iter().find(|fields| is_given && fields.kind == kind(object));
    let around = known.into_iter().flat_map(|fields| {
        let is =
            fields.of_another_kind(object, path.as_str(), [Level::Warning; 2]).into_iter().map(Problem::about_a_key);
        is.chain(fields.strangers(object, path.as_str(), Level::Warning))
    });
    around.chain(passed_over(object.get("spec"), api, place, &path)).collect()
}

/// Warns about members of a stored provider's spec that are ignored. Without the warning, what a misspelled selector or
/// pause was meant to say would silently be missing from the answer. `place` is the place of the provider, and `path`
/// its path in the request.
pub fn passed_over(spec: Option<Value<'_>>, api: Api, place: &Pointer, path: &Pointer) -> Vec<Problem> {
    let findings = Findings::passed_over(spec, api);
    let unread = findings.flaws.iter().map(|flaw| {
        let at = path.clone().join(&flaw.field.pointer());
        Problem::warning_of(flaw.reason(place), at).about_a_key()
    });
    let unknown = findings.unknown.iter().map(|unknown| warning(unknown, path));
    unknown.take(TOLD).chain(unread.take(TOLD)).collect()
}

/// Reads an object as a ConfigMap. One that cannot be read is treated as belonging to no provider.
fn config_map(object: Value<'_>) -> Option<ConfigMap<'_>> {
    if kind(object)? != ("", CONFIG_MAP) {
        return None;
    }
    Some(read::<ConfigMap<'_>>(object, "").ok()?.0)
}

/// The ConfigMaps and repositories that versions come from.
struct World<'w, 'a> {
    maps: Vec<ConfigMap<'a>>,
    /// The place of each ConfigMap.
    places: Vec<&'w Pointer>,
    /// The metadata of each ConfigMap, read when a selector first selects it.
    metadata: Vec<OnceCell<Option<Metadata<'a>>>>,
    repositories: &'w Ordered<&'a str, Releases<'a>>,
    /// The labels of the repositories.
    labels: Index<'a>,
    /// The versions of each repository, read when the first provider with its label is found.
    releases: Vec<OnceCell<Offers<'a>>>,
    /// How many more versions the answer may list, over all providers.
    room: Cell<usize>,
}

/// The versions that a provider can be installed in.
struct Offers<'a> {
    all: Vec<Available<'a>>,
    by_version: Index<'a>,
}

impl<'a> Offers<'a> {
    fn new(all: Vec<Available<'a>>) -> Self {
        Self { by_version: all.iter().map(|known| plain(known.version)).collect(), all }
    }

    /// The contract of a version, if the version is there and its contract is known.
    fn contract(&self, version: &str) -> Option<&'a str> {
        self.all.get(self.by_version.find(plain(version))?)?.contract
    }
}

/// The most versions an answer lists, over all providers.
const MOST_VERSIONS: usize = 20_000;

impl<'w, 'a> World<'w, 'a> {
    fn new(objects: &'w [(Pointer, Value<'a>)], repositories: &'w Ordered<&'a str, Releases<'a>>) -> Self {
        let maps = objects.iter().filter_map(|(place, object)| Some((config_map(*object)?, place)));
        let (maps, places): (Vec<ConfigMap<'a>>, Vec<&Pointer>) = maps.unzip();
        let metadata = maps.iter().map(|_| OnceCell::new()).collect();
        let labels = repositories.iter().map(|(label, _)| *label).collect();
        let releases = repositories.iter().map(|_| OnceCell::new()).collect();
        Self { maps, places, metadata, repositories, labels, releases, room: Cell::new(MOST_VERSIONS) }
    }

    /// Returns the versions in the repository with a label. `None`: there is no such repository.
    fn releases(&self, label: &str) -> Option<&Offers<'a>> {
        let place = self.labels.find(label)?;
        let (_, repository) = self.repositories.iter().nth(place)?;
        Some(self.releases.get(place)?.get_or_init(|| Offers::new(of_repository(repository))))
    }

    /// Returns the metadata of a ConfigMap, which are read only once. `None`: it has none.
    fn metadata(&self, index: usize) -> Option<&Metadata<'a>> {
        let (map, metadata) = (self.maps.get(index)?, self.metadata.get(index)?);
        metadata.get_or_init(|| metadata_of(map)).as_ref()
    }

    /// Returns a warning for each ConfigMap whose metadata a provider needs but which cannot be read.
    fn unread(&self, is_given: bool) -> impl Iterator<Item = Problem> {
        self.maps.iter().zip(&self.places).zip(&self.metadata).filter_map(move |((map, place), metadata)| {
            let Unread { found, expected } = metadata.get()?.as_ref()?.as_ref().err()?;
            let reason = Reason::new(&CONFIGMAP_METADATA_UNREAD, map.name());
            let reason = reason.fact(Fact::named("found", found.as_str())).fact(Fact::named("expected", *expected));
            Some(Problem::warning_of(reason, path_of(place, is_given).key("data").key("metadata")))
        })
    }

    /// Reads an object as a provider. Returns `None` if it is none.
    fn provider(&self, object: Value<'a>, place: &Pointer) -> Option<(Found<'a>, Reason)> {
        let (kind, _) = provider(object)?;
        let name = of_metadata(object, "name")?;
        let namespace = of_metadata(object, "namespace");
        let (spec, status) = (member(object, "spec"), member(object, "status"));
        let of_maps;
        let (offers, doubt) = match self.releases(&kind.label(name)) {
            Some(offers) => (offers, None),
            None => {
                let (all, doubt) = self.of_config_maps(spec, namespace.unwrap_or_default(), place);
                of_maps = Offers::new(all);
                (&of_maps, doubt)
            }
        };
        let said = |owner: Option<Value<'a>>, key: &str| owner.and_then(|owner| text(owner, key));
        let (section, key, version) = match said(status, "installedVersion") {
            Some(installed) => ("status", "installedVersion", Some(installed)),
            None => ("spec", "version", said(spec, "version")),
        };
        let of_version = version.and_then(|version| offers.contract(version));
        let reported = said(status, "contract");
        // The status may still be that of the version before.
        let contract = of_version.or(reported);
        let contracts_fact = match of_version {
            Some(contract) if reported != of_version => Fact::named("contract", contract),
            _ => Fact::of(place.clone().key("status").key("contract"), reported),
        };
        let reason = Reason::new(&PROVIDER_FOUND, format!("{}/{name}", kind.word()))
            .fact(Fact::of(place.clone().key(section).key(key), version))
            .fact(contracts_fact)
            .fact(Fact::named("count", offers.all.len()))
            .because(doubt);
        let paused = spec.and_then(|spec| member(spec, "paused")).and_then(Value::as_bool) == Some(true);
        let api_version = text(object, "apiVersion");
        let room = self.room.get();
        let more = Some(offers.all.len().saturating_sub(room)).filter(|more| *more > 0);
        let available: Vec<_> = offers.all.iter().take(room).copied().collect();
        self.room.set(room - available.len());
        Some((Found { kind, name, namespace, api_version, version, contract, paused, available, more }, reason))
    }

    /// Returns the versions in the ConfigMaps that a provider's selector selects, or the reason there are none.
    fn of_config_maps(
        &self,
        spec: Option<Value<'a>>,
        namespace: &str,
        place: &Pointer,
    ) -> (Vec<Available<'a>>, Option<Reason>) {
        let selector = spec.and_then(|spec| member(spec, "fetchConfig")).and_then(|config| member(config, "selector"));
        let Some(selector) = selector else {
            return (Vec::new(), Some(Reason::new(&VERSIONS_UNSAID, "repositories")));
        };
        let at = place.clone().key("spec").key("fetchConfig").key("selector");
        let map = |index: usize| self.places.get(index).map(|place| (*place).clone()).unwrap_or_default();
        let places = Places { selector: at, map: &map };
        let contract = |index: usize, version: &str| contract_in(version, self.metadata(index)?);
        match offers(selector, namespace, &self.maps, &places, contract) {
            Ok(offers) => {
                let each = offers.iter().map(|offer| Available { version: offer.version, contract: offer.contract });
                (each.collect(), None)
            }
            Err(why) => (Vec::new(), Some(Reason::new(&VERSIONS_UNUSABLE, "fetchConfig.selector").because(why))),
        }
    }
}

/// Returns the valid versions of a repository, with the contracts of their series.
fn of_repository<'a>(repository: &Releases<'a>) -> Vec<Available<'a>> {
    let series = SeriesList::new(&repository.release_series, Pointer::to("repositories"));
    let read = |version: &&'a str| {
        let parsed = KubernetesVersion::parse(version)?;
        let contract = series.of_version(&parsed).and_then(|(_, series)| series.contract);
        Some(Available { version, contract: contract.filter(|contract| !contract.is_empty()) })
    };
    repository.versions.iter().filter_map(read).collect()
}
