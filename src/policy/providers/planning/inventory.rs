//! The installed providers of a management cluster, and the contents of their repositories.

use std::cell::OnceCell;

use super::info::{Info, Offer, Published};
use crate::base::{Edition, Index, Known};
use crate::policy::providers::contracts::{Contracts, ReleaseSeries, SeriesList, TOOLS_CONTRACT};
use crate::policy::providers::fleet::{Member, Versioned, ids, in_order};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    FLEET_WITH_TWO_CORES, FLEET_WITHOUT_CORE, REPOSITORY_MISSING, VERSION_NOT_OFFERED,
};
use crate::policy::providers::versions::Api;
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, given};

given! {
    /// The installed providers and their repositories, from which plans are made.
    pub struct InventoryGiven<'a> {
        /// The contracts that the tool knows; absent: those of today's clusterctl.
        contracts: Option<Contracts<'a>>,
        /// The providers of the management cluster.
        installed: Vec<Versioned<'a>>,
        /// The contents of the providers' repositories, by provider label.
        repositories: Ordered<&'a str, Releases<'a>>,
    }
}

given! {
    /// The contents of a repository.
    pub struct Releases<'a> {
        /// The tags of the repository.
        versions: Vec<&'a str>,
        /// The release series in the repository's metadata file.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
        /// The version whose metadata file this is; absent: every version has this one.
        metadata_for ["metadataFor"]: Option<&'a str>,
    }
}

/// The installed providers of a management cluster, with their possible upgrades.
#[derive(Debug)]
pub struct Inventory<'a, 'g> {
    given: &'g InventoryGiven<'a>,
    /// The possible upgrades of each provider, computed on first use.
    infos: Vec<OnceCell<Result<Info<'a, 'g>, Reason>>>,
    /// For each provider, the index of the first with the same kind, name and version, which shares its possible
    /// upgrades.
    first_alike: Vec<usize>,
    /// The identities of the installed providers.
    pub members: Vec<Member<'a>>,
    /// The edition of the request.
    pub edition: Edition,
}

impl<'a, 'g> Inventory<'a, 'g> {
    /// Prepares the given providers for planning.
    pub fn new(given: &'g InventoryGiven<'a>, edition: Edition) -> Self {
        let member = |installed: &Versioned<'a>| Member {
            kind: installed.kind,
            name: installed.name,
            namespace: installed.namespace.unwrap_or_default(),
            api: Api::Management,
        };
        let infos = given.installed.iter().map(|_| OnceCell::new()).collect();
        let keys = || given.installed.iter().map(|installed| (installed.kind, installed.name, installed.version));
        // `Known` keeps the last entry of a key, so the list is reversed to keep the first.
        let first: Known<_, usize> = keys().zip(0..given.installed.len()).rev().collect();
        let first_alike = keys().filter_map(|key| first.get(&key).copied()).collect();
        Self { given, infos, first_alike, members: given.installed.iter().map(member).collect(), edition }
    }

    /// Returns the indexes of the providers in install order.
    pub fn in_order(&self) -> Vec<usize> {
        in_order(&self.members)
    }

    /// Returns the label of a provider.
    pub fn label(&self, place: usize) -> String {
        self.members.get(place).map(|member| member.kind.label(member.name)).unwrap_or_default()
    }

    /// Returns the installed version of a provider and its place in `given`.
    pub fn installed(&self, place: usize) -> (&'a str, Pointer) {
        let version = self.given.installed.get(place).map(|installed| installed.version).unwrap_or_default();
        (version, Pointer::to("installed").index(place).key("version"))
    }

    /// Returns the index of the only core provider, or the reason there is not exactly one.
    pub fn core(&self) -> Result<usize, Reason> {
        let is_core = |place: &usize| self.members.get(*place).is_some_and(|member| member.kind == Kind::Core);
        let cores: Vec<usize> = self.in_order().into_iter().filter(is_core).collect();
        match cores.as_slice() {
            [core] => Ok(*core),
            [] => Err(Reason::new(&FLEET_WITHOUT_CORE, "installed")),
            _ => {
                let cores = ids(&self.members, &cores).into_iter().collect::<Json>();
                Err(Reason::new(&FLEET_WITH_TWO_CORES, "installed").fact(Fact::named("cores", cores)))
            }
        }
    }

    /// Returns the possible upgrades of a provider.
    pub fn info(&self, place: usize) -> Result<&Info<'a, 'g>, Reason> {
        let absent = || Reason::new(&REPOSITORY_MISSING, "");
        let place = *self.first_alike.get(place).ok_or_else(absent)?;
        let cell = self.infos.get(place).ok_or_else(absent)?;
        cell.get_or_init(|| self.look_at(place)).as_ref().map_err(Reason::clone)
    }

    fn look_at(&self, place: usize) -> Result<Info<'a, 'g>, Reason> {
        let label = self.label(place);
        let missing = || Reason::new(&REPOSITORY_MISSING, label.as_str());
        let offered = self.given.repositories.get(&label).ok_or_else(missing)?;
        let at = Pointer::to("repositories").key(&label).key("releaseSeries");
        let offer = Offer {
            versions: &offered.versions,
            series: SeriesList::new(&offered.release_series, at),
            metadata: match offered.metadata_for {
                Some(version) => Published::For(Some(version)),
                None => Published::Always,
            },
        };
        Info::new(self.installed(place), &offer, self.edition)
    }

    /// Checks that the repository of a provider contains `version`, compared as text.
    pub fn offers(&self, place: usize, version: &str) -> Result<(), Reason> {
        let offered = self.given.repositories.get(&self.label(place)).map(|offered| offered.versions.as_slice());
        let offered = offered.unwrap_or_default();
        if offered.contains(&version) {
            return Ok(());
        }
        let known = Fact::named("known", offered.iter().copied().collect::<Json>());
        Err(Reason::new(&VERSION_NOT_OFFERED, version).fact(known))
    }

    /// Returns the contract that the tool speaks.
    pub fn tools_contract(&self) -> &'a str {
        self.given.contracts.as_ref().map_or(TOOLS_CONTRACT, |contracts| contracts.current)
    }

    /// Returns the contracts that `target` tolerates, including itself.
    pub fn tolerated(&self, target: &'a str) -> Index<'a> {
        let others: &[&str] = match &self.given.contracts {
            None if target == TOOLS_CONTRACT => &TOLERATED_TODAY,
            None => &[],
            Some(known) => known.compatible.get(target).map(Vec::as_slice).unwrap_or_default(),
        };
        others.iter().copied().chain([target]).collect()
    }
}

/// The contracts that `v1beta2`, the contract of today's clusterctl, tolerates besides itself.
const TOLERATED_TODAY: [&str; 1] = ["v1beta1"];
