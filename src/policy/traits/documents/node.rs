use super::others::{NODES, other_than_a_node};
use super::{cut_short, expect_unwrapped, has, said_twice};
use crate::wire::{Cause, Fault, Fill, HasShape, Json, Keyed, Keys, Kind, ObjectShape, Pointer, Read, Reader};
use crate::wire::{Shape, Slot, Slots, Value, Wrapping, given};

given! {
    /// A node as Ironic or one of its clients shows it.
    #[derive(Default)]
    foreign pub(crate) struct Node<'a> {
        /// The name of the node.
        name ["name" or "Name"]: Option<&'a str>,
        /// The uuid of the node, which identifies it in Placement, and here if it has no name.
        uuid ["uuid" or "UUID", "id"]: Option<&'a str>,
        /// The resource class, as free text.
        resource_class ["resource_class" or "Resource Class"]: Option<&'a str>,
        /// The traits of the node; a node without this member cannot be reported to Placement.
        traits ["traits" or "Traits"]: Option<TraitList<'a>>,
        /// The name of a set in the fleet's `traitSets`, whose traits the node has in addition.
        trait_set ["traitSet"]: Option<&'a str>,
        /// The provision state of the node.
        provision_state ["provision_state" or "Provisioning State"]: Option<&'a str>,
        /// The power state of the node.
        power_state ["power_state" or "Power State"]: Option<&'a str>,
        /// Whether the node is in maintenance.
        maintenance ["maintenance" or "is_maintenance", "Maintenance"]: bool,
        /// The instance that is attached to the node.
        instance_uuid ["instance_uuid" or "instance_id", "Instance UUID"]: Option<&'a str>,
        /// The project that owns the node.
        owner ["owner" or "Owner"]: Option<&'a str>,
        /// The project that the node is lent to.
        lessee ["lessee" or "Lessee"]: Option<&'a str>,
        /// Which client printed the node, and which members are missing.
        #[flatten]
        told: Told,
    } then whole
}

/// The members that can keep a node from being given out. If they are absent, the node counts as free.
pub(crate) const PRESUMED: [&str; 3] = ["provision_state", "maintenance", "instance_uuid"];

/// The vocabulary of a node, and which of the members that are read here are missing, by their indexes in [`CALLED`].
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Told {
    words: Words,
    absent: u8,
    /// Whether the node has members that nobody writes by hand.
    shown: bool,
}

/// The vocabulary in which a node is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Words {
    /// Ironic's own keys.
    #[default]
    Api,
    /// The labels of the `openstack` command, from before it printed Ironic's keys.
    Labels,
    /// The keys of openstacksdk.
    Sdk,
}

/// Reads no member of its own, because the keys of the other members reveal the vocabulary.
impl<'a> Slots<'a> for Told {
    fn slots(&mut self, fill: &mut dyn FnMut(&mut [Slot<'_, 'a>]) -> Result<(), Fault>) -> Result<(), Fault> {
        fill(&mut [])
    }
}

impl Keyed for Told {
    const KEYS: Keys = Keys(&[]);
}

impl<'a> Fill<'a> for Told {
    fn fill(&mut self, _: &Reader<'a, '_>) -> Result<(), Fault> {
        Ok(())
    }
}

impl<'a> Read<'a> for Told {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::default()
    }
}

impl HasShape for Told {
    const SHAPE: &'static Shape = &Shape::Object(&ObjectShape { about: "In whose words a node is told.", parts: &[] });
}

/// The names of members in each vocabulary: Ironic's, the labels of the command, and openstacksdk's.
const CALLED: [(&str, &str, &str); 6] = [
    ("resource_class", "Resource Class", "resource_class"),
    ("traits", "Traits", "traits"),
    ("provision_state", "Provisioning State", "provision_state"),
    ("power_state", "Power State", "power_state"),
    ("maintenance", "Maintenance", "is_maintenance"),
    ("instance_uuid", "Instance UUID", "instance_id"),
];

/// The command that shows a node completely.
const WHOLE: &str = "all of it, as `openstack baremetal node list --long -f json` prints it";

/// The openstacksdk call that shows a node completely.
const WHOLE_OF_SDK: &str = "all of it, as `baremetal.nodes(details=True)` of openstacksdk fetches it";

/// Members that Ironic and its clients show of every node besides its uuid, and that nobody writes by hand. In lists
/// that are sorted by key, as in YAML, these come before the traits, and the uuid comes last.
const SHOWN: [&str; 4] = ["created_at", "chassis_uuid", "Created At", "Chassis UUID"];

/// The members that a short list always has.
const SHORT: [&str; 5] = ["uuid", "instance_uuid", "power_state", "provision_state", "maintenance"];

/// The members in which the answers of services wrap nodes.
const WRAPPINGS: [Wrapping; 2] =
    [Wrapping::one("node", "the node stands"), Wrapping::several("nodes", "the nodes stand")];

/// Determines the vocabulary of a node, and refuses nodes of a short list: without its class and traits a node would
/// look like one that no flavor can find, and without its states like a free one.
fn whole<'a>(node: &mut Node<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let value = from.value();
    expect_unwrapped(from, &WRAPPINGS)?;
    if let Some(other) = other_than_a_node(value) {
        return Err(cut_short(from, other.to_owned(), NODES));
    }
    // Most nodes use Ironic's keys only.
    let other = |key: &str| CALLED.iter().any(|(api, label, sdk)| key == *label || key == *sdk && sdk != api);
    if value.members().any(|(key, _)| other(key)) {
        for (api, label, sdk) in CALLED {
            said_twice(from, &[&[api, sdk, label]])?;
        }
    }
    let lacks = |key: &&&str| !has(value, key);
    if ["Provisioning State", "Resource Class", "UUID", "Power State"].iter().any(|label| has(value, label)) {
        node.told.words = Words::Labels;
        let missing: Vec<&str> = CALLED.iter().map(|(_, label, _)| label).filter(lacks).copied().collect();
        if !missing.is_empty() {
            return Err(cut_short(from, format!("a node without `{}`", missing.join("`, `")), WHOLE));
        }
    } else if has(value, "is_maintenance") || has(value, "instance_id") {
        node.told.words = Words::Sdk;
    } else if !has(value, "resource_class") && !has(value, "traits") && SHORT.iter().all(|key| has(value, key)) {
        return Err(cut_short(from, "a node of a short list, without `resource_class` and `traits`".to_owned(), WHOLE));
    }
    node.told.shown = SHOWN.iter().any(|key| has(value, key));
    let absent = CALLED.iter().enumerate().filter(|(_, (api, ..))| !has(value, node.key(api)));
    node.told.absent = absent.map(|(place, _)| 1 << place).sum();
    fetched_whole(node, from)
}

/// Members that every node in Ironic has. openstacksdk writes members that it did not fetch as null, so if one of these
/// is null, the members that say whether the node is free may be unfetched as well.
const NEVER_NULL: [&str; 4] = ["driver", "created_at", "properties", "extra"];

/// Checks that members with null are really null in Ironic, which always says whether a node is in maintenance.
fn fetched_whole<'a>(node: &Node<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let value = from.value();
    let is_partial = value.members().any(|(key, value)| value.is_null() && NEVER_NULL.contains(&key));
    let is_sdk = node.told.words == Words::Sdk;
    let told_of_each = |api: &str| api == "maintenance" || api == "traits" && is_sdk;
    let counted = CALLED.iter().filter(|(api, ..)| is_partial || told_of_each(api)).map(|(api, ..)| node.key(api));
    let null: Vec<&str> = counted.filter(|key| value.get(key).is_some_and(Value::is_null)).collect();
    if null.is_empty() {
        return Ok(());
    }
    let found = format!("a node of which not all was fetched, with null for `{}`", null.join("`, `"));
    Err(cut_short(from, found, WHOLE_OF_SDK))
}

impl<'a> Node<'a> {
    /// Returns the name of the node, or else its uuid.
    pub(crate) fn called(&self) -> &'a str {
        self.name.or(self.uuid).unwrap_or_default()
    }

    /// Returns a fault for the members that a client left out, if a client showed the node: clients that show a node
    /// completely also show null. A node that is written by hand leaves out what has the usual value.
    pub(crate) fn cut_short(&self, place: Pointer) -> Option<Fault> {
        let left_out = CALLED.iter().enumerate().filter(|(place, _)| self.told.absent >> place & 1 == 1);
        let mut missing: Vec<&str> = left_out.map(|(_, (api, ..))| self.key(api)).collect();
        if self.trait_set.is_some() {
            missing.retain(|key| *key != "traits");
        }
        if self.called().is_empty() || self.told.shown && self.uuid.is_none() {
            missing.insert(0, if self.told.words == Words::Labels { "UUID" } else { "uuid" });
        }
        let expected = if self.told.words == Words::Sdk { WHOLE_OF_SDK } else { WHOLE };
        let found = format!("a node without `{}`", missing.join("`, `"));
        (!missing.is_empty()).then(|| Fault::new(place, Cause::WrongType { found, expected }))
    }

    /// Whether a member that is read here is absent, rather than null.
    pub(crate) fn leaves_out(&self, member: &str) -> bool {
        CALLED.iter().position(|(api, ..)| *api == member).is_some_and(|place| self.told.absent >> place & 1 == 1)
    }

    /// Returns the absent members whose absence counts as the value of a free node.
    pub(crate) fn presumes(&self) -> impl Iterator<Item = &'static str> {
        PRESUMED.into_iter().filter(|member| self.leaves_out(member))
    }

    /// Whether a client showed the node. One with a uuid was shown, because people write names by hand.
    pub(crate) fn is_shown(&self) -> bool {
        self.uuid.is_some() || self.told.shown
    }

    /// Refuses a node that a client showed and cut short.
    pub(crate) fn expect_whole(&self, place: Pointer) -> Result<(), Fault> {
        self.is_shown().then(|| self.cut_short(place)).flatten().map_or(Ok(()), Err)
    }

    /// Refuses a node outside a fleet that was cut short, or that has more traits in a set, which only a fleet has.
    pub(crate) fn expect_alone(&self, place: Pointer) -> Result<(), Fault> {
        match self.trait_set {
            Some(name) => Err(no_set(name, place)),
            None => self.expect_whole(place),
        }
    }

    /// Returns a fault if the node is the cut-off end of a client's output: it has no uuid, and its keys are the first
    /// keys of the node printed before it. `own` and `before` are the two nodes as printed.
    #[cfg(feature = "operators")]
    pub(crate) fn broken_off(&self, own: Value<'_>, before: Option<Value<'_>>, place: Pointer) -> Option<Fault> {
        let keys = |value: Value<'_>| value.members().count();
        let before = before.filter(|before| self.uuid.is_none() && keys(own) < keys(*before))?;
        let is_shown = ["uuid", "UUID"].iter().find(|key| has(before, key))?;
        let alike = own.members().zip(before.members()).all(|((key, _), (other, _))| key == other);
        let found = format!("a node without `{is_shown}`, which the one before it has");
        alike.then(|| Fault::new(place, Cause::WrongType { found, expected: WHOLE }))
    }

    /// Returns a fault if the client was not told the node's traits, because the node would look like one without
    /// traits.
    #[cfg(feature = "operators")]
    pub(crate) fn with_unknown_traits(&self, place: Pointer) -> Option<Fault> {
        let key = self.key("traits");
        let found = format!("a node with null for `{key}`");
        let is_told = self.traits.is_some() || self.trait_set.is_some();
        (!is_told).then(|| Fault::new(place.key(key), Cause::WrongType { found, expected: WHOLE }))
    }

    /// Returns the key of a member in the node's vocabulary.
    pub(crate) fn key(&self, member: &'static str) -> &'static str {
        let row = CALLED.iter().find(|(api, ..)| *api == member);
        row.map_or(member, |(api, label, sdk)| match self.told.words {
            Words::Api => api,
            Words::Labels => label,
            Words::Sdk => sdk,
        })
    }

    /// Returns the node as JSON under Ironic's keys, with the members that are read here. Absent ones are null, which
    /// marks the node as complete.
    pub(crate) fn in_words_of_its_api(&self) -> Json {
        let texts = [
            ("name", self.name),
            ("uuid", self.uuid),
            ("resource_class", self.resource_class),
            ("traitSet", self.trait_set),
            ("provision_state", self.provision_state),
            ("power_state", self.power_state),
            ("instance_uuid", self.instance_uuid),
            ("owner", self.owner),
            ("lessee", self.lessee),
        ];
        let mut node = Json::object();
        for (key, text) in texts {
            match text {
                Some(text) => node.set(key, text.into()),
                None if CALLED.iter().any(|(api, ..)| *api == key) => node.set(key, Json::Null),
                None => {}
            }
        }
        if let Some(traits) = self.traits {
            node.set("traits", traits.iter().collect());
        }
        node.set("maintenance", self.maintenance.into());
        node
    }
}

/// The fault that no set of a fleet has the name to which a node at `place` refers.
pub(crate) fn no_set(name: &str, place: Pointer) -> Fault {
    let expected = "the name of one of the `traitSets` of a `Fleet`";
    Fault::new(place.key("traitSet"), Cause::Unreadable { text: name.to_owned(), expected })
}

/// A list of names that is read in place, because fleets are large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TraitList<'a>(Value<'a>);

impl<'a> TraitList<'a> {
    /// Returns the names in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.elements().filter_map(Value::as_str)
    }
}

impl<'a> Fill<'a> for TraitList<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        if from.value().kind() != Kind::Array {
            return Err(match from.value().as_str() {
                // Clients print an empty text if the service did not send the traits.
                Some("") => from.fault(Cause::Unreadable {
                    text: String::new(),
                    expected: "the traits, which Ironic tells from version 1.37 of its API on",
                }),
                _ => from.wrong_type("array"),
            });
        }
        if from.value().elements().any(|element| element.as_str().is_none()) {
            return Err(from.wrong_type("array of strings"));
        }
        *self = Self(from.value());
        Ok(())
    }
}

impl<'a> Read<'a> for TraitList<'a> {
    fn blank() -> Self {
        Self(Value::NULL)
    }
}

impl HasShape for TraitList<'_> {
    const SHAPE: &'static Shape = &Shape::List(&Shape::Text);
}
