//! The documents of Nova, Ironic and the image service that the rules read: as their own APIs show them, as the
//! `openstack` command prints them, or as openstacksdk writes them. The keys reveal which it is. A document that a
//! client cut short is refused, and the fault names the command that prints it completely. Other members are ignored.

mod flavor;
mod image;
mod node;
mod others;
mod properties;

pub(crate) use flavor::Flavor;
pub(crate) use image::{Image, required};
pub(crate) use node::{Node, PRESUMED, TraitList, no_set};
pub(crate) use others::{NODES, port};
pub(crate) use properties::{Properties, Property, SpecValue};

use std::sync::LazyLock;

use crate::question::KnownFields;
use crate::wire::{Cause, Fault, Fields, Reader, Value, Wrapping, expect_bare};

/// The known keys of fleets, and of what Ironic and Nova show. Each release of the services adds keys, and clients
/// rename them, so there an unknown key is a mistake only if it resembles a known one.
pub(crate) static FIELDS: &[KnownFields] = &[
    KnownFields { kind: Some((GROUP, "Fleet")), versions: &[], members: &["fleet"], name: "fleet", fields: &KEYS },
    KnownFields { kind: None, versions: &[], members: &["node", "nodeAfter", "nodes"], name: "node", fields: &KEYS },
    KnownFields { kind: None, versions: &[], members: &["flavor", "flavors"], name: "flavor", fields: &KEYS },
    IMAGE,
];

/// The known keys beside the properties of an image; the properties themselves can be anything.
const IMAGE: KnownFields = KnownFields { kind: None, versions: &[], members: &[], name: "image", fields: &KEYS };

/// The group of fleets.
pub(crate) const GROUP: &str = "fitment";

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| Fields::read(include_str!("fields.txt")));

/// Whether an object has a key, whatever its value.
fn has(object: Value<'_>, key: &str) -> bool {
    object.get(key).is_some()
}

/// Refuses contradictory values under several names of the same member: nobody could say which counts.
fn said_twice(from: &Reader<'_, '_>, names: &[&[&str]]) -> Result<(), Fault> {
    for names in names {
        let said = names.iter().filter_map(|name| Some((*name, from.value().get(name)?)));
        let mut said = said.filter(|(_, value)| !value.is_null());
        let Some((name, first)) = said.next() else { continue };
        if let Some((other, _)) = said.find(|(_, value)| *value != first) {
            let found = format!("`{name}` beside `{other}`, which says something else");
            return Err(from.fault(Cause::WrongType { found, expected: "one of them" }));
        }
    }
    Ok(())
}

/// Checks that a document is not wrapped in the answer of a service, alone or in a list.
fn expect_unwrapped(from: &Reader<'_, '_>, wrappings: &[Wrapping]) -> Result<(), Fault> {
    expect_bare(wrappings, |key| from.value().get(key)).map_err(|cause| from.fault(cause))
}

/// The fault that a client left out members that are read here, and the command that shows them.
fn cut_short(from: &Reader<'_, '_>, found: String, expected: &'static str) -> Fault {
    from.fault(Cause::WrongType { found, expected })
}
