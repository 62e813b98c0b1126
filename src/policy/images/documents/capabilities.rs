//! Capabilities, as profiles define and use them.

use std::ops::Deref;

use crate::wire::{Cause, Fault, Fill, HasShape, Kind, Ordered, PathStep, Read, Reader, Shape, Value, given};

/// Capabilities as written in a document: lists of values by name.
pub type Capabilities<'a> = Ordered<&'a str, Vec<&'a str>>;

given! {
    /// A capability with its values, most preferred first.
    #[derive(PartialEq)]
    foreign pub struct Definition<'a> {
        /// The name of the capability.
        name: Option<&'a str>,
        /// The values of the capability, most preferred first.
        values: Vec<&'a str>,
    }
}

impl<'a> Definition<'a> {
    /// The name of the capability, empty if absent.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}

/// The flavors of an image version, each as its capabilities.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Flavors<'a>(Vec<Capabilities<'a>>);

impl<'a> Deref for Flavors<'a> {
    type Target = Vec<Capabilities<'a>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'a> From<Vec<Capabilities<'a>>> for Flavors<'a> {
    fn from(flavors: Vec<Capabilities<'a>>) -> Self {
        Self(flavors)
    }
}

/// Tells those who write a flavor as in a provider's configuration.
impl<'a> Fill<'a> for Flavors<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        const KEY: &str = "capabilities";
        let is_wrapped = |flavor: Value<'a>| flavor.get(KEY).is_some_and(|value| value.kind() == Kind::Object);
        let Some(place) = from.value().elements().position(is_wrapped) else { return self.0.fill(from) };
        let found = Kind::Object.name().to_owned();
        let expected = "array: a profile has the capabilities of a flavor without `capabilities` around them, unlike a provider's configuration";
        let flavor = PathStep::Index(from.step(), place);
        Err(Fault::at(&PathStep::Key(&flavor, KEY), Cause::WrongType { found, expected }))
    }
}

impl<'a> Read<'a> for Flavors<'a> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::default()
    }
}

impl HasShape for Flavors<'_> {
    const SHAPE: &'static Shape = Vec::<Capabilities<'_>>::SHAPE;
    const OPTIONAL: bool = true;
}
