//! The targets of an upgrade, and whether the fleet keeps the golden rule when they are reached.

use super::fleet::{Fleet, Offered};
use super::one::{Refused, is_downgrade};
use crate::base::KubernetesVersion;
use crate::base::sort::sort_by;
use crate::policy::providers::contracts::{Verdict, golden_rule, lacks_core};
use crate::policy::providers::fleet::Named;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CHANGE_IS_DOWNGRADE, CHANGE_OF_NOBODY, CHANGE_OF_SEVERAL, FLEET_KEEPS_TOGETHER, MOVE_OFFENDS, PROVIDER_LEFT_BEHIND,
    TARGET_CONTRACT_MISSING, TARGET_REPEATED, VERSION_NOT_ACCEPTED,
};
use crate::policy::providers::releases::is_same_version;
use crate::policy::providers::versions::Api;
use crate::question::Undecided;
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Pointer, given};

given! {
    /// The version that one provider is to move to.
    foreign pub struct Target<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's namespace; may be absent if the name is unique.
        namespace: Option<&'a str>,
        /// The provider's name.
        name: &'a str,
        /// The version to move to.
        to: &'a str,
        /// The contract of that version; absent: the one listed for it among the available versions.
        to_contract ["toContract"]: Option<&'a str>,
    }
}

/// A move of one provider.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// The index of the provider in the fleet.
    pub place: usize,
    /// The version the provider moves to.
    pub to: &'a str,
    /// The contract of that version.
    pub contract: &'a str,
}

impl Move<'_> {
    /// Returns the version as the provider's API takes it. The tag or label of a release may lack the `v`.
    pub fn version(&self, fleet: &Fleet<'_>) -> String {
        let written = fleet.api(self.place).version(self.to);
        let tag = KubernetesVersion::parse(self.to).filter(|_| written.is_none()).map(|version| version.tag());
        tag.unwrap_or_else(|| self.to.to_owned())
    }
}

/// Turns the targets into moves, in install order.
pub fn read<'a>(
    fleet: &Fleet<'a>,
    offered: &[Offered<'a>],
    targets: &[Target<'a>],
) -> Result<Result<Vec<Move<'a>>, Refused>, Undecided> {
    let found = match find(fleet, targets)? {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
    };
    let told = |code: &'static Code, (place, index, target): &(usize, usize, &Target<'_>)| {
        let at = Pointer::to("targets").index(*index).key("to");
        let from = Fact::named("from", fleet.version_text(*place));
        (fleet.id(*place), Reason::new(code, fleet.id(*place)).saw(at, target.to).fact(from))
    };
    let invalid = found.iter().filter(|(place, _, target)| fleet.api(*place).version(target.to).is_none());
    if let Some(refused) = Refused::of_each("version-invalid", invalid.map(|found| told(&VERSION_NOT_ACCEPTED, found)))
    {
        return Ok(Err(refused));
    }
    let mut below = Vec::new();
    for entry @ (place, _, target) in &found {
        let from = fleet.version(*place)?;
        if fleet.api(*place).version(target.to).is_some_and(|to| is_downgrade(&from, &to)) {
            below.push(told(&CHANGE_IS_DOWNGRADE, entry));
        }
    }
    if let Some(refused) = Refused::of_each("downgrade", below) {
        return Ok(Err(refused));
    }
    let moving = |(place, index, target): (usize, usize, &Target<'a>)| {
        let available = offered.get(place).map(|offered| offered.available.as_slice()).unwrap_or_default();
        let version = available.iter().find(|version| is_same_version(version.version, target.to));
        let of_version = version.and_then(|version| version.contract);
        // The installed version speaks the contract that it speaks now, whatever the target says.
        let is_installed = is_same_version(fleet.version_text(place), target.to);
        let now = if is_installed { Some(fleet.contract(place)?) } else { None };
        let contract = now.or(target.to_contract).or(of_version).filter(|contract| !contract.is_empty());
        let at = Pointer::to("targets").index(index).key("toContract");
        let contract = contract.ok_or_else(|| {
            let of = [Fact::named("version", target.to), Fact::named("provider", fleet.id(place))];
            Undecided::missing_of(&TARGET_CONTRACT_MISSING, at, of)
        })?;
        Ok(Move { place, to: target.to, contract })
    };
    Ok(Ok(found.into_iter().map(moving).collect::<Result<_, Undecided>>()?))
}

/// The index of the provider, the index of its target, and the target.
type Found<'a, 't> = (usize, usize, &'t Target<'a>);

/// Finds the provider of each target. The result is in install order.
fn find<'a, 't>(
    fleet: &Fleet<'a>,
    targets: &'t [Target<'a>],
) -> Result<Result<Vec<Found<'a, 't>>, Refused>, Undecided> {
    let mut of: Vec<Option<(usize, &Target<'_>)>> = vec![None; fleet.members.len()];
    let (mut unknown, mut several) = (Vec::new(), Vec::new());
    let mut known = None;
    for (index, target) in targets.iter().enumerate() {
        let named = Named { kind: Some(target.kind), namespace: target.namespace, name: target.name };
        let found: Vec<usize> = fleet.find(&named);
        let id = format!("{}/{}", target.kind.word(), target.name);
        let at = Pointer::to("targets").index(index);
        let told = |code| (id.clone(), Reason::new(code, id.as_str()).saw(at.clone().key("name"), target.name));
        match found.as_slice() {
            [] => {
                let (id, reason) = told(&CHANGE_OF_NOBODY);
                unknown.push((target.kind, id, reason.fact(known.get_or_insert_with(|| fleet.known()).clone())));
            }
            [place] => match of.get_mut(*place) {
                Some(slot @ None) => *slot = Some((index, target)),
                _ => {
                    let path = Pointer::to("given").join(&at);
                    let problem = Problem::error(&TARGET_REPEATED, path).fact(Fact::named("provider", id));
                    return Err(Undecided::request(problem));
                }
            },
            candidates => {
                let (id, reason) = told(&CHANGE_OF_SEVERAL);
                several.push((id, reason.fact(fleet.candidates(candidates))));
            }
        }
    }
    sort_by(&mut unknown, |(one, id, _), (other, its, _)| (one, id).cmp(&(other, its)));
    sort_by(&mut several, |(one, _), (other, _)| one.cmp(other));
    let unknown = Refused::of_each("unknown-provider", unknown.into_iter().map(|(_, id, reason)| (id, reason)));
    if let Some(refused) = unknown.or_else(|| Refused::of_each("ambiguous-provider", several)) {
        return Ok(Err(refused));
    }
    let at = |place: usize| of.get(place).copied().flatten().map(|(index, target)| (place, index, target));
    Ok(Ok(fleet.in_order().into_iter().filter_map(at).collect()))
}

/// The state of a fleet after its moves.
#[derive(Debug)]
pub struct Outlook<'a> {
    /// The contract of the core after the moves.
    pub contract: &'a str,
    /// Whether the contract of any provider changes.
    pub changes: bool,
    /// Whether the change of contract requires a pause.
    pub pauses: bool,
    /// The reason the fleet keeps the golden rule.
    pub reason: Reason,
}

/// Applies the golden rule to the fleet after its moves.
pub fn outlook<'a>(fleet: &Fleet<'a>, moves: &[Move<'a>]) -> Result<Result<Outlook<'a>, Refused>, Undecided> {
    let lacking = match fleet.cores().len() {
        0 => Some(Verdict::CoreMissing),
        1 => None,
        _ => Some(Verdict::SecondCore),
    };
    if let Some(verdict) = lacking {
        let word = verdict.lacks().unwrap_or_default();
        return Ok(Err(Refused::new(word, Vec::new(), lacks_core(&verdict, &fleet.members))));
    }
    let mut target: Vec<Option<&str>> = vec![None; fleet.members.len()];
    for moving in moves {
        target.get_mut(moving.place).into_iter().for_each(|target| *target = Some(moving.contract));
    }
    let moved = |place: usize| target.get(place).copied().flatten();
    let contract_after = |place: usize| moved(place).map_or_else(|| fleet.contract(place), Ok);
    let after: Vec<&str> = (0..fleet.members.len()).map(contract_after).collect::<Result<_, Undecided>>()?;
    let contract_of = |place: usize| after.get(place).copied().unwrap_or_default();
    let Verdict::Judged { core, offenders } = golden_rule(&fleet.members, &after, fleet.edition) else {
        return Ok(Err(Refused::new("core-missing", Vec::new(), lacks_core(&Verdict::CoreMissing, &fleet.members))));
    };
    let contract = contract_of(core);
    let word = match offenders.iter().any(|place| moved(*place).is_some()) {
        true => "contract-mismatch",
        false => "incomplete",
    };
    let told = |place: usize| {
        let code = if moved(place).is_some() { &MOVE_OFFENDS } else { &PROVIDER_LEFT_BEHIND };
        let reason = Reason::new(code, fleet.id(place)).fact(Fact::named("contract", contract_of(place)));
        (fleet.id(place), reason.fact(Fact::named("core", contract)))
    };
    if let Some(refused) = Refused::of_each(word, offenders.into_iter().map(told)) {
        return Ok(Err(refused));
    }
    let (mut changes, mut pauses) = (false, false);
    for moving in moves {
        let differs = fleet.contract(moving.place)? != moving.contract;
        changes |= differs;
        pauses |= differs && fleet.api(moving.place) == Api::Management;
    }
    let reason = Reason::new(&FLEET_KEEPS_TOGETHER, contract);
    Ok(Ok(Outlook { contract, changes, pauses, reason }))
}
