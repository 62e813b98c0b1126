//! The reasons for what a sync writes.

use super::answer::{CLASSES, ProviderState, SyncError, Synced};
use super::given::SyncGiven;
use crate::base::Names;
use crate::policy::traits::reasons::*;
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// Explains the result for a node, and what has changed in its provider. `before` is `None` if there was no provider.
pub(super) fn why(
    given: &SyncGiven<'_>,
    before: Option<&ProviderState<'_>>,
    after: &ProviderState<'_>,
    synced: &Synced,
) -> Reason {
    let created = before.is_none().then(|| {
        let places = ["placementTraits", "placementInventory", "generation"].map(Pointer::to);
        Reason::new(&SYNC_CREATES, given.node.called()).facts(places.map(Fact::absent))
    });
    outcome(given, synced).because(created).because(changes(before, after))
}

/// Returns the reasons for the traits and inventories that are added, changed or removed.
fn changes(before: Option<&ProviderState<'_>>, after: &ProviderState<'_>) -> Vec<Reason> {
    let nothing = ProviderState { traits: Names::default(), inventory: Vec::new() };
    let before = before.unwrap_or(&nothing);
    let named = |code, names: Vec<&str>| {
        let list = Fact::named("names", names.iter().copied().collect::<Json>());
        (!names.is_empty()).then(|| Reason::new(code, "traits").fact(list))
    };
    let come = named(&SYNC_TRAITS_COME, after.traits.without(&before.traits).collect());
    let go = named(&SYNC_TRAITS_GO, before.traits.without(&after.traits).collect());
    let was = |class: &str| before.inventory.iter().find(|(known, _)| known == class).map(|(_, amounts)| amounts);
    let written = after.inventory.iter().filter(|(class, now)| was(class) != Some(now)).map(|(class, now)| {
        let now = [Fact::named("total", now.total), Fact::named("reserved", now.reserved)];
        match was(class) {
            None => Reason::new(&SYNC_INVENTORY_COMES, class.as_str()).facts(now),
            Some(was) => Reason::new(&SYNC_INVENTORY_CHANGES, class.as_str())
                .facts(now)
                .fact(Fact::named("hadTotal", was.total))
                .fact(Fact::named("hadReserved", was.reserved)),
        }
    });
    let kept: Names<'_> = after.inventory.iter().map(|(class, _)| class.as_str()).collect();
    let gone: Names<'_> = before.inventory.iter().map(|(class, _)| class.as_str()).collect();
    let gone = named(&SYNC_INVENTORY_GOES, gone.without(&kept).collect());
    written.chain(gone).chain(come).chain(go).collect()
}

/// Explains how the node was reported, or why it could not be.
fn outcome(given: &SyncGiven<'_>, synced: &Synced) -> Reason {
    let (node, member) = match &given.node_after {
        Some(after) => (after, "nodeAfter"),
        None => (&given.node, "node"),
    };
    let at = |key| Pointer::to(member).key(node.key(key));
    let listed = || Fact::of(at("traits"), node.traits.map(|traits| traits.iter().collect::<Json>()));
    let subject = node.called();
    match synced.error {
        Some(SyncError::NoResourceClass) => {
            Reason::new(&SYNC_WITHOUT_CLASS, subject).fact(Fact::of(at("resource_class"), node.resource_class))
        }
        Some(SyncError::TraitsFieldMissing) => {
            Reason::new(&SYNC_WITHOUT_TRAITS_FIELD, subject).fact(Fact::absent(at("traits")))
        }
        Some(SyncError::PciTrackingConflict) => Reason::new(&SYNC_TRACKS_PCI, subject).fact(listed()),
        Some(SyncError::ProviderConfigConflict) => {
            let files = given.provider_config.iter().map(|(provider, traits)| {
                Fact::at(Pointer::to("providerConfig").key(provider), traits.iter().copied().collect::<Json>())
            });
            Reason::new(&SYNC_CONFIG_CONFLICT, subject).facts(files).fact(listed())
        }
        Some(SyncError::PlacementRefused) => {
            let path = synced.writes.last().map(|write| write.path.as_str()).unwrap_or_default();
            let class = path.strip_prefix(CLASSES);
            let refused = class.or_else(|| path.strip_prefix("/traits/")).unwrap_or_default();
            let shown = if class.is_some() { Fact::of(at("resource_class"), node.resource_class) } else { listed() };
            let what = Fact::named("what", if class.is_some() { "class" } else { "trait" });
            Reason::new(&SYNC_REFUSED, subject).fact(Fact::named("refused", refused)).fact(what).fact(shown)
        }
        None => {
            let code = if synced.writes.is_empty() { &SYNC_WRITES_NOTHING } else { &SYNC_WRITES };
            let of_node: Names<'_> = node.traits.iter().flat_map(|traits| traits.iter()).collect();
            let here: Names<'_> = synced.traits.iter().map(String::as_str).collect();
            let placed = given.placement_traits.as_ref();
            let placed = placed.and_then(|names| Fact::names(Pointer::to("placementTraits"), names));
            let reason = Reason::new(code, subject)
                .fact(Fact::named("writes", synced.writes.len()))
                .fact(listed())
                .facts(placed);
            let difference = |code, names: Vec<&str>| {
                let reason =
                    Reason::new(code, subject).fact(Fact::named("names", names.iter().copied().collect::<Json>()));
                Some(reason).filter(|_| !names.is_empty())
            };
            let added = difference(&SYNC_ADDS, here.without(&of_node).collect());
            let dropped = difference(&SYNC_STRIPS, of_node.without(&here).collect());
            reason.because(added).because(dropped)
        }
    }
}
