//! The feature gates of Gardener.

use crate::question::{Asked, Documents, Lacks, SETTINGS, Undecided};
use crate::reason::Problem;
use crate::wire::{Value, given, read};

given! {
    /// The feature gates of Gardener that profiles and pools depend on.
    #[derive(Default, Clone, Copy)]
    foreign pub struct FeatureGates {
        /// Whether profiles may define capabilities; on if absent.
        capabilities ["CloudProfileCapabilities"]: Option<bool>,
        /// Whether versions may have a lifecycle; off if absent.
        lifecycle ["VersionClassificationLifecycle"]: Option<bool>,
        /// Whether pools may be updated in place; off if absent.
        in_place_updates ["InPlaceNodeUpdates"]: Option<bool>,
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
    /// The gates that a question gives, or else those that are loaded. A question that gives some states them all.
    pub fn asked(given: Option<Self>, asked: &Asked<'_>) -> Result<Self, Undecided> {
        let stated = |given: Self| Ok(Self { lifecycle: Some(given.lifecycle()), ..given });
        given.map_or_else(|| Self::loaded(asked.documents), stated)
    }

    /// The gates of the loaded `Settings`, or else the defaults.
    pub fn loaded(documents: &Documents) -> Result<Self, Undecided> {
        let loaded = documents.settings(NAME).and_then(|settings| settings.read(Self::of_settings));
        let gates = loaded.cloned().unwrap_or_else(|| Ok(Self::default()));
        gates.map_err(|problems| Undecided { lacks: Lacks::Facts, problems })
    }

    fn of_settings(settings: Value<'_>) -> Result<Self, Vec<Problem>> {
        let read = read::<Settings>(settings, &format!("{SETTINGS}/{NAME}#"));
        let (settings, _) = read.map_err(|fault| Problem::all_of(&fault))?;
        Ok(settings.spec.and_then(|spec| spec.feature_gates).unwrap_or_default())
    }

    /// Whether profiles may define capabilities.
    pub fn capabilities(&self) -> bool {
        self.capabilities.unwrap_or(true)
    }

    /// Whether pools may be updated in place.
    pub fn in_place_updates(&self) -> bool {
        self.in_place_updates.unwrap_or(false)
    }

    /// Whether nothing says whether versions may have a lifecycle.
    pub fn assumes_no_lifecycle(&self) -> bool {
        self.lifecycle.is_none()
    }

    /// Whether versions may have a lifecycle.
    pub fn lifecycle(&self) -> bool {
        self.lifecycle.unwrap_or(false)
    }
}
