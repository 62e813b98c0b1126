//! A registry that is loaded once, and questions about its drivers.

use fitment::Engine;
use serde_json::{Value, json};

fn ask(engine: &Engine, question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "text": true, "given": given });
    serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn drivers() -> Value {
    json!([
        { "name": "k8s_cluster_api_ubuntu", "provides": [["vm", "ubuntu", "kubernetes"]] },
        { "name": "k8s_capi_helm_v1", "provides": [["vm", "ubuntu", "kubernetes"], ["vm", "flatcar", "kubernetes"]] },
    ])
}

fn registry(config: Value) -> Value {
    json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "prod" }, "drivers": drivers(),
        "config": config })
}

fn loaded(registry: &Value) -> Engine {
    let mut engine = Engine::default();
    let answer = engine.load(json!({ "documents": [registry] }).to_string().as_bytes());
    assert!(answer.contains(r#""outcome":"decided""#), "{answer}");
    engine
}

#[test]
fn a_registry_answers_as_the_drivers_in_it() {
    let config = json!({ "default_driver": "k8s_cluster_api_ubuntu", "disabled_drivers": ["k8s_other"] });
    let file = json!({ "DEFAULT": { "host": "h" },
        "drivers": { "default_driver": "k8s_cluster_api_ubuntu", "disabled_drivers": " k8s_other ,", "verify_ca": "false" } });
    let template = json!({ "server_type": "vm", "coe": "kubernetes", "cluster_distro": "ubuntu", "driver": null });
    let questions = [
        ("drivers/default", json!({})),
        ("drivers/lookup", json!({ "serverType": "vm", "os": "flatcar", "coe": "kubernetes" })),
        ("drivers/resolve", json!({ "request": { "coe": "kubernetes" }, "image": { "os_distro": "ubuntu" } })),
        ("drivers/create-cluster", json!({ "template": template })),
        (
            "drivers/patch-template",
            json!({ "template": template, "patch": [{ "op": "replace", "path": "/driver", "value": "x" }] }),
        ),
        ("drivers/show-template", json!({ "template": template })),
        ("drivers/list-templates", json!({ "template": template })),
        ("drivers/lint", json!({})),
    ];
    let engine = loaded(&registry(config.clone()));
    for (question, given) in questions {
        let with = |members: Value| {
            let mut given = given.clone();
            given.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
            ask(&engine, question, &given)
        };
        let expected = with(json!({ "registeredDrivers": drivers(), "config": config }));
        assert_eq!(expected["outcome"], "decided", "{question}: {expected}");
        for other in [
            json!({ "registry": "prod" }),
            json!({ "registry": registry(config.clone()) }),
            json!({ "registry": registry(file.clone()) }),
        ] {
            let answer = with(other);
            if question == "drivers/lint" {
                assert_eq!(answer["answer"]["count"], expected["answer"]["count"], "{answer}");
            } else {
                assert_eq!(answer["answer"], expected["answer"], "{question}: {answer}");
            }
        }
        let both = with(json!({ "registry": "prod", "registeredDrivers": drivers() }));
        assert_eq!(both["problems"][0]["code"], "registry-and-drivers-given", "{both}");
    }
    let unknown = ask(&engine, "drivers/default", &json!({ "registry": "prd" }));
    assert_eq!(
        (&unknown["undecided"], &unknown["problems"][0]["code"]),
        (&json!("facts"), &json!("document-not-loaded"))
    );
}

#[test]
fn a_registry_that_is_misspelt_is_told() {
    let mut engine = Engine::default();
    let registry = json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "r" },
        "driver": [], "config": { "defualt_driver": "x" } });
    let answer = engine.load(json!({ "documents": [registry], "text": true }).to_string().as_bytes());
    assert!(answer.contains("did you mean `drivers`") && answer.contains("did you mean `default_driver`"), "{answer}");
    let since = json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "r" },
        "driverFieldSince": "1,15" });
    let answer = engine.load(json!({ "documents": [since], "text": true }).to_string().as_bytes());
    assert!(answer.contains("/documents/0/driverFieldSince"), "{answer}");
}

#[test]
fn the_version_that_brings_the_field_is_served() {
    let engine = Engine::default();
    let create = |header: &str, since: &str, driver: Value| {
        ask(
            &engine,
            "drivers/resolve",
            &json!({ "registeredDrivers": drivers(), "versionHeader": header,
            "driverFieldSince": since, "request": { "coe": "kubernetes", "driver": driver },
            "image": { "os_distro": "ubuntu" } }),
        )
    };
    let latest = create("container-infra latest", "1.15", json!("k8s_cluster_api_ubuntu"));
    assert_eq!(latest["answer"]["driver"], "k8s_cluster_api_ubuntu", "{latest}");
    let newest = create("container-infra 1.15", "1.15", Value::Null);
    assert_eq!(newest["answer"]["status"], 201, "{newest}");
    let beyond = create("container-infra 1.16", "1.15", Value::Null);
    assert_eq!(beyond["answer"]["status"], 406, "{beyond}");
    let older = create("container-infra 1.14", "1.15", json!("k8s_cluster_api_ubuntu"));
    assert_eq!(older["answer"]["hasDriver"], false, "{older}");
    assert_eq!(older["answer"]["levels"][0]["state"], "not-heard", "{older}");
    let text = older["text"].as_str().unwrap_or_default();
    assert!(text.contains("which is ignored") && !text.contains("the request names no driver"), "{text}");
    for since in ["1.x", "2.1", "0.9"] {
        let malformed = create("container-infra latest", since, Value::Null);
        assert_eq!(
            (&malformed["undecided"], &malformed["problems"][0]["path"]),
            (&json!("request"), &json!("/given/driverFieldSince")),
            "{since}"
        );
    }
}

#[test]
fn a_field_that_templates_do_not_have_is_refused() {
    let engine = Engine::default();
    let answer = ask(
        &engine,
        "drivers/resolve",
        &json!({ "registeredDrivers": drivers(),
        "request": { "coe": "kubernetes", "drivr": "k8s_cluster_api_ubuntu" }, "image": { "os_distro": "ubuntu" } }),
    );
    assert_eq!((&answer["answer"]["status"], &answer["answer"]["error"]), (&json!(400), &json!("invalid-field")));
    assert!(answer["text"].as_str().unwrap_or_default().contains("did somebody mean `driver`"), "{answer}");
}

#[test]
fn a_patch_to_a_driver_without_the_templates_type_warns_as_creation_does() {
    let engine = Engine::default();
    let patch = |driver: &str, distribution: &str| {
        ask(
            &engine,
            "drivers/patch-template",
            &json!({ "registeredDrivers": drivers(),
            "template": { "server_type": "vm", "coe": "kubernetes", "cluster_distro": distribution, "driver": "x",
                "referenced_by_cluster": false },
            "patch": [{ "op": "replace", "path": "/driver", "value": driver }] }),
        )
    };
    let lacking = patch("k8s_cluster_api_ubuntu", "flatcar");
    assert_eq!(lacking["problems"][0]["code"], "driver-lacks-cluster-type", "{lacking}");
    assert_eq!(patch("k8s_cluster_api_ubuntu", "ubuntu")["problems"], json!([]));
    assert_eq!(patch("k8s_capi_helm_v1", "flatcar")["problems"], json!([]));
}

#[test]
fn the_image_is_read_as_clients_print_it() {
    let engine = Engine::default();
    let named = json!({ "properties": { "os_distro": "ubuntu", "magnum_driver": "k8s_cluster_api_ubuntu" } });
    let split = json!({ "os_distro": "ubuntu", "properties": { "magnum_driver": "k8s_cluster_api_ubuntu" } });
    for image in [named, split] {
        let given = json!({ "registeredDrivers": drivers(), "request": { "coe": "kubernetes" }, "image": image });
        let answer = ask(&engine, "drivers/resolve", &given);
        assert_eq!(answer["answer"]["resolvedFrom"], "image", "{answer}");
        assert_eq!(answer["answer"]["clusterDistro"], "ubuntu", "{answer}");
        let states: Vec<&Value> = (0..4).map(|level| &answer["answer"]["levels"][level]["state"]).collect();
        assert_eq!(states, ["silent", "decides", "silent", "passed-over"], "{answer}");
    }
    let text = json!({ "registeredDrivers": drivers(), "request": { "coe": "kubernetes" },
        "image": { "properties": "os_distro='ubuntu'" } });
    let answer = ask(&engine, "drivers/resolve", &text);
    assert_eq!(
        (&answer["undecided"], &answer["problems"][0]["path"]),
        (&json!("request"), &json!("/given/image/properties"))
    );
}

#[test]
fn templates_are_compared_before_and_after() {
    let engine = loaded(&registry(json!({})));
    let template = |name: &str, distribution: &str, driver: Value| json!({ "name": name, "server_type": "vm", "coe": "kubernetes", "cluster_distro": distribution, "driver": driver });
    let after = json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "new" },
        "drivers": [drivers()[1]] });
    let templates = [
        template("old", "ubuntu", Value::Null),
        template("named", "ubuntu", json!("k8s_cluster_api_ubuntu")),
        template("flat", "flatcar", json!("k8s_capi_helm_v1")),
    ];
    let answer = ask(&engine, "drivers/compare", &json!({ "before": "prod", "after": after, "templates": templates }));
    assert_eq!((&answer["verdict"], &answer["answer"]["count"]), (&json!("no"), &json!(3)), "{answer}");
    let rows = answer["answer"]["templates"].as_array().expect("a list");
    let changes: Vec<(&Value, &Value, &Value)> =
        rows.iter().map(|row| (&row["template"], &row["clusters"]["change"], &row["again"]["change"])).collect();
    assert_eq!(
        changes,
        [(&json!("old"), &json!("changes"), &json!("same")), (&json!("named"), &json!("stops"), &json!("same")),]
    );
    // This comparison checks whether everything continues as before once drivers can be named.
    let named =
        ask(&engine, "drivers/compare", &json!({ "beforeNaming": true, "after": "prod", "templates": templates }));
    let rows = named["answer"]["templates"].as_array().expect("a list");
    let again: Vec<(&Value, &Value)> = rows.iter().map(|row| (&row["template"], &row["again"]["change"])).collect();
    assert_eq!(again, [(&json!("old"), &json!("changes")), (&json!("named"), &json!("changes"))], "{named}");
}

#[test]
fn an_image_of_a_list_is_refused_with_who_shows_it_whole() {
    for list in ["image-list", "image-list-long"] {
        let text = fitment_tests::files::read(format!("tests/clients/printed/{list}.json"));
        let images: Value = serde_json::from_str(&text).expect("it is JSON");
        let given = json!({ "registeredDrivers": drivers(), "request": { "coe": "kubernetes" }, "image": images[0] });
        let answer = ask(&Engine::default(), "drivers/resolve", &given);
        let problems = answer["problems"].as_array().expect("a list");
        assert_eq!((&answer["undecided"], problems.len()), (&json!("request"), 1), "{answer}");
        assert_eq!(problems[0]["path"], "/given/image", "{answer}");
        let says = problems[0]["says"].as_str().unwrap_or_default();
        assert!(
            says.contains("an image without its properties") && says.contains("openstack image show -f json"),
            "{says}"
        );
    }
}

#[test]
fn a_property_that_is_empty_is_not_said_to_be_missing() {
    let image = json!({ "properties": { "os_distro": "ubuntu", "magnum_driver": "" } });
    let given = json!({ "registeredDrivers": drivers(), "request": { "coe": "kubernetes" }, "image": image,
        "config": { "default_driver": "" } });
    let answer = ask(&Engine::default(), "drivers/resolve", &given);
    let text = answer["text"].as_str().unwrap_or_default();
    assert!(text.contains("the image names no driver in `magnum_driver`"), "{text}");
    assert!(text.contains("the configuration names no driver in `default_driver`"), "{text}");
}
