//! Capabilities as they are written in documents.

use crate::policy::images::documents::Capabilities;
use crate::wire::Json;

/// Capabilities as JSON.
pub(super) fn object(capabilities: &Capabilities<'_>) -> Json {
    let members = capabilities.iter().map(|(name, values)| ((*name).to_owned(), values.iter().copied().collect()));
    Json::Object(members.collect())
}
