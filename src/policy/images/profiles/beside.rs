//! Whether the API server would store a NamespacedCloudProfile beside its parent.

use super::admission::Admission;
use super::validation::{self, Rules, SizeLimit};
use crate::base::{Names, sort};
use crate::policy::images::documents::{CloudProfile, FeatureGates};
use crate::policy::images::errors::{FieldError, spelled};
use crate::policy::images::provider::follow_namespaced;
use crate::policy::images::reasons::{EXTENSION_WOULD_REFUSE, PROVIDER_KEY_UNKNOWN};
use crate::policy::images::store::Written;
use crate::question::{Asked, Undecided};
use crate::reason::Problem;
use crate::wire::{Json, PathStep, Value, read};

/// The first field for which the API server refuses the profile beside this parent, and why. A profile that is stored
/// already is judged as if it were written again unchanged.
pub(super) fn first_refusal(
    child: Value<'_>,
    is_stored: bool,
    parent: &Json,
    gates: &FeatureGates,
    asked: &Asked<'_>,
) -> Result<Option<(String, String)>, Undecided> {
    let old = is_stored.then_some(child);
    let admitted = Admission { child, old, parent: Value::from(parent), gates }.judge(asked)?;
    let told = |error: &FieldError| (error.field.clone(), error.detail.clone());
    if let Some(merged) = &admitted.merged_errors {
        // Errors that the parent has by itself are reported about the parent.
        let (profile, _) = read::<CloudProfile<'_>>(Value::from(parent), "")?;
        let rules = Rules { gates, asked, limit: SizeLimit::default() };
        let status = PathStep::ROOT.key("status");
        let own = validation::merged(profile.spec(), &status.key("cloudProfileSpec"), rules)?;
        let own = sort::set(own.iter().map(told));
        return Ok(merged.iter().map(told).find(|error| own.binary_search(error).is_err()));
    }
    let whole = admitted.message.map(|message| ("spec.kubernetes.versions".to_owned(), message));
    Ok(whole.or_else(|| admitted.errors.first().map(told)))
}

/// Which entries of a parent's lists are copied. Hundreds of profiles may build on a large parent, so copies are small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entries {
    /// Only the entries that the NamespacedCloudProfile names too.
    Named,
    /// The same entries, with a stub in place of every other one.
    InPlace,
}

/// The part of a parent that the NamespacedCloudProfile can clash with.
pub(super) fn part_of(parent: Value<'_>, child: Value<'_>, kept: Entries) -> Json {
    let (spec, own) = (parent.get("spec").unwrap_or(Value::NULL), child.get("spec").unwrap_or(Value::NULL));
    let mut part = Json::object();
    for key in ["machineCapabilities", "kubernetes"] {
        if let Some(value) = spec.get(key) {
            part.set(key, value.into());
        }
    }
    for list in ["machineImages", "machineTypes", "volumeTypes"] {
        let Some(entries) = spec.get(list) else { continue };
        let named: Names<'_> = own.get(list).map(Value::elements).into_iter().flatten().filter_map(name_of).collect();
        let entries = entries.elements().filter_map(|entry| match name_of(entry) {
            Some(name) if named.contains(name) => Some(entry.into()),
            name => (kept == Entries::InPlace).then(|| {
                let mut stub = Json::object();
                stub.set("name", name.unwrap_or_default().into());
                stub
            }),
        });
        part.set(list, Json::Array(entries.collect()));
    }
    let mut whole = Json::object();
    whole.set("spec", part);
    whole
}

/// The refusal of a NamespacedCloudProfile beside its parent.
#[derive(Debug, PartialEq)]
pub(super) struct Refused {
    /// The refused field.
    pub field: String,
    /// Why the field is refused.
    pub detail: String,
    /// Whether only today's extension of the provider refuses it, whereas the design accepts it.
    pub is_of_today: bool,
}

impl Refused {
    /// A refusal that is not only today's extension's.
    pub(super) fn by_rule((field, detail): (String, String)) -> Self {
        Self { field, detail, is_of_today: false }
    }
}

/// The first refusal of a NamespacedCloudProfile's provider configuration together with its parent's.
pub(super) fn first_unmapped(child: Value<'_>, parent: Value<'_>, asked: &Asked<'_>) -> Option<Refused> {
    let spec = child.get("spec").unwrap_or(Value::NULL);
    if MAPPED.iter().all(|key| spec.get(key).is_none_or(Value::is_null)) {
        return None;
    }
    let keep = |document: Json| asked.keep(document.to_document()).root();
    let [child, parent] = [Json::from(child), mapped_part_of(parent, spec)].map(keep);
    let followed = follow_namespaced(&Written::given(child, ""), &Written::given(parent, ""), asked);
    let error = followed.errors.first().map(|error| Refused::by_rule((error.field.clone(), error.detail.clone())));
    error.or_else(|| first_unread(&followed.warnings))
}

/// The first refusal that only today's extension makes. Questions about the mapping say more about it.
fn first_unread(warnings: &[Problem]) -> Option<Refused> {
    let refused = [PROVIDER_KEY_UNKNOWN.id, EXTENSION_WOULD_REFUSE.id];
    let first = warnings.iter().find(|problem| refused.contains(&problem.code().id))?;
    let path = first.path().as_str();
    let field = spelled(path.strip_prefix("/given").unwrap_or(path));
    Some(Refused { field, detail: "today's extension of the provider refuses it".to_owned(), is_of_today: true })
}

/// The keys of the images, and of the configuration that maps them to artifacts.
const MAPPED: [&str; 2] = [IMAGES, "providerConfig"];
const IMAGES: &str = "machineImages";

/// The part of a parent that concerns the mapping of the images that the NamespacedCloudProfile names.
fn mapped_part_of(parent: Value<'_>, own: Value<'_>) -> Json {
    let lists = MAPPED.iter().filter_map(|key| own.get(key)).map(|value| value.get(IMAGES).unwrap_or(value));
    let named: Names<'_> = lists.flat_map(Value::elements).filter_map(name_of).collect();
    let spec = parent.get("spec").unwrap_or(Value::NULL);
    // A configuration without any image is always refused, so the first image is kept.
    let first = spec.get(IMAGES).and_then(|images| images.elements().find_map(name_of));
    let is_kept = |name: &str| named.contains(name) || first == Some(name);
    let of_these = |list: Value<'_>| {
        list.elements().filter(|entry| name_of(*entry).is_some_and(is_kept)).map(Json::from).collect()
    };
    let mut part = Json::object();
    for key in ["type", "regions", "machineCapabilities"] {
        if let Some(value) = spec.get(key) {
            part.set(key, value.into());
        }
    }
    if let Some(images) = spec.get(IMAGES) {
        part.set(IMAGES, Json::Array(of_these(images)));
    }
    if let Some(config) = spec.get("providerConfig") {
        let mut kept = Json::from(config);
        if let Some(images) = config.get(IMAGES) {
            kept.set(IMAGES, Json::Array(of_these(images)));
        }
        part.set("providerConfig", kept);
    }
    let mut whole = Json::object();
    whole.set("spec", part);
    whole
}

/// A list in the `spec` of a profile.
pub(super) fn list<'d>(document: Value<'d>, key: &str) -> Option<Value<'d>> {
    document.get("spec")?.get(key)
}

pub(super) fn name_of(entry: Value<'_>) -> Option<&str> {
    entry.get("name").and_then(Value::as_str)
}
