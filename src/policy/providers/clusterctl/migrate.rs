//! Migrates clusterctl's inventory to provider objects.

use crate::base::Index;
use crate::base::sort::sort_by;
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
    /// The inventory to migrate.
    pub struct MigrateGiven<'a> {
        /// The entries of the inventory.
        inventory: Vec<Entry<'a>>,
    }
}

given! {
    /// An inventory entry: a provider that clusterctl installed.
    foreign pub struct Entry<'a> {
        /// The name and namespace of the entry.
        metadata: Named<'a>,
        /// The kind of the provider.
        kind ["type"]: &'a str,
        /// The name of the provider.
        provider_name ["providerName"]: &'a str,
        /// The installed version.
        version: Option<&'a str>,
        /// The contract of the installed version, if known.
        contract: Option<&'a str>,
        /// The only namespace that the provider watched.
        watched_namespace ["watchedNamespace"]: Option<&'a str>,
    }
}

given! {
    /// The name and namespace of an object.
    foreign pub struct Named<'a> {
        /// The object's name.
        name: &'a str,
        /// The object's namespace.
        namespace: Option<&'a str>,
    }
}

answer! {
    /// The provider objects that replace the inventory.
    pub struct MigrateAnswer {
        /// The provider objects, in install order.
        providers: Vec<ProviderObject>,
        /// The names of the entries that cannot be migrated, in the order of the inventory.
        unsupported: Vec<String>,
        /// Why entries cannot be migrated, by entry name.
        reasons: Ordered<String, Unsupported>,
    }
}

answer! {
    /// A provider object.
    pub struct ProviderObject {
        /// The object's `apiVersion`.
        api_version ["apiVersion"]: &'static str,
        /// The object's kind.
        kind: Kind,
        /// The object's name and namespace.
        metadata: ObjectName,
        /// The object's spec.
        spec: ObjectSpec,
    }
}

answer! {
    /// The name and namespace of an object.
    pub struct ObjectName {
        /// The object's name.
        name: String,
        /// The object's namespace.
        namespace: Option<String>,
    }
}

answer! {
    /// The spec of a migrated provider.
    pub struct ObjectSpec {
        /// The installed version, with a leading `v`.
        version: String,
    }
}

words! {
    /// Why an entry cannot be migrated.
    pub enum Unsupported {
        /// The design's API has no such kind.
        Kind = "kind",
        /// The contract is older than `v1alpha4`.
        ContractRetired = "contract-retired",
        /// The provider is installed more than once.
        SeveralInstances = "several-instances",
        /// The version is invalid.
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

/// The `apiVersion` of the created objects.
const MANAGEMENT: &str = "management.cluster.x-k8s.io/v1alpha1";

/// Returns the kind that `word` names, if the design's API has it.
fn kind_of(word: &str) -> Option<Kind> {
    Kind::named(word).filter(|kind| kind.is_in_design())
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
        sort_by(&mut providers, |one, other| {
            let [one, other] = [one, other].map(|made| (made.kind, &made.metadata.name, &made.metadata.namespace));
            one.cmp(&other)
        });
        if because.is_empty() {
            because.push(Reason::new(&MIGRATION_NOTHING, "inventory"));
        }
        // Entries share a name only if they are in different namespaces; both then have the same reason.
        let names: Index<'_> = reasons.iter().map(|(name, _): &(String, Unsupported)| name.as_str()).collect();
        let first =
            names.distinct().into_iter().filter_map(|name| names.find(name)).filter_map(|place| reasons.get(place));
        let reasons = first.cloned().collect();
        Ok(Decision { answer: MigrateAnswer { providers, unsupported, reasons }, because, problems })
    }
}

/// Returns the kind and version of the provider object, or why the entry cannot be migrated.
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

/// Warns about a watched namespace that is dropped and about a provider that needs a fetch configuration.
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
