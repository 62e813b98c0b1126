//! What a review reports of the lint's findings.

use std::collections::BTreeSet;

use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use super::world::EDITIONS;

const NOW: &str = "2026-06-01T00:00:00Z";
const OBJECT: &str = "/review/request/object";

/// Sends a request to one of the verbs and returns the answer.
fn answered(verb: fn(&fitment::Engine, &[u8]) -> String, mut request: Value, edition: &str) -> Value {
    (request["edition"], request["now"]) = (json!(edition), json!(NOW));
    let answer = verb(&fitment::Engine::default(), request.to_string().as_bytes());
    serde_json::from_str(&answer).expect("the engine writes JSON")
}

fn reviewed(profile: &Value, edition: &str) -> Value {
    let kind = json!({ "group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile" });
    let review = json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": { "uid": "1", "kind": kind, "operation": "CREATE", "name": "demo", "object": profile },
    });
    answered(fitment::Engine::review, json!({ "phase": "validating", "review": review }), edition)
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns a problem's code and its place in the document.
fn told(problem: &Value, at: &str) -> Option<(String, String)> {
    let (code, path) = (problem["code"].as_str()?, problem["path"].as_str()?);
    Some((code.to_owned(), path.strip_prefix(at)?.to_owned()))
}

/// Returns some values of each capability, and now and then two of one.
fn capabilities(numbers: &mut Numbers) -> Value {
    let mut own = json!({});
    for (name, values) in [("architecture", &["amd64", "arm64"][..]), ("hyp", &["gen3", "gen2", "gen1"])] {
        let (first, count) = (numbers.below(values.len()), 1 + numbers.below(2));
        let one = name == "architecture" || numbers.below(3) > 0;
        let named: Vec<&str> = values.iter().copied().cycle().skip(first).take(if one { 1 } else { count }).collect();
        own[name] = json!(named);
    }
    own
}

/// Returns a profile that is mostly valid, now and then with an undefined capability, and with machine types that no
/// image fits.
fn profile(numbers: &mut Numbers) -> Value {
    let machine = |name: String, capabilities: Value| json!({ "name": name, "cpu": "2", "gpu": "0", "memory": "8Gi", "usable": true, "capabilities": capabilities });
    let mut machines: Vec<Value> = (0..4).map(|number| machine(format!("m{number}"), capabilities(numbers))).collect();
    let lonely = json!({ "architecture": ["arm64"], "hyp": ["gen0"] });
    machines.extend((0..numbers.below(16)).map(|number| machine(format!("lonely-{number}"), lonely.clone())));
    if numbers.below(12) == 0 {
        machines[0]["capabilities"]["hup"] = json!(["gen1"]);
    }
    let versions = |numbers: &mut Numbers| -> Vec<Value> {
        let version = |number| {
            let flavors: Vec<Value> = (0..1 + numbers.below(3)).map(|_| capabilities(numbers)).collect();
            json!({ "version": format!("1.{number}.0"), "cri": [{ "name": "containerd" }], "capabilityFlavors": flavors })
        };
        (0..3).map(version).collect()
    };
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "demo" },
        "spec": {
            "type": "demo",
            "kubernetes": { "versions": [{ "version": "1.33.2" }] },
            "regions": [{ "name": "r", "zones": [{ "name": "a" }] }],
            "machineCapabilities": [
                { "name": "architecture", "values": ["amd64", "arm64"] },
                { "name": "hyp", "values": ["gen3", "gen2", "gen1", "gen0"] },
            ],
            "machineTypes": machines,
            "machineImages": [
                { "name": "a", "updateStrategy": "minor", "versions": versions(numbers) },
                { "name": "b", "updateStrategy": "major", "versions": versions(numbers) },
            ],
        },
    })
}

#[test]
fn a_review_tells_the_worst_of_what_a_lint_finds() {
    let mut numbers = Numbers(97);
    let [mut allowed, mut refused, mut cut] = [0; 3];
    for _ in 0..300 {
        let profile = profile(&mut numbers);
        for edition in EDITIONS {
            let review = reviewed(&profile, edition);
            let lint = answered(
                fitment::Engine::ask,
                json!({ "question": "images/lint", "given": { "cloudProfile": profile } }),
                edition,
            );
            let case = || format!("{edition}\n{profile}\n{lint}\n{review}");
            let problems: Vec<_> =
                list(&review, "problems").iter().filter_map(|problem| told(problem, OBJECT)).collect();
            let left_out = list(&review, "problems").iter().find(|problem| problem["code"] == "findings-left-out");
            let left_out = left_out.map_or(0, |problem| problem["facts"][0]["value"].as_u64().expect("a number"));
            let findings = list(&lint["answer"], "findings");
            let found: BTreeSet<_> = findings.iter().filter_map(|finding| told(finding, "")).collect();
            let mine: Vec<_> = problems.iter().filter(|problem| found.contains(*problem)).collect();
            if review["review"]["response"]["allowed"] != true {
                // A refusal says these things in its own words.
                assert_eq!((mine.len(), left_out), (0, 0), "{}", case());
                refused += 1;
                continue;
            }
            assert_eq!(mine.len() + left_out as usize, findings.len(), "{}", case());
            let is_error = |(code, path): &(String, String)| {
                findings.iter().any(|it| it["code"] == **code && it["path"] == **path && it["level"] == "error")
            };
            let errors = findings.iter().filter(|finding| finding["level"] == "error").count();
            let first_errors = mine.iter().take_while(|problem| is_error(problem)).count();
            assert_eq!(first_errors, errors.min(mine.len()), "{}", case());
            let warnings = list(&review["review"]["response"], "warnings").len();
            assert_eq!(warnings, list(&review, "problems").len(), "{}", case());
            allowed += 1;
            cut += usize::from(left_out > 0);
        }
    }
    assert!(allowed > 100 && refused > 10 && cut > 20, "{allowed} {refused} {cut}");
}
