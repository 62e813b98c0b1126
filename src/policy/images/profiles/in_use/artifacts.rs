//! Pools whose next machines boot another artifact after a change, or find none. Only the provider's extension looks at
//! artifacts (section 17.4), and it refuses nothing.

use super::listed::Listed;
use super::pool::{Pool, Pools};
use super::pools::Documents;
use crate::base::{Index, Known};
use crate::policy::images::documents::{MachineType, ProfileSpec, Shoot, Worker};
use crate::policy::images::provider::{HeldConfig, MachineToBoot};
use crate::policy::images::reasons::{CHANGE_HURTS_POOLS, PROVIDER_CONFIG_CHANGES};
use crate::question::Asked;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The most steps that are taken to find artifacts, because there may be many pools and many artifacts. A warning says
/// that the rest was not examined.
const STEPS: usize = 1 << 22;

/// What Shoots use: a profile, and the provider configurations that apply with it, a NamespacedCloudProfile's first.
#[derive(Clone, Copy)]
pub(super) struct Mapped<'m, 'a> {
    pub spec: &'m ProfileSpec<'a>,
    pub configs: [Option<&'m HeldConfig<'a>>; 2],
}

/// What pools that boot alike have in common: the offer, the machine type, the architecture, the image with its
/// version, and the region.
type Alike<'s> = (usize, &'s str, &'s str, (&'s str, &'s str), &'s str);

/// An artifact that changes: the image with its version, the region, the names of the artifact before and after, and
/// the machine type if the change of the artifact is due to that of the machine type.
type Other<'s> = ((&'s str, &'s str), &'s str, &'s str, Option<&'s str>, Option<&'s str>);

/// Warns of each artifact that becomes another one for some pools. Each Shoot uses one of the `offers`, which are given
/// before and after the change.
pub(super) fn other_artifacts<'a>(
    documents: &Documents<'_, '_>,
    offers: &[[Mapped<'_, 'a>; 2]],
    offer_of: impl Fn(&Shoot<'_>) -> Option<usize>,
    shoots: &[&Shoot<'a>],
    asked: &Asked<'_>,
) -> Vec<Problem> {
    let types_of =
        |mapped: &Mapped<'_, 'a>| -> Index<'a> { mapped.spec.machine_types.iter().map(|it| it.name()).collect() };
    let types: Vec<[Index<'a>; 2]> = offers.iter().map(|sides| sides.each_ref().map(types_of)).collect();
    let mut known: Known<Alike<'a>, Option<Option<Other<'a>>>> = Known::default();
    let mut others: Known<Other<'a>, (Option<Other<'a>>, Pools)> = Known::default();
    let (mut steps, mut is_cut) = (STEPS, false);
    for shoot in shoots {
        let found = offer_of(shoot).and_then(|place| Some((place, offers.get(place)?, types.get(place)?)));
        let Some((place, offer, types)) = found else { continue };
        for worker in shoot.workers() {
            let Some(image) = worker.image().map(|image| (image.name(), image.version())) else { continue };
            let architecture = worker.architecture().unwrap_or_default();
            let key = (place, worker.machine_type(), architecture, image, shoot.region());
            let mut other = None;
            known.update(key, |known| {
                other = *known.get_or_insert_with(|| {
                    let held = offer.iter().flat_map(|mapped| mapped.configs).flatten();
                    let needed = held.map(|held| held.steps(image)).sum();
                    is_cut |= steps < needed;
                    steps = steps.saturating_sub(needed);
                    if is_cut { None } else { becomes((offer, types), (shoot, worker), image, asked) }
                });
            });
            if let Some(other) = other {
                others.update(other, |(known, pools)| {
                    *known = Some(other);
                    pools.add(Pool { shoot, worker });
                });
            }
        }
    }
    let warning = |(other, pools): &mut (Option<Other<'a>>, Pools)| {
        let ((image, version), region, before, after, machine) = (*other)?;
        let there = if region.is_empty() { String::new() } else { format!(" in `{region}`") };
        let of_machine = machine.map_or_else(String::new, |machine| format!(" for the machine type `{machine}`"));
        let becomes = after.map_or("goes".to_owned(), |after| format!("becomes `{after}`"));
        let hurt = format!("the artifact `{before}` of `{image}:{version}`{there}{of_machine} {becomes}");
        let problem = Problem::warning(&CHANGE_HURTS_POOLS, place_of(documents, machine))
            .fact(Fact::named("hurt", hurt))
            .fact(Fact::named("count", pools.count));
        Some(problem.fact(Fact::named("pools", pools.listed())))
    };
    let mut problems: Vec<Problem> = others.values_mut().filter_map(warning).collect();
    let [_, path] = documents.paths.clone();
    let cut = || Problem::warning(&PROVIDER_CONFIG_CHANGES, path.key("spec").key("providerConfig"));
    problems.extend(is_cut.then(cut));
    problems
}

/// What a pool boots before and after a change, if that differs. A machine type that goes is reported elsewhere.
fn becomes<'a>(
    (offer, types): (&[Mapped<'_, 'a>; 2], &[Index<'a>; 2]),
    (shoot, worker): (&Shoot<'a>, &Worker<'a>),
    image: (&'a str, &'a str),
    asked: &Asked<'_>,
) -> Option<Other<'a>> {
    let [before, after] = offer;
    let region = shoot.region();
    let boots = |Mapped { spec, configs }: &Mapped<'_, 'a>, machine: &MachineType<'a>| {
        let wish = MachineToBoot { machine, architecture: worker.architecture(), image, region };
        wish.artifact(spec, *configs, asked)
    };
    let [old, new] = types.each_ref().map(|types| types.find(worker.machine_type()));
    let (old, new) = old.zip(new)?;
    let machine_before = before.spec.machine_types.get(old)?;
    let was = boots(before, machine_before)?;
    let is = boots(after, after.spec.machine_types.get(new)?);
    let is_of_machine = || boots(after, machine_before) == Some(was);
    let machine = worker.machine_type();
    (is != Some(was)).then(|| (image, region, was, is, is_of_machine().then_some(machine)))
}

/// The place of what changes an artifact: a machine type, or the provider's configuration.
fn place_of(documents: &Documents<'_, '_>, machine: Option<&str>) -> Pointer {
    let [before, after] = documents.paths.clone().map(|path| path.key("spec"));
    let listed = |listed: &Listed<'_, '_>| Some(listed.machine(machine?)?.0);
    let of_machine = listed(&documents.after).map(|place| (after.clone(), place));
    let of_machine = of_machine.or_else(|| Some((before, listed(&documents.before)?)));
    match of_machine {
        Some((spec, place)) => spec.key("machineTypes").index(place),
        None => after.key("providerConfig"),
    }
}
