//! What is reported about profiles that are large, or wrong in many places.

use fitment::Engine;

fn profile(definitions: &str, images: &str) -> String {
    format!(
        r#"{{"metadata": {{"name": "demo"}}, "spec": {{"type": "demo", "regions": [{{"name": "eu"}}],
        "kubernetes": {{"versions": [{{"version": "1.33.2"}}]}}, "machineCapabilities": [{definitions}],
        "machineTypes": [{{"name": "small"}}], "machineImages": [{images}]}}}}"#
    )
}

fn ask(question: &str, given: &str) -> String {
    let request =
        format!(r#"{{"question": "images/{question}", "now": "2026-01-01T00:00:00Z", "given": {{{given}}}}}"#);
    Engine::default().ask(request.as_bytes())
}

fn list(count: usize, element: impl Fn(usize) -> String) -> String {
    (0..count).map(element).collect::<Vec<_>>().join(",")
}

/// Returns the definition of one architecture, and of this many further capabilities.
fn definitions(count: usize) -> String {
    list(count + 1, |index| match index {
        0 => r#"{"name": "architecture", "values": ["amd64"]}"#.to_owned(),
        index => format!(r#"{{"name": "c{index}", "values": ["a"]}}"#),
    })
}

fn image(name: &str, versions: &str) -> String {
    format!(r#"{{"name": "{name}", "updateStrategy": "major", "versions": [{versions}]}}"#)
}

const RUNTIME: &str = r#""cri": [{"name": "containerd"}]"#;

#[test]
fn many_capabilities_and_flavors_are_validated_one_by_one() {
    let flavors = list(20_000, |_| r#"{"x": ["y"]}"#.to_owned());
    let version = format!(r#"{{"version": "1.0.0", {RUNTIME}, "capabilityFlavors": [{flavors}]}}"#);
    let profile = profile(&definitions(10_000), &image("linux", &version));
    let answer = ask("validate-profile", &format!(r#""cloudProfile": {profile}"#));
    assert_eq!(
        answer.matches(r#"{"type":"NotSupported","field":"spec.machineImages[0].versions[0].capa"#).count(),
        20_000
    );
    assert!(answer.len() < 20_000_000, "each error lists a few names only: {} bytes", answer.len());
}

#[test]
fn many_supported_versions_are_each_reported_and_not_each_pair() {
    let version = |index| format!(r#"{{"version": "1.0.{index}", "classification": "supported", {RUNTIME}}}"#);
    let profile = profile(&definitions(0), &image("linux", &list(5_000, version)));
    let answer = ask("validate-profile", &format!(r#""cloudProfile": {profile}"#));
    let count = answer.matches(r#"{"type":"Forbidden""#).count();
    assert!((5_000..=15_000).contains(&count), "{count} errors");
    assert!(answer.contains(r#""field":"spec.machineImages[0].versions[4999]""#));
}

#[test]
fn long_names_are_not_repeated_in_full() {
    let name = "n".repeat(200_000);
    let profile = profile(&definitions(0), &image(&name, &list(5_000, |_| r#"{"version": ""}"#.to_owned())));
    let answer = ask("validate-profile", &format!(r#""cloudProfile": {profile}"#));
    assert!(answer.contains(r#""valid":false"#) && answer.len() < 10_000_000, "{} bytes", answer.len());
}

#[test]
fn unreadable_amounts_and_dates_are_named_with_their_place() {
    for (text, with, path) in [
        (r#""name": "small""#, r#""name": "small", "cpu": "many""#, "/spec/machineTypes/0/cpu"),
        (
            r#""version": "1.33.2""#,
            r#""version": "1.33.2", "expirationDate": "soon""#,
            "/spec/kubernetes/versions/0/expirationDate",
        ),
    ] {
        let profile = profile(&definitions(0), &image("linux", "")).replace(text, with);
        for question in ["validate-profile", "default-profile", "sync-profile", "prepare-profile"] {
            let answer = ask(question, &format!(r#""cloudProfile": {profile}"#));
            let problem = format!(r#""code":"unreadable-text","path":"/given/cloudProfile{path}""#);
            assert!(answer.contains(&problem), "{question}: {answer}");
        }
    }
}

#[test]
fn a_stage_keeps_what_it_does_not_know_where_it_stands() {
    let written =
        r#"{"spec": {"zzz": {"b": 1.50, "a": null}, "machineTypes": [{"z": true, "name": "small", "a": 0}]}}"#;
    let answer = ask("default-profile", &format!(r#""namespacedCloudProfile": {written}"#));
    let kept = r#"{"zzz":{"b":1.50,"a":null},"machineTypes":[{"z":true,"name":"small","a":0,"usable":true}]"#;
    assert!(answer.contains(kept), "{answer}");
}

#[test]
fn an_update_with_many_labels_is_compared_by_name() {
    let labels =
        |last: usize| list(50_000, |index| format!(r#""l{}": "x""#, if last == 0 { index } else { last - index }));
    let child = |labels: String| {
        format!(
            r#"{{"metadata": {{"name": "team", "namespace": "garden", "labels": {{{labels}}}}},
            "spec": {{"parent": {{"kind": "CloudProfile", "name": "demo"}}}}}}"#
        )
    };
    let parent = profile(&definitions(0), "");
    let (new, old) = (child(labels(0)), child(labels(49_999)));
    let given = format!(
        r#""operation": "update", "cloudProfile": {parent}, "namespacedCloudProfile": {new}, "oldNamespacedCloudProfile": {old}"#
    );
    let answer = ask("admit-profile", &given);
    assert!(answer.contains("nothing-to-admit"), "{answer}");
}

#[test]
fn annotations_may_have_256_kib_together() {
    let refused = |bytes: usize| {
        let text = "x".repeat(bytes - "example.org/why".len());
        let annotated = format!(r#""name": "demo", "annotations": {{"example.org/why": "{text}"}}"#);
        let profile = profile(&definitions(0), "").replace(r#""name": "demo""#, &annotated);
        ask("validate-profile", &format!(r#""cloudProfile": {profile}"#)).contains("at most 262144 bytes together")
    };
    assert_eq!([262_144, 262_145].map(refused), [false, true]);
}

#[test]
fn who_writes_a_flavor_as_a_provider_does_is_told_how_a_profile_has_it() {
    let definitions = definitions(0);
    let version = format!(
        r#"{{"version": "1.0.0", {RUNTIME}, "capabilityFlavors": [{{"capabilities": {{"architecture": ["amd64"]}}}}]}}"#
    );
    let profile = profile(&definitions, &image("linux", &version));
    let answer = ask("fit", &format!(r#""cloudProfile": {profile}, "machineType": "small""#));
    let told = r#""path":"/given/cloudProfile/spec/machineImages/0/versions/0/capabilityFlavors/0/capabilities""#;
    let once = answer.matches(told).count() == 1;
    assert!(once && answer.contains("array: a profile has the capabilities of a flavor without"), "{answer}");
}

#[test]
fn a_version_expires_only_where_no_later_stage_of_the_list_has_begun_by_then() {
    let expires = |deprecated: &str| {
        let stages = list(3, |index| match index {
            0 => r#"{"classification": "supported"}"#.to_owned(),
            1 => r#"{"classification": "expired", "startTime": "2026-03-01T00:00:00Z"}"#.to_owned(),
            _ => format!(r#"{{"classification": "deprecated", "startTime": "{deprecated}"}}"#),
        });
        let version = format!(r#"{{"version": "1.0.0", "lifecycle": [{stages}]}}"#);
        let profile = profile(&definitions(0), &image("gl", &version));
        ask("fit", &format!(r#""cloudProfile": {profile}, "machineType": "small""#))
    };
    assert!(!expires("2026-02-01T00:00:00Z").contains(r#""expires""#), "the last stage that has begun counts");
    assert!(expires("2026-04-01T00:00:00Z").contains(r#""expires":"2026-03-01T00:00:00Z""#));
}
