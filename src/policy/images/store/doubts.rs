//! Warnings that a profile's author should get before any question is asked.

use super::profiles::{CLOUD_PROFILE, LoadedNamespaced, LoadedProfile, NAMESPACED_CLOUD_PROFILE};
use crate::base::Edition;
use crate::policy::images::catalog::{
    Offer, fields_ignored, parents_types_of_usual_architecture, refused, repeated_types, types_without_architecture,
    undefined_names, unknown_types, unreadable_versions,
};
use crate::policy::images::documents::{FIELDS, GROUP};
use crate::policy::images::reasons::would_be_refused;
use crate::reason::{Problem, sentence};
use crate::wire::{Document, Pointer};

impl LoadedProfile {
    /// Warnings for the profile's author, one sentence each: keys that no CloudProfile has and values of the wrong
    /// type; machine and volume types that zones call unavailable but the profile does not have; names and values of
    /// capabilities that it does not define; machine types that are listed twice, or that name no architecture although
    /// several are defined; older architecture fields that have no effect; image versions that cannot be parsed, are
    /// listed twice or have an invalid classification; images and regions that are listed twice; a parent other than
    /// the one merged with; and the `apiVersion` of another API. A misspelt key or name leaves open what was meant, and
    /// so may let more fit.
    ///
    /// Whether an API server would accept the capabilities is not checked here: a version that lacks the flavors which
    /// the definitions require, for example, simply fits everything. `images/validate-profile` reports it, and so does
    /// `images/fit` along with its answers.
    ///
    /// ```
    /// let profile = fitment::LoadedProfile::read(br#"{"spec": {"machineImage": []}}"#)?;
    /// let [warning] = profile.warnings().try_into().expect("one key is none");
    /// assert!(warning.contains("`machineImage`") && warning.contains("did you mean `machineImages`"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn warnings(&self) -> Vec<String> {
        // A merged profile no longer has unknown keys, so the warnings about its parts were collected before merging.
        let mut problems = match self.offer().is_merged() {
            true => self.offer().merged_in_silence().to_vec(),
            false => self.misplaced(""),
        };
        let spec = Pointer::to("spec");
        let Offer { profile, catalog, .. } = self.offer();
        problems.extend(unknown_types(profile.spec(), [spec.clone(), spec.clone()], None));
        let at = [spec.clone(), spec.clone()];
        problems.extend(repeated_types(catalog, &at));
        let types = 0..profile.spec().machine_types.len();
        problems.extend(types_without_architecture(profile.spec(), &at, types.clone()));
        problems.extend(parents_types_of_usual_architecture(self.offer(), &at, types));
        problems.extend(undefined_names(profile.spec(), catalog, [spec.clone(), spec.clone()]));
        let all = 0..catalog.versions().len();
        problems.extend(unreadable_versions(profile.spec(), catalog, [spec.clone(), spec], all));
        if cfg!(not(feature = "js-catalog")) {
            let types = 0..profile.spec().machine_types.len();
            let all = (types, 0..catalog.versions().len());
            problems.extend(fields_ignored(profile.spec(), catalog, &at, all, Edition::default()));
            problems.extend(refused(profile.spec()));
        }
        problems.iter().map(sentence).collect()
    }

    /// Warns of keys and values that do not belong in the document, which is at `path`, and of another kind or API
    /// version.
    pub(crate) fn misplaced(&self, path: &str) -> Vec<Problem> {
        misplaced(self.document(), CLOUD_PROFILE.kind, path)
    }
}

impl LoadedNamespaced {
    /// Warns of keys and values that do not belong in the document, which is at `path`, and of another kind or API
    /// version.
    pub(crate) fn misplaced(&self, path: &str) -> Vec<Problem> {
        misplaced(self.document(), NAMESPACED_CLOUD_PROFILE.kind, path)
    }
}

fn misplaced(document: &Document, kind: &str, path: &str) -> Vec<Problem> {
    let fields = FIELDS.iter().find(|fields| fields.kind == Some((GROUP, kind)));
    fields.map(|fields| fields.warnings(document.root(), path)).unwrap_or_default()
}

/// Warns that a NamespacedCloudProfile names a parent of another kind, which it does at `at`.
pub(crate) fn parent_of_another_kind(kind: &str, at: Pointer) -> Option<Problem> {
    let expected = CLOUD_PROFILE.kind;
    let detail = || format!("expected `{expected}`, found `{kind}`");
    (kind != expected).then(|| would_be_refused(at, "spec.parent.kind", detail()))
}

#[cfg(test)]
mod tests {
    use super::LoadedProfile;

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
        let merged = |kind: &str, parent: &str| -> Result<Vec<String>, String> {
            let child = format!(r#"{{"spec": {{"parent": {{"kind": "{kind}", "name": "{parent}"}}}}}}"#);
            Ok(LoadedProfile::read_merged(br#"{"metadata": {"name": "aws"}}"#, child.as_bytes())?.warnings())
        };
        assert_eq!(merged("CloudProfile", "aws")?, [""; 0]);
        let [misspelt] = merged("Cloudprofile", "aws")?.try_into().map_err(|all| format!("{all:?}"))?;
        assert!(misspelt.contains("spec.parent.kind") && misspelt.contains("`Cloudprofile`"), "{misspelt}");
        let [another] = merged("CloudProfile", "azure")?.try_into().map_err(|all| format!("{all:?}"))?;
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
}
