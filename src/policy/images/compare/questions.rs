//! The questions about capabilities without a profile.

use std::borrow::Cow;

use super::flavor_match::FlavorMatch;
use super::sides::{Defined, Side, compare_sides};
use crate::base::{Interner, Names};
use crate::policy::images::capabilities::{Ambiguous, CapabilitySpace};
use crate::policy::images::catalog::Undefined;
use crate::policy::images::documents::{Capabilities, Definition};
use crate::policy::images::reasons::{ALL_CAPABILITIES_SHARED, SOME_CAPABILITY_APART};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Problem, Reason};
use crate::wire::{Ordered, Pointer, answer, given, words};

given! {
    /// Two maps of capabilities, and the definitions.
    pub struct PairGiven<'a> {
        /// The definitions, most preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The first map.
        a: Capabilities<'a>,
        /// The second map.
        b: Capabilities<'a>,
    }
}

answer! {
    /// Whether two maps have a value of each defined capability in common.
    pub struct Compatible {
        /// Whether the maps have a value of each defined capability in common.
        compatible: bool,
    }
}

/// The question `images/compatible`.
#[derive(Debug)]
pub struct CompatibleAsked;

impl Answers for CompatibleAsked {
    const NAME: &'static str = "images/compatible";
    const ASKS: &'static str = "whether two maps of capabilities have a value of each defined one in common";
    const VERDICT: VerdictFrom = VerdictFrom::True("compatible");
    type Given<'a> = PairGiven<'a>;
    type Answer<'a> = Compatible;

    fn decide<'a>(given: PairGiven<'a>, _: &Asked<'a>) -> Outcome<Compatible> {
        let space = CapabilitySpace::new(&given.machine_capabilities, [&given.a, &given.b]);
        let side = |capabilities, key| side(&space, capabilities, Pointer::to(key));
        let (compatible, reasons) =
            compare_sides(&space, &defined(&given.machine_capabilities), [&side(&given.a, "a"), &side(&given.b, "b")]);
        let code = if compatible { &ALL_CAPABILITIES_SHARED } else { &SOME_CAPABILITY_APART };
        let warnings = undefined(&given.machine_capabilities, [("a", &given.a), ("b", &given.b)], &[]);
        let decision = Decision::new(Compatible { compatible }, Reason::new(code, "a and b").because(reasons));
        Ok(decision.with_problems(warnings))
    }
}

fn side<'s, 'a>(space: &CapabilitySpace<'a>, capabilities: &'s Capabilities<'a>, place: Pointer) -> Side<'s, 'a> {
    let set = Cow::Owned(space.set(capabilities));
    Side { capabilities: Cow::Borrowed(capabilities), set, place, older_field: None }
}

fn defined<'s, 'a>(definitions: &'s [Definition<'a>]) -> Defined<'s, 'a> {
    Defined { definitions, place: Pointer::to("machineCapabilities") }
}

/// Returns warnings about names that are not defined, in maps at the given keys and in flavors.
pub(super) fn undefined<'a, 'm>(
    definitions: &[Definition<'a>],
    maps: impl IntoIterator<Item = (&'static str, &'m Capabilities<'a>)>,
    flavors: &[Capabilities<'a>],
) -> Vec<Problem>
where
    'a: 'm,
{
    const LIST: &str = "capabilityFlavors";
    let mut undefined = Undefined::beside(definitions, [Pointer::default(), Pointer::to("given")]);
    for (key, map) in maps {
        undefined.look_at(map, &Pointer::to(key));
    }
    for (place, flavor) in flavors.iter().enumerate() {
        undefined.look_at(flavor, &Pointer::to(LIST).index(place));
    }
    undefined.problems()
}

given! {
    /// Two maps of capabilities.
    pub struct TwoGiven<'a> {
        /// The first map.
        a: Capabilities<'a>,
        /// The second map.
        b: Capabilities<'a>,
    }
}

answer! {
    /// A map of capabilities.
    pub struct CapabilitiesAnswer<'a> {
        /// The values by the name of their capability.
        capabilities: Ordered<&'a str, Vec<&'a str>>,
    }
}

/// The question `images/common-capabilities`.
#[derive(Debug)]
pub struct CommonCapabilities;

impl Answers for CommonCapabilities {
    const NAME: &'static str = "images/common-capabilities";
    const ASKS: &'static str = "which values two maps of capabilities have in common";
    type Given<'a> = TwoGiven<'a>;
    type Answer<'a> = CapabilitiesAnswer<'a>;

    fn decide<'a>(given: TwoGiven<'a>, _: &Asked<'a>) -> Outcome<CapabilitiesAnswer<'a>> {
        let common = given.a.iter().map(|(name, values)| {
            let others: Names<'_> = given.b.get(name).into_iter().flatten().copied().collect();
            let mut seen = Interner::default();
            let common = values.iter().copied().filter(|value| others.contains(value) && seen.is_new(value));
            (*name, common.collect())
        });
        Ok(Decision::plain(CapabilitiesAnswer { capabilities: common.collect() }))
    }
}

answer! {
    /// Whether two maps are equal.
    pub struct Equal {
        /// Whether the maps have the same names and values, in any order.
        equal: bool,
    }
}

/// The question `images/same-capabilities`.
#[derive(Debug)]
pub struct SameCapabilities;

impl Answers for SameCapabilities {
    const NAME: &'static str = "images/same-capabilities";
    const ASKS: &'static str = "whether two maps of capabilities say the same";
    type Given<'a> = TwoGiven<'a>;
    type Answer<'a> = Equal;

    fn decide<'a>(given: TwoGiven<'a>, _: &Asked<'a>) -> Outcome<Equal> {
        Ok(Decision::plain(Equal { equal: same_capabilities(&given.a, &given.b) }))
    }
}

/// Whether each map has every name and value of the other. A name without values differs from a missing name.
pub(crate) fn same_capabilities(a: &Capabilities<'_>, b: &Capabilities<'_>) -> bool {
    let same = |values: &[&str], others: &[&str]| {
        values == others || values.iter().copied().collect::<Names<'_>>() == others.iter().copied().collect()
    };
    a.len() == b.len() && a.iter().all(|(name, values)| b.get(name).is_some_and(|others| same(values, others)))
}

fn space<'a>(given: &FlavorsGiven<'a>) -> CapabilitySpace<'a> {
    let flavors = given.capability_flavors.iter();
    CapabilitySpace::new(&given.machine_capabilities, flavors.chain([&given.capabilities]))
}

fn flavor_match<'g, 'a>(given: &'g FlavorsGiven<'a>, space: &'g CapabilitySpace<'a>) -> FlavorMatch<'g, 'a> {
    let list = Pointer::to("capabilityFlavors");
    let mut flavors = Vec::with_capacity(given.capability_flavors.len());
    for (place, flavor) in given.capability_flavors.iter().enumerate() {
        flavors.push((place, side(space, flavor, list.clone().index(place))));
    }
    FlavorMatch {
        space,
        defined: defined(&given.machine_capabilities),
        machine: side(space, &given.capabilities, Pointer::to("capabilities")),
        flavors,
    }
}

impl FlavorsGiven<'_> {
    /// Returns warnings about names that are not defined.
    fn undefined(&self) -> Vec<Problem> {
        undefined(&self.machine_capabilities, [("capabilities", &self.capabilities)], &self.capability_flavors)
    }
}

given! {
    /// The capabilities of a machine, and the flavors of an image version.
    pub struct FlavorsGiven<'a> {
        /// The definitions, most preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The capabilities that the machine supports.
        capabilities: Capabilities<'a>,
        /// The flavors. `images/supported` takes an empty list for one flavor that supports everything; in the other
        /// questions no flavor of it fits.
        capability_flavors ["capabilityFlavors"]: Vec<Capabilities<'a>>,
    }
}

answer! {
    /// Whether a machine can run an image version.
    pub struct Supported {
        /// Whether any flavor fits.
        supported: bool,
    }
}

/// The question `images/supported`.
#[derive(Debug)]
pub struct SupportedAsked;

impl Answers for SupportedAsked {
    const NAME: &'static str = "images/supported";
    const ASKS: &'static str = "whether any flavor of an image version fits a machine";
    const VERDICT: VerdictFrom = VerdictFrom::True("supported");
    type Given<'a> = FlavorsGiven<'a>;
    type Answer<'a> = Supported;

    fn decide<'a>(given: FlavorsGiven<'a>, _: &Asked<'a>) -> Outcome<Supported> {
        let space = space(&given);
        let flavor_match = flavor_match(&given, &space);
        let decision =
            Decision::new(Supported { supported: flavor_match.is_supported() }, flavor_match.why_supported());
        Ok(decision.with_problems(given.undefined()))
    }
}

answer! {
    /// The flavors that fit.
    pub struct FlavorIndexes {
        /// The indexes of the fitting flavors in the list.
        flavor_indexes ["flavorIndexes"]: Vec<usize>,
    }
}

/// The question `images/compatible-flavors`.
#[derive(Debug)]
pub struct CompatibleFlavors;

impl Answers for CompatibleFlavors {
    const NAME: &'static str = "images/compatible-flavors";
    const ASKS: &'static str = "which flavors of an image version fit a machine";
    type Given<'a> = FlavorsGiven<'a>;
    type Answer<'a> = FlavorIndexes;

    fn decide<'a>(given: FlavorsGiven<'a>, _: &Asked<'a>) -> Outcome<FlavorIndexes> {
        let space = space(&given);
        let flavor_match = flavor_match(&given, &space);
        let flavor_indexes = flavor_match.fitting().map(|(place, _)| place).collect();
        let decision = Decision::plain(FlavorIndexes { flavor_indexes }).with_problems(given.undefined());
        Ok(Decision { because: flavor_match.why_each().collect(), ..decision })
    }
}

answer! {
    /// The flavor that is taken.
    #[derive(Default)]
    pub struct BestFlavorAnswer {
        /// The index of the flavor in the list; absent if none can be taken.
        flavor_index ["flavorIndex"]: Option<usize>,
        /// Whether no flavor can be taken; absent if one is.
        error: Option<bool>,
        /// Why no flavor can be taken; absent if one is.
        reason: Option<NoFlavor>,
    }
}

words! {
    /// Why no flavor can be taken.
    pub enum NoFlavor {
        /// No flavor fits.
        NoCompatible = "no-compatible-flavor",
        /// Several flavors are equally preferred.
        Ambiguous = "ambiguous-flavors",
    }
}

/// The question `images/best-flavor`.
#[derive(Debug)]
pub struct BestFlavor;

impl Answers for BestFlavor {
    const NAME: &'static str = "images/best-flavor";
    const ASKS: &'static str = "which flavor of an image version a machine gets";
    type Given<'a> = FlavorsGiven<'a>;
    type Answer<'a> = BestFlavorAnswer;

    fn decide<'a>(given: FlavorsGiven<'a>, asked: &Asked<'a>) -> Outcome<BestFlavorAnswer> {
        let space = space(&given);
        let flavor_match = flavor_match(&given, &space);
        let taken = flavor_match.best(asked.edition);
        let failed =
            |reason| BestFlavorAnswer { error: Some(true), reason: Some(reason), ..BestFlavorAnswer::default() };
        let answer = match taken {
            Ok(Some(place)) => BestFlavorAnswer { flavor_index: Some(place), ..BestFlavorAnswer::default() },
            Ok(None) => failed(NoFlavor::NoCompatible),
            Err(Ambiguous { .. }) => failed(NoFlavor::Ambiguous),
        };
        Ok(Decision::new(answer, flavor_match.why_best(taken, asked.edition)).with_problems(given.undefined()))
    }
}
