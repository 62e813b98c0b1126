//! What Nova writes to Placement when it reports a node.

use super::capabilities::{Capabilities, CapabilityTraits, MANAGED_PCI_DEVICE, OWNER_NOVA};
use super::inventory::{class_of, holds};
use super::why::why;
use crate::base::{Edition, Names};
use crate::policy::traits::divergences::{DRIFT_RESTORED, MIRRORED_TRAITS};
use crate::policy::traits::documents::{Node, TraitList};
use crate::policy::traits::names::{Library, is_creatable, is_custom};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{Json, Ordered, Pointer, answer, given, words};

given! {
    /// A node, its provider in Placement, and what else Nova knows.
    pub(crate) struct SyncGiven<'a> {
        /// The node in Ironic.
        node: Node<'a>,
        /// What the driver says it supports and does not; what today's Ironic driver says, unless given.
        capability_traits ["capabilityTraits"]: Option<CapabilityTraits<'a>>,
        /// Image types that the configuration switches off.
        image_type_exclude_list ["imageTypeExcludeList"]: Vec<&'a str>,
        /// The provider's traits in Placement. Without them, an inventory and a generation, Placement does not know the
        /// node.
        placement_traits ["placementTraits"]: Option<Vec<&'a str>>,
        /// The provider's inventory in Placement.
        placement_inventory ["placementInventory"]: Option<Ordered<&'a str, PlacedInventory>>,
        /// The provider's generation; 0 unless given.
        generation: Option<u64>,
        /// Custom traits that were created in Placement; with standard names among them, those are all the standard ones
        /// it knows.
        placement_known_traits ["placementKnownTraits"]: Vec<&'a str>,
        /// Traits of the file for providers, by the node's uuid, or under `$COMPUTE_NODE` for all.
        provider_config ["providerConfig"]: Ordered<&'a str, Vec<&'a str>>,
        /// Whether the compute service is disabled.
        service_disabled ["serviceDisabled"]: bool,
        /// Whether the record of the compute service is missing.
        service_missing ["serviceMissing"]: bool,
        /// Whether nodes with an instance are reported without reservation.
        skip_reserve_in_use ["skipReserveInUse"]: bool,
        /// Whether Nova still has the view of a first report, which comes before the members below.
        stale_cache ["staleCache"]: bool,
        /// What somebody then set the provider's traits to, in Placement itself.
        placement_change ["placementChange"]: Option<Vec<&'a str>>,
        /// The node as it is by then, if it changed.
        node_after ["nodeAfter"]: Option<Node<'a>>,
        /// Whether Nova's view is old enough to be read anew.
        cache_expired ["cacheExpired"]: bool,
    }
}

given! {
    /// The inventory of a class.
    #[derive(Clone, PartialEq, Eq)]
    foreign pub(crate) struct PlacedInventory {
        /// The total.
        total: u64,
        /// What is reserved.
        reserved: Option<u64>,
    }
}

answer! {
    /// The provider afterwards, and what was written.
    pub(crate) struct Synced {
        /// Its traits, sorted.
        traits: Vec<String>,
        /// Its inventory.
        inventory: Ordered<String, Amounts>,
        /// Custom traits that were created, sorted; left out where creating stopped at a name that is refused.
        created_traits ["createdTraits"]: Option<Vec<String>>,
        /// Whether the provider's traits were sent.
        update_sent ["updateSent"]: bool,
        /// Why the node could not be reported, or not wholly.
        error: Option<SyncError>,
        /// The requests to Placement, in order; none where there is nothing to do.
        writes: Vec<PlacementWrite>,
    }
}

answer! {
    /// How much a provider has of a class.
    #[derive(Clone, PartialEq, Eq)]
    pub(crate) struct Amounts {
        /// The total.
        total: u64,
        /// What is reserved.
        reserved: u64,
    }
}

answer! {
    /// A request to Placement.
    pub(crate) struct PlacementWrite {
        /// The method.
        method: &'static str,
        /// The path.
        path: String,
        /// The body.
        body: Option<Json>,
        /// The status of the response, where it is not that of success.
        status: Option<u16>,
    }
}

words! {
    /// Why a node could not be reported, or not wholly.
    pub(crate) enum SyncError {
        /// It has no resource class.
        NoResourceClass = "no-resource-class",
        /// Ironic's answer does not tell its traits.
        TraitsFieldMissing = "traits-field-missing",
        /// It carries the mark of managed PCI devices.
        PciTrackingConflict = "pci-tracking-conflict",
        /// The file for providers adds a trait that is there already.
        ProviderConfigConflict = "provider-config-conflict",
        /// Placement refuses a name; class and inventory are there, traits are not.
        PlacementRefused = "placement-refused",
    }
}

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
        given.node.expect_whole(place("node"))?;
        given.node_after.as_ref().map_or(Ok(()), |after| after.expect_whole(place("nodeAfter")))?;
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

/// A provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProviderState<'a> {
    /// Its traits.
    pub traits: Names<'a>,
    /// How much it has of each class.
    pub inventory: Vec<(String, Amounts)>,
}

/// Placement, as far as one provider is concerned.
struct Placement<'a> {
    provider: ProviderState<'a>,
    /// Whether the provider is there.
    known: bool,
    generation: u64,
    library: Library<'a>,
    uuid: &'a str,
}

impl<'a> Placement<'a> {
    fn new(given: &SyncGiven<'a>) -> Self {
        let mut library = Library::new(given.placement_known_traits.iter().copied());
        let traits = || given.placement_traits.iter().flatten().copied();
        library.create(traits());
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

    /// Somebody sets the provider's traits.
    fn change(&mut self, traits: &[&'a str]) {
        self.library.create(traits.iter().copied());
        self.provider.traits = traits.iter().copied().collect();
        self.generation += 1;
    }

    /// Nova sees that a provider is there before it asks its driver what the node is like.
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

/// Where Placement has its providers.
const PROVIDERS: &str = "/resource_providers";

/// Where Placement has its resource classes.
pub(super) const CLASSES: &str = "/resource_classes/";

/// What Nova brings along.
struct Nova<'g, 'a> {
    given: &'g SyncGiven<'a>,
    /// What Nova adds and takes away. `None`: the node's list is the provider's.
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
        // A write on a view that is out of date meets a conflict; the view is read anew, and the write tried again.
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
