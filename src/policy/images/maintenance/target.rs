//! The version that a pool moves to (section 9, and section 15 for the design edition).

use super::need::{Need, Strategy};
use super::next::{Found, Reach, next};
use crate::base::Edition;
use crate::base::masterminds::Version;
use crate::policy::images::capabilities::Gift;
use crate::policy::images::compare::Contender;
use crate::policy::images::versions::{Unreadable, suffix};

/// What to look for, and the versions to choose from.
pub(super) struct Search<'c, 'a> {
    pub need: Need,
    pub strategy: Strategy,
    /// The current version.
    pub current: &'a str,
    /// The versions that suit the pool.
    pub contenders: Vec<&'c Contender<'a>>,
    /// What the machine gets from the current version. `None`: that version is gone or does not suit the pool.
    pub before: Option<&'c Gift>,
    pub edition: Edition,
}

/// The version that a pool moves to.
pub(super) struct Target<'c, 'a> {
    pub contender: &'c Contender<'a>,
    /// The set of versions from which it was chosen.
    pub reach: Reach,
    /// The suffix that the pool gives up.
    pub lost_suffix: Option<&'a str>,
}

impl<'c, 'a> Search<'c, 'a> {
    /// Returns the version to move to, if there is one.
    pub(super) fn target(&self) -> Result<Option<Target<'c, 'a>>, Unreadable<'a>> {
        if self.need == Need::None {
            return Ok(None);
        }
        let from = Version::parse(self.current).ok_or(Unreadable(self.current))?;
        let own = suffix(Some(&from), self.edition);
        let target = |lost_suffix| move |(contender, reach)| Target { contender, reach, lost_suffix };
        if let Some(found) = self.within(own, &from)? {
            return Ok(Some(found).map(target(None)));
        }
        let gives_up = self.need.is_forced() && !own.is_empty();
        Ok(if gives_up { self.within("", &from)?.map(target(Some(own))) } else { None })
    }

    /// Returns the version to move to among those with the given suffix. First leaves out versions that give the
    /// machine less; if the pool has to move, then tries all versions, and finally the step beyond the strategy.
    fn within(&self, own: &str, from: &Version<'a>) -> Result<Option<Found<'c, 'a>>, Unreadable<'a>> {
        let within = choosable(&self.contenders, own, self.edition);
        let is_as_good = |contender: &&Contender<'a>| {
            // An unreadable version stops the search, however good it is.
            contender.released.version.is_none() || self.before.is_none_or(|before| contender.taken.gift <= *before)
        };
        let as_good: Vec<&Contender<'a>> = within.iter().copied().filter(is_as_good).collect();
        let by_itself = |among| next(self.strategy.by_itself(), from, among, self.edition);
        let found = by_itself(&as_good)?;
        if found.is_some() || !self.need.is_forced() {
            return Ok(found);
        }
        let found = if as_good.len() < within.len() { by_itself(&within)? } else { None };
        let beyond =
            || self.strategy.if_forced().and_then(|step| next(step, from, &within, self.edition).ok().flatten());
        Ok(found.or_else(beyond))
    }
}

/// Returns the versions that may be chosen when the current version has the suffix `own`.
pub(super) fn choosable<'c, 'a>(
    contenders: &[&'c Contender<'a>],
    own: &str,
    edition: Edition,
) -> Vec<&'c Contender<'a>> {
    let may_be = |contender: &&&Contender<'a>| {
        let version = contender.released.version;
        contender.released.may_be_chosen(edition)
            && version.is_none_or(|version| suffix(Some(&version), edition) == own)
    };
    contenders.iter().filter(may_be).copied().collect()
}
