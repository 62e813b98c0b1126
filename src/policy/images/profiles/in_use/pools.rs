//! The pools of Shoots that a change of a profile would cause to be refused (section 15, things in use, Shoots). Each
//! is judged as an existing pool, only for its machine type, architecture, image version and capabilities.

use super::identity::{name_of, namespace_of};
use super::listed::Listed;
use super::pool::{Pool, Pools};
use super::side::Side;
use super::{Place, UserKind, Violation, What};
use crate::base::sort::sort_by;
use crate::base::{Edition, Known};
use crate::policy::images::capabilities::ByName;
use crate::policy::images::compare::same_capabilities;
use crate::policy::images::divergences::POOLS_ARE_PROTECTED;
use crate::policy::images::documents::{ImageVersion, MachineType, ProfileSpec, Shoot, Worker};
use crate::policy::images::errors::spelled;
use crate::policy::images::reasons::{POOL_WILL_BE_REFUSED, POOLS_OF_NEITHER};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The effects of a change of a profile on its users.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// The uses that the change would break.
    pub violations: Vec<Violation>,
    /// What the change may do but will hurt.
    pub warnings: Vec<Problem>,
}

/// Which effects of a change are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// All effects.
    Everything,
    /// All effects except for the pools that would be refused, which the caller reports one by one.
    BesidesPools,
}

/// The document that changes, before and after.
pub(crate) struct Documents<'d, 'a> {
    pub(super) before: Listed<'d, 'a>,
    pub(super) after: Listed<'d, 'a>,
    /// The paths of the two in the request.
    pub(super) paths: [Pointer; 2],
}

/// A part of the change that takes away something a pool needs.
#[derive(Clone, Debug)]
pub(super) struct Cause {
    what: What,
    value: String,
    /// The place of that part in the document.
    place: String,
    /// Whether the place is in the document before the change.
    is_gone: bool,
}

/// Sorts Shoots by namespace and name.
pub(super) fn sorted<'u>(mut shoots: Vec<&'u Shoot<'u>>) -> Vec<&'u Shoot<'u>> {
    let name = |shoot: &Shoot<'u>| (namespace_of(shoot.metadata.as_ref()), name_of(shoot.metadata.as_ref()));
    sort_by(&mut shoots, |left, right| name(left).cmp(&name(right)));
    shoots
}

/// What pools that are judged alike have in common: the offer, the machine type, the image with its version, and the
/// architecture.
type Judged<'s> = (usize, &'s str, (&'s str, &'s str), &'s str);

/// The effects of a change on pools that are judged alike.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// The parts of the change for which the pools are refused although they were not before.
    pub causes: Vec<Cause>,
    /// The image version of the pools, if it is removed.
    pub gone: Option<Cause>,
    /// Whether the pools were refused before and still are.
    pub was_refused: bool,
    /// Whether neither profile has their machine type or neither has their image version.
    pub is_of_neither: bool,
}

/// Judges the pools of Shoots. Each Shoot comes with the place of the profile that it uses among the `offers`, which
/// are given before and after the change.
pub(super) fn judge_each<'s, 'a>(
    documents: &Documents<'_, '_>,
    offers: &[[&ProfileSpec<'a>; 2]],
    shoots: impl Iterator<Item = (usize, &'s Shoot<'s>)>,
    edition: Edition,
    mut found: impl FnMut(Pool<'s>, &Judgement),
) {
    let changes: Vec<Change<'_, 'a>> = offers.iter().map(|offer| Change::new(*offer, documents, edition)).collect();
    let mut judged: Known<Judged<'_>, Option<Judgement>> = Known::default();
    for (place, shoot) in shoots {
        let Some(change) = changes.get(place) else { continue };
        for worker in shoot.workers() {
            let image = worker.image().map_or(("", ""), |image| (image.name(), image.version()));
            let key = (place, worker.machine_type(), image, worker.architecture().unwrap_or_default());
            let pool = Pool { shoot, worker };
            judged.update(key, |known| found(pool, known.get_or_insert_with(|| change.judge(worker))));
        }
    }
}

/// The parts of a change that cause pools to be refused, each with these pools.
#[derive(Default)]
pub(super) struct Refused(Known<(String, bool), (Option<Cause>, Pools)>);

impl Refused {
    /// Adds a pool, and names it if fewer than `named` are named so far.
    pub(super) fn add(&mut self, cause: &Cause, named: usize, pool: Pool<'_>) {
        self.0.update((cause.place.clone(), cause.is_gone), |(known, pools)| {
            known.get_or_insert_with(|| cause.clone());
            pools.add_up_to(named, pool);
        });
    }

    pub(super) fn violations(mut self) -> Vec<Violation> {
        let violation = |(cause, pools): &mut (Option<Cause>, Pools)| {
            let Cause { what, value, place, is_gone } = cause.take()?;
            Some(Violation {
                used_by_kind: UserKind::Shoot,
                used_by: std::mem::take(&mut pools.shoot),
                what,
                value,
                field: Some(Place { field: spelled(&place), is_gone }),
                pools: Some(std::mem::take(&mut pools.first)),
                count: Some(pools.count),
            })
        };
        self.0.values_mut().filter_map(violation).collect()
    }
}

/// The pools of sorted Shoots that would be refused although they were not before. `offers` are profiles before and
/// after the change, and `offer_of` returns the place of the one that a Shoot uses.
pub(super) fn refused<'a>(
    documents: &Documents<'_, '_>,
    offers: &[[&ProfileSpec<'a>; 2]],
    offer_of: impl Fn(&Shoot<'_>) -> Option<usize>,
    shoots: &[&Shoot<'a>],
    edition: Edition,
) -> Effects {
    let (mut refused, mut warnings, mut of_neither) = (Refused::default(), Vec::new(), Pools::default());
    let shoots = shoots.iter().filter_map(|shoot| Some((offer_of(shoot)?, *shoot)));
    judge_each(documents, offers, shoots, edition, |pool, Judgement { causes, is_of_neither, .. }| {
        if *is_of_neither {
            of_neither.add(pool);
        }
        match causes.first().filter(|_| !edition.applies(&POOLS_ARE_PROTECTED)) {
            Some(first) => warnings.push(warning(pool, first, documents)),
            None => causes.iter().for_each(|cause| refused.add(cause, Pools::NAMED, pool)),
        }
    });
    warnings.extend(warning_of_neither(&of_neither));
    Effects { violations: refused.violations(), warnings }
}

/// Warns of pools whose machine type or image version neither profile has, if there are any.
pub(super) fn warning_of_neither(pools: &Pools) -> Option<Problem> {
    let problem = Problem::warning(&POOLS_OF_NEITHER, Pointer::default()).fact(Fact::named("count", pools.count));
    (pools.count > 0).then(|| problem.fact(Fact::named("pools", pools.listed())))
}

/// Warns of a pool that would be refused, and names the first part of the change that causes it.
fn warning(pool: Pool<'_>, cause: &Cause, documents: &Documents<'_, '_>) -> Problem {
    let mut named = Pools::default();
    named.add(pool);
    let problem = Problem::warning(&POOL_WILL_BE_REFUSED, documents.path(&cause.place, cause.is_gone));
    problem.fact(Fact::named("pool", named.first.concat())).fact(Fact::named("value", cause.value.as_str()))
}

impl Documents<'_, '_> {
    /// The path in the request of a place in one of the two documents.
    pub(super) fn path(&self, place: &str, is_gone: bool) -> Pointer {
        let [before, after] = self.paths.clone();
        (if is_gone { before } else { after }).join(&Pointer::parsed(place))
    }
}

/// A profile before and after a change.
struct Change<'c, 'a> {
    before: Side<'c, 'a>,
    after: Side<'c, 'a>,
    documents: &'c Documents<'c, 'c>,
    /// The places of the defined values that are removed, by capability.
    gone: Vec<(usize, Vec<usize>)>,
}

/// An existing pool, and what it consists of before and after.
struct Standing<'c, 'a> {
    machine: &'c MachineType<'a>,
    version: &'c ImageVersion<'a>,
    architecture: &'c str,
    image: (&'c str, &'c str),
    machine_after: Option<&'c MachineType<'a>>,
    version_after: Option<&'c ImageVersion<'a>>,
}

impl<'c, 'a> Change<'c, 'a> {
    fn new([before, after]: [&'c ProfileSpec<'a>; 2], documents: &'c Documents<'c, 'c>, edition: Edition) -> Self {
        let new = ByName::new(&after.machine_capabilities);
        let side = Side::new(before, after, edition);
        let gone = (0..side.space.count()).filter_map(|capability| {
            let name = side.space.name(capability);
            let values = side.space.defined(capability).iter().enumerate();
            let gone: Vec<usize> = values.filter(|(_, value)| !new.has(name, value)).map(|(place, _)| place).collect();
            (!gone.is_empty()).then_some((capability, gone))
        });
        let gone = gone.collect();
        Self { before: side, after: Side::new(after, before, edition), documents, gone }
    }

    /// Judges the effect of the change on a pool. The change is not blamed for a pool that was refused before, and a
    /// version that is removed is reported by itself.
    fn judge(&self, worker: &Worker<'_>) -> Judgement {
        let image = worker.image().filter(|_| !worker.is_open()).map(|image| (image.name(), image.version()));
        let image = image.filter(|image| !self.before.listed.is_begun(*image));
        let Some(image) = image else { return self.judge_open(worker) };
        let machine = |side: &Side<'c, 'a>| side.listed.machine(worker.machine_type()).map(|(_, machine)| machine);
        let version = |side: &Side<'c, 'a>| side.listed.version(image).map(|(_, version)| version);
        let (machine_after, version_after) = (machine(&self.after), version(&self.after));
        let named = worker.architecture();
        let suits = |side: &Side<'c, 'a>, machine: Option<&MachineType<'a>>, version: Option<&ImageVersion<'a>>| {
            let Some((machine, version)) = machine.zip(version) else { return false };
            side.suits(machine, version, named.unwrap_or_else(|| side.architecture_of(machine)))
        };
        let (Some(machine), Some(version)) = (machine(&self.before), version(&self.before)) else {
            let was_refused = !suits(&self.after, machine_after, version_after);
            let has_none = |side: &Side<'c, 'a>| [machine(side).is_none(), version(side).is_none()];
            let [before, after] = [&self.before, &self.after].map(has_none);
            let is_of_neither = before[0] && after[0] || before[1] && after[1];
            return Judgement { was_refused, is_of_neither, ..Judgement::default() };
        };
        let architecture = named.unwrap_or_else(|| self.before.architecture_of(machine));
        let pool = Standing { machine, version, architecture, image, machine_after, version_after };
        let stands = |version| machine_after.is_some_and(|machine| self.after.suits(machine, version, architecture));
        if !self.before.suits(machine, version, architecture) {
            let was_refused = !version_after.is_some_and(stands);
            return Judgement { was_refused, ..Judgement::default() };
        }
        let gone = version_after.is_none().then(|| self.gone(&pool));
        if stands(version_after.unwrap_or(version)) {
            return Judgement { gone, ..Judgement::default() };
        }
        let alone = self.alone(&pool);
        let causes = if alone.is_empty() { self.together(&pool) } else { alone };
        let causes = if causes.is_empty() { vec![self.machine(pool.machine.name())] } else { causes };
        Judgement { causes, gone, ..Judgement::default() }
    }

    /// Judges a pool that does not say which image it has: it is refused if its machine type is removed. Whether it was
    /// refused before is not judged, and a warning about all such pools says so.
    fn judge_open(&self, worker: &Worker<'_>) -> Judgement {
        let name = worker.machine_type();
        let [before, after] = [&self.before, &self.after].map(|side| side.listed.machine(name).is_some());
        let causes = if before && !after { vec![self.machine(name)] } else { Vec::new() };
        Judgement { causes, ..Judgement::default() }
    }

    /// The removal of a pool's image version.
    fn gone(&self, pool: &Standing<'_, 'a>) -> Cause {
        let place = self.documents.before.version(pool.image).map(|(place, _)| place);
        Cause {
            what: What::MachineImageVersion,
            value: format!("{}:{}", pool.image.0, pool.image.1),
            place: place.unwrap_or_else(|| "/spec/machineImages".to_owned()),
            is_gone: true,
        }
    }

    /// The parts of the change each of which, made alone, causes the pool to be refused.
    fn alone(&self, pool: &Standing<'_, 'a>) -> Vec<Cause> {
        let Standing { machine, version, architecture, .. } = *pool;
        let suits = |machine, version| self.before.suits(machine, version, architecture);
        let mut causes = Vec::new();
        if pool.machine_after.is_none_or(|machine| !suits(machine, version)) {
            causes.push(self.machine(pool.machine.name()));
        }
        if pool.version_after.is_some_and(|version| !suits(machine, version)) {
            causes.extend(self.flavors(pool));
        }
        for (capability, values) in self.gone_of(pool) {
            if !self.before.suits_without((capability, &values), machine, version, architecture) {
                causes.extend(self.values(capability, &values));
            }
        }
        causes
    }

    /// All parts of the change, if only several of them together cause the pool to be refused.
    fn together(&self, pool: &Standing<'_, 'a>) -> Vec<Cause> {
        let differs = |machine: &MachineType<'_>| {
            !same_capabilities(&machine.capabilities, &pool.machine.capabilities)
                || machine.architecture != pool.machine.architecture
        };
        let machine = pool.machine_after.is_none_or(differs).then(|| self.machine(pool.machine.name()));
        let values = self.gone_of(pool).into_iter().flat_map(|(capability, values)| self.values(capability, &values));
        machine.into_iter().chain(self.flavors(pool)).chain(values).collect()
    }

    /// The removed values that the pool shares with its image, by capability.
    fn gone_of(&self, pool: &Standing<'_, 'a>) -> Vec<(usize, Vec<usize>)> {
        let shared = |(capability, gone): &(usize, Vec<usize>)| {
            let mut shared = self.before.shared(pool.machine, pool.version, *capability);
            shared.retain(|value| gone.binary_search(value).is_ok());
            (!shared.is_empty()).then_some((*capability, shared))
        };
        self.gone.iter().filter_map(shared).collect()
    }

    fn machine(&self, name: &str) -> Cause {
        let [before, after] = [&self.documents.before, &self.documents.after].map(|listed| listed.machine(name));
        let is_gone = after.is_none();
        let place = after.or(before).map_or(String::new(), |(place, _)| format!("/{place}"));
        Cause { what: What::MachineType, value: name.to_owned(), place: format!("/spec/machineTypes{place}"), is_gone }
    }

    /// The flavors that suited the pool and have no equal any more, or the list of flavors or architectures of a
    /// version that had no flavors.
    fn flavors(&self, pool: &Standing<'_, 'a>) -> Vec<Cause> {
        let Some(after) = pool.version_after else { return Vec::new() };
        let value = format!("{}:{}", pool.image.0, pool.image.1);
        let place = |listed: &Listed<'_, '_>| listed.version(pool.image).map(|(place, _)| place);
        let [old, new] = [&self.documents.before, &self.documents.after].map(place);
        let cause = |place, is_gone| Cause { what: What::Flavor, value: value.clone(), place, is_gone };
        if pool.version.flavors().next().is_none() {
            let flavored = after.flavors().next().is_some();
            if !flavored && after.architectures == pool.version.architectures {
                return Vec::new();
            }
            let list = if self.after.definitions.is_empty() { "architectures" } else { "capabilityFlavors" };
            let is_gone = new.is_none();
            return new.or(old).map(|place| cause(format!("{place}/{list}"), is_gone)).into_iter().collect();
        }
        let is_left = |flavor| after.flavors().any(|(_, other)| same_capabilities(flavor, other));
        let gone = self.before.suiting(pool.machine, pool.version).filter(|(_, flavor)| !is_left(flavor));
        let gone: Vec<usize> = gone.map(|(index, _)| index).collect();
        let is_gone = old.is_some();
        let Some(place) = old.or(new) else { return Vec::new() };
        gone.into_iter().map(|index| cause(format!("{place}/capabilityFlavors/{index}"), is_gone)).collect()
    }

    fn values(&self, capability: usize, values: &[usize]) -> Vec<Cause> {
        let space = &self.before.space;
        let Some(place) = space.definition(capability) else { return Vec::new() };
        let written = self.before.definitions.get(place).map(|known| known.values.as_slice()).unwrap_or_default();
        let named = values.iter().filter_map(|value| space.defined(capability).get(*value));
        let cause = |value: &&str| Cause {
            what: What::CapabilityValue,
            value: format!("{}:{value}", space.name(capability)),
            place: format!(
                "/spec/machineCapabilities/{place}/values/{}",
                written.iter().position(|known| known == value).unwrap_or_default()
            ),
            is_gone: true,
        };
        named.map(cause).collect()
    }
}
