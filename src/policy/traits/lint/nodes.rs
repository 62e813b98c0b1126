//! What is wrong with nodes.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Findings, Linting, finding};
use crate::policy::traits::checks::MOST_TRAITS;
use crate::policy::traits::library::Library;
use crate::policy::traits::names::is_custom;
use crate::policy::traits::question::lint::Severity;
use crate::policy::traits::reasons::{LINT_TOO_MANY_TRAITS, LINT_TRAIT_REFUSED};
use crate::reason::Fact;

/// Looks at the nodes.
pub fn check_nodes(lint: &Linting<'_, '_>, found: &mut Findings) {
    let fleet = lint.view.fleet;
    let mut services: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    services.insert("Placement", fleet.refused_traits(lint.view.other_library.as_ref()));
    for (service, names) in &lint.given.libraries {
        let library = Library::new(names.iter().copied());
        let strange = fleet.trait_names().iter().copied();
        let strange = strange.filter(|name| !is_custom(name) && !library.is_standard(name)).collect();
        services.insert(service, strange);
    }
    let strange: BTreeSet<&str> = services.values().flatten().copied().collect();
    for entry in fleet.entries() {
        let names: BTreeSet<&str> = entry.traits().into_iter().flatten().collect();
        let subject = entry.node.called();
        let at = lint.ground.place.clone().key("nodes").index(entry.index).key("traits");
        if names.len() > MOST_TRAITS {
            let facts = [Fact::named("count", names.len()), Fact::named("limit", MOST_TRAITS)];
            found.push(finding(Severity::Error, &LINT_TOO_MANY_TRAITS, subject, at.clone(), None, facts));
        }
        for name in names.intersection(&strange) {
            for (service, _) in services.iter().filter(|(_, strange)| strange.contains(name)) {
                let facts = [Fact::named("name", *name), Fact::named("service", *service)];
                found.push(finding(Severity::Error, &LINT_TRAIT_REFUSED, subject, at.clone(), None, facts));
            }
        }
    }
}
