//! What happens to pools: which are refused, and to which the next maintenance does something different.

use super::turns::{Turn, Turned, Turns};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{ProfileSpec, Shoot};
use crate::policy::images::maintenance::unsaid;
use crate::policy::images::profiles::in_use::{Difference, Users, remade};
use crate::policy::images::store::{Profile, Written};
use crate::question::{Asked, Undecided};
use crate::reason::Problem;

/// What happens to the pools of Shoots.
#[derive(Debug, Default)]
pub(super) struct Pools {
    /// The number of Shoots that use the profile, and of their pools.
    pub shoots: usize,
    pub pools: usize,
    /// The number of Shoots that are skipped.
    pub others: usize,
    pub difference: Difference,
    /// The pools to which maintenance does something different.
    pub turns: Vec<(Turn, Turned)>,
    /// Warnings about what Shoots leave out that maintenance depends on.
    pub unsaid: Vec<Problem>,
}

impl Pools {
    /// How many pools a turn names.
    const NAMED: usize = 50;

    /// Works out what happens to the pools of a profile's users, between two states of the profile and their compiled
    /// offers.
    pub(super) fn between<'a>(
        sides: [&Profile<'a>; 2],
        offers: [&Offer<'a>; 2],
        parent: Option<&Written<'a>>,
        users: &Users<'a>,
        asked: &Asked<'a>,
    ) -> Result<Self, Undecided> {
        let remade = remade(sides, parent, users);
        let mut merged = Vec::new();
        for remade in &remade {
            merged.push(remade.offers()?);
        }
        let offers = merged.iter().map(|own| match own {
            Some(own) => own.each_ref(),
            None => offers,
        });
        let offers: Vec<[&Offer<'_>; 2]> = offers.collect();
        let specs: Vec<[&ProfileSpec<'_>; 2]> = offers.iter().map(|offers| offers.map(Offer::spec)).collect();
        let shoots = remade
            .iter()
            .enumerate()
            .flat_map(|(place, group)| group.shoots.iter().map(move |shoot| -> (usize, &Shoot<'_>) { (place, shoot) }));
        let shoots: Vec<(usize, &Shoot<'_>)> = shoots.collect();
        let mut turns = Turns::naming(Self::NAMED);
        for (group, offers) in remade.iter().zip(&offers) {
            turns.add(*offers, &group.shoots, asked)?;
        }
        let each = remade.iter().flat_map(|group| group.shoots.iter().copied());
        Ok(Self {
            shoots: shoots.len(),
            pools: shoots.iter().map(|(_, shoot)| shoot.workers().len()).sum(),
            others: users.shoots.len() - shoots.len(),
            turns: turns.sorted(),
            unsaid: unsaid(sides.map(|side| &side.written), each),
            difference: Difference::of(sides, &specs, shoots, asked.edition),
        })
    }
}
