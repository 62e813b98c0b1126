//! The example AdmissionReviews through every door: the same bytes, answers that were reviewed by people, and patches
//! that do what they say when another library applies them.

use std::fmt::Write as _;
use std::fs;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fitment_files::yaml;
use fitment_tests::doors::{self, Door, Native, Verb};
use fitment_tests::files;
use fitment_tests::pointers::pointers;
use serde_json::{Value, json};

const DOCUMENTS: [&str; 3] = ["cloudprofile", "namespacedcloudprofile", "shoot"];

pub fn example(path: &str) -> Value {
    let documents = yaml::to_json(&files::read(format!("examples/{path}.yaml"))).expect("an example is YAML");
    serde_json::from_str(&documents[0]).expect("YAML becomes JSON")
}

/// Returns the names of the example reviews, sorted.
fn reviews() -> Vec<String> {
    let stem = |path: &std::path::PathBuf| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    files::below("examples/reviews", "yaml").iter().filter_map(stem).collect()
}

pub fn load() -> Vec<u8> {
    let documents: Vec<Value> = DOCUMENTS.iter().map(|name| example(&format!("images/{name}"))).collect();
    json!({ "documents": documents, "defaulted": true }).to_string().into_bytes()
}

pub fn request(review: &Value, phase: &str, edition: &str) -> Vec<u8> {
    let now = "2026-01-31T00:00:00Z";
    json!({ "review": review, "phase": phase, "edition": edition, "now": now }).to_string().into_bytes()
}

pub fn envelope(answer: &[u8]) -> Value {
    serde_json::from_slice(answer).expect("the engine writes JSON")
}

/// Decodes the operations of a patch from base64.
fn patch(envelope: &Value) -> Option<Value> {
    let text = envelope["review"]["response"]["patch"].as_str()?;
    Some(envelope_of(&BASE64_STANDARD.decode(text).expect("a patch is base 64")))
}

fn envelope_of(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("a patch is JSON")
}

#[test]
fn what_is_served_beside_an_object_is_not_judged() {
    let mut engine = Native::default();
    engine.call(Verb::Load, &load());
    let (mut refused, mut completed) = (0, 0);
    for name in reviews() {
        for phase in ["mutating", "validating"] {
            let mut review = example(&format!("reviews/{name}"));
            let mut judge = |review: &Value| envelope(&engine.call(Verb::Review, &request(review, phase, "design")));
            let whole = judge(&review);
            review["request"]["subResource"] = "status".into();
            let beside = judge(&review);
            let response = &beside["review"]["response"];
            assert_eq!(
                (&beside["verdict"], &response["allowed"]),
                (&"yes".into(), &true.into()),
                "{name} {phase}: {beside}"
            );
            assert!(patch(&beside).is_none(), "{name} {phase}: {beside}");
            assert_eq!(beside["because"][0]["code"], "kind-not-judged", "{name} {phase}: {beside}");
            refused += usize::from(whole["review"]["response"]["allowed"] == false);
            completed += usize::from(patch(&whole).is_some());
            // An empty name counts as none.
            review["request"]["subResource"] = "".into();
            assert_eq!(judge(&review), whole, "{name} {phase}");
        }
    }
    assert!(refused > 0 && completed > 0, "the examples have objects that are refused and such that are completed");
}

#[test]
fn nobody_is_warned_that_what_is_deleted_is_not_completed() {
    let mut engine = Native::default();
    engine.call(Verb::Load, &load());
    let mut review = example("reviews/shoot-create");
    review["request"]["operation"] = "DELETE".into();
    review["request"]["oldObject"] = review["request"]["object"].take();
    let mut warned = |kind: &str| {
        review["request"]["kind"]["kind"] = kind.into();
        let answer = envelope(&engine.call(Verb::Review, &request(&review, "mutating", "design")));
        assert_eq!(answer["review"]["response"]["allowed"], true, "{answer}");
        answer["review"]["response"].get("warnings").is_some()
    };
    assert!(!warned("Shoot"));
    assert!(warned("Seed"), "no rule judges it in any phase");
}

#[test]
fn every_example_review_through_every_door() {
    let mut doors = doors::all();
    for door in &mut doors {
        let loaded = envelope(&door.call(Verb::Load, &load()));
        assert_eq!(loaded["outcome"], "decided", "{loaded}");
    }
    let mut shown = String::new();
    for name in reviews() {
        for phase in ["mutating", "validating"] {
            for edition in ["design", "upstream"] {
                let request = request(&example(&format!("reviews/{name}")), phase, edition);
                let mut answers = doors.iter_mut().map(|door| (door.name(), door.call(Verb::Review, &request)));
                let (_, first) = answers.next().expect("there is a door");
                for (door, answer) in answers {
                    assert_eq!(answer, first, "{name}, {phase}: {door} gives other bytes than native");
                }
                if edition == "design" {
                    let mut envelope = envelope(&first);
                    if let Some(patch) = patch(&envelope) {
                        envelope["review"]["response"]["patch"] = patch;
                    }
                    let text = serde_json::to_string_pretty(&envelope["review"]["response"]).expect("it is JSON");
                    writeln!(shown, "{name}, {phase}\n{text}\n").expect("a string can be written");
                }
            }
        }
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("reviews", shown);
    });
}

#[test]
fn a_patched_object_needs_no_second_patch() {
    let mut door = Native::default();
    door.call(Verb::Load, &load());
    let mut patched = 0;
    for name in reviews() {
        let mut review = example(&format!("reviews/{name}"));
        let first = envelope(&door.call(Verb::Review, &request(&review, "mutating", "design")));
        let Some(operations) = patch(&first) else { continue };
        let operations: json_patch::Patch = serde_json::from_value(operations).expect("it is a JSON patch");
        json_patch::patch(&mut review["request"]["object"], &operations).expect("the patch applies");
        let second = envelope(&door.call(Verb::Review, &request(&review, "mutating", "design")));
        assert_eq!(patch(&second), None, "{name} is patched twice");
        patched += 1;
    }
    assert!(patched >= 3, "only {patched} examples are patched");
}

#[test]
fn what_is_not_loaded_is_not_guessed() {
    let mut door = Native::default();
    for name in ["shoot-create", "namespacedcloudprofile-create"] {
        let request = request(&example(&format!("reviews/{name}")), "validating", "design");
        let answer = envelope(&door.call(Verb::Review, &request));
        assert_eq!(answer["undecided"], "facts", "{answer}");
        assert_eq!(answer["problems"][0]["code"], "document-not-loaded");
        let path = answer["problems"][0]["path"].as_str().expect("a problem has a path");
        assert!(path.starts_with("/review/request/object/spec/"), "{path}");
        assert!(answer.get("review").is_none());
    }
}

#[test]
fn a_review_cut_or_of_wrong_types_is_answered() {
    let mut door = Native::default();
    door.call(Verb::Load, &load());
    let review = example("reviews/shoot-update-misfit");
    let whole = request(&review, "validating", "design");
    for end in 0..whole.len() {
        let answer = envelope(&door.call(Verb::Review, &whole[..end]));
        assert_eq!(answer["undecided"], "request", "cut at {end}");
    }
    // Each member in turn is replaced by something else.
    let mut wrong = 0;
    for path in pointers(&review, usize::MAX) {
        for value in [json!(null), json!(7), json!("x"), json!([]), json!({})] {
            let mut changed = review.clone();
            *changed.pointer_mut(&path).expect("the path is the review's") = value.clone();
            let answer = envelope(&door.call(Verb::Review, &request(&changed, "validating", "design")));
            let decided = answer["outcome"] == "decided" && answer["review"]["response"]["allowed"].is_boolean();
            let undecided = answer["problems"][0]["path"].is_string() && answer.get("review").is_none();
            assert!(decided || undecided, "{path} = {value}: {answer}");
            wrong += 1;
        }
    }
    assert!(wrong > 400, "only {wrong} changes were tried");
}

#[test]
fn the_examples_are_all_there() {
    let folder = fs::read_dir(files::root().join("examples/reviews")).expect("the folder is there");
    assert_eq!(folder.count(), reviews().len(), "every file of the folder is a review");
    assert!(reviews().len() >= 9);
}

#[test]
fn what_is_missing_is_named() {
    let mut door = Native::default();
    let child = example("images/namespacedcloudprofile");
    door.call(Verb::Load, json!({ "documents": [child], "defaulted": true }).to_string().as_bytes());
    let request = request(&example("reviews/shoot-update-label"), "validating", "design");
    let answer = envelope(&door.call(Verb::Review, &request));
    assert_eq!(answer["undecided"], "facts", "{answer}");
    // The NamespacedCloudProfile is loaded, but its parent is not.
    let named = "NamespacedCloudProfile/garden-lab/azure-lab#/spec/parent/name";
    assert_eq!(
        answer["problems"][0]["facts"],
        json!([
            {"name": "name", "value": "azure"}, {"path": named, "value": "azure"},
            {"name": "kind", "value": "CloudProfile"},
        ])
    );
}

/// Returns the codes and paths of a review's problems, after a change to its request.
fn told_of(name: &str, change: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    let mut door = Native::default();
    door.call(Verb::Load, &load());
    let mut review = example(&format!("reviews/{name}"));
    change(&mut review["request"]);
    let answer = envelope(&door.call(Verb::Review, &request(&review, "validating", "design")));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let problems = answer["problems"].as_array().cloned().unwrap_or_default();
    let warnings = answer["review"]["response"]["warnings"].as_array().map_or(0, Vec::len);
    assert!(warnings >= problems.len(), "who sent the object is told as well: {answer}");
    problems.iter().map(|problem| (text(&problem["code"]), text(&problem["path"]))).collect()
}

#[test]
fn a_review_that_no_api_server_sends_is_told() {
    let told = |name: &str, change: fn(&mut Value)| -> Vec<(String, String)> {
        let usual = told_of(name, |_| {});
        told_of(name, change).into_iter().filter(|problem| !usual.contains(problem)).collect()
    };
    let only = |code: &str, path: &str| vec![(code.to_owned(), path.to_owned())];
    let of_another = |key: &str| only("review-of-another", &format!("/review/request/{key}"));
    assert_eq!(told("shoot-update-label", |request| request["name"] = "web".into()), of_another("name"));
    assert_eq!(told("shoot-create", |request| request["namespace"] = "garden-web".into()), of_another("namespace"));
    assert_eq!(told("namespacedcloudprofile-delete", |request| request["name"] = "web".into()), of_another("name"));
    let made_up = |request: &mut Value| request["name"] = "".into();
    assert_eq!(told("shoot-create", made_up), [], "a name that is still to be made up is none");
    let not_read = |member: &str| only("review-object-not-read", &format!("/review/request/{member}"));
    let before = |request: &mut Value| request["oldObject"] = request["object"].clone();
    assert_eq!(told("shoot-create", before), not_read("oldObject"));
    let after = |request: &mut Value| request["object"] = request["oldObject"].clone();
    assert_eq!(told("namespacedcloudprofile-delete", after), not_read("object"));
    assert_eq!(told("shoot-create", |request| request["oldObject"] = Value::Null), []);
}

#[test]
fn a_version_that_is_past_its_date_is_told_of_a_new_profile() {
    let past = |request: &mut Value| {
        let version = &mut request["object"]["spec"]["machineImages"][0]["versions"][0];
        version["expirationDate"] = "2020-01-01T00:00:00Z".into();
    };
    let codes: Vec<String> = told_of("cloudprofile-create", past).into_iter().map(|(code, _)| code).collect();
    assert!(codes.iter().any(|code| code == "versions-not-kept"), "{codes:?}");
}

#[test]
fn what_names_a_profile_that_is_known_not_to_exist_is_refused() {
    let object = |kind: &str, spec: Value| {
        json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": kind,
            "metadata": {"name": "web", "namespace": "garden-dev"}, "spec": spec})
    };
    let gone = json!({"kind": "CloudProfile", "name": "gone"});
    let child = object("NamespacedCloudProfile", json!({"parent": gone}));
    let shoot = object("Shoot", json!({"cloudProfile": gone, "provider": {"type": "demo"}}));
    for (object, complete) in [(&child, false), (&child, true), (&shoot, false), (&shoot, true)] {
        let mut engine = Native::default();
        let kinds = json!([{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile"}]);
        let kinds = if complete { kinds } else { json!([]) };
        engine.call(Verb::Load, json!({"documents": [], "complete": kinds}).to_string().as_bytes());
        let review = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "1",
            "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": object["kind"]},
            "operation": "CREATE", "namespace": "garden-dev", "object": object}});
        let answer = envelope(
            &engine.call(Verb::Review, json!({"review": review, "phase": "validating"}).to_string().as_bytes()),
        );
        let message = &answer["review"]["response"]["status"]["message"];
        assert_eq!(answer["outcome"], if complete { "decided" } else { "undecided" }, "{answer}");
        assert_eq!(message.as_str().is_some_and(|text| text.contains("there is no CloudProfile `gone`")), complete);
    }
}

#[test]
fn a_profile_whose_parent_is_known_not_to_exist_is_refused_in_a_question_too() {
    let child = json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": {"name": "own", "namespace": "garden-dev"},
        "spec": {"parent": {"kind": "CloudProfile", "name": "gone"}}});
    for (complete, named, is_refused) in [
        (false, Value::Null, false),
        (true, Value::Null, true),
        (true, json!("gone"), true),
        (false, json!("gone"), false),
        (true, json!("another"), false),
    ] {
        let mut engine = Native::default();
        let kinds = json!([{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile"}]);
        let kinds = if complete { kinds } else { json!([]) };
        engine.call(Verb::Load, json!({"documents": [], "complete": kinds}).to_string().as_bytes());
        let given = json!({"namespacedCloudProfile": child, "cloudProfile": named});
        let asked = json!({"question": "images/admit-profile", "given": given});
        let answer = envelope(&engine.call(Verb::Ask, asked.to_string().as_bytes()));
        let expected = if is_refused { (json!("decided"), json!("no")) } else { (json!("undecided"), Value::Null) };
        assert_eq!((&answer["outcome"], &answer["verdict"]), (&expected.0, &expected.1), "{named} {answer}");
        if is_refused {
            let refused = json!({"allowed": false, "errors": [], "message": "there is no CloudProfile `gone`"});
            assert_eq!(answer["answer"], refused);
            assert_eq!(answer["because"][0]["code"], "document-not-loaded", "{answer}");
        }
    }
}

#[test]
fn a_misspelt_kind_is_not_complete_in_silence() {
    let load = |kind: &str, validation: &str| {
        let complete = json!([{ "apiVersion": "core.gardener.cloud/v1beta1", "kind": kind }]);
        let request = json!({ "documents": [], "complete": complete, "fieldValidation": validation });
        envelope(&Native::default().call(Verb::Load, request.to_string().as_bytes()))
    };
    let misspelt = load("Shoots", "Warn");
    assert_eq!(misspelt["problems"][0]["code"], "document-misspelt", "{misspelt}");
    assert_eq!(misspelt["problems"][0]["path"], "/complete/0/kind");
    assert_eq!(load("Shoots", "Strict")["undecided"], "request");
    assert_eq!(load("Shoot", "Strict")["problems"], json!([]));
}

#[test]
fn a_document_without_its_group_or_its_version_is_not_held_in_silence() {
    let load = |api_version: &str| {
        let mut shoot = example("images/shoot");
        shoot["apiVersion"] = api_version.into();
        let request = json!({ "documents": [shoot], "defaulted": true });
        envelope(&Native::default().call(Verb::Load, request.to_string().as_bytes()))["problems"].clone()
    };
    let whole = "core.gardener.cloud/v1beta1";
    for (written, found, meant) in [
        ("core.gardener.cloud", "core.gardener.cloud", whole),
        ("v1beta1", "v1beta1", whole),
        ("/v1beta1", "/v1beta1", whole),
        ("core.gardener.cloud:v1beta1", "core.gardener.cloud:v1beta1", whole),
        ("Core.Gardener.Cloud/v1beta1", "Core.Gardener.Cloud", "core.gardener.cloud"),
        ("core-gardener.cloud/v1beta1", "core-gardener.cloud", "core.gardener.cloud"),
        ("garden.sapcloud.io/v1beta1", "garden.sapcloud.io", "core.gardener.cloud"),
    ] {
        let told = load(written);
        let facts = &told[0]["facts"];
        assert_eq!(told[0]["code"], "document-misspelt", "{written}: {told}");
        assert_eq!((&facts[0]["value"], &facts[1]["value"]), (&json!(found), &json!(meant)), "{written}: {told}");
    }
    assert_eq!(load(whole), json!([]));
}

#[test]
fn a_shoot_that_cannot_be_read_is_refused_when_it_is_loaded() {
    let mut door = Native::default();
    door.call(Verb::Load, &load());
    let mut broken = example("images/shoot");
    broken["metadata"]["name"] = "broken".into();
    broken["spec"]["region"] = 7.into();
    let answer = envelope(&door.call(Verb::Load, json!({ "documents": [broken] }).to_string().as_bytes()));
    assert_eq!(answer["undecided"], "request");
    assert_eq!(answer["problems"][0]["path"], "/documents/0/spec/region");
    let request = request(&example("reviews/namespacedcloudprofile-delete"), "validating", "design");
    assert_eq!(envelope(&door.call(Verb::Review, &request))["outcome"], "decided", "what was loaded is still there");
}

#[test]
fn hundreds_of_profiles_build_on_a_large_one() {
    let version = |image: usize, minor: usize| json!({ "version": format!("{image}.{minor}.0"), "capabilityFlavors": [{ "architecture": ["amd64"] }] });
    let image = |number: usize| {
        let versions: Vec<Value> = (0..40).map(|minor| version(number, minor)).collect();
        json!({ "name": format!("image-{number}"), "versions": versions })
    };
    let mut documents = vec![json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "large" },
        "spec": {
            "machineCapabilities": [{ "name": "architecture", "values": ["amd64", "arm64"] }],
            "machineImages": (0..400).map(image).collect::<Vec<_>>(),
        }
    })];
    documents.extend((0..500).map(|number| {
        json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
            "metadata": { "name": format!("team-{number}"), "namespace": "garden" },
            "spec": {
                "parent": { "kind": "CloudProfile", "name": "large" },
                "machineTypes": [{ "name": "own", "capabilities": { "architecture": ["amd64"] } }],
            }
        })
    }));
    let load = json!({ "documents": documents }).to_string();
    assert!(load.len() > 1 << 20, "only {} bytes", load.len());
    let mut door = doors::narrowest();
    assert_eq!(envelope(&door.call(Verb::Load, load.as_bytes()))["outcome"], "decided");
    for number in [0, 250, 499] {
        let given = json!({ "namespacedCloudProfile": format!("garden/team-{number}"), "machineType": "own" });
        let ask = json!({ "question": "images/pick", "now": "2026-01-01T00:00:00Z", "given": given }).to_string();
        let answer = envelope(&door.call(Verb::Ask, ask.as_bytes()));
        assert_eq!(answer["answer"]["picked"]["version"], "0.39.0", "{answer}");
    }
}

#[test]
fn only_the_operations_of_kubernetes_are_understood() {
    let mut review = example(&format!("reviews/{}", reviews()[0]));
    let mut asked = |operation: &str| {
        review["request"]["operation"] = operation.into();
        envelope(&Native::default().call(Verb::Review, &request(&review, "validating", "design")))
    };
    let connect = asked("CONNECT");
    assert_eq!(connect["review"]["response"]["allowed"], true, "{connect}");
    assert_eq!(connect["because"][0]["code"], "kind-not-judged");
    let misspelt = asked("CREAT");
    assert_eq!((&misspelt["undecided"], &misspelt["review"]), (&"request".into(), &Value::Null), "{misspelt}");
    assert_eq!(misspelt["problems"][0]["path"], "/review/request/operation");
}
