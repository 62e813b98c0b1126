//! What the next maintenance does to pools because of an update of a profile.

use crate::policy::images::catalog::Offer;
use crate::policy::images::changes::{Deed, Reflavored, Turns};
use crate::policy::images::documents::CloudProfile;
use crate::policy::images::profiles::in_use::{Users, remade};
use crate::policy::images::store::{Profile, Written};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::Json;

/// How many pools a warning names.
const NAMED: usize = 5;

/// A warning for the pools that move and would not have, or not there, and for those that have to and cannot any more.
pub(super) fn moved<'a>(
    sides: [&Profile<'a>; 2],
    parent: Option<&Written<'a>>,
    users: &Users<'a>,
    asked: &Asked<'a>,
) -> Result<Vec<Problem>, Undecided> {
    let mut turns = Turns::naming(NAMED);
    for remade in remade(sides, parent, users).iter().filter(|remade| !remade.shoots.is_empty()) {
        let offers = match remade.offers()? {
            Some(offers) => offers,
            None => {
                let [before, after] = sides.map(|side| side.written.read::<CloudProfile<'_>>());
                [Offer::new(before?), Offer::new(after?)]
            }
        };
        turns.add(offers.each_ref(), &remade.shoots, asked)?;
    }
    let [_, new] = sides;
    let turns = turns.sorted().into_iter();
    let told = turns.filter(|(turn, _)| turn.after.does == Deed::Moves || turn.is_left_behind());
    let warning = told.map(|(turn, turned)| {
        Problem::warning(turn.code(), new.written.path())
            .fact(Fact::named("from", turn.from()))
            .fact(Fact::named("to", turn.target(&turn.after)))
            .fact(Fact::named("count", turned.count))
            .fact(Fact::named("pools", turned.pools.iter().map(String::as_str).collect::<Json>()))
    });
    Ok(warning.collect())
}

/// A warning of the pairs that get another flavor of their version by an update of a CloudProfile.
pub(super) fn reflavored<'a>([old, new]: [&Profile<'a>; 2], asked: &Asked<'a>) -> Result<Option<Problem>, Undecided> {
    if new.cluster().is_none() {
        return Ok(None);
    }
    let [before, after] = [old, new].map(|side| side.written.read::<CloudProfile<'_>>());
    let offers = [Offer::new(before?), Offer::new(after?)];
    let found = Reflavored::between(offers.each_ref(), asked.edition);
    let problem = |facts: [Fact; 3]| {
        facts.into_iter().fold(Problem::warning(Reflavored::CODE, new.written.path()), Problem::fact)
    };
    Ok(found.facts().map(problem))
}
