//! Questions about capabilities by themselves (sections 3.4, 5 and 6).

use super::model::{Capabilities, Definition};
use super::preference::{Ambiguous, best};
use super::question::capability::*;
use super::reasons::*;
use super::sides::{Side, compare_sides};
use super::universe::{Set, Universe};
use crate::policy::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer};

/// `images/compatible`
#[derive(Debug)]
pub struct CompatibleAsked;

impl Answers for CompatibleAsked {
    const NAME: &'static str = "images/compatible";
    const ASKS: &'static str = "whether two maps of capabilities have a value of each defined one in common";
    const VERDICT: VerdictFrom = VerdictFrom::True("compatible");
    type Given<'a> = PairGiven<'a>;
    type Answer<'a> = Compatible;

    fn decide<'a>(given: PairGiven<'a>, _: &Asked<'a>) -> Outcome<Compatible> {
        let definitions = &given.machine_capabilities;
        let universe = Universe::new(definitions, [&given.a, &given.b]);
        let (a, b) = (side(&given.a, "a"), side(&given.b, "b"));
        let sets = [universe.set(&given.a), universe.set(&given.b)];
        let [a_set, b_set] = &sets;
        let (compatible, reasons) =
            compare_sides(&universe, (definitions, &definitions_place()), [(&a, a_set), (&b, b_set)]);
        let code = if compatible { &ALL_CAPABILITIES_SHARED } else { &SOME_CAPABILITY_APART };
        Ok(Decision::new(Compatible { compatible }, Reason::new(code, "a and b").because(reasons)))
    }
}

fn side<'s, 'a>(capabilities: &'s Capabilities<'a>, key: &str) -> Side<'s, 'a> {
    Side { capabilities, place: Pointer::to(key) }
}

fn definitions_place() -> Pointer {
    Pointer::to("machineCapabilities")
}

/// `images/common-capabilities`
#[derive(Debug)]
pub struct CommonCapabilities;

impl Answers for CommonCapabilities {
    const NAME: &'static str = "images/common-capabilities";
    const ASKS: &'static str = "which values two maps of capabilities have in common";
    type Given<'a> = TwoGiven<'a>;
    type Answer<'a> = CapabilitiesAnswer<'a>;

    fn decide<'a>(given: TwoGiven<'a>, _: &Asked<'a>) -> Outcome<CapabilitiesAnswer<'a>> {
        let common = given.a.iter().map(|(name, values)| {
            let others = given.b.get(name).map(Vec::as_slice).unwrap_or_default();
            (*name, values.iter().copied().filter(|value| others.contains(value)).collect())
        });
        Ok(Decision::plain(CapabilitiesAnswer { capabilities: common.collect() }))
    }
}

/// `images/same-capabilities`
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

/// Whether each side has every name and value of the other. A name without values is not the same as no name.
pub fn same_capabilities(a: &Capabilities<'_>, b: &Capabilities<'_>) -> bool {
    let holds = |whole: &Capabilities<'_>, part: &Capabilities<'_>| {
        part.iter()
            .all(|(name, values)| whole.get(name).is_some_and(|known| values.iter().all(|value| known.contains(value))))
    };
    holds(a, b) && holds(b, a)
}

/// `images/default-capabilities`
#[derive(Debug)]
pub struct DefaultCapabilities;

impl Answers for DefaultCapabilities {
    const NAME: &'static str = "images/default-capabilities";
    const ASKS: &'static str = "what a map of capabilities stands for: its own values, and all where it names none";
    type Given<'a> = CompleteGiven<'a>;
    type Answer<'a> = CapabilitiesAnswer<'a>;

    fn decide<'a>(given: CompleteGiven<'a>, _: &Asked<'a>) -> Outcome<CapabilitiesAnswer<'a>> {
        Ok(Decision::plain(CapabilitiesAnswer {
            capabilities: complete(&given.machine_capabilities, &given.capabilities),
        }))
    }
}

/// Exactly the defined capabilities, each with its own values or, where it is not named, with all.
pub fn complete<'a>(definitions: &[Definition<'a>], capabilities: &Capabilities<'a>) -> Capabilities<'a> {
    let mut completed: Capabilities<'a> = Ordered::default();
    // Of two definitions of one name the last one counts.
    for (index, definition) in definitions.iter().enumerate() {
        let name = definition.name.unwrap_or_default();
        let again = definitions.iter().skip(index + 1).any(|later| later.name.unwrap_or_default() == name);
        if !again {
            completed.push(name, capabilities.get(name).unwrap_or(&definition.values).clone());
        }
    }
    completed
}

/// `images/default-flavors`
#[derive(Debug)]
pub struct DefaultFlavors;

impl Answers for DefaultFlavors {
    const NAME: &'static str = "images/default-flavors";
    const ASKS: &'static str = "what a list of flavors stands for; none at all stand for one that can everything";
    type Given<'a> = CompleteFlavorsGiven<'a>;
    type Answer<'a> = FlavorsAnswer<'a>;

    fn decide<'a>(given: CompleteFlavorsGiven<'a>, _: &Asked<'a>) -> Outcome<FlavorsAnswer<'a>> {
        let CompleteFlavorsGiven { machine_capabilities, mut capability_flavors } = given;
        if capability_flavors.is_empty() {
            capability_flavors.push(Ordered::default());
        }
        let flavors = capability_flavors.iter().map(|flavor| complete(&machine_capabilities, flavor));
        Ok(Decision::plain(FlavorsAnswer { capability_flavors: flavors.collect() }))
    }
}

/// A machine and the flavors of one image version, as bits.
struct Choice<'g, 'a> {
    given: &'g FlavorsGiven<'a>,
    universe: Universe<'a>,
    machine: Set,
    flavors: Vec<(usize, &'g Capabilities<'a>, Set)>,
}

impl<'g, 'a> Choice<'g, 'a> {
    fn new(given: &'g FlavorsGiven<'a>) -> Self {
        let named = || {
            given.capability_flavors.iter().enumerate().filter_map(|(place, flavor)| Some((place, flavor.as_ref()?)))
        };
        let all = named().map(|(_, flavor)| flavor).chain([&given.capabilities]);
        let universe = Universe::new(&given.machine_capabilities, all);
        let machine = universe.set(&given.capabilities);
        let flavors = named().map(|(place, flavor)| (place, flavor, universe.set(flavor))).collect();
        Self { given, universe, machine, flavors }
    }

    fn fitting(&self) -> impl Iterator<Item = (usize, &Set)> {
        self.flavors
            .iter()
            .filter(|(.., set)| self.universe.fits(&self.machine, set))
            .map(|(place, _, set)| (*place, set))
    }

    /// Why one flavor fits or does not.
    fn why(&self, (place, flavor, set): &(usize, &'g Capabilities<'a>, Set)) -> (bool, Reason) {
        let machine = side(&self.given.capabilities, "capabilities");
        let image = Side { capabilities: flavor, place: Pointer::to("capabilityFlavors").index(*place) };
        let definitions = (self.given.machine_capabilities.as_slice(), &definitions_place());
        let (fits, reasons) = compare_sides(&self.universe, definitions, [(&machine, &self.machine), (&image, set)]);
        let code = if fits { &FLAVOR_FITS } else { &FLAVOR_DOES_NOT_FIT };
        let reason = Reason::new(code, format!("flavor {place}")).because(reasons);
        // A flavor that names nothing, or nothing that keeps it apart, has to be cited for being there at all.
        (fits, if flavor.is_empty() { reason.fact(image.whole()) } else { reason })
    }

    fn no_flavors(&self) -> Reason {
        let place = Pointer::to("capabilityFlavors");
        Reason::new(&NO_FLAVORS, "image").fact(Fact::at(place, Json::Array(Vec::new())))
    }
}

/// `images/supported`
#[derive(Debug)]
pub struct SupportedAsked;

impl Answers for SupportedAsked {
    const NAME: &'static str = "images/supported";
    const ASKS: &'static str = "whether any flavor of an image version fits a machine";
    const VERDICT: VerdictFrom = VerdictFrom::True("supported");
    type Given<'a> = FlavorsGiven<'a>;
    type Answer<'a> = Supported;

    fn decide<'a>(given: FlavorsGiven<'a>, _: &Asked<'a>) -> Outcome<Supported> {
        let choice = Choice::new(&given);
        if choice.flavors.is_empty() {
            return Ok(Decision::new(Supported { supported: true }, choice.no_flavors()));
        }
        let mut refusals = Vec::new();
        for flavor in &choice.flavors {
            let (fits, reason) = choice.why(flavor);
            if fits {
                return Ok(Decision::new(Supported { supported: true }, reason));
            }
            refusals.push(reason);
        }
        let reason = Reason::new(&NO_FLAVOR_FITS, "image").because(refusals);
        Ok(Decision::new(Supported { supported: false }, reason))
    }
}

/// `images/compatible-flavors`
#[derive(Debug)]
pub struct CompatibleFlavors;

impl Answers for CompatibleFlavors {
    const NAME: &'static str = "images/compatible-flavors";
    const ASKS: &'static str = "which flavors of an image version fit a machine";
    type Given<'a> = FlavorsGiven<'a>;
    type Answer<'a> = FlavorIndexes;

    fn decide<'a>(given: FlavorsGiven<'a>, _: &Asked<'a>) -> Outcome<FlavorIndexes> {
        let choice = Choice::new(&given);
        let because = choice.flavors.iter().map(|flavor| choice.why(flavor).1).collect();
        let flavor_indexes = choice.fitting().map(|(place, _)| place).collect();
        Ok(Decision { because, ..Decision::plain(FlavorIndexes { flavor_indexes }) })
    }
}

/// `images/best-flavor`
#[derive(Debug)]
pub struct BestFlavor;

impl Answers for BestFlavor {
    const NAME: &'static str = "images/best-flavor";
    const ASKS: &'static str = "which flavor of an image version a machine gets";
    type Given<'a> = FlavorsGiven<'a>;
    type Answer<'a> = BestFlavorAnswer;

    fn decide<'a>(given: FlavorsGiven<'a>, asked: &Asked<'a>) -> Outcome<BestFlavorAnswer> {
        let choice = Choice::new(&given);
        let failed =
            |reason| BestFlavorAnswer { error: Some(true), reason: Some(reason), ..BestFlavorAnswer::default() };
        let (answer, code, subject) = match best(&choice.universe, &choice.machine, choice.fitting(), asked.edition) {
            Ok(Some(place)) => {
                let answer = BestFlavorAnswer { flavor_index: Some(place), ..BestFlavorAnswer::default() };
                (answer, &MOST_PREFERRED_FLAVOR, format!("flavor {place}"))
            }
            Ok(None) => (failed(NoFlavor::NoCompatible), &NO_FLAVOR_FITS, "image".to_owned()),
            Err(Ambiguous) => (failed(NoFlavor::Ambiguous), &FLAVORS_TIED, "image".to_owned()),
        };
        let mut reason = Reason::new(code, subject);
        if choice.flavors.is_empty() {
            reason = reason.because([choice.no_flavors()]);
        }
        for flavor @ (place, capabilities, set) in &choice.flavors {
            let (fits, why) = choice.why(flavor);
            let contender = || {
                // The order of all values counts between flavors that fit, so all of it is cited.
                let whole = Side { capabilities, place: Pointer::to("capabilityFlavors").index(*place) }.whole();
                let shared = shared_values(&choice.universe, &choice.machine, set);
                Reason::new(&FLAVOR_CONTENDS, format!("flavor {place}")).fact(whole).fact(Fact::named("shared", shared))
            };
            reason = reason.because([if fits { contender() } else { why }]);
        }
        if choice.fitting().next().is_some() {
            let machine = side(&given.capabilities, "capabilities").whole();
            let definitions = given.machine_capabilities.iter().enumerate().map(|(index, definition)| {
                let name = definition.name.unwrap_or_default();
                let place = definitions_place().index(index);
                let mut value = Json::object();
                value.set("name", name.into());
                value.set("values", definition.values.iter().copied().collect());
                Fact::at(place, value)
            });
            reason = reason.fact(machine).facts(definitions);
        }
        Ok(Decision::new(answer, reason))
    }
}

/// The values that a machine and a flavor share, capability by capability.
pub fn shared_values(universe: &Universe<'_>, machine: &Set, flavor: &Set) -> Json {
    let shared = (0..universe.len()).map(|capability| {
        let defined = universe.defined(capability);
        let values = universe.shared(machine, flavor, capability);
        let values: Vec<&str> = values.iter().filter_map(|value| defined.get(*value).copied()).collect();
        format!("{}: {}", universe.name(capability), values.join(" "))
    });
    shared.collect()
}
