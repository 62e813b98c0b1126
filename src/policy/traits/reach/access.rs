//! The flavors that a project sees: public ones, and private ones whose access list has the project.

use crate::base::Names;
use crate::policy::traits::documents::Flavor;
use crate::wire::{given, words};

given! {
    /// A row of the access lists that Nova shows separately from the flavors.
    pub(crate) struct AccessRow<'a> {
        /// The id of the flavor.
        flavor_id ["flavor_id"]: &'a str,
        /// The id of a project that may use the flavor.
        tenant_id ["tenant_id" or "project_id"]: &'a str,
    }
}

words! {
    /// Whether a project sees a flavor, and why.
    pub(crate) enum Seen {
        /// The flavor is public.
        Public = "public",
        /// The flavor is private, and its access list has the project.
        Granted = "granted",
        /// The flavor is private, and its access list does not have the project.
        NotGranted = "not-granted",
        /// The flavor is private, and no access list was given.
        NoList = "access-not-given",
        /// It is unknown whether the flavor is public.
        NotTold = "visibility-not-given",
    }
}

impl Seen {
    /// Whether the flavor is known to be private.
    pub(crate) fn is_private(self) -> bool {
        matches!(self, Self::Granted | Self::NotGranted | Self::NoList)
    }

    /// Whether the project sees the flavor. `None`: it is unknown.
    pub(crate) fn is_certain(self) -> Option<bool> {
        match self {
            Self::Public | Self::Granted => Some(true),
            Self::NotGranted => Some(false),
            Self::NoList | Self::NotTold => None,
        }
    }
}

/// The access lists for one project, both those in the flavors and those given separately.
pub(crate) struct Access<'a> {
    /// The ids of the flavors with a separate list.
    told: Names<'a>,
    /// The ids of the flavors with any list.
    listed: Names<'a>,
    /// The ids of the flavors whose list has the project.
    granted: Names<'a>,
    project: &'a str,
}

impl<'a> Access<'a> {
    /// Combines the lists for one project. A flavor may be shown twice, and only once with its list.
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

    /// Determines whether the project sees the flavor.
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

    /// Returns whether there is any list, and whether any list has the project.
    pub(crate) fn lists(&self, flavors: &[Flavor<'a>]) -> (bool, bool) {
        let own = || flavors.iter().filter_map(|flavor| flavor.projects.as_deref());
        let some = !self.listed.is_empty() || own().any(|projects| !projects.is_empty());
        (some, !self.granted.is_empty() || own().any(|projects| projects.contains(&self.project)))
    }

    /// Returns the ids in separate lists that no flavor has.
    pub(crate) fn of_no_flavor(&self, flavors: &[Flavor<'a>]) -> impl Iterator<Item = &'a str> {
        let ids: Names<'a> = flavors.iter().filter_map(|flavor| flavor.id).map(|id| id.text).collect();
        self.told.iter().filter(move |id| !ids.contains(id))
    }
}
