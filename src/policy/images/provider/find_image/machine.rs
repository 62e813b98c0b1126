//! The machine that `images/find-image` is asked about: a type of the profile, capabilities given in its place, or
//! both.

use std::borrow::Cow;

use super::given::FindImageGiven;
use crate::base::Edition;
use crate::policy::images::catalog::{
    Offer, Undefined, architectures, effective_capabilities, parents_types_of_usual_architecture, repeated_types,
    types_without_architecture, unknown_places,
};
use crate::policy::images::documents::{Capabilities, Definition, MachineType, ProfileSpec, USUAL};
use crate::policy::images::provider::choice::{Wish, known_definitions};
use crate::policy::images::provider::reading::Subject;
use crate::policy::images::provider::reading::instead;
use crate::policy::images::provider::written::Provider;
use crate::policy::images::reasons::{MACHINE_ASSUMED, MACHINE_TYPE_NOT_GIVEN, MACHINE_TYPE_UNKNOWN};
use crate::question::{Doc, Lacks, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// A machine, with the sources of what is known about it.
pub(super) struct AskedMachine<'s, 'a> {
    /// The capability definitions, the preferred capabilities and values first.
    pub definitions: &'s [Definition<'a>],
    given: &'s FindImageGiven<'a>,
    offer: Option<&'s Doc<'a, Offer<'a>>>,
    of_profile: Option<&'s MachineType<'a>>,
    of_type: Option<Cow<'s, Capabilities<'a>>>,
    nothing: Capabilities<'a>,
}

impl<'s, 'a> AskedMachine<'s, 'a> {
    /// Finds the machine that a question is about. The question is undecided if the profile lacks the region or the
    /// machine type, or if it gives a profile and neither a type nor capabilities.
    pub fn of(given: &'s FindImageGiven<'a>, subject: &'s Subject<'a>, edition: Edition) -> Result<Self, Undecided> {
        let offer = subject.offer.as_ref();
        let spec = offer.map(|offer| offer.spec());
        let elsewhere = spec.filter(|spec| !spec.regions.is_empty()).zip(given.region);
        let elsewhere = elsewhere.map(|(spec, region)| unknown_places(spec, region, Vec::new())).unwrap_or_default();
        if !elsewhere.is_empty() {
            return Err(Undecided { lacks: Lacks::Facts, problems: elsewhere });
        }
        let own = given.machine_capabilities.as_deref();
        let definitions = own.or(spec.map(|spec| spec.machine_capabilities.as_slice())).unwrap_or_default();
        let of_profile = match (spec, given.machine_type) {
            (Some(spec), Some(name)) => Some(type_named(&spec.machine_types, name)?),
            (Some(_), None) if given.capabilities.is_none() => {
                return Err(Undecided::missing(&MACHINE_TYPE_NOT_GIVEN, Pointer::to("machineType")));
            }
            _ => None,
        };
        let of_type = of_profile.map(|machine| effective_capabilities(machine, are_several(definitions), edition));
        Ok(Self { definitions, given, offer, of_profile, of_type, nothing: Capabilities::default() })
    }

    /// Returns the wish for an artifact that the machine can boot.
    pub fn wish(&self, provider: Provider) -> Wish<'_, 'a> {
        Wish {
            provider,
            definitions: self.definitions,
            capabilities: self.capabilities(self.of_type.as_deref()),
            worker_architecture: self.own_architecture().or(self.architecture_of_type()),
            machine_type: self.given.machine_type,
            name: self.given.image_name,
            version: self.given.image_version,
            region: self.given.region.unwrap_or_default(),
        }
    }

    /// The capabilities of the machine type as upstream sees them: an older field that names the architecture is not
    /// filled in.
    pub fn of_type_today(&self) -> Option<Cow<'s, Capabilities<'a>>> {
        let several = are_several(self.definitions);
        self.of_profile.map(|machine| effective_capabilities(machine, several, Edition::UPSTREAM))
    }

    /// Returns the capabilities that the question gives, or else `of_type`.
    pub fn capabilities<'c>(&'c self, of_type: Option<&'c Capabilities<'a>>) -> &'c Capabilities<'a> {
        self.given.capabilities.as_ref().or(of_type).unwrap_or(&self.nothing)
    }

    /// The name of the machine type and the profile, unless the question gives capabilities in place of the type's.
    pub fn described_by_its_type(&self) -> Option<(&'a str, &'s Doc<'a, Offer<'a>>)> {
        self.given.machine_type.zip(self.offer).filter(|_| self.given.capabilities.is_none())
    }

    /// Warns of what is given in place of what the profile has, and of what had to be assumed.
    pub fn instead(&self, provider: Provider) -> impl Iterator<Item = Problem> + use<> {
        let (given, spec) = (self.given, self.spec());
        let of_types = given.capabilities.as_ref().zip(self.of_type.as_deref()).zip(given.machine_type);
        let is_assumed = provider.completes_machines() || !self.definitions.is_empty();
        let problems = [
            instead::of_architecture(self.own_architecture(), self.architecture_of_type().unwrap_or_default()),
            of_types.and_then(|((given, of_type), name)| instead::of_capabilities(given, of_type, name)),
            given.machine_capabilities.as_deref().zip(spec).and_then(|(own, spec)| instead::of_definitions(own, spec)),
            given.provider_config.zip(spec).and_then(|(own, spec)| instead::of_config(own, spec.provider_config)),
            self.assumed().filter(|_| is_assumed),
        ];
        problems.into_iter().flatten()
    }

    /// Warns of undefined names among the machine's capabilities, and of a machine type that is listed twice or does
    /// not say enough about its architecture.
    pub fn doubts(&self, provider: Provider) -> Vec<Problem> {
        let mut problems = self.undefined(&known_definitions(provider, self.definitions));
        problems.extend(self.described_by_its_type().into_iter().flat_map(|(name, offer)| doubtful_type(offer, name)));
        problems
    }

    fn undefined(&self, definitions: &[Definition<'a>]) -> Vec<Problem> {
        if let Some(own) = &self.given.capabilities {
            let mut undefined = Undefined::beside(definitions, [Pointer::default(), Pointer::to("given")]);
            undefined.look_at(own, &Pointer::to("capabilities"));
            return undefined.problems();
        }
        let (Some(offer), Some(machine)) = (self.offer, self.of_profile) else { return Vec::new() };
        let spec = offer.spec();
        let mut undefined = Undefined::beside(definitions, [offer.spec_place(), offer.spec_path()]);
        let place = spec.machine_types.iter().position(|known| known.name() == machine.name());
        place.into_iter().for_each(|place| undefined.look_at_machine(spec, place));
        undefined.problems()
    }

    /// Warns that an architecture was assumed, because nothing describes the machine although machines differ.
    fn assumed(&self) -> Option<Problem> {
        let is_said = self.offer.is_some() || self.given.capabilities.is_some() || self.own_architecture().is_some();
        let (architecture, are_alike) = match architectures::defined(self.definitions) {
            [only] => (*only, self.definitions.iter().all(|definition| definition.values.len() == 1)),
            _ => (USUAL, false),
        };
        let key = if self.given.machine_type.is_some() { "machineType" } else { "capabilities" };
        let problem = Problem::warning(&MACHINE_ASSUMED, Pointer::to("given").key(key));
        (!is_said && !are_alike).then(|| problem.fact(Fact::named("architecture", architecture)))
    }

    /// The architecture that the question gives for the workers. An empty text counts as none.
    fn own_architecture(&self) -> Option<&'a str> {
        self.given.worker_architecture.filter(|own| !own.is_empty())
    }

    fn architecture_of_type(&self) -> Option<&'a str> {
        self.of_profile.map(|machine| architectures::of_machine_type(machine, self.definitions))
    }

    fn spec(&self) -> Option<&'s ProfileSpec<'a>> {
        self.offer.map(|offer| offer.spec())
    }
}

fn are_several(definitions: &[Definition<'_>]) -> bool {
    architectures::defined(definitions).len() > 1
}

fn type_named<'t, 'a>(types: &'t [MachineType<'a>], name: &str) -> Result<&'t MachineType<'a>, Undecided> {
    let path = Pointer::to("given").key("machineType");
    types.iter().find(|machine| machine.name() == name).ok_or_else(|| {
        let problem = Problem::error(&MACHINE_TYPE_UNKNOWN, path).fact(Fact::at(Pointer::to("machineType"), name));
        Undecided::facts(problem.nearest_to(name, types.iter().map(MachineType::name)))
    })
}

fn doubtful_type(offer: &Doc<'_, Offer<'_>>, name: &str) -> Vec<Problem> {
    let (at, catalog) = ([offer.spec_place(), offer.spec_path()], &offer.catalog);
    let Some(place) = catalog.machine_named(name) else { return Vec::new() };
    let mut problems = types_without_architecture(offer.spec(), &at, [place].into_iter());
    problems.extend(parents_types_of_usual_architecture(offer, &at, [place].into_iter()));
    if catalog.repeated_machines().any(|(repeated, _)| repeated == name) {
        problems.extend(repeated_types(catalog, &at));
    }
    problems
}
