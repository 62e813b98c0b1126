//! The traits that mark pools of nodes: what a private flavor requires marks one that is kept for its projects.

use crate::base::Names;
use crate::policy::traits::names::is_custom;
use crate::policy::traits::wishes::Wish;

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
