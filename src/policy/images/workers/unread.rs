//! What pools may say and nothing reads: capabilities (section 15, worker's `machine.capabilities`), update strategies that
//! there are none of, and what an API server would refuse of them before any rule here looks at it.

use std::borrow::Cow;

use crate::base::{Index, Interner};
use crate::policy::images::catalog::{Offer, architectures};
use crate::policy::images::documents::{STRATEGIES, ShootDocument, Worker, WorkerDocument};
use crate::policy::images::reasons::{
    POOL_NOT_STORED, WORKER_CAPABILITIES_UNREAD, WORKER_IS_ANOTHER, WORKER_STRATEGY_UNKNOWN,
};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Kind, Pointer, Value};

/// What is said of a pool that is at `place` in `given`.
pub(crate) fn unread_of_worker(worker: &Worker<'_>, place: &Pointer) -> Vec<Problem> {
    unread(worker, place, &Pointer::to("given").join(place))
}

/// The same of a pool by itself, with what an API server would refuse of it.
pub(crate) fn unread_of_one(worker: &WorkerDocument<'_>, place: &Pointer) -> Vec<Problem> {
    let at = [place.clone(), Pointer::to("given").join(place)];
    let mut problems = unread_of_worker(worker, place);
    problems.extend(not_stored(worker, worker.value, &at));
    let mut seen = Interner::default();
    let repeated = worker.zones.iter().enumerate().find(|(_, zone)| !seen.is_new(zone));
    problems.extend(repeated.map(|(index, zone)| {
        let at = at.map(|at| at.key("zones").index(index));
        pool_not_stored(worker, at, Some(*zone), format!("it names the zone `{zone}` twice"))
    }));
    problems
}

/// The same for each pool of a Shoot.
pub(crate) fn unread_of_pools(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let pools = shoot.workers().iter().enumerate();
    let written = WRITTEN.iter().try_fold(shoot.value, |value, key| value.get(key));
    // A pool that is `null` in the document was never read as one.
    let mut written = written.map(Value::elements).into_iter().flatten().filter(|pool| !pool.is_null());
    let names: Index<'_> = shoot.workers().iter().map(Worker::name).collect();
    let each = pools.map(|(index, worker)| {
        let at = [below(shoot.place(), index), below(shoot.path(), index)];
        let [place, path] = &at;
        let mut problems = unread(worker, place, path);
        let is_repeated = names.find(worker.name()) != Some(index);
        let written = written.next().unwrap_or(Value::NULL);
        problems.extend(incomplete(worker, written, is_repeated, &at));
        problems.extend(not_stored(worker, written, &at));
        problems
    });
    each.flatten().collect()
}

/// What an API server would refuse of pools that have nodes at least and no `maximum`. Who asks a question leaves out what
/// it is not about, who applies a Shoot does not.
pub(crate) fn without_maximum(shoot: &Doc<'_, ShootDocument<'_>>) -> Vec<Problem> {
    let lacking = shoot.workers().iter().enumerate().filter(|(_, worker)| worker.maximum.is_none());
    let of = |(index, worker): (usize, &Worker<'_>)| {
        let minimum = worker.minimum.filter(|minimum| *minimum > 0)?;
        let [path, place] = [shoot.path(), shoot.place()];
        let [path, place] = [path, place].map(|at| below(at, index).key("maximum"));
        let what = format!("its minimum is {minimum}, and it has no maximum");
        Some(pool_not_stored(worker, [place, path], None::<Json>, what))
    };
    lacking.filter_map(of).collect()
}

fn below(shoot: Pointer, pool: usize) -> Pointer {
    WRITTEN.iter().fold(shoot, |at, key| at.key(key)).index(pool)
}

/// Where the pools of a Shoot are.
const WRITTEN: [&str; 3] = ["spec", "provider", "workers"];

/// What a pool of a Shoot has to have, and a name that is its own: who asks about one alone may leave them out.
fn incomplete(worker: &Worker<'_>, written: Value<'_>, is_repeated: bool, at: &[Pointer; 2]) -> Vec<Problem> {
    let named = match worker.name() {
        "" => Some("it has no name"),
        _ => is_repeated.then_some("a pool before it has that name"),
    };
    let named = named.map(|what| {
        let at = at.clone().map(|at| at.key("name"));
        pool_not_stored(worker, at, written.get("name"), what.to_owned())
    });
    let unsized_volume = worker.volume.as_ref().filter(|volume| volume.size.is_none()).map(|_| {
        let at = at.clone().map(|at| at.key("volume").key("size"));
        pool_not_stored(worker, at, None::<Json>, format!("its volume has no size, expected one such as {SIZE}"))
    });
    named.into_iter().chain(unsized_volume).collect()
}

/// A size that a volume may have.
const SIZE: &str = "`50Gi`";

/// A warning about something of a pool that is at a place and a path.
fn pool_not_stored(
    worker: &Worker<'_>,
    [place, path]: [Pointer; 2],
    found: Option<impl Into<Json>>,
    what: String,
) -> Problem {
    let problem = Problem::warning(&POOL_NOT_STORED, path).fact(Fact::of(place, found));
    problem.fact(Fact::named("pool", worker.name())).fact(Fact::named("what", what))
}

/// What an API server would refuse of a pool, as it is read and as it is written.
fn not_stored(worker: &Worker<'_>, written: Value<'_>, at: &[Pointer; 2]) -> Vec<Problem> {
    let found = |keys: &[&str]| keys.iter().try_fold(written, |value, key| value.get(key));
    let warning = |keys: &[&str], what: String| {
        let at = at.clone().map(|at| keys.iter().fold(at, |at, key| at.key(key)));
        pool_not_stored(worker, at, found(keys), what)
    };
    let mut problems = Vec::new();
    for (key, nodes) in [("minimum", worker.minimum), ("maximum", worker.maximum)] {
        let negative = nodes.filter(|nodes| *nodes < 0);
        problems.extend(negative.map(|nodes| warning(&[key], format!("its `{key}` is {nodes}, expected 0 or more"))));
    }
    if let (Some(minimum), Some(maximum)) = (worker.minimum, worker.maximum)
        && minimum > maximum
    {
        problems.push(warning(&["minimum"], format!("its minimum {minimum} is above its maximum {maximum}")));
    }
    let size = ["volume", "size"];
    let is_amount = |text: &str| text.strip_suffix("Gi").is_some_and(is_whole);
    if let Some(written) = found(&size).filter(|size| !size.is_null() && !size.as_str().is_some_and(is_amount)) {
        let text = written.as_str().map_or_else(|| written.json().into(), Cow::Borrowed);
        problems.push(warning(&size, format!("its volume has the size `{text}`, expected one such as {SIZE}")));
    }
    let pods = ["kubernetes", "kubelet", "maxPods"];
    if let Some(count) = found(&pods).filter(|count| count.as_number().is_some_and(|count| count.starts_with('-'))) {
        problems.push(warning(&pods, format!("its `maxPods` is {}, expected 0 or more", count.json())));
    }
    for key in ["maxSurge", "maxUnavailable"] {
        let Some(value) = written.get(key) else { continue };
        let is_amount = match value.as_str() {
            Some(text) => text.strip_suffix('%').is_some_and(is_whole),
            None => value.kind() != Kind::Number || is_whole(&value.json()),
        };
        if !is_amount {
            let found = value.json();
            problems.push(warning(&[key], format!("its `{key}` is {found}, expected a whole number or a percentage")));
        }
    }
    problems
}

fn is_whole(number: &str) -> bool {
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// Warns of a pool, with a place and a path, whose machines are of another architecture than it says.
pub(crate) fn of_another_architecture(worker: &Worker<'_>, offer: &Offer<'_>, at: [Pointer; 2]) -> Option<Problem> {
    let spec = offer.spec();
    let machine = spec.machine_types.get(offer.catalog.machine_named(worker.machine_type())?)?;
    let expected = architectures::of_machine_type(machine, &spec.machine_capabilities);
    let own = worker.architecture().filter(|own| !expected.is_empty() && *own != expected)?;
    let [place, path] = at.map(|at| at.key("machine").key("architecture"));
    Some(Problem::warning(&WORKER_IS_ANOTHER, path).fact(Fact::at(place, own)).fact(Fact::named("expected", expected)))
}

fn unread(worker: &Worker<'_>, place: &Pointer, path: &Pointer) -> Vec<Problem> {
    let capabilities =
        worker.machine.as_ref().and_then(|machine| machine.capabilities.filter(|value| !value.is_null()));
    let capabilities = capabilities.map(|value| {
        let [place, path] = [place, path].map(|at| at.clone().key("machine").key("capabilities"));
        Problem::warning(&WORKER_CAPABILITIES_UNREAD, path).fact(Fact::at(place, value))
    });
    let unknown = |word: &&str| !word.is_empty() && !STRATEGIES.contains(word);
    let strategy = worker.update_strategy.filter(unknown).map(|word| {
        let [place, path] = [place, path].map(|at| at.clone().key("updateStrategy"));
        Problem::warning(&WORKER_STRATEGY_UNKNOWN, path).fact(Fact::at(place, word)).nearest_to(word, STRATEGIES)
    });
    capabilities.into_iter().chain(strategy).collect()
}
