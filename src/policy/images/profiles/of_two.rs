//! A CloudProfile and a NamespacedCloudProfile that builds on it, read together for a list that shows both.

use super::dropped::dropped_capabilities;
use super::unsound::refused_onto;
use crate::base::Edition;
use crate::policy::images::catalog::{repeated_of_child, types_of_usual_architecture, undated_of_child};
use crate::policy::images::reasons::PROFILE_IS_ANOTHER;
use crate::policy::images::store::{
    LoadedNamespaced, LoadedProfile, Written, parent_of_another_kind, stale, stale_at, status_of,
};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The path at which the NamespacedCloudProfile is reported.
const MEMBER: &str = "namespacedCloudProfile";

impl LoadedProfile {
    /// Reads and compiles a CloudProfile together with a NamespacedCloudProfile that builds on it.
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
        let child = LoadedNamespaced::from_text(namespaced)?;
        let mut in_silence = parent.misplaced("");
        in_silence.extend(child.misplaced(Pointer::to(MEMBER).as_str()));
        in_silence.extend(lost_in(&child, &parent));
        child.onto(&parent, in_silence)
    }
}

/// Warnings about a NamespacedCloudProfile that no longer show once it is merged with its parent.
fn lost_in(child: &LoadedNamespaced, parent: &LoadedProfile) -> Vec<Problem> {
    let (own, path) = (child.profile().spec(), Pointer::to(MEMBER));
    let mut lost = repeated_of_child(own, &path);
    // A profile with a status is stored already, and the parent may have got the version later.
    if status_of(child.document().root()).is_none() {
        lost.extend(undated_of_child(own, parent.offer(), &path));
    }
    let is_refused = !lost.is_empty();
    let (named, given) = (own.parent_name(), parent.offer().profile.name());
    if !named.is_empty() && !given.is_empty() && named != given {
        let [path, place] = [path.clone(), Pointer::default()].map(|at| at.key("spec").key("parent").key("name"));
        let problem = Problem::warning(&PROFILE_IS_ANOTHER, path).fact(Fact::at(place, named));
        lost.push(problem.fact(Fact::named("given", given)));
    }
    let kind = own.parent.as_ref().and_then(|parent| parent.kind);
    let at = path.clone().key("spec").key("parent").key("kind");
    lost.extend(kind.and_then(|kind| parent_of_another_kind(kind, at)));
    let definitions = &parent.offer().spec().machine_capabilities;
    lost.extend(types_of_usual_architecture(&own.machine_types, definitions, &path));
    let [child, parent] = [child.document(), parent.document()].map(|document| document.root());
    lost.extend(dropped_capabilities(child, parent, &path));
    // The build that a browser loads to see what fits has no rules of validation.
    if cfg!(feature = "images") && !is_refused {
        let [child, parent] = [(child, path.as_str()), (parent, "")].map(|(value, at)| Written::worked_up(value, at));
        lost.extend(refused_onto(&child, &parent, Edition::default()));
    }
    lost.extend(stale(child, parent).map(|part| stale_at(&path, part)));
    lost
}

#[cfg(test)]
mod tests {
    use super::LoadedProfile;

    const PARENT: &[u8] = br#"{"kind": "CloudProfile", "metadata": {"name": "aws"}, "spec": {"machineImages": [
        {"name": "ubuntu", "versions": [{"version": "22.4.0", "expirationDate": "2026-01-01T00:00:00Z"}]}]}}"#;

    fn warnings_of(version: &str) -> Result<Vec<String>, String> {
        let parent = r#""parent": {"kind": "CloudProfile", "name": "aws"}"#;
        let images =
            format!(r#""machineImages": [{{"name": "ubuntu", "versions": [{{"version": "22.4.0"{version}}}]}}]"#);
        let child = format!(r#"{{"spec": {{{parent}, {images}}}}}"#);
        Ok(LoadedProfile::read_merged(PARENT, child.as_bytes())?.warnings())
    }

    #[test]
    fn warns_of_an_override_that_does_not_say_when_it_expires() -> Result<(), String> {
        assert_eq!(warnings_of(r#", "expirationDate": "2027-01-01T00:00:00Z""#)?, [""; 0]);
        for date in ["", r#", "expirationDate": null"#] {
            let refused = warnings_of(date)?.pop().ok_or("nothing is told")?;
            assert!(refused.contains("versions[0].expirationDate: Invalid value"), "{refused}");
            assert!(refused.contains("/namespacedCloudProfile/spec/machineImages/0/versions/0"), "{refused}");
        }
        Ok(())
    }

    #[test]
    fn warns_of_a_key_that_the_merge_drops() -> Result<(), String> {
        let date = r#", "expirationdate": "2027-01-01T00:00:00Z""#;
        let [misspelt, refused] = warnings_of(date)?.try_into().map_err(|all| format!("{all:?}"))?;
        assert!(
            misspelt.contains("`expirationdate`") && misspelt.contains("did you mean `expirationDate`"),
            "{misspelt}"
        );
        assert!(refused.contains("expirationDate: Invalid value"), "{refused}");
        Ok(())
    }
}
