//! Versions that end because of a change, at once or sooner than before.

use super::sides::{Offered, Sides};
use crate::base::Known;
use crate::policy::images::documents::RawTime;
use crate::policy::images::versions::{Classification, HasLifecycle, Lifecycle, expiry};
use crate::question::Asked;

/// A version in one of the two states of a profile.
pub(super) struct Dated<'k> {
    place: String,
    /// When the version expires, and the place of that below the version's.
    end: Option<(RawTime<'k>, String)>,
    /// The current classification, if it is known, and its place below the version's.
    now: Option<(Classification, String)>,
}

/// A version that a change ends, and the part of a document that says so.
pub(super) struct Ended<K> {
    pub of: K,
    pub place: String,
    /// How the version ends, for a sentence about it.
    pub how: String,
    /// Whether the place is in the document before the change.
    pub is_gone: bool,
}

impl<'k> Dated<'k> {
    /// The version at a place.
    pub(super) fn of(version: &impl HasLifecycle<'k>, place: String, asked: &Asked<'_>) -> Self {
        let stages = version.stages();
        let last = stages.iter().rposition(|stage| stage.classification == Some(Classification::Expired.word()));
        let says_end = last.map_or_else(|| "/expirationDate".to_owned(), |stage| format!("/lifecycle/{stage}"));
        let lifecycle = Lifecycle::of(version);
        let now = lifecycle.stage_now(asked).ok().map(|stage| {
            let says = match stage {
                Some(stage) if !stages.is_empty() => format!("/lifecycle/{stage}"),
                None if !stages.is_empty() => "/lifecycle".to_owned(),
                Some(1..) => "/expirationDate".to_owned(),
                _ => "/classification".to_owned(),
            };
            (lifecycle.classification(stage), says)
        });
        Self { place, end: expiry(version).map(|end| (end, says_end)), now }
    }

    /// How the version ends if it did not before, and the place of that below the version's.
    fn ends(&self, before: &Self) -> Option<(String, &str)> {
        let sooner =
            self.end.as_ref().filter(|(end, _)| before.end.as_ref().is_none_or(|(was, _)| was.instant > end.instant));
        if let Some((end, says)) = sooner {
            let is_past = self.now.as_ref().is_some_and(|(now, _)| *now == Classification::Expired);
            let expires = if is_past { "expired" } else { "expires" };
            return Some((format!("{expires} on {}", end.text), says));
        }
        let (now, says) = self.now.as_ref().filter(|(now, _)| !now.is_active())?;
        let was_active = before.now.as_ref().is_some_and(|(was, _)| was.is_active());
        was_active.then(|| (format!("is {} now", now.word()), says.as_str()))
    }
}

/// The versions that the change keeps, but that end sooner than before or are no longer active.
pub(super) fn ended<'k, K: Ord + Copy>(
    Sides { written, offered: [before, after] }: Sides<'k, 'k>,
    dated: impl Fn(Offered<'k, 'k>) -> Known<K, Dated<'k>>,
) -> Vec<Ended<K>> {
    let ([old, new], before, after) = (written.map(&dated), dated(before), dated(after));
    let ended = |(of, version): (&K, &Dated<'k>)| {
        let (how, says) = version.ends(before.get(of)?)?;
        let (place, is_gone) = match new.get(of) {
            Some(version) => (format!("{}{says}", version.place), false),
            None => (old.get(of)?.place.clone(), true),
        };
        Some(Ended { of: *of, place, how, is_gone })
    };
    after.entries().filter_map(ended).collect()
}
