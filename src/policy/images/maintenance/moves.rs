//! Where the next maintenance moves the pools of a Shoot.

use super::run::Round;
use crate::policy::images::documents::ShootDocument;
use crate::question::Undecided;

/// A pool that the next maintenance moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move<'a> {
    /// The pool.
    pub pool: &'a str,
    /// Its image.
    pub image: &'a str,
    /// Its version, and the one it gets.
    pub versions: [String; 2],
}

/// The pools of a Shoot that move.
pub(crate) fn moves<'a>(round: &Round<'_, 'a>, shoot: &ShootDocument<'a>) -> Result<Vec<Move<'a>>, Undecided> {
    let pools = round.run(shoot)?.pools.into_iter().filter(|pool| pool.fate.after != pool.before);
    let moved = pools.map(|pool| Move {
        pool: pool.name,
        image: pool.image,
        versions: [pool.before.to_owned(), pool.fate.after.to_owned()],
    });
    Ok(moved.collect())
}
