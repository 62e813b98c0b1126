//! Extra specs and image properties that name no trait and no class, but still make Nova ask Placement, or a filter of
//! its own, for more. What it asks for depends on the flavor and the image together, on the deployment and on other
//! services, and is not judged here.

use crate::policy::traits::documents::{Flavor, Image, Property};
use crate::policy::traits::reasons::NOVA_ASKS_FURTHER;
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer};

/// A key that makes Nova ask for more.
struct Key {
    /// The key in a flavor, and the one in an image; empty if it has no effect there.
    flavor: &'static str,
    image: &'static str,
    /// The values that ask for nothing.
    silent: Silent,
    /// The component that Nova asks because of other values.
    of: &'static str,
    /// What Nova asks for.
    asks: &'static str,
}

/// The values that ask for nothing, besides an empty one.
enum Silent {
    /// These words. Any other value asks for something or is refused.
    Words(&'static [&'static str]),
    /// All values except those for yes.
    Unless,
    /// No value.
    No,
}

const KEYS: [Key; 18] = [
    row("os:secure_boot", "os_secure_boot", SECURE_BOOT, "the trait `COMPUTE_SECURITY_UEFI_SECURE_BOOT`"),
    row("hw:cpu_policy", "hw_cpu_policy", Silent::Words(&["shared"]), "processors of the class `PCPU`"),
    row("hw:cpu_thread_policy", "hw_cpu_thread_policy", Silent::Words(&["prefer"]), "`HW_CPU_HYPERTHREADING`, or none"),
    row("hw:emulator_threads_policy", "", Silent::Words(&["share"]), "one more of the class `PCPU`"),
    row("hw:tpm_version", "hw_tpm_version", Silent::No, "traits that begin with `COMPUTE_SECURITY_TPM_`"),
    row("hw:mem_encryption", "hw_mem_encryption", Silent::Unless, "one of the class `MEM_ENCRYPTION_CONTEXT`"),
    row("hw:maxphysaddr_mode", "hw_maxphysaddr_mode", Silent::No, "a trait that begins with `COMPUTE_ADDRESS_SPACE_`"),
    row("hw:pci_numa_affinity_policy", "hw_pci_numa_affinity_policy", AFFINITY, "`COMPUTE_SOCKET_PCI_NUMA_AFFINITY`"),
    row("hw:pmem", "", Silent::No, "classes that begin with `CUSTOM_PMEM_NAMESPACE_`"),
    row("hw:ephemeral_encryption", "hw_ephemeral_encryption", Silent::Unless, "`COMPUTE_EPHEMERAL_ENCRYPTION`"),
    row("hw:virtio_packed_ring", "hw_virtio_packed_ring", Silent::Unless, "the trait `COMPUTE_NET_VIRTIO_PACKED`"),
    row("hw:sound_model", "hw_sound_model", SOUND, "the trait `COMPUTE_SOUND_MODEL_VIRTIO`"),
    row("accel:device_profile", "", Silent::No, "`COMPUTE_ACCELERATORS` and what the profile says"),
    row("", STATELESS, Silent::Unless, "the trait `COMPUTE_SECURITY_STATELESS_FIRMWARE`"),
    filtered("hw_architecture", "nodes of that architecture"),
    filtered("img_hv_type", "nodes with that hypervisor"),
    filtered("img_hv_requested_version", "nodes with that version of the hypervisor"),
    filtered("hw_vm_mode", "nodes with that mode"),
];

const PLACEMENT: &str = "Placement";

/// Filters that Nova enables by default.
const OF_CAPABILITIES: &str = "its `ComputeCapabilitiesFilter`";
const OF_IMAGES: &str = "its `ImagePropertiesFilter`";

/// Prefixes of flavor keys that filters look at, with the filter and what it asks for.
const HEADS: [(&str, &str, &str); 3] = [
    ("capabilities:", OF_CAPABILITIES, "nodes with that capability"),
    (
        "aggregate_instance_extra_specs:",
        "its `AggregateInstanceExtraSpecsFilter`, where that is enabled,",
        "nodes of an aggregate that says so",
    ),
    ("pci_passthrough:alias", "its `PciPassthroughFilter`, where that is enabled,", "nodes with such devices"),
];

/// A key without a colon counts as a capability, unless it begins with one of these.
const NO_CAPABILITY: [&str; 3] = ["trait", "resources", "group_policy"];

const SECURE_BOOT: Silent = Silent::Words(&["optional", "disabled"]);
const AFFINITY: Silent = Silent::Words(&["required", "legacy", "preferred"]);
const SOUND: Silent = Silent::Words(&["sb16", "es1370", "pcspk", "ac97", "ich6", "ich9", "usb"]);

/// A property that only counts for images with the given firmware type.
const STATELESS: &str = "hw_firmware_stateless";
const OF_FIRMWARE: (&str, &str) = ("hw_firmware_type", "uefi");

const fn row(flavor: &'static str, image: &'static str, silent: Silent, asks: &'static str) -> Key {
    Key { flavor, image, silent, of: PLACEMENT, asks }
}

const fn filtered(image: &'static str, asks: &'static str) -> Key {
    Key { flavor: "", image, silent: Silent::No, of: OF_IMAGES, asks }
}

impl Silent {
    fn is(&self, value: &str) -> bool {
        value.is_empty()
            || match self {
                Self::Words(words) => words.contains(&value),
                Self::Unless => !YES.iter().any(|yes| value.trim().eq_ignore_ascii_case(yes)),
                Self::No => false,
            }
    }
}

/// The values that Nova reads as yes.
const YES: [&str; 6] = ["1", "t", "true", "on", "y", "yes"];

/// Returns the keys of a flavor that make Nova ask for more, each with the facts about it.
pub(crate) fn of_flavor<'f>(flavor: &'f Flavor<'_>, place: &Pointer) -> impl Iterator<Item = (&'f str, [Fact; 4])> {
    let of_keys = KEYS.iter().filter_map(|key| {
        let value = flavor.extra_specs.get(key.flavor).filter(|_| !key.flavor.is_empty());
        let value = value.filter(|value| !key.silent.is(value.text))?;
        Some((key.flavor, *value, key.of, key.asks))
    });
    let filtered = flavor.extra_specs.iter().filter(|(key, value)| !key.is_empty() && !value.text.is_empty());
    let filtered = filtered.filter_map(|(key, value)| {
        let head = HEADS.iter().find(|(head, ..)| key.starts_with(head)).map(|(_, of, asks)| (*of, *asks));
        let is_bare = !key.contains(':') && !NO_CAPABILITY.iter().any(|head| key.starts_with(head));
        let bare = is_bare.then_some((OF_CAPABILITIES, "nodes with that capability, where it is one,"));
        let (of, asks) = head.or(bare)?;
        Some((*key, *value, of, asks))
    });
    of_keys.chain(filtered).map(move |(key, value, of, asks)| {
        let saw = flavor.fact(place.clone(), key, value);
        let whose = Fact::named("whose", flavor.called());
        (key, [saw, whose, Fact::named("of", of), Fact::named("asks", asks)])
    })
}

/// The warnings about the question's image.
pub(crate) fn of_image(image: Option<&Image<'_>>) -> Vec<Problem> {
    let found = image.into_iter().flat_map(|image| KEYS.iter().filter_map(move |key| of_property(image, key)));
    found.collect()
}

fn of_property(image: &Image<'_>, key: &Key) -> Option<Problem> {
    let asks = |value: &Property<'_>| match Json::from(*value) {
        Json::Null => false,
        Json::Bool(said) => said,
        Json::Number(text) | Json::String(text) => !key.silent.is(&text),
        Json::Array(_) | Json::Object(_) => true,
    };
    let value = image.properties.get(key.image).filter(|value| !key.image.is_empty() && asks(value))?;
    let (firmware, is) = OF_FIRMWARE;
    let heard = || image.properties.get(firmware).and_then(|value| value.as_str()) == Some(is);
    if key.image == STATELESS && !heard() {
        return None;
    }
    let place = Pointer::to("image");
    let reason = Reason::new(&NOVA_ASKS_FURTHER, key.image)
        .fact(image.properties.fact(place.clone(), key.image, *value))
        .fact(Fact::named("whose", image.name.unwrap_or("image")))
        .fact(Fact::named("of", key.of))
        .fact(Fact::named("asks", key.asks));
    let path = Pointer::to("given").join(&image.properties.place_of(place, key.image));
    Some(Problem::warning_of(reason, path))
}
