//! Reviews of providers beside loaded objects that are flawed or of the other API.

use fitment_tests::doors::{Door as _, Native, Verb};
use serde_json::{Value, json};

const DESIGN: &str = "management.cluster.x-k8s.io/v1alpha1";
const TODAY: &str = "operator.cluster.x-k8s.io/v1alpha2";

fn provider(api: &str, kind: &str, spec: Value, status: Value) -> Value {
    let metadata = json!({ "name": if kind == "CoreProvider" { "cluster-api" } else { "azure" }, "namespace": "capi" });
    json!({ "apiVersion": api, "kind": kind, "metadata": metadata, "spec": spec, "status": status })
}

/// Returns a ConfigMap with a version, its contract and a label `p`.
fn config_map(p: &str, version: &str, contract: &str) -> Value {
    let (major, minor) = (&version[1..2], version.split('.').nth(1).expect("a version has a minor number"));
    json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {
            "name": format!("{p}-{version}"), "namespace": "capi",
            "labels": { "p": p, "provider.cluster.x-k8s.io/version": version },
        },
        "data": {
            "metadata": format!("releaseSeries:\n- major: {major}\n  minor: {minor}\n  contract: {contract}\n"),
            "components": "c",
        },
    })
}

fn selector(p: &str) -> Value {
    json!({ "selector": { "matchLabels": { "p": p } } })
}

/// Reviews the creation of `new`, or its update from `old`.
fn reviewed(documents: &[Value], old: Option<&Value>, new: &Value, phase: &str) -> Value {
    let (group, version) = new["apiVersion"].as_str().and_then(|api| api.split_once('/')).expect("it has a group");
    let operation = if old.is_some() { "UPDATE" } else { "CREATE" };
    let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "1", "operation": operation, "object": new, "oldObject": old,
        "name": new["metadata"]["name"], "namespace": new["metadata"]["namespace"],
        "kind": { "group": group, "version": version, "kind": new["kind"] },
    } });
    let mut door = Native::default();
    let loaded: Value =
        serde_json::from_slice(&door.call(Verb::Load, json!({ "documents": documents }).to_string().as_bytes()))
            .expect("JSON");
    assert_eq!(loaded["outcome"], "decided", "{loaded}");
    let request = json!({ "review": review, "phase": phase, "edition": "design", "fieldValidation": "Strict" });
    serde_json::from_slice(&door.call(Verb::Review, request.to_string().as_bytes())).expect("the engine writes JSON")
}

/// Returns whether the operation is allowed, the causes of a refusal, and the codes of the problems.
fn said(answer: &Value) -> (bool, Vec<&str>, Vec<&str>) {
    let response = &answer["review"]["response"];
    let causes = response["status"]["details"]["causes"].as_array().into_iter().flatten();
    let problems = answer["problems"].as_array().into_iter().flatten();
    (
        response["allowed"] == true,
        causes.filter_map(|cause| cause["reason"].as_str()).collect(),
        problems.filter_map(|problem| problem["code"].as_str()).collect(),
    )
}

#[test]
fn a_misspelt_member_of_a_loaded_provider_is_told_and_selects_nothing() {
    let azure = provider(
        DESIGN,
        "InfrastructureProvider",
        json!({ "version": "v1.10.4", "fetchConfig": selector("azure") }),
        Value::Null,
    );
    let status = json!({ "contract": "v1beta1", "installedVersion": "v1.10.4" });
    for (key, told) in [("matchLabels", vec![]), ("matchLabel", vec!["provider-member-unknown"])] {
        let fetch = json!({ "selector": { key: { "p": "core" } } });
        let core =
            provider(DESIGN, "CoreProvider", json!({ "version": "v1.10.4", "fetchConfig": fetch }), status.clone());
        let maps = [config_map("azure", "v1.10.4", "v1beta2"), config_map("core", "v1.10.4", "v1beta1")];
        let documents = [&[core], &maps[..]].concat();
        let answer = reviewed(&documents, None, &azure, "validating");
        assert_eq!(said(&answer), (false, vec!["contract-mismatch"], told), "{answer}");
    }
    let core = provider(DESIGN, "CoreProvider", json!({ "version": "v1.10.4", "pausd": true }), status);
    let answer = reviewed(&[core, config_map("azure", "v1.10.4", "v1beta1")], None, &azure, "validating");
    assert_eq!(said(&answer), (true, vec![], vec!["provider-member-unknown"]), "{answer}");
    assert_eq!(answer["problems"][0]["path"], "CoreProvider/capi/cluster-api#/spec/pausd");
}

#[test]
fn providers_of_both_apis_count_when_one_is_unpaused() {
    let status = |contract: &str| json!({ "contract": contract, "installedVersion": "v1.10.4" });
    let azure = |paused: bool| {
        provider(DESIGN, "InfrastructureProvider", json!({ "version": "v1.10.4", "paused": paused }), status("v1beta1"))
    };
    for (contract, allowed, causes) in [("v1beta1", true, vec![]), ("v1beta2", false, vec!["old-contract-present"])] {
        let core = provider(TODAY, "CoreProvider", json!({ "version": "v1.10.4" }), status(contract));
        let answer = reviewed(&[core], Some(&azure(true)), &azure(false), "validating");
        assert_eq!(said(&answer), (allowed, causes, vec![]), "{answer}");
    }
}

#[test]
fn a_version_that_is_taken_out_is_judged_as_the_latest() {
    let status = json!({ "contract": "v1beta1", "installedVersion": "v1.20.0" });
    let azure = |spec: Value| provider(DESIGN, "InfrastructureProvider", spec, status.clone());
    let old = azure(json!({ "version": "v1.20.0", "fetchConfig": selector("azure") }));
    let new = azure(json!({ "fetchConfig": selector("azure") }));
    let core = provider(DESIGN, "CoreProvider", json!({ "version": "v1.10.4" }), json!({ "contract": "v1beta1" }));
    for (latest, contract, allowed, causes) in [
        ("v1.21.0", "v1beta1", true, vec![]),
        ("v1.21.0", "v1beta2", false, vec!["contract-mismatch"]),
        ("v1.19.0", "v1beta1", false, vec!["downgrade"]),
    ] {
        let documents = [core.clone(), config_map("azure", latest, contract)];
        let answer = reviewed(&documents, Some(&old), &new, "validating");
        assert_eq!(said(&answer), (allowed, causes, vec![]), "{answer}");
    }
}

#[test]
fn a_version_that_is_no_text_is_not_said_to_be_missing() {
    for (version, told) in [(json!(1.9), vec![]), (Value::Null, vec!["version-not-resolved"])] {
        let core = |version: &Value| provider(TODAY, "CoreProvider", json!({ "version": version }), Value::Null);
        for old in [None, Some(core(&json!("v1.8.0")))] {
            let answer = reviewed(&[], old.as_ref(), &core(&version), "validating");
            assert_eq!(said(&answer).2, told, "{answer}");
        }
    }
}

#[test]
fn a_config_map_that_cannot_be_used_leaves_the_version_open() {
    let core = provider(DESIGN, "CoreProvider", json!({ "version": "v1.10.4" }), json!({ "contract": "v1beta1" }));
    let azure = provider(DESIGN, "InfrastructureProvider", json!({ "fetchConfig": selector("azure") }), Value::Null);
    let good = config_map("azure", "v1.20.0", "v1beta1");
    let newer = config_map("azure", "v1.20.3", "v1beta1");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut map = newer.clone();
        change(&mut map);
        map
    };
    let unquoted = |map: &mut Value| {
        map["metadata"]["annotations"] = json!({ "provider.cluster.x-k8s.io/compressed": true });
    };
    for (map, flaw) in [
        (newer.clone(), None),
        (changed(&unquoted), Some("field-of-wrong-type")),
        (changed(&|map| map["metadata"]["labels"]["build"] = json!(7)), Some("field-of-wrong-type")),
        (changed(&|map| map["data"] = Value::Null), Some("configmap-without-metadata")),
    ] {
        let documents = [core.clone(), good.clone(), map];
        let answer = reviewed(&documents, None, &azure, "mutating");
        assert_eq!(answer["review"]["response"]["patch"].is_string(), flaw.is_none(), "{answer}");
        let answer = reviewed(&documents, None, &azure, "validating");
        let told = flaw.map_or_else(Vec::new, |flaw| vec!["version-not-resolved", flaw]);
        assert_eq!(said(&answer), (true, vec![], told), "{answer}");
    }
}

#[test]
fn a_further_argument_namespace_is_told() {
    let core = provider(TODAY, "CoreProvider", json!({ "version": "v1.10.4" }), json!({ "contract": "v1beta1" }));
    let spec = json!({ "version": "v1.9.0", "manager": { "additionalArgs": { "--namespace": "a" } } });
    let azure = provider(TODAY, "InfrastructureProvider", spec, Value::Null);
    let answer = reviewed(&[core], None, &azure, "validating");
    assert_eq!(said(&answer).2, ["namespace-argument-ignored", "contract-unknown"], "{answer}");
}

#[test]
fn the_core_goes_only_when_every_kind_of_its_api_is_known() {
    let core = |api: &str| provider(api, "CoreProvider", json!({ "version": "v1.10.4" }), Value::Null);
    let request = json!({
        "question": "providers/delete",
        "given": { "delete": { "kind": "CoreProvider", "name": "cluster-api", "namespace": "capi" }, "workloadClusters": [] },
    });
    let complete = |api: &str, kind: &str| json!({ "apiVersion": api, "kind": kind });
    let asked = |documents: &[Value], complete: &[Value]| -> Value {
        let mut door = Native::default();
        door.call(Verb::Load, json!({ "documents": documents, "complete": complete }).to_string().as_bytes());
        serde_json::from_slice(&door.call(Verb::Ask, request.to_string().as_bytes())).expect("the engine writes JSON")
    };
    let unknown = |answer: &Value| answer["problems"][0]["facts"][0]["value"].clone();
    let [bootstrap, control_plane] = ["BootstrapProvider", "ControlPlaneProvider"].map(|kind| complete(DESIGN, kind));

    let answer = asked(&[core(DESIGN)], &[bootstrap.clone(), control_plane.clone()]);
    assert_eq!(unknown(&answer), json!(["InfrastructureProvider.management.cluster.x-k8s.io"]), "{answer}");
    let answer =
        asked(&[core(DESIGN)], &[bootstrap.clone(), control_plane, complete(DESIGN, "InfrastructureProvider")]);
    assert_eq!(answer["verdict"], "yes", "{answer}");

    // Today's API has three more kinds.
    let answer = asked(&[core(TODAY)], &[]);
    assert_eq!(unknown(&answer).as_array().map(Vec::len), Some(6), "{answer}");

    // What is known to remain is a no, whatever is not known.
    let azure = provider(DESIGN, "InfrastructureProvider", json!({}), Value::Null);
    let answer = asked(&[core(DESIGN), azure], &[bootstrap]);
    assert_eq!(answer["verdict"], "no", "{answer}");
}

#[test]
fn a_provider_stays_while_a_cluster_waits_for_objects_of_a_class_that_is_not_loaded() {
    let cluster = json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
        "metadata": { "name": "c", "namespace": "n" }, "spec": { "topology": { "classRef": { "name": "quick" } } } });
    let template = json!({ "templateRef": { "apiVersion": "infrastructure.cluster.x-k8s.io/v1", "kind": "AzureClusterTemplate" } });
    let class = json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "ClusterClass",
        "metadata": { "name": "quick", "namespace": "n" }, "spec": { "infrastructure": template } });
    let asked = |documents: &[Value], name: &str, clusters: &Value| -> Value {
        let delete = json!({ "kind": "InfrastructureProvider", "name": name });
        deleted(documents, &machines(4), &json!({ "delete": delete, "workloadClusters": clusters }))
    };
    // The same for a cluster that is given without what it uses.
    for clusters in [Value::Null, json!([{ "name": "c", "namespace": "n" }])] {
        let answer = asked(std::slice::from_ref(&cluster), "azure", &clusters);
        assert_eq!(answer["problems"][0]["code"], "cluster-class-not-known", "{answer}");
        let facts = answer["problems"][0]["facts"].as_array().into_iter().flatten();
        let facts: Vec<&str> = facts.filter_map(|fact| fact["value"].as_str()).collect();
        assert_eq!(facts, ["n/quick", "is not known", "n/c"]);
        let documents = [cluster.clone(), class.clone()];
        assert_eq!(asked(&documents, "azure", &clusters)["verdict"], "no");
        assert_eq!(asked(&documents, "aws", &clusters)["verdict"], "yes");
    }
}

#[test]
fn a_provider_stays_while_a_cluster_names_a_worker_class_that_its_class_has_not_once() {
    let template =
        |kind: &str| json!({ "templateRef": { "apiVersion": "infrastructure.cluster.x-k8s.io/v1", "kind": kind } });
    let azure = template("AzureClusterTemplate");
    let class = |workers: Value| {
        json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "ClusterClass",
            "metadata": { "name": "quick", "namespace": "n" },
            "spec": { "infrastructure": azure, "workers": workers } })
    };
    let workers = json!({ "machineDeployments": [{ "class": "small", "name": "a" }] });
    let cluster = json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
        "metadata": { "name": "c", "namespace": "n" },
        "spec": { "topology": { "classRef": { "name": "quick" }, "workers": workers } } });
    let small = json!({ "class": "small", "infrastructure": template("AzureMachineTemplate") });
    for (workers, found) in [
        (json!({ "machineDeployments": [] }), "none"),
        (json!({ "machinePools": [small] }), "none"),
        (json!({ "machineDeployments": [small, small] }), "several"),
        (json!({ "machineDeployments": [small] }), ""),
    ] {
        let given = json!({ "delete": { "kind": "InfrastructureProvider", "name": "aws" } });
        let answer = deleted(&[cluster.clone(), class(workers)], &machines(4), &given);
        assert_eq!(answer["outcome"] == "decided", found.is_empty(), "{answer}");
        if !found.is_empty() {
            let problem = &answer["problems"][0];
            assert_eq!(problem["code"], "worker-class-not-known", "{answer}");
            let facts = problem["facts"].as_array().into_iter().flatten();
            let facts: Vec<&str> = facts.filter_map(|fact| fact["value"].as_str()).collect();
            assert_eq!(facts, ["n/quick", "machineDeployments", "small", found, "n/c"]);
        }
    }
}

#[test]
fn the_api_of_the_core_that_goes_is_installed_whatever_else_is_known() {
    let core = |api: &str| provider(api, "CoreProvider", json!({ "version": "v1.10.4" }), Value::Null);
    let kinds = |api: &str, count: usize| -> Vec<Value> {
        let all = ["Core", "Bootstrap", "ControlPlane", "Infrastructure", "IPAM", "RuntimeExtension", "Addon"];
        all[..count].iter().map(|kind| json!({ "apiVersion": api, "kind": format!("{kind}Provider") })).collect()
    };
    let cluster = json!({ "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "Cluster" });
    let (design, today) = (kinds(DESIGN, 4), kinds(TODAY, 7));
    for (api, own, other) in [(TODAY, &today, &design), (DESIGN, &design, &today)] {
        for (known, yes) in [(vec![other], false), (vec![own], true), (vec![own, other], true)] {
            let complete: Vec<&Value> = known.into_iter().flatten().chain([&cluster]).collect();
            let mut door = Native::default();
            door.call(Verb::Load, json!({ "documents": [], "complete": complete }).to_string().as_bytes());
            let mut said = |verb: Verb, request: Value| -> Value {
                serde_json::from_slice(&door.call(verb, request.to_string().as_bytes())).expect("JSON")
            };
            let (group, version) = api.split_once('/').expect("it has a group");
            let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
                "uid": "1", "operation": "DELETE", "oldObject": core(api), "name": "cluster-api", "namespace": "capi",
                "kind": { "group": group, "version": version, "kind": "CoreProvider" },
            } });
            let reviewed = said(Verb::Review, json!({ "review": review, "phase": "validating" }));
            let given = json!({ "delete": { "apiVersion": api, "kind": "CoreProvider", "name": "cluster-api" } });
            let asked = said(Verb::Ask, json!({ "question": "providers/delete", "given": given }));
            for answer in [reviewed, asked] {
                let code = &answer["problems"][0]["code"];
                assert_eq!(answer["outcome"] == "decided", yes, "{answer}");
                assert!(yes || code == "other-providers-not-known", "{answer}");
            }
        }
    }
}

#[test]
fn the_core_of_the_other_api_is_another_core() {
    let core = |api: &str| provider(api, "CoreProvider", json!({ "version": "v1.10.4" }), Value::Null);
    let cluster = json!({ "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "Cluster" });
    let mut complete = vec![cluster];
    for kind in ["Core", "Bootstrap", "ControlPlane", "Infrastructure", "IPAM", "RuntimeExtension", "Addon"] {
        complete.extend([DESIGN, TODAY].map(|api| json!({ "apiVersion": api, "kind": format!("{kind}Provider") })));
    }
    for (own, other) in [(DESIGN, TODAY), (TODAY, DESIGN)] {
        let answer = reviewed(&[core(other)], None, &core(own), "validating");
        assert_eq!(said(&answer).1, ["duplicate-instance"], "{answer}");
        let given = json!({ "delete": { "apiVersion": own, "kind": "CoreProvider", "name": "cluster-api" } });
        for (documents, verdict) in
            [(vec![own], "yes"), (vec![other], "no"), (vec![own, other], "no"), (vec![other, own], "no")]
        {
            let documents: Vec<Value> = documents.into_iter().map(core).collect();
            let answer = deleted(&documents, &complete, &given);
            assert_eq!(answer["verdict"], verdict, "{answer}");
            if verdict == "no" {
                let group = other.split('/').next().expect("it has a group");
                let shown = json!(format!("CoreProvider.{group}/capi/cluster-api"));
                assert_eq!(answer["because"][0]["facts"][0]["value"], shown, "{answer}");
            }
        }
    }
}

/// Returns the first kinds of machines, as a load names complete ones.
fn machines(count: usize) -> Vec<Value> {
    let kinds = &["Machine", "MachineSet", "MachinePool", "MachineDeployment"][..count];
    kinds.iter().map(|kind| json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": kind })).collect()
}

/// Asks whether a provider may be deleted.
fn deleted(documents: &[Value], complete: &[Value], given: &Value) -> Value {
    let mut door = Native::default();
    door.call(Verb::Load, json!({ "documents": documents, "complete": complete }).to_string().as_bytes());
    let request = json!({ "question": "providers/delete", "given": given });
    serde_json::from_slice(&door.call(Verb::Ask, request.to_string().as_bytes())).expect("the engine writes JSON")
}

/// Returns a Cluster with an object of this kind.
fn cluster(name: &str, kind: &str) -> Value {
    let reference = json!({ "apiGroup": "infrastructure.cluster.x-k8s.io", "kind": kind, "name": name });
    json!({ "apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
        "metadata": { "name": name, "namespace": "n" }, "spec": { "infrastructureRef": reference } })
}

#[test]
fn a_provider_stays_while_the_machines_of_a_cluster_are_not_known() {
    let documents = [cluster("a", "AWSCluster")];
    let given = |kind: &str, clusters: &Value| json!({ "delete": { "kind": kind, "name": "azure" }, "workloadClusters": clusters });
    for clusters in [Value::Null, json!([{ "name": "a", "namespace": "n" }])] {
        for kind in ["InfrastructureProvider", "BootstrapProvider"] {
            let answer = deleted(&documents, &machines(3), &given(kind, &clusters));
            let problem = &answer["problems"][0];
            assert_eq!(problem["code"], "workload-clusters-not-known", "{answer}");
            assert_eq!(problem["facts"][0]["value"], json!(["MachineDeployment.cluster.x-k8s.io"]), "{answer}");
            assert_eq!(deleted(&documents, &machines(4), &given(kind, &clusters))["verdict"], "yes");
        }
        // A machine refers to what these provide only if a definition says so.
        for (group, kind, yes) in [
            ("infrastructure.cluster.x-k8s.io", "AddonProvider", false),
            ("infrastructure.cluster.x-k8s.io", "ControlPlaneProvider", true),
            ("addons.cluster.x-k8s.io", "AddonProvider", true),
        ] {
            let definition = json!({ "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                "metadata": { "name": "foos", "labels": { "cluster.x-k8s.io/provider": "addon-azure" } },
                "spec": { "group": group, "names": { "kind": "Foo" } } });
            let documents = [cluster("a", "AWSCluster"), definition];
            let answer = deleted(&documents, &machines(3), &given(kind, &clusters));
            assert_eq!(answer["verdict"] == "yes", yes, "{answer}");
            assert_eq!(deleted(&documents, &machines(4), &given(kind, &clusters))["verdict"], "yes");
        }
    }
    // What is in use is a no, whatever is not known.
    let aws = json!({ "delete": { "kind": "InfrastructureProvider", "name": "aws" } });
    assert_eq!(deleted(&documents, &[], &aws)["verdict"], "no");
}

#[test]
fn a_name_of_none_of_the_loaded_providers_is_told() {
    let azure = provider(DESIGN, "InfrastructureProvider", json!({}), Value::Null);
    let kinds = ["Core", "Bootstrap", "ControlPlane", "Infrastructure"];
    let complete = kinds.map(|kind| json!({ "apiVersion": DESIGN, "kind": format!("{kind}Provider") }));
    let nobody = json!("change-of-nobody");
    for (name, documents, complete, told) in [
        ("azure", vec![azure.clone()], vec![], &Value::Null),
        ("azur", vec![azure], vec![], &nobody),
        // There is none, or nothing is known.
        ("azure", vec![], complete.to_vec(), &nobody),
        ("azure", vec![], vec![], &Value::Null),
    ] {
        let delete = json!({ "kind": "InfrastructureProvider", "name": name });
        let answer = deleted(&documents, &complete, &json!({ "delete": delete, "workloadClusters": [] }));
        assert_eq!(answer["verdict"], "yes", "{answer}");
        assert_eq!(answer["problems"][0]["code"], *told, "{answer}");
    }
}

#[test]
fn only_the_clusters_that_are_looked_up_leave_a_deletion_open() {
    let documents = [cluster("a", "AWSCluster"), cluster("b", "FooCluster")];
    let asked = |clusters: &Value| {
        let delete = json!({ "kind": "InfrastructureProvider", "name": "azure" });
        deleted(&documents, &machines(4), &json!({ "delete": delete, "workloadClusters": clusters }))
    };
    let (a, b) = (json!({ "name": "a", "namespace": "n" }), json!({ "name": "b", "namespace": "n" }));
    let told = json!({ "name": "b", "namespace": "n", "uses": ["InfrastructureProvider/foo"] });
    assert_eq!(asked(&json!([a]))["verdict"], "yes");
    assert_eq!(asked(&json!([a, told]))["verdict"], "yes");
    let answer = asked(&json!([a, b]));
    assert_eq!(answer["problems"][0]["facts"][0]["value"], "n/b", "{answer}");
}
