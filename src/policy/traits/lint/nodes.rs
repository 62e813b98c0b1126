//! What is wrong with nodes.

use super::finding::{Findings, Linting, finding};
use crate::base::Names;
use crate::base::sort::sort_by;
use crate::policy::traits::names::{Library, MOST_TRAITS, is_custom};
use crate::policy::traits::reasons::{LINT_TOO_MANY_TRAITS, LINT_TRAIT_REFUSED};
use crate::reason::{Fact, Level};

/// Looks at the nodes.
pub(crate) fn check_nodes(lint: &Linting<'_, '_>, found: &mut Findings) {
    let fleet = lint.view.fleet;
    let mut services: Vec<(&str, Names<'_>)> = Vec::new();
    if lint.given.libraries.get("Placement").is_none() {
        services.push(("Placement", fleet.refused_traits(lint.view.other_library.as_ref()).into_iter().collect()));
    }
    for (service, names) in &lint.given.libraries {
        let library = Library::new(names.iter().copied());
        let strange = fleet.trait_names().iter().copied();
        services.push((service, strange.filter(|name| !is_custom(name) && !library.is_standard(name)).collect()));
    }
    sort_by(&mut services, |(left, _), (right, _)| left.cmp(right));
    let strange: Names<'_> = services.iter().flat_map(|(_, strange)| strange.iter()).collect();
    for entry in fleet.entries() {
        let names: Names<'_> = entry.traits().into_iter().flatten().collect();
        let subject = entry.node.called();
        let at = lint.fleet.place().key("nodes").index(entry.index).key(entry.node.key("traits"));
        if names.len() > MOST_TRAITS {
            let facts = [Fact::named("count", names.len()), Fact::named("limit", MOST_TRAITS)];
            found.push(finding(Level::Error, &LINT_TOO_MANY_TRAITS, subject, at.clone(), None, facts));
        }
        for name in names.within(&strange) {
            for (service, _) in services.iter().filter(|(_, strange)| strange.contains(name)) {
                let facts = [Fact::named("name", name), Fact::named("service", *service)];
                found.push(finding(Level::Error, &LINT_TRAIT_REFUSED, subject, at.clone(), None, facts));
            }
        }
    }
}
