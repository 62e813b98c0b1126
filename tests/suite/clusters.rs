//! Questions and reviews about imported clusters, with loaded documents.

use std::fmt::Write as _;

use fitment_files::yaml;
use fitment_tests::doors::{self, Door, Native, Verb};
use fitment_tests::files;
use fitment_tests::pointers::pointers;
use serde_json::{Value, json};

/// The settings, a CAPI cluster, its namespace, its v3 record, and the v1 record of another cluster.
const DOCUMENTS: [&str; 5] = ["settings", "namespace", "capi-cluster", "rancher-cluster", "provisioning-cluster"];

pub fn example(path: &str) -> Value {
    let documents = yaml::to_json(&files::read(format!("examples/clusters/{path}.yaml"))).expect("an example is YAML");
    serde_json::from_str(&documents[0]).expect("YAML becomes JSON")
}

pub fn document(name: &str) -> Value {
    example(&format!("documents/{name}"))
}

pub fn call(door: &mut dyn Door, verb: Verb, request: &Value) -> Value {
    serde_json::from_slice(&door.call(verb, request.to_string().as_bytes())).expect("the engine writes JSON")
}

/// Returns an engine with these documents.
pub fn loaded(documents: &[Value]) -> Native {
    let mut door = Native::default();
    let answer = call(&mut door, Verb::Load, &json!({ "documents": documents }));
    assert_eq!(answer["outcome"], "decided", "{answer}");
    door
}

/// Returns an engine with the examples except some.
pub fn loaded_without(left_out: &[&str]) -> Native {
    let names = DOCUMENTS.iter().filter(|name| !left_out.contains(name));
    loaded(&names.map(|name| document(name)).collect::<Vec<_>>())
}

pub fn ask(door: &mut dyn Door, question: &str, given: Value) -> Value {
    call(door, Verb::Ask, &json!({ "question": question, "given": given, "text": true }))
}

pub fn review(door: &mut dyn Door, review: &Value) -> Value {
    call(door, Verb::Review, &json!({ "review": review, "phase": "validating", "text": true }))
}

/// Returns the codes of an answer's problems.
pub fn problems(answer: &Value) -> Vec<&str> {
    let problems = answer["problems"].as_array().expect("there are always problems");
    problems.iter().filter_map(|problem| problem["code"].as_str()).collect()
}

/// Returns the warnings that a review gives to the user.
pub fn warnings(answer: &Value) -> String {
    let warnings = &answer["review"]["response"]["warnings"];
    warnings
        .as_array()
        .map(|list| list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"))
        .unwrap_or_default()
}

#[test]
fn every_example_review_of_a_cluster_through_the_near_doors() {
    let mut doors = doors::near();
    let documents: Vec<Value> = DOCUMENTS.iter().map(|name| document(name)).collect();
    let load = json!({ "documents": documents }).to_string();
    for door in &mut doors {
        door.call(Verb::Load, load.as_bytes());
    }
    let mut shown = String::new();
    let (mut allowed, mut refused) = (0, 0);
    for path in files::below("examples/clusters/reviews", "yaml") {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        for (phase, edition) in [("validating", "design"), ("validating", "upstream"), ("mutating", "design")] {
            let review = example(&format!("reviews/{name}"));
            let request = json!({ "review": review, "phase": phase, "edition": edition }).to_string();
            let mut answers = doors.iter_mut().map(|door| (door.name(), door.call(Verb::Review, request.as_bytes())));
            let (_, first) = answers.next().expect("there is a door");
            for (door, answer) in answers {
                assert_eq!(answer, first, "{name}: {door} gives other bytes than native");
            }
            let envelope: Value = serde_json::from_slice(&first).expect("the engine writes JSON");
            let response = &envelope["review"]["response"];
            assert_eq!(response["patch"], Value::Null, "{name} is changed");
            if phase == "mutating" {
                assert_eq!(
                    (response["allowed"].as_bool(), &response["warnings"]),
                    (Some(true), &Value::Null),
                    "{name}"
                );
                continue;
            }
            match response["allowed"].as_bool() {
                Some(true) => allowed += 1,
                _ => refused += 1,
            }
            let text = serde_json::to_string_pretty(response).expect("it is JSON");
            writeln!(shown, "{name}, {edition}\n{text}\n").expect("a string can be written");
        }
    }
    assert!(allowed >= 20 && refused >= 6, "{allowed} allowed, {refused} refused");
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("reviews-clusters", shown);
    });
}

#[test]
fn a_loaded_cluster_is_asked_about_by_its_name() {
    let mut door = loaded_without(&[]);
    let named = ask(&mut door, "clusters/explain", json!({ "capiCluster": "team-a/prod-eu" }));
    assert_eq!(named["outcome"], "decided", "{named}");
    assert_eq!(named["answer"]["record"], "c-x7k2m");
    assert_eq!(named["answer"]["registered"], true);
    assert_eq!(named["answer"]["markedBy"], "namespace");
    assert_eq!(problems(&named), Vec::<&str>::new());
    let path = named["because"][0]["facts"][1]["path"].as_str().expect("a fact has a path");
    assert_eq!(path, "Cluster/c-x7k2m#/metadata/labels/cluster-api.cattle.io~1capi-cluster-owner");

    // The same objects in Kubernetes' form and in the short form of the questions.
    let documents = json!({
        "capiCluster": document("capi-cluster"), "namespace": document("namespace"),
        "rancherClusters": [document("rancher-cluster")], "provisioningClusters": [document("provisioning-cluster")],
        "featureGates": { "managementv3-cluster": true },
    });
    let brief = json!({
        "capiCluster": { "name": "prod-eu", "namespace": "team-a", "labels": { "env": "prod" },
            "finalizers": ["cluster.cluster.x-k8s.io", "capicluster.turtles.cattle.io"],
            "conditions": { "ControlPlaneAvailable": "True" } },
        "namespace": { "name": "team-a", "labels": { "cluster-api.cattle.io/rancher-auto-import": "true" } },
        "rancherClusters": [{ "name": "c-x7k2m", "labels": document("rancher-cluster")["metadata"]["labels"],
            "annotations": document("rancher-cluster")["metadata"]["annotations"],
            "finalizers": ["capicluster.turtles.cattle.io"], "conditions": { "Ready": "True" } }],
        "provisioningClusters": [],
        "featureGates": { "managementv3-cluster": true },
    });
    for question in ["clusters/explain", "clusters/reconcile"] {
        let named = ask(&mut door, question, json!({ "capiCluster": "team-a/prod-eu" }));
        for given in [&documents, &brief] {
            let given = ask(&mut Native::default(), question, given.clone());
            assert_eq!(
                (&given["answer"], problems(&given)),
                (&named["answer"], vec![]),
                "{question}: {}",
                given["text"]
            );
        }
    }
}

#[test]
fn the_examples_of_questions_are_answered() {
    let answer = ask(&mut Native::default(), "clusters/explain", example("explain"));
    assert_eq!(answer["answer"]["missing"], json!(["cluster-opted-out", "control-plane-not-available"]));
    let text = answer["text"].as_str().expect("text").lines().map(|line| format!("  {line}\n")).collect::<String>();
    assert!(files::read("docs/clusters.md").contains(&text), "docs/clusters.md shows another text than\n{text}");
    let answer = ask(&mut loaded_without(&[]), "clusters/explain", example("named"));
    assert_eq!(answer["answer"]["imported"], true);
}

/// Many similar clusters and records are told apart by namespace and name together, so that each lookup stays cheap.
#[test]
fn thousands_of_namesakes_are_told_apart() {
    let many = 4_000;
    let marked = json!({ "cluster-api.cattle.io/rancher-auto-import": "true" });
    let spaces = || (0..many).map(|number| format!("n{number}"));
    let cluster = |space: String| json!({ "name": "a", "namespace": space, "labels": marked, "conditions": { "ControlPlaneAvailable": "True" } });
    let record = |space: String| {
        json!({ "name": format!("c-{space}"), "labels":
        { "cluster-api.cattle.io/capi-cluster-owner": "a", "cluster-api.cattle.io/capi-cluster-owner-ns": space } })
    };
    let given = json!({
        "capiClusters": spaces().map(cluster).collect::<Vec<_>>(), "namespaces": [],
        "rancherClusters": spaces().skip(1).map(record).collect::<Vec<_>>(),
        "featureGates": { "managementv3-cluster": true },
    });
    let answer = ask(&mut Native::default(), "clusters/reconcile-all", given);
    let made = answer["answer"]["create"].as_array().expect("a list");
    let space = &made[0]["labels"]["cluster-api.cattle.io/capi-cluster-owner-ns"];
    assert_eq!((made.len(), space), (1, &json!("n0")), "the one without a record");
}

#[test]
fn the_older_spellings_of_a_condition_count() {
    let mut cluster = document("capi-cluster");
    let given =
        |cluster: &Value| json!({ "capiCluster": cluster, "namespace": document("namespace"), "rancherClusters": [] });
    for (status, works) in [
        (json!({ "conditions": [], "controlPlaneReady": true }), true),
        (json!({ "conditions": [{ "type": "ControlPlaneReady", "status": "True" }] }), true),
        (
            json!({ "conditions": [], "v1beta2": { "conditions": [{ "type": "ControlPlaneAvailable", "status": "True" }] } }),
            true,
        ),
        (
            json!({ "conditions": [{ "type": "ControlPlaneAvailable", "status": "Unknown" }, { "type": "Other" }] }),
            false,
        ),
        (json!({ "controlPlaneReady": false }), false),
        (json!(null), false),
    ] {
        cluster["status"] = status.clone();
        let answer = ask(&mut Native::default(), "clusters/explain", given(&cluster));
        assert_eq!(answer["answer"]["wouldImport"], works, "{status}: {}", answer["text"]);
    }
}

#[test]
fn a_document_that_cannot_be_read_is_named() {
    let mut record = document("rancher-cluster");
    record["metadata"]["labels"]["env"] = json!(true);
    let mut door = loaded(&[document("capi-cluster"), document("namespace"), record]);
    let answer = ask(&mut door, "clusters/explain", json!({ "capiCluster": "team-a/prod-eu" }));
    assert_eq!((&answer["undecided"], problems(&answer)), (&json!("facts"), vec!["wrong-type"]));
    assert_eq!(answer["problems"][0]["path"], "Cluster/c-x7k2m#/metadata/labels/env");

    for (wrong, place) in [("capi-cluster", "Cluster/team-a/prod-eu"), ("namespace", "Namespace/team-a")] {
        let documents = ["capi-cluster", "namespace", "rancher-cluster"].map(|name| {
            let mut document = document(name);
            if name == wrong {
                document["metadata"]["labels"]["env"] = json!(true);
            }
            document
        });
        let answer = ask(&mut loaded(&documents), "clusters/explain", json!({ "capiCluster": "team-a/prod-eu" }));
        assert_eq!((&answer["undecided"], problems(&answer)), (&json!("facts"), vec!["wrong-type"]));
        assert_eq!(answer["problems"][0]["path"], format!("{place}#/metadata/labels/env"));
    }

    let mut door =
        loaded(&[json!({ "apiVersion": "fitment/v1", "kind": "Settings", "metadata": { "name": "clusters" },
        "spec": { "featureGate": {}, "featureGates": { "managementv3-clusters": true } } })]);
    let given = json!({ "capiCluster": document("capi-cluster"), "namespace": document("namespace"),
        "rancherClusters": [], "provisioningClusters": [] });
    let answer = ask(&mut door, "clusters/explain", given.clone());
    assert_eq!(problems(&answer), ["unknown-key", "feature-gate-unknown"]);
    assert_eq!(answer["problems"][1]["path"], "Settings/clusters#/spec/featureGates/managementv3-clusters");
    assert_eq!(answer["answer"]["strategy"], "v1");

    // A document of another kind in place of the cluster, and a document without its metadata.
    let mut other = given.clone();
    other["capiCluster"] = document("rancher-cluster");
    let answer = ask(&mut Native::default(), "clusters/explain", other);
    let text = answer["text"].as_str().expect("text");
    assert!(text.contains("found `management.cattle.io/v3`, expected a Cluster of `cluster.x-k8s.io`"), "{text}");
    let mut half = given;
    half["capiCluster"] = json!({ "kind": "Cluster", "spec": {} });
    let answer = ask(&mut Native::default(), "clusters/explain", half);
    assert_eq!(answer["problems"][0]["path"], "/given/capiCluster/metadata", "{answer}");
}

#[test]
fn a_review_says_what_it_takes_for_granted() {
    let create = example("reviews/capi-cluster-create");
    let told = |left_out: &[&str]| warnings(&review(&mut loaded_without(left_out), &create));
    assert_eq!(told(&[]).lines().count(), 1, "{}", told(&[]));
    assert!(told(&["settings"]).contains("so the strategy `v1` is assumed"), "{}", told(&["settings"]));
    let without = told(&["namespace"]);
    assert!(without.contains("the namespace `team-a` is neither given nor loaded"), "{without}");
    assert!(told(&["rancher-cluster"]).contains("no `Cluster.management.cattle.io` is loaded"));
    // The warnings are left out if they make no difference.
    let update = example("reviews/capi-cluster-update");
    assert_eq!(warnings(&review(&mut loaded_without(&["settings"]), &update)), "");

    let record = example("reviews/rancher-cluster-create");
    let answer = review(&mut Native::default(), &record);
    assert_eq!((&answer["verdict"], problems(&answer)), (&json!("yes"), vec!["records-not-loaded"]));
}

#[test]
fn questions_and_reviews_about_a_record_agree() {
    for name in ["create", "create-duplicate", "create-misfit", "create-by-hand", "update", "update-owner", "delete"] {
        let admission = example(&format!("reviews/rancher-cluster-{name}"));
        let request = &admission["request"];
        let mut given = json!({ "operation": request["operation"].as_str().expect("a word").to_lowercase() });
        for (member, key) in [("object", "record"), ("oldObject", "oldRecord")] {
            if let Some(object) = request.get(member) {
                given[key] = object.clone();
            }
        }
        let mut door = loaded_without(&[]);
        let asked = ask(&mut door, "clusters/check-record", given);
        let reviewed = review(&mut door, &admission);
        assert_eq!(asked["verdict"], reviewed["verdict"], "{name}");
        let fields = |list: &Value| -> Vec<Value> {
            list.as_array().into_iter().flatten().map(|wrong| wrong["field"].clone()).collect()
        };
        let causes = fields(&reviewed["review"]["response"]["status"]["details"]["causes"]);
        assert_eq!(fields(&asked["answer"]["errors"]), causes, "{name}");
        let told = reviewed["review"]["response"]["warnings"].as_array().map_or(0, Vec::len);
        assert_eq!(asked["answer"]["warnings"].as_array().map_or(0, Vec::len), told, "{name}");
    }
}

#[test]
fn a_review_of_wrong_types_is_answered() {
    let mut door = loaded_without(&[]);
    let mut changed = 0;
    for name in ["rancher-cluster-update-owner", "capi-cluster-update-unmarked", "namespace-update-marked"] {
        let whole = example(&format!("reviews/{name}"));
        for path in pointers(&whole, usize::MAX) {
            for value in [json!(null), json!(7), json!("x"), json!([null]), json!({ "x": null })] {
                let mut wrong = whole.clone();
                *wrong.pointer_mut(&path).expect("the path is the review's") = value.clone();
                let answer = review(&mut door, &wrong);
                let decided = answer["outcome"] == "decided" && answer["review"]["response"]["allowed"].is_boolean();
                let undecided = answer["problems"][0]["path"].is_string() && answer.get("review").is_none();
                assert!(decided || undecided, "{path} = {value}: {answer}");
                changed += 1;
            }
        }
    }
    assert!(changed > 400, "only {changed} changes were tried");
}
