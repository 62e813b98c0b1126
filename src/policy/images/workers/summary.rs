//! Counts how many versions or machine types fit, and what keeps the others out.

use crate::base::Tally;
use crate::policy::images::reasons::REFUSED_BY;
use crate::reason::{Fact, Reason};
use crate::wire::answer;

answer! {
    /// How many versions fit, and what keeps the others out.
    #[derive(Clone)]
    pub struct Summary<'a> {
        /// The number of versions.
        versions: usize,
        /// The number of versions that fit.
        fitting: usize,
        /// The number of versions that are offered; absent if that depends on the time, which is not known.
        offered: Option<usize>,
        /// The causes that keep the others from being offered, the most frequent one first.
        refused: Vec<Refused<'a>>,
    }
}

/// The standing of one version or machine type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    /// Whether the version or machine type fits.
    pub fits: bool,
    /// Whether the version or machine type is offered. `None`: that depends on the time, which is not known.
    pub offered: Option<bool>,
    /// What keeps the version or machine type from being offered.
    pub cause: Option<&'a str>,
}

impl<'a> Standing<'a> {
    /// The standing of a version that is offered if it fits; `cause` is what keeps it from fitting.
    pub(crate) fn of(cause: Option<&'a str>) -> Self {
        Self { fits: cause.is_none(), offered: Some(cause.is_none()), cause }
    }
}

answer! {
    /// A cause that keeps versions or machine types out.
    #[derive(Clone)]
    pub struct Refused<'a> {
        /// The name of a capability, or the word for another cause.
        by: &'a str,
        /// The number of versions or machine types that it keeps out.
        count: usize,
    }
}

impl<'a> Summary<'a> {
    /// Counts the standings and their causes.
    pub(crate) fn of(standings: impl IntoIterator<Item = Standing<'a>>) -> Self {
        let mut summary = Self { versions: 0, fitting: 0, offered: Some(0), refused: Vec::new() };
        let mut tally = Tally::default();
        for standing in standings {
            summary.versions += 1;
            summary.fitting += usize::from(standing.fits);
            summary.offered = summary.offered.zip(standing.offered).map(|(count, it)| count + usize::from(it));
            if let Some(cause) = standing.cause {
                tally.add(cause);
            }
        }
        summary.refused = tally.by_count().into_iter().map(|(by, count)| Refused { by, count }).collect();
        summary
    }

    /// Returns a reason for each cause, with the number that it keeps out.
    pub fn why_refused(&self) -> impl Iterator<Item = Reason> {
        self.refused
            .iter()
            .map(|refused| Reason::new(&REFUSED_BY, refused.by).fact(Fact::named("count", refused.count)))
    }
}
