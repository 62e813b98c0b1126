//! Why a sync writes what it writes, in reasons.

use super::sync::{CLASSES, SyncError, SyncGiven, Synced};
use crate::base::Names;
use crate::policy::traits::reasons::*;
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// Why a node was reported so, or could not be.
pub(crate) fn why(given: &SyncGiven<'_>, synced: &Synced) -> Reason {
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
            Reason::new(&SYNC_REFUSED, subject).fact(Fact::named("refused", refused)).fact(shown)
        }
        None => {
            let code = if synced.writes.is_empty() { &SYNC_WRITES_NOTHING } else { &SYNC_WRITES };
            let of_node: Names<'_> = node.traits.iter().flat_map(|traits| traits.iter()).collect();
            let here: Names<'_> = synced.traits.iter().map(String::as_str).collect();
            let reason = Reason::new(code, subject)
                .fact(Fact::named("writes", synced.writes.len()))
                .fact(listed())
                .facts(Fact::names(Pointer::to("placementTraits"), &given.placement_traits));
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
