//! What Nova asks Placement for besides what a flavor asks for.

use crate::base::Edition;
use crate::base::sort::sort;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::divergences::NO_ROOT_CONDITIONS;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::placement::{Market, Microversion, Parameters, Refused, search};
use crate::policy::traits::reporting::{OWNER_NOVA, STATUS_DISABLED};

/// The version that Nova asks Placement with.
const ASKED_AT: Microversion = Microversion::minor(36);

/// From this version of the oldest compute service on, Nova marks the providers it owns and asks for the mark.
const MARKS_SINCE: u64 = 73;

/// The conditions on roots, which come with every query.
#[derive(Clone, Copy)]
pub(crate) struct Conditions {
    edition: Edition,
    /// Whether Nova asks for its mark.
    marks: bool,
    service_disabled: bool,
}

impl Conditions {
    /// Those of a deployment: the version of its oldest compute service, and whether the service is disabled.
    pub(crate) fn new(edition: Edition, min_compute_version: Option<u64>, service_disabled: bool) -> Self {
        Self { edition, marks: min_compute_version.unwrap_or(MARKS_SINCE) >= MARKS_SINCE, service_disabled }
    }

    fn on_roots(self) -> Option<(String, String)> {
        if self.edition.applies(&NO_ROOT_CONDITIONS) {
            return None;
        }
        let owner = if self.marks { format!("{OWNER_NOVA},") } else { String::new() };
        Some(("root_required".to_owned(), format!("{owner}!{STATUS_DISABLED}")))
    }

    /// Without conditions on roots, a disabled service leaves nobody to be found.
    fn nobody(self) -> bool {
        self.service_disabled && self.edition.applies(&NO_ROOT_CONDITIONS)
    }

    /// The parameters of the query for what is asked for.
    pub(crate) fn parameters(self, groups: &Groups<'_>) -> Vec<(String, String)> {
        let mut parameters = groups.parameters();
        parameters.extend(self.on_roots());
        sort(&mut parameters);
        parameters
    }

    /// The nodes that any query may find.
    pub(crate) fn roots(self, market: &dyn Market) -> Bits {
        let mut roots = market.all();
        if self.nobody() {
            roots.remove(&market.all());
        }
        if let Some((_, conditions)) = self.on_roots() {
            for name in conditions.split(',') {
                match name.strip_prefix('!') {
                    Some(name) => roots.remove(&market.having(name)),
                    None => roots.keep(&market.having(name)),
                }
            }
        }
        roots
    }

    /// What Placement finds for a query's parameters.
    pub(crate) fn find<'q>(self, pairs: &'q [(&'q str, &'q str)], market: &dyn Market) -> Result<Bits, Refused<'q>> {
        let query = Parameters::new(pairs, ASKED_AT).read()?;
        if self.nobody() { Ok(self.roots(market)) } else { search(&query, market).found }
    }
}
