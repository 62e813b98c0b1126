//! The capabilities that the profile will define: the given ones, or all that tags and machine types name.

use super::findings::{Findings, Migrating};
use super::given::{Tags, TypeGiven};
use crate::base::{Interner, Known};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition, KNOWN, ProfileSpec, USUAL};
use crate::policy::images::reasons::{DEFINITIONS_INFERRED, MIGRATED_NAME_NOT_DEFINED};
use crate::reason::Fact;
use crate::wire::{Json, Pointer};

/// The capability for azure's network cards, with its values, as azure's extension names them.
pub(super) const NETWORKING: (&str, [&str; 2]) = ("azure-networking", ["accelerated", "basic"]);

/// The capabilities that the profile will define.
#[derive(Debug)]
pub(super) struct Defined<'a> {
    /// The definitions, most preferred first.
    pub list: Vec<Definition<'a>>,
    /// Whether the caller gave the definitions.
    pub are_given: bool,
    /// Whether the architectures were added in front of the given definitions.
    has_architectures_added: bool,
    values: Known<(&'a str, &'a str), ()>,
    places: Known<&'a str, usize>,
    /// The capability, other than the architecture, that has a value; `None` if several do.
    owners: Known<&'a str, Option<&'a str>>,
}

impl<'a> Defined<'a> {
    /// Takes the given definitions, or infers them.
    pub(super) fn new(
        given: Option<Vec<Definition<'a>>>,
        (spec, has_networking): (&ProfileSpec<'a>, bool),
        (tags, types): (&Tags<'_, 'a>, &[TypeGiven<'a>]),
        found: &mut Findings,
    ) -> Self {
        let are_given = given.as_ref().is_some_and(|given| !given.is_empty());
        let mut list = given.unwrap_or_default();
        let path = || Pointer::to("spec").key("machineCapabilities");
        let has_architectures_added = !list.iter().any(|definition| definition.name() == ARCHITECTURE);
        if has_architectures_added {
            let definition = Definition { name: Some(ARCHITECTURE), values: architectures(spec) };
            found.infer(|| values(&definition.values), || Migrating::new(&DEFINITIONS_INFERRED, path(), ARCHITECTURE));
            list.insert(0, definition);
        }
        if !are_given {
            let mut named = Named::default();
            let all = tags.all().iter().map(|tag| &tag.capabilities).chain(types.iter().map(|it| &it.capabilities));
            all.for_each(|capabilities| named.add(capabilities));
            if has_networking && named.names.find(NETWORKING.0).is_none() {
                named.add(&[(NETWORKING.0, NETWORKING.1.to_vec())].into_iter().collect());
            }
            for definition in named.definitions() {
                let subject = definition.name();
                found.infer(|| values(&definition.values), || Migrating::new(&DEFINITIONS_INFERRED, path(), subject));
                list.push(definition);
            }
        }
        let (mut known, mut places, mut owners) = (Known::default(), Known::default(), Known::default());
        for (place, definition) in list.iter().enumerate() {
            let name = definition.name();
            places.insert(name, place);
            for value in &definition.values {
                if known.insert((name, *value), ()) && name != ARCHITECTURE {
                    let is_first = owners.get(value).is_none();
                    owners.insert(*value, is_first.then_some(name));
                }
            }
        }
        Self { list, are_given, has_architectures_added, values: known, places, owners }
    }

    /// The values of a capability.
    pub(super) fn of(&self, name: &str) -> Option<&[&'a str]> {
        self.list.get(*self.places.get(name)?).map(|definition| definition.values.as_slice())
    }

    /// Returns the capability, other than the architecture, that has a value, if there is exactly one.
    pub(super) fn owner(&self, value: &str) -> Option<&'a str> {
        *self.owners.get(value)?
    }

    /// Whether a value is defined.
    pub(super) fn has(&self, name: &'a str, value: &'a str) -> bool {
        self.values.get(&(name, value)).is_some()
    }

    /// Whether a capability other than the architecture is defined that is not among the named ones.
    pub(super) fn leaves_open<'n>(&self, named: impl Iterator<Item = &'n str> + Clone) -> bool {
        let mut all = self.list.iter().map(Definition::name).filter(|name| *name != ARCHITECTURE);
        all.any(|name| !named.clone().any(|it| it == name))
    }

    /// Reports capabilities and values that are not defined. `path` is where they are in the request.
    pub(super) fn check(&self, capabilities: &Capabilities<'a>, path: &Pointer, found: &mut Findings) {
        for (name, values) in capabilities {
            if let Some(value) = values.iter().find(|value| !self.has(name, value)) {
                found.error(|| {
                    Migrating::new(&MIGRATED_NAME_NOT_DEFINED, path.clone().key(name), *name)
                        .fact(Fact::named("written", *value))
                });
            }
        }
    }

    /// The path at which a definition was given, or that of the list if it was not given by itself.
    pub(super) fn place(&self, written: Option<usize>) -> Pointer {
        if !self.are_given {
            return Pointer::to("spec").key("machineCapabilities");
        }
        let list = Pointer::to("given").key("machineCapabilities");
        let given = written.and_then(|place| place.checked_sub(usize::from(self.has_architectures_added)));
        given.map_or(list.clone(), |place| list.index(place))
    }

    /// The definitions as JSON.
    pub(super) fn json(&self) -> Json {
        let definition = |definition: &Definition<'a>| {
            let mut object = Json::object();
            object.set("name", definition.name().into());
            object.set("values", values(&definition.values));
            object
        };
        self.list.iter().map(definition).collect()
    }
}

fn values(values: &[&str]) -> Json {
    values.iter().copied().collect()
}

/// The architectures that a profile names, starting with those known to Gardener, in Gardener's order.
fn architectures<'a>(spec: &ProfileSpec<'a>) -> Vec<&'a str> {
    let mut named = Interner::default();
    for machine in &spec.machine_types {
        named.intern(machine.architecture.filter(|it| !it.is_empty()).unwrap_or(USUAL));
    }
    for version in spec.machine_images.iter().flat_map(|image| &image.versions) {
        if version.architectures.is_empty() {
            named.intern(USUAL);
        }
        version.architectures.iter().for_each(|architecture| {
            named.intern(architecture);
        });
    }
    let known = KNOWN.into_iter().filter(|known| named.find(known).is_some());
    known.chain(named.names().iter().copied().filter(|name| !KNOWN.contains(name))).collect()
}

/// Names of capabilities with their values, in the order in which they first occur.
#[derive(Default)]
struct Named<'a> {
    names: Interner<'a>,
    values: Vec<Interner<'a>>,
}

impl<'a> Named<'a> {
    fn add(&mut self, capabilities: &Capabilities<'a>) {
        for (name, values) in capabilities.iter().filter(|(name, _)| *name != ARCHITECTURE) {
            let place = self.names.intern(name);
            if place == self.values.len() {
                self.values.push(Interner::default());
            }
            let known = self.values.get_mut(place);
            known.into_iter().for_each(|known| {
                values.iter().for_each(|value| {
                    known.intern(value);
                })
            });
        }
    }

    fn definitions(&self) -> impl Iterator<Item = Definition<'a>> {
        let all = self.names.names().iter().zip(&self.values);
        all.map(|(name, values)| Definition { name: Some(name), values: values.names().to_vec() })
    }
}
