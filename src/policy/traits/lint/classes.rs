//! Checks that some node has the class that a flavor asks for, and that some node could ever be found.

use super::finding::{Findings, LintEdit, Linting, OneFlavor, finding};
use super::lookalikes::differ_by_a_slip;
use crate::base::{Index, Names};
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::names::{CUSTOM, is_custom, normalized};
use crate::policy::traits::reasons::*;
use crate::policy::traits::reporting::class_of;
use crate::policy::traits::wishes::wishes;
use crate::reason::{Fact, Level};
use crate::wire::Json;

/// The number of classes with which an unknown one is compared, and the number of findings for which that is done.
const COMPARED: usize = 1_000;
const SOUGHT: usize = 50;

/// The maximum number of nodes that a finding names.
const NAMED: usize = 3;

/// Checks the flavors against the nodes.
pub(crate) fn check_classes<'l>(lint: &Linting<'_, 'l>, found: &mut Findings) {
    let mut sought = 0;
    lint.flavors().for_each(|flavor| check_class(&flavor, &mut sought, found));
    check_doubled(lint, found);
    check_unasked(lint, found);
}

/// Whether one class was probably meant for the other: they differ in case, in one letter, or in empty words, which
/// come from blanks on a node.
fn is_meant(class: &str, known: &str) -> bool {
    let same_words = || {
        let [class, known] = [class, known].map(|class| class.split('_').filter(|word| !word.is_empty()));
        class.eq(known)
    };
    class != known && (known.eq_ignore_ascii_case(class) || differ_by_a_slip(class, known) || same_words())
}

/// Finds classes of nodes that no flavor asks for, so that no flavor finds those nodes.
fn check_unasked(lint: &Linting<'_, '_>, found: &mut Findings) {
    let fleet = lint.view.fleet;
    let resources = lint.groups.iter().flat_map(Groups::iter).flat_map(|group| &group.resources);
    let asked: Names<'_> = resources.map(|(class, _)| *class).filter(|class| is_custom(class)).collect();
    if asked.is_empty() {
        return;
    }
    // Classes with a doubled prefix have a finding of their own.
    let unasked = fleet.classes().filter(|class| !asked.contains(class) && !is_doubled(class));
    for (sought, class) in unasked.take(COMPARED).enumerate() {
        let nodes = fleet.of_class(class, lint.view.inventoried());
        let entries = || nodes.iter().filter_map(|place| fleet.entry(place));
        let Some(first) = entries().next() else { continue };
        let near = Some(()).filter(|()| sought < SOUGHT);
        let near = near.and_then(|()| asked.iter().take(COMPARED).find(|known| is_meant(class, known)));
        let like = Fact::like(near);
        let names: Json = entries().take(NAMED).map(|entry| entry.node.called()).collect();
        let more = nodes.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let place = lint.fleet.place().key("nodes").index(first.index).key(first.node.key("resource_class"));
        let facts = [
            Fact::at(place.clone(), first.node.resource_class.unwrap_or_default()),
            Fact::named("names", names),
            Fact::named("more", more),
            like,
        ];
        found.push(finding(Level::Warning, &LINT_CLASS_UNASKED, class, place, None, facts));
    }
}

/// Checks the class of one flavor. `sought` counts the unknown classes that were compared with those of the nodes.
pub(crate) fn check_class(one: &OneFlavor<'_, '_>, sought: &mut usize, found: &mut Findings) {
    let OneFlavor { flavor, groups, view, .. } = one;
    let class = groups.bare_metal_class().filter(|class| is_custom(class) && !view.inventoried().is_empty());
    let Some(class) = class else { return };
    let fleet = view.fleet;
    let place = flavor.extra_specs.place(one.place.clone());
    let nodes = fleet.of_class(class, view.inventoried());
    if nodes.is_empty() {
        *sought += 1;
        let near = Some(()).filter(|()| *sought <= SOUGHT);
        let meant = |known: &&str| is_meant(class, known);
        let near = near.and_then(|()| fleet.classes().take(COMPARED).find(meant));
        let suffix = groups.by_suffix.iter().next().map_or("", |(suffix, _)| *suffix);
        let edit = near.and_then(|near| {
            let old = LintEdit::drop(&format!("resources{suffix}:{class}"));
            LintEdit::all([LintEdit::set(format!("resources{suffix}:{near}"), "1"), old])
        });
        let like = Fact::like(near);
        let facts = [Fact::named("class", class), like];
        found.push(finding(Level::Error, &LINT_CLASS_OF_NOBODY, flavor.called(), place, edit, facts));
        return;
    }
    let wishes = wishes(flavor, None);
    // Traits that Placement refuses have findings of their own.
    if wishes.iter().any(|wish| wish.is_refused(view)) {
        return;
    }
    // If no node of the class was reported completely, the nodes have findings of their own.
    let mut fitting = nodes;
    fitting.keep(view.synced());
    if fitting.is_empty() {
        return;
    }
    for wish in &wishes {
        let failing = wish.failing(view, &fitting);
        fitting.remove(&failing);
    }
    if fitting.is_empty() {
        let traits: Json = wishes.iter().map(|wish| wish.name).collect();
        let of_nova = wishes.iter().filter(|wish| view.decides(wish.name).is_some_and(|has| has != wish.required));
        let of_nova: Vec<&str> = of_nova.map(|wish| wish.name).collect();
        let but = match of_nova.as_slice() {
            [] => String::new(),
            names => format!("; Nova itself decides about `{}` on every node", names.join("`, `")),
        };
        let facts = [Fact::named("class", class), Fact::named("traits", traits), Fact::named("but", but)];
        found.push(finding(Level::Warning, &LINT_FITS_NOBODY, flavor.called(), place, None, facts));
    }
}

/// Whether a class in Placement has its prefix twice.
fn is_doubled(class: &str) -> bool {
    class.strip_prefix(CUSTOM).is_some_and(is_custom)
}

/// Finds classes of nodes that begin with `CUSTOM_`, in any case, so that Placement's class has the prefix twice.
fn check_doubled(lint: &Linting<'_, '_>, found: &mut Findings) {
    let classes = lint.view.fleet.entries().iter().enumerate();
    let doubled = classes.filter_map(|(place, entry)| {
        class_of(&entry.node).filter(|class| is_doubled(class))?;
        Some((place, entry.node.resource_class?))
    });
    let doubled: Vec<(usize, &str)> = doubled.collect();
    let by_class: Index<'_> = doubled.iter().map(|(_, class)| *class).collect();
    for (class, places) in by_class.groups() {
        let places: Vec<usize> = places.filter_map(|place| Some(doubled.get(place)?.0)).collect();
        let entries = places.iter().filter_map(|place| lint.view.fleet.entry(*place));
        let Some(first) = entries.clone().next() else { continue };
        let place = lint.fleet.place().key("nodes").index(first.index).key(first.node.key("resource_class"));
        let names: Json = entries.take(NAMED).map(|entry| entry.node.called()).collect();
        let facts = [
            Fact::at(place.clone(), class),
            Fact::named("class", normalized(class)),
            Fact::named("names", names),
            Fact::named("count", places.len()),
        ];
        found.push(finding(Level::Warning, &LINT_CLASS_DOUBLED, class, place, None, facts));
    }
}
