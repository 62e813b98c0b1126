//! A migration as a JSON Patch. Removals come last, from back to front, so that no index changes before it is used.

use super::config::{place_of_entry, place_of_image};
use super::json::object;
use super::plan::Plan;
use super::versions::{Target, place_of};
use crate::base::{Known, sort};
use crate::policy::images::edits::{Op, Operation};
use crate::wire::{Json, Pointer};

/// Returns the patch of a plan.
pub(super) fn of(plan: &Plan<'_, '_>) -> Vec<Operation> {
    let spec = || Pointer::to("spec");
    let mut patch = vec![Op::Add.at(spec().key("machineCapabilities"), plan.defined.json())];
    for (place, own) in plan.machines.iter().enumerate() {
        let path = spec().key("machineTypes").index(place).key("capabilities");
        patch.push(Op::Add.at(path, object(own)));
    }
    let mut gone = Gone::default();
    for target in &plan.targets {
        of_target(plan, target, &mut patch, &mut gone);
    }
    of_config(plan, &mut patch, &mut gone);
    patch.extend(gone.operations());
    patch
}

/// The elements that are removed.
#[derive(Default)]
struct Gone {
    /// Versions of the profile, by the indexes of their image and their own.
    versions: Vec<(usize, usize)>,
    /// Entries of the provider, and images of which all entries go. An image name may occur twice in the provider's
    /// list.
    entries: Vec<(usize, usize)>,
    images: Vec<usize>,
}

impl Gone {
    /// Returns the removals from back to front, so that no index changes before it is used.
    fn operations(mut self) -> impl Iterator<Item = Operation> {
        sort::sort(&mut self.versions);
        sort::sort(&mut self.images);
        self.entries.retain(|(image, _)| self.images.binary_search(image).is_err());
        let images = self.images.into_iter().map(|image| (image, None));
        let entries = self.entries.into_iter().map(|(image, version)| (image, Some(version)));
        let mut entries: Vec<(usize, Option<usize>)> = images.chain(entries).collect();
        sort::sort(&mut entries);
        let entries = entries.into_iter().rev().map(|(image, version)| match version {
            Some(version) => place_of_entry(image, version),
            None => place_of_image(image),
        });
        let versions = self.versions.into_iter().rev().map(|(image, version)| place_of(image, version));
        entries.chain(versions).map(Operation::remove)
    }
}

fn of_target<'a>(plan: &Plan<'_, 'a>, target: &Target<'a>, patch: &mut Vec<Operation>, gone: &mut Gone) {
    let Some(head) = target.head() else { return };
    let place = place_of(target.image, head.version);
    if head.text != target.base {
        patch.push(Op::Replace.at(place.clone().key("version"), target.base));
    }
    let flavors: Json = plan.flavors(target).map(|flavor| object(&flavor.capabilities)).collect();
    patch.push(Op::Add.at(place.clone().key("capabilityFlavors"), flavors));
    // The dashboard still reads the legacy field.
    let architectures = plan.architectures(target);
    if architectures != head.architectures {
        patch.push(Op::Add.at(place.key("architectures"), architectures.into_iter().collect::<Json>()));
    }
    let others = target.members.iter().filter(|member| member.version != head.version);
    gone.versions.extend(others.map(|member| (target.image, member.version)));
}

fn of_config(plan: &Plan<'_, '_>, patch: &mut Vec<Operation>, gone: &mut Gone) {
    let Some(config) = plan.config else { return };
    let mut left: Known<usize, usize> = Known::default();
    config.entries().for_each(|(_, entry)| left.update(entry.image, |left| *left += 1));
    for (target, entries) in plan.targets.iter().zip(plan.entries()) {
        let image = plan.image(target);
        let Some((_, first)) = entries.first() else { continue };
        let flavors = entries.iter().filter_map(|(place, entry)| {
            let member = target.members.get(*place)?;
            Some(config.flavors(entry, &member.architectures, |architecture| plan.own(image, member, architecture)))
        });
        let flavors: Json = flavors.flatten().collect();
        let mut version = Json::object();
        version.set("version", target.base.into());
        version.set("capabilityFlavors", flavors);
        patch.push(Op::Replace.at(first.path(), version));
        for (_, entry) in entries.iter().skip(1) {
            gone.entries.push((entry.image, entry.version));
            left.update(entry.image, |left| *left -= 1);
        }
    }
    gone.images.extend(left.entries().filter(|(_, left)| **left == 0).map(|(image, _)| *image));
}
