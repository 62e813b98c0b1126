//! Explains what an upgrade takes: which providers have to move along, and which ones block it.

use super::fleet::{Fleet, Offered, Version};
use super::one::{Refused, is_downgrade};
use super::steps::{Step, steps};
use super::targets::{Move, outlook};
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::{Age, compare, suits};
use crate::policy::providers::fleet::Named;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CHANGE_IS_DOWNGRADE, CHANGE_OF_NOBODY, CHANGE_OF_SEVERAL, FLEET_KEEPS_TOGETHER, FLEET_WITH_TWO_CORES,
    FLEET_WITHOUT_CORE, MOVES_ALONG, NO_VERSION_TO_MOVE_TO, RUNS_DURING_CHANGE, TARGET_CONTRACT_MISSING, TARGET_UNSAID,
    VERSION_NOT_ACCEPTED, VERSION_NOT_OFFERED, WANTED_MOVE,
};
use crate::policy::providers::releases::is_same_version;
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Json, Pointer, answer, given};

/// `providers/explain-upgrade`
#[derive(Debug)]
pub struct ExplainUpgrade;

given! {
    /// A fleet with the available versions, and the desired target.
    pub struct ExplainGiven<'a> {
        /// The providers of the management cluster, each with its available versions.
        providers: Vec<Offered<'a>>,
        /// The target: a contract, or a version of one provider.
        target: Wanted<'a>,
        /// The `apiVersion` of providers that do not say their own; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// Either a contract for the whole fleet, or a version for one provider.
    pub struct Wanted<'a> {
        /// The contract to reach.
        contract: Option<&'a str>,
        /// The provider to upgrade, as `Kind/name`.
        provider: Option<&'a str>,
        /// The version to upgrade that provider to.
        version: Option<&'a str>,
    }
}

answer! {
    /// What the upgrade takes.
    #[derive(Default)]
    pub struct ExplainAnswer<'a> {
        /// Whether the upgrade is possible.
        possible: bool,
        /// Why the upgrade is impossible.
        reason: Option<&'static str>,
        /// The contract of the core after the upgrade.
        contract: Option<&'a str>,
        /// The smallest set of moves that reaches the target, in install order.
        moves: Vec<Moved<'a>>,
        /// The providers that block the upgrade in the current state of the fleet.
        blocked_by ["blockedBy"]: Vec<Blocker>,
        /// The steps of the upgrade.
        steps: Vec<Step<'a>>,
    }
}

answer! {
    /// The move of one provider to another version.
    pub struct Moved<'a> {
        /// The provider as `Kind/name`.
        provider: String,
        /// The installed version.
        from: &'a str,
        /// The version it moves to.
        to: String,
    }
}

answer! {
    /// A provider that blocks the upgrade.
    pub struct Blocker {
        /// The provider as `Kind/name`.
        provider: String,
        /// Why the provider blocks the upgrade.
        reason: &'static str,
    }
}

impl Answers for ExplainUpgrade {
    const NAME: &'static str = "providers/explain-upgrade";
    const ASKS: &'static str = "what an upgrade takes: who has to move along, who blocks it, and in which steps";
    const VERDICT: VerdictFrom = VerdictFrom::True("possible");
    type Given<'a> = ExplainGiven<'a>;
    type Answer<'a> = ExplainAnswer<'a>;

    fn decide<'a>(given: ExplainGiven<'a>, asked: &Asked<'a>) -> Outcome<ExplainAnswer<'a>> {
        let providers = given.providers.iter().map(|offered| offered.provider).collect();
        let fleet = Fleet::new(providers, given.api_version, asked.edition);
        let aim = match aim(&fleet, &given)? {
            Ok(aim) => aim,
            Err(Refused { word, because, .. }) => {
                let answer = ExplainAnswer { reason: Some(word), ..ExplainAnswer::default() };
                return Ok(Decision { answer, because, problems: Vec::new() });
            }
        };
        explain(&fleet, &given, &aim)
    }
}

/// The target of the upgrade.
struct Aim<'a> {
    /// The contract of the core after the upgrade.
    contract: &'a str,
    /// The requested move; `None` if a contract is requested.
    wanted: Option<Move<'a>>,
}

fn aim<'a>(fleet: &Fleet<'a>, given: &ExplainGiven<'a>) -> Result<Result<Aim<'a>, Refused>, Undecided> {
    let core = match fleet.cores().as_slice() {
        [core] => *core,
        [] => return Ok(Err(Refused::new("core-missing", Vec::new(), Reason::new(&FLEET_WITHOUT_CORE, "providers")))),
        cores => {
            let named = Fact::named("cores", fleet.ids(cores).into_iter().collect::<Json>());
            let reason = Reason::new(&FLEET_WITH_TWO_CORES, "providers").fact(named);
            return Ok(Err(Refused::new("second-core", Vec::new(), reason)));
        }
    };
    let target = &given.target;
    let written = |member: Option<&'a str>| member.filter(|text| !text.is_empty());
    match (written(target.provider), written(target.version), written(target.contract)) {
        (Some(provider), Some(version), None) => Ok(match wanted(fleet, given, provider, version)? {
            Err(refused) => Err(refused),
            Ok(wanted) => {
                // A core whose contract tolerates the wanted one does not have to move.
                let cores = fleet.contract(core)?;
                let stays =
                    wanted.place != core && suits(cores, wanted.contract, fleet.api(wanted.place), fleet.edition);
                let contract = if stays { cores } else { wanted.contract };
                Ok(Aim { contract, wanted: Some(wanted) })
            }
        }),
        (None, None, Some(contract)) => Ok(Ok(Aim { contract, wanted: None })),
        given => {
            let members = [("provider", given.0), ("version", given.1), ("contract", given.2)];
            let given: Json = members.into_iter().filter_map(|(key, value)| value.map(|_| key)).collect();
            let problem = Problem::error(&TARGET_UNSAID, Pointer::to("given").key("target"));
            let given = Some(given).filter(|given| *given != Json::Array(Vec::new()));
            Err(Undecided::request(
                given.into_iter().fold(problem, |problem, given| problem.fact(Fact::named("given", given))),
            ))
        }
    }
}

/// Returns the requested move of one provider.
fn wanted<'a>(
    fleet: &Fleet<'a>,
    given: &ExplainGiven<'a>,
    provider: &'a str,
    version: &'a str,
) -> Result<Result<Move<'a>, Refused>, Undecided> {
    let at = Pointer::to("target");
    let found = Named::parse(provider).map(|named| fleet.find(&named)).unwrap_or_default();
    let place = match found.as_slice() {
        [place] => *place,
        [] => {
            let reason = Reason::new(&CHANGE_OF_NOBODY, provider).saw(at.key("provider"), provider).fact(fleet.known());
            return Ok(Err(Refused::new("unknown-provider", Vec::new(), reason)));
        }
        several => {
            let reason = Reason::new(&CHANGE_OF_SEVERAL, provider).saw(at.key("provider"), provider);
            let reason = reason.fact(fleet.candidates(several));
            return Ok(Err(Refused::new("ambiguous-provider", Vec::new(), reason)));
        }
    };
    let at = at.key("version");
    let available = given.providers.get(place).map(|offered| offered.available.as_slice()).unwrap_or_default();
    let offered = available.iter().enumerate().find(|(_, known)| is_same_version(known.version, version));
    let is_installed = is_same_version(fleet.version_text(place), version);
    let not_found = |reason| Ok(Err(Refused::new("version-not-found", Vec::new(), reason)));
    if offered.is_none() && !is_installed {
        let known = Fact::named("known", available.iter().map(|known| known.version).collect::<Json>());
        return not_found(Reason::new(&VERSION_NOT_OFFERED, version).saw(at, version).fact(known));
    }
    let Some(to) = fleet.api(place).version(version) else {
        return not_found(Reason::new(&VERSION_NOT_ACCEPTED, fleet.id(place)).saw(at, version));
    };
    if is_downgrade(&fleet.version(place)?, &to) {
        let from = Fact::named("from", fleet.version_text(place));
        let reason = Reason::new(&CHANGE_IS_DOWNGRADE, fleet.id(place)).saw(at, version).fact(from);
        return Ok(Err(Refused::new("downgrade", Vec::new(), reason)));
    }
    let contract = match offered.filter(|_| !is_installed) {
        // The installed version speaks the contract that it speaks now.
        None => fleet.contract(place)?,
        Some((_, Version { contract: Some(contract), .. })) if !contract.is_empty() => *contract,
        Some((index, _)) => {
            let of = [Fact::named("version", version), Fact::named("provider", fleet.id(place))];
            let at = Fleet::at(place, "available").index(index).key("contract");
            return Err(Undecided::missing_of(&TARGET_CONTRACT_MISSING, at, of));
        }
    };
    Ok(Ok(Move { place, to: version, contract }))
}

/// A provider that has to move along, and its move if there is a suitable version.
struct Along<'a> {
    place: usize,
    /// The age of the provider's contract compared with the target contract.
    age: Age,
    to: Option<Move<'a>>,
}

fn explain<'a>(fleet: &Fleet<'a>, given: &ExplainGiven<'a>, aim: &Aim<'a>) -> Outcome<ExplainAnswer<'a>> {
    let wanted = aim.wanted;
    let mut along = Vec::new();
    for place in fleet.in_order() {
        if wanted.is_none_or(|wanted| wanted.place != place) {
            along.extend(moves_along(fleet, given, aim, place)?);
        }
    }
    let changes = match wanted {
        Some(wanted) => fleet.contract(wanted.place)? != wanted.contract,
        None => false,
    };
    // Providers that move along change their contract. Objects of today's API are not paused for that.
    let changing = along.iter().map(|along| along.place).chain(wanted.filter(|_| changes).map(|wanted| wanted.place));
    let pauses = changing.into_iter().any(|place| fleet.api(place) == Api::Management);
    let mut blocked_by: Vec<Blocker> = along.iter().map(|along| along.blocker(fleet)).collect();
    let mut because = Reasons::default();
    if let Some(wanted) = wanted {
        let at = Pointer::to("target").key("version");
        let reason = Reason::new(&WANTED_MOVE, fleet.id(wanted.place)).fact(Fact::of(at, given.target.version));
        because.push(reason.fact(Fact::named("contract", wanted.contract)));
    }
    because.extend(along.iter().map(|along| along.reason(fleet, aim)));
    for place in if pauses { fleet.running() } else { Vec::new() } {
        blocked_by.push(Blocker { provider: fleet.id(place), reason: "not-paused" });
        because.push(Reason::new(&RUNS_DURING_CHANGE, fleet.id(place)));
    }
    let mut moves: Vec<Move<'_>> = along.iter().filter_map(|along| along.to).chain(wanted).collect();
    let contract = Some(aim.contract);
    if along.iter().any(|along| along.to.is_none()) {
        let answer = ExplainAnswer { reason: Some("no-version"), contract, blocked_by, ..ExplainAnswer::default() };
        return Ok(Decision { answer, because, problems: Vec::new() });
    }
    let rank = fleet.in_order();
    let mut ranks = vec![0; rank.len()];
    for (position, place) in rank.into_iter().enumerate() {
        ranks.get_mut(place).into_iter().for_each(|rank| *rank = position);
    }
    crate::base::sort::sort_by_key(&mut moves, |moving| ranks.get(moving.place).copied());
    let outlook = match outlook(fleet, &moves)? {
        Ok(outlook) => outlook,
        Err(Refused { word, because, .. }) => {
            let answer = ExplainAnswer { reason: Some(word), contract, blocked_by, ..ExplainAnswer::default() };
            return Ok(Decision { answer, because, problems: Vec::new() });
        }
    };
    if because.is_empty() {
        because.push(Reason::new(&FLEET_KEEPS_TOGETHER, aim.contract));
    }
    let answer = ExplainAnswer {
        possible: true,
        reason: None,
        contract,
        moves: moves.iter().filter_map(|moving| moved(fleet, moving)).collect(),
        blocked_by,
        steps: steps(fleet, &moves, outlook.pauses),
    };
    Ok(Decision { answer, because, problems: Vec::new() })
}

fn moved<'a>(fleet: &Fleet<'a>, moving: &Move<'a>) -> Option<Moved<'a>> {
    let from = fleet.version_text(moving.place);
    let new = !is_same_version(from, moving.to);
    new.then(|| Moved { provider: fleet.id(moving.place), from, to: moving.version(fleet) })
}

/// Returns `None` if the provider, which is not the requested one, may stay. Otherwise its move: to the newest suitable
/// release above its version.
fn moves_along<'a>(
    fleet: &Fleet<'a>,
    given: &ExplainGiven<'a>,
    aim: &Aim<'a>,
    place: usize,
) -> Result<Option<Along<'a>>, Undecided> {
    let contract = fleet.contract(place)?;
    let api = fleet.api(place);
    // The core determines the contract, so only the exact target contract suits it.
    let is_core = fleet.members.get(place).is_some_and(|member| member.kind == Kind::Core);
    let will_do = |contract: &str| match is_core {
        true => contract == aim.contract,
        false => suits(aim.contract, contract, api, fleet.edition),
    };
    if will_do(contract) {
        return Ok(None);
    }
    let current = fleet.version(place)?;
    let available = given.providers.get(place).map(|offered| offered.available.as_slice()).unwrap_or_default();
    let mut best: Option<(KubernetesVersion<'_>, Move<'a>)> = None;
    for known in available {
        let Some(version) = KubernetesVersion::parse(known.version).filter(KubernetesVersion::is_release) else {
            continue;
        };
        let Some(speaks) = known.contract.filter(|contract| will_do(contract)) else { continue };
        let newer = best.is_none_or(|(found, moving)| found < version || found == version && moving.to < known.version);
        if version > current && newer {
            best = Some((version, Move { place, to: known.version, contract: speaks }));
        }
    }
    let age = compare(contract, aim.contract);
    Ok(Some(Along { place, age, to: best.map(|(_, moving)| moving) }))
}

impl Along<'_> {
    fn word(&self) -> &'static str {
        match (&self.to, self.age) {
            (None, _) => "no-version",
            (_, Age::Older) => "older-contract",
            (_, Age::Other) => "other-contract",
        }
    }

    fn blocker(&self, fleet: &Fleet<'_>) -> Blocker {
        Blocker { provider: fleet.id(self.place), reason: self.word() }
    }

    fn reason(&self, fleet: &Fleet<'_>, aim: &Aim<'_>) -> Reason {
        let aimed = Fact::named("aim", aim.contract);
        let code = if self.to.is_some() { &MOVES_ALONG } else { &NO_VERSION_TO_MOVE_TO };
        let reason = Reason::new(code, fleet.id(self.place)).fact(fleet.cite_contract(self.place)).fact(aimed);
        match &self.to {
            Some(moving) => reason.fact(Fact::named("to", moving.version(fleet))),
            None => reason.fact(Fact::named("above", fleet.version_text(self.place))),
        }
    }
}
