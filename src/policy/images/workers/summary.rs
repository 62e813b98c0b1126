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
        /// What keeps the others apart, the cause of most first.
        refused: Vec<Refused<'a>>,
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
    /// Counts what keeps each apart. `None`: it fits.
    pub fn of(causes: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let (mut versions, mut fitting) = (0, 0);
        let mut tally = Tally::default();
        for cause in causes {
            versions += 1;
            match cause {
                None => fitting += 1,
                Some(cause) => tally.add(cause),
            }
        }
        let refused = tally.by_count().into_iter().map(|(by, count)| Refused { by, count }).collect();
        Self { versions, fitting, refused }
    }

    /// A reason for each cause, with how many it keeps apart.
    pub fn why_refused(&self) -> impl Iterator<Item = Reason> {
        self.refused
            .iter()
            .map(|refused| Reason::new(&REFUSED_BY, refused.by).fact(Fact::named("count", refused.count)))
    }
}
