//! Unknown keys: a misspelt key must not change an answer silently.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

const PROFILE: &str = "examples/images/cloudprofile.yaml";
const SHOOT: &str = "examples/images/shoot.yaml";

/// Returns the document of a file, after a change of its text.
fn document(file: &str, from: &str, to: &str) -> Value {
    let text = files::read(file);
    assert!(from.is_empty() || text.contains(from), "`{file}` has no `{from}`");
    let json = yaml::to_json(&text.replacen(from, to, if from.is_empty() { 0 } else { 1 })).expect("it is YAML");
    serde_json::from_str(&json[0]).expect("it is JSON")
}

fn load(engine: &mut Engine, document: &Value, validation: Option<&str>) -> Value {
    let mut request = json!({ "documents": [document], "defaulted": true });
    if let Some(word) = validation {
        request["fieldValidation"] = word.into();
    }
    serde_json::from_str(&engine.load(request.to_string().as_bytes())).expect("an answer is JSON")
}

fn ask(engine: &Engine, question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "now": "2026-01-31T00:00:00Z", "given": given });
    serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("an answer is JSON")
}

/// Returns the unknown keys that an answer reports: level, path and suggestion.
fn told(answer: &Value) -> Vec<(String, String, String)> {
    let problems = answer["problems"].as_array().expect("an answer has problems").iter();
    let unknown = problems.filter(|problem| problem["code"] == "unknown-key");
    unknown
        .map(|problem| {
            let facts = problem["facts"].as_array().expect("a problem has facts");
            let nearest = facts.iter().find(|fact| fact["name"] == "nearest");
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            (
                text(&problem["level"]),
                text(&problem["path"]),
                nearest.map(|fact| text(&fact["value"])).unwrap_or_default(),
            )
        })
        .collect()
}

/// Counts the pairs of image version and machine type that fit under a profile, anywhere and in one place.
fn fitting(engine: &Engine) -> u64 {
    let given = json!({ "cloudProfile": "azure", "region": "westeurope", "zones": ["2"] });
    let anywhere = ask(engine, "images/matrix", &json!({ "cloudProfile": "azure" }));
    let there = ask(engine, "images/matrix", &given);
    let count = |answer: &Value| answer["answer"]["fitting"].as_u64().unwrap_or_default();
    count(&anywhere) + count(&there)
}

#[test]
fn a_misspelt_key_of_a_profile_never_widens_an_answer_in_silence() {
    let rows = [
        ("capabilityFlavors", "capabilityFlavor"),
        ("machineCapabilities", "machineCapabilites"),
        ("unavailableMachineTypes", "unavailableMachineType"),
        ("expirationDate", "expirationDat"),
    ];
    let mut whole = Engine::default();
    assert_eq!(load(&mut whole, &document(PROFILE, "", ""), Some("Strict"))["problems"], json!([]));
    for (key, misspelt) in rows {
        let altered = document(PROFILE, &format!("{key}:"), &format!("{misspelt}:"));
        let mut engine = Engine::default();
        let loaded = load(&mut engine, &altered, None);
        let [(level, path, nearest)] = told(&loaded).try_into().expect("one key is told");
        assert_eq!((level.as_str(), nearest.as_str()), ("warning", key));
        assert!(path.starts_with("/documents/0/spec/") && path.ends_with(misspelt), "{path}");
        assert_eq!(loaded["outcome"], "decided");
        // The same if the document comes with the question.
        let asked = ask(&engine, "images/matrix", &json!({ "cloudProfile": altered }));
        assert_eq!(told(&asked).len(), 1, "{misspelt}");
        let refused = load(&mut Engine::default(), &altered, Some("Strict"));
        assert_eq!((&refused["undecided"], told(&refused)[0].0.as_str()), (&json!("request"), "error"));
        assert_eq!(told(&load(&mut Engine::default(), &altered, Some("Ignore"))), []);
    }
}

#[test]
fn a_type_that_is_not_usable_is_offered_no_wider() {
    let (mut whole, mut altered) = (Engine::default(), Engine::default());
    load(&mut whole, &document(PROFILE, "", ""), None);
    load(&mut altered, &document(PROFILE, "usable: true", "usable: false"), None);
    assert!(fitting(&altered) <= fitting(&whole));
}

#[test]
fn a_misspelt_key_of_a_shoot_is_told_wherever_it_comes_from() {
    let altered = document(SHOOT, "workers:", "worker:");
    let mut engine = Engine::default();
    load(&mut engine, &document(PROFILE, "", ""), None);
    let expected = |at: &str| vec![("warning".to_owned(), format!("{at}/spec/provider/worker"), "workers".to_owned())];
    let asked = ask(&engine, "images/maintain", &json!({ "cloudProfile": "azure", "shoot": altered }));
    assert_eq!(told(&asked), expected("/given/shoot"));
    assert_eq!(told(&load(&mut engine, &altered, None)), expected("/documents/0"));
    let review_of = |object: &Value, validation: Option<&str>| {
        let request = json!({ "uid": "1", "operation": "CREATE", "object": object,
            "kind": { "group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot" } });
        let review = json!({ "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request });
        let mut request = json!({ "review": review, "phase": "validating", "now": "2026-01-31T00:00:00Z" });
        if let Some(word) = validation {
            request["fieldValidation"] = word.into();
        }
        let answer = engine.review(request.to_string().as_bytes());
        serde_json::from_str::<Value>(&answer).expect("an answer is JSON")
    };
    let review = |validation| review_of(&altered, validation);
    // By default, an API server has already dropped such keys.
    assert_eq!(told(&review(None)), []);
    assert_eq!(told(&review(Some("Warn"))), expected("/review/request/object"));
    assert_eq!(review(Some("Strict"))["undecided"], "request");
    // The object is judged as the kind that the request names, whatever the object itself says.
    for (key, word) in
        [("apiVersion", json!(null)), ("apiVersion", json!("v1")), ("kind", json!("Foo")), ("kind", json!(""))]
    {
        let mut other = altered.clone();
        other[key] = word.clone();
        assert_eq!(told(&review_of(&other, Some("Warn"))), expected("/review/request/object"), "{key} {word}");
        assert_eq!(review_of(&other, Some("Strict"))["undecided"], "request", "{key} {word}");
    }
    let mut another = document(SHOOT, "", "");
    another["kind"] = json!("CloudProfile");
    let codes = |answer: &Value| -> Vec<Value> {
        answer["problems"].as_array().expect("a list").iter().map(|problem| problem["code"].clone()).collect()
    };
    assert!(codes(&review_of(&another, Some("Warn"))).contains(&json!("document-of-another-kind")));
}

#[test]
fn of_openstack_objects_only_what_comes_close_is_a_mistake() {
    let node = json!({ "name": "n", "resource_class": "gold", "traits": [], "power_state": "power off",
        "maintenence": true, "driver": "ipmi", "vendor_passthru": 1 });
    let flavor = json!({ "name": "f", "ram": 1, "disk": 2, "links": [], "extra_spec": {"resources:CUSTOM_GOLD": "1"} });
    let answer = ask(&Engine::default(), "traits/match-nodes", &json!({ "nodes": [node], "flavor": flavor }));
    let expected = [("/given/nodes/0/maintenence", "maintenance"), ("/given/flavor/extra_spec", "extra_specs")];
    let expected = expected.map(|(path, key)| ("warning".to_owned(), path.to_owned(), key.to_owned()));
    assert_eq!(told(&answer), expected);
    let fleet = json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "f" }, "nodes": [node],
        "knownTrait": [] });
    let told: Vec<String> =
        told(&load(&mut Engine::default(), &fleet, None)).into_iter().map(|(_, path, _)| path).collect();
    assert_eq!(told, ["/documents/0/nodes/0/maintenence", "/documents/0/knownTrait"]);
}

#[test]
fn the_keys_of_what_is_given_follow_the_same_word() {
    let ask = |validation: &str| {
        let request = json!({ "question": "drivers/default", "fieldValidation": validation,
            "given": { "registeredDrivers": [], "confg": {} } });
        serde_json::from_str::<Value>(&Engine::default().ask(request.to_string().as_bytes())).expect("it is JSON")
    };
    assert_eq!(told(&ask("Warn")), [("warning".into(), "/given/confg".into(), "config".into())]);
    assert_eq!((told(&ask("Ignore")), &ask("Ignore")["outcome"]), (Vec::new(), &json!("decided")));
    assert_eq!((told(&ask("Strict"))[0].0.as_str(), &ask("Strict")["undecided"]), ("error", &json!("request")));
    assert_eq!(ask("strict")["problems"][0]["code"], "unknown-word");
}

#[test]
fn a_part_of_a_document_is_looked_at_like_the_whole() {
    let rows = [
        ("images/machine-type-architecture", "machineType", json!({ "name": "m", "capabilites": {} }), "capabilities"),
        ("images/version-architectures", "machineImageVersion", json!({ "capabilityFlavor": [] }), "capabilityFlavors"),
        ("images/classify-version", "version", json!({ "version": "1.0.0", "expirationDat": "" }), "expirationDate"),
        ("images/worker-versions", "worker", json!({ "name": "w", "machin": {} }), "machine"),
    ];
    for (question, member, part, meant) in rows {
        let told = told(&ask(&Engine::default(), question, &json!({ member: part })));
        let [(level, path, nearest)] = told.try_into().expect("one key is told");
        assert_eq!((level.as_str(), nearest.as_str()), ("warning", meant));
        assert!(path.starts_with(&format!("/given/{member}/")), "{path}");
    }
}

#[test]
fn a_flood_of_unknown_keys_is_told_in_part() {
    let mut document = document(PROFILE, "", "");
    let spec = document["spec"].as_object_mut().expect("a profile has a spec");
    spec.extend((0..10_000).map(|number| (format!("key{number}"), Value::Null)));
    assert_eq!(told(&load(&mut Engine::default(), &document, None)).len(), 100);
}

/// Returns a document with every key in a table of fields and nothing in them.
fn filled(fields: &Value) -> Value {
    match fields {
        Value::Object(members) => members
            .iter()
            .filter(|(key, _)| *key != "*")
            .map(|(key, inside)| (key.clone(), filled(inside)))
            .collect::<serde_json::Map<String, Value>>()
            .into(),
        Value::Array(elements) => elements.iter().map(filled).collect(),
        _ => Value::Null,
    }
}

/// Collects the pointers to all members.
fn members(value: &Value, at: &str, found: &mut Vec<String>) {
    for (key, inside) in value.as_object().into_iter().flatten() {
        found.push(format!("{at}/{key}"));
        members(inside, &format!("{at}/{key}"), found);
    }
    for (index, inside) in value.as_array().into_iter().flatten().enumerate() {
        members(inside, &format!("{at}/{index}"), found);
    }
}

#[test]
fn the_fields_are_those_of_the_api() {
    let fields: Value = serde_json::from_str(&files::read("tests/fields-gardener.json")).expect("it is JSON");
    let asked = [
        ("CloudProfile", "images/validate-profile", "cloudProfile"),
        ("NamespacedCloudProfile", "images/admit-profile", "namespacedCloudProfile"),
        ("Shoot", "images/maintain", "shoot"),
    ];
    let mut count = 0;
    for (kind, question, member) in asked {
        let whole = filled(&fields[kind]);
        let engine = Engine::default();
        assert_eq!(told(&ask(&engine, question, &json!({ member: whole }))), [], "{kind}");
        let mut paths = Vec::new();
        members(&whole, "", &mut paths);
        count += paths.len();
        for path in paths {
            let (owner, key) = path.rsplit_once('/').expect("a pointer has a slash");
            let mut altered = whole.clone();
            let owner = altered.pointer_mut(owner).and_then(Value::as_object_mut).expect("it is an object");
            let value = owner.remove(key).expect("it is there");
            owner.insert(format!("{key}zq"), value);
            let found = told(&ask(&engine, question, &json!({ member: altered })));
            assert_eq!(found.len(), 1, "{kind} {path}: {found:?}");
            assert_eq!(found[0].1, format!("/given/{member}{path}zq"));
        }
    }
    assert!(count > 800, "{count} keys");
}

/// Returns values that a table's field never accepts; none if the field accepts anything.
fn of_another_kind(fields: &Value) -> Vec<Value> {
    match fields.as_str() {
        Some("any") => Vec::new(),
        Some("quantity") => vec![json!([]), json!("1Giq"), json!("2\n")],
        Some("time") => vec![json!(1), json!("yesterday")],
        Some("duration") => vec![json!(1), json!("1d")],
        Some("integer or string") => vec![json!([])],
        Some("integer" | "number" | "boolean") => vec![json!("one")],
        Some(_) => vec![json!(1)],
        None => vec![json!("text")],
    }
}

/// Collects the pointers to all members in a table of fields, each with a value that it does not accept. Each list has
/// one element.
fn misfits(fields: &Value, at: &str, found: &mut Vec<(String, Value)>) {
    let inside: Vec<(String, &Value)> = match fields {
        Value::Object(members) => members.iter().map(|(key, inside)| (format!("{at}/{key}"), inside)).collect(),
        Value::Array(elements) => elements.iter().map(|inside| (format!("{at}/0"), inside)).collect(),
        _ => Vec::new(),
    };
    for (path, inside) in inside {
        found.extend(of_another_kind(inside).into_iter().map(|value| (path.clone(), value)));
        misfits(inside, &path, found);
    }
}

/// Returns a document that contains nothing but one value, at this pointer.
fn only(path: &str, value: &Value) -> Value {
    path.split('/').skip(1).collect::<Vec<_>>().into_iter().rev().fold(value.clone(), |inside, step| match step {
        "0" => json!([inside]),
        key => json!({ key: inside }),
    })
}

#[test]
fn a_value_of_another_kind_is_told_wherever_it_stands() {
    let fields: Value = serde_json::from_str(&files::read("tests/fields-gardener.json")).expect("it is JSON");
    let asked = [
        ("CloudProfile", "images/validate-profile", "cloudProfile"),
        ("NamespacedCloudProfile", "images/admit-profile", "namespacedCloudProfile"),
        ("Shoot", "images/maintain", "shoot"),
    ];
    let (mut count, engine) = (0, Engine::default());
    for (kind, question, member) in asked {
        let mut places = Vec::new();
        misfits(&fields[kind], "", &mut places);
        count += places.len();
        for (path, value) in places {
            let answer = ask(&engine, question, &json!({ member: only(&path, &value) }));
            let problems = answer["problems"].as_array().expect("an answer has problems");
            let at = format!("/given/{member}{path}");
            let told: Vec<&Value> = problems.iter().filter(|problem| problem["path"] == at.as_str()).collect();
            assert_eq!(told.len(), 1, "{at}: {value} in {problems:?}");
        }
    }
    assert!(count > 900, "{count} places");
}

#[test]
fn the_keys_of_a_review_itself_are_told() {
    let review = |api_version: &str, kind: &str, before: &str, validation: &str| {
        let request = format!(
            r#"{{"fieldValidation": "{validation}", "phase": "validating", "review": {{"apiVersion": "{api_version}", "kind": "{kind}",
            "request": {{"uid": "u", "kind": {{"group": "", "version": "v1", "kind": "Pod"}}, "operation": "UPDATE",
            "userInfo": {{"extra": {{"a": ["b"]}}}}, "options": {{"any": 1}}, "dryRun": false,
            "object": {{"metadata": {{"name": "p"}}}}, "{before}": {{"metadata": {{"name": "p"}}}}}}}}}}"#
        );
        Engine::default().review(request.as_bytes())
    };
    let (version, kind) = ("admission.k8s.io/v1", "AdmissionReview");
    assert!(review(version, kind, "oldObject", "Strict").contains(r#""problems":[]"#));
    let null = r#"{"fieldValidation": "Strict", "phase": "validating", "review": {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {"uid": "u", "kind": {"group": "", "version": "v1", "kind": "Pod"}, "operation": "CREATE",
        "object": {"metadata": {"name": "p"}}, "oldObject": null, "options": null, "dryRun": null}}}"#;
    assert!(Engine::default().review(null.as_bytes()).contains(r#""problems":[]"#));
    let misspelt = review(version, kind, "oldobject", "Warn");
    assert!(misspelt.contains(r#""path":"/review/request/oldobject""#) && misspelt.contains("oldObject"), "{misspelt}");
    assert!(review(version, kind, "oldobject", "Strict").contains(r#""undecided":"request""#));
    for (version, kind, at) in [("foo/v9", kind, "apiVersion"), (version, "AdmissionReviw", "kind")] {
        let told = review(version, kind, "oldObject", "Warn");
        assert!(told.contains(&format!(r#""code":"document-of-another-kind","path":"/review/{at}""#)), "{told}");
    }
    for (version, kind) in [("foo/v9", kind), (version, "AdmissionReviw")] {
        let told = review(version, kind, "oldObject", "Ignore");
        assert!(told.contains(r#""undecided":"request""#), "however strict: {told}");
    }
    assert!(review(version, kind, "oldobject", "Ignore").contains(r#""problems":[]"#));
}
