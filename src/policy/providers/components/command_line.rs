//! Builds a manager's command line from the manifest, the container's arguments and the manager's properties.

use super::flags::{self, Flag, of_manager, text_of};
use super::gates::{FEATURE_GATES, Gate, Gates};
use crate::base::sort::{sort, sort_by};
use crate::base::{Edition, Index};
use crate::policy::providers::divergences::MANAGER_OVER_CONTAINER;
use crate::policy::providers::objects::{DEBUG_PROFILER, debug_is_on, member};
use crate::policy::providers::reasons::{ARGUMENT_GIVEN_TWICE, ARGUMENT_SET, COMMAND_LINE_OF_MANIFEST};
use crate::policy::providers::versions::Api;
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Ordered, Value, words};

words! {
    /// The part of the input that sets a flag.
    pub enum SetBy {
        /// A property of the manager.
        Manager = "manager",
        /// The arguments of the container in the spec.
        Container = "container",
        /// The manifest.
        Manifest = "manifest",
    }
}

/// Whether arguments are merged by the names of their flags, ignoring dashes, instead of by the keys as written.
pub fn merges(edition: Edition) -> bool {
    edition.applies(&MANAGER_OVER_CONTAINER)
}

/// The parts that a command line is built from.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'g, 'a> {
    /// The arguments of the container in the manifest.
    pub manifest: &'g [&'a str],
    /// The properties of the manager; `None` if this is not the manager's container.
    pub manager: Option<Value<'a>>,
    /// The arguments of the container in the spec, by key.
    pub container: &'g [(&'a str, Value<'a>)],
}

/// A command line, and the origin of its flags.
#[derive(Default, Debug)]
pub struct CommandLine {
    /// The arguments.
    pub arguments: Vec<String>,
    /// The part of the input that set each flag.
    set_by: Vec<(String, SetBy)>,
    /// The number of concurrent reconciles in effect, by kind; `*` stands for all other kinds.
    pub effective: Ordered<String, Json>,
    /// Whether an argument `namespace` was dropped.
    pub namespace_dropped: bool,
}

/// The flag that is never passed on, because every provider watches all namespaces.
const NAMESPACE: &str = "namespace";

impl Parts<'_, '_> {
    /// Builds the command line as the design does: properties of the manager override arguments of the container, which
    /// override the manifest, ignoring dashes.
    pub fn design(&self, api: Api) -> Result<CommandLine, Reason> {
        let mut line = CommandLine::default();
        let managed = self.managed(api);
        let of_manager: Index<'_> = managed.iter().map(|(name, _)| name.as_str()).collect();
        let container = self.sorted_arguments();
        let mut wanted: Vec<Wanted<'_>> = Vec::new();
        for (key, value) in &container {
            let name = key.trim_start_matches('-');
            line.namespace_dropped |= name == NAMESPACE;
            if name != NAMESPACE && !of_manager.contains(name) {
                wanted.push(Wanted { name, value, by: SetBy::Container });
            }
        }
        // If a name is written with and without dashes, the key without dashes wins. It sorts last.
        wanted.reverse();
        sort_by(&mut wanted, |left, right| left.name.cmp(right.name));
        wanted.dedup_by(|other, kept| other.name == kept.name);
        wanted.extend(managed.iter().map(|(name, value)| Wanted { name, value, by: SetBy::Manager }));
        let further = sorted(self.manager.and_then(|manager| member(manager, "additionalArgs")));
        self.add_further(&further, &mut wanted)?;
        let index: Index<'_> = wanted.iter().map(|wanted| wanted.name).collect();
        let mut done = vec![false; wanted.len()];
        for argument in Flag::read_all(self.manifest) {
            let flag = match argument {
                Ok(flag) => flag,
                Err(word) => {
                    line.arguments.push(word.to_owned());
                    continue;
                }
            };
            let Some(place) = index.find(flag.name) else {
                line.add(&flag, SetBy::Manifest);
                continue;
            };
            let first = done.get_mut(place).is_some_and(|done| !std::mem::replace(done, true));
            if let Some(wanted) = wanted.get(place).filter(|_| first) {
                line.add(&wanted.flag(), wanted.by);
            }
        }
        for (wanted, _) in wanted.iter().zip(&done).filter(|(_, done)| !**done) {
            line.add(&wanted.flag(), wanted.by);
        }
        line.effective = self.concurrency(&line.arguments);
        Ok(line)
    }

    /// Builds the command line as today's operator does, which compares keys as written.
    pub fn today(&self) -> Result<CommandLine, Reason> {
        let mut arguments: Vec<String> = self.manifest.iter().map(|argument| (*argument).to_owned()).collect();
        let container = self.sorted_arguments();
        set(&mut arguments, container.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        if let Some(manager) = self.manager {
            let mut flags = of_manager(manager);
            flags.extend(flags::text(manager, "cacheNamespace").map(|namespace| (NAMESPACE.to_owned(), namespace)));
            set(&mut arguments, flags.into_iter().map(|(name, value)| (format!("--{name}"), value)));
            let known: Vec<&str> = arguments.iter().map(String::as_str).collect();
            if let Some(gates) = overlaid(Gates::read_today(&known), manager) {
                set(&mut arguments, [(format!("--{FEATURE_GATES}"), gates)]);
            }
            let further = sorted(member(manager, "additionalArgs"));
            let known = Keys::of(&arguments);
            if let Some((key, _)) = further.iter().find(|(key, _)| known.find(&arguments, key).is_some()) {
                return Err(Reason::new(&ARGUMENT_GIVEN_TWICE, *key));
            }
            arguments.extend(further.iter().map(|(key, value)| format!("{key}={value}")));
        }
        Ok(CommandLine { arguments, ..CommandLine::default() })
    }

    /// Returns the flags of the manager in the design edition. Those of the debug mode override the properties.
    fn managed(&self, api: Api) -> Vec<(String, String)> {
        let Some(manager) = self.manager else { return Vec::new() };
        let mut flags = of_manager(manager);
        if api == Api::Management && debug_is_on(manager) {
            flags.retain(|(name, _)| name != "v" && name != "profiler-address");
            flags.push(("profiler-address".to_owned(), DEBUG_PROFILER.to_owned()));
            flags.push(("v".to_owned(), "5".to_owned()));
        }
        if let Some(gates) = overlaid(Gates::read(self.manifest), manager) {
            flags.push((FEATURE_GATES.to_owned(), gates));
        }
        flags
    }

    /// Adds the manager's additional arguments. Fails if one of them is already set.
    fn add_further<'f>(&self, further: &'f [(&str, String)], wanted: &mut Vec<Wanted<'f>>) -> Result<(), Reason> {
        let manifest = Flag::read_all(self.manifest).into_iter().flatten().map(|flag| flag.name);
        let taken: Index<'_> = wanted.iter().map(|wanted| wanted.name).chain(manifest).collect();
        let name = |key: &'f str| key.trim_start_matches('-');
        let names: Index<'_> = further.iter().map(|(key, _)| name(key)).collect();
        for (place, (key, value)) in further.iter().enumerate() {
            let name = name(key);
            if name == NAMESPACE {
                continue;
            }
            if taken.contains(name) || names.last(name) != Some(place) {
                return Err(Reason::new(&ARGUMENT_GIVEN_TWICE, *key));
            }
            wanted.push(Wanted { name, value, by: SetBy::Manager });
        }
        Ok(())
    }

    fn sorted_arguments(&self) -> Vec<(&str, String)> {
        let mut arguments: Vec<(&str, String)> =
            self.container.iter().filter_map(|(key, value)| Some((*key, text_of(*value)?))).collect();
        sort_by(&mut arguments, |(left, _), (right, _)| left.cmp(right));
        arguments
    }

    /// Returns the concurrency of each kind: the specific flag, whatever set it, overrides the general property.
    fn concurrency(&self, arguments: &[String]) -> Ordered<String, Json> {
        let mut effective: Vec<(String, Json)> = Vec::new();
        let general = self.manager.and_then(|manager| member(manager, "maxConcurrentReconciles"));
        if let Some(general) = general.filter(|count| count.as_number() != Some("0")) {
            effective.push(("*".to_owned(), general.into()));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for flag in Flag::read_all(&arguments).into_iter().flatten() {
            if let (Some(kind), Some(value)) = (flag.name.strip_suffix("-concurrency"), flag.value) {
                let count = value.parse::<i64>().map_or_else(|_| value.into(), Json::from);
                effective.push((kind.to_owned(), count));
            }
        }
        // If the manifest has a flag twice, the program uses the last one.
        last_of_each(effective)
    }

    /// Returns a reason for each flag that the spec sets.
    pub fn because(&self, line: &CommandLine) -> Reasons {
        let mut because = Reasons::default();
        let manifest: Index<'_> = self.manifest.iter().copied().collect();
        let set_by = line.set_by();
        for argument in line.arguments.iter().filter(|argument| !manifest.contains(argument)) {
            let name = argument.trim_start_matches('-');
            let by = set_by.get(name.split_once('=').map_or(name, |(name, _)| name)).copied();
            let set = Reason::new(&ARGUMENT_SET, argument.as_str());
            because.push(match by {
                Some(by) => set.fact(Fact::named("by", by.word())),
                None => set.fact(Fact::named("by", "spec")),
            });
        }
        if because.is_empty() {
            because.push(Reason::new(&COMMAND_LINE_OF_MANIFEST, "args"));
        }
        because
    }
}

/// A flag that the spec sets.
#[derive(Clone, Copy, Debug)]
struct Wanted<'w> {
    name: &'w str,
    value: &'w str,
    by: SetBy,
}

impl<'w> Wanted<'w> {
    fn flag(&self) -> Flag<'w> {
        Flag { name: self.name, value: Some(self.value), is_apart: false }
    }
}

impl CommandLine {
    fn add(&mut self, flag: &Flag<'_>, by: SetBy) {
        self.arguments.extend(flag.write());
        self.set_by.push((flag.name.to_owned(), by));
    }

    /// Returns the part of the input that set each flag.
    pub fn set_by(&self) -> Ordered<String, SetBy> {
        last_of_each(self.set_by.clone())
    }
}

/// Returns each name at its first position, with its last value.
fn last_of_each<T: Clone>(list: Vec<(String, T)>) -> Ordered<String, T> {
    let index: Index<'_> = list.iter().map(|(name, _)| name.as_str()).collect();
    let last = |name: &str| index.places(name).last().and_then(|place| list.get(place)).cloned();
    index.distinct().into_iter().filter_map(last).collect()
}

/// Overlays `gates` with those of the manager. Returns `None` if the manager has none.
fn overlaid(mut gates: Gates, manager: Value<'_>) -> Option<String> {
    let own = member(manager, "featureGates").filter(|own| own.members().next().is_some())?;
    for (name, value) in own.members() {
        gates.set(name, Gate::Set(value.as_bool() == Some(true)));
    }
    Some(gates.into_argument())
}

/// Returns the entries of a text map, sorted by key.
fn sorted(map: Option<Value<'_>>) -> Vec<(&str, String)> {
    let mut members: Vec<(&str, String)> =
        map.into_iter().flat_map(Value::members).filter_map(|(key, value)| Some((key, text_of(value)?))).collect();
    sort_by(&mut members, |(left, _), (right, _)| left.cmp(right));
    members
}

/// The keys of the arguments that contain an equals sign, with the arguments' indexes, sorted.
struct Keys(Vec<(String, usize)>);

impl Keys {
    fn of(arguments: &[String]) -> Self {
        let keyed =
            arguments.iter().enumerate().filter_map(|(place, argument)| Some((argument.split_once('=')?.0, place)));
        let mut keys: Vec<(String, usize)> = keyed.map(|(key, place)| (key.to_owned(), place)).collect();
        sort(&mut keys);
        Self(keys)
    }

    /// Returns the index of the first argument that begins with the key and an equals sign.
    fn find(&self, arguments: &[String], key: &str) -> Option<usize> {
        let name = key.split_once('=').map_or(key, |(name, _)| name);
        let first = self.0.partition_point(|(known, _)| known.as_str() < name);
        let same = self.0.iter().skip(first).take_while(|(known, _)| known == name);
        let is_set = |place: &usize| {
            let rest = arguments.get(*place).and_then(|argument| argument.strip_prefix(key));
            rest.is_some_and(|rest| rest.starts_with('='))
        };
        same.map(|(_, place)| *place).find(is_set)
    }
}

/// Replaces the first argument of each key in place, or appends a new argument. No key may occur twice in `entries`.
fn set(arguments: &mut Vec<String>, entries: impl IntoIterator<Item = (String, String)>) {
    let keys = Keys::of(arguments);
    for (key, value) in entries {
        let new = format!("{key}={value}");
        match keys.find(arguments, &key).and_then(|place| arguments.get_mut(place)) {
            Some(argument) => *argument = new,
            None => arguments.push(new),
        }
    }
}
