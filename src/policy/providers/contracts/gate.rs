//! Whether a version of a provider may be installed, judged by its contract.

use super::golden_rule::suits;
use super::metadata::{Metadata, Reader};
use super::order::is_retired;
use super::series::SeriesList;
use crate::base::KubernetesVersion;
use crate::policy::providers::divergences::CONTRACT_OF_THE_CORE;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CONTRACT_DIFFERS, CONTRACT_EMPTY, CONTRACT_INSTALLED, CONTRACT_NOT_INSTALLED, CONTRACT_OF_CORE_MISSING,
    CONTRACT_RETIRED, CONTRACT_SUITS, VERSION_UNREADABLE,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer, answer, given};

/// The contracts that today's operator installs.
const INSTALLED_TODAY: [&str; 2] = ["v1beta1", "v1beta2"];

/// `providers/check-contract`
#[derive(Debug)]
pub struct CheckContract;

given! {
    /// A provider version to be installed.
    pub struct GateGiven<'a> {
        /// The provider and the version to install.
        provider: Installing<'a>,
        /// The provider's metadata file.
        metadata: Metadata<'a>,
        /// The contract that the core provider speaks.
        core_contract ["coreContract"]: Option<&'a str>,
        /// The `apiVersion` of the provider's object; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// A provider to be installed.
    foreign pub struct Installing<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: Option<&'a str>,
        /// The version to install.
        version: &'a str,
    }
}

answer! {
    /// Whether the version may be installed.
    pub struct GateAnswer<'a> {
        /// Whether the version's contract is accepted.
        accepted: bool,
        /// The contract of the version, if it is accepted.
        contract: Option<&'a str>,
        /// The condition to set on the provider, if the version is refused.
        condition: Option<Condition>,
    }
}

answer! {
    /// A status condition of a provider.
    pub struct Condition {
        /// The condition's type.
        kind ["type"]: &'static str,
        /// The condition's status.
        status: &'static str,
        /// The condition's reason.
        reason: &'static str,
    }
}

impl Answers for CheckContract {
    const NAME: &'static str = "providers/check-contract";
    const ASKS: &'static str = "whether the contract of a version may be installed";
    const VERDICT: VerdictFrom = VerdictFrom::True("accepted");
    type Given<'a> = GateGiven<'a>;
    type Answer<'a> = GateAnswer<'a>;

    fn decide<'a>(given: GateGiven<'a>, asked: &Asked<'a>) -> Outcome<GateAnswer<'a>> {
        let (contract, reason) = match contract(&given) {
            Err(reason) => (None, reason),
            Ok((contract, found)) => match judge(&given, contract, asked)? {
                Ok(reason) => (Some(contract), reason.because([found])),
                Err(reason) => (None, reason.because([found])),
            },
        };
        let condition = contract.is_none().then_some(Condition {
            kind: "ProviderInstalled",
            status: "False",
            reason: "CAPIVersionIncompatibility",
        });
        Ok(Decision::new(GateAnswer { accepted: contract.is_some(), contract, condition }, reason))
    }
}

/// Returns the contract that the metadata file assigns to the version.
fn contract<'a>(given: &GateGiven<'a>) -> Result<(&'a str, Reason), Reason> {
    given.metadata.check(Reader::Operator)?;
    let text = given.provider.version;
    let place = Pointer::to("provider").key("version");
    let unreadable = || Reason::new(&VERSION_UNREADABLE, text).saw(place, text);
    let version = KubernetesVersion::parse(text).ok_or_else(unreadable)?;
    let list = SeriesList::new(&given.metadata.release_series, Pointer::to("metadata").key("releaseSeries"));
    let (index, series) = list.of_version(&version).ok_or_else(|| list.missing(text))?;
    Ok((series.contract(), list.reason(index, series, text)))
}

fn judge(given: &GateGiven<'_>, contract: &str, asked: &Asked<'_>) -> Result<Result<Reason, Reason>, Undecided> {
    let core = Fact::of(Pointer::to("coreContract"), given.core_contract);
    if !asked.edition.applies(&CONTRACT_OF_THE_CORE) {
        let known = Fact::named("known", INSTALLED_TODAY.into_iter().collect::<Json>());
        return Ok(match INSTALLED_TODAY.contains(&contract) {
            true => Ok(Reason::new(&CONTRACT_INSTALLED, contract).fact(known)),
            false => Err(Reason::new(&CONTRACT_NOT_INSTALLED, contract).fact(known)),
        });
    }
    if contract.is_empty() {
        return Ok(Err(Reason::new(&CONTRACT_EMPTY, given.provider.version)));
    }
    if is_retired(contract) {
        return Ok(Err(Reason::new(&CONTRACT_RETIRED, contract)));
    }
    if given.provider.kind == Kind::Core {
        let place = Pointer::to("provider").key("kind");
        return Ok(Ok(Reason::new(&CONTRACT_SUITS, contract).saw(place, Kind::Core.word())));
    }
    let Some(cores) = given.core_contract.filter(|contract| !contract.is_empty()) else {
        let place = Pointer::to("given").key("coreContract");
        return Err(Undecided::facts(Problem::error(&CONTRACT_OF_CORE_MISSING, place).fact(core)));
    };
    Ok(match suits(cores, contract, Api::of(&[given.api_version]), asked.edition) {
        true => Ok(Reason::new(&CONTRACT_SUITS, contract).fact(core)),
        false => Err(Reason::new(&CONTRACT_DIFFERS, contract).fact(core)),
    })
}
