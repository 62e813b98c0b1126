//! Which flavors a project sees: public ones, and private ones that list it.

use crate::base::Names;
use crate::policy::traits::documents::Flavor;
use crate::wire::{given, words};

given! {
    /// A row of the access lists that Nova shows separately from the flavors.
    pub(crate) struct AccessRow<'a> {
        /// The id of the flavor.
        flavor_id ["flavor_id"]: &'a str,
        /// The id of the project that may use it.
        tenant_id ["tenant_id" or "project_id"]: &'a str,
    }
}

words! {
    /// Why a project sees a flavor, or does not.
    pub(crate) enum Seen {
        /// Everybody sees it.
        Public = "public",
        /// The flavor is private and lists the project.
        Granted = "granted",
        /// The flavor is private and lists others.
        NotGranted = "not-granted",
        /// The flavor is private, and nobody says who may use it.
        NoList = "access-not-given",
        /// Nobody says whether the flavor is public.
        NotTold = "visibility-not-given",
    }
}

impl Seen {
    /// Whether not everybody sees it.
    pub(crate) fn is_private(self) -> bool {
        matches!(self, Self::Granted | Self::NotGranted | Self::NoList)
    }

    /// Whether the project sees it. `None`: nobody knows.
    pub(crate) fn is_certain(self) -> Option<bool> {
        match self {
            Self::Public | Self::Granted => Some(true),
            Self::NotGranted => Some(false),
            Self::NoList | Self::NotTold => None,
        }
    }
}

/// The access lists of flavors, as far as they are about a project: their own, and those that were told apart from them.
pub(crate) struct Access<'a> {
    /// The ids of the flavors of which a list was told apart from them.
    told: Names<'a>,
    /// The ids of the flavors of which there is a list.
    listed: Names<'a>,
    /// Those whose list has the project.
    granted: Names<'a>,
    project: &'a str,
}

impl<'a> Access<'a> {
    /// The lists, as far as they are about a project. One flavor may be shown twice, and with its list only once.
    pub(crate) fn new(rows: &[AccessRow<'a>], flavors: &[Flavor<'a>], project: &'a str) -> Self {
        let told = rows.iter().map(|row| (row.flavor_id, row.tenant_id == project));
        let own = flavors.iter().filter_map(|flavor| {
            let projects =
                flavor.projects.as_deref().filter(|own| flavor.is_public == Some(false) || !own.is_empty())?;
            Some((flavor.id?.text, projects.contains(&project)))
        });
        let lists: Vec<(&'a str, bool)> = told.chain(own).collect();
        Self {
            told: rows.iter().map(|row| row.flavor_id).collect(),
            listed: lists.iter().map(|(id, _)| *id).collect(),
            granted: lists.iter().filter(|(_, granted)| *granted).map(|(id, _)| *id).collect(),
            project,
        }
    }

    /// Whether the project sees a flavor.
    pub(crate) fn sees(&self, flavor: &Flavor<'a>) -> Seen {
        if flavor.is_public == Some(true) {
            return Seen::Public;
        }
        let told = |names: &Names<'a>| flavor.id.is_some_and(|id| names.contains(id.text));
        let own = flavor.projects.as_deref();
        let is_private =
            flavor.is_public == Some(false) || told(&self.listed) || own.is_some_and(|own| !own.is_empty());
        match (is_private, own.is_some() || told(&self.listed)) {
            (false, _) => Seen::NotTold,
            (true, false) => Seen::NoList,
            (true, true) if own.is_some_and(|own| own.contains(&self.project)) => Seen::Granted,
            (true, true) if told(&self.granted) => Seen::Granted,
            (true, true) => Seen::NotGranted,
        }
    }

    /// Whether there is any list, and whether one of them has the project.
    pub(crate) fn lists(&self, flavors: &[Flavor<'a>]) -> (bool, bool) {
        let own = || flavors.iter().filter_map(|flavor| flavor.projects.as_deref());
        let some = !self.listed.is_empty() || own().any(|projects| !projects.is_empty());
        (some, !self.granted.is_empty() || own().any(|projects| projects.contains(&self.project)))
    }

    /// The ids of the lists that no flavor has.
    pub(crate) fn of_no_flavor(&self, flavors: &[Flavor<'a>]) -> impl Iterator<Item = &'a str> {
        let ids: Names<'a> = flavors.iter().filter_map(|flavor| flavor.id).map(|id| id.text).collect();
        self.told.iter().filter(move |id| !ids.contains(id))
    }
}
