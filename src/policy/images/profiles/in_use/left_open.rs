//! Pools and Shoots that do not say what they run, so that nobody can say whether a change takes it from them.

use super::pools::{Pool, Pools};
use super::users::full_name;
use crate::base::Names;
use crate::policy::images::documents::Shoot;
use crate::policy::images::reasons::{KUBERNETES_LEFT_OPEN, POOLS_LEFT_OPEN};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// How many Shoots a warning names.
const NAMED: usize = 5;

/// Warns of what sorted Shoots leave open; of Kubernetes versions only where one goes that may be meant.
pub(super) fn left_open(shoots: &[&Shoot<'_>], kubernetes_gone: &Names<'_>) -> Vec<Problem> {
    let mut open = Pools::default();
    for shoot in shoots {
        for worker in shoot.workers().iter().filter(|worker| worker.is_open()) {
            open.add(Pool { shoot, worker });
        }
    }
    let problem = Problem::warning(&POOLS_LEFT_OPEN, Pointer::default());
    let pools = problem.fact(Fact::named("count", open.count)).fact(Fact::named("pools", open.listed()));
    let pools = (open.count > 0).then_some(pools);
    pools.into_iter().chain(kubernetes(shoots, kubernetes_gone)).collect()
}

fn kubernetes(shoots: &[&Shoot<'_>], gone: &Names<'_>) -> Option<Problem> {
    let meant = |text: &str| gone.iter().find(|version| may_be_meant(text, version));
    let mut open = shoots.iter().filter_map(|shoot| Some((shoot, meant(shoot.kubernetes_version())?)));
    let named: Vec<(String, &str)> =
        open.by_ref().take(NAMED).map(|(shoot, version)| (full_name(shoot.metadata.as_ref()), version)).collect();
    let (_, version) = named.first()?;
    let problem = Problem::warning(&KUBERNETES_LEFT_OPEN, Pointer::default()).fact(Fact::named("value", *version));
    let shoots: Json = named.iter().map(|(shoot, _)| shoot.as_str()).collect();
    Some(problem.fact(Fact::named("count", named.len() + open.count())).fact(Fact::named("shoots", shoots)))
}

/// Whether a version that is not written in full may be completed to another.
fn may_be_meant(text: &str, version: &str) -> bool {
    let rest = version.strip_prefix(text);
    text.is_empty() || rest.is_some_and(|rest| rest.starts_with('.'))
}
