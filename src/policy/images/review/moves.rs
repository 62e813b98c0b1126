//! How an update of a profile changes what the next maintenance does to pools.

use crate::policy::images::catalog::Offer;
use crate::policy::images::changes::{Reflavored, Turns};
use crate::policy::images::maintenance::unsaid;
use crate::policy::images::profiles::in_use::{Users, remade};
use crate::policy::images::store::{Profile, Written};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::Json;

/// The number of pools that a warning names.
const NAMED: usize = 5;

/// The most flavors that are compared, because somebody is waiting for the answer to a review.
const STEPS: usize = 400_000;

/// Warns of pools that the next maintenance treats differently after the update: pools that now move, or move
/// elsewhere; pools that now stay, or are no longer reached, but would have moved; and pools that now have to move but
/// cannot. Also warns of Shoots for which this is unknown. Shoots that use a NamespacedCloudProfile are judged by its
/// merged spec, the others by the CloudProfile.
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

/// Warns of the pairs of machine type and image version that get another flavor because of an update.
pub(super) fn reflavored<'a>(sides: [&Offer<'a>; 2], new: &Written<'a>, asked: &Asked<'a>) -> Option<Problem> {
    let found = Reflavored::between(sides, STEPS, asked.edition);
    let problem = Problem::warning(Reflavored::CODE, new.path());
    Some(found.facts()?.into_iter().fold(problem, Problem::fact))
}
