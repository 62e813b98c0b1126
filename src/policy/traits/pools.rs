//! The traits that mark pools of nodes: what a private flavor requires marks one that is kept for its projects.

use crate::base::{Names, nearest};
use crate::policy::traits::fleet::Fleet;
use crate::policy::traits::names::is_custom;
use crate::policy::traits::wishes::Wish;
use crate::reason::Fact;

/// The marks of the pools of a class.
pub(crate) struct Pools<'a> {
    /// Those of pools that are kept for some projects.
    pub dedicated: Names<'a>,
    /// Those of all pools.
    pub all: Names<'a>,
}

impl<'a> Pools<'a> {
    /// The marks that the flavors of a class require, of each of which it is told whether it is private. Where marks are
    /// declared, only those are.
    pub(crate) fn of_class(declared: &Names<'a>, flavors: &[(bool, &[Wish<'a>])]) -> Self {
        let required = |private: bool| {
            let flavors = flavors.iter().filter(move |(own, _)| *own == private);
            let wishes = flavors.flat_map(|(_, wishes)| wishes.iter());
            wishes.filter(|wish| wish.required && is_custom(wish.name)).map(|wish| wish.name)
        };
        let is_mark = |name: &&str| declared.is_empty() || declared.contains(name);
        let dedicated: Names<'a> = required(true).filter(is_mark).collect();
        // Beside dedicated pools, what other flavors require that is custom marks the rest.
        let general = required(false).filter(|_| declared.is_empty() && !dedicated.is_empty());
        let all = declared.clone().with(dedicated.iter()).with(general.collect::<Vec<&str>>());
        Self { dedicated, all }
    }
}

/// The traits that there are: those of nodes, and those that flavors name.
pub(crate) struct Unknown<'f, 'a> {
    named: Names<'a>,
    fleet: &'f Fleet<'a>,
}

/// With how many traits one that is not there is compared.
const COMPARED: usize = 1_000;

impl<'f, 'a> Unknown<'f, 'a> {
    /// Those of a fleet and of what its flavors wish for.
    pub(crate) fn new(wished: impl Iterator<Item = &'a str>, fleet: &'f Fleet<'a>) -> Self {
        Self { named: wished.collect(), fleet }
    }

    /// What is said of a declared mark that neither a node nor a flavor has. `None`: one of them has it.
    pub(crate) fn facts(&self, name: &str) -> Option<[Fact; 2]> {
        if self.named.contains(name) || self.fleet.count(name) > 0 {
            return None;
        }
        let known = self.named.iter().chain(self.fleet.trait_names().iter().copied());
        let near = nearest(name, known.filter(|known| is_custom(known)).take(COMPARED));
        let like = near.map(|near| format!("; did somebody mean `{near}`?")).unwrap_or_default();
        Some([Fact::named("name", name), Fact::named("like", like)])
    }
}
