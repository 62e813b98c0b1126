//! The feature gates of Gardener.

use crate::question::{Asked, Documents, Lacks, SETTINGS, Undecided};
use crate::reason::Problem;
use crate::wire::{given, read};

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

given! {
    /// A loaded `Settings` document.
    foreign struct Settings {
        /// The settings themselves.
        spec: Option<Started>,
    }
}

given! {
    /// How Gardener's API server was started.
    foreign struct Started {
        /// The feature gates that are set.
        feature_gates ["featureGates"]: Option<FeatureGates>,
    }
}

/// The name of the settings that the rules about images read.
const NAME: &str = "images";

impl FeatureGates {
    /// The gates that a question gives, or else those that are loaded.
    pub fn asked(given: Option<Self>, asked: &Asked<'_>) -> Result<Self, Undecided> {
        given.map_or_else(|| Self::loaded(asked.documents), Ok)
    }

    /// The gates of the loaded `Settings`, or else the defaults.
    pub fn loaded(documents: &Documents) -> Result<Self, Undecided> {
        let Some(settings) = documents.settings(NAME) else { return Ok(Self::default()) };
        match read::<Settings>(settings.root(), &format!("{SETTINGS}/{NAME}#")) {
            Ok((settings, _)) => Ok(settings.spec.and_then(|spec| spec.feature_gates).unwrap_or_default()),
            Err(fault) => Err(Undecided { lacks: Lacks::Facts, problems: Problem::all_of(&fault) }),
        }
    }

    /// Whether profiles may define capabilities.
    pub fn capabilities(&self) -> bool {
        self.capabilities.unwrap_or(true)
    }

    /// Whether versions may have a lifecycle.
    pub fn lifecycle(&self) -> bool {
        self.lifecycle.unwrap_or(false)
    }
}
