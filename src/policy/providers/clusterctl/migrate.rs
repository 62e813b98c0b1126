//! clusterctl's inventory as provider objects.

use crate::base::Index;
use crate::base::sort::sort_by_key;
use crate::policy::providers::contracts::is_retired;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::{List, built_in};
use crate::policy::providers::reasons::{
    MIGRATED, MIGRATION_CONTRACT_RETIRED, MIGRATION_NEEDS_SOURCE, MIGRATION_NOTHING, MIGRATION_SEVERAL,
    MIGRATION_VERSION_INVALID, MIGRATION_WATCHES_ALL, MIGRATION_WITHOUT_KIND,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Code, Fact, Problem, Reason, Reasons};
use crate::wire::{Ordered, Pointer, answer, given, words};

/// `providers/migrate`
#[derive(Debug)]
pub struct Migrate;

given! {
    /// clusterctl's inventory.
    pub struct MigrateGiven<'a> {
        /// Its entries.
        inventory: Vec<Entry<'a>>,
    }
}

given! {
    /// A provider that clusterctl installed.
    foreign pub struct Entry<'a> {
        /// What the entry is called.
        metadata: Named<'a>,
        /// The kind of the provider.
        kind ["type"]: &'a str,
        /// Its name.
        provider_name ["providerName"]: &'a str,
        /// Its version.
        version: Option<&'a str>,
        /// The contract that the version speaks, where it is known.
        contract: Option<&'a str>,
        /// The only namespace that it watched.
        watched_namespace ["watchedNamespace"]: Option<&'a str>,
    }
}

given! {
    /// What an object is called.
    foreign pub struct Named<'a> {
        /// Its name.
        name: &'a str,
        /// Its namespace.
        namespace: Option<&'a str>,
    }
}

answer! {
    /// The inventory as provider objects.
    pub struct MigrateAnswer {
        /// The objects in install order.
        providers: Vec<ProviderObject>,
        /// The entries that no object is made of.
        unsupported: Vec<String>,
        /// Why, by entry.
        reasons: Ordered<String, Unsupported>,
    }
}

answer! {
    /// A provider object.
    pub struct ProviderObject {
        /// Its API.
        api_version ["apiVersion"]: &'static str,
        /// Its kind.
        kind: Kind,
        /// What it is called.
        metadata: ObjectName,
        /// What it wants.
        spec: ObjectSpec,
    }
}

answer! {
    /// What an object is called.
    pub struct ObjectName {
        /// Its name.
        name: String,
        /// Its namespace.
        namespace: Option<String>,
    }
}

answer! {
    /// What a migrated provider wants.
    pub struct ObjectSpec {
        /// The version that is installed.
        version: String,
    }
}

words! {
    /// Why no object is made of an entry.
    pub enum Unsupported {
        /// The API has no such kind.
        Kind = "kind",
        /// Its contract is too old.
        ContractRetired = "contract-retired",
        /// It is installed several times.
        SeveralInstances = "several-instances",
        /// Its version is invalid.
        VersionInvalid = "version-invalid",
    }
}

impl Unsupported {
    fn code(self) -> &'static Code {
        match self {
            Self::Kind => &MIGRATION_WITHOUT_KIND,
            Self::ContractRetired => &MIGRATION_CONTRACT_RETIRED,
            Self::SeveralInstances => &MIGRATION_SEVERAL,
            Self::VersionInvalid => &MIGRATION_VERSION_INVALID,
        }
    }
}

/// The API that objects are made for.
const MANAGEMENT: &str = "management.cluster.x-k8s.io/v1alpha1";

/// The kind of an entry, if the API of the design has it.
fn kind_of(word: &str) -> Option<Kind> {
    Kind::named(word)
        .filter(|kind| matches!(kind, Kind::Core | Kind::Bootstrap | Kind::ControlPlane | Kind::Infrastructure))
}

impl Answers for Migrate {
    const NAME: &'static str = "providers/migrate";
    const ASKS: &'static str = "which provider objects stand for what clusterctl installed";
    type Given<'a> = MigrateGiven<'a>;
    type Answer<'a> = MigrateAnswer;

    fn decide<'a>(given: MigrateGiven<'a>, _: &Asked<'a>) -> Outcome<MigrateAnswer> {
        let ids: Vec<String> =
            given.inventory.iter().map(|entry| format!("{}/{}", entry.kind, entry.provider_name)).collect();
        let index: Index<'_> = ids.iter().map(String::as_str).collect();
        let mut providers: Vec<ProviderObject> = Vec::new();
        let (mut unsupported, mut reasons) = (Vec::new(), Vec::new());
        let (mut because, mut problems) = (Reasons::default(), Vec::new());
        for (place, (entry, id)) in given.inventory.iter().zip(&ids).enumerate() {
            let path = Pointer::to("inventory").index(place);
            let name = Fact::at(path.clone().key("providerName"), entry.provider_name);
            match judge(entry, index.places(id).count() > 1) {
                Err(why) => {
                    let label = entry.metadata.name.to_owned();
                    let facts = [name, Fact::of(path.key("version"), entry.version)];
                    because.push(
                        Reason::new(why.code(), label.as_str())
                            .facts(facts)
                            .facts(entry.contract.map(|contract| Fact::named("contract", contract))),
                    );
                    reasons.push((label.clone(), why));
                    unsupported.push(label);
                }
                Ok((kind, version)) => {
                    because.push(Reason::new(&MIGRATED, id.as_str()).fact(name));
                    problems.extend(warnings(entry, kind, &path));
                    let metadata = ObjectName {
                        name: entry.provider_name.to_owned(),
                        namespace: entry.metadata.namespace.map(str::to_owned),
                    };
                    let spec = ObjectSpec { version };
                    providers.push(ProviderObject { api_version: MANAGEMENT, kind, metadata, spec });
                }
            }
        }
        sort_by_key(&mut providers, |made| (made.kind, made.metadata.name.clone(), made.metadata.namespace.clone()));
        if because.is_empty() {
            because.push(Reason::new(&MIGRATION_NOTHING, "inventory"));
        }
        // An entry's name is there twice at most where it is in two namespaces, with one reason.
        let names: Index<'_> = reasons.iter().map(|(name, _): &(String, Unsupported)| name.as_str()).collect();
        let first =
            names.distinct().into_iter().filter_map(|name| names.find(name)).filter_map(|place| reasons.get(place));
        let reasons = first.cloned().collect();
        Ok(Decision { answer: MigrateAnswer { providers, unsupported, reasons }, because, problems })
    }
}

/// The kind and version of the object, or why none is made.
fn judge(entry: &Entry<'_>, several: bool) -> Result<(Kind, String), Unsupported> {
    let kind = kind_of(entry.kind).ok_or(Unsupported::Kind)?;
    if entry.contract.is_some_and(is_retired) {
        return Err(Unsupported::ContractRetired);
    }
    if several {
        return Err(Unsupported::SeveralInstances);
    }
    let version = entry.version.unwrap_or_default();
    let tag = if version.starts_with('v') { version.to_owned() } else { format!("v{version}") };
    match Api::Management.version(&tag) {
        Some(_) => Ok((kind, tag)),
        None => Err(Unsupported::VersionInvalid),
    }
}

/// What the user should know of an object.
fn warnings(entry: &Entry<'_>, kind: Kind, place: &Pointer) -> Vec<Problem> {
    let mut problems = Vec::new();
    let given = Pointer::to("given");
    if let Some(namespace) = entry.watched_namespace.filter(|namespace| !namespace.is_empty()) {
        let place = place.clone().key("watchedNamespace");
        let problem = Problem::warning(&MIGRATION_WATCHES_ALL, given.clone().join(&place));
        problems.push(problem.fact(Fact::at(place, namespace)));
    }
    if built_in(kind, entry.provider_name, List::Clusterctl).is_none() {
        let place = place.clone().key("providerName");
        let problem = Problem::warning(&MIGRATION_NEEDS_SOURCE, given.join(&place));
        problems.push(problem.fact(Fact::at(place, entry.provider_name)));
    }
    problems
}
