//! Whether a provider may be unpaused: not while any provider is on an old contract.

use crate::base::sort::sort_by_key;
use crate::policy::providers::contracts::{Age, compare, tolerates};
use crate::policy::providers::fleet::Named;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CONTRACT_UNKNOWN_HERE, OLD_CONTRACT_PRESENT, UNPAUSE_ALLOWED, UNPAUSE_OF_NOBODY,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Pointer, answer, given};

/// `providers/unpause`
#[derive(Debug)]
pub struct Unpause;

given! {
    /// A fleet, and the provider to unpause.
    pub struct UnpauseGiven<'a> {
        /// The providers of the management cluster.
        providers: Vec<Pausing<'a>>,
        /// The provider to unpause: its name, `Kind/name` or `Kind/namespace/name`.
        unpause: Option<&'a str>,
        /// The `apiVersion` of providers that do not say their own; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// A provider of the fleet.
    foreign pub struct Pausing<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The contract of the provider's version.
        contract: Option<&'a str>,
        /// The `apiVersion` of the provider's object; absent: that of the whole request.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// Whether the provider may be unpaused.
    pub struct UnpauseAnswer {
        /// Whether the provider may be unpaused.
        allowed: bool,
        /// Why the provider may not be unpaused.
        reason: Option<&'static str>,
        /// The providers whose contract does not suit the core's, as `Kind/name`.
        offenders: Vec<String>,
    }
}

/// A provider and the contract it speaks.
#[derive(Clone, Copy, Debug)]
pub struct Speaking<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The provider's namespace.
    pub namespace: &'a str,
    /// The provider's contract.
    pub contract: &'a str,
    /// The API of the provider's object.
    pub api: Api,
}

/// Returns the indexes of the providers whose contract does not suit the core's, in install order. Objects of today's
/// API may also be on a contract that the core's tolerates. Without a core, the newest contract of the fleet takes the
/// place of the core's.
pub fn laggards(fleet: &[Speaking<'_>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..fleet.len()).collect();
    sort_by_key(&mut places, |place| fleet.get(*place).map(|found| (found.kind, found.name, found.namespace)));
    let core = places.iter().filter_map(|place| fleet.get(*place)).find(|found| found.kind == Kind::Core);
    let newest = fleet.iter().map(|found| found.contract).reduce(|newest, next| match compare(newest, next) {
        Age::Older => next,
        Age::Other => newest,
    });
    let Some(wanted) = core.map(|core| core.contract).or(newest) else { return Vec::new() };
    let differs = |found: &Speaking<'_>| match found.api {
        Api::Management => found.contract != wanted,
        Api::Operator => !tolerates(wanted, found.contract),
    };
    places.retain(|place| fleet.get(*place).is_some_and(differs));
    places
}

impl Answers for Unpause {
    const NAME: &'static str = "providers/unpause";
    const ASKS: &'static str = "whether a provider may be unpaused, or another is on an old contract";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = UnpauseGiven<'a>;
    type Answer<'a> = UnpauseAnswer;

    fn decide<'a>(given: UnpauseGiven<'a>, _: &Asked<'a>) -> Outcome<UnpauseAnswer> {
        let place = |index: usize| Pointer::to("providers").index(index).key("contract");
        let mut fleet = Vec::with_capacity(given.providers.len());
        for (index, provider) in given.providers.iter().enumerate() {
            let unknown = || Undecided::missing(&CONTRACT_UNKNOWN_HERE, place(index));
            fleet.push(Speaking {
                kind: provider.kind,
                name: provider.name,
                namespace: provider.namespace.unwrap_or_default(),
                contract: provider.contract.filter(|contract| !contract.is_empty()).ok_or_else(unknown)?,
                api: Api::of(&[provider.api_version, given.api_version]),
            });
        }
        let name = given.unpause.unwrap_or_default();
        let is = |named: &Named<'_>| fleet.iter().any(|found| named.is(found.kind, found.namespace, found.name));
        let stranger = given.unpause.is_some_and(|name| !Named::parse(name).as_ref().is_some_and(is));
        if stranger {
            let reason = Reason::new(&UNPAUSE_OF_NOBODY, name).saw(Pointer::to("unpause"), name);
            let answer = UnpauseAnswer { allowed: false, reason: Some("unknown-provider"), offenders: Vec::new() };
            return Ok(Decision::new(answer, reason));
        }
        let laggards = laggards(&fleet);
        let mut because = Reasons::default();
        let mut offenders = Vec::new();
        for (index, found) in laggards.iter().filter_map(|index| Some((*index, fleet.get(*index)?))) {
            let id = format!("{}/{}", found.kind.word(), found.name);
            because.push(Reason::new(&OLD_CONTRACT_PRESENT, id.as_str()).saw(place(index), found.contract));
            offenders.push(id);
        }
        if because.is_empty() {
            let count = Fact::named("providers", fleet.len());
            because.push(Reason::new(&UNPAUSE_ALLOWED, given.unpause.unwrap_or("providers")).fact(count));
        }
        let allowed = offenders.is_empty();
        let answer = UnpauseAnswer { allowed, reason: (!allowed).then_some("old-contract-present"), offenders };
        Ok(Decision { answer, because, problems: Vec::new() })
    }
}
