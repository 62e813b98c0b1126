//! Questions about versions by themselves.

use crate::policy::images::model::{ExpirableVersion, ImageVersion};
use crate::wire::{answer, given, words};

given! {
    /// A version.
    pub struct ClassifyGiven<'a> {
        /// The version with its life.
        version: ExpirableVersion<'a>,
    }
}

answer! {
    /// What a version is.
    pub struct Classified<'a> {
        /// Its classification now.
        classification: &'a str,
        /// Whether new machines may have it.
        active: bool,
    }
}

given! {
    /// A text.
    pub struct ParseGiven<'a> {
        /// The text.
        text: &'a str,
    }
}

answer! {
    /// What a text says as a version.
    pub struct Parsed {
        /// Whether it is a version.
        valid: bool,
        /// The version with three numbers.
        normalized: Option<String>,
    }
}

given! {
    /// Two versions.
    pub struct CompareGiven<'a> {
        /// The one.
        left: &'a str,
        /// The other.
        right: &'a str,
    }
}

answer! {
    /// Which of two versions is higher.
    #[derive(Default)]
    pub struct Compared {
        /// -1 where the left is lower, 1 where it is higher, 0 where they are equal.
        order: Option<i32>,
        /// Whether one of them is no version.
        error: Option<bool>,
    }
}

given! {
    /// A constraint and a version.
    pub struct SatisfiesGiven<'a> {
        /// The constraint.
        constraint: &'a str,
        /// The version.
        text: &'a str,
    }
}

answer! {
    /// Whether a version satisfies a constraint.
    pub struct Satisfied {
        /// Whether the constraint is one, and the version too.
        valid: bool,
        /// Whether it does.
        satisfied: Option<bool>,
    }
}

given! {
    /// Versions to take the latest of.
    pub struct LatestGiven<'a> {
        /// The versions.
        versions: Vec<ImageVersion<'a>>,
        /// Whether previews are left out.
        filter_preview ["filterPreview"]: bool,
    }
}

answer! {
    /// The latest version.
    #[derive(Default)]
    pub struct Latest<'a> {
        /// The version.
        version: Option<&'a str>,
        /// Whether there is none.
        error: Option<bool>,
    }
}

given! {
    /// A version to update, and what it could be updated to.
    pub struct NextGiven<'a> {
        /// How far to go.
        update_strategy ["updateStrategy"]: Step,
        /// The version now.
        current_version ["currentVersion"]: &'a str,
        /// The versions there are.
        versions: Vec<ImageVersion<'a>>,
    }
}

words! {
    /// A step from one version to another.
    pub enum Step {
        /// The highest patch of the same minor.
        AutoPatch = "auto-patch",
        /// As before; if there is none, the highest of the same major.
        AutoMinor = "auto-minor",
        /// As the first; if there is none, the highest of all.
        AutoMajor = "auto-major",
        /// The highest of the next higher minor.
        ForceNextMinor = "force-next-minor",
        /// The highest of the next higher major.
        ForceNextMajor = "force-next-major",
    }
}

answer! {
    /// The version to update to.
    #[derive(Default)]
    pub struct Next<'a> {
        /// Whether there is one.
        found: bool,
        /// The version, empty where there is none.
        version: &'a str,
        /// Whether a version could not be read.
        error: Option<bool>,
    }
}
