//! What versions are said to be and when (section 4.4).

use std::collections::{BTreeMap, BTreeSet};

use super::Validation;
use crate::base::masterminds::Version;
use crate::policy::Undecided;
use crate::policy::images::field::Field;
use crate::policy::images::versions::{Classification, Lived, current};

/// What a version may be said to be, in the order of its life.
const SETTABLE: [&str; 4] = ["preview", "supported", "deprecated", "expired"];

impl Validation<'_, '_> {
    /// The stages of one version, or the older fields that stand for them.
    pub(super) fn stages<'a>(&mut self, version: &impl Lived<'a>, place: &Field<'_>) {
        let lifecycle = version.lifecycle();
        if !lifecycle.is_empty() && !self.gates.lifecycle() {
            return self.forbidden(
                place.key("lifecycle"),
                "the feature gate `VersionClassificationLifecycle` is off: set `classification` and `expirationDate`",
            );
        }
        if let Some(word) = version.classification() {
            if !SETTABLE.contains(&word) {
                self.not_supported(place.key("classification"), word, &SETTABLE);
            } else if word == "expired" && lifecycle.is_empty() {
                self.forbidden(place.key("classification"), "a version expires by `expirationDate`, not by this word");
            }
        }
        if !lifecycle.is_empty() && (version.classification().is_some() || version.expires().is_some()) {
            self.forbidden(*place, "`lifecycle` replaces `classification` and `expirationDate`: remove the two");
        }
        let list = place.key("lifecycle");
        let mut seen = BTreeSet::new();
        for (index, stage) in lifecycle.iter().enumerate() {
            let (entry, word) = (list.index(index), stage.classification.unwrap_or_default());
            let before = index.checked_sub(1).and_then(|before| lifecycle.get(before));
            if !SETTABLE.contains(&word) {
                self.not_supported(entry.key("classification"), word, &SETTABLE);
            }
            if !seen.insert(word) {
                self.duplicate(entry.key("classification"), word);
            }
            if before.is_some_and(|before| rank(word) < rank(before.classification.unwrap_or_default())) {
                self.invalid(entry.key("classification"), word, "stages come in the order of a version's life");
            }
            match (stage.start_time, before) {
                (None, Some(_)) => self.required(entry, "only the first stage may do without a `startTime`"),
                (Some(start), Some(before)) => {
                    if before.start_time.is_some_and(|earlier| start.instant < earlier.instant) {
                        self.invalid(entry, start.text, "a stage begins before the one in front of it");
                    }
                }
                (_, None) => {}
            }
        }
    }

    /// One version a minor is the supported one. A version that says so in its older field, and is supported now, is
    /// held against every other of its minor that says so in any way.
    pub(super) fn one_supported<'a, V: Lived<'a>>(
        &mut self,
        versions: &[V],
        list: &Field<'_>,
    ) -> Result<(), Undecided> {
        let mut minors: BTreeMap<(u64, u64), Supported<'a>> = BTreeMap::new();
        let parsed: Vec<Option<Version<'a>>> = versions.iter().map(|version| Version::parse(version.text())).collect();
        for (version, parsed) in versions.iter().zip(&parsed) {
            if let Some(parsed) = parsed.filter(|_| says_supported(version)) {
                minors.entry((parsed.major, parsed.minor)).or_default().count(parsed);
            }
        }
        for (index, (version, parsed)) in versions.iter().zip(parsed).enumerate() {
            let Some(parsed) = parsed.filter(|_| version.classification().is_some()) else { continue };
            let gated = !version.lifecycle().is_empty() && !self.gates.lifecycle();
            let others = minors.get(&(parsed.major, parsed.minor)).map_or(0, |minor| minor.others(parsed));
            if gated || others == 0 || current(version, self.asked)? != Classification::Supported {
                continue;
            }
            let why = format!("another version of `{}.{}` is `supported` already", parsed.major, parsed.minor);
            let second = (others - 1).min(self.overlaps);
            self.overlaps -= second;
            for _ in 0..=second {
                self.forbidden(list.index(index), &why);
            }
        }
        Ok(())
    }
}

/// The supported versions of one minor.
#[derive(Default)]
struct Supported<'a> {
    all: usize,
    /// How many there are of each patch and pre-release.
    each: BTreeMap<(u64, &'a str), usize>,
}

impl<'a> Supported<'a> {
    fn count(&mut self, version: Version<'a>) {
        self.all += 1;
        *self.each.entry((version.patch, version.pre_release)).or_default() += 1;
    }

    /// How many are another version.
    fn others(&self, version: Version<'_>) -> usize {
        self.all - self.each.get(&(version.patch, version.pre_release)).copied().unwrap_or_default()
    }
}

fn says_supported<'a>(version: &impl Lived<'a>) -> bool {
    let is_supported = |word: Option<&str>| word == Some(Classification::Supported.word());
    is_supported(version.classification()) || version.lifecycle().iter().any(|stage| is_supported(stage.classification))
}

/// The place in a version's life; an unknown word is that of a version which is not there yet.
fn rank(word: &str) -> Classification {
    match Classification::named(word) {
        None | Some(Classification::Unknown) => Classification::Unavailable,
        Some(known) => known,
    }
}
