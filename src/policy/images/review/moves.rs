//! What the next maintenance does to pools because of an update of a profile.

use crate::policy::images::catalog::Offer;
use crate::policy::images::changes::{Reflavored, Turns};
use crate::policy::images::maintenance::unsaid;
use crate::policy::images::profiles::in_use::{Users, remade};
use crate::policy::images::store::{Profile, Written};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::Json;

/// How many pools a warning names.
const NAMED: usize = 5;

/// How many flavors are compared at most: a review stands between somebody and the answer.
const STEPS: usize = 400_000;

/// A warning for the pools that move and would not have, or not there, for those that stay or are not reached though they
/// would have moved, and for those that have to and cannot any more; and for the Shoots of which nobody knows that.
/// What of them uses a profile of a namespace gets that, merged; the others get the CloudProfile.
pub(super) fn moved<'a>(
    (sides, own): ([&Profile<'a>; 2], Option<[&Offer<'a>; 2]>),
    parent: Option<&Written<'a>>,
    users: &Users<'a>,
    asked: &Asked<'a>,
) -> Result<Vec<Problem>, Undecided> {
    let mut turns = Turns::naming(NAMED);
    let remade = remade(sides, parent, users);
    for remade in remade.iter().filter(|remade| !remade.shoots.is_empty()) {
        match (remade.offers()?, own) {
            (Some(merged), _) => turns.add(merged.each_ref(), &remade.shoots, asked)?,
            (None, Some(own)) => turns.add(own, &remade.shoots, asked)?,
            (None, None) => {}
        }
    }
    let [_, new] = sides;
    let warning = turns.sorted().into_iter().map(|(turn, turned)| {
        Problem::warning(turn.code(), new.written.path())
            .fact(Fact::named("from", turn.from()))
            .fact(Fact::named("to", turn.target(&turn.after)))
            .fact(Fact::named("count", turned.count))
            .fact(Fact::named("pools", turned.pools.iter().map(String::as_str).collect::<Json>()))
    });
    let shoots = remade.iter().flat_map(|remade| remade.shoots.iter().copied());
    Ok(warning.chain(unsaid(sides.map(|side| &side.written), shoots)).collect())
}

/// A warning of the pairs that get another flavor of their version by an update of a profile.
pub(super) fn reflavored<'a>(sides: [&Offer<'a>; 2], new: &Written<'a>, asked: &Asked<'a>) -> Option<Problem> {
    let found = Reflavored::between(sides, STEPS, asked.edition);
    let problem = Problem::warning(Reflavored::CODE, new.path());
    Some(found.facts()?.into_iter().fold(problem, Problem::fact))
}
