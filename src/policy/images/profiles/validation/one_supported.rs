//! Only one version of a minor is supported at a time (section 4.4).

use super::Validation;
use crate::base::masterminds::Version;
use crate::base::sort::sort;
use crate::base::{Instant, Known};
use crate::policy::images::documents::Stage;
use crate::policy::images::versions::rank;
use crate::policy::images::versions::{Classification, HasLifecycle, current};
use crate::question::Undecided;
use crate::wire::PathStep;

impl Validation<'_, '_> {
    /// A version that has a `classification` and is supported now gets an error for each other version of its minor
    /// that says, in any way, that it is supported at the same time. If a version that says so cannot be parsed, there
    /// are no errors.
    pub(super) fn one_supported<'a, V: HasLifecycle<'a>>(
        &mut self,
        versions: &[V],
        list: &PathStep<'_>,
    ) -> Result<(), Undecided> {
        let mut minors: Known<(u64, u64), Minor<'a>> = Known::default();
        for version in versions.iter().filter(|version| says_supported(*version)) {
            let Some(parsed) = Version::parse(version.text()) else { return Ok(()) };
            minors.update((parsed.major, parsed.minor), |minor| minor.add(parsed, Supported::of(version)));
        }
        for minor in minors.values_mut() {
            minor.sort();
        }
        for (index, version) in versions.iter().enumerate().filter(|(_, version)| version.classification().is_some()) {
            let Some(parsed) = Version::parse(version.text()) else { continue };
            let minor = minors.get(&(parsed.major, parsed.minor));
            let others = minor.map_or(0, |minor| minor.others(parsed, &Supported::of(version)));
            if others == 0 || current(version, self.asked)? != Classification::Supported {
                continue;
            }
            let why = format!("another version of `{}.{}` is declared `supported` too", parsed.major, parsed.minor);
            let second = (others - 1).min(self.overlaps);
            self.overlaps -= second;
            for _ in 0..=second {
                self.forbidden(list.index(index), &why);
            }
        }
        Ok(())
    }
}

fn says_supported<'a>(version: &impl HasLifecycle<'a>) -> bool {
    let is_supported = |word: Option<&str>| word == Some(Classification::Supported.word());
    is_supported(version.classification()) || version.stages().iter().any(|stage| is_supported(stage.classification))
}

/// When a version is supported. A missing time is before all others at a beginning, and unknown at an end.
enum Supported {
    /// The version has no stages, and its older fields do not say when.
    SomeTime,
    /// None of the stages is `supported`.
    Never,
    /// The version is supported from then on, because no later stage follows.
    From(Option<Instant>),
    /// The version is supported until then, when a later stage begins.
    Until(Option<Instant>),
}

impl Supported {
    fn of<'a>(version: &impl HasLifecycle<'a>) -> Self {
        let stages = version.stages();
        if stages.is_empty() {
            return Self::SomeTime;
        }
        let word = |stage: &Stage<'_>| rank(stage.classification.unwrap_or_default());
        let start = |stage: &Stage<'_>| stage.start_time.map(|start| start.instant);
        let Some(supported) = stages.iter().find(|stage| word(stage) == Classification::Supported) else {
            return Self::Never;
        };
        match stages.iter().find(|stage| word(stage) > Classification::Supported) {
            None => Self::From(start(supported)),
            Some(next) => Self::Until(start(next)),
        }
    }
}

/// Versions that say they are supported, in a form in which those that overlap with a version can be counted.
#[derive(Default)]
struct Overlaps {
    some_time: usize,
    never: usize,
    /// The beginnings of those that have no end.
    endless: Vec<Option<Instant>>,
    /// The ends of those that have one.
    ends: Vec<Option<Instant>>,
}

impl Overlaps {
    fn add(&mut self, supported: &Supported) {
        match supported {
            Supported::SomeTime => self.some_time += 1,
            Supported::Never => self.never += 1,
            Supported::From(start) => self.endless.push(*start),
            Supported::Until(end) => self.ends.push(*end),
        }
    }

    fn sort(&mut self) {
        sort(&mut self.endless);
        sort(&mut self.ends);
    }

    /// How many overlap with a version, including itself if it does.
    fn with(&self, supported: &Supported) -> usize {
        // `None` sorts before every time.
        let ending_after = |start: &Instant| self.ends.len() - self.ends.partition_point(|end| *end <= Some(*start));
        let beginning_before = |end: &Instant| self.endless.partition_point(|start| *start < Some(*end));
        let beginning_ever = || self.endless.partition_point(Option::is_none);
        self.some_time
            + match supported {
                Supported::SomeTime => self.never + self.endless.len() + self.ends.len(),
                Supported::Never => 0,
                Supported::From(None) => self.endless.len() + self.ends.len(),
                Supported::From(Some(start)) => self.endless.len() + ending_after(start),
                Supported::Until(Some(end)) => beginning_before(end),
                Supported::Until(None) => beginning_ever(),
            }
    }
}

/// The supported versions of one minor, all together, and by patch and pre-release.
#[derive(Default)]
struct Minor<'a> {
    all: Overlaps,
    each: Known<(u64, &'a str), Overlaps>,
}

impl<'a> Minor<'a> {
    fn add(&mut self, version: Version<'a>, supported: Supported) {
        self.all.add(&supported);
        self.each.update((version.patch, version.pre_release), |each| each.add(&supported));
    }

    fn sort(&mut self) {
        self.all.sort();
        self.each.values_mut().for_each(Overlaps::sort);
    }

    /// How many versions with another patch or pre-release overlap with a version.
    fn others(&self, version: Version<'a>, supported: &Supported) -> usize {
        let same = self.each.get(&(version.patch, version.pre_release)).map_or(0, |same| same.with(supported));
        self.all.with(supported) - same
    }
}
