//! The upgrades that the operator's plugin lists.

use crate::base::sort::sort_by;
use crate::policy::providers::contracts::TOOLS_CONTRACT;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::{List, built_in, type_word};
use crate::policy::providers::reasons::{
    CONTRACT_OF_ONLY_CORE, CONTRACT_OF_TOOL, LISTED_WITH_SOURCE, NOT_LISTED_WITHOUT_SOURCE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Pointer, Value, answer, given, words};

/// `providers/plugin-plan`
#[derive(Debug)]
pub struct PluginPlan;

given! {
    /// The providers that the operator manages.
    pub struct PluginGiven<'a> {
        /// The providers that the operator manages.
        providers: Vec<Managed<'a>>,
        /// The contract in the status of the core provider.
        core_contract ["coreContract"]: Option<&'a str>,
    }
}

given! {
    /// A provider that the operator manages.
    foreign pub struct Managed<'a> {
        /// The provider's type.
        kind ["type"]: Type,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The installed version.
        version: Option<&'a str>,
        /// The source of the provider's components.
        fetch_config ["fetchConfig"]: Option<FetchConfig<'a>>,
    }
}

given! {
    /// The source of a provider's components.
    foreign pub struct FetchConfig<'a> {
        /// The URL of the components.
        url: Option<&'a str>,
        /// The label selector of the ConfigMaps that hold the components.
        selector: Option<Value<'a>>,
        /// The OCI image that holds the components.
        oci: Option<&'a str>,
    }
}

words! {
    /// The type of a provider, spelled as in object names.
    pub enum Type {
        /// Cluster API itself.
        Core = "core",
        /// Provides bootstrap data that turns machines into nodes.
        Bootstrap = "bootstrap",
        /// Manages the control planes of clusters.
        ControlPlane = "control-plane",
        /// Creates machines and the infrastructure around them.
        Infrastructure = "infrastructure",
        /// Allocates IP addresses.
        Ipam = "ipam",
        /// Hooks into the lifecycle of clusters.
        RuntimeExtension = "runtimeextension",
        /// Installs add-ons in workload clusters.
        Addon = "addon",
    }
}

words! {
    /// How the source of a provider is determined.
    pub enum SourceType {
        /// The provider is built in, so its name determines the source.
        Builtin = "builtin",
        /// The provider's fetch configuration contains a URL.
        CustomUrl = "custom-url",
    }
}

answer! {
    /// The providers that the plugin lists.
    pub struct PluginAnswer<'a> {
        /// The contract of the management cluster: that of its only core, or else that of today's clusterctl.
        contract: &'a str,
        /// The providers with a known source, sorted by type, name and namespace.
        items: Vec<Item<'a>>,
    }
}

answer! {
    /// A provider that the plugin lists.
    pub struct Item<'a> {
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace, empty if unknown.
        namespace: &'a str,
        /// The provider's type.
        kind ["type"]: Type,
        /// The installed version, empty if unknown.
        current: &'a str,
        /// How the provider's source is determined.
        source_type ["sourceType"]: SourceType,
        /// The URL of the provider's components.
        source: String,
    }
}

impl Type {
    fn kind(self) -> Kind {
        Kind::ALL.iter().copied().find(|kind| type_word(*kind) == self.word()).unwrap_or(Kind::Core)
    }
}

impl<'a> Managed<'a> {
    /// Returns the source: the URL of the fetch configuration, or else that of the built-in provider of this name. A
    /// selector or an OCI image is ignored.
    fn source(&self) -> Option<(SourceType, String)> {
        let url = self.fetch_config.as_ref().and_then(|fetch| fetch.url).filter(|url| !url.is_empty());
        if let Some(url) = url {
            return Some((SourceType::CustomUrl, url.to_owned()));
        }
        let known = built_in(self.kind.kind(), self.name, List::Operator)?;
        Some((SourceType::Builtin, known.components()))
    }
}

impl Answers for PluginPlan {
    const NAME: &'static str = "providers/plugin-plan";
    const ASKS: &'static str = "which providers the operator's plugin lists for an upgrade, and from where";
    type Given<'a> = PluginGiven<'a>;
    type Answer<'a> = PluginAnswer<'a>;

    fn decide<'a>(given: PluginGiven<'a>, _: &Asked<'a>) -> Outcome<PluginAnswer<'a>> {
        let cores = given.providers.iter().filter(|provider| provider.kind == Type::Core).count();
        let of_core = given.core_contract.filter(|contract| cores == 1 && !contract.is_empty());
        let contract = of_core.unwrap_or(TOOLS_CONTRACT);
        let mut because = Reasons::from(match of_core {
            Some(contract) => Reason::new(&CONTRACT_OF_ONLY_CORE, contract).saw(Pointer::to("coreContract"), contract),
            None => Reason::new(&CONTRACT_OF_TOOL, contract).fact(Fact::named("cores", cores)),
        });
        let mut providers = given.providers;
        sort_by(&mut providers, |left, right| {
            let key = |provider: &Managed<'a>| (provider.kind.word(), provider.name, provider.namespace);
            key(left).cmp(&key(right))
        });
        let mut items = Vec::new();
        for provider in &providers {
            let Some((source_type, source)) = provider.source() else {
                let kind = Fact::named("type", provider.kind.word());
                because.push(Reason::new(&NOT_LISTED_WITHOUT_SOURCE, provider.name).fact(kind));
                continue;
            };
            because.push(Reason::new(&LISTED_WITH_SOURCE, provider.name).fact(Fact::named("source", source.as_str())));
            items.push(Item {
                name: provider.name,
                namespace: provider.namespace.unwrap_or_default(),
                kind: provider.kind,
                current: provider.version.unwrap_or_default(),
                source_type,
                source,
            });
        }
        Ok(Decision { answer: PluginAnswer { contract, items }, because, problems: Vec::new() })
    }
}
