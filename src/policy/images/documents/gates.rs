//! The feature gates of Gardener.

use crate::wire::given;

given! {
    /// The feature gates of Gardener that profiles depend on.
    #[derive(Default, Clone, Copy)]
    foreign pub struct FeatureGates {
        /// Whether profiles may define capabilities; on if absent.
        capabilities ["CloudProfileCapabilities"]: Option<bool>,
        /// Whether versions may have a lifecycle; off if absent.
        lifecycle ["VersionClassificationLifecycle"]: Option<bool>,
    }
}

impl FeatureGates {
    /// Whether profiles may define capabilities.
    pub fn capabilities(&self) -> bool {
        self.capabilities.unwrap_or(true)
    }

    /// Whether versions may have a lifecycle.
    pub fn lifecycle(&self) -> bool {
        self.lifecycle.unwrap_or(false)
    }
}
