//! Small fleets of providers, and a second implementation of the rules for one step: from the text of the design, not
//! from the engine's code.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};

pub const NAMES: [(&str, &str); 3] =
    [("CoreProvider", "cluster-api"), ("BootstrapProvider", "kubeadm"), ("InfrastructureProvider", "aws")];

/// A version of a provider: its minor and patch version, its contract, and whether it is a release.
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

/// A provider: its index in `NAMES`, its installed version, and whether it is paused.
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

/// Whether a fleet has exactly one core and a single contract.
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

/// Returns the fleets that one step leads to. A provider may be paused at any time, and unpaused once all have the same
/// contract.
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

/// Returns whether some order of steps leads to a fleet that meets the goal, and how many fleets were seen.
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

/// Returns all ways to choose one element of each list.
pub fn products<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |made, choice| {
        let longer = |list: &Vec<T>| {
            let list = list.clone();
            choice.iter().map(move |one| list.iter().cloned().chain([one.clone()]).collect())
        };
        made.iter().flat_map(longer).collect()
    })
}

/// Returns the fleets of up to three providers, running or paused, each on one of two contracts.
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
