//! Names in the configuration that no driver has, and the drivers that were probably meant.

use super::names::NameList;
use super::reasons::LINT_DISABLED_UNKNOWN;
use super::registry::Registry;
use crate::base::{Names, is_slip, nearest};
use crate::reason::{Fact, Problem, Reason};

/// The number of unknown names for which a similar name is sought, and the number of drivers compared with each. Both
/// lists may come from anybody.
const SOUGHT: usize = 50;
const COMPARED: usize = 200;

/// The minimum length of names that are compared: shorter names are all alike.
const SHORTEST: usize = 3;

/// A name in a list that no driver has.
pub(crate) struct Stranger<'a> {
    /// The index of the name in the list.
    pub index: usize,
    pub name: &'a str,
    /// The driver that was probably meant.
    pub like: Option<&'a str>,
}

impl<'a> Registry<'_, 'a> {
    /// Returns the names in a list that no driver has. A driver that is itself in the list was not meant by another
    /// name.
    pub(crate) fn strangers<'s>(&'s self, list: &'s NameList<'a>) -> impl Iterator<Item = Stranger<'a>> + use<'s, 'a> {
        let named = list.iter().enumerate().map(|(index, name)| (index, *name));
        let strangers = named.filter(|(_, name)| self.installed(name).is_none());
        let mut known = None;
        strangers.enumerate().map(move |(count, (index, name))| {
            let known = known.get_or_insert_with(|| {
                let listed: Names<'_> = list.iter().copied().collect();
                let others = self.all().map(|(_, driver)| driver.name).filter(|name| !listed.contains(name));
                others.take(COMPARED).collect::<Vec<&str>>()
            });
            let like = if count < SOUGHT { meant(name, known) } else { None };
            Stranger { index, name, like }
        })
    }

    /// Returns the driver that was probably meant by a name that no driver has.
    pub(crate) fn meant(&self, name: &str) -> Option<&'a str> {
        let known: Vec<&str> = self.all().map(|(_, driver)| driver.name).take(COMPARED).collect();
        meant(name, &known)
    }

    /// The warnings about drivers that were meant to be disabled and are not. A name unlike all others is taken for a
    /// driver that is not installed, which needs no warning.
    pub(crate) fn warn_of_not_disabled(&self) -> impl Iterator<Item = Problem> {
        let option = self.setup.option("disabled_drivers");
        let lists = self.setup.config().map(|config| &config.disabled_drivers).into_iter();
        let strangers = lists.flat_map(|list| self.strangers(list).map(move |stranger| (list, stranger)));
        strangers.filter(|(_, stranger)| stranger.like.is_some()).map(move |(list, stranger)| {
            let Stranger { index, name, like } = stranger;
            let seen = list.fact(self.setup.place(&option), index);
            let reason = Reason::new(&LINT_DISABLED_UNKNOWN, name).fact(seen).fact(Fact::like(like));
            Problem::warning_of(reason, self.setup.path(&list.place(option.clone(), index)))
        })
    }
}

/// Finds the driver that was probably meant. A name may be followed by what its author takes for a comment, which the
/// service takes for part of the name, so the first word alone is tried too.
fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = name.split_whitespace().next()?;
    // Driver names have parts in common: the name of a driver for another platform is not a misspelling of this one.
    let is_meant = |name: &str, near: &str| name.chars().count() >= SHORTEST && is_slip(name, near);
    let near = |name: &str| nearest(name, known.iter().copied()).filter(|near| is_meant(name, near));
    near(name).or_else(|| near(word).filter(|_| word != name))
}
