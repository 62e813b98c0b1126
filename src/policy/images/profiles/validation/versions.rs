//! The classification and lifecycle of versions (section 4.4).

use super::Validation;
use crate::policy::images::versions::{HasLifecycle, contradictions, disorder};
use crate::wire::PathStep;

const OFF: &str = "the feature gate `VersionClassificationLifecycle` is off: set `classification` and `expirationDate`";
const UNSET: &str = "the feature gate `VersionClassificationLifecycle` is off, its default: set it in `Settings` named \
                     `images`, or set `classification` and `expirationDate`";

impl Validation<'_, '_> {
    /// Checks the stages of a version, or the older fields that stand for them.
    pub(super) fn stages<'a>(&mut self, version: &impl HasLifecycle<'a>, place: &PathStep<'_>) {
        let lifecycle = version.stages();
        if !lifecycle.is_empty() && !self.gates.lifecycle() {
            let why = if self.gates.assumes_no_lifecycle() { UNSET } else { OFF };
            return self.forbidden(place.key("lifecycle"), why);
        }
        self.errors.extend(contradictions(version, place));
        self.errors.extend(disorder(version, place));
    }
}
