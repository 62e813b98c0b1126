//! The steps that profiles of either kind go through on their way into the API server, for questions and reviews.

use super::doubtful::doubtful;
use super::in_use::{
    Effects, Told, Users, deletion_of_cloud_profile, deletion_of_namespaced, update_of_cloud_profile,
    update_of_namespaced,
};
use super::validation;
use super::validation::{Found, Rules};
use crate::policy::images::catalog::unknown_types;
use crate::policy::images::documents::{CloudProfile, MachineImage, ProfileSpec};
use crate::policy::images::provider::follow;
use crate::policy::images::reasons::{PROFILE_UNNAMED, PROFILES_ARE_TWO};
use crate::policy::images::stages::{
    Changes, default_cloud_profile, default_namespaced, merge, prepare_cloud_profile, prepare_namespaced,
};
use crate::policy::images::store::{Profile, Scope, Written};
use crate::policy::images::workers::out_of_reach;
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, PathStep, Pointer, Value, read};

impl<'a> Profile<'a> {
    /// Applies the defaults to the profile's `spec`, which is at `place`.
    pub fn default(&self, spec: &mut Json, place: &PathStep<'_>, changes: &mut Changes) {
        match self.scope() {
            Scope::Cluster => default_cloud_profile(spec, place, changes),
            Scope::Namespaced => default_namespaced(spec, place, changes),
        }
    }

    /// Prepares the profile's `spec`, which is at `place`, as the API server does before it validates.
    pub fn prepare(
        &self,
        old: Option<&Self>,
        spec: &mut Json,
        (place, changes): (&PathStep<'_>, &mut Changes),
        asked: &Asked<'_>,
    ) -> Result<(), Undecided> {
        let old = old.map(|old| old.written.spec());
        match self.scope() {
            Scope::Cluster => prepare_cloud_profile(spec, old.as_ref(), place, asked, changes),
            Scope::Namespaced => prepare_namespaced(spec, old.as_ref(), place, asked, changes),
        }
    }

    /// Warns of the versions and images that are dropped before the profile is stored. An update of a CloudProfile
    /// drops none.
    pub fn not_kept(&self, old: Option<&Self>, asked: &Asked<'_>) -> Vec<Problem> {
        if self.scope() == Scope::Cluster && old.is_some() {
            return Vec::new();
        }
        let (mut whole, mut changes) = (Json::from(*self.written), Changes::default());
        // Without the time it is unknown which versions are dropped.
        let prepared =
            whole.get_mut("spec").map(|spec| self.prepare(old, spec, (&PathStep::Root(""), &mut changes), asked));
        prepared.filter(Result::is_ok).map(|_| changes.not_kept(&self.written.path())).unwrap_or_default()
    }

    /// The errors in the profile by itself, and the warnings about it. `old` is the same profile before an update.
    pub fn errors(&self, old: Option<&Self>, rules: Rules<'_, 'a>) -> Result<Found, Undecided> {
        let mut found = Found::default();
        if let Some(new) = self.cluster() {
            found = validation::cloud_profile(new, old.and_then(Self::cluster), &self.written, rules)?;
            let followed = follow(new.spec(), &found.errors, &self.written.path(), rules.asked);
            found.errors.extend(followed.errors);
            found.warnings.extend(followed.warnings);
            let at = [self.written.place().key("spec"), self.written.path().key("spec")];
            found.warnings.extend(unknown_types(new.spec(), at.clone(), None));
            let spec = new.spec();
            let of_image =
                |(place, image): (usize, &MachineImage<'a>)| (0..image.versions.len()).map(move |it| (place, it));
            found.warnings.extend(out_of_reach(spec, spec.machine_images.iter().enumerate().flat_map(of_image), &at));
            found.warnings.extend(doubtful(&spec.machine_types, &spec.volume_types, &spec.machine_images, at));
        }
        if let Some(new) = self.namespaced() {
            found.errors = validation::namespaced(new, old.and_then(Self::namespaced), *self.written, rules)?;
            let at = [self.written.place().key("spec"), self.written.path().key("spec")];
            let spec = new.spec();
            found.warnings.extend(doubtful(&spec.machine_types, &spec.volume_types, &spec.machine_images, at));
        }
        Ok(found)
    }

    /// The errors in capabilities and in what names them. `parent` gives the parent of a NamespacedCloudProfile, which
    /// defines them: the two are judged as merged.
    pub fn capability_errors(
        &self,
        parent: impl FnOnce() -> Result<Written<'a>, Undecided>,
        rules: Rules<'_, 'a>,
    ) -> Result<Found, Undecided> {
        if let Some(profile) = self.cluster() {
            return Ok(validation::capabilities(profile.spec(), &PathStep::ROOT.key("spec"), &self.written, rules));
        }
        let parent = parent()?;
        parent.read::<CloudProfile<'a>>()?;
        let merged = merge(&parent.spec(), &self.written.spec(), &Pointer::default(), &mut Changes::default());
        let (spec, _) = read::<ProfileSpec<'_>>(Value::from(&merged), "")?;
        let place = PathStep::ROOT.key("status");
        let place = place.key("cloudProfileSpec");
        let Found { mut errors, .. } = validation::capabilities(&spec, &place, &self.written, rules);
        // The definitions are the parent's, and are judged with it.
        errors.retain(|error| !error.field.starts_with("status.cloudProfileSpec.machineCapabilities"));
        // Warnings would point into the merged profile, which nobody wrote.
        Ok(Found { errors, warnings: Vec::new() })
    }

    /// The effects of an update of the profile on its users. `parent` gives the parent of a NamespacedCloudProfile.
    pub fn uses_broken(
        &self,
        old: &Self,
        parent: impl FnOnce() -> Result<Written<'a>, Undecided>,
        (users, told): (&Users<'a>, Told),
        asked: &Asked<'_>,
    ) -> Result<Effects, Undecided> {
        let written = [&old.written, &self.written];
        let mut effects = match (self.cluster(), old.cluster(), self.namespaced().zip(old.namespaced())) {
            (Some(new), Some(old), _) => update_of_cloud_profile([old, new], written, users, told, asked)?,
            (.., Some((new, old))) => update_of_namespaced([old, new], written, &parent()?, users, told, asked)?,
            _ => Effects::default(),
        };
        effects.warnings.extend(self.differing_from(old));
        // Users of a CloudProfile are looked up by its old name, those of a NamespacedCloudProfile by its new one.
        effects.warnings.extend(if self.namespaced().is_some() { self } else { old }.unnamed(users));
        effects.warnings.extend(old.not_placed(users, told));
        Ok(effects)
    }

    /// Warns of each field that shows that the two are not the same profile.
    fn differing_from(&self, old: &Self) -> impl Iterator<Item = Problem> {
        let fields = [["metadata", "name"], ["metadata", "namespace"], ["spec", "type"]];
        fields.into_iter().filter_map(move |[part, key]| {
            let [before, after] = [old, self].map(|side| side.written.get(part)?.get(key)?.as_str());
            let path = self.written.path().key(part).key(key);
            let problem = Problem::warning(&PROFILES_ARE_TWO, path).fact(Fact::named("field", format!("{part}.{key}")));
            let problem = problem.fact(Fact::named("before", before)).fact(Fact::named("after", after));
            (before != after).then_some(problem)
        })
    }

    /// Warns that no users can be found, because the profile lacks its name or, if it is a NamespacedCloudProfile, its
    /// namespace.
    fn unnamed(&self, users: &Users<'_>) -> Option<Problem> {
        let said = |key: &str| self.written.get("metadata")?.get(key)?.as_str().filter(|text| !text.is_empty());
        let keys = if self.namespaced().is_some() { &["name", "namespace"][..] } else { &["name"] };
        let lacking = keys.iter().find(|key| said(key).is_none())?;
        let path = self.written.path().key("metadata").key(lacking);
        let problem =
            Problem::warning(&PROFILE_UNNAMED, path).fact(Fact::named("field", format!("metadata.{lacking}")));
        users.are_some(self.scope()).then_some(problem)
    }

    /// Warns of the documents for which it is unknown whether they use the profile.
    pub fn not_placed(&self, users: &Users<'_>, told: Told) -> impl Iterator<Item = Problem> {
        let namespace = || self.written.get("metadata")?.get("namespace")?.as_str();
        let unplaced = self.cluster().and_then(|_| users.unplaced());
        let nearly = match self.namespaced() {
            None => users.nearly_of(self.name()),
            Some(_) => users.nearly_of_child([namespace().unwrap_or_default(), self.name()]),
        };
        let children = self.cluster().and_then(|_| users.children_not_placed(self.name()));
        let within = self.namespaced().map(|_| namespace().unwrap_or_default());
        users.not_placed(self.name(), within, told).chain(unplaced).chain(nearly).chain(children)
    }

    /// The uses that a deletion of the profile would break.
    pub fn uses_left(&self, users: &Users<'_>) -> Result<Effects, Undecided> {
        let left = match (self.cluster(), self.namespaced()) {
            (Some(profile), _) => deletion_of_cloud_profile(profile.metadata.as_ref(), users),
            (_, Some(profile)) => deletion_of_namespaced(profile.metadata.as_ref(), users),
            (None, None) => Vec::new(),
        };
        // A single known user is enough for a no.
        if left.is_empty() {
            users.needs(self.scope())?;
        }
        let warnings = self.unnamed(users).into_iter().chain(self.not_placed(users, Told::Everything));
        Ok(Effects { violations: left, warnings: warnings.collect() })
    }
}
