//! Gardener's feature gates.

use crate::wire::given;

given! {
    /// Gardener's feature gates that profiles depend on.
    #[derive(Default, Clone, Copy)]
    foreign pub struct FeatureGates {
        /// Whether capabilities may be defined; on, unless given.
        capabilities ["CloudProfileCapabilities"]: Option<bool>,
        /// Whether versions may have a lifecycle; off, unless given.
        lifecycle ["VersionClassificationLifecycle"]: Option<bool>,
    }
}

impl FeatureGates {
    /// Whether capabilities may be defined.
    pub fn capabilities(&self) -> bool {
        self.capabilities.unwrap_or(true)
    }

    /// Whether versions may have a lifecycle.
    pub fn lifecycle(&self) -> bool {
        self.lifecycle.unwrap_or(false)
    }
}
