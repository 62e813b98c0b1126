//! Checks the nodes.

use super::finding::{Findings, Linting, finding};
use super::lookalikes::differ_by_a_slip;
use crate::base::Names;
use crate::base::sort::sort_by;
use crate::policy::traits::names::{Library, MOST_TRAITS, is_custom};
use crate::policy::traits::reasons::*;
use crate::reason::{Fact, Level};

/// Finds nodes that cannot be reported to Placement, so that no flavor finds them.
fn check_reported(lint: &Linting<'_, '_>, found: &mut Findings) {
    let fleet = lint.view.fleet;
    let rows = [
        (fleet.classless(), Level::Warning, &LINT_NODE_WITHOUT_CLASS, "resource_class"),
        (fleet.misclassed(), Level::Error, &LINT_NODE_CLASS_REFUSED, "resource_class"),
        (fleet.traitless(), Level::Warning, &LINT_NODE_WITHOUT_TRAITS, "traits"),
        (fleet.tracking(), Level::Error, &LINT_NODE_TRACKS_PCI, "traits"),
    ];
    for (nodes, level, code, member) in rows {
        for entry in nodes.iter().filter_map(|place| fleet.entry(place)) {
            let at = lint.fleet.place().key("nodes").index(entry.index).key(entry.node.key(member));
            let class = Fact::named("class", entry.node.resource_class.unwrap_or_default());
            found.push(finding(level, code, entry.node.called(), at, None, [class]));
        }
    }
}

/// Returns what a refused name was probably meant to be.
fn meant(name: &str, library: &Library<'_>) -> Option<String> {
    let slip = || library.nearest(name).filter(|near| differ_by_a_slip(name, near)).map(str::to_owned);
    library.respelt(name).or_else(slip)
}

/// Checks the nodes and their traits.
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
    check_reported(lint, found);
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
                let facts = [Fact::named("name", name), Fact::named("service", *service)].into_iter();
                let like = meant(name, lint.view.library());
                let code = if like.is_some() { &LINT_TRAIT_MISSPELT } else { &LINT_TRAIT_REFUSED };
                let facts = facts.chain(like.map(|like| Fact::named("like", like)));
                found.push(finding(Level::Error, code, subject, at.clone(), None, facts));
            }
        }
    }
}
