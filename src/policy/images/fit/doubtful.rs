//! Warnings of what is asked for or offered although no Shoot can have it. They do not change the answer.

use super::machine::Fitting;
use super::query::FitQuery;
use crate::base::masterminds::Version;
use crate::base::{Known, Names};
use crate::policy::images::catalog::{
    Availability, Lacking, parents_types_of_usual_architecture, types_without_architecture,
};
use crate::policy::images::documents::{ExpirableVersion, Kubelet, MachineType, Worker};
use crate::policy::images::reasons::{
    KUBERNETES_VERSION_NOT_TO_BE_HAD, MACHINE_TYPE_NOWHERE, ONLY_BEGUN, WORKER_IS_ANOTHER,
    WORKER_OF_ANOTHER_ARCHITECTURE, WORKER_VOLUME_REFUSED,
};
use crate::policy::images::versions::{Classification, current};
use crate::policy::images::workers::{Reservation, VolumeTypes, above_control_plane, too_many_nodes, version_begun};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::Pointer;

/// Returns the warnings of these machine types, and of the worker and Kubernetes versions that the question names.
pub(super) fn doubtful(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>]) -> Vec<Problem> {
    let at = [query.offer.spec_place(), query.offer.spec_path()];
    let types = fittings.iter().map(|fitting| fitting.index);
    let mut problems = types_without_architecture(query.spec(), &at, types.clone());
    problems.extend(parents_types_of_usual_architecture(&query.offer, &at, types));
    problems.extend(to_be_had_nowhere(query, fittings));
    problems.extend(another_worker(query, fittings));
    let in_place = query.wanted.worker.as_ref().filter(|worker| worker.is_in_place());
    let at = [Pointer::default(), Pointer::to("given")].map(|at| at.key("worker"));
    problems.extend(in_place.and_then(|worker| version_begun(worker, &query.offer, at)));
    problems.extend(refused_volume(query, fittings));
    problems.extend(unfit_worker(query, fittings));
    problems.extend(query.wanted.kubernetes.iter().filter_map(|(version, at)| kubernetes(query, version, at)));
    problems
}

/// Warns of machine types that every zone of every region lacks. If a region is named, the answer itself says so.
fn to_be_had_nowhere(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>]) -> Vec<Problem> {
    const NAMED: usize = 20;
    if query.wanted.region.is_some() || query.spec().regions.is_empty() {
        return Vec::new();
    }
    let anywhere = Availability::in_any_region(query.spec());
    let is_nowhere = |name: &str| !anywhere.has(name);
    let nowhere = fittings.iter().filter(|fitting| is_nowhere(fitting.machine.name()));
    let told = nowhere.take(NAMED).map(|fitting| {
        let at = Pointer::to("machineTypes").index(fitting.index).key("name");
        let problem = Problem::warning(&MACHINE_TYPE_NOWHERE, query.offer.spec_path().join(&at));
        problem.fact(Fact::at(query.offer.spec_place().join(&at), fitting.machine.name()))
    });
    told.collect()
}

/// Warns of a worker that names a machine type which is not asked about, or an architecture that those do not have.
fn another_worker(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>]) -> Vec<Problem> {
    let Some(worker) = &query.wanted.worker else { return Vec::new() };
    let warning = |key: &str, found: &str, expected: &str| {
        let at = Pointer::to("worker").key("machine").key(key);
        let problem = Problem::warning(&WORKER_IS_ANOTHER, Pointer::to("given").join(&at));
        problem.fact(Fact::at(at, found)).fact(Fact::named("expected", expected))
    };
    let Some(first) = fittings.first() else { return Vec::new() };
    let named = Some(worker.machine_type()).filter(|named| !named.is_empty());
    // A worker that is updated in place keeps its type. Others may move to a new one, or ask in order to compare.
    let may_move = !worker.is_in_place();
    let mut others = fittings.iter().filter(|fitting| named.is_some_and(|named| fitting.machine.name() != named));
    let other = others.next().filter(|_| !may_move || others.count() + 1 == fittings.len());
    let own = |fitting: &&Fitting<'_, '_>| named.is_none_or(|named| fitting.machine.name() == named);
    let meant = fittings.iter().find(own).unwrap_or(first);
    let other = other.zip(named).map(|(other, named)| warning("type", named, other.machine.name()));
    let architecture = worker.architecture().and_then(|own| {
        let is_another = |fitting: &&Fitting<'_, '_>| !fitting.architecture.is_empty() && fitting.architecture != own;
        if named.is_some() || fittings.len() == 1 {
            return is_another(&meant).then(|| warning("architecture", own, meant.architecture));
        }
        let others = fittings.iter().filter(is_another);
        let at = Pointer::to("worker").key("machine").key("architecture");
        let problem = Problem::warning(&WORKER_OF_ANOTHER_ARCHITECTURE, Pointer::to("given").join(&at));
        let problem = problem.fact(Fact::at(at, own)).fact(Fact::named("count", others.clone().count()));
        others.clone().next().map(|other| problem.fact(Fact::named("type", other.machine.name())))
    });
    other.into_iter().chain(architecture).collect()
}

/// Warns of a root disk that the worker cannot have, on any or some of these machine types.
fn refused_volume(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>]) -> Vec<Problem> {
    let volume = query.wanted.worker.as_ref().and_then(|worker| worker.volume.as_ref());
    let Some((volume, name)) = volume.and_then(|volume| Some((volume, volume.volume_type?))) else { return Vec::new() };
    let types = VolumeTypes::of(query.spec());
    let warning = |key: &str, found: &str, why: &str| {
        let at = Pointer::to("worker").key("volume").key(key);
        let problem = Problem::warning(&WORKER_VOLUME_REFUSED, Pointer::to("given").join(&at));
        problem.fact(Fact::at(at, found)).fact(Fact::named("why", why))
    };
    let Some(offer) = types.offer(name) else { return vec![warning("type", name, "is not in the profile")] };
    let zones: Names<'_> = query.wanted.zones.names.iter().copied().collect();
    let lacks = |region| Lacking::of(query.spec(), region, |zone| zone.unavailable_volume_types.clone());
    let is_lacking = query.wanted.region.is_some_and(|region| lacks(region).lacks(name, &zones));
    if let Some(why) = offer.why_not(is_lacking) {
        return vec![warning("type", name, &why)];
    }
    let Some(size) = volume.size else { return Vec::new() };
    let least = |fitting: &Fitting<'_, '_>| types.least_above(size, fitting.machine.name(), name);
    let too_small = fittings.iter().filter_map(|fitting| Some((least(fitting)?.text, fitting.machine.name())));
    let too_small: Vec<(&str, &str)> = too_small.collect();
    let told = alike(too_small.iter().map(|(least, _)| ("", *least)).collect()).into_iter();
    let told = told.filter_map(|(place, more)| Some((too_small.get(place)?, more))).map(|((least, machine), more)| {
        let of_types = match (fittings, more) {
            ([_], _) => String::new(),
            (_, 0) => format!(" for the machine type `{machine}`"),
            _ => format!(" for the machine type `{machine}` and {more} more"),
        };
        warning("size", size.text, &format!("size must be at least {least}{of_types}"))
    });
    told.collect()
}

/// Groups equal kinds: the index of the first of each, and how many more there are.
fn alike(kinds: Vec<(&str, &str)>) -> Vec<(usize, usize)> {
    let (mut places, mut told) = (Known::default(), Vec::new());
    for (place, kind) in kinds.into_iter().enumerate() {
        match places.get(&kind).and_then(|known: &usize| told.get_mut(*known)) {
            Some((_, more)) => *more += 1,
            None => {
                places.insert(kind, told.len());
                told.push((place, 0));
            }
        }
    }
    told
}

/// Warns of a worker whose kubelet reserves everything, whose kubelet is too new, or that has too many nodes.
fn unfit_worker(query: &FitQuery<'_, '_>, fittings: &[Fitting<'_, '_>]) -> Vec<Problem> {
    let Some(worker) = &query.wanted.worker else { return Vec::new() };
    let reserved = reserving_all(worker, fittings).into_iter().map(|why| (why, &["kubernetes", "kubelet"] as &[&str]));
    let newer = newer_than_control_plane(query, worker).map(|why| (why, &["kubernetes", "version"] as &[&str]));
    let said = too_large(query, worker).into_iter().chain(reserved).chain(newer);
    let at = |keys: &[&str]| keys.iter().fold(Pointer::to("given").key("worker"), |at, key| at.key(key));
    said.map(|(why, keys)| Problem::warning_of(why, at(keys))).collect()
}

/// Why a worker has more nodes than the profile allows, and the key that holds their number.
fn too_large(query: &FitQuery<'_, '_>, worker: &Worker<'_>) -> Option<(Reason, &'static [&'static str])> {
    let limit = query.spec().most_nodes()?;
    let nodes: [(_, &'static [&'static str]); 2] = [(worker.maximum, &["maximum"]), (worker.minimum, &["minimum"])];
    let (nodes, key) = nodes.into_iter().find_map(|(nodes, key)| Some((nodes.filter(|nodes| *nodes > limit)?, key)))?;
    Some((too_many_nodes(worker.name(), nodes, limit, &query.offer.spec_place()), key))
}

/// Why the worker's kubelets leave nothing of these machines. Each machine type is judged as if the pool had it.
fn reserving_all(worker: &Worker<'_>, fittings: &[Fitting<'_, '_>]) -> Vec<Reason> {
    // A pool without kubelet settings gets those of its Shoot, which are not known here, so the defaults are assumed.
    let of_shoot = worker.kubelet().is_none().then(|| Kubelet::default().completed());
    let Some(kubelet) = worker.kubelet().or(of_shoot.as_ref()) else { return Vec::new() };
    let is_said = |machine: &MachineType<'_>| machine.cpu.is_some() && machine.memory.is_some();
    let looked_at = fittings.iter().filter(|fitting| of_shoot.is_none() || is_said(fitting.machine));
    let kept = looked_at.flat_map(|fitting| {
        let reservations = Reservation::all(kubelet, fitting.machine).into_iter();
        reservations.map(move |reservation| (reservation, fitting))
    });
    let kept: Vec<(Reservation<'_>, &Fitting<'_, '_>)> = kept.collect();
    let told = alike(kept.iter().map(|(all, _)| (all.what, all.capacity)).collect()).into_iter();
    let told = told.filter_map(|(place, more)| Some((kept.get(place)?, more))).map(|((all, fitting), more)| {
        let named = Fact::at(fitting.named_at.clone(), fitting.machine.name()).with_more(more);
        all.why(worker.name(), named)
    });
    told.collect()
}

/// Why the worker's kubelets are newer than the control plane.
fn newer_than_control_plane(query: &FitQuery<'_, '_>, worker: &Worker<'_>) -> Option<Reason> {
    let [(own, at), (control_plane, _)] = query.wanted.kubernetes.as_slice() else { return None };
    let is_above = Version::parse(own)? > Version::parse(control_plane)?;
    let written = || Fact::at(at.clone(), *own);
    is_above.then(|| above_control_plane(worker.name(), written(), [own, control_plane]))
}

/// Warns of a Kubernetes version that is not active, or that is only the beginning of one of the profile's.
fn kubernetes(query: &FitQuery<'_, '_>, version: &str, at: &Pointer) -> Option<Problem> {
    let known = query.spec().kubernetes_versions();
    let whole: Vec<&ExpirableVersion<'_>> = known.iter().filter(|known| known.version == Some(version)).collect();
    let why = match whole.as_slice() {
        [] => {
            let begins = |known: &ExpirableVersion<'_>| {
                known.version.and_then(|known| known.strip_prefix(version)).is_some_and(|rest| rest.starts_with('.'))
            };
            known.iter().any(begins).then_some(ONLY_BEGUN)
        }
        all => {
            let is = |version: &&ExpirableVersion<'_>| current(*version, query.asked).ok();
            let ended = |is: Option<Classification>| is.is_some_and(|is| !is.is_active());
            all.iter().all(|version| ended(is(version))).then_some("has expired, or is not available yet")
        }
    };
    let problem = Problem::warning(&KUBERNETES_VERSION_NOT_TO_BE_HAD, Pointer::to("given").join(at));
    Some(problem.fact(Fact::at(at.clone(), version)).fact(Fact::named("why", why?)))
}
