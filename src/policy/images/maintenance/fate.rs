//! What maintenance does to a pool.

use super::need::{Need, Strategy};
use super::passed_over::{PassedOver, may_be_said};
use super::pool::Seeing;
use super::target::{Search, Target};
use crate::base::Edition;
use crate::policy::images::capabilities::{CapabilitySpace, Difference};
use crate::policy::images::catalog::Catalog;
use crate::policy::images::compare::{Contender, Taken};
use crate::policy::images::errors::Listing;
use crate::policy::images::versions::Classification;
use crate::wire::answer;

/// What maintenance does to a pool.
#[derive(Debug)]
pub(crate) struct Fate<'a> {
    /// The version of the pool after maintenance.
    pub after: &'a str,
    /// Why the pool moves, if it does.
    pub need: Need,
    /// How far the pool may move.
    pub strategy: Strategy,
    /// Whether the pool has to move and cannot.
    pub failed: bool,
    /// The flavor of the version before, if one fits.
    pub flavor_before: Option<usize>,
    /// The version that the pool moves to, if any.
    pub moved: Option<Moved<'a>>,
    /// The higher versions that the pool does not get, if a move was looked for and the list is not too long.
    pub passed_over: Option<Vec<PassedOver<'a>>>,
}

answer! {
    /// A capability for which the machine gets a different value.
    #[derive(Clone)]
    pub struct Change<'a> {
        /// The name of the capability.
        capability: &'a str,
        /// The value before; absent if the machine and the flavor shared no defined value.
        before: Option<&'a str>,
        /// The value after; absent if the machine and the flavor share no defined value.
        after: Option<&'a str>,
    }
}

/// What a pool moves to.
#[derive(Debug)]
pub(crate) struct Moved<'a> {
    /// The flavor that the machine takes, if one is known.
    pub flavor: Option<usize>,
    /// The capabilities for which the machine gets a different value.
    pub changes: Vec<Change<'a>>,
    /// The capabilities for which the new value is less preferred.
    pub less_of: Vec<&'a str>,
    /// Whether the new gift is worse than the old one.
    pub is_worse: bool,
    /// The suffix that the pool gives up.
    pub lost_suffix: Option<&'a str>,
}

impl<'a> Fate<'a> {
    /// The fate of a pool whose image or version is open: nothing is known about it.
    pub(super) fn of_open(version: &'a str) -> Self {
        Self {
            after: version,
            need: Need::None,
            strategy: Strategy::Major,
            failed: false,
            flavor_before: None,
            moved: None,
            passed_over: None,
        }
    }

    /// Works out what maintenance does to a pool. The versions passed over are left out if `listing` has no room for
    /// them.
    pub(super) fn of(
        Seeing { alike, seen, set: machine }: &Seeing<'_, 'a>,
        catalog: &Catalog<'a>,
        edition: Edition,
        listing: &Listing,
    ) -> Self {
        let (likeness, image) = (&alike.likeness, alike.image);
        let (name, current) = likeness.current;
        // Images are found regardless of case, but here the case of the name matters.
        let known = || seen.iter().filter(|it| image.name() == name && it.text == current);
        let suits = known().find_map(|it| it.contender.as_ref());
        let need = match suits {
            None => Need::Missing,
            Some(contender) if contender.released.classification == Classification::Expired => Need::Expired,
            Some(_) if likeness.automatic => Need::Automatic,
            Some(_) => Need::None,
        };
        let strategy = Strategy::of(image);
        let before = suits.map(|contender| &contender.taken.gift);
        let contenders: Vec<&Contender<'a>> = seen.iter().filter_map(|it| it.contender.as_ref()).collect();
        let search = Search { need, strategy, current, contenders, before, edition };
        let found = search.target();
        let target = found.as_ref().ok().and_then(Option::as_ref);
        let flavor = |version| Taken::of(catalog, machine, version, edition).and_then(|taken| taken.flavor);
        let space = catalog.space();
        let moved = |target: &Target<'_, 'a>| {
            let after = &target.contender.taken.gift;
            let differences = before.map(|before| before.differences(after, space)).unwrap_or_default();
            let less = differences.iter().filter(|difference| difference.is_loss());
            Moved {
                flavor: flavor(target.contender.place),
                changes: differences.iter().map(|difference| change(*difference, space)).collect(),
                less_of: less.map(|difference| space.name(difference.capability)).collect(),
                is_worse: before.is_some_and(|before| after > before),
                lost_suffix: target.lost_suffix,
            }
        };
        Self {
            after: target.map_or(current, |target| target.contender.released.text),
            need,
            strategy,
            failed: found.is_err() || need.is_forced() && target.is_none(),
            flavor_before: known().next().and_then(|it| flavor(it.place)),
            moved: target.map(moved),
            passed_over: (need != Need::None)
                .then(|| search.passed_over(seen, target))
                .filter(|passed| may_be_said(passed, listing)),
        }
    }
}

/// Names the capability and the values of a difference.
fn change<'a>(difference: Difference, space: &CapabilitySpace<'a>) -> Change<'a> {
    let defined = space.defined(difference.capability);
    let value = |place: Option<usize>| place.and_then(|place| defined.get(place).copied());
    Change {
        capability: space.name(difference.capability),
        before: value(difference.left),
        after: value(difference.right),
    }
}
