//! The name of a document, and whether it is about to go.

use crate::policy::images::documents::Metadata;

pub(super) fn name_of<'a>(metadata: Option<&Metadata<'a>>) -> &'a str {
    metadata.and_then(|metadata| metadata.name).unwrap_or_default()
}

pub(super) fn namespace_of<'a>(metadata: Option<&Metadata<'a>>) -> &'a str {
    metadata.and_then(|metadata| metadata.namespace).unwrap_or_default()
}

/// Whether a document's deletion has begun.
pub(super) fn is_being_deleted(metadata: Option<&Metadata<'_>>) -> bool {
    metadata.is_some_and(Metadata::is_being_deleted)
}

pub(super) fn full_name(metadata: Option<&Metadata<'_>>) -> String {
    format!("{}/{}", namespace_of(metadata), name_of(metadata))
}
