//! The nodes of a deployment, compiled: names become numbers, and traits and classes become sets of nodes.

use crate::base::sort::sort_by;
use crate::base::{Index, Interner, Names};
use crate::policy::traits::bits::{Bits, Column};
use crate::policy::traits::documents::{Node, TraitList, no_set};
use crate::policy::traits::names::{KnownTrait, Library, is_creatable};
use crate::policy::traits::reporting::{Hold, MANAGED_PCI_DEVICE, class_of, holds, is_power_state};
use crate::wire::{Fault, Ordered, Pointer, Value, given, read};

given! {
    /// The nodes of a deployment, and the traits that its Placement knows.
    #[derive(Default)]
    foreign pub(crate) struct FleetDocument<'a> {
        /// The nodes.
        nodes: Vec<Node<'a>>,
        /// Named sets of traits to which nodes refer with `traitSet`, so that many similar nodes can share one.
        trait_sets ["traitSets"]: Ordered<&'a str, TraitList<'a>>,
        /// Custom traits that were ever created, on a node or not; if standard names are among them, those are all the
        /// standard traits.
        known_traits ["knownTraits"]: Vec<KnownTrait<'a>>,
    }
}

/// Nodes whose traits can be matched without reading any text. Nodes are numbered in the order of their names, so a set
/// of them is a sorted list of names.
pub(crate) struct Fleet<'a> {
    entries: Vec<Entry<'a>>,
    names: Interner<'a>,
    columns: Vec<Column>,
    classes: Ordered<String, Column>,
    /// The traits that are neither standard nor can be created.
    refused: Vec<usize>,
    library: Library<'a>,
    classless: Bits,
    /// The nodes whose class Placement refuses.
    misclassed: Bits,
    traitless: Bits,
    tracking: Bits,
    free: Bits,
    /// The nodes that would be free if they had a power state.
    powerless: Vec<usize>,
    /// The nodes that are free if their absent members have the usual values.
    presumed: Vec<usize>,
    /// The nodes that would be free if Ironic knew their power state.
    oddly_powered: Vec<usize>,
    /// The places of nodes that occur again with different contents, each after the place of the first one.
    shown_otherwise: Vec<(usize, usize)>,
}

/// A node with its index.
pub(crate) struct Entry<'a> {
    /// The node itself.
    pub node: Node<'a>,
    /// The index of the node in the list.
    pub index: usize,
    pub(crate) set: Option<TraitList<'a>>,
}

impl<'a> Entry<'a> {
    /// Returns the traits of the node, those of its set first. `None`: the node has neither `traits` nor a set.
    pub(crate) fn traits(&self) -> Option<impl Iterator<Item = &'a str>> {
        let told = self.node.traits.is_some() || self.set.is_some();
        told.then(|| self.set.into_iter().chain(self.node.traits).flat_map(TraitList::iter))
    }

    /// Whether both nodes agree in everything that is read here.
    fn says_the_same(&self, other: &Self) -> bool {
        let own = |entry: &Self| {
            let Node { name, resource_class, provision_state, power_state, maintenance, instance_uuid, .. } =
                entry.node;
            let whose = (entry.node.owner, entry.node.lessee);
            (name, resource_class, provision_state, power_state, maintenance, instance_uuid, whose)
        };
        let traits = |entry: &Self| entry.traits().map(Iterator::collect::<Names<'_>>);
        let alike = match (traits(self), traits(other)) {
            (Some(own), Some(others)) => own.iter().eq(others.iter()),
            (own, others) => own.is_none() && others.is_none(),
        };
        alike && own(self) == own(other)
    }
}

impl<'a> Fleet<'a> {
    /// Reads and compiles the fleet in a document at `path` in the request.
    pub(crate) fn read(value: Value<'a>, path: &str) -> Result<Self, Fault> {
        let (document, _) = read::<FleetDocument<'a>>(value, path)?;
        let mut entries = Vec::with_capacity(document.nodes.len());
        for (index, node) in document.nodes.into_iter().enumerate() {
            let at = || Pointer::parsed(path).key("nodes").index(index);
            let set =
                node.trait_set.map(|name| document.trait_sets.get(name).copied().ok_or_else(|| no_set(name, at())));
            node.expect_whole(at())?;
            entries.push(Entry { node, index, set: set.transpose()? });
        }
        Ok(Self::compile(entries, &document.known_traits))
    }

    /// Compiles a list of nodes.
    pub(crate) fn new(nodes: Vec<Node<'a>>) -> Self {
        let entries = nodes.into_iter().enumerate();
        Self::compile(entries.map(|(index, node)| Entry { node, index, set: None }).collect(), &[])
    }

    fn compile(mut entries: Vec<Entry<'a>>, known_traits: &[KnownTrait<'a>]) -> Self {
        sort_by(&mut entries, |a, b| (a.node.called(), a.index).cmp(&(b.node.called(), b.index)));
        let shown_otherwise = shown_once(&mut entries);
        let count = entries.len();
        let mut names = Interner::default();
        let mut members: Vec<Vec<u32>> = Vec::new();
        let mut classes: Vec<(String, u32)> = Vec::new();
        let none = || Bits::none(count);
        let (mut classless, mut misclassed, mut traitless, mut free) = (none(), none(), none(), none());
        let (mut powerless, mut oddly_powered, mut presumed) = (Vec::new(), Vec::new(), Vec::new());
        for (place, entry) in entries.iter().enumerate() {
            match class_of(&entry.node) {
                Some(class) if is_creatable(&class) => classes.push((class, place as u32)),
                Some(_) => misclassed.insert(place),
                None => classless.insert(place),
            }
            match entry.traits() {
                None => traitless.insert(place),
                Some(traits) => traits.for_each(|name| {
                    let number = names.intern(name);
                    if number == members.len() {
                        members.push(Vec::new());
                    }
                    if let Some(list) = members.get_mut(number).filter(|list| list.last() != Some(&(place as u32))) {
                        list.push(place as u32);
                    }
                }),
            }
            match holds(&entry.node, true).as_slice() {
                [] => {
                    free.insert(place);
                    if entry.node.presumes().next().is_some() {
                        presumed.push(place);
                    }
                }
                [Hold::PowerState] if entry.node.leaves_out("power_state") => powerless.push(place),
                [Hold::PowerState] if entry.node.power_state.is_some_and(|word| !is_power_state(word)) => {
                    oddly_powered.push(place);
                }
                _ => {}
            }
        }
        let column = |members| Column::new(count, members);
        let by_class: Index<'_> = classes.iter().map(|(class, _)| class.as_str()).collect();
        let of_classes = by_class.groups().map(|(class, places)| {
            let members = places.filter_map(|place| Some(classes.get(place)?.1));
            (class.to_owned(), column(members.collect()))
        });
        let library = Library::new(known_traits.iter().copied());
        let mut fleet = Self {
            columns: members.into_iter().map(column).collect(),
            classes: of_classes.collect(),
            refused: refused(&names, &library),
            tracking: none(),
            shown_otherwise,
            names,
            entries,
            library,
            classless,
            misclassed,
            traitless,
            free,
            powerless,
            presumed,
            oddly_powered,
        };
        fleet.tracking = fleet.having(MANAGED_PCI_DEVICE, &Bits::all(count));
        fleet
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the nodes in the order of their names.
    pub(crate) fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// Returns the node with the number.
    pub(crate) fn entry(&self, place: usize) -> Option<&Entry<'a>> {
        self.entries.get(place)
    }

    /// Returns the second node of each name that different nodes share.
    pub(crate) fn namesakes(&self) -> impl Iterator<Item = &Entry<'a>> {
        let named = |place: usize| self.entry(place).map(|entry| entry.node.called()).filter(|name| !name.is_empty());
        let is_other = move |place: usize| {
            let before = place.checked_sub(1);
            let uuid = |place: usize| self.entry(place).and_then(|entry| entry.node.uuid);
            let is_shown_twice = |before| uuid(before).is_some() && uuid(before) == uuid(place);
            before.is_some_and(|before| {
                named(before).is_some() && named(before) == named(place) && !is_shown_twice(before)
            })
        };
        let is_second = move |place: &usize| is_other(*place) && !is_other(*place - 1);
        (1..self.len()).filter(is_second).filter_map(|place| self.entry(place))
    }

    /// Returns the pairs of entries that show the same node with different contents.
    pub(crate) fn shown_otherwise(&self) -> impl Iterator<Item = (&Entry<'a>, &Entry<'a>)> {
        self.shown_otherwise.iter().filter_map(|(first, other)| self.entry(*first).zip(self.entry(*other)))
    }

    /// Returns the numbers of nodes that would be free if they had a power state.
    pub(crate) fn powerless(&self) -> &[usize] {
        &self.powerless
    }

    /// Returns the numbers of nodes that are free if their absent members have the usual values.
    pub(crate) fn presumed(&self) -> &[usize] {
        &self.presumed
    }

    /// Returns the numbers of nodes that would be free if Ironic knew their power state.
    pub(crate) fn oddly_powered(&self) -> &[usize] {
        &self.oddly_powered
    }

    /// Returns the name of the node with the number, or else its uuid.
    pub(crate) fn name(&self, place: usize) -> &'a str {
        self.entries.get(place).map(|entry| entry.node.called()).unwrap_or_default()
    }

    /// Returns the number of the node with this name or uuid. `None`: there is none, or several share it.
    pub(crate) fn only_one_called(&self, name: &str) -> Option<usize> {
        let first = self.entries.partition_point(|entry| entry.node.called() < name);
        let is_called_so = |place| self.entry(place).is_some_and(|entry| entry.node.called() == name);
        (is_called_so(first) && !is_called_so(first + 1)).then_some(first)
    }

    /// Returns the nodes in `within` that have the trait.
    pub(crate) fn having(&self, name: &str, within: &Bits) -> Bits {
        let column = self.names.find(name).and_then(|number| self.columns.get(number));
        column.map_or_else(|| Bits::none(self.len()), |column| column.within(within))
    }

    /// Returns the number of nodes that have the trait.
    pub(crate) fn count(&self, name: &str) -> usize {
        let column = self.names.find(name).and_then(|number| self.columns.get(number));
        column.map_or(0, |column| column.within(&Bits::all(self.len())).len())
    }

    /// Whether any node in `within` has the trait.
    pub(crate) fn anybody_has(&self, name: &str, within: &Bits) -> bool {
        self.names.find(name).and_then(|number| self.columns.get(number)).is_some_and(|column| column.meets(within))
    }

    /// Returns the nodes in `within` that have the class.
    pub(crate) fn of_class(&self, class: &str, within: &Bits) -> Bits {
        self.classes.get(class).map_or_else(|| Bits::none(self.len()), |column| column.within(within))
    }

    /// Whether any node in `within` has the class.
    pub(crate) fn anybody_of_class(&self, class: &str, within: &Bits) -> bool {
        self.classes.get(class).is_some_and(|column| column.meets(within))
    }

    /// Returns all classes of nodes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.iter().map(|(class, _)| class.as_str())
    }

    /// Returns all traits that any node has.
    pub(crate) fn trait_names(&self) -> &[&'a str] {
        self.names.names()
    }

    /// Returns the trait names that are known independently of the nodes.
    pub(crate) fn library(&self) -> &Library<'a> {
        &self.library
    }

    /// Returns the traits of nodes that Placement refuses, according to `library` if one is given.
    pub(crate) fn refused_traits(&self, library: Option<&Library<'_>>) -> Vec<&'a str> {
        let names = self.names.names();
        let numbers = library.map_or_else(|| self.refused.clone(), |library| refused(&self.names, library));
        numbers.into_iter().filter_map(|number| names.get(number).copied()).collect()
    }

    /// Returns the nodes without a class.
    pub(crate) fn classless(&self) -> &Bits {
        &self.classless
    }

    /// Returns the nodes whose class Placement refuses.
    pub(crate) fn misclassed(&self) -> &Bits {
        &self.misclassed
    }

    /// Returns the nodes whose traits are unknown.
    pub(crate) fn traitless(&self) -> &Bits {
        &self.traitless
    }

    /// Returns the nodes with the mark for managed PCI devices.
    pub(crate) fn tracking(&self) -> &Bits {
        &self.tracking
    }

    /// Returns the nodes that are free: nothing holds their unit back.
    pub(crate) fn free(&self) -> &Bits {
        &self.free
    }
}

/// Keeps only one entry of each node that occurs several times alike, by uuid. Returns the places of entries that show
/// the same node differently.
fn shown_once(entries: &mut Vec<Entry<'_>>) -> Vec<(usize, usize)> {
    let (mut alike, mut otherwise) = (Bits::none(entries.len()), Vec::new());
    {
        let uuids: Index<'_> = entries.iter().map(|entry| entry.node.uuid.unwrap_or_default()).collect();
        for (uuid, place) in uuids.repeated().filter(|(uuid, _)| !uuid.is_empty()) {
            let Some(first) = uuids.find(uuid) else { continue };
            match (entries.get(first), entries.get(place)) {
                (Some(one), Some(other)) if one.says_the_same(other) => alike.insert(place),
                _ => otherwise.push((first, place)),
            }
        }
    }
    if alike.is_empty() {
        return otherwise;
    }
    let mut places = 0..;
    entries.retain(|_| places.next().is_some_and(|place| !alike.has(place)));
    shown_once(entries)
}

fn refused(names: &Interner<'_>, library: &Library<'_>) -> Vec<usize> {
    let names = names.names().iter().enumerate();
    names.filter(|(_, name)| !library.accepts(name)).map(|(number, _)| number).collect()
}
