//! The loaded ConfigMaps, which providers may be installed from.

use crate::policy::providers::releases::ConfigMap;
use crate::question::Documents;
use crate::wire::{Document, read};

/// Returns the loaded ConfigMaps.
pub fn config_maps<'a>(documents: &'a Documents) -> Vec<ConfigMap<'a>> {
    let loaded = documents.of_kind::<Document>("", "ConfigMap");
    // A ConfigMap that cannot be read is treated as belonging to no provider.
    loaded.filter_map(|document| Some(read::<ConfigMap<'a>>(document.root(), "").ok()?.0)).collect()
}
