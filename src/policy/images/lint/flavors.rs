//! Which flavors and machine types fit each other.

use std::borrow::Cow;

use super::finding::{Findings, Found};
use super::looked::{Looked, Version};
use crate::base::sort;
use crate::policy::images::capabilities::{Set, best};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities};
use crate::policy::images::edits::Operation;
use crate::policy::images::provider::Content;
use crate::policy::images::reasons::{
    FLAVOR_NEVER_TAKEN, FLAVOR_REPEATED, FLAVOR_WITHOUT_MACHINE_TYPE, MACHINE_TYPE_WITHOUT_IMAGE,
};
use crate::reason::{Fact, Level};
use crate::wire::{Json, Pointer};

/// Machine types with equal capabilities.
struct Alike {
    /// The indexes of the machine types.
    places: Vec<usize>,
    set: Set,
    fits_any: bool,
}

/// How the machine types use a flavor.
#[derive(Clone, Copy, Default)]
struct Use {
    fits: bool,
    is_taken: bool,
    is_repeated: bool,
}

/// Checks all pairs of machine types and flavors. `has_gap` says which versions lack an artifact in some region, where
/// any flavor may be taken.
pub(super) fn check(looked: &Looked<'_, '_>, has_gap: &[bool], found: &mut Findings) {
    let catalog = looked.catalog;
    if catalog.fits_everything(looked.asked.edition) {
        return;
    }
    let mut machines = machines(looked);
    for version in 0..catalog.versions().len() {
        let sets: Vec<Set> = catalog.flavors(version).map(|(_, set)| set.into_owned()).collect();
        if sets.is_empty() {
            machines.iter_mut().for_each(|alike| alike.fits_any = true);
            continue;
        }
        if !looked.may_take(1 + machines.len() * sets.len()) {
            return;
        }
        let mut uses = vec![Use::default(); sets.len()];
        for alike in &mut machines {
            of_machine(looked, alike, &sets, &mut uses);
        }
        let Some(known) = looked.version(version).filter(|_| !catalog.is_implied()) else { continue };
        repeated(looked, &known, &mut uses, found);
        if !machines.is_empty() {
            let is_sure = !has_gap.get(version).copied().unwrap_or_default();
            unused(looked, &known, &uses, is_sure, found);
        }
    }
    if !catalog.versions().is_empty() {
        without_image(looked, &machines, found);
    }
}

/// Groups the machine types that are not out of use by equal capabilities.
fn machines(looked: &Looked<'_, '_>) -> Vec<Alike> {
    let edition = looked.asked.edition;
    let usable = looked.spec.machine_types.iter().enumerate().filter(|(_, machine)| !machine.is_out_of_use());
    let usable: Vec<(usize, Content<'_>)> =
        usable.map(|(place, machine)| (place, looked.content(&looked.catalog.machine(machine, edition)))).collect();
    let groups = sort::alike(&usable, |(_, left), (_, right)| left.cmp(right));
    let alike = groups.iter().filter_map(|group| {
        let places: Vec<usize> = group.iter().filter_map(|at| Some(usable.get(*at as usize)?.0)).collect();
        let first = *places.first()?;
        let set = looked.catalog.machine_set(first, looked.spec.machine_types.get(first)?, edition);
        Some(Alike { places, set, fits_any: false })
    });
    alike.collect()
}

fn of_machine(looked: &Looked<'_, '_>, alike: &mut Alike, sets: &[Set], uses: &mut [Use]) {
    let space = looked.catalog.space();
    let fitting = || sets.iter().enumerate().filter(|(_, flavor)| space.fits(&alike.set, flavor));
    for (place, _) in fitting() {
        if let Some(of_flavor) = uses.get_mut(place) {
            of_flavor.fits = true;
        }
    }
    // Upstream takes none of several tied flavors, so nobody can say which of them is unused.
    let taken: Vec<usize> = match best(space, &alike.set, fitting(), looked.asked.edition) {
        Ok(taken) => taken.into_iter().collect(),
        Err(_) => fitting().map(|(place, _)| place).collect(),
    };
    alike.fits_any |= !taken.is_empty();
    for place in taken {
        if let Some(of_flavor) = uses.get_mut(place) {
            of_flavor.is_taken = true;
        }
    }
}

/// Reports flavors that are equal to an earlier one of their version.
fn repeated(looked: &Looked<'_, '_>, version: &Version<'_, '_>, uses: &mut [Use], found: &mut Findings) {
    // Nobody knows what an undefined name was meant for, so a flavor with one equals no other.
    let is_clear = |flavor: &Capabilities<'_>| flavor.iter().all(|(name, _)| looked.defined.defines(name));
    let flavors = version.entry.capability_flavors.iter().zip(0_u32..).filter(|(flavor, _)| is_clear(flavor));
    let contents: Vec<(Content<'_>, u32)> = flavors.map(|(flavor, place)| (looked.content(flavor), place)).collect();
    let mut later: Vec<(u32, u32)> = Vec::new();
    for group in sort::alike(&contents, |(one, _), (other, _)| one.cmp(other)) {
        let mut group = group.into_iter().filter_map(|at| Some(contents.get(at as usize)?.1));
        let Some(first) = group.next() else { continue };
        later.extend(group.map(|place| (place, first)));
    }
    sort::sort(&mut later);
    for (place, first) in later {
        if let Some(of_flavor) = uses.get_mut(place as usize) {
            of_flavor.is_repeated = true;
        }
        let path = version.flavor_path(place as usize);
        found.add_safe(Level::Warning, path.clone(), || {
            let first = Fact::named("first", first as usize + 1);
            Found::new(&FLAVOR_REPEATED, path, version.called())
                .fact(Fact::named("flavor", place as usize + 1))
                .fact(first)
        });
    }
}

/// Reports flavors that fit no machine type, or to which another is always preferred.
fn unused(looked: &Looked<'_, '_>, version: &Version<'_, '_>, uses: &[Use], is_sure: bool, found: &mut Findings) {
    for (place, of_flavor) in uses.iter().enumerate() {
        if of_flavor.is_taken || of_flavor.is_repeated || of_flavor.fits && !is_sure {
            continue;
        }
        let code = if of_flavor.fits { &FLAVOR_NEVER_TAKEN } else { &FLAVOR_WITHOUT_MACHINE_TYPE };
        found.add(Level::Warning, || {
            let path = version.flavor_path(place);
            let shown = version.entry.capability_flavors.get(place).map(shown);
            let finding = Found::new(code, path.clone(), version.called());
            let finding = finding.fact(looked.saw(&path, shown)).fact(Fact::named("flavor", place + 1));
            // Without any flavors the version would fit everything, so its only flavor has no fix.
            if uses.len() > 1 { finding.fix([Operation::remove(path)]) } else { finding }
        });
    }
}

fn shown(flavor: &Capabilities<'_>) -> Json {
    let mut object = Json::object();
    for (name, values) in flavor {
        object.set(name, values.iter().copied().collect());
    }
    object
}

/// Reports machine types that fit no image version.
fn without_image(looked: &Looked<'_, '_>, machines: &[Alike], found: &mut Findings) {
    let mut places: Vec<usize> =
        machines.iter().filter(|alike| !alike.fits_any).flat_map(|alike| alike.places.iter().copied()).collect();
    sort::sort(&mut places);
    for place in places {
        let Some(machine) = looked.spec.machine_types.get(place) else { continue };
        found.add(Level::Error, || {
            let path = Pointer::to("spec").key("machineTypes").index(place);
            let mut finding = Found::new(&MACHINE_TYPE_WITHOUT_IMAGE, path.clone(), machine.name());
            if !machine.capabilities.is_empty() {
                finding =
                    finding.fact(looked.saw(&path.clone().key("capabilities"), Some(shown(&machine.capabilities))));
            }
            match looked.catalog.machine(machine, looked.asked.edition) {
                Cow::Borrowed(_) => finding,
                // The older field stands in for the capability.
                Cow::Owned(_) => finding.fact(looked.saw(&path.key(ARCHITECTURE), machine.architecture)),
            }
        });
    }
}
