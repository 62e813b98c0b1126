//! How the controller was started: its feature gates and its watch filter.

use super::constants::{GATES, V3_GATE};
use super::divergences::STRATEGY_BY_FLAG;
use super::reasons::{GATE_UNKNOWN, STRATEGY};
use crate::base::Edition;
use crate::question::{Asked, Lacks, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Ordered, Pointer, given, read, words};

words! {
    /// The strategy, which says what kind of record an import creates.
    pub enum Strategy {
        /// The old strategy: a `provisioning.cattle.io/v1` Cluster in the namespace of the CAPI cluster.
        V1 = "v1",
        /// The new strategy: a `management.cattle.io/v3` Cluster, which is cluster-scoped.
        V3 = "v3",
    }
}

given! {
    /// The controller's settings as a question gives them.
    pub struct GivenSettings<'a> {
        /// The feature gates that are set. Absent: those of the loaded `Settings` named `clusters`.
        feature_gates ["featureGates"]: Option<Ordered<&'a str, bool>>,
        /// The value of the watch filter, if one is configured. Absent: that of the loaded `Settings`.
        watch_filter ["watchFilter"]: Option<&'a str>,
    }
}

given! {
    /// A loaded `Settings` document.
    foreign struct Loaded<'a> {
        /// The settings themselves.
        spec: Option<GivenSettings<'a>>,
    }
}

/// The controller's settings.
#[derive(Debug)]
pub struct Settings<'a> {
    gates: Option<Ordered<&'a str, bool>>,
    gates_at: Pointer,
    watch_filter: Option<&'a str>,
    watch_filter_at: Pointer,
    edition: Edition,
    /// Whether no feature gates are given and no `Settings` is loaded, so that the defaults are assumed.
    pub are_assumed: bool,
    /// Problems with settings that look misspelt.
    pub problems: Vec<Problem>,
}

const NAME: &str = "clusters";
const PLACE: &str = "Settings/clusters#";

impl<'a> Settings<'a> {
    /// Combines the given settings with the loaded ones, which fill in what is not given.
    pub fn of(given: GivenSettings<'a>, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let loaded = asked.documents.settings(NAME);
        let spec = Pointer::parsed(PLACE).key("spec");
        let mut settings = Self {
            are_assumed: loaded.is_none() && given.feature_gates.is_none(),
            gates_at: Pointer::to("featureGates"),
            watch_filter_at: Pointer::to("watchFilter"),
            gates: given.feature_gates,
            watch_filter: given.watch_filter,
            edition: asked.edition,
            problems: Vec::new(),
        };
        let mut gates_path = Pointer::to("given").join(&settings.gates_at);
        if let Some(document) = loaded {
            let read = read::<Loaded<'a>>(document.root(), PLACE);
            let (loaded, notes) =
                read.map_err(|fault| Undecided { lacks: Lacks::Facts, problems: Problem::all_of(&fault) })?;
            settings.problems = notes.into_iter().map(Problem::from).collect();
            let loaded = loaded.spec.unwrap_or(GivenSettings { feature_gates: None, watch_filter: None });
            if settings.gates.is_none() {
                settings.gates = loaded.feature_gates;
                settings.gates_at = spec.clone().key("featureGates");
                gates_path = settings.gates_at.clone();
            }
            if settings.watch_filter.is_none() {
                settings.watch_filter = loaded.watch_filter;
                settings.watch_filter_at = spec.key("watchFilter");
            }
        }
        let gates = settings.gates.iter().flatten().map(|(name, _)| *name);
        let unknown = gates.filter(|name| !GATES.contains(name)).map(|name| {
            let path = gates_path.clone().key(name);
            let problem = Problem::warning(&GATE_UNKNOWN, path.clone()).fact(Fact::named("gate", name));
            problem.nearest_to(name, GATES.iter().copied())
        });
        let unknown: Vec<Problem> = unknown.collect();
        settings.problems.extend(unknown);
        Ok(settings)
    }

    /// Whether a feature gate is on. A gate that is not set counts as off.
    pub fn gate(&self, name: &str) -> bool {
        self.gates.as_ref().and_then(|gates| gates.get(name)).is_some_and(|on| *on)
    }

    /// Whether a feature gate is explicitly off, for gates that are on by default.
    pub fn gate_is_off(&self, name: &str) -> bool {
        self.gates.as_ref().and_then(|gates| gates.get(name)).is_some_and(|on| !*on)
    }

    /// Sets the feature gate of the strategy, to find out whether it matters.
    pub fn assume(&mut self, strategy: Strategy) {
        self.gates = Some([(V3_GATE, strategy == Strategy::V3)].into_iter().collect());
    }

    /// The strategy in force.
    pub fn strategy(&self) -> Strategy {
        if self.follows_flag() && !self.gate(V3_GATE) { Strategy::V1 } else { Strategy::V3 }
    }

    fn follows_flag(&self) -> bool {
        self.edition.applies(&STRATEGY_BY_FLAG)
    }

    /// The reason for the strategy in force.
    pub fn why_strategy(&self) -> Reason {
        let flag = self.gates.as_ref().and_then(|gates| gates.get(V3_GATE)).copied();
        let because = match (flag, self.follows_flag()) {
            (_, false) => "there is no other any more",
            (Some(true), true) => "its feature gate is on",
            (Some(false), true) => "the feature gate of the other is off",
            (None, true) => "the feature gate of the other is not set",
        };
        let flag = Fact::of(self.gates_at.clone().key(V3_GATE), flag);
        Reason::new(&STRATEGY, self.strategy().word()).fact(flag).fact(Fact::named("because", because))
    }

    /// The value that a cluster's watch-filter label must have. `None`: any.
    pub fn watch_filter(&self) -> Option<&'a str> {
        self.watch_filter.filter(|value| !value.is_empty())
    }

    /// The watch filter as a fact.
    pub fn watch_filter_fact(&self) -> Fact {
        Fact::of(self.watch_filter_at.clone(), self.watch_filter)
    }
}
