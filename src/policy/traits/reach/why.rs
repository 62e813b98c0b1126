//! The reasons for what a project reaches, and the warnings about missing information.

use super::access::{Access, Seen};
use super::answer::{Break, FlavorReach, Reached};
use super::given::ReachGiven;
use super::landing::InPools;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::reasons::*;
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Json, Pointer};

/// The input for the reasons.
pub(crate) struct Why<'w, 'a> {
    /// The question.
    pub given: &'w ReachGiven<'a>,
    /// The number of nodes in the fleet.
    pub nodes: usize,
    /// The number of flavors that the project sees, and of those that it may see.
    pub seen: [usize; 2],
    /// Whether any pool is, or may be, reserved.
    pub kept: bool,
    /// The answer to explain.
    pub answer: &'w Reached<'a>,
    /// The key of each flavor in the answer that makes every boot fail.
    pub breaking: &'w [Option<&'a str>],
}

impl<'a> Why<'_, 'a> {
    /// Gives the number of nodes that the project reaches, through which flavors, and where that breaks a separation.
    pub(crate) fn reason(&self) -> Reason {
        let marks = if self.given.pools.is_empty() { "a custom trait" } else { "a trait of those declared" };
        let nothing = || Reason::new(&NOTHING_KEPT_APART, self.given.project).fact(Fact::named("marks", marks));
        let nothing = (!self.kept).then(nothing);
        let [seen, perhaps] = self.seen;
        let perhaps = if perhaps > 0 { format!(", perhaps {perhaps} more,") } else { String::new() };
        Reason::new(&PROJECT_REACHES, self.given.project)
            .fact(Fact::at(Pointer::to("project"), self.given.project))
            .fact(Fact::named("seen", seen))
            .fact(Fact::named("perhaps", perhaps))
            .fact(Fact::named("nodes", self.answer.nodes))
            .fact(Fact::named("all", self.nodes))
            .fact(Fact::named("free", self.answer.free))
            .because(self.answer.breaks.iter().map(|broken| self.broken(broken)))
            .because(nothing)
            .because(self.flavors())
    }

    /// Returns the reasons for what each flavor leads to.
    fn flavors(&self) -> impl Iterator<Item = Reason> {
        let flavors = self.answer.flavors.iter().zip(self.breaking);
        flavors.map(|(flavor, breaking)| {
            let nowhere = match (flavor.count, flavor.reason, breaking) {
                (0, Some(rejection), _) => Some(rejection.word()),
                (0, None, _) if self.given.service_disabled => Some("the compute service is disabled"),
                (0, None, Some(_)) => Some("every boot of it fails"),
                (0, None, None) => Some("no node has what it asks for"),
                _ => None,
            };
            leads(flavor, nowhere).because(breaking.map(|key| Reason::new(&BREAKS_EVERY_BOOT, key)))
        })
    }

    fn broken(&self, broken: &Break<'a>) -> Reason {
        let code = if broken.certain { &REACH_BREAKS } else { &REACH_MAY_BREAK };
        Reason::new(code, broken.flavor)
            .fact(Fact::at(Pointer::to("project"), self.given.project))
            .fact(Fact::named("count", broken.nodes))
            .fact(Fact::named("pool", broken.pool))
            .facts(broken.class.map(|class| Fact::named("class", class)))
    }

    /// Returns the warnings about missing information on which the answer depends.
    pub(crate) fn doubts(&self, access: &Access<'a>, flavors: &[InPools<'_, 'a>]) -> Vec<Problem> {
        let request = |member: &'static str| Pointer::to("given").key(member);
        let of_these = |seen: Seen, code: &'static Code| {
            let these = self.given.flavors.iter().zip(flavors).filter(|(_, flavor)| flavor.seen == seen);
            warning(code, request("flavors"), these.map(|(flavor, _)| Flavor::called(flavor)).collect())
        };
        let strange = access.of_no_flavor(&self.given.flavors).collect();
        let (lists, granted) = access.lists(&self.given.flavors);
        let unlisted = (lists && !granted).then(|| {
            let project = Fact::at(Pointer::to("project"), self.given.project);
            Problem::warning(&PROJECT_IN_NO_LIST, request("project")).fact(project)
        });
        let doubts = [
            of_these(Seen::NoList, &FLAVOR_ACCESS_NOT_GIVEN),
            of_these(Seen::NotTold, &FLAVOR_VISIBILITY_NOT_GIVEN),
            warning(&ACCESS_OF_NO_FLAVOR, request("access"), strange),
            unlisted,
        ];
        doubts.into_iter().flatten().collect()
    }
}

/// Returns a warning about the names, if there are any.
fn warning(code: &'static Code, path: Pointer, names: Vec<&str>) -> Option<Problem> {
    let list = Fact::named("names", Json::Null).listing(names.iter().copied());
    (!names.is_empty()).then(|| Problem::warning(code, path).fact(list))
}

/// Returns the reason for what a flavor leads to, or why it leads nowhere.
fn leads(flavor: &FlavorReach<'_>, nowhere: Option<&'static str>) -> Reason {
    let code = if nowhere.is_some() { &FLAVOR_LEADS_NOWHERE } else { &FLAVOR_LEADS };
    let seen = match flavor.seen {
        Seen::Public => "which is public",
        Seen::Granted => "which is private and lists the project",
        Seen::NotGranted => "which is private and lists others",
        Seen::NoList => "which is private, and nobody says for whom",
        Seen::NotTold => "of which nobody says whether it is public",
    };
    let pools: Json = flavor.pools.iter().filter_map(|landing| landing.pool).collect();
    Reason::new(code, flavor.flavor)
        .fact(Fact::named("seen", seen))
        .fact(Fact::named("count", flavor.count))
        .fact(Fact::named("free", flavor.free))
        .fact(Fact::named("pools", pools))
        .facts(nowhere.map(|why| Fact::named("why", why)))
}
