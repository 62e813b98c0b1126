//! Finds the latest release that speaks a contract.

use super::latest::{ReleaseAnswer, Within, is_present, latest};
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::{ReleaseSeries, SeriesList, TOOLS_CONTRACT};
use crate::policy::providers::reasons::{CONTRACT_UNKNOWN_TO_METADATA, LATEST_HAS_CONTRACT, LATEST_OF_CONTRACT};
use crate::question::{Answers, Asked, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, given};

/// `providers/latest-for-contract`
#[derive(Debug)]
pub struct LatestForContract;

given! {
    /// The releases of a repository, and the contract that is wanted.
    pub struct ContractGiven<'a> {
        /// The tags of the repository.
        versions: Vec<&'a str>,
        /// The releases that have a metadata file; absent: all have one.
        metadata_present_for ["metadataPresentFor"]: Option<Vec<&'a str>>,
        /// The release series in the metadata file of the latest release.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
        /// The contract that is wanted; absent: the one clusterctl speaks.
        contract: Option<&'a str>,
    }
}

impl Answers for LatestForContract {
    const NAME: &'static str = "providers/latest-for-contract";
    const ASKS: &'static str = "which release of a repository is the latest that speaks a contract";
    type Given<'a> = ContractGiven<'a>;
    type Answer<'a> = ReleaseAnswer;

    fn decide<'a>(given: ContractGiven<'a>, _: &Asked<'a>) -> Outcome<ReleaseAnswer> {
        Ok(ReleaseAnswer::decided(latest_for_contract(&given)))
    }
}

fn latest_for_contract(given: &ContractGiven<'_>) -> Result<(String, Reason), Reason> {
    let has_metadata = |tag: &str| is_present(given.metadata_present_for.as_deref(), tag);
    let contract = given.contract.unwrap_or(TOOLS_CONTRACT);
    let (newest, why) = latest(&given.versions, Within::default(), &has_metadata)?;
    let list = SeriesList::new(&given.release_series, Pointer::to("releaseSeries"));
    let wanted = Fact::of(Pointer::to("contract"), given.contract);
    let Some((index, series)) = list.of_contract(contract) else {
        let reason = Reason::new(&CONTRACT_UNKNOWN_TO_METADATA, contract).fact(wanted);
        return Ok((newest, reason.because([why])));
    };
    let wanted_series = (series.major, series.minor);
    if KubernetesVersion::parse(&newest).map(|version| version.series()) == Some(wanted_series) {
        let place = list.place.index(index).key("contract");
        let reason = Reason::new(&LATEST_HAS_CONTRACT, newest.as_str()).fact(Fact::of(place, series.contract));
        return Ok((newest, reason.because([why])));
    }
    let within = Within { major: Some(series.major), minor: Some(series.minor) };
    let of_contract = |code| {
        let place = list.place.clone().index(index).key("contract");
        Reason::new(code, format!("{}.{}", series.major, series.minor)).fact(Fact::of(place, series.contract))
    };
    match latest(&given.versions, within, &has_metadata) {
        Ok((version, found)) => Ok((version, of_contract(&LATEST_OF_CONTRACT).because([found]))),
        Err(missing) => Err(of_contract(&crate::policy::providers::reasons::SERIES_WITHOUT_RELEASE).because([missing])),
    }
}
