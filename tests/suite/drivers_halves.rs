//! Registries, templates and requests that are half complete or contradict themselves are refused or reported.

use fitment::Engine;
use serde_json::{Value, json};

fn asked(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn ask(question: &str, given: &Value) -> Value {
    asked(question, "design", given)
}

fn registry(config: Value) -> Value {
    json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "r" }, "config": config,
        "drivers": [{ "name": "a", "provides": [["vm", "ubuntu", "kubernetes"]] }] })
}

/// Returns the path and the sentence of the problem because of which nothing was decided.
fn refused(answer: &Value) -> (&str, &str) {
    assert_eq!(answer["undecided"], "request", "{answer}");
    let text = |key: &str| answer["problems"][0][key].as_str().unwrap_or_default();
    (text("path"), text("says"))
}

fn codes(answer: &Value) -> Vec<&str> {
    answer["problems"].as_array().into_iter().flatten().filter_map(|problem| problem["code"].as_str()).collect()
}

#[test]
fn a_configuration_is_a_section_or_a_whole_file() {
    for (config, path) in [
        (json!({ "default_driver": "a", "disabled_drivers": { "b": null } }), "/disabled_drivers"),
        (json!({ "default_driver": {} }), "/default_driver"),
        (json!({ "default_driver": "a", "drivers": { "disabled_drivers": ["a"] } }), "/default_driver"),
        (json!({ "magnum": { "drivers": { "default_driver": "a" } } }), "/magnum/drivers"),
    ] {
        let answer = ask("drivers/lint", &json!({ "registry": registry(config.clone()) }));
        assert_eq!(refused(&answer).0, format!("/given/registry/config{path}"), "{config}: {answer}");
    }
    for config in [json!({ "default_driver": "a" }), json!({ "drivers": { "default_driver": "a" }, "api": {} })] {
        assert_eq!(ask("drivers/lint", &json!({ "registry": registry(config) }))["outcome"], "decided");
    }
}

#[test]
fn a_dash_is_read_only_of_a_template_that_was_printed_whole() {
    let cut =
        json!({ "name": "t", "cluster_distro": "ubuntu", "coe": "kubernetes", "server_type": "vm", "driver": "-" });
    let registry = registry(json!({}));
    for (question, given) in [
        ("drivers/compare", json!({ "after": registry, "templates": [cut] })),
        ("drivers/create-cluster", json!({ "registry": registry, "template": cut })),
        ("drivers/show-template", json!({ "registry": registry, "template": cut })),
    ] {
        let answer = ask(question, &given);
        let (_, says) = refused(&answer);
        assert!(says.contains("`labels`") && says.contains("openstack coe cluster template show -f json"), "{says}");
    }
    let mut whole = cut;
    whole["labels"] = json!({});
    whole["updated_at"] = json!("-");
    let answer = ask("drivers/compare", &json!({ "after": registry, "templates": [whole] }));
    assert_eq!(answer["outcome"], "decided", "{answer}");
}

#[test]
fn before_drivers_could_be_named_no_template_stores_one() {
    let template = json!({ "name": "t", "cluster_distro": "ubuntu", "driver": "k8s_x" });
    let given = json!({ "beforeNaming": true, "after": registry(json!({})), "templates": [template] });
    let answer = ask("drivers/compare", &given);
    assert_eq!(codes(&answer), ["template-stores-driver-before-naming"], "{answer}");
    assert_eq!(answer["problems"][0]["path"], "/given/templates/0/driver", "{answer}");
}

#[test]
fn a_whole_body_names_its_image() {
    let image = json!({ "name": "u", "id": "x", "properties": { "os_distro": "ubuntu" } });
    let resolved = |request: Value, whole: bool| {
        let given = json!({ "registry": registry(json!({})), "request": request, "wholeBody": whole, "image": image });
        let answer = ask("drivers/resolve", &given);
        (answer["answer"]["status"].clone(), codes(&answer).iter().map(|code| (*code).to_owned()).collect::<Vec<_>>())
    };
    let body = |id: &str| json!({ "coe": "kubernetes", "image_id": id });
    assert_eq!(resolved(json!({ "coe": "kubernetes" }), true).0, 400);
    assert_eq!(resolved(json!({ "coe": "kubernetes" }), false).0, 201);
    for id in ["u", "x"] {
        assert_eq!(resolved(body(id), true), (json!(201), vec![]));
    }
    assert_eq!(resolved(body("other"), true), (json!(201), vec!["image-is-another".to_owned()]));
}

#[test]
fn an_image_may_have_properties_that_are_called_almost_like_others() {
    let resolved = |properties: Value| {
        let image = json!({ "name": "u", "properties": properties });
        let request = json!({ "coe": "kubernetes" });
        ask("drivers/resolve", &json!({ "registry": registry(json!({})), "request": request, "image": image }))
    };
    let honest = json!({ "os_distro": "ubuntu", "magnum_driver": "a", "distro": "x", "magnum_image": "x", "os_disk": "x",
        "error": "not-found", "errors": "x", "property": "x" });
    let answer = resolved(honest);
    assert_eq!((&answer["answer"]["status"], codes(&answer)), (&json!(201), vec![]), "{answer}");
    let answer = resolved(json!({ "os_distr": "ubuntu" }));
    assert!(answer["problems"][0]["says"].as_str().unwrap_or_default().contains("os_distro"), "{answer}");
}

#[test]
fn two_drivers_of_a_name_are_told_where_the_first_is_taken() {
    let mut registry = registry(json!({ "default_driver": "a" }));
    let again = registry["drivers"][0].clone();
    registry["drivers"].as_array_mut().expect("it is a list").push(again);
    let given = json!({ "registry": registry, "request": { "coe": "kubernetes" }, "image": { "os_distro": "ubuntu" } });
    let answer = ask("drivers/resolve", &given);
    assert_eq!((&answer["answer"]["status"], codes(&answer)), (&json!(201), vec!["drivers-share-name"]), "{answer}");
    let answer = asked("drivers/resolve", "upstream", &given);
    assert_eq!((&answer["answer"]["status"], codes(&answer)), (&json!(500), vec![]), "{answer}");
}

/// Returns a thing wrapped in a member of its own or in a list, as it may be printed or returned.
fn wrapped(thing: &Value, one: &[&str], several: &str) -> Vec<(String, Value)> {
    let wrapped = |name: &str, inside: Value| (name.to_owned(), json!({ name: inside }));
    let lists = [json!([thing]), json!([]), json!([thing, thing])].map(|list| wrapped(several, list));
    one.iter().map(|name| wrapped(name, thing.clone())).chain(lists).collect()
}

#[test]
fn what_stands_in_an_envelope_is_not_passed_over() {
    let registry = registry(json!({}));
    let template = json!({ "name": "t", "cluster_distro": "ubuntu", "coe": "kubernetes", "server_type": "vm",
        "driver": "gone" });
    let patch = json!([{ "op": "add", "path": "/driver", "value": "a" }]);
    for (name, mut envelope) in wrapped(&template, &["cluster_template", "clustertemplate"], "clustertemplates") {
        for beside in [json!({}), json!({ "cluster_distro": "ubuntu", "driver": null })] {
            envelope.as_object_mut().expect("an object").extend(beside.as_object().cloned().into_iter().flatten());
            for (question, given, path) in [
                ("drivers/create-cluster", json!({ "registry": registry, "template": envelope }), "template"),
                ("drivers/show-template", json!({ "registry": registry, "template": envelope }), "template"),
                (
                    "drivers/patch-template",
                    json!({ "registry": registry, "template": envelope, "patch": patch }),
                    "template",
                ),
                ("drivers/compare", json!({ "after": registry, "templates": [envelope] }), "templates/0"),
            ] {
                let answer = ask(question, &given);
                let (at, says) = refused(&answer);
                assert_eq!(at, format!("/given/{path}"), "{question}: {answer}");
                assert!(says.contains(&format!("a member `{name}`, in which the template stands")), "{says}");
            }
        }
    }
    let image = json!({ "name": "u", "os_distro": "ubuntu", "magnum_driver": "a" });
    let resolved = |image: &Value| {
        ask("drivers/resolve", &json!({ "registry": registry, "request": { "coe": "kubernetes" }, "image": image }))
    };
    for (name, envelope) in wrapped(&image, &["image"], "images") {
        let answer = resolved(&envelope);
        let (at, says) = refused(&answer);
        assert_eq!(at, "/given/image", "{answer}");
        assert!(says.contains(&format!("a member `{name}`, in which the image stands")), "{says}");
    }
    // An image may have a property with this name.
    for property in ["image", "images"] {
        let mut image = image.clone();
        image[property] = json!("x");
        assert_eq!(resolved(&image)["answer"]["status"], 201);
    }
}

#[test]
fn a_template_that_is_changed_says_whether_it_stores_a_driver() {
    let patched = |template: Value| {
        let patch = json!([{ "op": "add", "path": "/driver", "value": "a" }]);
        ask("drivers/patch-template", &json!({ "registry": registry(json!({})), "template": template, "patch": patch }))
    };
    let row = json!({ "uuid": "11111111-0000-4000-8000-000000000001", "name": "k8s", "tags": null });
    for (template, missing) in [
        (json!({}), "a template without `driver`"),
        (json!({ "cluster_distro": "ubuntu", "referenced_by_cluster": false }), "a template without `driver`"),
        (row, "a template without `cluster_distro`, `driver`, `server_type`, `coe`"),
    ] {
        let answer = patched(template);
        let (at, says) = refused(&answer);
        assert_eq!(at, "/given/template", "{answer}");
        for part in [missing, "openstack coe cluster template show -f json", "`driver: null` where it stores none"] {
            assert!(says.contains(part), "{part}: {says}");
        }
    }
    for (driver, status) in [(json!(null), 200), (json!("a"), 400)] {
        assert_eq!(patched(json!({ "driver": driver }))["answer"]["status"], status);
    }
    let answer = patched(json!(null));
    assert_eq!((refused(&answer).0, codes(&answer)), ("/given/template", vec!["missing-field"]), "{answer}");
}

#[test]
fn a_template_is_compared_once_and_as_it_is_now() {
    let template = |name: &str, driver: Value| {
        json!({ "uuid": "11111111-0000-4000-8000-000000000001", "name": name, "cluster_distro": "ubuntu",
            "coe": "kubernetes", "server_type": "vm", "driver": driver })
    };
    let (first, plain) = (template("t", json!("a")), json!({ "name": "t", "cluster_distro": "ubuntu", "driver": "a" }));
    let compared =
        |templates: Value| ask("drivers/compare", &json!({ "after": registry(json!({})), "templates": templates }));
    let mut printed = first.clone();
    printed["UUID"] = printed["uuid"].take();
    printed.as_object_mut().expect("an object").shift_remove("uuid");
    for (templates, count) in [(json!([first, first, printed]), 1), (json!([plain, first, plain]), 3)] {
        let answer = compared(templates);
        assert_eq!((&answer["answer"]["count"], &answer["answer"]["again"]["same"]), (&json!(count), &json!(count)));
    }
    for other in [template("t", json!(null)), template("renamed", json!("a"))] {
        let answer = compared(json!([plain, first, other]));
        let (at, says) = refused(&answer);
        assert_eq!((at, codes(&answer)), ("/given/templates/2", vec!["templates-share-uuids"]), "{answer}");
        for part in ["is shown twice and not alike", "/templates/1", "/templates/2"] {
            assert!(says.contains(part), "{part}: {says}");
        }
    }
    // The answer explains how to describe a server from before drivers could be named.
    let answer = compared(json!([{ "name": "t", "cluster_distro": "ubuntu" }]));
    let (_, says) = refused(&answer);
    assert!(says.contains("`beforeNaming: true`") && says.contains("`driver: null`"), "{says}");
}
