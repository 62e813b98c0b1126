//! Command-line flags, and the flags that a manager's properties translate to.

use crate::base::Index;
use crate::base::sort::sort_by_key;
use crate::policy::providers::objects::{Duration, member};
use crate::wire::{Kind, Value};

/// A command-line flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag<'t> {
    /// The name without leading dashes.
    pub name: &'t str,
    /// The value: the text after the equals sign, or the argument after the flag.
    pub value: Option<&'t str>,
    /// Whether the value is an argument of its own.
    pub is_apart: bool,
}

impl<'t> Flag<'t> {
    /// Reads a command line: its flags, and the words that are neither flags nor their values. What follows a flag
    /// without an equals sign is taken for its value unless it begins with a dash or the flag is a switch.
    pub fn read_all(arguments: &[&'t str]) -> Vec<Result<Self, &'t str>> {
        let mut found = Vec::new();
        let mut rest = arguments.iter().copied().peekable();
        while let Some(argument) = rest.next() {
            let mut flag = Self::read(argument);
            if let Some(bare) = flag.as_mut().filter(|flag| flag.value.is_none() && !SWITCHES.contains(&flag.name)) {
                bare.value = rest.next_if(|next| !next.starts_with('-'));
                bare.is_apart = bare.value.is_some();
            }
            found.push(flag.ok_or(argument));
        }
        found
    }

    /// Parses an argument, ignoring the number of leading dashes. Returns `None` if it is a plain word and not a flag.
    fn read(argument: &'t str) -> Option<Self> {
        let bare = argument.trim_start_matches('-');
        let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let is_flag = bare.len() < argument.len() || value.is_some() && name.bytes().all(inside);
        (is_flag && !name.is_empty()).then_some(Self { name, value, is_apart: false })
    }

    /// Formats the flag with two dashes, and its value as it was written: behind an equals sign or apart.
    pub fn write(&self) -> Vec<String> {
        let Self { name, value, is_apart } = self;
        match value {
            Some(value) if *is_apart => vec![format!("--{name}"), (*value).to_owned()],
            Some(value) => vec![format!("--{name}={value}")],
            None => vec![format!("--{name}")],
        }
    }
}

/// The boolean flags of managers. A command line gives them a value only behind an equals sign.
const SWITCHES: [&str; 2] = ["leader-elect", "insecure-diagnostics"];

/// Returns the text of a value in a text map. Numbers and booleans are kept as written.
pub fn text_of(value: Value<'_>) -> Option<String> {
    match value.kind() {
        Kind::String => value.as_str().map(str::to_owned),
        Kind::Number | Kind::Bool => Some(value.json().into_owned()),
        Kind::Null | Kind::Array | Kind::Object => None,
    }
}

/// Returns the flags that the manager's properties translate to, in the order in which they are appended. Feature
/// gates, `cacheNamespace` and additional arguments are missing, because they have their own rules.
pub fn of_manager(manager: Value<'_>) -> Vec<(String, String)> {
    let section = |key: &str| member(manager, key);
    let mut flags: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            flags.push((name.to_owned(), value));
        }
    };
    let concurrency = section("controller").and_then(|found| found.get("groupKindConcurrency"));
    let mut kinds: Vec<(&str, Value<'_>)> = concurrency.into_iter().flat_map(Value::members).collect();
    sort_by_key(&mut kinds, |(kind, _)| *kind);
    let kinds: Vec<(String, Value<'_>)> = kinds.into_iter().map(|(kind, count)| (kind.to_lowercase(), count)).collect();
    // The names of two kinds that differ only in case share a flag.
    let index: Index<'_> = kinds.iter().map(|(kind, _)| kind.as_str()).collect();
    for kind in index.distinct() {
        let count = index.places(kind).last().and_then(|place| kinds.get(place));
        add(&format!("{kind}-concurrency"), count.and_then(|(_, count)| text_of(*count)));
    }
    add("max-concurrent-reconciles", number(manager, "maxConcurrentReconciles").filter(|count| count != "0"));
    let inside = |outer: &str, key: &str| section(outer).and_then(|found| text(found, key));
    add("health-addr", inside("health", "healthProbeBindAddress"));
    let election = section("leaderElection");
    if let Some(elect) = election.and_then(|found| member(found, "leaderElect")).and_then(Value::as_bool) {
        add("leader-elect", Some(elect.to_string()));
        if let Some(election) = election.filter(|_| elect) {
            let id = text(election, "resourceNamespace").zip(text(election, "resourceName"));
            add("leader-election-id", id.map(|(namespace, name)| format!("{namespace}/{name}")));
            add("leader-elect-lease-duration", seconds(election, "leaseDuration"));
            add("leader-elect-renew-deadline", seconds(election, "renewDeadline"));
            add("leader-elect-retry-period", seconds(election, "retryPeriod"));
        }
    }
    add("metrics-bind-addr", inside("metrics", "bindAddress"));
    add("diagnostics-address", inside("metrics", "diagnosticsAddress"));
    let insecure = section("metrics").and_then(|found| member(found, "insecureDiagnostics")).and_then(Value::as_bool);
    add("insecure-diagnostics", (insecure == Some(true)).then(|| "true".to_owned()));
    add("webhook-host", inside("webhook", "host"));
    add("webhook-port", section("webhook").and_then(|found| number(found, "port")));
    add("webhook-cert-dir", inside("webhook", "certDir"));
    add("sync-period", seconds(manager, "syncPeriod"));
    add("profiler-address", text(manager, "profilerAddress"));
    add("v", number(manager, "verbosity").filter(|level| level != "1"));
    flags
}

/// Returns a text member that is not empty.
pub fn text(object: Value<'_>, key: &str) -> Option<String> {
    member(object, key)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn number(object: Value<'_>, key: &str) -> Option<String> {
    member(object, key)?.as_number().map(str::to_owned)
}

/// Returns a duration rounded to whole seconds, if it is at least one second.
fn seconds(object: Value<'_>, key: &str) -> Option<String> {
    let seconds = Duration::written(member(object, key)?)?.rounded_seconds();
    (seconds > 0).then(|| format!("{seconds}s"))
}
