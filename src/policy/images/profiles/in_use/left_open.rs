//! Pools and Shoots that do not say in full what they run, so that it is unknown whether a change takes it away.

use super::identity::full_name;
use super::listed::Listed;
use super::pool::{Pool, Pools};
use crate::base::Names;
use crate::policy::images::documents::{Shoot, Worker, WorkerImage};
use crate::policy::images::reasons::{KUBERNETES_LEFT_OPEN, KUBERNETES_OF_NEITHER, POOLS_LEFT_OPEN};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The most Shoots that a warning names.
const NAMED: usize = 5;

/// Warns of what sorted Shoots leave open, given the images that could be meant, and of Kubernetes versions that are
/// not known at all. A Kubernetes version that is left open is only reported if it may mean one that is removed.
pub(super) fn left_open(
    shoots: &[&Shoot<'_>],
    images: &[&Listed<'_, '_>],
    (kubernetes_gone, kubernetes_known): (&Names<'_>, &[&str]),
) -> Vec<Problem> {
    let mut open = Pools::default();
    let is_begun = |image: &WorkerImage<'_>| {
        let version = (image.name(), image.version());
        images.iter().any(|listed| listed.is_begun(version)) && images.iter().all(|it| it.version(version).is_none())
    };
    let is_open = |worker: &&Worker<'_>| worker.is_open() || worker.image().is_some_and(is_begun);
    for shoot in shoots {
        for worker in shoot.workers().iter().filter(is_open) {
            open.add(Pool { shoot, worker });
        }
    }
    let problem = Problem::warning(&POOLS_LEFT_OPEN, Pointer::default());
    let pools = problem.fact(Fact::named("count", open.count)).fact(Fact::named("pools", open.listed()));
    let pools = (open.count > 0).then_some(pools);
    let kubernetes = [kubernetes(shoots, kubernetes_gone), of_neither(shoots, kubernetes_known)];
    pools.into_iter().chain(kubernetes.into_iter().flatten()).collect()
}

/// Warns of control planes whose version is neither one of the sorted known versions nor the beginning of one.
fn of_neither(shoots: &[&Shoot<'_>], known: &[&str]) -> Option<Problem> {
    let begins = |text: &str| {
        let start = format!("{text}.");
        known.get(known.partition_point(|version| *version < start.as_str())).is_some_and(|it| it.starts_with(&start))
    };
    let is_known = |text: &str| text.is_empty() || known.binary_search(&text).is_ok() || begins(text);
    let mut others = shoots.iter().filter(|shoot| !is_known(shoot.kubernetes_version()));
    let named: Vec<&&Shoot<'_>> = others.by_ref().take(NAMED).collect();
    let first = named.first()?.kubernetes_version();
    let shoots: Json = named.iter().map(|shoot| full_name(shoot.metadata.as_ref())).collect();
    let problem = Problem::warning(&KUBERNETES_OF_NEITHER, Pointer::default()).fact(Fact::named("value", first));
    Some(problem.fact(Fact::named("count", named.len() + others.count())).fact(Fact::named("shoots", shoots)))
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

/// Whether an incomplete version may be completed to another one.
fn may_be_meant(text: &str, version: &str) -> bool {
    let rest = version.strip_prefix(text);
    text.is_empty() || rest.is_some_and(|rest| rest.starts_with('.'))
}
