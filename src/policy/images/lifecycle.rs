//! What a version is at a moment (section 2).

use super::model::{ExpirableVersion, ImageVersion, Stage};
use crate::base::Instant;
use crate::policy::{Asked, Undecided};
use crate::wire::words;

words! {
    /// What a version is, from the one that is not there yet to the one that is no more.
    pub enum Classification {
        /// Not there yet.
        Unavailable = "unavailable",
        /// To be tried.
        Preview = "preview",
        /// To be used.
        Supported = "supported",
        /// To be left.
        Deprecated = "deprecated",
        /// No more.
        Expired = "expired",
        /// Something else, which is not refused here.
        Unknown = "unknown",
    }
}

impl Classification {
    /// Whether new machines may have it.
    pub fn is_active(self) -> bool {
        !matches!(self, Self::Unavailable | Self::Expired)
    }
}

/// Anything with a life.
pub trait Lived {
    /// What it is said to be.
    fn classification(&self) -> Option<&str>;
    /// When it expires.
    fn expires(&self) -> Option<Instant>;
    /// Its stages.
    fn lifecycle(&self) -> &[Stage<'_>];
}

impl Lived for ExpirableVersion<'_> {
    fn classification(&self) -> Option<&str> {
        self.classification
    }

    fn expires(&self) -> Option<Instant> {
        self.expiration_date.map(|date| date.instant)
    }

    fn lifecycle(&self) -> &[Stage<'_>] {
        &self.lifecycle
    }
}

impl Lived for ImageVersion<'_> {
    fn classification(&self) -> Option<&str> {
        self.classification
    }

    fn expires(&self) -> Option<Instant> {
        self.expiration_date.map(|date| date.instant)
    }

    fn lifecycle(&self) -> &[Stage<'_>] {
        &self.lifecycle
    }
}

/// The stages of a version with their moments, so that nothing is left to read when it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Life {
    stages: Vec<(Classification, Option<Instant>)>,
}

impl Life {
    /// Reads the stages in their order. Where there are none, the two older fields stand for stages.
    pub fn of(version: &(impl Lived + ?Sized)) -> Self {
        let named = |word: &str| Classification::named(word).unwrap_or(Classification::Unknown);
        let stage = |stage: &Stage<'_>| {
            (named(stage.classification.unwrap_or_default()), stage.start_time.map(|start| start.instant))
        };
        let mut stages: Vec<_> = version.lifecycle().iter().map(stage).collect();
        let (classification, expires) = (version.classification(), version.expires());
        if stages.is_empty() && (classification.is_some() || expires.is_some()) {
            stages.push((classification.map_or(Classification::Supported, named), None));
            stages.extend(expires.map(|expires| (Classification::Expired, Some(expires))));
        }
        Self { stages }
    }

    /// What it is at that moment: the last stage in the list that has begun, and a stage begins after its moment.
    pub fn at(&self, now: Instant) -> Classification {
        self.classification(self.stage(|start| start < now))
    }

    /// The last stage in the list that has begun.
    fn stage(&self, has_begun: impl Fn(Instant) -> bool) -> Option<usize> {
        self.stages.iter().rposition(|(_, start)| start.is_none_or(&has_begun))
    }

    fn classification(&self, stage: Option<usize>) -> Classification {
        match stage.and_then(|stage| self.stages.get(stage)) {
            Some((classification, _)) => *classification,
            None if self.stages.is_empty() => Classification::Supported,
            None => Classification::Unavailable,
        }
    }

    /// Whether any stage has a moment. Without one the time does not matter.
    pub fn depends_on_time(&self) -> bool {
        self.stages.iter().any(|(_, start)| start.is_some())
    }

    /// The stage at the time of the question; only a stage with a moment needs the time.
    pub fn stage_now(&self, asked: &Asked<'_>) -> Result<Option<usize>, Undecided> {
        if !self.depends_on_time() {
            return Ok(self.stage(|_| true));
        }
        let now = asked.now()?;
        Ok(self.stage(|start| start < now))
    }

    /// What it is at the time of the question.
    pub fn now(&self, asked: &Asked<'_>) -> Result<Classification, Undecided> {
        Ok(self.classification(self.stage_now(asked)?))
    }
}

/// What a version is at the time of the question.
pub fn current(version: &impl Lived, asked: &Asked<'_>) -> Result<Classification, Undecided> {
    Life::of(version).now(asked)
}
