//! Pools of Shoots, counted and named for refusals and warnings.

use super::identity::full_name;
use crate::policy::images::documents::{Shoot, Worker};
use crate::wire::Json;

/// A pool of a Shoot.
#[derive(Clone, Copy)]
pub(super) struct Pool<'p> {
    pub shoot: &'p Shoot<'p>,
    pub worker: &'p Worker<'p>,
}

/// Pools that have something in common.
#[derive(Clone, Default, Debug)]
pub(super) struct Pools {
    /// The first pools, as `namespace/shoot/worker`.
    pub first: Vec<String>,
    pub count: usize,
    /// The Shoot of the first pool.
    pub shoot: String,
}

impl Pools {
    /// The most pools that a refusal or a warning names.
    pub(super) const NAMED: usize = 5;

    pub(super) fn add(&mut self, pool: Pool<'_>) {
        self.add_up_to(Self::NAMED, pool);
    }

    /// Counts a pool, and names it if fewer than `named` are named so far.
    pub(super) fn add_up_to(&mut self, named: usize, pool: Pool<'_>) {
        let shoot = full_name(pool.shoot.metadata.as_ref());
        if self.first.len() < named {
            self.first.push(format!("{shoot}/{}", pool.worker.name()));
        }
        if self.count == 0 {
            self.shoot = shoot;
        }
        self.count += 1;
    }

    /// Counts a Shoot as a whole, and names it if it is among the first.
    pub(super) fn add_shoot(&mut self, shoot: &Shoot<'_>) {
        if self.first.len() < Self::NAMED {
            self.first.push(full_name(shoot.metadata.as_ref()));
        }
        self.count += 1;
    }

    pub(super) fn listed(&self) -> Json {
        self.first.iter().map(String::as_str).collect()
    }
}
