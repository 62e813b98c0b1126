//! The example AdmissionReviews of providers through the near doors: each is allowed or refused, as its file name says.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fitment_files::yaml;
use fitment_tests::doors::{self, Door, Native, Verb};
use fitment_tests::files;
use fitment_tests::pointers::pointers;
use serde_json::{Value, json};

const FOLDER: &str = "examples/providers";

/// Returns the names of the examples, sorted.
fn names() -> Vec<String> {
    let stem = |path: &std::path::PathBuf| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    files::below(format!("{FOLDER}/reviews"), "yaml").iter().filter_map(stem).collect()
}

fn documents(path: &str) -> Vec<Value> {
    let texts = yaml::to_json(&files::read(format!("{FOLDER}/{path}.yaml"))).expect("an example is YAML");
    texts.iter().map(|text| serde_json::from_str(text).expect("YAML becomes JSON")).collect()
}

fn review(name: &str) -> Value {
    documents(&format!("reviews/{name}")).remove(0)
}

/// Returns the load for an example: the cluster of its API, without the object that is created, or the core alone.
fn load(name: &str, review: &Value) -> Vec<u8> {
    let api = name.split('-').next().expect("a name begins with the API");
    let last = name.ends_with("core-delete-allowed") || name.ends_with("core-create-allowed");
    let mut documents = documents(&if last { format!("{api}-last") } else { api.to_owned() });
    if name.ends_with("create-allowed") {
        let identity = |object: &Value| (object["kind"].clone(), object["metadata"]["name"].clone());
        documents.retain(|document| identity(document) != identity(&review["request"]["object"]));
    }
    let others: &[&str] = match api {
        "management" => &["BootstrapProvider", "ControlPlaneProvider", "InfrastructureProvider"],
        _ => &[
            "BootstrapProvider",
            "ControlPlaneProvider",
            "InfrastructureProvider",
            "IPAMProvider",
            "RuntimeExtensionProvider",
            "AddonProvider",
        ],
    };
    let of_api = |kind: &&str| json!({ "apiVersion": format!("{api}.cluster.x-k8s.io/v1"), "kind": kind });
    let cluster = json!({ "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "Cluster" });
    let machine = |kind| json!({ "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": kind });
    let machines = ["MachinePool", "MachineSet", "Machine"].map(machine);
    let last = std::iter::once(cluster).chain(others.iter().map(of_api)).filter(|_| last);
    let complete: Vec<Value> = last.chain(machines).collect();
    json!({ "documents": documents, "complete": complete }).to_string().into_bytes()
}

pub(crate) fn request(review: &Value, phase: &str, edition: &str) -> Vec<u8> {
    json!({ "review": review, "phase": phase, "edition": edition }).to_string().into_bytes()
}

pub(crate) fn answer(door: &mut dyn Door, verb: Verb, request: &[u8]) -> Value {
    serde_json::from_slice(&door.call(verb, request)).expect("the engine writes JSON")
}

#[test]
fn every_example_is_judged_as_its_name_says() {
    let mut shown = String::new();
    for name in names() {
        let review = review(&name);
        let mut first: Option<Value> = None;
        for mut door in doors::near() {
            assert_eq!(answer(door.as_mut(), Verb::Load, &load(&name, &review))["outcome"], "decided", "{name}");
            let said = answer(door.as_mut(), Verb::Review, &request(&review, "validating", "design"));
            assert_eq!(said["outcome"], "decided", "{name}: {said}");
            let response = &said["review"]["response"];
            assert_eq!(response["allowed"], name.ends_with("allowed"), "{name}: {said}");
            assert_eq!(said["because"].as_array().map(Vec::is_empty), Some(false), "{name} says no reason");
            assert_eq!(*first.get_or_insert_with(|| said.clone()), said, "{name}: {} differs", door.name());
        }
        let said = first.expect("there is a door");
        let response = &said["review"]["response"];
        writeln!(shown, "{name}: {}", response["allowed"]).expect("a string can be written");
        for cause in response["status"]["details"]["causes"].as_array().into_iter().flatten() {
            let text = |key: &str| cause[key].as_str().unwrap_or_default().to_owned();
            writeln!(shown, "  {} {}: {}", text("reason"), text("field"), text("message"))
                .expect("a string can be written");
        }
        for warning in response["warnings"].as_array().into_iter().flatten() {
            writeln!(shown, "  warning: {}", warning.as_str().unwrap_or_default()).expect("a string can be written");
        }
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("reviews-providers", shown);
    });
}

#[test]
fn every_kind_has_its_examples() {
    let names = names();
    for (api, kinds) in [("management", 4), ("operator", 7)] {
        let all = ["core", "bootstrap", "control-plane", "infrastructure", "ipam", "runtime-extension", "addon"];
        for kind in &all[..kinds] {
            for operation in ["create-allowed", "create-refused", "update-allowed", "update-refused", "delete-allowed"]
            {
                assert!(names.contains(&format!("{api}-{kind}-{operation}")), "{api}-{kind}-{operation} is missing");
            }
        }
    }
}

/// Decodes the operations of a patch from base64.
fn patch(said: &Value) -> Option<Value> {
    let text = said["review"]["response"]["patch"].as_str()?;
    Some(serde_json::from_slice(&BASE64_STANDARD.decode(text).expect("a patch is base 64")).expect("a patch is JSON"))
}

#[test]
fn a_version_is_written_once_and_defaults_only_upstream() {
    let mut patched = 0;
    for name in names().into_iter().filter(|name| name.contains("-create-") || name.contains("-update-")) {
        let mut review = review(&name);
        let mut door = Native::default();
        door.call(Verb::Load, &load(&name, &review));
        for edition in ["design", "upstream"] {
            let said = answer(&mut door, Verb::Review, &request(&review, "mutating", edition));
            assert_eq!(said["review"]["response"]["allowed"], true, "{name}: {said}");
            let Some(operations) = patch(&said) else { continue };
            let is_version = operations == json!([{ "op": "add", "path": "/spec/version", "value": "v0.4.1" }]);
            assert!(edition == "upstream" || is_version, "{name}: {operations}");
            let operations: json_patch::Patch = serde_json::from_value(operations).expect("it is a JSON patch");
            json_patch::patch(&mut review["request"]["object"], &operations).expect("the patch applies");
            let again = answer(&mut door, Verb::Review, &request(&review, "mutating", edition));
            assert_eq!(patch(&again), None, "{name} is patched twice");
            patched += 1;
        }
    }
    assert!(patched > 8, "only {patched} examples are patched");
}

#[test]
fn a_deletion_that_depends_on_what_nobody_knows_is_undecided() {
    let review = review("management-infrastructure-delete-allowed");
    let said = answer(&mut Native::default(), Verb::Review, &request(&review, "validating", "design"));
    assert_eq!(
        (&said["undecided"], &said["problems"][0]["code"]),
        (&"facts".into(), &"workload-clusters-not-known".into())
    );
    assert_eq!(said["problems"][0]["path"], "/review/request/oldObject");
}

#[test]
fn what_is_left_as_it_was_or_goes_is_not_judged() {
    let mut review = review("operator-core-update-refused");
    let mut door = Native::default();
    door.call(Verb::Load, &load("operator-core-update-refused", &review));
    review["request"]["object"]["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z".into();
    let going = answer(&mut door, Verb::Review, &request(&review, "validating", "design"));
    assert_eq!(going["review"]["response"]["allowed"], true, "{going}");
    let mut review = self::review("operator-core-update-refused");
    review["request"]["oldObject"]["spec"] = review["request"]["object"]["spec"].clone();
    let same = answer(&mut door, Verb::Review, &request(&review, "validating", "design"));
    assert_eq!(same["review"]["response"]["allowed"], true, "{same}");
}

#[test]
fn a_review_of_wrong_types_is_answered() {
    for name in
        ["management-core-create-refused", "operator-core-update-allowed", "operator-infrastructure-delete-refused"]
    {
        let review = review(name);
        let mut door = Native::default();
        door.call(Verb::Load, &load(name, &review));
        for path in pointers(&review, usize::MAX) {
            for value in [json!(null), json!(7), json!("x"), json!([]), json!({})] {
                let mut changed = review.clone();
                *changed.pointer_mut(&path).expect("the path is the review's") = value.clone();
                for phase in ["validating", "mutating"] {
                    let said = answer(&mut door, Verb::Review, &request(&changed, phase, "design"));
                    let decided = said["outcome"] == "decided" && said["review"]["response"]["allowed"].is_boolean();
                    let undecided = said["problems"][0]["path"].is_string() && said.get("review").is_none();
                    assert!(decided || undecided, "{name} {path} = {value}: {said}");
                }
            }
        }
    }
}

#[test]
fn what_todays_operator_cannot_decode_it_refuses_in_both_phases() {
    let mut engine = Native::default();
    for (spec, allowed) in [
        (json!({ "version": "v1.9.0", "manager": { "maxConcurrentReconciles": "many" } }), false),
        (json!({ "version": "v1.9.0", "manager": { "maxConcurrentReconciles": 3 } }), true),
        (json!({ "version": "v1.9.0" }), true),
    ] {
        let object = json!({
            "apiVersion": "operator.cluster.x-k8s.io/v1alpha2", "kind": "CoreProvider",
            "metadata": { "name": "cluster-api", "namespace": "capi-system" }, "spec": spec,
        });
        let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
            "uid": "1", "operation": "CREATE", "name": "cluster-api", "namespace": "capi-system", "object": object,
            "kind": { "group": "operator.cluster.x-k8s.io", "version": "v1alpha2", "kind": "CoreProvider" },
        } });
        for phase in ["mutating", "validating"] {
            let said = answer(&mut engine, Verb::Review, &request(&review, phase, "upstream"));
            let response = &said["review"]["response"];
            assert_eq!(response["allowed"], allowed, "{phase}: {said}");
            let causes = &response["status"]["details"]["causes"];
            let field = if allowed { Value::Null } else { "spec.manager.maxConcurrentReconciles".into() };
            assert_eq!(causes[0]["field"], field, "{phase}: {said}");
        }
    }
}

/// Returns a review of `InfrastructureProvider/aws`: of its creation if there is no old spec.
pub(crate) fn of_aws(group: &str, old: Option<Value>, spec: Value, metadata: Value) -> Value {
    let object = |spec: Value| {
        json!({
            "apiVersion": format!("{group}/v1alpha2"), "kind": "InfrastructureProvider", "metadata": metadata, "spec": spec,
        })
    };
    let mut request = json!({
        "uid": "1", "operation": "CREATE", "namespace": "capa-system", "object": object(spec),
        "kind": { "group": group, "version": "v1alpha2", "kind": "InfrastructureProvider" },
    });
    if let Some(name) = metadata.get("name") {
        request["name"] = name.clone();
    }
    if let Some(old) = old {
        request["operation"] = "UPDATE".into();
        request["oldObject"] = object(old);
    }
    json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request })
}

/// Returns the codes of the problems, with their paths below the object.
fn warned(said: &Value) -> Vec<(&str, &str)> {
    let problems = said["problems"].as_array().expect("there are always problems");
    let mut told = Vec::new();
    for problem in problems {
        let path = problem["path"].as_str().and_then(|path| path.strip_prefix("/review/request/object"));
        told.push((problem["code"].as_str().expect("it has a code"), path.expect("it is about the object")));
    }
    told
}

/// The spec before and after, what changes, and the warnings as code and place.
type Case = (Value, Value, &'static [&'static str], &'static [(&'static str, &'static str)]);

#[test]
fn an_update_that_is_allowed_says_what_changes_and_what_comes_of_it() {
    const TODAY: &str = "operator.cluster.x-k8s.io";
    const DESIGN: &str = "management.cluster.x-k8s.io";
    let source = json!({ "url": "https://github.com/kubernetes-sigs/cluster-api-provider-aws/releases" });
    let cached = json!({ "cacheNamespace": "a" });
    let container = json!([{ "name": "x" }, { "name": "manager", "args": { "--namespace": "a", "x": "y" } }]);
    let cases: [Case; 8] = [
        (json!({}), json!({ "manager": { "verbosity": 4 } }), &["manager"], &[("reinstall", "/spec")]),
        (json!({ "manager": { "verbosity": 4 } }), json!({}), &["manager"], &[("reinstall", "/spec")]),
        (
            json!({}),
            json!({ "manager": { "verbosity": 4 }, "deployment": { "replicas": 2 } }),
            &["deployment", "manager"],
            &[("reinstall", "/spec")],
        ),
        (
            json!({}),
            json!({ "fetchConfig": source }),
            &["fetchConfig"],
            &[("no-effect-until-upgrade", "/spec/fetchConfig")],
        ),
        (json!({}), json!({ "paused": true }), &["paused"], &[]),
        (
            json!({ "paused": true }),
            json!({ "paused": true, "manager": { "verbosity": 4 } }),
            &["manager"],
            &[("waits-for-unpause", "/spec")],
        ),
        (
            json!({}),
            json!({ "manager": cached }),
            &["manager"],
            &[("cache-namespace-ignored", "/spec/manager/cacheNamespace"), ("reinstall", "/spec")],
        ),
        (
            json!({}),
            json!({ "deployment": { "containers": container } }),
            &["deployment"],
            &[("namespace-argument-ignored", "/spec/deployment/containers/1/args/--namespace"), ("reinstall", "/spec")],
        ),
    ];
    for (old, new, changed, warnings) in &cases {
        let with_version = |spec: &Value| {
            let mut spec = spec.clone();
            spec["version"] = "v1.9.3".into();
            spec
        };
        for group in [DESIGN, TODAY] {
            // Members that the group's own kind does not have are tested elsewhere.
            if group == TODAY && (old.get("paused").is_some() || new.get("paused").is_some()) {
                continue;
            }
            let metadata = json!({ "name": "aws", "namespace": "capa-system" });
            let review = of_aws(group, Some(with_version(old)), with_version(new), metadata);
            let said = answer(&mut Native::default(), Verb::Review, &request(&review, "validating", "design"));
            assert_eq!(said["review"]["response"]["allowed"], true, "{said}");
            assert_eq!(warned(&said), *warnings, "{group}: {new}");
            let because = &said["because"][0];
            assert_eq!(
                (&because["code"], &because["subject"]),
                (&json!("provider-updated"), &json!("InfrastructureProvider/aws"))
            );
            assert_eq!(because["facts"], json!([{ "name": "changed", "value": changed }]), "{group}: {new}");
        }
    }
}

#[test]
fn an_object_that_gets_its_name_later_is_judged_without_one() {
    for (metadata, allowed) in [
        (json!({ "generateName": "aws-", "namespace": "capa-system" }), true),
        (json!({ "generateName": "aws-", "name": "", "namespace": "capa-system" }), true),
        (json!({ "generateName": "", "namespace": "capa-system" }), false),
        (json!({ "namespace": "capa-system" }), false),
    ] {
        let review = of_aws("operator.cluster.x-k8s.io", None, json!({ "version": "v1.9.3" }), metadata);
        let said = answer(&mut Native::default(), Verb::Review, &request(&review, "validating", "design"));
        let response = &said["review"]["response"];
        assert_eq!(response["allowed"], allowed, "{said}");
        let field = if allowed { Value::Null } else { "metadata.name".into() };
        assert_eq!(response["status"]["details"]["causes"][0]["field"], field, "{said}");
    }
}

#[test]
fn a_secret_that_is_not_loaded_is_told_where_it_is_named_anew() {
    let allowed = review("operator-infrastructure-update-allowed");
    let secret =
        json!({ "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "old", "namespace": "capa-system" } });
    let told = |before: &str, after: &str| {
        let mut review = allowed.clone();
        for (object, name) in [("oldObject", before), ("object", after)] {
            review["request"][object]["spec"]["configSecret"] = json!({ "name": name });
        }
        let mut door = Native::default();
        let mut documents = documents("operator");
        documents.push(secret.clone());
        door.call(Verb::Load, json!({ "documents": documents }).to_string().as_bytes());
        let said = answer(&mut door, Verb::Review, &request(&review, "validating", "design"));
        assert_eq!(said["review"]["response"]["allowed"], true, "{said}");
        said["problems"].as_array().into_iter().flatten().any(|problem| problem["code"] == "provider-secret-missing")
    };
    // More than the secret changes here.
    assert!(told("old", "new"));
    assert!(!told("new", "old"));
    assert!(!told("new", "new"));
}

#[test]
fn a_kind_of_the_other_api_is_spelt_right() {
    let mut review = review(&names().remove(0));
    review["request"]["kind"] =
        json!({ "group": "management.cluster.x-k8s.io", "version": "v1alpha1", "kind": "IPAMProvider" });
    let said = answer(&mut Native::default(), Verb::Review, &request(&review, "validating", "design"));
    let [code, path] = ["code", "path"].map(|key| &said["problems"][0][key]);
    assert_eq!((code, path), (&json!("group-misspelt"), &json!("/review/request/kind/group")), "{said}");
    assert!(said.to_string().contains(r#"{"name":"nearest","value":"operator.cluster.x-k8s.io"}"#), "{said}");
}
