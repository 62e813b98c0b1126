//! Which contracts a provider can be upgraded to.

use super::series::{ReleaseSeries, SeriesList};
use crate::base::sort::sort;
use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::divergences::EMPTY_CONTRACT;
use crate::policy::providers::reasons::{CONTRACTS_AHEAD, SERIES_WITHOUT_CONTRACT, VERSION_UNREADABLE};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

/// Returns the distinct contracts of all series that are not older than `version`'s, sorted as text.
pub fn contracts_for_upgrade<'a>(list: &[ReleaseSeries<'a>], version: &KubernetesVersion<'_>) -> Vec<&'a str> {
    let ahead = list.iter().filter(|series| (series.major, series.minor) >= version.series());
    let mut contracts: Vec<&str> = ahead.map(ReleaseSeries::contract).collect();
    sort(&mut contracts);
    contracts.dedup();
    contracts
}

/// In the design edition, refuses series without a contract: nobody can tell what such a version is compatible with.
pub fn every_series_has_a_contract(list: &SeriesList<'_, '_>, edition: Edition) -> Result<(), Reason> {
    match list.list.iter().position(|series| series.contract().is_empty()) {
        Some(index) if edition.applies(&EMPTY_CONTRACT) => {
            let place = list.place.clone().index(index).key("contract");
            let series = list.list.get(index);
            let name = series.map(|series| format!("{}.{}", series.major, series.minor)).unwrap_or_default();
            let found = Fact::of(place, series.and_then(|series| series.contract));
            Err(Reason::new(&SERIES_WITHOUT_CONTRACT, name).fact(found))
        }
        _ => Ok(()),
    }
}

/// `providers/contracts-for-upgrade`
#[derive(Debug)]
pub struct ContractsForUpgrade;

given! {
    /// An installed provider and the series its metadata list.
    pub struct ContractsGiven<'a> {
        /// The installed version.
        current: &'a str,
        /// The release series of the metadata file.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
    }
}

answer! {
    /// The contracts the provider can be upgraded to.
    pub struct ContractsAnswer<'a> {
        /// The contracts of the installed series and all newer ones, sorted.
        contracts: Option<Vec<&'a str>>,
        /// Whether the version or the metadata cannot be used.
        error: Option<bool>,
    }
}

impl Answers for ContractsForUpgrade {
    const NAME: &'static str = "providers/contracts-for-upgrade";
    const ASKS: &'static str = "which contracts a provider can be upgraded to";
    const PART: bool = true;
    type Given<'a> = ContractsGiven<'a>;
    type Answer<'a> = ContractsAnswer<'a>;

    fn decide<'a>(given: ContractsGiven<'a>, asked: &Asked<'a>) -> Outcome<ContractsAnswer<'a>> {
        let refused = |reason| Ok(Decision::new(ContractsAnswer { contracts: None, error: Some(true) }, reason));
        let Some(current) = KubernetesVersion::parse(given.current) else {
            return refused(Reason::new(&VERSION_UNREADABLE, given.current).saw(Pointer::to("current"), given.current));
        };
        let list = SeriesList::new(&given.release_series, Pointer::to("releaseSeries"));
        if let Err(reason) = every_series_has_a_contract(&list, asked.edition) {
            return refused(reason);
        }
        let contracts = contracts_for_upgrade(&given.release_series, &current);
        let reason = Reason::new(&CONTRACTS_AHEAD, given.current)
            .saw(Pointer::to("current"), given.current)
            .fact(Fact::named("contracts", contracts.iter().copied().collect::<Json>()));
        Ok(Decision::new(ContractsAnswer { contracts: Some(contracts), error: None }, reason))
    }
}
