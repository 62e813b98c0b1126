//! The conditions that Nova adds to what a flavor asks Placement for.

use crate::base::Edition;
use crate::base::sort::sort;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::divergences::NO_ROOT_CONDITIONS;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::placement::{Market, Microversion, Parameters, Refused, search};
use crate::policy::traits::reporting::{OWNER_NOVA, STATUS_DISABLED};

/// The microversion that Nova uses with Placement.
const ASKED_AT: Microversion = Microversion::minor(36);

/// From this version of the oldest compute service on, Nova marks the providers that it owns and asks for the mark.
const MARKS_SINCE: u64 = 73;

/// The conditions on root providers, which Nova adds to every query.
#[derive(Clone, Copy)]
pub(crate) struct Conditions {
    edition: Edition,
    /// Whether Nova asks for its mark of ownership.
    marks: bool,
    service_disabled: bool,
}

impl Conditions {
    /// Takes the version of the deployment's oldest compute service, and whether the service is disabled.
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

    /// Whether no node may be found: without conditions on roots, a disabled service has to exclude all nodes.
    fn nobody(self) -> bool {
        self.service_disabled && self.edition.applies(&NO_ROOT_CONDITIONS)
    }

    /// Returns the parameters of the query for a request.
    pub(crate) fn parameters(self, groups: &Groups<'_>) -> Vec<(String, String)> {
        let mut parameters = groups.parameters();
        parameters.extend(self.on_roots());
        sort(&mut parameters);
        parameters
    }

    /// Returns the nodes that a query can find at all.
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

    /// Returns the nodes that Placement finds for the parameters of a query.
    pub(crate) fn find<'q>(self, pairs: &'q [(&'q str, &'q str)], market: &dyn Market) -> Result<Bits, Refused<'q>> {
        let query = Parameters::new(pairs, ASKED_AT).read()?;
        let roots = self.roots(market);
        // Where no node can be found at all, Placement does not look at the names that are asked for.
        if roots.is_empty() && self.edition.applies(&NO_ROOT_CONDITIONS) {
            Ok(roots)
        } else {
            search(&query, market).found
        }
    }
}
