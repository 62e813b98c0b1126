use super::{Properties, SpecValue, cut_short, expect_unwrapped, has, said_twice};
use crate::base::{Index, Names};
use crate::reason::Fact;
use crate::wire::{Cause, Fault, Fill, HasShape, Json, Pointer, Read, Reader, Shape, Value, Wrapping, given};

given! {
    /// A flavor as Nova keeps it, or as its API and its clients show it.
    #[derive(Default)]
    foreign pub(crate) struct Flavor<'a> {
        /// The name of the flavor.
        name ["name" or "Name", "original_name"]: Option<&'a str>,
        /// The id of the flavor, by which access lists refer to it.
        id ["flavorid" or "id", "ID"]: Option<SpecValue<'a>>,
        /// The number of virtual processors.
        vcpus ["vcpus" or "VCPUs"]: Option<u64>,
        /// The memory in MiB.
        memory_mb ["memory_mb" or "ram", "RAM"]: Option<u64>,
        /// The root disk in GiB.
        root_gb ["root_gb" or "disk", "Disk"]: Option<u64>,
        /// The ephemeral disks in GiB.
        ephemeral_gb ["ephemeral_gb" or "OS-FLV-EXT-DATA:ephemeral", "ephemeral", "Ephemeral"]: Option<u64>,
        /// The swap in MiB.
        swap ["swap" or "Swap"]: Swap,
        /// The extra specs, in stored order.
        extra_specs ["extra_specs" or "properties", "Properties"]: Properties<'a, SpecValue<'a>>,
        /// Whether every project may use the flavor; unknown unless given.
        is_public ["is_public" or "os-flavor-access:is_public", "Is Public"]: Option<bool>,
        /// The projects that may use the flavor if it is not public.
        projects ["projects" or "access_project_ids"]: Option<Vec<&'a str>>,
    } then whole
}

/// Swap in MiB. Nova's API shows an empty text if there is none.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Swap(pub Option<u64>);

impl<'a> Fill<'a> for Swap {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        if from.value().as_str() == Some("") {
            self.0 = Some(0);
            return Ok(());
        }
        self.0.fill(from)
    }
}

impl<'a> Read<'a> for Swap {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self(None)
    }
}

impl HasShape for Swap {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Integer, &Shape::Text]);
    const OPTIONAL: bool = true;
}

/// The keys that show that a flavor comes from Nova's API or a client.
const SHOWN: [&str; 10] = [
    "ram",
    "RAM",
    "disk",
    "Disk",
    "VCPUs",
    "links",
    "os-flavor-access:is_public",
    "properties",
    "Properties",
    "original_name",
];

/// What each of those sources always shows of a flavor, with the keys that it can have.
const COUNTED: [&[&str]; 6] = [
    &["extra_specs", "properties", "Properties"],
    &["ram", "RAM", "memory_mb"],
    &["disk", "Disk", "root_gb"],
    &["vcpus", "VCPUs"],
    &["OS-FLV-EXT-DATA:ephemeral", "ephemeral", "Ephemeral", "ephemeral_gb"],
    &["swap", "Swap"],
];

/// Other members that have several names.
const NAMED_TWICE: [&[&str]; 2] =
    [&["is_public", "os-flavor-access:is_public", "Is Public"], &["projects", "access_project_ids"]];

/// Members that Nova always sets, and that openstacksdk writes as null if it has fetched only names.
const NEVER_NULL: [&str; 3] = ["rxtx_factor", "is_disabled", "OS-FLV-DISABLED:disabled"];

/// Whether openstacksdk made up the sizes and the extra specs: no flavor in Nova is without memory and processors.
fn is_made_up(flavor: &Flavor<'_>, value: Value<'_>) -> bool {
    let is_null = |key: &&str| value.get(key).is_some_and(Value::is_null);
    flavor.memory_mb == Some(0) && flavor.vcpus == Some(0) && NEVER_NULL.iter().any(is_null)
}

/// Whether a member of the flavor itself looks like an extra spec. Nobody would read it there, so the flavor would ask
/// for less than intended.
fn is_extra_spec(key: &str) -> bool {
    let head = key.split_once(':').map_or("", |(head, _)| head);
    head.starts_with("trait") || head.starts_with("resources")
}

/// The members in which the answers of services wrap flavors.
const WRAPPINGS: [Wrapping; 2] =
    [Wrapping::one("flavor", "the flavor stands"), Wrapping::several("flavors", "the flavors stand")];

/// Checks that a flavor is complete: one without its extra specs would ask for no class and no traits.
fn whole<'a>(flavor: &mut Flavor<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    said_twice(from, &[COUNTED.as_slice(), NAMED_TWICE.as_slice()].concat())?;
    let value = from.value();
    expect_unwrapped(from, &WRAPPINGS)?;
    if let Some((key, _)) = value.members().find(|(key, _)| is_extra_spec(key)) {
        let found = format!("the extra spec `{key}` beside the members of the flavor, where nobody reads it");
        return Err(cut_short(from, found, "it among `extra_specs` or `properties`"));
    }
    if !SHOWN.iter().any(|key| has(value, key)) {
        return Ok(());
    }
    if is_made_up(flavor, value) {
        let found = "a flavor of which only the name was fetched".to_owned();
        return Err(cut_short(from, found, "all of it, as `compute.flavors(details=True)` of openstacksdk fetches it"));
    }
    // Nova always sets these to a number or a map. A null was not fetched, and would count as asking for nothing.
    let is_told = |key: &&str| value.get(key).is_some_and(|told| !told.is_null());
    let lacks = |keys: &&&[&str]| !keys.iter().any(is_told);
    match COUNTED.iter().filter(lacks).filter_map(|keys| keys.first()).copied().collect::<Vec<&str>>() {
        missing if missing.is_empty() => Ok(()),
        missing => Err(cut_short(from, format!("a flavor without `{}`", missing.join("`, `")), WHOLE)),
    }
}

/// The sources that show a flavor completely.
const WHOLE: &str =
    "all of it, as `openstack flavor list --all --long -f json` prints it, or Nova's API from version 2.61 on";

impl<'a> Flavor<'a> {
    /// Returns a fault if sizes are missing: they would count as 0, although Nova asks for them unless told not to. A
    /// flavor that is written by hand for a question may leave them out.
    pub(crate) fn cut_short(&self, place: Pointer) -> Option<Fault> {
        let amounts = [("vcpus", self.vcpus), ("ram", self.memory_mb), ("disk", self.root_gb)];
        let missing: Vec<&str> =
            amounts.into_iter().filter(|(_, amount)| amount.is_none()).map(|(key, _)| key).collect();
        let found = format!("a flavor without `{}`", missing.join("`, `"));
        (!missing.is_empty()).then(|| Fault::new(place, Cause::WrongType { found, expected: WHOLE }))
    }

    /// Whether both flavors agree in everything that is read here. The list of projects may be missing in one of them.
    fn says_the_same(&self, other: &Self) -> bool {
        let sizes = |flavor: &Self| {
            [flavor.vcpus, flavor.memory_mb, flavor.root_gb, flavor.ephemeral_gb, flavor.swap.0]
                .map(Option::unwrap_or_default)
        };
        let specs = self.extra_specs.len() == other.extra_specs.len()
            && self
                .extra_specs
                .iter()
                .all(|(key, value)| other.extra_specs.get(key).is_some_and(|other| other.text == value.text));
        let listed = |flavor: &Self| flavor.projects.as_deref().map(|own| own.iter().copied().collect::<Names<'a>>());
        let projects = match (listed(self), listed(other)) {
            (Some(own), Some(others)) => own.iter().eq(others.iter()),
            _ => true,
        };
        specs && projects && sizes(self) == sizes(other) && (self.name, self.is_public) == (other.name, other.is_public)
    }

    /// Returns the indexes of flavors that occur again with different contents, each after the index of the first one.
    pub(crate) fn shown_otherwise(flavors: &[Self]) -> impl Iterator<Item = (usize, usize)> {
        let named = |flavor: &Self| flavor.id.map(|id| id.text).or(flavor.name).unwrap_or_default();
        let names: Index<'a> = flavors.iter().map(named).collect();
        // The first occurrence may be one without a list of projects.
        let lists = |flavor: &Self| if flavor.projects.is_some() { named(flavor) } else { "" };
        let listing: Index<'a> = flavors.iter().map(lists).collect();
        let pairs: Vec<(usize, usize)> = flavors
            .iter()
            .enumerate()
            .filter(|(_, flavor)| !named(flavor).is_empty())
            .filter_map(|(place, flavor)| {
                let name = named(flavor);
                let mut before = [names.find(name), listing.find(name)].into_iter().flatten();
                before.find_map(|first| {
                    let is_other = first < place && !flavors.get(first)?.says_the_same(flavor);
                    is_other.then_some((first, place))
                })
            })
            .collect();
        pairs.into_iter()
    }

    /// Returns the indexes of flavors that differ from an earlier one of the same name, each after that one's index.
    pub(crate) fn namesakes(flavors: &[Self]) -> impl Iterator<Item = (usize, usize)> {
        let names: Index<'a> = flavors.iter().map(|flavor| flavor.name.unwrap_or_default()).collect();
        let pairs: Vec<(usize, usize)> = names
            .repeated()
            .filter(|(name, _)| !name.is_empty())
            .filter_map(|(name, place)| {
                let first = names.find(name)?;
                let (one, other) = (flavors.get(first)?, flavors.get(place)?);
                let is_other = match [one.id, other.id].map(|id| id.map(|id| id.text)) {
                    [Some(one), Some(other)] => one != other,
                    [None, None] => false,
                    _ => !one.says_the_same(other),
                };
                is_other.then_some((first, place))
            })
            .collect();
        pairs.into_iter()
    }

    /// Returns the name of the flavor for use in sentences.
    pub(crate) fn called(&self) -> &'a str {
        self.name.unwrap_or("flavor")
    }

    /// Returns the flavor as JSON under the rules' own keys, with the members that are read here.
    pub(crate) fn in_words_of_the_rules(&self) -> Json {
        let mut flavor = Json::object();
        if let Some(name) = self.name {
            flavor.set("name", name.into());
        }
        if let Some(id) = self.id {
            flavor.set("id", id.text.into());
        }
        let sizes = [
            ("vcpus", self.vcpus),
            ("memory_mb", self.memory_mb),
            ("root_gb", self.root_gb),
            ("ephemeral_gb", self.ephemeral_gb),
            ("swap", self.swap.0),
        ];
        for (key, size) in sizes {
            if let Some(size) = size {
                flavor.set(key, size.into());
            }
        }
        let specs = self.extra_specs.iter().map(|(key, value)| ((*key).to_owned(), Json::from(*value)));
        flavor.set("extra_specs", Json::Object(specs.collect()));
        if let Some(public) = self.is_public {
            flavor.set("is_public", public.into());
        }
        if let Some(projects) = &self.projects {
            flavor.set("projects", projects.iter().copied().collect());
        }
        flavor
    }

    /// Returns the fact that cites an extra spec, for a flavor at `flavor`.
    pub(crate) fn fact(&self, flavor: Pointer, key: &str, value: impl Into<Json>) -> Fact {
        self.extra_specs.fact(flavor, key, value)
    }
}
