//! What Nova writes to Placement when it reports a node.

use super::divergences::{DRIFT_RESTORED, MIRRORED_TRAITS};
use super::inventory::{class_of, holds};
use super::library::Library;
use super::model::{Node, TraitList};
use super::names::is_custom;
use super::provider_traits::{Capabilities, MANAGED_PCI_DEVICE, OWNER_NOVA};
use super::question::sync::*;
use super::sync_why::why;
use crate::base::{Edition, Names};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{Json, Ordered};

/// `traits/sync`
#[derive(Debug)]
pub struct Sync;

impl Answers for Sync {
    const NAME: &'static str = "traits/sync";
    const ASKS: &'static str = "what reporting a node writes to Placement, and what its provider is like afterwards";
    type Given<'a> = SyncGiven<'a>;
    type Answer<'a> = Synced;

    fn decide<'a>(given: SyncGiven<'a>, asked: &Asked<'a>) -> Outcome<Synced> {
        let mut placement = Placement::new(&given);
        let nova = Nova::new(&given, asked.edition);
        let again = given.stale_cache || given.placement_change.is_some() || given.node_after.is_some();
        let synced = if again {
            nova.sync(&given.node, &mut placement, None);
            let seen = placement.provider.clone();
            if let Some(change) = &given.placement_change {
                placement.change(change);
            }
            let node = given.node_after.as_ref().unwrap_or(&given.node);
            let fresh = !given.stale_cache || given.cache_expired || asked.edition.applies(&DRIFT_RESTORED);
            nova.sync(node, &mut placement, Some(seen).filter(|_| !fresh))
        } else {
            nova.sync(&given.node, &mut placement, None)
        };
        let reason = why(&given, &synced);
        Ok(Decision::new(synced, reason))
    }
}

/// A provider.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ProviderState<'a> {
    traits: Names<'a>,
    inventory: Vec<(String, Amounts)>,
}

/// Placement, as far as one provider is concerned.
struct Placement<'a> {
    provider: ProviderState<'a>,
    generation: u64,
    library: Library<'a>,
    uuid: &'a str,
}

impl<'a> Placement<'a> {
    fn new(given: &SyncGiven<'a>) -> Self {
        let mut library = Library::new(given.placement_known_traits.iter().copied());
        library.create(given.placement_traits.iter().copied());
        let amounts =
            |placed: &PlacedInventory| Amounts { total: placed.total, reserved: placed.reserved.unwrap_or_default() };
        let inventory = given.placement_inventory.iter();
        Self {
            provider: ProviderState {
                traits: given.placement_traits.iter().copied().collect(),
                inventory: inventory.map(|(class, placed)| ((*class).to_owned(), amounts(placed))).collect(),
            },
            generation: given.generation.unwrap_or_default(),
            library,
            uuid: given.node.uuid.unwrap_or("{uuid}"),
        }
    }

    /// Somebody sets the provider's traits.
    fn change(&mut self, traits: &[&'a str]) {
        self.library.create(traits.iter().copied());
        self.provider.traits = traits.iter().copied().collect();
        self.generation += 1;
    }

    fn path(&self, what: &str) -> String {
        format!("/resource_providers/{}/{what}", self.uuid)
    }

    fn body(&mut self, key: &str, value: Json) -> Json {
        let mut body = Json::object();
        body.set("resource_provider_generation", self.generation.into());
        body.set(key, value);
        self.generation += 1;
        body
    }
}

/// What Nova brings along.
struct Nova<'g, 'a> {
    given: &'g SyncGiven<'a>,
    /// What it adds and takes away; nothing where the node's list is the provider's.
    capabilities: Option<Capabilities<'a>>,
}

impl<'g, 'a> Nova<'g, 'a> {
    fn new(given: &'g SyncGiven<'a>, edition: Edition) -> Self {
        let disabled = Some(given.service_disabled).filter(|_| !given.service_missing);
        let capabilities =
            Capabilities::new(given.capability_traits.as_ref(), &given.image_type_exclude_list, disabled);
        Self { given, capabilities: Some(capabilities).filter(|_| !edition.applies(&MIRRORED_TRAITS)) }
    }

    /// Reports a node. Nova compares with what it has `seen` of the provider, or else with what is there.
    fn sync(&self, node: &Node<'a>, placement: &mut Placement<'a>, seen: Option<ProviderState<'a>>) -> Synced {
        let (class, traits) = match self.wanted(node) {
            Ok(wanted) => wanted,
            Err(error) => return synced(placement, Log { error: Some(error), ..Log::default() }),
        };
        let reserved = !holds(node, !self.given.skip_reserve_in_use).is_empty();
        let inventory = vec![(class, Amounts { total: 1, reserved: u64::from(reserved) })];
        let wanted = ProviderState { traits, inventory };
        if seen.is_some_and(|seen| seen == wanted) {
            return synced(placement, Log::default());
        }
        // A write on a view that is out of date meets a conflict; the view is read anew, and the write tried again.
        let mut log = Log::default();
        if placement.provider.inventory != wanted.inventory {
            let mut classes = Json::object();
            for (class, amounts) in &wanted.inventory {
                let mut of_class = Json::object();
                let units =
                    [("total", 1), ("reserved", amounts.reserved), ("min_unit", 1), ("max_unit", 1), ("step_size", 1)];
                units.into_iter().for_each(|(key, value)| of_class.set(key, value.into()));
                of_class.set("allocation_ratio", Json::Number("1.0".to_owned()));
                classes.set(class, of_class);
            }
            for (class, _) in &wanted.inventory {
                if is_custom(class) && !placement.provider.inventory.iter().any(|(known, _)| known == class) {
                    log.put(format!("/resource_classes/{class}"), None);
                }
            }
            let body = placement.body("inventories", classes);
            log.put(placement.path("inventories"), Some(body));
            placement.provider.inventory = wanted.inventory;
        }
        if placement.provider.traits != wanted.traits {
            self.write_traits(&wanted.traits, placement, &mut log);
        }
        synced(placement, log)
    }

    /// The class and the traits that the provider is to have.
    fn wanted(&self, node: &Node<'a>) -> Result<(String, Names<'a>), SyncError> {
        let class = class_of(node).ok_or(SyncError::NoResourceClass)?;
        let listed: Names<'_> = node.traits.map(TraitList::iter).ok_or(SyncError::TraitsFieldMissing)?.collect();
        let mut traits = match &self.capabilities {
            Some(capabilities) => capabilities.of_node(listed.iter()),
            None => listed,
        };
        if traits.contains(MANAGED_PCI_DEVICE) {
            return Err(SyncError::PciTrackingConflict);
        }
        if self.capabilities.is_some() {
            let added = self.configured(node);
            if added.iter().any(|name| !is_custom(name) && traits.contains(name)) {
                return Err(SyncError::ProviderConfigConflict);
            }
            traits = traits.with(added).with([OWNER_NOVA]);
        }
        Ok((class, traits))
    }

    /// The traits of the file for providers. An entry for the very provider, whose name is the node's uuid, hides the
    /// general one.
    fn configured(&self, node: &Node<'a>) -> Vec<&'a str> {
        let entry = |name: &str| self.given.provider_config.get(name);
        node.uuid.and_then(entry).or_else(|| entry("$COMPUTE_NODE")).into_iter().flatten().copied().collect()
    }

    fn write_traits(&self, traits: &Names<'a>, placement: &mut Placement<'a>, log: &mut Log) {
        let missing: Vec<&str> = traits.iter().filter(|name| !placement.library.knows(name)).collect();
        if let Some(refused) = missing.iter().find(|name| !placement.library.accepts(name)) {
            // Names are created in no fixed order, so nobody can say which were before this one.
            log.refused(format!("/traits/{refused}"));
            return;
        }
        for name in &missing {
            log.put(format!("/traits/{name}"), None);
        }
        placement.library.create(missing.iter().copied());
        log.created.extend(missing.iter().map(|name| (*name).to_owned()));
        let body = placement.body("traits", traits.iter().collect());
        log.put(placement.path("traits"), Some(body));
        log.sent = true;
        placement.provider.traits = traits.clone();
    }
}

/// What was written.
#[derive(Default)]
struct Log {
    writes: Vec<PlacementWrite>,
    created: Vec<String>,
    sent: bool,
    error: Option<SyncError>,
}

impl Log {
    fn put(&mut self, path: String, body: Option<Json>) {
        self.writes.push(PlacementWrite { method: "PUT", path, body, status: None });
    }

    fn refused(&mut self, path: String) {
        self.writes.push(PlacementWrite { method: "PUT", path, body: None, status: Some(400) });
        self.error = Some(SyncError::PlacementRefused);
    }
}

fn synced(placement: &Placement<'_>, log: Log) -> Synced {
    let inventory: Ordered<String, Amounts> = placement.provider.inventory.iter().cloned().collect();
    Synced {
        traits: placement.provider.traits.iter().map(str::to_owned).collect(),
        inventory,
        created_traits: Some(log.created).filter(|_| log.error != Some(SyncError::PlacementRefused)),
        update_sent: log.sent,
        error: log.error,
        writes: log.writes,
    }
}
