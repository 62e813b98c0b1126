//! Finds nodes, flavors and images in files, whichever client or API they come from.

use super::documents::{FIELDS, Flavor, Image, NODES, Node, port};
use super::flavor::is_suffix;
use super::names::{can_be_known, is_custom};
use super::pages::{PageGiven, PageTold, Pages};
use super::reasons::{GATHERED, GATHERED_NOTHING};
use crate::question::{Answers, Asked, Decision, Lacks, Outcome, Undecided};
use crate::reason::{Fact, Level, Problem, Reason};
use crate::wire::{Cause, Fault, Json, Kind, Pointer, Read, Value, answer, given, read};

given! {
    /// Documents as clients print them and APIs return them.
    pub(crate) struct GatherGiven<'a> {
        /// Nodes, flavors and images, alone, in lists or in answers, also Placement's traits and Nova's access lists.
        documents: Vec<Value<'a>>,
        /// Whether nodes and flavors are written by hand and leave out defaults; clients print everything.
        by_hand ["byHand"]: bool,
        /// Pages of lists from the documents of an earlier question, as its answer gave them in `pages`.
        before: Vec<PageGiven<'a>>,
        /// Whether another question with more documents follows; missing pages are reported only in the last one.
        goes_on ["goesOn"]: bool,
    }
}

answer! {
    /// The documents that were found, under the rules' own keys.
    #[derive(Default)]
    pub(crate) struct Gathered {
        /// The nodes.
        nodes: Vec<Shown>,
        /// The flavors.
        flavors: Vec<Shown>,
        /// The images.
        images: Vec<Shown>,
        /// The projects that may use each private flavor, from Nova's access lists.
        access: Vec<AccessRow>,
        /// The traits that Placement knows; absent if no document lists them.
        known_traits ["knownTraits"]: Option<Vec<String>>,
        /// The pages of lists found so far, for `before` of the next question; absent unless `goesOn` is true.
        pages: Option<Vec<PageTold>>,
    }
}

answer! {
    /// A project that may use a flavor.
    pub(crate) struct AccessRow {
        /// The id of the flavor.
        flavor_id ["flavor_id"]: String,
        /// The id of the project.
        tenant_id ["tenant_id"]: String,
    }
}

answer! {
    /// Something that was found.
    pub(crate) struct Shown {
        /// The place among the documents.
        at: String,
        /// The key that holds the extra specs or properties; empty if they are among the other members.
        properties: Option<String>,
        /// The document, with only the members that the rules read.
        document: Json,
    }
}

/// `traits/gather`
#[derive(Debug)]
pub(crate) struct Gather;

/// The kinds of documents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Node,
    Flavor,
    Image,
    Trait,
    Access,
}

/// The maximum number of problems reported, because nobody reads more.
const TOLD: usize = 100;

impl Answers for Gather {
    const NAME: &'static str = "traits/gather";
    const ASKS: &'static str = "which nodes, flavors and images there are in what clients printed";
    type Given<'a> = GatherGiven<'a>;
    type Answer<'a> = Gathered;

    fn decide<'a>(given: GatherGiven<'a>, _: &Asked<'a>) -> Outcome<Gathered> {
        let pages = Pages::found_before(&given.before);
        let mut gathering = Gathering { by_hand: given.by_hand, pages, ..Gathering::default() };
        for (index, document) in given.documents.iter().enumerate() {
            gathering.look(*document, &Pointer::to("documents").index(index), None);
        }
        let Gathering { mut gathered, mut faults, mut warnings, traits, pages, .. } = gathering;
        if given.goes_on {
            gathered.pages = Some(pages.told());
        } else {
            faults.extend(pages.missing());
            warnings.extend(pages.put_together());
            warnings.truncate(TOLD);
        }
        if !faults.is_empty() {
            faults.truncate(TOLD);
            return Err(Undecided { lacks: Lacks::Request, problems: faults });
        }
        gathered.known_traits = traits.map(|names| names.into_iter().map(str::to_owned).collect());
        let code = match &gathered {
            Gathered { nodes, flavors, images, access, known_traits: None, .. }
                if nodes.len() + flavors.len() + images.len() + access.len() == 0 =>
            {
                &GATHERED_NOTHING
            }
            _ => &GATHERED,
        };
        let reason = Reason::new(code, "documents")
            .fact(Fact::named("nodes", gathered.nodes.len()))
            .fact(Fact::named("flavors", gathered.flavors.len()))
            .fact(Fact::named("images", gathered.images.len()));
        Ok(Decision::new(gathered, reason).with_problems(warnings))
    }
}

#[derive(Default)]
struct Gathering<'a> {
    gathered: Gathered,
    by_hand: bool,
    faults: Vec<Problem>,
    warnings: Vec<Problem>,
    pages: Pages<'a>,
    traits: Option<Vec<&'a str>>,
    /// The node before the current one, as printed.
    before: Option<Value<'a>>,
}

impl<'a> Gathering<'a> {
    /// Reads a document, which is a list, an answer with a list, or a single thing. `known` is the kind it has to have.
    fn look(&mut self, value: Value<'a>, at: &Pointer, known: Option<Found>) {
        if value.kind() == Kind::Array {
            for (index, element) in value.elements().enumerate() {
                // Nobody prints a list inside a list.
                match element.kind() {
                    Kind::Array => self.unknown(element, &at.clone().index(index)),
                    _ => self.look(element, &at.clone().index(index), known),
                }
            }
            return;
        }
        if value.kind() != Kind::Object {
            return self.unknown(value, at);
        }
        let envelope = ENVELOPES.iter().filter(|_| known.is_none()).find_map(|(key, found, kind)| {
            let inside = value.get(key).filter(|inside| inside.kind() == *kind)?;
            Some((inside, *key, *found))
        });
        if let Some((inside, key, found)) = envelope {
            if inside.kind() == Kind::Array {
                self.pages.add(value, key, at);
            }
            self.look(inside, &at.clone().key(key), Some(found));
            return;
        }
        if let Some(names) = traits_of_placement(value) {
            for (index, name) in names.enumerate() {
                match name.as_str() {
                    Some(name) => self.traits.get_or_insert_default().push(name),
                    None => {
                        let at = at.clone().key("traits").index(index);
                        self.fault(&at, name.kind().name().to_owned(), "the name of a trait");
                    }
                }
            }
            return;
        }
        // A port has a name and a state like an image.
        let foreign = port(value).filter(|_| known.is_none());
        match known.or_else(|| recognized(value).filter(|_| foreign.is_none())) {
            Some(Found::Node) => {
                let told = |node: &Node<'a>| (node.in_words_of_its_api(), None);
                let (by_hand, before) = (self.by_hand, self.before.replace(value));
                let cut_short = |node: &Node<'a>, at: Pointer| {
                    let broken_off = || node.broken_off(value, before, at.clone());
                    let cut = node.cut_short(at.clone()).or_else(broken_off);
                    cut.or_else(|| node.with_unknown_traits(at)).filter(|_| !by_hand)
                };
                self.keep("node", (value, at), |gathered| &mut gathered.nodes, cut_short, told);
            }
            Some(Found::Flavor) => {
                let told = |flavor: &Flavor<'a>| (flavor.in_words_of_the_rules(), Some(flavor.extra_specs.key()));
                let by_hand = self.by_hand;
                let cut_short = |flavor: &Flavor<'a>, at| flavor.cut_short(at).filter(|_| !by_hand);
                self.keep("flavor", (value, at), |gathered| &mut gathered.flavors, cut_short, told);
            }
            Some(Found::Image) => {
                let told = |image: &Image<'a>| (image.in_words_of_the_rules(), Some(image.properties.key()));
                self.keep("image", (value, at), |gathered| &mut gathered.images, |_, _| None, told);
            }
            Some(Found::Trait) => self.traits.get_or_insert_default().extend(value.get("name").and_then(Value::as_str)),
            Some(Found::Access) => {
                let [flavor, project] = ["flavor_id", "tenant_id"].map(|key| value.get(key).and_then(Value::as_str));
                match (flavor, project) {
                    (Some(flavor_id), Some(tenant_id)) => {
                        let row = AccessRow { flavor_id: flavor_id.to_owned(), tenant_id: tenant_id.to_owned() };
                        self.gathered.access.push(row);
                    }
                    _ => self.unknown(value, at),
                }
            }
            None => match foreign {
                Some(port) => self.fault(at, port.to_owned(), NODES),
                None => self.unknown(value, at),
            },
        }
    }

    fn fault(&mut self, at: &Pointer, found: String, expected: &'static str) {
        let path = Pointer::to("given").join(at);
        self.faults.push(Problem::of(&Fault::new(path, Cause::WrongType { found, expected })));
    }

    fn keep<T: Read<'a>>(
        &mut self,
        name: &str,
        (value, at): (Value<'a>, &Pointer),
        place: impl FnOnce(&mut Gathered) -> &mut Vec<Shown>,
        cut_short: impl FnOnce(&T, Pointer) -> Option<Fault>,
        told: impl FnOnce(&T) -> (Json, Option<&'static str>),
    ) {
        let path = Pointer::to("given").join(at);
        match read::<T>(value, path.as_str()) {
            Err(fault) => self.faults.extend(Problem::all_of(&fault)),
            Ok((it, _)) => {
                if let Some(fault) = cut_short(&it, path.clone()) {
                    self.faults.push(Problem::of(&fault));
                    return;
                }
                let (document, properties) = told(&it);
                let list = place(&mut self.gathered);
                list.push(Shown { at: at.as_str().to_owned(), properties: properties.map(str::to_owned), document });
            }
        }
        // If an image has no `properties`, all its other members are properties, and none is unknown.
        let is_looked_at = name != "image" || value.get("properties").is_some();
        let fields = FIELDS.iter().filter(|_| is_looked_at).find(|fields| fields.name == name);
        let left = TOLD.saturating_sub(self.warnings.len());
        let found = fields.map(|fields| fields.strangers(value, path.as_str(), Level::Warning));
        self.warnings.extend(found.into_iter().flatten().take(left));
    }

    fn unknown(&mut self, value: Value<'a>, at: &Pointer) {
        let found = match value.kind() {
            Kind::Object if value.get("ports").is_some_and(|ports| ports.kind() == Kind::Array) => {
                return self.fault(at, "a list of ports".to_owned(), NODES);
            }
            Kind::Object => {
                let keys: Vec<&str> = value.members().map(|(key, _)| key).take(NAMED).collect();
                match keys.as_slice() {
                    [] => "an object without keys".to_owned(),
                    keys => format!("an object with the keys `{}`", keys.join("`, `")),
                }
            }
            kind => kind.name().to_owned(),
        };
        let expected =
            "a node, a flavor or an image as Ironic, Nova, the image service or one of their clients shows it";
        self.fault(at, found, expected);
    }
}

/// The number of keys that the fault about an unknown document names.
const NAMED: usize = 5;

/// The keys under which answers hold lists or single things, and what they hold.
const ENVELOPES: [(&str, Found, Kind); 5] = [
    ("nodes", Found::Node, Kind::Array),
    ("flavors", Found::Flavor, Kind::Array),
    ("flavor", Found::Flavor, Kind::Object),
    ("images", Found::Image, Kind::Array),
    ("flavor_access", Found::Access, Kind::Array),
];

/// Members that only nodes, flavors or images have.
const OF_NODES: [&str; 9] = [
    "resource_class",
    "Resource Class",
    "provision_state",
    "Provisioning State",
    "power_state",
    "Power State",
    "traits",
    "traitSet",
    "is_maintenance",
];
const OF_FLAVORS: [&str; 8] =
    ["vcpus", "VCPUs", "memory_mb", "ram", "RAM", "extra_specs", "rxtx_factor", "OS-FLV-EXT-DATA:ephemeral"];
const OF_IMAGES: [&str; 8] = [
    "disk_format",
    "container_format",
    "min_disk",
    "visibility",
    "properties",
    "Status",
    // These are for images written by hand, only to ask for the driver.
    "os_distro",
    "magnum_driver",
];

/// Whether the properties are those of a flavor: an image has no amounts and no capabilities, and forbids nothing.
fn are_of_a_flavor(value: Value<'_>) -> bool {
    let properties = ["properties", "Properties"].into_iter().find_map(|key| value.get(key));
    let Some(properties) = properties else { return false };
    if let Some(text) = properties.as_str() {
        return ["resources:", "capabilities:", "='forbidden'"].iter().any(|sign| text.contains(sign));
    }
    properties.members().any(|(key, value)| {
        let head = key.split_once(':').map_or(key, |(head, _)| head);
        let of_groups = head.strip_prefix("resources").is_some_and(is_suffix);
        of_groups || matches!(head, "capabilities" | "group_policy") || value.as_str() == Some("forbidden")
    })
}

fn recognized(value: Value<'_>) -> Option<Found> {
    let any = |keys: &[&str]| keys.iter().any(|key| value.get(key).is_some());
    let named = value.get("name").and_then(Value::as_str).filter(|_| value.members().count() == 1);
    // The service may be newer than the standard names that are built in.
    if named.is_some_and(|name| is_custom(name) || can_be_known(name)) {
        return Some(Found::Trait);
    }
    if value.get("flavor_id").is_some() && value.get("tenant_id").is_some() {
        return Some(Found::Access);
    }
    // An image may have any property, even those of flavors.
    if are_of_a_flavor(value) && !any(&OF_NODES) && !any(&["disk_format", "container_format"]) {
        return Some(Found::Flavor);
    }
    let rows: [(&[&str], Found); 3] =
        [(&OF_NODES, Found::Node), (&OF_FLAVORS, Found::Flavor), (&OF_IMAGES, Found::Image)];
    let traits = value.members().any(|(key, _)| key.starts_with("trait:"));
    rows.into_iter().find(|(keys, _)| any(keys)).map(|(_, found)| found).or(traits.then_some(Found::Image))
}

/// Returns the names in Placement's own list of traits.
fn traits_of_placement(value: Value<'_>) -> Option<impl Iterator<Item = Value<'_>>> {
    let names = value.get("traits").filter(|names| names.kind() == Kind::Array)?;
    let alone = value.members().all(|(key, _)| matches!(key, "traits" | "links"));
    alone.then(|| names.elements())
}
