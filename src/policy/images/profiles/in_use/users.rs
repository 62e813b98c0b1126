//! The users of a profile.

use super::identity::{full_name, is_being_deleted, name_of, namespace_of};
use super::{Told, UserKind, Violation, What};
use crate::base::{is_slip, sort};
use crate::policy::images::documents::{
    GROUP, NamespacedCloudProfile, NamespacedDocument, ProfileKind, Shoot, ShootDocument, is_same,
};
use crate::policy::images::reasons::{
    CHILDREN_NOT_PLACED, PROFILE_KIND_UNKNOWN, SHOOTS_OF_NEARLY, SHOOTS_UNPLACED, SHOOTS_WITHOUT_PROFILE,
    USERS_LOOKED_AT, USERS_NOT_KNOWN,
};
use crate::policy::images::store::{
    CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE, Profile, SHOOT, Scope, loaded_clusters, loaded_namespaced, loaded_shoots,
};
use crate::policy::images::workers::{unread_of_pools, without_pools};
use crate::question::{Asked, Doc, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer};

/// The most documents that a warning names.
const NAMED: usize = 5;

/// The documents that may use a profile.
#[derive(Debug, Default)]
pub struct Users<'a> {
    /// The NamespacedCloudProfiles.
    pub namespaced: Vec<Doc<'a, NamespacedDocument<'a>>>,
    /// The Shoots.
    pub shoots: Vec<Doc<'a, ShootDocument<'a>>>,
    /// The kinds of which no document is loaded and which were not declared complete.
    unknown: Vec<&'static str>,
    /// The names of the loaded CloudProfiles.
    clusters: Vec<&'a str>,
}

impl Violation {
    fn of(used_by_kind: UserKind, used_by: String, what: What, value: String) -> Self {
        Self { used_by_kind, used_by, what, value, field: None, pools: None, count: None }
    }
}

impl<'a> Users<'a> {
    /// All users that are loaded.
    pub fn loaded(asked: &Asked<'a>) -> Self {
        let unknown = [NAMESPACED_CLOUD_PROFILE.kind, SHOOT.kind].into_iter();
        Self {
            namespaced: loaded_namespaced(asked).collect(),
            shoots: loaded_shoots(asked).collect(),
            unknown: unknown.filter(|kind| !asked.documents.is_known(GROUP, kind)).collect(),
            clusters: loaded_clusters(asked).collect(),
        }
    }

    /// Replaces the loaded NamespacedCloudProfiles.
    pub fn with_namespaced(&mut self, namespaced: Vec<Doc<'a, NamespacedDocument<'a>>>) {
        self.namespaced = namespaced;
        self.unknown.retain(|kind| *kind != NAMESPACED_CLOUD_PROFILE.kind);
    }

    /// Replaces the loaded Shoots.
    pub fn with_shoots(&mut self, shoots: Vec<Doc<'a, ShootDocument<'a>>>) {
        self.shoots = shoots;
        self.unknown.retain(|kind| *kind != SHOOT.kind);
    }

    /// Whether there are any documents that may refer to a profile of that kind.
    pub fn are_some(&self, scope: Scope) -> bool {
        !self.shoots.is_empty() || scope == Scope::Cluster && !self.namespaced.is_empty()
    }

    /// Returns an error if nothing is known about a kind of document that may refer to the profile, because one of them
    /// might.
    pub fn needs(&self, scope: Scope) -> Result<(), Undecided> {
        match self.unknown(scope).next() {
            None => Ok(()),
            Some(kind) => Err(Undecided::facts(naming(Problem::error(&USERS_NOT_KNOWN, Pointer::default()), kind))),
        }
    }

    /// Warns of each kind about which nothing is known, if an update changes the `spec`.
    pub fn warnings_of_unknown(&self, [old, new]: [&Profile<'a>; 2]) -> Vec<Problem> {
        if is_same(old.written.get("spec"), new.written.get("spec")) {
            return Vec::new();
        }
        let warning = || Problem::warning(&USERS_NOT_KNOWN, new.written.path());
        self.unknown(new.scope()).map(|kind| naming(warning(), kind)).collect()
    }

    /// The kinds that may refer to the profile and about which nothing is known.
    fn unknown(&self, scope: Scope) -> impl Iterator<Item = &'static str> {
        let refers = move |kind: &&str| scope == Scope::Cluster || *kind == SHOOT.kind;
        self.unknown.iter().copied().filter(refers)
    }

    /// Warns of what the Shoots in the question say but nothing reads, and of those that are only a fragment, because
    /// even a Shoot without pools has a provider.
    pub fn unread(&self) -> impl Iterator<Item = Problem> {
        let given = self.shoots.iter().filter(|shoot| !shoot.is_loaded());
        let half = given.clone().filter(|shoot| shoot.provider_type().is_empty() && !shoot.is_being_deleted());
        half.filter_map(without_pools).take(NAMED).chain(given.flat_map(unread_of_pools))
    }

    /// Warns of Shoots that may use a CloudProfile through a NamespacedCloudProfile that is not there.
    pub fn unplaced(&self) -> Option<Problem> {
        let named = self.namespaced.iter().map(|held| held.metadata.as_ref());
        let there = sort::set(named.map(|metadata| (namespace_of(metadata), name_of(metadata))));
        let is_there = |profile: (&'a str, &'a str)| there.binary_search(&profile).is_ok();
        let missing = |shoot: &&Doc<'a, ShootDocument<'a>>| shoot.namespaced_profile().is_some_and(|it| !is_there(it));
        let mut unplaced = self.shoots.iter().filter(|shoot| !shoot.is_being_deleted()).filter(missing);
        let (namespace, name) = unplaced.next()?.namespaced_profile()?;
        let problem = Problem::warning(&SHOOTS_UNPLACED, Pointer::default());
        let problem = problem.fact(Fact::named("profile", format!("{namespace}/{name}")));
        Some(problem.fact(Fact::named("count", unplaced.count() + 1)))
    }

    /// Warns of Shoots whose profile is unknown, because it is of an unknown kind or they name none. With
    /// `Told::Everything`, Shoots with an unknown kind are only reported if they name this profile. If `within` is
    /// given, only Shoots in that namespace count.
    pub fn not_placed(&self, profile: &str, within: Option<&str>, told: Told) -> impl Iterator<Item = Problem> {
        let is_told = |shoot: &Shoot<'_>| {
            if within.is_some_and(|within| shoot.namespace() != within) {
                return false;
            }
            told == Told::BesidesPools || shoot.profile_of_no_kind().is_none_or(|(_, name)| name == profile)
        };
        let told = |code, lost: &dyn Fn(&Shoot<'_>) -> bool| {
            let mut shoots = self.shoots.iter().filter(|shoot| is_told(shoot) && lost(shoot));
            let named = |shoot: &Doc<'_, ShootDocument<'_>>| full_name(shoot.metadata.as_ref());
            let names: Vec<String> = shoots.by_ref().take(NAMED).map(named).collect();
            let count = names.len() + shoots.count();
            let problem = Problem::warning(code, Pointer::default()).fact(Fact::named("profile", profile));
            let names: Json = names.iter().map(String::as_str).collect();
            let problem = problem.fact(Fact::named("shoots", names)).fact(Fact::named("count", count));
            (count > 0).then_some(problem)
        };
        let kind = self.shoots.iter().filter(|shoot| is_told(shoot)).find_map(|shoot| shoot.profile_of_no_kind());
        let of_no_kind = told(&PROFILE_KIND_UNKNOWN, &|shoot| shoot.profile_of_no_kind().is_some());
        let of_no_kind = of_no_kind.zip(kind).map(|(problem, (kind, _))| {
            let known = [CLOUD_PROFILE.kind, NAMESPACED_CLOUD_PROFILE.kind];
            problem.fact(Fact::named("kind", kind)).nearest_to(kind, known)
        });
        let nameless = |shoot: &Shoot<'_>| {
            shoot.profile_of_no_kind().is_none() && shoot.profile().is_none_or(|(_, name)| name.is_empty())
        };
        of_no_kind.into_iter().chain(told(&SHOOTS_WITHOUT_PROFILE, &nameless))
    }

    /// Warns of Shoots that name a CloudProfile that is not loaded and has almost this name.
    pub fn nearly_of(&self, profile: &str) -> Option<Problem> {
        let nearly = |shoot: &Shoot<'a>| {
            let (kind, name) = shoot.profile()?;
            let written = name.trim();
            let is_near = !written.is_empty() && name != profile && (written == profile || is_slip(written, profile));
            (kind == ProfileKind::Cluster && is_near && !self.clusters.contains(&name)).then_some(name)
        };
        let named = |shoot: &Shoot<'a>| nearly(shoot).map(str::to_owned);
        self.of_nearly(profile, named)
    }

    /// Warns of Shoots that name a profile that is not there and is almost this NamespacedCloudProfile: a namespace is
    /// missing or is in other capitals, the name has a typo, or the kind is CloudProfile.
    pub fn nearly_of_child(&self, [namespace, profile]: [&str; 2]) -> Option<Problem> {
        let there = sort::set(
            self.namespaced.iter().map(|held| (namespace_of(held.metadata.as_ref()), name_of(held.metadata.as_ref()))),
        );
        let nearly = |shoot: &Shoot<'a>| {
            let (kind, name) = shoot.profile()?;
            let own = shoot.namespace();
            let may_be_there = own.eq_ignore_ascii_case(namespace) || own.is_empty() || namespace.is_empty();
            let is_near = name == profile || name.trim() == profile || is_slip(name.trim(), profile);
            let is_it = kind == ProfileKind::Namespaced && name == profile && own == namespace;
            let is_known = match kind {
                ProfileKind::Namespaced => there.binary_search(&(own, name)).is_ok(),
                ProfileKind::Cluster => self.clusters.contains(&name),
            };
            let named = if own.is_empty() { name.to_owned() } else { format!("{own}/{name}") };
            (may_be_there && is_near && !is_it && !is_known && !shoot.is_being_deleted()).then_some(named)
        };
        self.of_nearly(&format!("{namespace}/{profile}"), nearly)
    }

    /// Warns of the Shoots for which `nearly` returns the name of a profile that is almost this one.
    fn of_nearly(&self, profile: &str, nearly: impl Fn(&Shoot<'a>) -> Option<String>) -> Option<Problem> {
        let mut shoots = self.shoots.iter().filter_map(|shoot| Some((shoot, nearly(shoot)?)));
        let named: Vec<_> = shoots.by_ref().take(NAMED).collect();
        let (_, name) = named.first()?;
        let listed: Json = named.iter().map(|(shoot, _)| full_name(shoot.metadata.as_ref())).collect();
        let problem = Problem::warning(&SHOOTS_OF_NEARLY, Pointer::default()).fact(Fact::named("profile", profile));
        let problem = problem.fact(Fact::named("nearly", name.as_str())).fact(Fact::named("shoots", listed));
        Some(problem.fact(Fact::named("count", named.len() + shoots.count())))
    }

    /// Warns of NamespacedCloudProfiles that may build on a CloudProfile without saying so: their parent is of an
    /// unknown kind or has no name, or it is not loaded and has almost this name.
    pub fn children_not_placed(&self, profile: &str) -> Option<Problem> {
        let is_lost = |child: &&Doc<'a, NamespacedDocument<'a>>| {
            let kind = child.spec().parent.as_ref().and_then(|parent| parent.kind);
            let (name, is_of_kind) = (child.spec().parent_name(), kind == Some(CLOUD_PROFILE.kind));
            let is_near = name.trim() == profile || is_slip(name.trim(), profile);
            let may_be_meant = name.trim().is_empty() || is_near && !self.clusters.contains(&name) || name == profile;
            !child.is_being_deleted() && may_be_meant && !(is_of_kind && name == profile)
        };
        let mut lost = self.namespaced.iter().filter(is_lost);
        let names: Vec<String> = lost.by_ref().take(NAMED).map(|child| child.full_name()).collect();
        let count = names.len() + lost.count();
        let listed: Json = names.iter().map(String::as_str).collect();
        let problem = Problem::warning(&CHILDREN_NOT_PLACED, Pointer::default()).fact(Fact::named("profile", profile));
        (count > 0).then(|| problem.fact(Fact::named("profiles", listed)).fact(Fact::named("count", count)))
    }

    /// The reason that says how many users were examined.
    pub fn why_looked_at(&self) -> Reason {
        Reason::new(&USERS_LOOKED_AT, "the change")
            .fact(Fact::named("shoots", self.shoots.len()))
            .fact(Fact::named("profiles", self.namespaced.len()))
    }
}

impl<'a> Shoot<'a> {
    /// Whether the Shoot refers to the CloudProfile.
    pub(super) fn uses_cloud_profile(&self, name: &str) -> bool {
        self.profile() == Some((ProfileKind::Cluster, name))
    }

    /// The namespace and the name of the NamespacedCloudProfile that the Shoot refers to.
    pub(super) fn namespaced_profile(&self) -> Option<(&'a str, &'a str)> {
        let (kind, name) = self.profile()?;
        (kind == ProfileKind::Namespaced && !name.is_empty()).then(|| (self.namespace(), name))
    }

    /// Whether the Shoot refers to the NamespacedCloudProfile.
    pub(super) fn uses_namespaced(&self, namespace: &str, name: &str) -> bool {
        self.namespaced_profile() == Some((namespace, name))
    }

    /// The images of the Shoot's pools, as names and versions.
    pub(super) fn images(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.workers().iter().filter_map(|worker| worker.image()).map(|image| (image.name(), image.version()))
    }

    /// The minimum number of machines of the Shoot.
    pub(super) fn minimum(&self) -> i64 {
        self.workers().iter().fold(0, |sum: i64, worker| sum.saturating_add(worker.minimum.unwrap_or_default()))
    }

    pub(super) fn violation(&self, what: What, value: String) -> Violation {
        Violation::of(UserKind::Shoot, full_name(self.metadata.as_ref()), what, value)
    }
}

impl NamespacedCloudProfile<'_> {
    /// Whether the profile builds on the CloudProfile.
    pub(super) fn builds_on(&self, name: &str) -> bool {
        let kind = self.spec().parent.as_ref().and_then(|parent| parent.kind);
        kind == Some(CLOUD_PROFILE.kind) && self.spec().parent_name() == name
    }

    /// The profile's namespace and name, as `namespace/name`.
    pub(crate) fn full_name(&self) -> String {
        full_name(self.metadata.as_ref())
    }

    pub(super) fn is_being_deleted(&self) -> bool {
        is_being_deleted(self.metadata.as_ref())
    }

    pub(super) fn violation(&self, what: What, value: String) -> Violation {
        Violation::of(UserKind::Namespaced, full_name(self.metadata.as_ref()), what, value)
    }
}

fn naming(problem: Problem, kind: &str) -> Problem {
    problem.fact(Fact::named("kind", format!("{kind}.{GROUP}")))
}
