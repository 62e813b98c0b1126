//! The minimum sizes of root disks, before and after a change.

use super::sides::{Offered, Sides};
use crate::base::Known;
use crate::policy::images::documents::{Quantity, WorkerVolume};

/// Root disks whose minimum size is larger than before.
pub(super) struct Raised<'k> {
    /// The machine type to which the size applies; empty for all machine types.
    pub machine: &'k str,
    /// The volume type of the disks.
    pub volume: &'k str,
    /// The place of the minimum size in the document after the change.
    pub place: String,
    /// The minimum sizes.
    pub least: Least<'k>,
}

/// The minimum size of a disk before and after a change.
pub(super) struct Least<'k> {
    before: Option<Quantity<'k>>,
    after: Quantity<'k>,
}

impl Least<'_> {
    /// Whether a disk was large enough before the change and is too small after it.
    pub(super) fn hurts(&self, volume: Option<&WorkerVolume<'_>>) -> bool {
        let Some(size) = volume.and_then(|volume| volume.size) else { return false };
        size.nanos() < self.after.nanos() && self.before.is_none_or(|before| size.nanos() >= before.nanos())
    }
}

impl Raised<'_> {
    /// The change in words.
    pub(super) fn says(&self) -> String {
        let Self { machine, volume, least, .. } = self;
        let of = if machine.is_empty() { String::new() } else { format!(" in machines of the type `{machine}`") };
        format!("a root disk of the type `{volume}`{of} has at least {} from now on", least.after.text)
    }
}

/// The minimum sizes in a document with their places, by machine type and volume type.
fn leasts<'k>(offered: Offered<'k, 'k>) -> impl Iterator<Item = ((&'k str, &'k str), Quantity<'k>, String)> {
    let of_volumes = offered.volumes.iter().enumerate().filter_map(|(index, volume)| {
        let least = volume.min_size?;
        Some((("", volume.name.unwrap_or_default()), least, format!("/spec/volumeTypes/{index}/minSize")))
    });
    let of_machines = offered.types.iter().enumerate().filter_map(|(index, machine)| {
        let storage = machine.storage.as_ref()?;
        let place = format!("/spec/machineTypes/{index}/storage/minSize");
        Some(((machine.name(), storage.storage_type?), storage.min_size?, place))
    });
    of_volumes.chain(of_machines)
}

/// The root disks whose minimum size the change raises.
pub(super) fn raised<'k>(sides: Sides<'k, 'k>) -> Vec<Raised<'k>> {
    let [before, _] = sides.offered;
    let mut largest: Known<(&str, &str), Option<Quantity<'_>>> = Known::default();
    for (of, least, _) in leasts(before) {
        largest.update(of, |known| {
            *known = Some(known.filter(|known| known.nanos() >= least.nanos()).unwrap_or(least));
        });
    }
    let [_, written] = sides.written;
    let raised = leasts(written).filter_map(|((machine, volume), after, place)| {
        let before = largest.get(&(machine, volume)).copied().flatten();
        let is_raised = before.is_none_or(|before| after.nanos() > before.nanos());
        is_raised.then_some(Raised { machine, volume, place, least: Least { before, after } })
    });
    raised.collect()
}
