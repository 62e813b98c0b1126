//! What Nova writes to Placement when it reports a node.

use super::answer::{Amounts, CLASSES, PlacementWrite, ProviderState, SyncError, Synced};
use super::capabilities::{Capabilities, MANAGED_PCI_DEVICE, OWNER_NOVA};
use super::given::{PlacedInventory, SyncGiven};
use super::inventory::{class_of, holds};
use super::why::why;
use crate::base::{Edition, Names};
use crate::policy::traits::divergences::{DRIFT_RESTORED, MIRRORED_TRAITS};
use crate::policy::traits::documents::{Node, TraitList};
use crate::policy::traits::names::{Library, is_creatable, is_custom};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{Json, Ordered, Pointer};

/// `traits/sync`
#[derive(Debug)]
pub(crate) struct Sync;

impl Answers for Sync {
    const NAME: &'static str = "traits/sync";
    const ASKS: &'static str = "what reporting a node writes to Placement, and what its provider is like afterwards";
    type Given<'a> = SyncGiven<'a>;
    type Answer<'a> = Synced;

    fn decide<'a>(given: SyncGiven<'a>, asked: &Asked<'a>) -> Outcome<Synced> {
        let place = |member: &str| Pointer::to("given").key(member);
        given.node.expect_alone(place("node"))?;
        given.node_after.as_ref().map_or(Ok(()), |after| after.expect_alone(place("nodeAfter")))?;
        let mut placement = Placement::new(&given);
        let nova = Nova::new(&given, asked.edition);
        let again = given.stale_cache || given.placement_change.is_some() || given.node_after.is_some();
        let mut seen = None;
        let mut node = &given.node;
        if again {
            nova.sync(node, &mut placement, None);
            let fresh = !given.stale_cache || given.cache_expired || asked.edition.applies(&DRIFT_RESTORED);
            seen = Some(placement.provider.clone()).filter(|_| !fresh);
            if let Some(change) = &given.placement_change {
                placement.change(change);
            }
            node = given.node_after.as_ref().unwrap_or(node);
        }
        let before = placement.known.then(|| placement.provider.clone());
        let synced = nova.sync(node, &mut placement, seen);
        let reason = why(&given, before.as_ref(), &placement.provider, &synced);
        Ok(Decision::new(synced, reason))
    }
}

/// The part of Placement that concerns one provider.
struct Placement<'a> {
    provider: ProviderState<'a>,
    /// Whether the provider exists.
    known: bool,
    generation: u64,
    library: Library<'a>,
    uuid: &'a str,
}

impl<'a> Placement<'a> {
    fn new(given: &SyncGiven<'a>) -> Self {
        let mut library = Library::new(given.placement_known_traits.iter().copied());
        let traits = || given.placement_traits.iter().flatten().copied();
        library.add(traits());
        let amounts =
            |placed: &PlacedInventory| Amounts { total: placed.total, reserved: placed.reserved.unwrap_or_default() };
        let inventory = given.placement_inventory.iter().flatten();
        Self {
            provider: ProviderState {
                traits: traits().collect(),
                inventory: inventory.map(|(class, placed)| ((*class).to_owned(), amounts(placed))).collect(),
            },
            known: given.placement_traits.is_some()
                || given.placement_inventory.is_some()
                || given.generation.is_some(),
            generation: given.generation.unwrap_or_default(),
            library,
            uuid: given.node.uuid.unwrap_or("{uuid}"),
        }
    }

    /// Sets the provider's traits, as somebody does directly in Placement.
    fn change(&mut self, traits: &[&'a str]) {
        self.library.add(traits.iter().copied());
        self.provider.traits = traits.iter().copied().collect();
        self.generation += 1;
    }

    /// Creates the provider if there is none, which Nova does before it asks its driver about the node.
    fn ensure(&mut self, log: &mut Log) {
        if !self.known {
            self.known = true;
            let mut body = Json::object();
            ["name", "uuid"].into_iter().for_each(|key| body.set(key, self.uuid.into()));
            log.writes.push(PlacementWrite {
                method: "POST",
                path: PROVIDERS.to_owned(),
                body: Some(body),
                status: None,
            });
        }
    }

    fn path(&self, what: &str) -> String {
        format!("{PROVIDERS}/{}/{what}", self.uuid)
    }

    fn body(&mut self, key: &str, value: Json) -> Json {
        let mut body = Json::object();
        body.set("resource_provider_generation", self.generation.into());
        body.set(key, value);
        self.generation += 1;
        body
    }
}

/// The path of the providers in Placement's API.
const PROVIDERS: &str = "/resource_providers";

/// What Nova knows besides the node and Placement.
struct Nova<'g, 'a> {
    given: &'g SyncGiven<'a>,
    /// The traits that Nova adds and removes. `None`: the provider has exactly the node's traits.
    capabilities: Option<Capabilities<'a>>,
}

impl<'g, 'a> Nova<'g, 'a> {
    fn new(given: &'g SyncGiven<'a>, edition: Edition) -> Self {
        let disabled = Some(given.service_disabled).filter(|_| !given.service_missing);
        let capabilities =
            Capabilities::new(given.capability_traits.as_ref(), &given.image_type_exclude_list, disabled);
        Self { given, capabilities: Some(capabilities).filter(|_| !edition.applies(&MIRRORED_TRAITS)) }
    }

    /// Reports a node. If the wanted state equals what Nova has `seen` of the provider, nothing is written; otherwise
    /// Nova writes what differs from the provider's actual state.
    fn sync(&self, node: &Node<'a>, placement: &mut Placement<'a>, seen: Option<ProviderState<'a>>) -> Synced {
        let mut log = Log::default();
        placement.ensure(&mut log);
        let (class, traits) = match self.wanted(node) {
            Ok(wanted) => wanted,
            Err(error) => return synced(placement, Log { error: Some(error), ..log }),
        };
        let reserved = !holds(node, !self.given.skip_reserve_in_use).is_empty();
        let inventory = vec![(class, Amounts { total: 1, reserved: u64::from(reserved) })];
        let wanted = ProviderState { traits, inventory };
        if seen.is_some_and(|seen| seen == wanted) {
            return synced(placement, log);
        }
        // A write with an outdated view causes a conflict. Nova then refreshes its view and writes again.
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
                    if !is_creatable(class) {
                        log.refused(format!("{CLASSES}{class}"));
                        return synced(placement, log);
                    }
                    log.put(format!("{CLASSES}{class}"), None);
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

    /// Returns the class and the traits that the provider should have.
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

    /// Returns the traits that the provider configuration file adds. An entry for this provider, whose name is the
    /// node's uuid, hides the general one.
    fn configured(&self, node: &Node<'a>) -> Vec<&'a str> {
        let entry = |name: &str| self.given.provider_config.get(name);
        node.uuid.and_then(entry).or_else(|| entry("$COMPUTE_NODE")).into_iter().flatten().copied().collect()
    }

    fn write_traits(&self, traits: &Names<'a>, placement: &mut Placement<'a>, log: &mut Log) {
        let missing: Vec<&str> = traits.iter().filter(|name| !placement.library.knows(name)).collect();
        if let Some(refused) = missing.iter().find(|name| !placement.library.accepts(name)) {
            // Names are created in no fixed order, so nobody can say which were created before this one.
            log.refused(format!("/traits/{refused}"));
            return;
        }
        for name in &missing {
            log.put(format!("/traits/{name}"), None);
        }
        placement.library.add(missing.iter().copied());
        log.created.extend(missing.iter().map(|name| (*name).to_owned()));
        let body = placement.body("traits", traits.iter().collect());
        log.put(placement.path("traits"), Some(body));
        log.sent = true;
        placement.provider.traits = traits.clone();
    }
}

/// A log of what was written.
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
