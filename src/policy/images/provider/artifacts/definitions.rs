//! The capability definitions that a mapping is checked against: what a flavor may name (section 12.2), and when two
//! flavors are equal.

use std::cell::Cell;

use crate::base::{Index, sort};
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition};
use crate::policy::images::errors::{FieldError, Listing};
use crate::wire::Json;

/// The definitions of a profile. If a name is defined twice, the last definition counts.
#[derive(Debug)]
pub struct Defined<'d, 'a> {
    definitions: &'d [Definition<'a>],
    names: Index<'a>,
    /// The values of each definition, sorted and without duplicates.
    values: Vec<Vec<&'a str>>,
    listing: Listing,
    /// The number of bytes of defaulted flavors rendered so far.
    shown: Cell<usize>,
}

/// The maximum number of bytes of defaulted flavors to render, so that answers do not grow with the product of flavors
/// and values.
const MOST_SHOWN: usize = 256 << 10;

/// The content of a flavor after defaulting: the defined capabilities for which it does not have exactly all defined
/// values. Equal flavors have equal content.
pub type Content<'a> = Vec<(&'a str, Vec<&'a str>)>;

impl<'d, 'a> Defined<'d, 'a> {
    /// Prepares definitions for lookup.
    pub fn new(definitions: &'d [Definition<'a>]) -> Self {
        let names = definitions.iter().map(|definition| definition.name.unwrap_or_default()).collect();
        let values = definitions.iter().map(|definition| each_once(&definition.values)).collect();
        Self { definitions, names, values, listing: Listing::default(), shown: Cell::new(0) }
    }

    /// Whether there are no definitions.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// Whether a capability of this name is defined.
    pub fn defines(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns the defined values as written and sorted. `None`: the capability is not defined.
    fn of(&self, name: &str) -> Option<(&'d [&'a str], &[&'a str])> {
        let place = self.names.places(name).last()?;
        Some((&self.definitions.get(place)?.values, self.values.get(place)?))
    }

    /// Returns the defined values of a capability as written; empty if it is not defined.
    pub fn values(&self, name: &str) -> &[&'a str] {
        self.of(name).map_or(&[], |(listed, _)| listed)
    }

    /// Returns the content of a flavor, by which equal flavors are recognized.
    pub fn content(&self, capabilities: &Capabilities<'a>) -> Content<'a> {
        let mut content = in_any_order(capabilities);
        content.retain(|(name, values)| self.of(name).is_some_and(|(_, all)| values != all));
        content
    }

    /// Returns the architectures of a flavor after defaulting, as written.
    pub fn architectures<'f>(&'f self, capabilities: &'f Capabilities<'a>) -> &'f [&'a str] {
        capabilities.get(ARCHITECTURE).map_or_else(|| architectures::defined(self.definitions), Vec::as_slice)
    }

    /// Renders a flavor after defaulting for a reader. Once `MOST_SHOWN` bytes have been rendered, only what the flavor
    /// itself names is rendered.
    pub fn defaulted(&self, capabilities: &Capabilities<'a>) -> String {
        if self.shown.get() > MOST_SHOWN {
            return as_named(capabilities);
        }
        let text = shown(self.names.sorted().filter_map(|(name, _)| {
            let own = capabilities.get(name).map(Vec::as_slice);
            Some((name, own.or_else(|| self.of(name).map(|(listed, _)| listed))?))
        }));
        self.shown.set(self.shown.get() + text.len());
        text
    }

    /// Returns the errors in the capabilities of a flavor at this path (section 12.2).
    pub fn errors(&self, capabilities: &Capabilities<'a>, path: &str) -> Vec<FieldError> {
        let mut errors = Vec::new();
        for (name, values) in capabilities {
            let Some((listed, defined)) = self.of(name) else {
                let names = self.listing.of(|| self.names.sorted().map(|(name, _)| name).collect());
                errors.push(FieldError::not_supported(path, *name, &names));
                continue;
            };
            for (index, value) in values.iter().enumerate().filter(|(_, value)| defined.binary_search(value).is_err()) {
                let listed = self.listing.of(|| listed.to_vec());
                errors.push(FieldError::not_supported(format!("{path}.{name}[{index}]"), *value, &listed));
            }
        }
        let named = capabilities.get(ARCHITECTURE).map(Vec::as_slice).unwrap_or_default();
        if architectures::defined(self.definitions).len() > 1 && named.len() != 1 {
            let value: Json = named.iter().copied().collect();
            let why = "must have exactly one architecture, because several are defined";
            errors.push(FieldError::invalid(format!("{path}.{ARCHITECTURE}"), value, why));
        }
        errors
    }
}

/// Returns what a document names, sorted and without duplicates: documents from clients are sorted, others are not.
pub fn in_any_order<'a>(capabilities: &Capabilities<'a>) -> Content<'a> {
    let mut named: Content<'a> = capabilities.iter().map(|(name, values)| (*name, each_once(values))).collect();
    sort::sort(&mut named);
    named
}

/// Returns the values, sorted and without duplicates.
pub fn each_once<'a>(values: &[&'a str]) -> Vec<&'a str> {
    let mut values = values.to_vec();
    sort::sort(&mut values);
    values.dedup();
    values
}

/// Renders capabilities for a reader, sorted by name.
pub fn shown<'a>(capabilities: impl Iterator<Item = (&'a str, &'a [&'a str])>) -> String {
    let mut members: Vec<(&str, &[&str])> = capabilities.collect();
    sort::sort(&mut members);
    let members = members.into_iter().map(|(name, values)| (name.to_owned(), values.iter().copied().collect()));
    Json::Object(members.collect()).to_text()
}

/// Renders the capabilities that a document names, without defaulting.
pub fn as_named(capabilities: &Capabilities<'_>) -> String {
    shown(capabilities.iter().map(|(name, values)| (*name, values.as_slice())))
}
