//! Small fleets of providers, and the rules about one step written once more: from the text of the design and not from
//! the engine's code.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};

pub const NAMES: [(&str, &str); 3] =
    [("CoreProvider", "cluster-api"), ("BootstrapProvider", "kubeadm"), ("InfrastructureProvider", "aws")];

/// A version of a provider: minor and patch, the contract it speaks, and whether it is a release.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version {
    pub minor: u32,
    pub patch: u32,
    pub contract: &'static str,
    pub release: bool,
}

impl Version {
    pub const fn new(minor: u32, patch: u32, contract: &'static str) -> Self {
        Self { minor, patch, contract, release: true }
    }

    pub fn text(self) -> String {
        format!("v1.{}.{}{}", self.minor, self.patch, if self.release { "" } else { "-rc.0" })
    }
}

/// A provider: which of the names it has, what is installed, whether it is paused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Provider {
    pub name: usize,
    pub version: Version,
    pub paused: bool,
}

impl Provider {
    pub fn id(self) -> String {
        let (kind, name) = NAMES[self.name];
        format!("{kind}/{name}")
    }

    pub fn full_id(self) -> String {
        let (kind, name) = NAMES[self.name];
        format!("{kind}/{name}-system/{name}")
    }

    pub fn json(self) -> Value {
        let (kind, name) = NAMES[self.name];
        json!({
            "kind": kind, "name": name, "namespace": format!("{name}-system"),
            "version": self.version.text(), "contract": self.version.contract, "paused": self.paused,
        })
    }
}

pub type Fleet = Vec<Provider>;

/// Whether a fleet has one core and speaks one contract.
pub fn is_golden(fleet: &[Provider]) -> bool {
    let core: Vec<_> = fleet.iter().filter(|provider| provider.name == 0).collect();
    core.len() == 1 && fleet.iter().all(|provider| provider.version.contract == core[0].version.contract)
}

/// Whether one provider may change its version now.
pub fn may_change(fleet: &[Provider], at: usize, to: Version) -> bool {
    let provider = fleet[at];
    let Some(core) = fleet.iter().find(|provider| provider.name == 0) else { return false };
    to.minor >= provider.version.minor
        && (provider.name == 0 || to.contract == core.version.contract)
        && (to.contract == provider.version.contract || fleet.iter().all(|provider| provider.paused))
}

/// The fleets that one step leads to. A provider may be paused at any time, and unpaused once all speak one contract.
pub fn after_one_step(fleet: &[Provider], versions: &[Vec<Version>]) -> Vec<Fleet> {
    let mut next = Vec::new();
    for (at, provider) in fleet.iter().enumerate() {
        let mut changed = fleet.to_vec();
        if !provider.paused || is_golden(fleet) {
            changed[at].paused = !provider.paused;
            next.push(changed);
        }
        for to in versions[at].iter().filter(|to| **to != provider.version && may_change(fleet, at, **to)) {
            let mut changed = fleet.to_vec();
            changed[at].version = *to;
            next.push(changed);
        }
    }
    next
}

/// Whether some order of steps leads to a fleet like that, and how many fleets were looked at.
pub fn reaches(start: &Fleet, versions: &[Vec<Version>], goal: impl Fn(&Fleet) -> bool) -> (bool, usize) {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start.clone()]);
    while let Some(fleet) = waiting.pop_front() {
        if goal(&fleet) {
            return (true, seen.len());
        }
        for next in after_one_step(&fleet, versions) {
            if seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    (false, seen.len())
}

pub fn same_pauses(left: &[Provider], right: &[Provider]) -> bool {
    left.iter().zip(right).all(|(left, right)| left.paused == right.paused)
}

/// All ways to choose one of each.
pub fn products<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |made, choice| {
        let longer = |list: &Vec<T>| {
            let list = list.clone();
            choice.iter().map(move |one| list.iter().cloned().chain([one.clone()]).collect())
        };
        made.iter().flat_map(longer).collect()
    })
}

/// The fleets of up to three of the names, running or paused, each provider on one of two contracts.
pub fn fleets() -> Vec<Fleet> {
    let mut fleets = Vec::new();
    for names in [vec![0], vec![0, 2], vec![1, 2], vec![2, 1, 0]] {
        let contracts = ["v1alpha4", "v1beta1"];
        let each: Vec<Vec<Provider>> = names
            .iter()
            .map(|name| {
                let with = |contract: &'static str| {
                    [false, true].map(|paused| Provider { name: *name, version: Version::new(1, 1, contract), paused })
                };
                contracts.into_iter().flat_map(with).collect()
            })
            .collect();
        fleets.extend(products(&each));
    }
    fleets
}
