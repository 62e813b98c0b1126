//! The providers that are installed, and what their repositories offer.

use std::cell::OnceCell;

use super::info::{Info, Offer, Published};
use crate::base::{Edition, Index, Known};
use crate::policy::providers::contracts::{ReleaseSeries, SeriesList, TOOLS_CONTRACT};
use crate::policy::providers::fleet::{Member, ids, in_order};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    FLEET_WITH_TWO_CORES, FLEET_WITHOUT_CORE, REPOSITORY_MISSING, VERSION_NOT_OFFERED,
};
use crate::policy::providers::versions::Api;
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, given};

given! {
    /// What a plan is made from.
    pub struct InventoryGiven<'a> {
        /// Which contracts the tool knows; absent: those of today's clusterctl.
        contracts: Option<Contracts<'a>>,
        /// The providers of the management cluster.
        installed: Vec<Installed<'a>>,
        /// What their repositories offer, by label.
        repositories: Ordered<&'a str, Offered<'a>>,
    }
}

given! {
    /// Which contracts a tool knows.
    pub struct Contracts<'a> {
        /// The contract that it speaks.
        current_contract ["currentContract"]: &'a str,
        /// The contracts that each contract tolerates.
        compatible: Ordered<&'a str, Vec<&'a str>>,
    }
}

given! {
    /// A provider of a management cluster.
    foreign pub struct Installed<'a> {
        /// Its kind.
        kind: Kind,
        /// Its name.
        name: &'a str,
        /// Its namespace.
        namespace: Option<&'a str>,
        /// The installed version.
        version: &'a str,
    }
}

given! {
    /// What a repository offers.
    pub struct Offered<'a> {
        /// Its tags.
        versions: Vec<&'a str>,
        /// The series that its metadata list.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
        /// The version that has these metadata; absent: every version has them.
        metadata_for ["metadataFor"]: Option<&'a str>,
    }
}

/// A management cluster that is to be upgraded.
#[derive(Debug)]
pub struct Inventory<'a, 'g> {
    given: &'g InventoryGiven<'a>,
    /// What each provider can be upgraded to, as soon as somebody asks.
    infos: Vec<OnceCell<Result<Info<'a, 'g>, Reason>>>,
    /// For each provider the first one of its name and version, which can be upgraded to the same.
    first_alike: Vec<usize>,
    /// Who is installed.
    pub members: Vec<Member<'a>>,
    /// Whose behaviour is asked for.
    pub edition: Edition,
}

impl<'a, 'g> Inventory<'a, 'g> {
    /// What was given.
    pub fn new(given: &'g InventoryGiven<'a>, edition: Edition) -> Self {
        let member = |installed: &Installed<'a>| Member {
            kind: installed.kind,
            name: installed.name,
            namespace: installed.namespace.unwrap_or_default(),
            api: Api::Management,
        };
        let infos = given.installed.iter().map(|_| OnceCell::new()).collect();
        let keys = || given.installed.iter().map(|installed| (installed.kind, installed.name, installed.version));
        // Of two entries of one key the last one is known, so the first comes last.
        let first: Known<_, usize> = keys().zip(0..given.installed.len()).rev().collect();
        let first_alike = keys().filter_map(|key| first.get(&key).copied()).collect();
        Self { given, infos, first_alike, members: given.installed.iter().map(member).collect(), edition }
    }

    /// The places of the providers in install order.
    pub fn in_order(&self) -> Vec<usize> {
        in_order(&self.members)
    }

    /// The label of a provider.
    pub fn label(&self, place: usize) -> String {
        self.members.get(place).map(|member| member.kind.label(member.name)).unwrap_or_default()
    }

    /// The installed version of a provider, and where it is said.
    pub fn installed(&self, place: usize) -> (&'a str, Pointer) {
        let version = self.given.installed.get(place).map(|installed| installed.version).unwrap_or_default();
        (version, Pointer::to("installed").index(place).key("version"))
    }

    /// The one core provider.
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

    /// What a provider can be upgraded to.
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

    /// That the repository of a provider has a version, as it is written.
    pub fn offers(&self, place: usize, version: &str) -> Result<(), Reason> {
        let offered = self.given.repositories.get(&self.label(place)).map(|offered| offered.versions.as_slice());
        let offered = offered.unwrap_or_default();
        if offered.contains(&version) {
            return Ok(());
        }
        let known = Fact::named("known", offered.iter().copied().collect::<Json>());
        Err(Reason::new(&VERSION_NOT_OFFERED, version).fact(known))
    }

    /// The contract that the tool speaks.
    pub fn tools_contract(&self) -> &'a str {
        self.given.contracts.as_ref().map_or(TOOLS_CONTRACT, |contracts| contracts.current_contract)
    }

    /// The contracts that a contract tolerates, itself among them.
    pub fn tolerated(&self, target: &'a str) -> Index<'a> {
        let others: &[&str] = match &self.given.contracts {
            None if target == TOOLS_CONTRACT => &TOLERATED_TODAY,
            None => &[],
            Some(known) => known.compatible.get(target).map(Vec::as_slice).unwrap_or_default(),
        };
        others.iter().copied().chain([target]).collect()
    }
}

/// What the contract of today's clusterctl tolerates.
const TOLERATED_TODAY: [&str; 1] = ["v1beta1"];
