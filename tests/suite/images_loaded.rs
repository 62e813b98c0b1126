//! Loaded profiles, and the result of merging NamespacedCloudProfiles with their parent.

use fitment::{Edition, Engine, LoadedProfile};
use serde_json::{Value, json};

const PARENT: &str = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "demo"},
    "spec": {"machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
    "machineTypes": [{"name": "small", "capabilities": {"architecture": ["amd64"]}}],
    "machineImages": [{"name": "linux", "versions": [{"version": "VERSION", "capabilityFlavors": [{"architecture": ["amd64"]}]}]}]}}"#;

const CHILD: &str = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
    "metadata": {"name": "team", "namespace": "garden"}, "spec": {"parent": {"kind": "CloudProfile", "name": "demo"},
    "machineTypes": [{"name": "arm", "architecture": "arm64"}],
    "machineImages": [{"name": "linux", "versions": [{"version": "2.0.0", "architectures": ["arm64"]}]}]}}"#;

fn load(engine: &mut Engine, documents: &[&str], rest: &str) {
    let answer = engine.load(format!(r#"{{"documents": [{}]{rest}}}"#, documents.join(",")).as_bytes());
    assert!(answer.starts_with(r#"{"outcome":"decided""#), "{answer}");
}

fn parent(version: &str) -> String {
    PARENT.replace("VERSION", version)
}

fn fit(engine: &Engine, profiles: &str, machine: &str) -> String {
    let request = format!(r#"{{"question": "images/fit", "given": {{{profiles}, "machineType": "{machine}"}}}}"#);
    engine.ask(request.as_bytes())
}

/// Returns the versions that fit.
fn fitting(answer: &str) -> Vec<String> {
    let mut versions: Vec<String> = Vec::new();
    for part in answer.split(r#"{"version":""#).skip(1) {
        if let Some((version, rest)) = part.split_once('"')
            && rest.starts_with(r#","fits":true"#)
        {
            versions.push(version.to_owned());
        }
    }
    versions
}

#[test]
fn a_loaded_profile_of_a_namespace_offers_what_it_comes_to_with_its_parent() {
    let mut engine = Engine::default();
    let named = r#""namespacedCloudProfile": "garden/team""#;
    load(&mut engine, &[CHILD], "");
    let answer = fit(&engine, named, "arm");
    assert!(answer.contains(r#""undecided":"facts""#) && answer.contains("document-not-loaded"), "{answer}");

    load(&mut engine, &[&parent("1.0.0")], "");
    assert_eq!(fitting(&fit(&engine, named, "arm")), ["2.0.0"]);
    assert_eq!(fitting(&fit(&engine, named, "small")), ["1.0.0"]);

    // A changed parent changes its children, and removing it leaves them without one.
    load(&mut engine, &[&parent("1.1.0")], "");
    assert_eq!(fitting(&fit(&engine, named, "small")), ["1.1.0"]);
    let remove =
        r#", "remove": [{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "name": "demo"}]"#;
    load(&mut engine, &[], remove);
    assert!(fit(&engine, named, "small").contains(r#""undecided":"facts""#));
}

#[test]
fn a_given_parent_counts_more_than_the_loaded_one() {
    let mut engine = Engine::default();
    load(&mut engine, &[CHILD, &parent("1.0.0")], "");
    let both = format!(r#""namespacedCloudProfile": "garden/team", "cloudProfile": {}"#, parent("1.2.0"));
    assert_eq!(fitting(&fit(&engine, &both, "small")), ["1.2.0"]);
    let inline = format!(r#""namespacedCloudProfile": {CHILD}"#);
    assert_eq!(fitting(&fit(&engine, &inline, "small")), ["1.0.0"]);
}

#[test]
fn facts_about_a_merged_offer_stand_in_its_status() {
    let mut engine = Engine::default();
    load(&mut engine, &[CHILD, &parent("1.0.0")], "");
    let one = r#""namespacedCloudProfile": "garden/team", "image": "linux", "version": "2.0.0""#;
    let answer = fit(&engine, one, "small");
    let place = "NamespacedCloudProfile/garden/team#/status/cloudProfileSpec/machineImages/0/versions/1";
    assert!(answer.contains(place), "{answer}");
}

#[test]
fn documents_as_people_write_them_are_filled_in_when_they_are_loaded() {
    let written = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "demo"},
        "spec": {"machineTypes": [{"name": "small"}], "machineImages": [{"name": "linux", "versions": [{"version": "1.0.0"}]}]}}"#;
    let default = r#"{"question": "images/default-profile", "given": {"cloudProfile": "demo"}}"#;
    let mut engine = Engine::default();
    load(&mut engine, &[written], "");
    assert!(engine.ask(default.as_bytes()).contains("usable-filled"));
    let digest = engine.load(br#"{"documents": []}"#);
    load(&mut engine, &[written], r#", "defaulted": true"#);
    assert!(engine.ask(default.as_bytes()).contains("already-complete"));
    assert_eq!(engine.load(br#"{"documents": []}"#), digest, "the digest names the document as it was read");
}

/// A profile as a person writes it. It is valid once the API server's defaults are filled in.
const WRITTEN: &str = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "demo"}, "spec": {
    "type": "local-lab", "regions": [{"name": "r"}], "kubernetes": {"versions": [{"version": "1.33.2"}]},
    "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
    "machineTypes": [{"name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "arm64"}],
    "machineImages": [{"name": "linux", "versions": [
        {"version": "1.0.0", "expirationDate": "2020-01-01T00:00:00Z", "capabilityFlavors": [{"architecture": ["arm64"]}]}]}]}}"#;

#[test]
fn what_is_valid_is_loaded_in_its_canonical_form() {
    let mut engine = Engine::default();
    let sync = r#"{"question": "images/sync-profile", "given": {"cloudProfile": "demo"}}"#;
    load(&mut engine, &[WRITTEN], "");
    let answer = engine.ask(sync.as_bytes());
    assert!(answer.contains("capabilities-from-architectures") && answer.contains("architectures-follow"), "{answer}");
    let request = format!(r#"{{"documents": [{WRITTEN}], "defaulted": true}}"#);
    let loaded = engine.load(request.as_bytes());
    assert!(loaded.contains(r#""problems":[]"#), "a version that expires at some time is no error: {loaded}");
    let answer = engine.ask(sync.as_bytes());
    assert!(answer.contains("already-canonical"), "{answer}");
    assert!(
        answer.contains(r#""architectures":["arm64"]"#)
            && answer.contains(r#""capabilities":{"architecture":["arm64"]}"#)
    );
}

#[test]
fn the_edition_of_a_load_says_what_the_api_server_would_have_stored() {
    // Without an architecture, the design refuses the machine type, and today's API server fills one in.
    let open = WRITTEN.replace(r#", "architecture": "arm64"}"#, "}");
    assert_ne!(open, WRITTEN);
    let sync = r#"{"question": "images/sync-profile", "edition": "upstream", "given": {"cloudProfile": "demo"}}"#;
    for (edition, is_stored) in [("design", false), ("upstream", true)] {
        let mut engine = Engine::default();
        let loaded =
            engine.load(format!(r#"{{"documents": [{open}], "defaulted": true, "edition": "{edition}"}}"#).as_bytes());
        assert_eq!(loaded.contains("loaded-document-invalid"), !is_stored, "{loaded}");
        let answer = engine.ask(sync.as_bytes());
        assert_eq!(answer.contains("already-canonical"), is_stored, "{edition}: {answer}");
    }
    let refused = Engine::default().load(br#"{"documents": [], "edition": "upstraem"}"#);
    assert!(refused.contains("unknown-edition"), "{refused}");
}

#[test]
fn what_is_not_valid_is_loaded_with_its_first_error() {
    let broken = WRITTEN.replace(r#""regions": [{"name": "r"}], "#, "");
    let mut engine = Engine::default();
    let request = format!(r#"{{"documents": [{broken}], "defaulted": true, "text": true}}"#);
    let loaded = engine.load(request.as_bytes());
    assert!(loaded.starts_with(r#"{"outcome":"decided""#), "{loaded}");
    assert!(loaded.contains(r#""path":"/documents/0/spec""#) && loaded.contains("spec.regions"), "{loaded}");
    let sync = r#"{"question": "images/sync-profile", "given": {"cloudProfile": "demo"}}"#;
    assert!(engine.ask(sync.as_bytes()).contains("architectures-follow"), "it has its defaults and no more");
    let default = r#"{"question": "images/default-profile", "given": {"cloudProfile": "demo"}}"#;
    assert!(engine.ask(default.as_bytes()).contains("already-complete"));
}

#[test]
fn a_deletion_is_undecided_where_nothing_is_known_of_a_kind() {
    let review = |engine: &Engine| {
        let kind = r#"{"group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile"}"#;
        let request = format!(
            r#"{{"phase": "validating", "review": {{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
                "request": {{"uid": "1", "kind": {kind}, "operation": "DELETE", "name": "demo", "oldObject": {WRITTEN}}}}}}}"#
        );
        engine.review(request.as_bytes())
    };
    let complete =
        |kind: &str| format!(r#", "complete": [{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "{kind}"}}]"#);
    let mut engine = Engine::default();
    let answer = review(&engine);
    assert!(answer.contains(r#""undecided":"facts""#) && answer.contains("users-not-known"), "{answer}");
    load(&mut engine, &[], &complete("Shoot"));
    let answer = review(&engine);
    assert!(answer.contains("NamespacedCloudProfile.core.gardener.cloud"), "{answer}");
    // One reference to the profile is enough for a no, whatever else exists.
    load(&mut engine, &[CHILD], "");
    let answer = review(&engine);
    assert!(answer.contains(r#""allowed":false"#) && answer.contains("users-looked-at"), "{answer}");
    let mut engine = Engine::default();
    load(&mut engine, &[], &complete("Shoot"));
    load(&mut engine, &[], &complete("NamespacedCloudProfile"));
    let answer = review(&engine);
    assert!(answer.contains(r#""allowed":true"#), "{answer}");
}

#[test]
fn the_columns_of_a_loaded_profile_name_what_its_numbers_stand_for() {
    let profile = LoadedProfile::read(parent("1.0.0").as_bytes()).expect("it is a profile");
    let columns: Value = serde_json::from_str(&profile.columns()).expect("columns are JSON");
    let expected = json!({
        "image": ["linux"], "version": ["1.0.0"], "capability": ["architecture"], "machineType": ["small"],
        "cpu": [""], "memory": [""], "gpu": [""], "regions": [],
    });
    assert_eq!(columns, expected);
    assert_eq!(profile.refusals("small", Edition::DESIGN), Ok(vec![u32::MAX]), "nothing keeps them apart");
    assert!(profile.refusals("smal", Edition::DESIGN).is_err_and(|why| why.contains("`small`")));
}

#[test]
fn what_a_loaded_profile_is_refused_for_is_that_of_the_edition() {
    let nameless = parent("1.0.0").replace(r#", "capabilities": {"architecture": ["amd64"]}}"#, "}");
    let ask = |engine: &Engine, edition: &str| {
        let given = r#"{"cloudProfile": "demo", "machineType": "small"}"#;
        engine.ask(format!(r#"{{"question": "images/fit", "edition": "{edition}", "given": {given}}}"#).as_bytes())
    };
    let fresh = |edition: &str| {
        let mut engine = Engine::default();
        load(&mut engine, &[&nameless], "");
        ask(&engine, edition)
    };
    let [upstream, design] = ["upstream", "design"].map(fresh);
    let is_told = |answer: &str| answer.contains("loaded-document-invalid");
    assert_eq!((is_told(&upstream), is_told(&design)), (false, true), "{upstream}\n{design}");
    for order in [["upstream", "design"], ["design", "upstream"]] {
        let mut engine = Engine::default();
        load(&mut engine, &[&nameless], "");
        for edition in order {
            assert_eq!(ask(&engine, edition), if edition == "design" { &*design } else { &*upstream }, "{order:?}");
        }
    }
}

#[test]
fn a_question_tells_what_a_loaded_profile_of_a_namespace_is_refused_for() {
    let child = |version: &str, rest: &str| {
        let images =
            format!(r#""machineImages": [{{"name": "linux", "versions": [{{"version": "1.0.0"{version}}}]}}]"#);
        format!(
            r#"{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
            "metadata": {{"name": "team", "namespace": "garden"}}{rest},
            "spec": {{"parent": {{"kind": "CloudProfile", "name": "demo"}}, {images}}}}}"#
        )
    };
    let told = |child: &str| {
        let mut engine = Engine::default();
        load(&mut engine, &[&parent("1.0.0"), child], "");
        let answer = fit(&engine, r#""namespacedCloudProfile": "garden/team""#, "small");
        let again = fit(&engine, r#""namespacedCloudProfile": "garden/team""#, "small");
        assert_eq!(answer, again);
        answer.contains("loaded-document-invalid").then_some(answer)
    };
    let undated = told(&child("", "")).expect("an override without a date is told");
    assert!(undated.contains("spec.machineImages[0].versions[0].expirationDate"), "{undated}");
    assert_eq!(told(&child(r#", "expirationDate": "2027-01-01T00:00:00Z""#, "")), None);
    // If the child is already stored, the parent may have got the version later.
    assert_eq!(told(&child("", r#", "status": {"observedGeneration": 1}"#)), None);
    let stages = child(r#", "expirationDate": "2027-01-01T00:00:00Z", "classification": "previw""#, "");
    assert!(told(&stages).is_some_and(|answer| answer.contains("classification")));
}

#[test]
fn keys_that_no_mapping_has_are_told_when_it_is_loaded_and_of_a_child_again() {
    let mapping = |image: &str, rest: &str| {
        format!(
            r#"{{"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig", "machineImages":
            [{{"name": "{image}", "versions": [{{"version": "1.0.0", "regions": [{{"name": "eu", "ami": "ami-1"{rest}}}]}}]}}]}}"#
        )
    };
    let images = |name: &str| {
        let flavors = r#""cri": [{"name": "containerd"}], "capabilityFlavors": [{"architecture": ["amd64"]}]"#;
        format!(r#"[{{"name": "{name}", "updateStrategy": "minor", "versions": [{{"version": "1.0.0", {flavors}}}]}}]"#)
    };
    let told = |of_parent: &str, of_child: &str| {
        let cluster = format!(
            r#"{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {{"name": "demo"}}, "spec": {{
            "type": "aws", "machineCapabilities": [{{"name": "architecture", "values": ["amd64", "arm64"]}}],
            "kubernetes": {{"versions": [{{"version": "1.33.6"}}]}}, "regions": [{{"name": "eu", "zones": [{{"name": "a"}}]}}],
            "machineTypes": [{{"name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {{"architecture": ["amd64"]}}}}],
            "machineImages": {}, "providerConfig": {}}}}}"#,
            images("linux"),
            mapping("linux", of_parent)
        );
        let child = format!(
            r#"{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
            "metadata": {{"name": "team", "namespace": "garden"}}, "spec": {{"parent": {{"kind": "CloudProfile", "name": "demo"}},
            "machineImages": {}, "providerConfig": {}}}}}"#,
            images("own"),
            mapping("own", of_child)
        );
        let mut engine = Engine::default();
        let loaded = engine.load(format!(r#"{{"documents": [{cluster}, {child}], "defaulted": true}}"#).as_bytes());
        let asked = fit(&engine, r#""namespacedCloudProfile": "garden/team""#, "small");
        [loaded, asked]
            .map(|answer| answer.contains("regions/0/architecure") || answer.contains("regions[0].architecure"))
    };
    let misspelt = r#", "architecure": "arm64""#;
    assert_eq!(told("", ""), [false, false]);
    assert_eq!(told(misspelt, ""), [true, true]);
    assert_eq!(told("", misspelt), [true, true]);
}

/// Returns a NamespacedCloudProfile with a version and artifact of its own, and its parent with both.
fn mapped() -> [String; 2] {
    let spec = |version: &str, ami: &str| {
        format!(
            r#""machineImages": [{{"name": "linux", "updateStrategy": "major", "versions": [{{"version": "{version}",
            "cri": [{{"name": "containerd"}}], "capabilityFlavors": [{{"architecture": ["amd64"]}}]}}]}}],
            "providerConfig": {{"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
            "machineImages": [{{"name": "linux", "versions": [{{"version": "{version}", "capabilityFlavors": [
            {{"capabilities": {{"architecture": ["amd64"]}}, "regions": [{{"name": "eu", "ami": "{ami}"}}]}}]}}]}}]}}"#
        )
    };
    let child = format!(
        r#"{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": {{"name": "team", "namespace": "garden"}}, "spec": {{"parent": {{"kind": "CloudProfile", "name": "demo"}}, {}}}}}"#,
        spec("2.0.0", "ami-2")
    );
    let parent = format!(
        r#"{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {{"name": "demo"}}, "spec": {{
        "type": "aws", "machineCapabilities": [{{"name": "architecture", "values": ["amd64", "arm64"]}}],
        "kubernetes": {{"versions": [{{"version": "1.33.6"}}]}}, "regions": [{{"name": "eu", "zones": [{{"name": "a"}}]}}],
        "machineTypes": [{{"name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi", "capabilities": {{"architecture": ["amd64"]}}}}],
        {}}}}}"#,
        spec("1.0.0", "ami-1")
    );
    [parent, child]
}

#[test]
fn artifacts_of_a_loaded_profile_of_a_namespace_are_its_parents_and_its_own() {
    let [parent, child] = mapped();
    let asked = |engine: &Engine, profiles: &str, region: &str| -> Value {
        let given = format!(r#"{{{profiles}, "machineType": "small", "region": "{region}"}}"#);
        let answer = engine.ask(format!(r#"{{"question": "images/fit", "given": {given}}}"#).as_bytes());
        serde_json::from_str(&answer).expect("an answer is JSON")
    };
    let lacking = |answer: &Value| answer.to_string().contains("artifacts-missing");
    let mut engine = Engine::default();
    load(&mut engine, &[&parent, &child], "");
    let given = format!(r#""cloudProfile": {parent}, "namespacedCloudProfile": {child}"#);
    let inline = asked(&engine, &given, "eu");
    let versions = |answer: &Value| answer["answer"]["images"].clone();
    assert!(!lacking(&inline) && versions(&inline).to_string().contains("2.0.0"), "{inline}");
    // What the first question finds out about the profile is kept for the second.
    for time in ["first", "again"] {
        let loaded = asked(&engine, r#""namespacedCloudProfile": "garden/team""#, "eu");
        assert!(!lacking(&loaded), "{time}: {loaded}");
        assert_eq!(versions(&loaded), versions(&inline), "{time}");
        let of_parent = asked(&engine, r#""cloudProfile": "demo""#, "eu");
        assert!(!lacking(&of_parent), "{time}: {of_parent}");
    }
    // Without artifacts of its own, the loaded child lacks them.
    let bare = child.replace("ami-2", "");
    assert_ne!(bare, child);
    load(&mut engine, &[&bare], "");
    for time in ["first", "again"] {
        assert!(lacking(&asked(&engine, r#""namespacedCloudProfile": "garden/team""#, "eu")), "{time}");
    }
}
