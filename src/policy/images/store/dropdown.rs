//! What fits, in numbers, for a list that is redrawn at every key press.

use super::profiles::{CLOUD_PROFILE, LoadedNamespaced, LoadedProfile, NAMESPACED_CLOUD_PROFILE};
use crate::base::{Edition, Instant, Limits};
use crate::policy::images::catalog::{Offer, unknown_places};
use crate::policy::images::documents::{MachineType, ProfileSpec, Quantity, Region};
use crate::policy::images::reasons::MACHINE_TYPE_UNKNOWN;
use crate::reason::{Fact, Problem, sentence};
use crate::wire::{Cause, Document, Fault, Pointer, Value, answer, to_json};

/// Stands for "fits" where the place of a mismatching capability is expected.
pub(super) const NOTHING_APART: u32 = u32::MAX;

answer! {
    /// What the numbers in the answers stand for: each list is in the order of the profile.
    pub(super) struct Columns<'a> {
        /// The image of each version.
        image: Vec<&'a str>,
        /// The versions of all images.
        version: Vec<&'a str>,
        /// The capabilities, in the order of their definitions.
        capability: Vec<&'a str>,
        /// The names of the machine types.
        machine_type ["machineType"]: Vec<&'a str>,
        /// The CPUs of each machine type as a Kubernetes quantity; empty if the profile does not state them.
        cpu: Vec<&'a str>,
        /// The memory of each machine type as a Kubernetes quantity; empty if the profile does not state it.
        memory: Vec<&'a str>,
        /// The GPUs of each machine type as a Kubernetes quantity; empty if the profile does not state them.
        gpu: Vec<&'a str>,
        /// The regions with their zones.
        regions: Vec<RegionColumn<'a>>,
    }
}

answer! {
    /// A region with its zones.
    pub(super) struct RegionColumn<'a> {
        /// The name of the region.
        name: &'a str,
        /// The names of the region's zones.
        zones: Vec<&'a str>,
    }
}

impl LoadedProfile {
    /// Reads and compiles a CloudProfile from its JSON, within the default limits of an engine. The error is in
    /// English.
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

    /// The places of the versions that fit a machine type.
    pub fn fitting(&self, machine_type: &str, edition: Edition) -> Result<Vec<u32>, String> {
        self.offer().fitting(machine_type, edition).ok_or_else(|| self.unknown(machine_type))
    }

    /// The places of the versions that are offered for a machine type at a time. If a region is given, the machine type
    /// has to be available in one of its zones or, if zones are given, in all of these. A region or zone that the
    /// profile does not have is an error, as for `images/fit`. Unlike `images/fit`, this does not check whether the
    /// region has an artifact.
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

    /// Why each version does not fit a machine type: the place of a capability that mismatches, or `u32::MAX` if it
    /// fits.
    pub fn refusals(&self, machine_type: &str, edition: Edition) -> Result<Vec<u32>, String> {
        self.offer().refusals(machine_type, edition).ok_or_else(|| self.unknown(machine_type))
    }

    /// What the numbers in the answers stand for, as JSON.
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

    /// The classification of each version at a time. Whether a version fits does not depend on it.
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

/// Reads a document within the default limits of an engine. It may leave out its kind, but not state another one.
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

impl LoadedNamespaced {
    /// Reads a NamespacedCloudProfile from its JSON. The error is in English.
    pub(crate) fn from_text(text: &[u8]) -> Result<Self, String> {
        Self::read(document(text, NAMESPACED_CLOUD_PROFILE.kind)?, "").map_err(in_english)
    }

    /// Merges the profile with its parent and compiles the result. `in_silence` are the warnings about the two parts
    /// that the result no longer shows.
    pub(crate) fn onto(&self, parent: &LoadedProfile, in_silence: Vec<Problem>) -> Result<LoadedProfile, String> {
        let merged = self.merged(Some(parent)).ok_or_else(|| "there is nothing to merge".to_owned())?;
        LoadedProfile::merged(merged, in_silence).map_err(in_english)
    }
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
    fn tells_of_the_first_machine_type_as_of_any_other() -> Result<(), String> {
        let silent = r#"{"name": "m5"}"#;
        let other = r#"{"name": "m6", "capabilities": {"architecture": ["arm64"]}}"#;
        let defined = r#"[{"name": "architecture", "values": ["amd64", "arm64"]}]"#;
        for types in [[silent, other], [other, silent]].map(|types| types.join(", ")) {
            let profile = format!(r#"{{"spec": {{"machineCapabilities": {defined}, "machineTypes": [{types}]}}}}"#);
            let told = LoadedProfile::read(profile.as_bytes())?.warnings();
            assert!(told.iter().any(|says| says.contains("`m5`")), "{types}: {told:?}");
        }
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
