//! The classification of a version at a given time (section 2).

use crate::base::Instant;
use crate::policy::images::documents::{ExpirableVersion, ImageVersion, RawTime, Stage};
use crate::policy::images::reasons::VERSION_IS;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, words};

words! {
    /// The classification of a version, in the order of its lifecycle.
    pub enum Classification {
        /// The version is not available yet.
        Unavailable = "unavailable",
        /// The version can be tried out.
        Preview = "preview",
        /// The version is for general use.
        Supported = "supported",
        /// Users should move away from the version.
        Deprecated = "deprecated",
        /// The version is past its expiration.
        Expired = "expired",
        /// Another word, which is not refused here.
        Unknown = "unknown",
    }
}

impl Classification {
    /// Whether new machines may use a version with this classification.
    pub fn is_active(self) -> bool {
        !matches!(self, Self::Unavailable | Self::Expired)
    }
}

/// A version with a lifecycle.
pub trait HasLifecycle<'a> {
    /// The version as it is written.
    fn text(&self) -> &'a str;
    /// The value of the older field `classification`.
    fn classification(&self) -> Option<&'a str>;
    /// The value of the older field `expirationDate`.
    fn expires(&self) -> Option<RawTime<'a>>;
    /// The stages of the lifecycle.
    fn stages(&self) -> &[Stage<'a>];

    /// Returns the times after which the classification may change: the start times of the stages or, without stages,
    /// the expiration date.
    fn moments(&self) -> Vec<RawTime<'a>> {
        match self.stages() {
            [] => self.expires().into_iter().collect(),
            stages => stages.iter().filter_map(|stage| stage.start_time).collect(),
        }
    }
}

impl<'a> HasLifecycle<'a> for ExpirableVersion<'a> {
    fn text(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    fn classification(&self) -> Option<&'a str> {
        self.classification
    }

    fn expires(&self) -> Option<RawTime<'a>> {
        self.expiration_date
    }

    fn stages(&self) -> &[Stage<'a>] {
        &self.lifecycle
    }
}

impl<'a> HasLifecycle<'a> for ImageVersion<'a> {
    fn text(&self) -> &'a str {
        self.version()
    }

    fn classification(&self) -> Option<&'a str> {
        self.classification
    }

    fn expires(&self) -> Option<RawTime<'a>> {
        self.expiration_date
    }

    fn stages(&self) -> &[Stage<'a>] {
        &self.lifecycle
    }
}

/// The stages of a version with their start times, parsed in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifecycle {
    stages: Vec<(Classification, Option<Instant>)>,
}

impl Lifecycle {
    /// Reads the stages in their order. If there are none, the two older fields stand for stages.
    pub fn of<'a>(version: &impl HasLifecycle<'a>) -> Self {
        let named = |word: &str| Classification::named(word).unwrap_or(Classification::Unknown);
        let stage = |stage: &Stage<'_>| {
            (named(stage.classification.unwrap_or_default()), stage.start_time.map(|start| start.instant))
        };
        let mut stages: Vec<_> = version.stages().iter().map(stage).collect();
        let (classification, expires) = (version.classification(), version.expires());
        if stages.is_empty() && (classification.is_some() || expires.is_some()) {
            stages.push((classification.map_or(Classification::Supported, named), None));
            stages.extend(expires.map(|expires| (Classification::Expired, Some(expires.instant))));
        }
        Self { stages }
    }

    /// Returns the classification at a time: that of the last stage in the list that has begun. A stage begins strictly
    /// after its start time.
    pub fn at(&self, now: Instant) -> Classification {
        self.classification(self.stage(|start| start < now))
    }

    /// Returns the index of the last stage in the list that has begun.
    fn stage(&self, has_begun: impl Fn(Instant) -> bool) -> Option<usize> {
        self.stages.iter().rposition(|(_, start)| start.is_none_or(&has_begun))
    }

    /// Returns the classification in a stage; `None` is the time before the first stage. A version without stages is
    /// supported.
    pub fn classification(&self, stage: Option<usize>) -> Classification {
        match stage.and_then(|stage| self.stages.get(stage)) {
            Some((classification, _)) => *classification,
            None if self.stages.is_empty() => Classification::Supported,
            None => Classification::Unavailable,
        }
    }

    /// Whether any stage has a start time. Otherwise the time does not matter.
    pub fn depends_on_time(&self) -> bool {
        self.stages.iter().any(|(_, start)| start.is_some())
    }

    /// Returns the index of the stage at the time of the question. The time is needed only if a stage has a start time;
    /// otherwise all stages have begun.
    pub fn stage_now(&self, asked: &Asked<'_>) -> Result<Option<usize>, Undecided> {
        if !self.depends_on_time() {
            return Ok(self.stages.len().checked_sub(1));
        }
        let now = asked.now()?;
        Ok(self.stage(|start| start < now))
    }

    /// Returns the classification at the time of the question.
    pub fn now(&self, asked: &Asked<'_>) -> Result<Classification, Undecided> {
        Ok(self.classification(self.stage_now(asked)?))
    }
}

/// Returns the classification of a version at the time of the question.
pub(crate) fn current<'a>(version: &impl HasLifecycle<'a>, asked: &Asked<'_>) -> Result<Classification, Undecided> {
    Lifecycle::of(version).now(asked)
}

/// Returns when a version expires, if that is within 30 days: whatever is created with it today should not have to be
/// moved by force next month.
pub(crate) fn ends_soon<'a>(version: &impl HasLifecycle<'a>, now: Instant) -> Option<RawTime<'a>> {
    const SOON: i64 = 30 * 86_400;
    expiry_before(version, now, now.plus_seconds(SOON))
}

/// Returns when a version expires next, if that is between `now` and `end`, both included.
fn expiry_before<'a>(version: &impl HasLifecycle<'a>, now: Instant, end: Instant) -> Option<RawTime<'a>> {
    ends(version)
        .flatten()
        .filter(|end| end.instant >= now)
        .min_by_key(|end| end.instant)
        .filter(|at| at.instant <= end)
}

/// Returns when a version expires or has expired. If several stages say so, the last one counts.
pub(crate) fn expiry<'a>(version: &impl HasLifecycle<'a>) -> Option<RawTime<'a>> {
    ends(version).next().flatten()
}

/// Returns when a version expires, the last stage first. `None`: from the beginning of time. A stage counts only if no
/// later one of the list has begun by then, because that one would hold.
fn ends<'v, 'a: 'v>(version: &'v impl HasLifecycle<'a>) -> impl Iterator<Item = Option<RawTime<'a>>> + 'v {
    let stages = version.stages();
    let mut next = None;
    let last = move |stage: &Stage<'a>| {
        let start = stage.start_time.map(|start| start.instant);
        if next.is_some_and(|next| next <= start) {
            return None;
        }
        next = Some(start);
        (stage.classification == Some(Classification::Expired.word())).then_some(stage.start_time)
    };
    let older = stages.is_empty().then(|| version.expires());
    older.into_iter().chain(stages.iter().rev().filter_map(last))
}

/// Returns the word for the current classification of a version. An unknown word is returned as written.
pub(super) fn current_word<'a>(version: &impl HasLifecycle<'a>, asked: &Asked<'_>) -> Result<&'a str, Undecided> {
    let lifecycle = Lifecycle::of(version);
    let stage = lifecycle.stage_now(asked)?;
    Ok(match lifecycle.classification(stage) {
        Classification::Unknown => written(version, stage).unwrap_or_default(),
        known => known.word(),
    })
}

fn written<'a>(version: &impl HasLifecycle<'a>, stage: Option<usize>) -> Option<&'a str> {
    match version.stages() {
        [] => version.classification(),
        stages => stages.get(stage?)?.classification,
    }
}

/// Returns the reason for the classification of a version at the time of the question; the version is at `place`.
pub(crate) fn why_classified<'a>(
    version: &impl HasLifecycle<'a>,
    place: &Pointer,
    asked: &Asked<'_>,
) -> Result<Reason, Undecided> {
    let stage = Lifecycle::of(version).stage_now(asked)?;
    let at = |key: &str| place.clone().key(key);
    let reason = Reason::new(&VERSION_IS, version.text());
    let reason = if version.stages().is_empty() {
        reason
            .fact(Fact::of(at("classification"), version.classification()))
            .fact(Fact::of(at("expirationDate"), version.expires().map(|date| date.text)))
    } else {
        let starts = version.stages().iter().enumerate().map(|(index, stage)| {
            Fact::of(at("lifecycle").index(index).key("startTime"), stage.start_time.map(|start| start.text))
        });
        let named = stage
            .map(|stage| Fact::of(at("lifecycle").index(stage).key("classification"), written(version, Some(stage))));
        reason.facts(named).facts(starts)
    };
    Ok(reason.fact(Fact::named("classification", current_word(version, asked)?)))
}
