//! What questions and reviews about imported clusters do about objects of which nothing is known.

use fitment_tests::doors::{Native, Verb};
use serde_json::json;

use crate::clusters::{ask, call, document, example, loaded, loaded_without, problems, review, warnings};

#[test]
fn what_is_not_known_is_not_guessed() {
    let name = json!({ "capiCluster": "team-a/prod-eu" });
    let misspelt = ask(&mut loaded_without(&[]), "clusters/explain", json!({ "capiCluster": "team-a/prod-ue" }));
    assert_eq!((&misspelt["undecided"], problems(&misspelt)), (&json!("facts"), vec!["document-not-loaded"]));
    assert!(
        misspelt["text"].as_str().expect("text").contains("did you mean `team-a/prod-eu`?"),
        "{}",
        misspelt["text"]
    );

    // The namespace decides, and is not known.
    let without = ask(&mut loaded_without(&["namespace"]), "clusters/explain", name.clone());
    assert_eq!((&without["undecided"], problems(&without)), (&json!("facts"), vec!["namespace-not-known"]));
    let mut door = loaded_without(&["namespace"]);
    call(&mut door, Verb::Load, &json!({ "complete": [{ "apiVersion": "v1", "kind": "Namespace" }] }));
    let none = ask(&mut door, "clusters/reconcile", name.clone());
    assert_eq!(none["answer"]["reason"], "namespace-unavailable", "{none}");

    // No record is known: an answer states its assumption, but a deletion is undecided.
    let left_out = ["rancher-cluster", "provisioning-cluster"];
    let mut door = loaded_without(&left_out);
    let assumed = ask(&mut door, "clusters/reconcile", name.clone());
    assert_eq!(assumed["answer"]["import"], true);
    assert_eq!(problems(&assumed), ["records-not-loaded"; 2]);
    let deletion = json!({ "object": "Cluster", "operation": "delete", "oldCapiCluster": "team-a/prod-eu" });
    let unknown = ask(&mut door, "clusters/change-effects", deletion.clone());
    assert_eq!((&unknown["undecided"], problems(&unknown)), (&json!("facts"), vec!["records-not-known"]));
    let kinds = ["management.cattle.io/v3", "provisioning.cattle.io/v1"];
    let kinds = kinds.map(|version| json!({ "apiVersion": version, "kind": "Cluster" }));
    call(&mut door, Verb::Load, &json!({ "complete": kinds }));
    let none = ask(&mut door, "clusters/change-effects", deletion);
    assert_eq!((&none["answer"]["warnings"], problems(&none)), (&json!([]), vec![]));
}

#[test]
fn a_namespace_without_known_clusters_is_not_called_empty() {
    let mut door = loaded_without(&["capi-cluster"]);
    let marked = document("namespace");
    let deletion = json!({ "object": "Namespace", "operation": "delete", "oldNamespace": marked });
    let answer = ask(&mut door, "clusters/change-effects", deletion.clone());
    assert_eq!((&answer["undecided"], problems(&answer)), (&json!("facts"), vec!["records-not-known"]));
    let reviewed = review(&mut door, &example("reviews/namespace-delete"));
    assert_eq!((&reviewed["verdict"], problems(&reviewed)), (&json!("yes"), vec!["records-not-loaded"]));
    call(&mut door, Verb::Load, &json!({ "complete": [{ "apiVersion": "cluster.x-k8s.io/v1", "kind": "Cluster" }] }));
    let answer = ask(&mut door, "clusters/change-effects", deletion);
    assert_eq!((&answer["answer"]["warnings"], problems(&answer)), (&json!([]), vec![]));
    assert_eq!(warnings(&review(&mut door, &example("reviews/namespace-delete"))), "");

    let answer = ask(&mut loaded_without(&[]), "clusters/reconcile-all", json!({}));
    assert_eq!((&answer["answer"]["create"], problems(&answer)), (&json!([]), vec![]));
    let answer = ask(&mut Native::default(), "clusters/reconcile-all", json!({ "namespaces": [] }));
    assert_eq!(problems(&answer), ["records-not-loaded"; 3], "nobody knows of a cluster or a record");
}

#[test]
fn a_loaded_object_without_a_namespace_belongs_to_none() {
    let without_namespace = |name: &str| {
        let mut document = document(name);
        document["metadata"].as_object_mut().expect("metadata is an object").remove("namespace");
        document
    };
    let others = ["settings", "namespace", "rancher-cluster"].map(document);
    for (name, question, given, place) in [
        ("capi-cluster", "clusters/explain", json!({ "capiCluster": "prod-eu" }), "Cluster/prod-eu"),
        ("capi-cluster", "clusters/reconcile-all", json!({}), "Cluster/prod-eu"),
        (
            "provisioning-cluster",
            "clusters/explain",
            json!({ "capiCluster": document("capi-cluster") }),
            "Cluster/legacy-capi",
        ),
    ] {
        let mut door = loaded(&[&others[..], &[without_namespace(name)]].concat());
        let answer = ask(&mut door, question, given);
        assert_eq!((&answer["undecided"], problems(&answer)), (&json!("facts"), vec!["missing-field"]), "{answer}");
        assert_eq!(answer["problems"][0]["path"], format!("{place}#/metadata/namespace"));
    }

    // A review only warns.
    let kinds = ["cluster.x-k8s.io/v1", "management.cattle.io/v3", "provisioning.cattle.io/v1"];
    let complete = json!({ "complete": kinds.map(|version| json!({ "apiVersion": version, "kind": "Cluster" })) });
    for (name, reviewed) in [("capi-cluster", "namespace-delete"), ("provisioning-cluster", "capi-cluster-delete")] {
        let mut door = loaded(&[&others[..], &[without_namespace(name)]].concat());
        call(&mut door, Verb::Load, &complete);
        let answer = review(&mut door, &example(&format!("reviews/{reviewed}")));
        assert_eq!((&answer["verdict"], problems(&answer)), (&json!("yes"), vec!["missing-field"]), "{answer}");
    }
}

#[test]
fn a_review_of_a_deletion_needs_the_namespace_where_the_marker_decides_whether_it_is_handled() {
    let deletion = example("reviews/capi-cluster-delete");
    for (edition, expected) in [("design", vec![]), ("upstream", vec!["namespace-not-known"])] {
        let request = json!({ "review": deletion, "phase": "validating", "edition": edition });
        let answer = call(&mut loaded_without(&["namespace"]), Verb::Review, &request);
        assert_eq!((&answer["verdict"], problems(&answer)), (&json!("yes"), expected), "{answer}");
    }
}

#[test]
fn a_cluster_of_another_controller_needs_no_records() {
    let mut cluster = document("capi-cluster");
    cluster["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    let mut door = loaded(&[cluster, document("namespace")]);
    let given = |filter: &str| json!({ "capiCluster": "team-a/prod-eu", "watchFilter": filter });
    let answer = ask(&mut door, "clusters/reconcile", given("another"));
    assert_eq!(answer["answer"]["reason"], "filtered", "{answer}");
    let answer = ask(&mut door, "clusters/reconcile", given(""));
    assert_eq!((&answer["undecided"], problems(&answer)), (&json!("facts"), vec!["records-not-known"]));
}

#[test]
fn a_condition_of_no_type_says_nothing() {
    let mut cluster = document("capi-cluster");
    cluster["status"]["conditions"] = json!([{ "status": "True" }]);
    cluster["status"]["v1beta2"] = json!(null);
    cluster["status"]["controlPlaneReady"] = json!(null);
    let mut door = loaded_without(&["capi-cluster"]);
    call(&mut door, Verb::Load, &json!({ "documents": [cluster] }));
    let answer = ask(&mut door, "clusters/reconcile", json!({ "capiCluster": "team-a/prod-eu" }));
    assert_eq!((&answer["outcome"], &answer["answer"]["import"]), (&json!("decided"), &json!(false)), "{answer}");
}
