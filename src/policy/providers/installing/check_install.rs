//! The checks of clusterctl before it installs providers.

use crate::base::Index;
use crate::policy::providers::contracts::{Contracts, ReleaseSeries};
use crate::policy::providers::fleet::Versioned;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    GROUP_CONTRACT_UNKNOWN, GROUP_CORE_COUNT, GROUP_INSTALLABLE, GROUP_NOT_OF_CORE, GROUP_NOT_OF_TOOL, GROUP_TWICE,
    INSTANCE_SINGLE,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, answer, given};

/// `providers/check-install`
#[derive(Debug)]
pub struct CheckInstall;

given! {
    /// Providers to install together, and the providers already installed.
    pub struct InstallGiven<'a> {
        /// The contract that the tool speaks, and the contracts that each contract tolerates.
        contracts: Contracts<'a>,
        /// The providers already installed.
        installed: Vec<Versioned<'a>>,
        /// The providers to install.
        to_install ["toInstall"]: Vec<Versioned<'a>>,
        /// The release series of each provider, by label and version.
        metadata: Ordered<&'a str, Ordered<&'a str, Vec<ReleaseSeries<'a>>>>,
    }
}

answer! {
    /// Whether the providers may be installed.
    pub struct InstallAnswer {
        /// Whether the providers may be installed.
        valid: bool,
    }
}

impl<'a> InstallGiven<'a> {
    /// Returns the contract of a provider's version. Fails if it is unknown or the tool does not tolerate it.
    fn contract(&self, provider: &Versioned<'a>) -> Result<&'a str, Reason> {
        let label = provider.kind.label(provider.name);
        let series = self.metadata.get(&label).and_then(|versions| versions.get(provider.version));
        let version = Api::Operator.version(provider.version);
        let found = series.zip(version).and_then(|(series, version)| {
            series.iter().find(|series| (series.major, series.minor) == version.series())
        });
        let Some(found) = found else {
            return Err(Reason::new(&GROUP_CONTRACT_UNKNOWN, label).fact(Fact::named("version", provider.version)));
        };
        let contract = found.contract();
        match self.contracts.tolerates(self.contracts.current, contract) {
            true => Ok(contract),
            false => {
                let tools = Fact::at(Pointer::to("contracts").key("currentContract"), self.contracts.current);
                Err(Reason::new(&GROUP_NOT_OF_TOOL, label).fact(tools).fact(Fact::named("contract", contract)))
            }
        }
    }

    fn judge(&self) -> Result<Reason, Reason> {
        let there: Vec<&Versioned<'a>> = self.installed.iter().chain(&self.to_install).collect();
        let labels: Vec<String> = there.iter().map(|provider| provider.kind.label(provider.name)).collect();
        let index: Index<'_> = labels.iter().map(String::as_str).collect();
        let added =
            index.repeated().filter_map(|(label, place)| Some((place.checked_sub(self.installed.len())?, label)));
        if let Some((place, label)) = added.min() {
            let name = self.to_install.get(place).map(|provider| provider.name);
            return Err(Reason::new(&GROUP_TWICE, label)
                .fact(Fact::of(Pointer::to("toInstall").index(place).key("name"), name)));
        }
        let mut cores = there.iter().filter(|provider| provider.kind == Kind::Core);
        let (Some(core), None) = (cores.next(), cores.next()) else {
            let count = there.iter().filter(|provider| provider.kind == Kind::Core).count();
            return Err(Reason::new(&GROUP_CORE_COUNT, "toInstall").fact(Fact::named("cores", count)));
        };
        let cores = self.contract(core)?;
        for provider in &self.to_install {
            let contract = self.contract(provider)?;
            if !self.contracts.tolerates(cores, contract) {
                let label = provider.kind.label(provider.name);
                let facts = [Fact::named("contract", contract), Fact::named("core", cores)];
                return Err(Reason::new(&GROUP_NOT_OF_CORE, label).facts(facts));
            }
        }
        Ok(Reason::new(&GROUP_INSTALLABLE, "toInstall").fact(Fact::named("contract", cores)))
    }
}

impl Answers for CheckInstall {
    const NAME: &'static str = "providers/check-install";
    const ASKS: &'static str = "whether clusterctl installs some providers together with those that are there";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = InstallGiven<'a>;
    type Answer<'a> = InstallAnswer;

    fn decide<'a>(given: InstallGiven<'a>, _: &Asked<'a>) -> Outcome<InstallAnswer> {
        let (valid, reason) = match given.judge() {
            Ok(reason) => (true, reason),
            Err(reason) => (false, reason),
        };
        Ok(Decision::new(InstallAnswer { valid }, reason))
    }
}

/// `providers/single-instance`
#[derive(Debug)]
pub struct SingleInstance;

given! {
    /// The inventory of clusterctl.
    pub struct InventoryGiven<'a> {
        /// The providers in the inventory.
        providers: Vec<Entry<'a>>,
    }
}

given! {
    /// A provider in the inventory.
    foreign pub struct Entry<'a> {
        /// The provider's kind.
        kind ["type"]: &'a str,
        /// The provider's name.
        provider_name ["providerName"]: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
    }
}

answer! {
    /// Whether the inventory contains each provider only once.
    pub struct SingleAnswer {
        /// Whether each provider is there only once.
        ok: bool,
    }
}

impl Answers for SingleInstance {
    const NAME: &'static str = "providers/single-instance";
    const ASKS: &'static str = "whether an inventory has each provider only once";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    const PART: bool = true;
    type Given<'a> = InventoryGiven<'a>;
    type Answer<'a> = SingleAnswer;

    fn decide<'a>(given: InventoryGiven<'a>, _: &Asked<'a>) -> Outcome<SingleAnswer> {
        let names: Vec<String> =
            given.providers.iter().map(|entry| format!("{}/{}", entry.kind, entry.provider_name)).collect();
        let index: Index<'_> = names.iter().map(String::as_str).collect();
        let reason = match index.repeated().next() {
            Some((name, place)) => {
                let path = Pointer::to("providers").index(place).key("providerName");
                let entry = given.providers.get(place).map(|entry| entry.provider_name);
                Reason::new(&GROUP_TWICE, name).fact(Fact::of(path, entry))
            }
            None => Reason::new(&INSTANCE_SINGLE, "providers").fact(Fact::named("providers", names.len())),
        };
        Ok(Decision::new(SingleAnswer { ok: index.repeated().next().is_none() }, reason))
    }
}
