//! A management cluster whose providers run or are paused.

use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::fleet::{Directory, Member, ids, in_order};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{INSTALLED_VERSION_UNREADABLE, PROVIDER_CONTRACT_MISSING};
use crate::policy::providers::versions::Api;
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, given};

given! {
    /// An installed provider.
    #[derive(Clone, Copy)]
    foreign pub struct Provider<'a> {
        /// Its kind.
        kind: Kind,
        /// Its name.
        name: &'a str,
        /// Its namespace.
        namespace: Option<&'a str>,
        /// The installed version.
        version: Option<&'a str>,
        /// The contract of that version.
        contract: Option<&'a str>,
        /// Whether it is paused.
        paused: bool,
        /// The API of its object.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// An installed provider and its versions.
    foreign pub struct Offered<'a> {
        /// The provider.
        #[flatten]
        provider: Provider<'a>,
        /// The versions there are of it.
        available: Vec<Version<'a>>,
    }
}

given! {
    /// A version on offer.
    #[derive(Clone, Copy)]
    foreign pub struct Version<'a> {
        /// The version.
        version: &'a str,
        /// Its contract.
        contract: Option<&'a str>,
    }
}

/// How many providers a reason shows.
const SHOWN: usize = 16;

/// The providers with what is known of them.
#[derive(Debug)]
pub struct Fleet<'a> {
    providers: Vec<Provider<'a>>,
    /// Who they are.
    pub members: Vec<Member<'a>>,
    /// Where they are found by name.
    pub directory: Directory<'a>,
    /// Whose behaviour is asked for.
    pub edition: Edition,
}

impl<'a> Fleet<'a> {
    /// These providers; `top` is the API of those that say none themselves.
    pub fn new(providers: Vec<Provider<'a>>, top: Option<&'a str>, edition: Edition) -> Self {
        let member = |provider: &Provider<'a>| Member {
            kind: provider.kind,
            name: provider.name,
            namespace: provider.namespace.unwrap_or_default(),
            api: Api::of(&[provider.api_version, top]),
        };
        let members: Vec<Member<'_>> = providers.iter().map(member).collect();
        Self { directory: Directory::of(&members), providers, members, edition }
    }

    /// The places in install order.
    pub fn in_order(&self) -> Vec<usize> {
        in_order(&self.members)
    }

    /// Kind and name of some.
    pub fn ids(&self, places: &[usize]) -> Vec<String> {
        ids(&self.members, places)
    }

    /// Who is there, as a fact: the first of them, since many reasons may say so.
    pub fn known(&self) -> Fact {
        let first: Vec<usize> = self.in_order().into_iter().take(SHOWN).collect();
        Fact::named("known", self.ids(&first).into_iter().collect::<Json>())
    }

    /// Kind and name of one.
    pub fn id(&self, place: usize) -> String {
        self.members.get(place).map(Member::id).unwrap_or_default()
    }

    /// The API of a provider's object.
    pub fn api(&self, place: usize) -> Api {
        self.members.get(place).map_or(Api::Management, |member| member.api)
    }

    /// Whether a provider is a core.
    pub fn is_core(&self, place: usize) -> bool {
        self.members.get(place).is_some_and(|member| member.kind == Kind::Core)
    }

    /// The places of the cores, in order.
    pub fn cores(&self) -> Vec<usize> {
        self.in_order().into_iter().filter(|place| self.is_core(*place)).collect()
    }

    /// Where something of a provider stands.
    pub fn at(place: usize, key: &str) -> Pointer {
        Pointer::to("providers").index(place).key(key)
    }

    /// The contract of a provider as a fact.
    pub fn cite_contract(&self, place: usize) -> Fact {
        Fact::of(Self::at(place, "contract"), self.providers.get(place).and_then(|provider| provider.contract))
    }

    /// The contract of a provider; without it nothing can be said.
    pub fn contract(&self, place: usize) -> Result<&'a str, Undecided> {
        let contract = self.providers.get(place).and_then(|provider| provider.contract);
        let known = contract.filter(|contract| !contract.is_empty());
        known.ok_or_else(|| {
            let provider = Fact::named("provider", self.id(place));
            Undecided::missing_of(&PROVIDER_CONTRACT_MISSING, Self::at(place, "contract"), [provider])
        })
    }

    /// The installed version of a provider as it is written.
    pub fn version_text(&self, place: usize) -> &'a str {
        self.providers.get(place).and_then(|provider| provider.version).unwrap_or_default()
    }

    /// The installed version of a provider; without it nothing can be compared.
    pub fn version(&self, place: usize) -> Result<KubernetesVersion<'a>, Undecided> {
        let text = self.version_text(place);
        KubernetesVersion::parse(text).ok_or_else(|| {
            let at = Self::at(place, "version");
            let said = self.providers.get(place).and_then(|provider| provider.version);
            let problem = Problem::error(&INSTALLED_VERSION_UNREADABLE, Pointer::to("given").join(&at));
            Undecided::facts(problem.fact(Fact::of(at, said)))
        })
    }

    /// Whether a provider is paused.
    pub fn is_paused(&self, place: usize) -> bool {
        self.providers.get(place).is_some_and(|provider| provider.paused)
    }

    /// The providers that run though they could be paused, in order. Objects of today's API cannot.
    pub fn running(&self) -> Vec<usize> {
        let runs = |place: &usize| self.api(*place) == Api::Management && !self.is_paused(*place);
        self.in_order().into_iter().filter(runs).collect()
    }
}
