//! How many of several fit, and what keeps the others apart.

use crate::base::Tally;
use crate::policy::images::reasons::REFUSED_BY;
use crate::reason::{Fact, Reason};
use crate::wire::answer;

answer! {
    /// How many versions fit, and what keeps the others apart.
    #[derive(Clone)]
    pub struct Summary<'a> {
        /// How many versions there are.
        versions: usize,
        /// How many of them fit.
        fitting: usize,
        /// How many of them are offered, where the time is known or does not matter.
        offered: Option<usize>,
        /// What keeps the others from being offered, the most frequent first.
        refused: Vec<Refused<'a>>,
    }
}

/// How one of several stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    /// Whether it fits.
    pub fits: bool,
    /// Whether it is offered. `None`: that depends on the time, which is not known.
    pub offered: Option<bool>,
    /// What keeps it from being offered.
    pub cause: Option<&'a str>,
}

impl<'a> Standing<'a> {
    /// One that is offered where it fits, of which `cause` keeps it.
    pub(crate) fn of(cause: Option<&'a str>) -> Self {
        Self { fits: cause.is_none(), offered: Some(cause.is_none()), cause }
    }
}

answer! {
    /// A cause with the versions it keeps apart.
    #[derive(Clone)]
    pub struct Refused<'a> {
        /// A capability, or what else was asked for.
        by: &'a str,
        /// How many versions.
        count: usize,
    }
}

impl<'a> Summary<'a> {
    /// Counts how each stands.
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

    /// A reason for each cause, with how many it keeps apart.
    pub fn why_refused(&self) -> impl Iterator<Item = Reason> {
        self.refused
            .iter()
            .map(|refused| Reason::new(&REFUSED_BY, refused.by).fact(Fact::named("count", refused.count)))
    }
}
