//! Whether a pool has to be updated, and which versions its image lets it be updated to.

use super::next::Step;
use crate::policy::images::documents::MachineImage;
use crate::wire::words;

words! {
    /// Why a pool moves.
    pub enum Need {
        /// The pool does not need to move.
        None = "none",
        /// The pool's version is not among those that suit the pool.
        Missing = "missing",
        /// The pool's version has expired.
        Expired = "expired",
        /// The pool is updated automatically.
        Automatic = "automatic",
    }
}

impl Need {
    /// Whether the pool has to move.
    pub(super) fn is_forced(self) -> bool {
        matches!(self, Self::Missing | Self::Expired)
    }
}

/// How far an automatic update may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strategy {
    /// Within the minor version.
    Patch,
    /// Within the major version.
    Minor,
    /// To any version.
    Major,
}

impl Strategy {
    pub(super) fn of(image: &MachineImage<'_>) -> Self {
        match image.update_strategy {
            Some("patch") => Self::Patch,
            Some("minor") => Self::Minor,
            _ => Self::Major,
        }
    }

    /// The strategy as written in a document.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }

    /// The step that maintenance takes automatically.
    pub(super) fn by_itself(self) -> Step {
        match self {
            Self::Patch => Step::AutoPatch,
            Self::Minor => Step::AutoMinor,
            Self::Major => Step::AutoMajor,
        }
    }

    /// The step beyond the strategy, taken only by a pool that has to move.
    pub(super) fn if_forced(self) -> Option<Step> {
        match self {
            Self::Patch => Some(Step::ForceNextMinor),
            Self::Minor => Some(Step::ForceNextMajor),
            Self::Major => None,
        }
    }
}
