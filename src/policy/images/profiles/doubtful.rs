//! Values of machine types, volume types and flavors that are valid but hardly intended, such as a capability without
//! values, or too little memory for any system.

use super::validation::{Rules, SizeLimit, older_fields_of_child};
use crate::policy::images::documents::{
    Capabilities, CloudProfile, FeatureGates, MachineImage, MachineType, NamespacedCloudProfile, Quantity, VolumeType,
};
use crate::policy::images::reasons::{
    CAPABILITY_WITHOUT_VALUES, LEAST_SIZE_TOO_SMALL, MACHINE_TYPE_WITHOUT_AMOUNT, MEMORY_TOO_SMALL, and_more,
};
use crate::policy::images::store::Written;
use crate::question::Asked;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The most values that are reported.
const NAMED: usize = 20;

/// Warns of each such value. `at` is where the profile's `spec` is, in facts and in the request.
pub(super) fn doubtful(
    types: &[MachineType<'_>],
    volumes: &[VolumeType<'_>],
    images: &[MachineImage<'_>],
    at: [Pointer; 2],
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, volume) in volumes.iter().enumerate() {
        let below = Pointer::to("volumeTypes").index(index).key("minSize");
        let owner = || format!("the volume type `{}`", volume.name.unwrap_or_default());
        problems.extend(volume.min_size.and_then(|least| too_small(least, owner, &below, &at)));
    }
    for (index, machine) in types.iter().enumerate() {
        let below = Pointer::to("machineTypes").index(index);
        if let Some(memory) = machine.memory.filter(is_tiny) {
            let [place, path] = at.clone().map(|at| at.join(&below).key("memory"));
            let problem = Problem::warning(&MEMORY_TOO_SMALL, path).fact(Fact::at(place, memory.text));
            let problem = problem.fact(Fact::named("machine", machine.name()));
            // No unit makes zero larger.
            let nearest = (memory.nanos() > 0).then(|| Fact::named("nearest", meant(memory)));
            problems.push(nearest.into_iter().fold(problem, Problem::fact));
        }
        let owner = || format!("the machine type `{}`", machine.name());
        let least = machine.storage.as_ref().and_then(|storage| storage.min_size);
        let of_disk = below.clone().key("storage").key("minSize");
        problems.extend(least.and_then(|least| too_small(least, owner, &of_disk, &at)));
        for (what, amount) in [("cpu", machine.cpu), ("memory", machine.memory)] {
            if amount.is_none() {
                let [place, path] = at.clone().map(|at| at.join(&below).key(what));
                let problem = Problem::warning(&MACHINE_TYPE_WITHOUT_AMOUNT, path).fact(Fact::absent(place));
                problems.push(problem.fact(Fact::named("machine", machine.name())).fact(Fact::named("what", what)));
            }
        }
        problems.extend(without_values(&machine.capabilities, owner, || below.clone().key("capabilities"), &at));
    }
    for (index, image) in images.iter().enumerate() {
        for (place, version) in image.versions.iter().enumerate() {
            let list = || Pointer::to("machineImages").index(index).key("versions").index(place);
            for (flavor, capabilities) in version.flavors() {
                let owner = || format!("the flavor {} of `{}:{}`", flavor + 1, image.name(), version.version());
                let below = || list().key("capabilityFlavors").index(flavor);
                problems.extend(without_values(capabilities, owner, below, &at));
            }
        }
    }
    let more = problems.len().saturating_sub(NAMED);
    problems.truncate(NAMED);
    problems.extend(and_more(more, &at[1]));
    problems
}

/// Warns of capabilities with an empty list, which unlike a missing one has no value in common with anything.
fn without_values(
    capabilities: &Capabilities<'_>,
    owner: impl Fn() -> String,
    below: impl Fn() -> Pointer,
    at: &[Pointer; 2],
) -> impl Iterator<Item = Problem> {
    let empty = capabilities.into_iter().filter(|(_, values)| values.is_empty());
    empty.map(move |(name, _)| {
        let path = at[1].clone().join(&below()).key(name);
        let problem = Problem::warning(&CAPABILITY_WITHOUT_VALUES, path).fact(Fact::named("capability", *name));
        problem.fact(Fact::named("owner", owner()))
    })
}

/// Warns of a minimum size below 1 GiB: every disk is larger, so more was meant.
fn too_small(least: Quantity<'_>, owner: impl Fn() -> String, below: &Pointer, at: &[Pointer; 2]) -> Option<Problem> {
    const LEAST: i128 = 1 << 30;
    if least.is_negative() || least.rounded_up() >= LEAST {
        return None;
    }
    let [place, path] = at.clone().map(|at| at.join(below));
    let problem = Problem::warning(&LEAST_SIZE_TOO_SMALL, path).fact(Fact::at(place, least.text));
    let problem = problem.fact(Fact::named("owner", owner()));
    let nearest = (least.nanos() > 0).then(|| Fact::named("nearest", meant(least)));
    Some(nearest.into_iter().fold(problem, Problem::fact))
}

/// Whether the memory is below 256 MiB, in which no node runs.
fn is_tiny(memory: &Quantity<'_>) -> bool {
    const LEAST: i128 = 256 << 20;
    !memory.is_negative() && memory.rounded_up() < LEAST
}

/// The same number in GiB, or in MiB if it is in the thousands.
fn meant(memory: Quantity<'_>) -> String {
    let number: String =
        memory.text.trim().chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    let unit = if number.split('.').next().is_some_and(|whole| whole.len() > 3) { "Mi" } else { "Gi" };
    format!("{number}{unit}")
}

/// Warns of older architecture fields in a NamespacedCloudProfile that are overruled by capabilities, which the parent
/// defines.
pub(crate) fn older_fields_ignored(child: &Written<'_>, parent: &Written<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    let (own, parent) = (child.read::<NamespacedCloudProfile<'_>>(), parent.read::<CloudProfile<'_>>());
    let (Ok(own), Ok(parent)) = (own, parent) else { return Vec::new() };
    // None of these warnings depends on a gate.
    let gates = FeatureGates::default();
    let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
    older_fields_of_child(own.spec(), child, &parent.spec().machine_capabilities, rules)
}
