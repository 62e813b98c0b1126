//! The golden rule: every provider's contract suits the core's.

use super::order::tolerates;
use crate::base::Edition;
use crate::policy::providers::divergences::EQUAL_CONTRACTS;
use crate::policy::providers::fleet::{Member, ids, in_order};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    FLEET_WITH_TWO_CORES, FLEET_WITHOUT_CORE, GOLDEN_RULE_BROKEN, GOLDEN_RULE_HOLDS, PROVIDER_CONTRACT_MISSING,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Json, Pointer, answer, given};

/// Whether a provider's contract suits the core's: both must be equal, or, for objects of today's API and in the
/// upstream edition, the core's contract must tolerate the provider's.
pub fn suits(core: &str, contract: &str, api: Api, edition: Edition) -> bool {
    let equal = api == Api::Management && edition.applies(&EQUAL_CONTRACTS);
    if equal { core == contract } else { tolerates(core, contract) }
}

/// The result of applying the golden rule to a fleet.
#[derive(Debug)]
pub enum Verdict {
    /// The fleet has no core provider.
    CoreMissing,
    /// The fleet has several core providers.
    SecondCore,
    /// The fleet has exactly one core provider.
    Judged {
        /// The index of the core.
        core: usize,
        /// The indexes of the providers whose contract does not suit the core's, in install order.
        offenders: Vec<usize>,
    },
}

impl Verdict {
    /// Returns the reason word if the fleet does not have exactly one core.
    pub fn lacks(&self) -> Option<&'static str> {
        match self {
            Self::CoreMissing => Some("core-missing"),
            Self::SecondCore => Some("second-core"),
            Self::Judged { .. } => None,
        }
    }
}

/// Applies the golden rule to a fleet. `contracts` are parallel to `members`.
pub fn golden_rule(members: &[Member<'_>], contracts: &[&str], edition: Edition) -> Verdict {
    let mut cores = members.iter().enumerate().filter(|(_, member)| member.kind == Kind::Core);
    let Some((core, _)) = cores.next() else { return Verdict::CoreMissing };
    if cores.next().is_some() {
        return Verdict::SecondCore;
    }
    let contract_of = |place: usize| contracts.get(place).copied().unwrap_or_default();
    let offends = |place: &usize| {
        let api = members.get(*place).map_or(Api::Management, |member| member.api);
        !suits(contract_of(core), contract_of(*place), api, edition)
    };
    Verdict::Judged { core, offenders: in_order(members).into_iter().filter(offends).collect() }
}

/// `providers/golden-rule`
#[derive(Debug)]
pub struct GoldenRule;

given! {
    /// A fleet, and the contracts its providers move to.
    pub struct GoldenGiven<'a> {
        /// The providers of a management cluster.
        providers: Vec<Moving<'a>>,
        /// The `apiVersion` of providers that do not say their own; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// A provider with its contracts before and after the moves.
    foreign pub struct Moving<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The contract of the installed version.
        contract: Option<&'a str>,
        /// The contract of the version the provider moves to; absent: it stays.
        to_contract ["toContract"]: Option<&'a str>,
        /// The `apiVersion` of the provider's object; absent: that of the whole request.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// Whether the golden rule holds after the moves.
    pub struct GoldenAnswer<'a> {
        /// Whether the golden rule holds.
        ok: bool,
        /// The contract of the core after the moves.
        contract: Option<&'a str>,
        /// The providers whose contract does not suit the core's.
        offenders: Vec<Offender<'a>>,
        /// Why the rule cannot be applied: there is no core, or more than one.
        reason: Option<&'static str>,
    }
}

answer! {
    /// A provider that breaks the golden rule.
    pub struct Offender<'a> {
        /// The provider as `Kind/name`.
        provider: String,
        /// The provider's contract after the moves.
        contract: &'a str,
    }
}

impl<'a> Moving<'a> {
    fn member(&self, top: Option<&'a str>) -> Member<'a> {
        Member {
            kind: self.kind,
            name: self.name,
            namespace: self.namespace.unwrap_or_default(),
            api: Api::of(&[self.api_version, top]),
        }
    }

    /// Returns the contract after the moves, and the key of the member that says it.
    fn after(&self) -> (&'static str, Option<&'a str>) {
        match self.to_contract {
            Some(contract) => ("toContract", Some(contract)),
            None => ("contract", self.contract),
        }
    }
}

impl Answers for GoldenRule {
    const NAME: &'static str = "providers/golden-rule";
    const ASKS: &'static str = "whether all providers suit the core's contract after some moves, and which do not";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = GoldenGiven<'a>;
    type Answer<'a> = GoldenAnswer<'a>;

    fn decide<'a>(given: GoldenGiven<'a>, asked: &Asked<'a>) -> Outcome<GoldenAnswer<'a>> {
        let members: Vec<Member<'_>> =
            given.providers.iter().map(|provider| provider.member(given.api_version)).collect();
        let place = |index: usize, key: &str| Pointer::to("providers").index(index).key(key);
        let mut contracts = Vec::with_capacity(members.len());
        for (index, provider) in given.providers.iter().enumerate() {
            let (key, contract) = provider.after();
            let missing = || {
                let provider = Fact::named("provider", members.get(index).map(Member::id).unwrap_or_default());
                let path = Pointer::to("given").join(&place(index, key));
                let problem = Problem::error(&PROVIDER_CONTRACT_MISSING, path);
                Undecided::facts(problem.fact(Fact::of(place(index, key), contract)).fact(provider))
            };
            contracts.push(contract.filter(|contract| !contract.is_empty()).ok_or_else(missing)?);
        }
        let contract_of = |index: usize| contracts.get(index).copied().unwrap_or_default();
        let verdict = golden_rule(&members, &contracts, asked.edition);
        let Verdict::Judged { core, offenders } = &verdict else {
            let reason = lacks_core(&verdict, &members);
            let answer = GoldenAnswer { ok: false, contract: None, offenders: Vec::new(), reason: verdict.lacks() };
            return Ok(Decision::new(answer, reason));
        };
        let cite = |index: usize| {
            let (key, contract) = given.providers.get(index).map_or(("contract", None), Moving::after);
            Fact::of(place(index, key), contract)
        };
        let contract = contract_of(*core);
        let mut because: Reasons = Reasons::default();
        let mut named = Vec::new();
        for index in offenders {
            let Some(member) = members.get(*index) else { continue };
            named.push(Offender { provider: member.id(), contract: contract_of(*index) });
            because.push(Reason::new(&GOLDEN_RULE_BROKEN, member.id()).fact(cite(*index)).fact(cite(*core)));
        }
        if because.is_empty() {
            because.push(Reason::new(&GOLDEN_RULE_HOLDS, contract).fact(cite(*core)));
        }
        let answer = GoldenAnswer { ok: named.is_empty(), contract: Some(contract), offenders: named, reason: None };
        Ok(Decision { answer, because, problems: Vec::new() })
    }
}

/// Returns the reason for a verdict without exactly one core.
pub fn lacks_core(verdict: &Verdict, members: &[Member<'_>]) -> Reason {
    let of_core = members.iter().enumerate().filter(|(_, member)| member.kind == Kind::Core);
    match verdict {
        Verdict::SecondCore => {
            let cores: Vec<usize> = of_core.map(|(place, _)| place).collect();
            let cores = ids(members, &cores).into_iter().collect::<Json>();
            Reason::new(&FLEET_WITH_TWO_CORES, "providers").fact(Fact::named("cores", cores))
        }
        _ => Reason::new(&FLEET_WITHOUT_CORE, "providers"),
    }
}
