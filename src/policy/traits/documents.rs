//! The documents of Nova and Ironic that the rules look at, in the shape of their own APIs. Whatever else they hold is
//! nobody's mistake.

use std::sync::LazyLock;

use crate::question::KnownFields;
use crate::wire::{Fault, Fields, Fill, HasShape, Json, Kind, Ordered, Read, Reader, Shape, Value, given};

given! {
    /// A node as Ironic shows it.
    #[derive(Default)]
    foreign pub(crate) struct Node<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// What names it where it has no name, and in Placement.
        uuid: Option<&'a str>,
        /// Its resource class, as free text.
        resource_class: Option<&'a str>,
        /// Its traits; a node answer without them cannot be reported.
        traits: Option<TraitList<'a>>,
        /// The name of a set in the fleet's `traitSets`, whose traits it has too.
        trait_set ["traitSet"]: Option<&'a str>,
        /// Its provision state.
        provision_state: Option<&'a str>,
        /// Its power state.
        power_state: Option<&'a str>,
        /// Whether it is in maintenance.
        maintenance: bool,
        /// The instance it is attached to.
        instance_uuid: Option<&'a str>,
        /// The project that owns it.
        owner: Option<&'a str>,
        /// The project it is lent to.
        lessee: Option<&'a str>,
    }
}

given! {
    /// A flavor as Nova keeps it.
    #[derive(Default)]
    foreign pub(crate) struct Flavor<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// How many processors.
        vcpus: Option<u64>,
        /// Memory in MiB.
        memory_mb: Option<u64>,
        /// Root disk in GiB.
        root_gb: Option<u64>,
        /// Further disks in GiB.
        ephemeral_gb: Option<u64>,
        /// Swap in MiB.
        swap: Option<u64>,
        /// Its extra specs in stored order.
        extra_specs: Ordered<&'a str, SpecValue<'a>>,
        /// Whether everybody may use it; the check of flavors reads it.
        is_public: Option<bool>,
    }
}

given! {
    /// An image as the image service shows it.
    #[derive(Default)]
    foreign pub(crate) struct Image<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its properties in stored order.
        properties: Ordered<&'a str, Value<'a>>,
    }
}

/// The value of an extra spec, which is text; a number that stands there unquoted is the text it is written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpecValue<'a> {
    /// The text.
    pub text: &'a str,
    is_number: bool,
}

/// As it stands there, to be cited.
impl From<SpecValue<'_>> for Json {
    fn from(value: SpecValue<'_>) -> Self {
        if value.is_number { Self::Number(value.text.to_owned()) } else { value.text.into() }
    }
}

impl<'a> Fill<'a> for SpecValue<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let value = from.value();
        let number = value.as_number();
        let text = value.as_str().or(number).ok_or_else(|| from.wrong_type("string"))?;
        *self = Self { text, is_number: number.is_some() };
        Ok(())
    }
}

impl<'a> Read<'a> for SpecValue<'a> {
    fn blank() -> Self {
        Self { text: "", is_number: false }
    }
}

impl HasShape for SpecValue<'_> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Text, &Shape::Number]);
}

/// A list of names that stays where it is written: fleets are large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TraitList<'a>(Value<'a>);

impl<'a> TraitList<'a> {
    /// The names in their order.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.elements().filter_map(Value::as_str)
    }
}

impl<'a> Fill<'a> for TraitList<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        if from.value().kind() != Kind::Array {
            return Err(from.wrong_type("array"));
        }
        if from.value().elements().any(|element| element.as_str().is_none()) {
            return Err(from.wrong_type("array of strings"));
        }
        *self = Self(from.value());
        Ok(())
    }
}

impl<'a> Read<'a> for TraitList<'a> {
    fn blank() -> Self {
        Self(Value::NULL)
    }
}

impl HasShape for TraitList<'_> {
    const SHAPE: &'static Shape = &Shape::List(&Shape::Text);
}

impl<'a> Node<'a> {
    /// What it is called: its name, else its uuid.
    pub(crate) fn called(&self) -> &'a str {
        self.name.or(self.uuid).unwrap_or_default()
    }
}

impl<'a> Image<'a> {
    /// The traits that its properties require, in stored order. Nothing but `trait:X` with exactly `required` is heard.
    pub(crate) fn required(&self) -> impl Iterator<Item = &'a str> {
        let required = |(key, value): &(&'a str, Value<'a>)| {
            key.strip_prefix("trait:").filter(|_| value.as_str() == Some("required"))
        };
        self.properties.iter().filter_map(required)
    }
}

/// The keys of fleets, and of what Ironic and Nova show. Of the latter only those are a mistake that come close to one
/// that is read: each release adds some, and clients show them under other names.
pub(crate) static FIELDS: &[KnownFields] = &[
    KnownFields { kind: Some((GROUP, "Fleet")), versions: &[], members: &["fleet"], name: "fleet", fields: &KEYS },
    KnownFields { kind: None, versions: &[], members: &["node", "nodeAfter", "nodes"], name: "node", fields: &KEYS },
    KnownFields { kind: None, versions: &[], members: &["flavor", "flavors"], name: "flavor", fields: &KEYS },
];

/// The group of fleets.
pub(crate) const GROUP: &str = "fitment";

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| Fields::read(include_str!("fields.txt")));
