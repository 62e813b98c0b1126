//! Values of the wrong type, all of a document's reported at once.

use fitment::Engine;
use serde_json::{Value, json};

fn problems(answer: &str) -> Vec<(String, String)> {
    let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
    assert_eq!(answer["undecided"], "request", "{answer}");
    let word = |value: &Value| value.as_str().expect("it is text").to_owned();
    let problems = answer["problems"].as_array().expect("problems are a list");
    problems.iter().map(|problem| (word(&problem["code"]), word(&problem["path"]))).collect()
}

fn profile() -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "a"},
        "spec": {
            "type": 5,
            "machineImages": [
                {"name": "ubuntu", "versions": [{"version": 1877.5, "architectures": {"amd64": true}}]},
                {"name": "suse", "versions": [{"version": "1.0.0", "expirationDate": "soon",
                    "capabilityFlavors": [{"architecture": "amd64", "gpu": [1]}]}]},
            ],
            "machineTypes": [{"name": "m", "usable": "yes", "cpu": true}],
            "regions": [{"name": "x"}, 3],
        },
    })
}

const WRONG: [(&str, &str); 9] = [
    ("wrong-type", "/spec/type"),
    ("wrong-type", "/spec/machineImages/0/versions/0/version"),
    ("wrong-type", "/spec/machineImages/0/versions/0/architectures"),
    ("unreadable-text", "/spec/machineImages/1/versions/0/expirationDate"),
    ("wrong-type", "/spec/machineImages/1/versions/0/capabilityFlavors/0/architecture"),
    ("wrong-type", "/spec/machineImages/1/versions/0/capabilityFlavors/0/gpu/0"),
    ("wrong-type", "/spec/machineTypes/0/cpu"),
    ("wrong-type", "/spec/machineTypes/0/usable"),
    ("wrong-type", "/spec/regions/1"),
];

fn at(prefix: &str) -> Vec<(String, String)> {
    WRONG.iter().map(|(code, path)| ((*code).to_owned(), format!("{prefix}{path}"))).collect()
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let mut engine = Engine::default();
    let load = engine.load(json!({ "documents": [profile(), profile()] }).to_string().as_bytes());
    assert_eq!(problems(&load), [at("/documents/0"), at("/documents/1")].concat());
    let asked = json!({ "question": "images/validate-profile", "now": "2026-01-01T00:00:00Z",
        "given": { "cloudProfile": profile() } });
    assert_eq!(problems(&engine.ask(asked.to_string().as_bytes())), at("/given/cloudProfile"));
    for phase in ["validating", "applying"] {
        let review = json!({ "phase": phase, "now": "2026-01-01T00:00:00Z", "review": {
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                "uid": "1", "operation": "CREATE", "object": profile(),
                "kind": { "group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile" },
            },
        } });
        assert_eq!(problems(&engine.review(review.to_string().as_bytes())), at("/review/request/object"), "{phase}");
    }
}

#[test]
fn a_list_of_what_is_wrong_ends_and_says_how_much_more_there_is() {
    let types: Vec<Value> = (0..100_000).map(|number| json!({ "name": number, "usable": "yes" })).collect();
    let mut profile = profile();
    profile["spec"] = json!({ "machineTypes": types, "regions": 3 });
    let answer = Engine::default().load(json!({ "documents": [profile], "text": true }).to_string().as_bytes());
    let listed = problems(&answer);
    assert_eq!(listed.len(), 101);
    let last = ("more-faults".to_owned(), "/documents/0/spec/machineTypes/49/usable".to_owned());
    assert_eq!(listed.last(), Some(&last));
    assert!(answer.contains("199901 further values cannot be read"), "{answer}");
}

#[test]
fn keys_that_nobody_knows_are_said_with_what_cannot_be_read() {
    let mut profile = profile();
    profile["spec"] = json!({ "type": 5, "regoins": [] });
    let expected = [("unknown-key", "/spec/regoins"), ("wrong-type", "/spec/type")];
    let at = |prefix: &str| expected.map(|(code, path)| (code.to_owned(), format!("{prefix}{path}"))).to_vec();
    let mut engine = Engine::default();
    let load = json!({ "documents": [profile], "fieldValidation": "Strict" });
    assert_eq!(problems(&engine.load(load.to_string().as_bytes())), at("/documents/0"));
    let asked = json!({ "question": "images/validate-profile", "now": "2026-01-01T00:00:00Z",
        "given": { "cloudProfile": profile }, "fieldValidation": "Strict" });
    assert_eq!(problems(&engine.ask(asked.to_string().as_bytes())), at("/given/cloudProfile"));
}

#[test]
fn what_no_api_server_decodes_is_refused_where_nothing_else_reads_it() {
    let mut profile = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
        "metadata": {"name": "a", "namespace": "b"}, "spec": {"type": "local"},
    });
    let ask = |profile: &Value| {
        let asked = json!({ "question": "images/validate-profile", "now": "2026-01-01T00:00:00Z",
            "fieldValidation": "Strict", "given": { "cloudProfile": profile } });
        problems(&Engine::default().ask(asked.to_string().as_bytes()))
    };
    let at = |code: &str, path: &str| (code.to_owned(), format!("/given/cloudProfile/{path}"));
    assert_eq!(ask(&profile), [at("wrong-type", "metadata/namespace")], "it is in no namespace");
    profile["metadata"]["namespace"] = json!("");
    profile["spec"]["limits"] = json!({"maxNodesTotal": 2_147_483_648_i64});
    profile["spec"]["machineTypes"] =
        json!([{"name": "m", "machineControllerManager": {"machineCreationTimeout": "1d"}}]);
    assert_eq!(
        ask(&profile),
        [
            at("unreadable-text", "spec/machineTypes/0/machineControllerManager/machineCreationTimeout"),
            at("out-of-range", "spec/limits/maxNodesTotal"),
        ]
    );
}

#[test]
fn what_no_api_server_decodes_of_pools_and_metadata_is_refused() {
    let shoot = |metadata: Value, pool: Value| {
        let shoot = json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": metadata,
            "spec": {"provider": {"type": "local", "workers": [pool]}},
        });
        let load = json!({ "documents": [shoot], "fieldValidation": "Strict" });
        Engine::default().load(load.to_string().as_bytes())
    };
    let pool = |pool: Value| shoot(json!({"name": "a", "namespace": "b"}), pool);
    let metadata = |mut metadata: Value| {
        metadata["name"] = json!("a");
        metadata["namespace"] = json!("b");
        shoot(metadata, json!({"name": "p"}))
    };
    let reserved = |key: &str, amount: Value| json!({"kubernetes": {"kubelet": {"kubeReserved": {key: amount}}}});
    for (answer, code, path) in [
        (pool(json!({"taints": ["x"]})), "wrong-type", "spec/provider/workers/0/taints/0"),
        (pool(json!({"taints": [{"key": "a", "effect": 1}]})), "wrong-type", "spec/provider/workers/0/taints/0/effect"),
        (
            pool(json!({"taints": [{"key": "a", "timeAdded": "soon"}]})),
            "unreadable-text",
            "spec/provider/workers/0/taints/0/timeAdded",
        ),
        (pool(json!({"taints": [{"ky": "a"}]})), "unknown-key", "spec/provider/workers/0/taints/0/ky"),
        (
            pool(reserved("pid", json!("1Giq"))),
            "unreadable-text",
            "spec/provider/workers/0/kubernetes/kubelet/kubeReserved/pid",
        ),
        (
            pool(reserved("cpu", json!("2\n"))),
            "unreadable-text",
            "spec/provider/workers/0/kubernetes/kubelet/kubeReserved/cpu",
        ),
        (metadata(json!({"ownerReferences": "x"})), "wrong-type", "metadata/ownerReferences"),
        (metadata(json!({"ownerReferences": ["x"]})), "wrong-type", "metadata/ownerReferences/0"),
        (
            metadata(json!({"ownerReferences": [{"controller": "yes"}]})),
            "wrong-type",
            "metadata/ownerReferences/0/controller",
        ),
        (metadata(json!({"managedFields": "x"})), "wrong-type", "metadata/managedFields"),
        (metadata(json!({"creationTimestamp": "yesterday"})), "unreadable-text", "metadata/creationTimestamp"),
    ] {
        assert_eq!(problems(&answer), [(code.to_owned(), format!("/documents/0/{path}"))]);
    }
    let misspelt = pool(json!({"taints": [{"ky": "a"}]}));
    assert!(misspelt.contains(r#""name":"nearest","value":"key""#), "{misspelt}");
    let taint = json!({"key": "a", "value": "b", "effect": "NoSchedule", "timeAdded": null});
    let sound = [
        pool(json!({"taints": [taint, null]})),
        pool(reserved("pid", json!(" 20k "))),
        pool(reserved("cpu", json!(2))),
        metadata(json!({"creationTimestamp": null, "ownerReferences": [], "managedFields": null})),
    ];
    for answer in sound {
        assert!(!answer.contains(r#""undecided""#), "{answer}");
    }
}
