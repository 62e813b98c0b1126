//! The providers of a management cluster, with their versions, contracts and pauses.

use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::fleet::{Directory, Member, Named, ids, in_order};
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
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The installed version.
        version: Option<&'a str>,
        /// The contract of the installed version.
        contract: Option<&'a str>,
        /// Whether the provider is paused.
        paused: bool,
        /// The `apiVersion` of the provider's object; absent: that of the whole request.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// An installed provider and the versions available for it.
    foreign pub struct Offered<'a> {
        /// The installed provider.
        #[flatten]
        provider: Provider<'a>,
        /// The versions available for the provider.
        available: Vec<Version<'a>>,
    }
}

given! {
    /// An available version.
    #[derive(Clone, Copy)]
    foreign pub struct Version<'a> {
        /// The version.
        version: &'a str,
        /// The contract of the version.
        contract: Option<&'a str>,
    }
}

/// The most providers a reason lists.
const SHOWN: usize = 16;

/// The installed providers, and lookups on them.
#[derive(Debug)]
pub struct Fleet<'a> {
    providers: Vec<Provider<'a>>,
    /// The identities of the providers, in the same order.
    pub members: Vec<Member<'a>>,
    /// Finds providers by name.
    pub directory: Directory<'a>,
    /// The edition of the request.
    pub edition: Edition,
}

impl<'a> Fleet<'a> {
    /// Creates a fleet. `top` is the `apiVersion` of providers that do not say their own.
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

    /// Returns the indexes of all providers in install order.
    pub fn in_order(&self) -> Vec<usize> {
        in_order(&self.members)
    }

    /// Returns the providers at `places` as `Kind/name`.
    pub fn ids(&self, places: &[usize]) -> Vec<String> {
        ids(&self.members, places)
    }

    /// Returns the indexes of the providers that the name can mean, at most `SHOWN`.
    pub fn find(&self, named: &Named<'_>) -> Vec<usize> {
        self.directory.find(named).take(SHOWN).collect()
    }

    /// Returns the providers that a name can mean as a fact: in full, because they may differ in the namespace alone.
    pub fn candidates(&self, places: &[usize]) -> Fact {
        let members = places.iter().filter_map(|place| self.members.get(*place));
        Fact::named("providers", members.map(Member::full_id).collect::<Json>())
    }

    /// Returns the known providers as a fact. At most `SHOWN` are listed, because many reasons may carry this fact.
    pub fn known(&self) -> Fact {
        let first: Vec<usize> = self.in_order().into_iter().take(SHOWN).collect();
        Fact::named("known", self.ids(&first).into_iter().collect::<Json>())
    }

    /// Returns a provider as `Kind/name`.
    pub fn id(&self, place: usize) -> String {
        self.members.get(place).map(Member::id).unwrap_or_default()
    }

    /// Returns the API of a provider's object.
    pub fn api(&self, place: usize) -> Api {
        self.members.get(place).map_or(Api::Management, |member| member.api)
    }

    /// Whether a provider is a core.
    pub fn is_core(&self, place: usize) -> bool {
        self.members.get(place).is_some_and(|member| member.kind == Kind::Core)
    }

    /// Returns the indexes of the cores, sorted.
    pub fn cores(&self) -> Vec<usize> {
        self.in_order().into_iter().filter(|place| self.is_core(*place)).collect()
    }

    /// The place of a provider's member `key` in `given`.
    pub fn at(place: usize, key: &str) -> Pointer {
        Pointer::to("providers").index(place).key(key)
    }

    /// Returns the contract of a provider as a fact.
    pub fn cite_contract(&self, place: usize) -> Fact {
        Fact::of(Self::at(place, "contract"), self.providers.get(place).and_then(|provider| provider.contract))
    }

    /// Returns the contract of a provider, or undecided if it is unknown.
    pub fn contract(&self, place: usize) -> Result<&'a str, Undecided> {
        let contract = self.providers.get(place).and_then(|provider| provider.contract);
        let known = contract.filter(|contract| !contract.is_empty());
        known.ok_or_else(|| {
            let provider = Fact::named("provider", self.id(place));
            Undecided::missing_of(&PROVIDER_CONTRACT_MISSING, Self::at(place, "contract"), [provider])
        })
    }

    /// Returns the installed version of a provider as it is written.
    pub fn version_text(&self, place: usize) -> &'a str {
        self.providers.get(place).and_then(|provider| provider.version).unwrap_or_default()
    }

    /// Returns the installed version of a provider, or undecided if it cannot be parsed.
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

    /// Returns the providers that run and could be paused, in install order. Objects of today's API cannot be paused.
    pub fn running(&self) -> Vec<usize> {
        let runs = |place: &usize| self.api(*place) == Api::Management && !self.is_paused(*place);
        self.in_order().into_iter().filter(runs).collect()
    }
}
