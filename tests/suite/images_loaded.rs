//! Profiles that are loaded, and what those of a namespace result in together with their parent.

use fitment::Engine;

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

/// The versions that fit.
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

    // A parent that changes takes its children along, and one that goes leaves them without.
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
