//! What is found wrong with a mapping, and whose entry it is where two profiles were merged.

use crate::policy::images::errors::{FieldError, FieldPath};
use crate::policy::images::provider::reading::{Owner, Owners};
use crate::wire::Json;

/// The errors found so far.
#[derive(Debug, Default)]
pub struct Findings<'o> {
    /// The errors.
    pub errors: Vec<FieldError>,
    owners: Option<&'o Owners>,
    owner: Option<&'o Owner>,
}

impl<'o> Findings<'o> {
    /// Findings in what two profiles were merged to, if they were.
    pub fn new(owners: Option<&'o Owners>) -> Self {
        Self { errors: Vec::new(), owners, owner: None }
    }

    /// What is found from now on is in an image of the provider, or in a version of it.
    pub fn in_config(&mut self, image: usize, version: Option<usize>) {
        self.owner = self.owners.and_then(|owners| owners.config.of(image, version));
    }

    /// What is found from now on is in an image of the profile, or in a version of it.
    pub fn in_profile(&mut self, image: usize, version: Option<usize>) {
        self.owner = self.owners.and_then(|owners| owners.profile.of(image, version));
    }

    /// A field that has to be there.
    pub fn required(&mut self, field: impl FieldPath, why: &str) {
        self.push(FieldError::required(field, why));
    }

    /// A field that may not be there.
    pub fn forbidden(&mut self, field: impl FieldPath, why: &str) {
        self.push(FieldError::forbidden(field, why));
    }

    /// A field whose value is wrong.
    pub fn invalid(&mut self, field: impl FieldPath, value: impl Into<Json>, why: &str) {
        self.push(FieldError::invalid(field, value, why));
    }

    /// A field whose value is none of those supported.
    pub fn not_supported(&mut self, field: impl FieldPath, value: &str, supported: &[&str]) {
        self.push(FieldError::not_supported(field, value, supported));
    }

    /// What was found elsewhere.
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
