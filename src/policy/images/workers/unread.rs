//! What pools may say and nothing reads: capabilities (section 15, worker's `machine.capabilities`), update strategies that
//! there are none of, and what an API server would refuse of them before any rule here looks at it.

use crate::base::Index;
use crate::policy::images::catalog::{Offer, architectures};
use crate::policy::images::documents::{IN_PLACE, ShootDocument, Worker};
use crate::policy::images::reasons::{
    POOL_NOT_STORED, WORKER_CAPABILITIES_UNREAD, WORKER_IS_ANOTHER, WORKER_STRATEGY_UNKNOWN,
};
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Kind, Pointer, Value};

/// What is said of a pool that is at `place` in `given`.
pub(crate) fn unread_of_worker(worker: Option<&Worker<'_>>, place: &Pointer) -> Vec<Problem> {
    let said = worker.map(|worker| unread(worker, place, &Pointer::to("given").join(place)));
    said.unwrap_or_default()
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
        problems.extend(not_stored(worker, written.next().unwrap_or(Value::NULL), is_repeated, &at));
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
        let problem = Problem::warning(&POOL_NOT_STORED, path).fact(Fact::absent(place));
        Some(problem.fact(Fact::named("pool", worker.name())).fact(Fact::named("what", what)))
    };
    lacking.filter_map(of).collect()
}

fn below(shoot: Pointer, pool: usize) -> Pointer {
    WRITTEN.iter().fold(shoot, |at, key| at.key(key)).index(pool)
}

/// Where the pools of a Shoot are.
const WRITTEN: [&str; 3] = ["spec", "provider", "workers"];

/// What an API server would refuse of a pool, as it is read and as it is written.
fn not_stored(worker: &Worker<'_>, written: Value<'_>, is_repeated: bool, at: &[Pointer; 2]) -> Vec<Problem> {
    let found = |keys: &[&str]| keys.iter().try_fold(written, |value, key| value.get(key));
    let warning = |keys: &[&str], what: String| {
        let [place, path] = at.clone().map(|at| keys.iter().fold(at, |at, key| at.key(key)));
        let problem = Problem::warning(&POOL_NOT_STORED, path).fact(Fact::of(place, found(keys).map(Json::from)));
        problem.fact(Fact::named("pool", worker.name())).fact(Fact::named("what", what))
    };
    let mut problems = Vec::new();
    if worker.name().is_empty() {
        problems.push(warning(&["name"], "it has no name".to_owned()));
    } else if is_repeated {
        problems.push(warning(&["name"], "a pool before it has that name".to_owned()));
    }
    for (key, nodes) in [("minimum", worker.minimum), ("maximum", worker.maximum)] {
        let negative = nodes.filter(|nodes| *nodes < 0);
        problems.extend(negative.map(|nodes| warning(&[key], format!("its `{key}` is {nodes}, expected 0 or more"))));
    }
    if let (Some(minimum), Some(maximum)) = (worker.minimum, worker.maximum)
        && minimum > maximum
    {
        problems.push(warning(&["minimum"], format!("its minimum {minimum} is above its maximum {maximum}")));
    }
    if worker.volume.is_some() {
        let size = ["volume", "size"];
        let text = found(&size).and_then(Value::as_str);
        let is_whole = |text: &str| text.strip_suffix("Gi").is_some_and(is_whole);
        if !text.is_some_and(is_whole) {
            let size_found = text.map_or("has no size".to_owned(), |text| format!("has the size `{text}`"));
            problems.push(warning(&size, format!("its volume {size_found}, expected one such as `50Gi`")));
        }
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
    let known = || IN_PLACE.into_iter().chain(["AutoRollingUpdate"]);
    let unknown = |word: &&str| !word.is_empty() && known().all(|known| known != *word);
    let strategy = worker.update_strategy.filter(unknown).map(|word| {
        let [place, path] = [place, path].map(|at| at.clone().key("updateStrategy"));
        Problem::warning(&WORKER_STRATEGY_UNKNOWN, path).fact(Fact::at(place, word)).nearest_to(word, known())
    });
    capabilities.into_iter().chain(strategy).collect()
}
