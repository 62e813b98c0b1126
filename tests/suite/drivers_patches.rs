//! Changes to a template: which attribute takes which values, and which operations are allowed, as Magnum's API defines
//! them.

use fitment::Engine;
use serde_json::{Value, json};

/// The values that an attribute takes.
#[derive(Clone, Copy, PartialEq)]
enum Takes {
    /// Text of at least this many and at most 255 characters.
    Text(usize),
    /// A value that oslo reads as a boolean.
    Flag,
    /// An integer in this range; booleans count as 0 or 1.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any value that a patch may contain.
    Anything,
}

use Takes::{Anything, Flag, Number, Text, Word};

/// The attributes that clients may set, the values they take, and whether they are mandatory.
const ATTRIBUTES: [(&str, Takes, bool); 28] = [
    ("name", Text(1), false),
    ("image_id", Text(1), true),
    ("coe", Word(&["kubernetes"]), true),
    ("server_type", Word(&["vm", "bm"]), true),
    ("cluster_distro", Text(1), true),
    ("driver", Text(1), false),
    ("flavor_id", Text(1), false),
    ("master_flavor_id", Text(1), false),
    ("keypair_id", Text(1), false),
    ("dns_nameserver", Anything, false),
    ("external_network_id", Text(1), true),
    ("fixed_network", Text(1), false),
    ("fixed_subnet", Text(1), false),
    ("network_driver", Word(&["flannel", "calico", "cilium"]), true),
    ("volume_driver", Word(&["cinder"]), false),
    ("docker_storage_driver", Text(1), false),
    ("docker_volume_size", Number(1, i64::MAX), false),
    ("apiserver_port", Number(1024, 65_535), false),
    ("http_proxy", Text(1), false),
    ("https_proxy", Text(1), false),
    ("no_proxy", Text(1), false),
    ("insecure_registry", Text(1), false),
    ("tags", Text(0), false),
    ("registry_enabled", Flag, true),
    ("tls_disabled", Flag, true),
    ("public", Flag, true),
    ("hidden", Flag, true),
    ("floating_ip_enabled", Flag, false),
];

const TRUE: [&str; 6] = ["1", "t", "true", "on", "y", "yes"];
const FALSE: [&str; 6] = ["0", "f", "false", "off", "n", "no"];

/// Reads a value as oslo reads booleans.
fn as_flag(value: &Value) -> Option<bool> {
    let text = match value {
        Value::Bool(value) => return Some(*value),
        Value::String(text) => text.trim().to_lowercase(),
        number => number.to_string(),
    };
    let is = |words: [&str; 6]| words.contains(&text.as_str());
    if is(TRUE) { Some(true) } else { is(FALSE).then_some(false) }
}

fn is_taken(takes: Takes, value: &Value) -> bool {
    match takes {
        Text(least) => value.as_str().is_some_and(|text| (least..=255).contains(&text.chars().count())),
        Flag => as_flag(value).is_some(),
        Number(least, most) => {
            let number = value.as_i64().or(value.as_bool().map(i64::from));
            number.is_some_and(|number| least <= number && number <= most)
        }
        Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Anything => true,
    }
}

/// Returns values around every bound.
fn values() -> Vec<Value> {
    let mut values: Vec<Value> = [-1, 0, 1, 2, 1023, 1024, 65_535, 65_536].into_iter().map(Value::from).collect();
    values.extend([
        json!(true),
        json!(false),
        json!("é".repeat(255)),
        json!("é".repeat(256)),
        json!(" Yes "),
        json!("2"),
    ]);
    let words = ["", "a", "vm", "bm", "kubernetes", "swarm", "flannel", "calico", "cilium", "cinder"];
    values.extend(words.into_iter().chain(TRUE).chain(FALSE).map(Value::from));
    values
}

/// Returns the status of a change to a template, and the code of its refusal.
fn patched(mut template: Value, patch: Value) -> (u64, String) {
    // The template always says whether it stores a driver.
    template.as_object_mut().expect("it is an object").entry("driver").or_insert(Value::Null);
    let given = json!({ "registeredDrivers": [], "template": template, "patch": patch });
    let request = json!({ "question": "drivers/patch-template", "edition": "upstream", "given": given }).to_string();
    let answer: Value =
        serde_json::from_slice(Engine::default().ask(request.as_bytes()).as_ref()).expect("the engine writes JSON");
    let answer = &answer["answer"];
    (answer["status"].as_u64().expect("there is a status"), answer["error"].as_str().unwrap_or_default().to_owned())
}

fn one(operation: &str, path: &str, value: Option<&Value>) -> Value {
    let mut step = json!({ "op": operation, "path": path });
    if let Some(value) = value {
        step["value"] = value.clone();
    }
    json!([step])
}

fn yes() -> (u64, String) {
    (200, String::new())
}

fn no(word: &str) -> (u64, String) {
    (400, word.to_owned())
}

#[test]
fn each_attribute_takes_its_values_alone() {
    for (name, takes, _) in ATTRIBUTES {
        for value in values() {
            let expected = if is_taken(takes, &value) { yes() } else { no("invalid-field") };
            let found = patched(json!({}), one("replace", &format!("/{name}"), Some(&value)));
            assert_eq!(found, expected, "{name}: {value}");
        }
    }
}

#[test]
fn what_has_to_be_there_is_not_removed() {
    for (name, _, mandatory) in ATTRIBUTES {
        let expected = if mandatory { no("patch-mandatory-attribute") } else { yes() };
        assert_eq!(patched(json!({ name: "x" }), one("remove", &format!("/{name}"), None)), expected, "{name}");
    }
    for name in ["created_at", "id", "links", "updated_at", "uuid", "project_id", "user_id"] {
        for operation in ["add", "replace", "remove"] {
            let found = patched(json!({}), one(operation, &format!("/{name}"), Some(&json!("x"))));
            assert_eq!(found, no("patch-internal-attribute"), "{operation} {name}");
        }
    }
}

/// U3: a template in use may only be made public or hidden, or get other tags or another name, one change at a time.
#[test]
fn a_template_in_use_changes_in_little() {
    let used = || json!({ "referenced_by_cluster": true, "name": "n", "public": false, "hidden": false, "tags": "a" });
    for (name, takes, _) in ATTRIBUTES {
        for value in values().iter().filter(|value| is_taken(takes, value)) {
            // An unchanged value is no change, and anything but exactly one change is refused.
            let may = match name {
                "public" => as_flag(value) == Some(true),
                "hidden" => as_flag(value) == Some(true),
                "tags" => value != "a",
                "name" => value != "n",
                _ => false,
            };
            let expected = if may { yes() } else { no("template-in-use") };
            let patch = one("replace", &format!("/{name}"), Some(value));
            assert_eq!(patched(used(), patch), expected, "{name}: {value}");
        }
    }
    let two = json!([{ "op": "replace", "path": "/name", "value": "m" }, { "op": "replace", "path": "/hidden", "value": true }]);
    assert_eq!(patched(used(), two), no("template-in-use"));
    assert_eq!(patched(used(), one("remove", "/tags", None)), no("template-in-use"));
    for free in [json!({ "referenced_by_cluster": false }), json!({ "referenced_by_cluster": null }), json!({})] {
        assert_eq!(patched(free, one("replace", "/flavor_id", Some(&json!("f")))), yes());
    }
}

#[test]
fn an_operation_has_the_form_of_one() {
    let value = Some(json!("d"));
    for path in ["", "/", "driver", "//driver", "/driver/", "/dri ver", "/dri.ver", "/driver//x"] {
        assert_eq!(patched(json!({}), one("replace", path, value.as_ref())), no("invalid-field"), "{path}");
    }
    for operation in ["", "Replace", "move", "copy", "test"] {
        assert_eq!(patched(json!({}), one(operation, "/driver", value.as_ref())), no("invalid-field"), "{operation}");
    }
    for odd in [json!(1.5), json!([]), json!({}), json!(["a"])] {
        assert_eq!(patched(json!({}), one("replace", "/driver", Some(&odd))), no("invalid-field"), "{odd}");
    }
    for step in [
        json!({ "op": "replace", "path": "/driver", "value": "d", "from": "/name" }),
        json!({ "path": "/driver", "value": "d" }),
        json!({ "op": "replace", "value": "d" }),
        json!({ "op": 1, "path": "/driver", "value": "d" }),
        json!({ "op": "replace", "path": 1, "value": "d" }),
    ] {
        assert_eq!(patched(json!({}), json!([step])), no("invalid-field"), "{step}");
    }
    for operation in ["add", "replace"] {
        assert_eq!(patched(json!({}), one(operation, "/driver", None)), no("patch-needs-value"), "{operation}");
        assert_eq!(patched(json!({}), one(operation, "/driver", Some(&Value::Null))), no("patch-needs-value"));
    }
}
