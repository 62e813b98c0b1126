//! Whether the compute API accepts an extra spec for a flavor.

use super::spec_key::{is_scheduled, is_suffix};
use crate::base::python_int;
use crate::policy::traits::names::{CUSTOM, KnownTrait, Library, NameAnswer, is_standard_class, plain};
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Pointer, given};

given! {
    /// An extra spec, and the compute API that it is sent to.
    pub(crate) struct ExtraSpecGiven<'a> {
        /// The key of the extra spec.
        key: &'a str,
        /// The value of the extra spec.
        value: &'a str,
        /// The version of the compute API, such as `2.86` or `latest`; 2.86 unless given.
        compute_api ["computeApi"]: Option<&'a str>,
        /// The traits that Nova's library knows, in place of the standard ones; the standard ones unless given.
        known_traits ["knownTraits"]: Vec<KnownTrait<'a>>,
    }
}

/// `traits/check-extra-spec`
#[derive(Debug)]
pub(crate) struct CheckExtraSpec;

/// The first version of the compute API that checks extra specs, after `2.`.
const CHECKS_SINCE: u64 = 86;

/// The maximum length of a key, which leaves less for the name in it.
const LONGEST_KEY: usize = 255;

impl Answers for CheckExtraSpec {
    const NAME: &'static str = "traits/check-extra-spec";
    const ASKS: &'static str = "whether the compute API lets an extra spec into a flavor";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ExtraSpecGiven<'a>;
    type Answer<'a> = NameAnswer;

    fn decide<'a>(given: ExtraSpecGiven<'a>, _: &Asked<'a>) -> Outcome<NameAnswer> {
        let is_checked = given.compute_api.map_or(Ok(true), is_checked_by)?;
        let library = Library::new(given.known_traits.iter().copied());
        let refused = refusal(given.key, given.value, &library).filter(|_| is_checked);
        let valid = refused.is_none();
        let code = refused.unwrap_or(if is_checked { &SPEC_ACCEPTED } else { &SPEC_NOT_CHECKED });
        let reason =
            Reason::new(code, given.key).saw(Pointer::to("key"), given.key).saw(Pointer::to("value"), given.value);
        let foreign = Some(&SPEC_NOT_JUDGED).filter(|_| is_checked && is_foreign(given.key));
        let doubts = [harm(given.key, given.value), foreign].into_iter().flatten().filter(|_| valid);
        let doubts = doubts.map(|code| {
            let subject = Fact::named("subject", given.key);
            Problem::warning(code, Pointer::to("given").key("key")).fact(subject)
        });
        Ok(Decision::new(NameAnswer { valid }, reason).with_problems(doubts))
    }
}

/// Returns what the boot makes of an extra spec that the scheduler does not read, or reads in another way.
fn harm(key: &str, value: &str) -> Option<&'static Code> {
    match () {
        () if !key.starts_with("trait") => None,
        () if !key.contains(':') => Some(&BREAKS_EVERY_BOOT),
        () if value == "required" && !is_scheduled(key) => Some(&SENT_UNSCHEDULED),
        () => None,
    }
}

/// Whether the compute API of this version checks extra specs.
fn is_checked_by(version: &str) -> Result<bool, Fault> {
    let minor = version.strip_prefix("2.").and_then(|minor| minor.parse::<u64>().ok());
    let is_checked = minor.map(|minor| minor >= CHECKS_SINCE).or((version == "latest").then_some(true));
    is_checked.ok_or_else(|| {
        let expected = "a version such as `2.86`, or `latest`";
        let cause = Cause::Unreadable { text: version.to_owned(), expected };
        Fault::new(Pointer::to("given").key("computeApi"), cause)
    })
}

/// Whether the key is in a namespace whose keys and values are not known here.
fn is_foreign(key: &str) -> bool {
    key.contains(':') && !JUDGED.iter().any(|space| key.starts_with(space))
}

/// The beginnings of the keys that are judged here.
const JUDGED: [&str; 3] = ["trait", "resources", "capabilities:"];

/// Returns the reason why an extra spec is refused, if it is. The API looks at the key as such before it asks what it means.
pub(crate) fn refusal(key: &str, value: &str, library: &Library<'_>) -> Option<&'static Code> {
    key_refusal(key).or_else(|| meaning_refusal(key, value, library))
}

/// Returns what is wrong with the meaning of an extra spec that concerns traits, resources or capabilities. Other
/// namespaces are judged elsewhere.
fn meaning_refusal(key: &str, value: &str, library: &Library<'_>) -> Option<&'static Code> {
    let Some((space, name)) = key.split_once(':') else {
        let is_refused = key == "group_policy" && !matches!(value, "none" | "isolate");
        return is_refused.then_some(&SPEC_VALUE_REFUSED);
    };
    if space.strip_prefix("trait").is_some_and(is_suffix) {
        let known = library.is_standard(name) || is_custom_name(name);
        let words = matches!(value, "required" | "forbidden");
        return named_refusal(known, words);
    }
    if space.strip_prefix("resources").is_some_and(is_suffix) {
        return named_refusal(is_standard_class(name) || is_custom_name(name), python_int(value).is_some());
    }
    (space == "capabilities" && !is_capability(name)).then_some(&SPEC_NAME_REFUSED)
}

fn named_refusal(name: bool, value: bool) -> Option<&'static Code> {
    match (name, value) {
        (false, _) => Some(&SPEC_NAME_REFUSED),
        (_, false) => Some(&SPEC_VALUE_REFUSED),
        _ => None,
    }
}

/// Whether these checks accept the custom name, whose length only the key bounds.
fn is_custom_name(name: &str) -> bool {
    name.strip_prefix(CUSTOM).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(plain))
}

fn key_refusal(key: &str) -> Option<&'static Code> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:. ".contains(&byte);
    (key.is_empty() || key.len() > LONGEST_KEY || !key.bytes().all(allowed)).then_some(&SPEC_KEY_REFUSED)
}

/// Capabilities of compute nodes that have parts.
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

/// Capabilities of compute nodes that have no parts.
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
