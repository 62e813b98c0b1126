//! Loads documents as written, in the form in which the API server would store them (section 15, documents loaded with
//! `defaulted`).

use super::beside::{self, Entries, Refused, list};
use super::dropped::dropped_capabilities;
use super::validation::{Rules, SizeLimit};
use crate::base::{Edition, Instant, Names};
use crate::policy::images::catalog::types_of_usual_architecture;
use crate::policy::images::documents::{Definition, FeatureGates, MachineType};
use crate::policy::images::errors::{FieldError, within};
use crate::policy::images::provider::{read_ahead, unknown_keys};
use crate::policy::images::reasons::{OWN_TYPE_REPLACES, would_be_refused};
use crate::policy::images::stages::{
    canonicalize, default_cloud_profile, default_namespaced, defaulted, without_status,
};
use crate::policy::images::store::{self, LoadedProfile, Profile, Scope, Written, stale_at};
use crate::question::{Asked, Compiled, Documents, Loadable, Scratch, Server, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Document, Json, Pointer, Value, read};

/// The `Loadable` of CloudProfiles, which are brought into canonical form if they are valid.
pub const CLOUD_PROFILE: Loadable = Loadable {
    compile: |document, path| {
        let mut profile = LoadedProfile::compile(document, path)?;
        read_ahead(profile.offer());
        // Every review of a Shoot needs these two, and looks up versions in the mapping if there is one.
        profile.offer().lacks_unknown();
        profile.offer().by_name();
        profile.sort_mapped();
        Ok(Box::new(profile))
    },
    default: Some(|document, path, server| stored(Scope::Cluster, document, path, server)),
    ..store::CLOUD_PROFILE
};

/// The `Loadable` of NamespacedCloudProfiles, which have no canonical form.
pub const NAMESPACED_CLOUD_PROFILE: Loadable = Loadable {
    default: Some(|document, path, server| stored(Scope::Namespaced, document, path, server)),
    beside: Some(beside_parent),
    ..store::NAMESPACED_CLOUD_PROFILE
};

/// Applies the API server's defaults and, if the profile is then valid, its canonical form. If not, there is a warning.
fn stored(scope: Scope, document: Document, path: &str, server: Server<'_>) -> (Document, Vec<Problem>) {
    let document = match scope {
        Scope::Cluster => defaulted(&document, default_cloud_profile),
        Scope::Namespaced => defaulted(&without_status(&document), default_namespaced),
    };
    let at = Pointer::parsed(path);
    match first_error(scope, &document, path, judged_by(server)) {
        // Compiling reports what cannot be read.
        Err(_) => (document, Vec::new()),
        Ok(Some(error)) => {
            let problem = invalid(document.root(), &at, error.field, error.detail);
            (document, vec![problem])
        }
        // The unknown keys of a NamespacedCloudProfile are reported beside its parent.
        Ok(None) if scope == Scope::Namespaced => (document, Vec::new()),
        Ok(None) => {
            let mut whole = Json::from(document.root());
            canonicalize(&mut whole);
            let unknown = unknown_keys(document.root(), &at);
            (whole.to_document(), unknown)
        }
    }
}

/// What the API server that judges a document is: its edition, and the feature gates that are set.
pub(crate) type JudgedBy = (Edition, FeatureGates);

/// A load says itself what is wrong with settings that cannot be read. Until then the defaults hold.
fn judged_by((edition, documents): Server<'_>) -> JudgedBy {
    (edition, FeatureGates::loaded(documents).unwrap_or_default())
}

/// The first error in a profile, which is at `path`.
fn first_error(
    scope: Scope,
    document: &Document,
    path: &str,
    (edition, gates): JudgedBy,
) -> Result<Option<FieldError>, Undecided> {
    at_all_times(edition, |asked| {
        let profile = Profile::read(scope, Written::given(document.root(), path))?;
        let rules = Rules { gates: &gates, asked, limit: SizeLimit::default() };
        Ok(profile.errors(None, rules)?.errors)
    })
}

/// The first finding that holds at all times. A load has no time, and a question may be about a day other than today,
/// so findings that hold only at some times do not count.
pub(super) fn at_all_times<T: PartialEq>(
    edition: Edition,
    find: impl Fn(&Asked<'_>) -> Result<Vec<T>, Undecided>,
) -> Result<Option<T>, Undecided> {
    /// How many findings from the beginning of time are looked for at the end. If more than these hold only at the
    /// beginning, nothing is found.
    const TRIED: usize = 64;
    let (documents, scratch) = (Documents::default(), Scratch::default());
    let find = |now| find(&Asked::new(edition, now, &documents, &scratch, |_, _, _| String::new()));
    // If the time is not needed, the findings are the same at all times.
    if let Ok(found) = find(None) {
        return Ok(found.into_iter().next());
    }
    let [first, last] = [Instant::EPOCH, Instant::EPOCH.plus_seconds(i64::MAX / 4)].map(|now| find(Some(now)));
    let last = last?;
    Ok(first?.into_iter().take(TRIED).find(|found| last.contains(found)))
}

/// Warns of what merging with the parent does to a NamespacedCloudProfile in silence. If the profile is valid by
/// itself, also warns that the API server would not store it beside its parent, or that its status is stale.
fn beside_parent(child: &dyn Compiled, parent: &dyn Compiled, path: &Pointer, server: Server<'_>) -> Vec<Problem> {
    let judged_by = judged_by(server);
    let Some([child, parent]) = store::child_and_parent(child, parent) else { return Vec::new() };
    let mut problems = of_usual_architecture(child.root(), parent.root(), path);
    problems.extend(dropped_capabilities(child.root(), parent.root(), path));
    problems.extend(replacing_types(child.root(), parent.root(), path));
    if matches!(first_error(Scope::Namespaced, child, "", judged_by), Ok(None)) {
        let child = (child.root(), is_stored(child.root()));
        let Doubts { first, of_today } = doubts_beside(child, parent.root(), path, judged_by);
        problems.extend(first.into_iter().chain(of_today));
    }
    problems
}

/// Warns of machine types in a NamespacedCloudProfile that name no architecture although the parent defines several, or
/// an empty one although it defines none.
pub(crate) fn of_usual_architecture(child: Value<'_>, parent: Value<'_>, path: &Pointer) -> Vec<Problem> {
    // Hundreds of profiles may build on a large one, so only the lists that matter are read.
    let own = list(child, "machineTypes").and_then(|types| read::<Vec<MachineType<'_>>>(types, "").ok());
    let Some((own, _)) = own else { return Vec::new() };
    let defined = list(parent, "machineCapabilities").map(|defined| read::<Vec<Definition<'_>>>(defined, ""));
    let Some((defined, _)) = defined.unwrap_or_else(|| Ok(Default::default())).ok() else { return Vec::new() };
    types_of_usual_architecture(&own, &defined, path)
}

/// Warns of machine and volume types in a NamespacedCloudProfile that replace its parent's.
pub(crate) fn replacing_types(child: Value<'_>, parent: Value<'_>, path: &Pointer) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (key, kind) in [("machineTypes", "machine"), ("volumeTypes", "volume")] {
        let names = |document| list(document, key).map(Value::elements).into_iter().flatten().map(beside::name_of);
        let of_parent: Names<'_> = names(parent).flatten().collect();
        let named = names(child).enumerate().filter_map(|(index, name)| Some((index, name?)));
        let replacing = named.filter(|(_, name)| of_parent.contains(name)).take(NAMED);
        problems.extend(replacing.map(|(index, name)| {
            let at = path.clone().key("spec").key(key).index(index);
            let problem = Problem::warning(&OWN_TYPE_REPLACES, at).fact(Fact::named("kind", kind));
            problem.fact(Fact::named("name", name))
        }));
    }
    problems
}

/// The most types of each kind that are named.
const NAMED: usize = 20;

/// Doubts about a NamespacedCloudProfile beside its parent: it would be refused, or its status is stale. What only
/// today's extension refuses is separate, because questions about the mapping report it themselves.
#[derive(Debug)]
pub(crate) struct Doubts {
    /// The first refusal, or else the stale status.
    pub first: Option<Problem>,
    /// What today's extension refuses although the design does not.
    pub of_today: Option<Problem>,
}

/// Finds out whether a NamespacedCloudProfile, which is at `path` and may be stored already, would be refused beside
/// its parent or has a stale status.
pub(crate) fn doubts_beside(
    (child, is_stored): (Value<'_>, bool),
    parent: Value<'_>,
    path: &Pointer,
    judged_by: JudgedBy,
) -> Doubts {
    let refused = |kept| refusal_beside((child, is_stored), parent, kept, judged_by);
    // If something is refused, its place in the whole list matters.
    let refused = refused(Entries::Named).and_then(|_| refused(Entries::InPlace));
    let (of_today, by_rule): (Vec<Refused>, Vec<Refused>) = refused.into_iter().partition(|it| it.is_of_today);
    let told = |refused: Vec<Refused>| {
        refused.into_iter().next().map(|Refused { field, detail, .. }| invalid(child, path, field, detail))
    };
    let stale = || Some(stale_at(path, store::stale(child, parent)?));
    // A refused profile is not merged, so its status is not compared.
    Doubts { first: told(by_rule).or_else(stale), of_today: told(of_today) }
}

/// Whether a NamespacedCloudProfile is stored already, which its status shows.
pub(super) fn is_stored(child: Value<'_>) -> bool {
    child.get("status").is_some_and(|status| !status.is_null())
}

/// The refusal of a NamespacedCloudProfile beside a parent, if it holds at all times. The profile may be stored
/// already.
pub(super) fn refusal_beside(
    (child, is_stored): (Value<'_>, bool),
    parent: Value<'_>,
    kept: Entries,
    (edition, gates): JudgedBy,
) -> Option<Refused> {
    let part = beside::part_of(parent, child, kept);
    let refused = at_all_times(edition, |asked| {
        let refused = beside::first_refusal(child, is_stored, &part, &gates, asked)?.map(Refused::by_rule);
        Ok(refused.or_else(|| beside::first_unmapped(child, parent, asked)).into_iter().collect())
    });
    refused.ok()?
}

/// A warning at a field of a document, which is at `path`, or at the deepest part of the field that exists.
fn invalid(document: Value<'_>, path: &Pointer, field: String, detail: String) -> Problem {
    would_be_refused(path.clone().join(&within(document, &field).0), field, detail)
}
