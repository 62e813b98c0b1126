//! Names in the configuration that no driver has, and the drivers that they were perhaps meant for.

use super::names::NameList;
use super::reasons::LINT_DISABLED_UNKNOWN;
use super::registry::Registry;
use crate::base::{Names, is_slip, nearest};
use crate::reason::{Fact, Problem, Reason};

/// For how many names that nobody has one like it is sought, and among how many: both lists may be anybody's.
const SOUGHT: usize = 50;
const COMPARED: usize = 200;

/// Names of fewer letters are all alike.
const SHORTEST: usize = 3;

/// A name in a list that no driver has.
pub(crate) struct Stranger<'a> {
    /// Its place in the list.
    pub index: usize,
    pub name: &'a str,
    /// The driver that it was perhaps meant for.
    pub like: Option<&'a str>,
}

impl<'a> Registry<'_, 'a> {
    /// The names of a list that no driver has. Who lists a driver as well did not mean it with another name.
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

    /// The driver that a name which nobody has was perhaps meant for.
    pub(crate) fn meant(&self, name: &str) -> Option<&'a str> {
        let known: Vec<&str> = self.all().map(|(_, driver)| driver.name).take(COMPARED).collect();
        meant(name, &known)
    }

    /// The warnings about drivers that were to be disabled and are not. A name unlike all others is that of a driver which
    /// is not installed, and needs none.
    pub(crate) fn warn_of_not_disabled(&self) -> impl Iterator<Item = Problem> {
        let option = self.setup.option("disabled_drivers");
        let lists = self.setup.config().map(|config| &config.disabled_drivers).into_iter();
        let strangers = lists.flat_map(|list| self.strangers(list).map(move |stranger| (list, stranger)));
        strangers.filter(|(_, stranger)| stranger.like.is_some()).map(move |(list, stranger)| {
            let Stranger { index, name, like } = stranger;
            let seen = list.fact(self.setup.place(&option), index);
            let reason = Reason::new(&LINT_DISABLED_UNKNOWN, name).fact(seen).fact(said(like));
            Problem::warning_of(reason, self.setup.path(&list.place(option.clone(), index)))
        })
    }
}

/// In words, as a fact.
pub(crate) fn said(like: Option<&str>) -> Fact {
    Fact::named("like", like.map(|like| format!("; did somebody mean `{like}`?")).unwrap_or_default())
}

/// Behind a name there may be what its author takes for a comment, and the service for more of the name.
fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = name.split_whitespace().next()?;
    // Names of drivers have parts in common: one of another platform is no slip for this one.
    let is_meant = |name: &str, near: &str| name.chars().count() >= SHORTEST && is_slip(name, near);
    let near = |name: &str| nearest(name, known.iter().copied()).filter(|near| is_meant(name, near));
    near(name).or_else(|| near(word).filter(|_| word != name))
}
