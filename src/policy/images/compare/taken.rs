//! What a machine gets from an image version: the flavor that is taken, and its gift.

use crate::base::Edition;
use crate::policy::images::capabilities::{Ambiguous, Gift, Set, best};
use crate::policy::images::catalog::Catalog;
use crate::policy::images::divergences::GIFT_BEFORE_VERSION;
use crate::wire::Ordered;

/// What a machine gets from an image version that fits it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Taken {
    /// The index of the flavor that is taken; `None` upstream if several are equally preferred. A version without
    /// flavors counts as having one that supports everything.
    pub flavor: Option<usize>,
    /// What the machine and the flavor share.
    pub gift: Gift,
}

impl Taken {
    /// Returns what a machine gets from a version. `None`: no flavor fits.
    pub(crate) fn of(catalog: &Catalog<'_>, machine: &Set, version: usize, edition: Edition) -> Option<Self> {
        let everything = catalog.fits_everything(edition);
        let space = catalog.space();
        let counts = !catalog.is_implied() && edition.applies(&GIFT_BEFORE_VERSION);
        let gift = |flavor: &Set| if counts { Gift::of(space, machine, flavor) } else { Gift::default() };
        if catalog.flavors(version).next().is_none() {
            return Some(Self { flavor: Some(0), gift: gift(&space.set(&Ordered::default())) });
        }
        let fitting = catalog.flavors(version).filter(|(_, set)| everything || space.fits(machine, set));
        let taken = best(space, machine, fitting, edition);
        let (flavor, stands_for) = match taken {
            Ok(flavor) => (flavor, flavor?),
            Err(Ambiguous { first }) => (None, first),
        };
        let set = catalog.flavors(version).find(|(place, _)| *place == stands_for);
        Some(Self { flavor, gift: set.map(|(_, set)| gift(&set)).unwrap_or_default() })
    }
}
