//! The pools that the next maintenance moves because of an update of a profile.

use crate::base::Known;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::CloudProfile;
use crate::policy::images::maintenance::{Move, Round, moves};
use crate::policy::images::profiles::in_use::{Users, remade};
use crate::policy::images::reasons::POOLS_WILL_MOVE;
use crate::policy::images::store::{Profile, Written};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::Json;

/// How many pools a warning names.
const NAMED: usize = 5;

/// A warning for each two versions between which pools move that would not have.
pub(super) fn moved<'a>(
    sides: [&Profile<'a>; 2],
    parent: Option<&Written<'a>>,
    users: &Users<'a>,
    asked: &Asked<'a>,
) -> Result<Vec<Problem>, Undecided> {
    let mut found: Known<[String; 2], (usize, Vec<String>)> = Known::default();
    for remade in remade(sides, parent, users).iter().filter(|remade| !remade.shoots.is_empty()) {
        let offers = match remade.offers()? {
            Some(offers) => offers,
            None => {
                let [before, after] = sides.map(|side| side.written.read::<CloudProfile<'_>>());
                [Offer::new(before?), Offer::new(after?)]
            }
        };
        let [before, after] = offers.each_ref().map(|offer| Round::new(offer, *asked));
        for shoot in &remade.shoots {
            let known = moves(&before, shoot)?;
            for Move { pool, image, versions } in moves(&after, shoot)?.into_iter().filter(|it| !known.contains(it)) {
                found.update(versions.map(|version| format!("{image}:{version}")), |(count, pools)| {
                    *count += 1;
                    if pools.len() < NAMED {
                        pools.push(format!("{}/{}/{pool}", shoot.namespace(), shoot.name()));
                    }
                });
            }
        }
    }
    let [_, new] = sides;
    Ok(found
        .entries()
        .map(|([from, to], (count, pools))| {
            Problem::warning(&POOLS_WILL_MOVE, new.written.path())
                .fact(Fact::named("from", from.as_str()))
                .fact(Fact::named("to", to.as_str()))
                .fact(Fact::named("count", *count))
                .fact(Fact::named("pools", pools.iter().map(String::as_str).collect::<Json>()))
        })
        .collect())
}
