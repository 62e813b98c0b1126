//! The errors found in a mapping and, if two profiles were merged, the owner of each faulty entry.

use crate::policy::images::errors::{FieldError, FieldPath};
use crate::policy::images::provider::reading::{Owner, Owners};
use crate::wire::Json;

/// The errors found so far.
#[derive(Debug, Default)]
pub struct Findings<'o> {
    /// The errors, in the order in which they were found.
    pub errors: Vec<FieldError>,
    owners: Option<&'o Owners>,
    owner: Option<&'o Owner>,
}

impl<'o> Findings<'o> {
    /// Starts with no errors. `owners` says whose the entries are, if two profiles were merged.
    pub fn new(owners: Option<&'o Owners>) -> Self {
        Self { errors: Vec::new(), owners, owner: None }
    }

    /// Attributes the errors that follow to an image of the provider, or to a version of it.
    pub fn in_config(&mut self, image: usize, version: Option<usize>) {
        self.owner = self.owners.and_then(|owners| owners.config.of(image, version));
    }

    /// Attributes the errors that follow to an image of the profile, or to a version of it.
    pub fn in_profile(&mut self, image: usize, version: Option<usize>) {
        self.owner = self.owners.and_then(|owners| owners.profile.of(image, version));
    }

    /// Reports a field that must be set.
    pub fn required(&mut self, field: impl FieldPath, why: &str) {
        self.push(FieldError::required(field, why));
    }

    /// Reports a field that must not be set.
    pub fn forbidden(&mut self, field: impl FieldPath, why: &str) {
        self.push(FieldError::forbidden(field, why));
    }

    /// Reports a field with a wrong value.
    pub fn invalid(&mut self, field: impl FieldPath, value: impl Into<Json>, why: &str) {
        self.push(FieldError::invalid(field, value, why));
    }

    /// Reports a field whose value is not one of the supported ones.
    pub fn not_supported(&mut self, field: impl FieldPath, value: &str, supported: &[&str]) {
        self.push(FieldError::not_supported(field, value, supported));
    }

    /// Adds errors that were found elsewhere.
    pub fn extend(&mut self, errors: Vec<FieldError>) {
        errors.into_iter().for_each(|error| self.push(error));
    }

    fn push(&mut self, mut error: FieldError) {
        if let Some(owner) = self.owner {
            error.detail.push_str(&format!("; {owner}"));
        }
        self.errors.push(error);
    }
}
