//! Whether the compute API lets an extra spec into a flavor.

use super::spec_key::is_suffix;
use crate::base::python_int;
use crate::policy::traits::names::{CUSTOM, Library, NameAnswer, is_standard_class, plain};
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Code, Reason};
use crate::wire::{Pointer, given};

given! {
    /// An extra spec.
    pub(crate) struct ExtraSpecGiven<'a> {
        /// Its key.
        key: &'a str,
        /// Its value.
        value: &'a str,
        /// The version of the compute API; 2.86 unless given.
        compute_api ["computeApi"]: Option<&'a str>,
        /// Traits that Nova's library knows, in place of the standard ones.
        known_traits ["knownTraits"]: Vec<&'a str>,
    }
}

/// `traits/check-extra-spec`
#[derive(Debug)]
pub(crate) struct CheckExtraSpec;

/// From this version on extra specs are checked.
const CHECKS_SINCE: (u64, u64) = (2, 86);

/// The longest key of an extra spec that is about neither traits nor resources.
const LONGEST_KEY: usize = 255;

impl Answers for CheckExtraSpec {
    const NAME: &'static str = "traits/check-extra-spec";
    const ASKS: &'static str = "whether the compute API lets an extra spec into a flavor";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ExtraSpecGiven<'a>;
    type Answer<'a> = NameAnswer;

    fn decide<'a>(given: ExtraSpecGiven<'a>, _: &Asked<'a>) -> Outcome<NameAnswer> {
        let version = given.compute_api.map_or(Some(CHECKS_SINCE), version);
        let library = Library::new(given.known_traits.iter().copied());
        let (valid, code) = match version {
            Some(version) if version < CHECKS_SINCE => (true, &SPEC_NOT_CHECKED),
            _ => match refusal(given.key, given.value, &library) {
                Some(code) => (false, code),
                None => (true, &SPEC_ACCEPTED),
            },
        };
        let reason =
            Reason::new(code, given.key).saw(Pointer::to("key"), given.key).saw(Pointer::to("value"), given.value);
        Ok(Decision::new(NameAnswer { valid }, reason))
    }
}

fn version(text: &str) -> Option<(u64, u64)> {
    let (major, minor) = text.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Why an extra spec is refused, if it is.
pub(crate) fn refusal(key: &str, value: &str, library: &Library<'_>) -> Option<&'static Code> {
    let Some((space, name)) = key.split_once(':') else {
        let policy = key != "group_policy" || matches!(value, "none" | "isolate");
        return key_refusal(key).or_else(|| (!policy).then_some(&SPEC_VALUE_REFUSED));
    };
    if space.strip_prefix("trait").is_some_and(is_suffix) {
        let known = library.is_standard(name) || is_custom_name(name);
        let words = matches!(value, "required" | "forbidden");
        return named_refusal(known, words);
    }
    if space.strip_prefix("resources").is_some_and(is_suffix) {
        return named_refusal(is_standard_class(name) || is_custom_name(name), python_int(value).is_some());
    }
    if space == "capabilities" && !is_capability(name) {
        return Some(&SPEC_NAME_REFUSED);
    }
    // Other spaces are not about traits and are judged elsewhere.
    key_refusal(key)
}

fn named_refusal(name: bool, value: bool) -> Option<&'static Code> {
    match (name, value) {
        (false, _) => Some(&SPEC_NAME_REFUSED),
        (_, false) => Some(&SPEC_VALUE_REFUSED),
        _ => None,
    }
}

/// A custom name as these checks read it, which is of any length.
fn is_custom_name(name: &str) -> bool {
    name.strip_prefix(CUSTOM).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(plain))
}

fn key_refusal(key: &str) -> Option<&'static Code> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:. ".contains(&byte);
    (key.is_empty() || key.len() > LONGEST_KEY || !key.bytes().all(allowed)).then_some(&SPEC_KEY_REFUSED)
}

/// Capabilities of compute nodes that have parts of their own.
const WITH_PARTS: [&str; 11] = [
    "cpu_info",
    "instances",
    "limits",
    "metrics",
    "nodename",
    "numa_topology",
    "pci_device_pools",
    "pci_stats",
    "stats",
    "supported_hv_specs",
    "supported_instances",
];

/// Capabilities of compute nodes without.
const WHOLE: [&str; 33] = [
    "aggregates",
    "cell_uuid",
    "cpu_allocation_ratio",
    "disk_allocation_ratio",
    "disk_available_least",
    "disk_mb_used",
    "failed_builds",
    "free_disk_gb",
    "free_disk_mb",
    "free_ram_mb",
    "host",
    "host_ip",
    "hypervisor_hostname",
    "hypervisor_type",
    "hypervisor_version",
    "id",
    "local_gb",
    "local_gb_used",
    "mapped",
    "memory_mb",
    "memory_mb_used",
    "num_instances",
    "num_io_ops",
    "ram_allocation_ratio",
    "running_vms",
    "service_id",
    "total_usable_disk_gb",
    "total_usable_ram_mb",
    "updated",
    "uuid",
    "vcpus",
    "vcpus_total",
    "vcpus_used",
];

fn is_capability(name: &str) -> bool {
    let word =
        |part: &str| !part.is_empty() && part.chars().all(|character| character.is_alphanumeric() || character == '_');
    let mut parts = name.split(':');
    let first = parts.next().unwrap_or_default();
    WHOLE.contains(&name) || WITH_PARTS.contains(&first) && parts.all(word)
}
