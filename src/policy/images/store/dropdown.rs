//! What fits as numbers, for a list that is drawn anew at every key press.

use super::profiles::{CLOUD_PROFILE, LoadedNamespaced, LoadedProfile, NAMESPACED_CLOUD_PROFILE};
use super::stale::{stale, stale_at};
use crate::base::{Edition, Instant, Limits};
use crate::policy::images::catalog::{
    Offer, fields_ignored, refused, repeated_of_child, repeated_types, types_of_usual_architecture,
    types_without_architecture, undefined_names, unknown_places, unknown_types, unreadable_versions,
};
use crate::policy::images::documents::{FIELDS, MachineType, ProfileSpec, Quantity, Region};
use crate::policy::images::reasons::{MACHINE_TYPE_UNKNOWN, PROFILE_IS_ANOTHER};
use crate::reason::{Fact, Problem, sentence};
use crate::wire::{Cause, Document, Fault, Json, Pointer, Value, answer, to_json};

/// Where a version fits, in the place of what keeps it apart.
pub(super) const NOTHING_APART: u32 = u32::MAX;

answer! {
    /// What the numbers mean, one entry a version, in the order of the profile.
    pub(super) struct Columns<'a> {
        /// The image of each version.
        image: Vec<&'a str>,
        /// Each version.
        version: Vec<&'a str>,
        /// The capabilities, in the order of their definitions.
        capability: Vec<&'a str>,
        /// The machine types.
        machine_type ["machineType"]: Vec<&'a str>,
        /// Their processors; like the next two empty where the profile does not say.
        cpu: Vec<&'a str>,
        /// Their memory.
        memory: Vec<&'a str>,
        /// Their graphics processors.
        gpu: Vec<&'a str>,
        /// The regions.
        regions: Vec<RegionColumn<'a>>,
    }
}

answer! {
    /// A region.
    pub(super) struct RegionColumn<'a> {
        /// Its name.
        name: &'a str,
        /// Its zones.
        zones: Vec<&'a str>,
    }
}

impl LoadedProfile {
    /// Reads and compiles a CloudProfile from its JSON, within the limits that an engine has unless told otherwise. What
    /// is wrong with it is said in English, a line each.
    ///
    /// ```
    /// use fitment::{Edition, LoadedProfile};
    ///
    /// let profile = LoadedProfile::read(br#"{"spec": {
    ///     "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
    ///     "machineTypes": [{"name": "m5.large", "capabilities": {"architecture": ["amd64"]}}],
    ///     "machineImages": [{"name": "ubuntu", "versions": [
    ///         {"version": "24.4.0", "capabilityFlavors": [{"architecture": ["arm64"]}]},
    ///         {"version": "22.4.0", "capabilityFlavors": [{"architecture": ["amd64"]}]}
    ///     ]}]
    /// }}"#)?;
    /// assert_eq!(profile.fitting("m5.large", Edition::default()), Ok(vec![1]));
    /// assert_eq!(profile.refusals("m5.large", Edition::default()), Ok(vec![0, u32::MAX]));
    /// assert!(profile.fitting("m5.lage", Edition::default()).is_err_and(|why| why.contains("`m5.large`")));
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(profile: &[u8]) -> Result<Self, String> {
        Self::compile(document(profile, CLOUD_PROFILE.kind)?, "").map_err(in_english)
    }

    /// The same of a CloudProfile together with a NamespacedCloudProfile that builds on it. What nobody knows in the two
    /// is told by [`Engine::load`](crate::Engine::load).
    ///
    /// ```
    /// use fitment::{Edition, LoadedProfile};
    ///
    /// let profile = br#"{"spec": {"machineImages": [{"name": "ubuntu", "versions": [{"version": "22.4.0"}]}]}}"#;
    /// let namespaced = br#"{"spec": {"machineTypes": [{"name": "m5.large"}]}}"#;
    /// let merged = LoadedProfile::read_merged(profile, namespaced)?;
    /// assert_eq!(merged.fitting("m5.large", Edition::default()), Ok(vec![0]));
    /// # Ok::<(), String>(())
    /// ```
    pub fn read_merged(profile: &[u8], namespaced: &[u8]) -> Result<Self, String> {
        let parent = Self::read(profile)?;
        let child = document(namespaced, NAMESPACED_CLOUD_PROFILE.kind)?;
        let child = LoadedNamespaced::read(child, "").map_err(in_english)?;
        let in_silence = if cfg!(feature = "js-catalog") { Vec::new() } else { lost_in(&child, &parent) };
        Self::merged(child.spec(Some(&parent)).unwrap_or_default(), in_silence).map_err(in_english)
    }

    /// What its author should know, a line each: keys that no CloudProfile has, values of another kind than stands under a
    /// key, names of machine and volume types that zones are said to lack and the profile does not have, names of
    /// capabilities and values that it does not define, machine types that are there twice or name no architecture where
    /// several are defined, older fields for architectures that count for nothing, image versions that are none, are there twice or are said to be what no version is, images
    /// and regions that are there twice, another parent than the one that it is merged with, and an `apiVersion` of something else. What is misspelt leaves open what it was
    /// to say, and so may let more fit.
    ///
    /// Whether an API server would store the capabilities is not looked at here, such as of a version without the flavors
    /// that the definitions ask for, which fits everything: `images/validate-profile` says it, and `images/fit` with its
    /// answers.
    ///
    /// ```
    /// let profile = fitment::LoadedProfile::read(br#"{"spec": {"machineImage": []}}"#)?;
    /// let [warning] = profile.warnings().try_into().expect("one key is none");
    /// assert!(warning.contains("`machineImage`") && warning.contains("did you mean `machineImages`"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn warnings(&self) -> Vec<String> {
        let fields = FIELDS.iter().find(|fields| fields.kind == Some((CLOUD_PROFILE.group, CLOUD_PROFILE.kind)));
        // What a profile of a namespace and its parent come to is the `spec` alone.
        let whole = self.offer().is_merged().then(|| in_spec(self.document()));
        let whole = whole.as_ref().unwrap_or(self.document());
        let mut problems = fields.map(|fields| fields.warnings(whole.root())).unwrap_or_default();
        let spec = Pointer::to("spec");
        let Offer { profile, catalog, .. } = self.offer();
        problems.extend(unknown_types(profile.spec(), [spec.clone(), spec.clone()], None));
        let at = [spec.clone(), spec.clone()];
        problems.extend(repeated_types(catalog, &at));
        problems.extend(types_without_architecture(profile.spec(), &at, 0..profile.spec().machine_types.len()));
        problems.extend(undefined_names(profile.spec(), catalog, [spec.clone(), spec.clone()]));
        let all = 0..catalog.versions().len();
        problems.extend(unreadable_versions(profile.spec(), catalog, [spec.clone(), spec], all));
        if cfg!(not(feature = "js-catalog")) {
            let types = 0..profile.spec().machine_types.len();
            let all = (types, 0..catalog.versions().len());
            problems.extend(fields_ignored(profile.spec(), catalog, &at, all, Edition::default()));
            problems.extend(refused(profile.spec()));
            problems.extend(self.offer().merged_in_silence().iter().cloned());
        }
        problems.iter().map(sentence).collect()
    }

    /// The places of the versions that fit a machine type.
    pub fn fitting(&self, machine_type: &str, edition: Edition) -> Result<Vec<u32>, String> {
        self.offer().fitting(machine_type, edition).ok_or_else(|| self.unknown(machine_type))
    }

    /// The places of the versions that are offered at a time for a machine type, which has to be available in the zones
    /// of a region where one is given: in any of them, unless zones are given. What the profile does not have is an
    /// error, as it is for `images/fit`.
    ///
    /// ```
    /// use fitment::{Edition, Instant, LoadedProfile};
    ///
    /// let profile = LoadedProfile::read(br#"{"spec": {
    ///     "machineTypes": [{"name": "m5.large"}],
    ///     "regions": [{"name": "eu", "zones": [{"name": "a", "unavailableMachineTypes": ["m5.large"]}]}],
    ///     "machineImages": [{"name": "ubuntu", "versions": [
    ///         {"version": "22.4.0", "expirationDate": "2026-04-01T00:00:00Z"},
    ///         {"version": "24.4.0-tagged"}, {"version": "24.4.0"}
    ///     ]}]
    /// }}"#)?;
    /// let now = Instant::parse("2026-05-01T00:00:00Z").ok_or("no time")?;
    /// let edition = Edition::default();
    /// assert_eq!(profile.offered("m5.large", now, None, edition), Ok(vec![2]));
    /// assert_eq!(profile.offered("m5.large", now, Some(("eu", &[])), edition), Ok(vec![]));
    /// assert!(profile.offered("m5.large", now, Some(("us", &[])), edition).is_err_and(|why| why.contains("no region `us`")));
    /// assert_eq!(profile.active(now), [1, 2]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn offered(
        &self,
        machine_type: &str,
        now: Instant,
        region: Option<(&str, &[&str])>,
        edition: Edition,
    ) -> Result<Vec<u32>, String> {
        let offered = self.offer().offered(machine_type, now, region, edition);
        let offered = offered.ok_or_else(|| self.unknown(machine_type))?;
        let unknown = region.map(|(region, zones)| {
            let zones = zones.iter().enumerate().map(|it| (*it.1, Pointer::to("zones").index(it.0)));
            unknown_places(self.offer().spec(), region, zones.collect())
        });
        match unknown.iter().flatten().next() {
            Some(problem) => Err(sentence(problem)),
            None => Ok(offered),
        }
    }

    /// The places of the versions that are neither expired nor unavailable at a time.
    pub fn active(&self, now: Instant) -> Vec<u32> {
        let versions = (0..).zip(self.offer().catalog.versions());
        versions.filter(|(_, version)| version.lifecycle.at(now).is_active()).map(|(place, _)| place).collect()
    }

    /// What keeps each version apart from a machine type: the place of a capability, or `u32::MAX` where it fits.
    pub fn refusals(&self, machine_type: &str, edition: Edition) -> Result<Vec<u32>, String> {
        self.offer().refusals(machine_type, edition).ok_or_else(|| self.unknown(machine_type))
    }

    /// What the numbers of the answers mean, as JSON.
    pub fn columns(&self) -> String {
        let (catalog, spec) = (&self.offer().catalog, self.offer().profile.spec());
        let versions = || spec.machine_images.iter().flat_map(|image| image.versions.iter().map(move |it| (image, it)));
        let space = catalog.space();
        to_json(&Columns {
            image: versions().map(|(image, _)| image.name()).collect(),
            version: versions().map(|(_, version)| version.version()).collect(),
            capability: (0..space.count()).map(|capability| space.name(capability)).collect(),
            machine_type: spec.machine_types.iter().map(|machine| machine.name()).collect(),
            cpu: amounts(spec, |machine| machine.cpu),
            memory: amounts(spec, |machine| machine.memory),
            gpu: amounts(spec, |machine| machine.gpu),
            regions: spec.regions.iter().map(RegionColumn::of).collect(),
        })
    }

    /// What each version is at a time, one word a version. Whether one fits says nothing of whether it can still be had.
    ///
    /// ```
    /// use fitment::{Instant, LoadedProfile};
    ///
    /// let profile = LoadedProfile::read(br#"{"spec": {"machineImages": [{"name": "ubuntu", "versions": [
    ///     {"version": "22.4.0", "expirationDate": "2026-04-01T00:00:00Z"}
    /// ]}]}}"#)?;
    /// let at = |time| Instant::parse(time).map(|now| profile.classifications(now));
    /// assert_eq!(at("2026-03-31T00:00:00Z"), Some(vec!["supported"]));
    /// assert_eq!(at("2026-04-02T00:00:00Z"), Some(vec!["expired"]));
    /// # Ok::<(), String>(())
    /// ```
    pub fn classifications(&self, now: Instant) -> Vec<&'static str> {
        self.offer().catalog.versions().iter().map(|version| version.lifecycle.at(now).word()).collect()
    }

    fn unknown(&self, machine_type: &str) -> String {
        let names = self.offer().profile.spec().machine_types.iter().map(|machine| machine.name());
        let unknown = Problem::error(&MACHINE_TYPE_UNKNOWN, Pointer::default()).fact(Fact::named("type", machine_type));
        sentence(&unknown.nearest_to(machine_type, names))
    }
}

impl<'a> RegionColumn<'a> {
    fn of(region: &Region<'a>) -> Self {
        let zones = region.zones.iter().map(|zone| zone.name.unwrap_or_default()).collect();
        Self { name: region.name.unwrap_or_default(), zones }
    }
}

fn amounts<'a>(spec: &ProfileSpec<'a>, of: fn(&MachineType<'a>) -> Option<Quantity<'a>>) -> Vec<&'a str> {
    spec.machine_types.iter().map(|machine| of(machine).map_or("", |amount| amount.text)).collect()
}

/// What of a profile of a namespace does not show in what it comes to with its parent.
fn lost_in(child: &LoadedNamespaced, parent: &LoadedProfile) -> Vec<Problem> {
    let (own, path) = (child.profile().spec(), Pointer::to("namespacedCloudProfile"));
    let mut lost = repeated_of_child(own, &path);
    let (named, given) = (own.parent_name(), parent.offer().profile.name());
    if !named.is_empty() && !given.is_empty() && named != given {
        let [path, place] = [path.clone(), Pointer::default()].map(|at| at.key("spec").key("parent").key("name"));
        let problem = Problem::warning(&PROFILE_IS_ANOTHER, path).fact(Fact::at(place, named));
        lost.push(problem.fact(Fact::named("given", given)));
    }
    let definitions = &parent.offer().spec().machine_capabilities;
    lost.extend(types_of_usual_architecture(&own.machine_types, definitions, &path));
    lost.extend(stale(child.document().root(), parent.document().root()).map(|part| stale_at(&path, part)));
    lost
}

/// A merged profile as a document that has it as its `spec`.
fn in_spec(merged: &Document) -> Document {
    let mut whole = Json::object();
    whole.set("spec", Json::from(merged.root()));
    whole.to_document()
}

/// A document of a kind, which it need not say, within the limits that an engine has unless told otherwise.
fn document(bytes: &[u8], expected: &str) -> Result<Document, String> {
    let Limits { load_bytes: limit, depth, .. } = Limits::default();
    if bytes.len() > limit {
        let cause = Cause::TooLarge { bytes: bytes.len(), limit };
        return Err(in_english(Fault::new(Pointer::default(), cause)));
    }
    let document = Document::read(bytes, depth).map_err(in_english)?;
    match document.root().get("kind").and_then(Value::as_str) {
        Some(kind) if kind != expected => Err(format!("found a `{kind}`, expected a `{expected}` (at /kind)")),
        _ => Ok(document),
    }
}

fn in_english(fault: Fault) -> String {
    sentence(&Problem::of(&fault))
}

impl Offer<'_> {
    fn refusals(&self, machine_type: &str, edition: Edition) -> Option<Vec<u32>> {
        let machine = self.machine(machine_type, edition)?;
        let everything = self.catalog.fits_everything(edition);
        let apart = |version| match self.catalog.nearest_mismatches(&machine, version) {
            Some((_, capability)) if !everything => capability as u32,
            _ => NOTHING_APART,
        };
        Some((0..self.catalog.versions().len()).map(apart).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Edition, Instant, Limits, LoadedProfile};

    const TYPES: &str = r#"{"spec": {
        "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
        "machineTypes": [{"name": "bare"}, {"name": "twin", "capabilities": {"architecture": ["amd64"]}},
            {"name": "twin", "capabilities": {"architecture": ["arm64"]}}]
    }}"#;

    #[test]
    fn warns_of_the_types_that_a_question_warns_of() -> Result<(), String> {
        let profile = LoadedProfile::read(TYPES.as_bytes())?;
        let [twin, bare] = profile.warnings().try_into().map_err(|all| format!("{all:?}"))?;
        assert!(twin.contains("`twin`") && bare.contains("`bare`"), "{twin} {bare}");
        Ok(())
    }

    #[test]
    fn warns_of_a_merged_profile_as_of_its_parts() -> Result<(), String> {
        let parent = br#"{"spec": {"machineImages": [{"name": "ubuntu", "versions": [{"version": "22.4.0"}]}]}}"#;
        let merged = |types: &str| -> Result<Vec<String>, String> {
            let child = format!(r#"{{"spec": {{"machineTypes": [{types}]}}}}"#);
            Ok(LoadedProfile::read_merged(parent, child.as_bytes())?.warnings())
        };
        assert_eq!(merged(r#"{"name": "m5.large"}"#)?, [""; 0]);
        let [misspelt] =
            merged(r#"{"name": "m5.large", "capabilites": {}}"#)?.try_into().map_err(|all| format!("{all:?}"))?;
        assert!(misspelt.contains("`capabilites`"), "{misspelt}");
        Ok(())
    }

    #[test]
    fn warns_of_a_profile_that_is_merged_with_another_parent() -> Result<(), String> {
        let merged = |parent: &str| -> Result<Vec<String>, String> {
            let child = format!(r#"{{"spec": {{"parent": {{"kind": "CloudProfile", "name": "{parent}"}}}}}}"#);
            Ok(LoadedProfile::read_merged(br#"{"metadata": {"name": "aws"}}"#, child.as_bytes())?.warnings())
        };
        assert_eq!(merged("aws")?, [""; 0]);
        let [another] = merged("azure")?.try_into().map_err(|all| format!("{all:?}"))?;
        assert!(another.contains("`azure`") && another.contains("`aws`"), "{another}");
        Ok(())
    }

    #[test]
    fn warns_of_what_no_api_server_stores_in_its_words() -> Result<(), String> {
        let warnings = |spec: &str, head: &str| -> Result<Vec<String>, String> {
            Ok(LoadedProfile::read(format!(r#"{{{head}"spec": {{{spec}}}}}"#).as_bytes())?.warnings())
        };
        let version =
            |rest: &str| format!(r#""machineImages": [{{"name": "gl", "versions": [{{"version": "1.0.0"{rest}}}]}}]"#);
        let said = [
            (version(r#", "classification": "previw""#), "versions[0].classification: Unsupported value"),
            (version(r#", "classification": "expired""#), "versions[0].classification: Forbidden"),
            (
                version(r#", "classification": "preview", "lifecycle": [{"classification": "supported"}]"#),
                "spec.machineImages[0].versions[0]: Forbidden: `lifecycle` replaces",
            ),
            (version(r#"}, {"version": "1.0.0""#), "spec.machineImages[0].versions[1]: Duplicate value"),
            (
                r#""machineImages": [{"name": "gl"}, {"name": "gl"}]"#.to_owned(),
                "spec.machineImages[1]: Duplicate value",
            ),
            (r#""regions": [{"name": "eu"}, {"name": "eu"}]"#.to_owned(), "spec.regions[1].name: Duplicate value"),
        ];
        for (spec, expected) in said {
            let [warning] = warnings(&spec, "")?.try_into().map_err(|all| format!("{spec}: {all:?}"))?;
            assert!(
                warning.starts_with("the API server would not store this: ") && warning.contains(expected),
                "{warning}"
            );
        }
        let sound =
            [version(""), version(r#", "classification": "preview""#), r#""regions": [{"name": "eu"}]"#.to_owned()];
        for spec in sound {
            assert_eq!(warnings(&spec, r#""apiVersion": "core.gardener.cloud/v1beta1","#)?, [""; 0], "{spec}");
        }
        for other in ["core.gardener.cloud/v1", "garden.sapcloud.io/v1beta1"] {
            let [warning] = warnings("", &format!(r#""apiVersion": "{other}","#))?
                .try_into()
                .map_err(|all| format!("{other}: {all:?}"))?;
            assert!(warning.contains(other) && warning.contains("core.gardener.cloud/v1beta1"), "{warning}");
        }
        Ok(())
    }

    #[test]
    fn refuses_places_that_are_none() -> Result<(), String> {
        let profile = br#"{"spec": {"machineTypes": [{"name": "m5"}], "regions": [{"name": "eu-west", "zones": [{"name": "a"}]}]}}"#;
        let profile = LoadedProfile::read(profile)?;
        let offered = |region, zones: &[&str]| {
            profile.offered("m5", Instant::EPOCH, Some((region, zones)), Edition::default()).err().unwrap_or_default()
        };
        assert_eq!([offered("eu-west", &[]), offered("eu-west", &["a"])], ["", ""]);
        assert!(offered("eu-wets", &[]).contains("did you mean `eu-west`"), "{}", offered("eu-wets", &[]));
        assert!(offered("eu-west", &["a", "b"]).contains("has no zone `b`"), "{}", offered("eu-west", &["a", "b"]));
        Ok(())
    }

    #[test]
    fn refuses_what_an_engine_would_not_load() {
        let limit = Limits::default().load_bytes;
        let why = |bytes: usize| LoadedProfile::read(&vec![b' '; bytes]).err().unwrap_or_default();
        assert!(why(limit + 1).contains(&limit.to_string()), "{}", why(limit + 1));
        assert!(!why(limit).contains(&limit.to_string()), "{}", why(limit));
    }
}
