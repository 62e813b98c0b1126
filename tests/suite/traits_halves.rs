//! What a client left out, in columns or on pages, is not read as if it said nothing: it is refused by name.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

fn ask(question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn printed(name: &str) -> Value {
    serde_json::from_str(&files::read(format!("tests/clients/{name}"))).expect("it is JSON")
}

/// The refusal of something that stands at a path.
fn refused<'v>(answer: &'v Value, path: &str) -> &'v str {
    assert_eq!(answer["undecided"], "request", "{answer}");
    let problems = answer["problems"].as_array().into_iter().flatten();
    let mut errors = problems.filter(|problem| problem["level"] == "error" && problem["path"] == path);
    errors.find_map(|problem| problem["says"].as_str()).unwrap_or_else(|| panic!("nothing at {path}: {answer}"))
}

const COUNTED: [&str; 6] =
    ["resource_class", "traits", "provision_state", "power_state", "maintenance", "instance_uuid"];

#[test]
fn a_listing_without_a_column_that_counts_is_refused_with_the_command_that_prints_it() {
    let flavor = &printed("rest/flavors.json")[0];
    let whole = printed("rest/nodes.json");
    for key in COUNTED {
        for only in [None, Some(2)] {
            let mut nodes = whole.clone();
            let rows = nodes.as_array_mut().expect("it is a list");
            for (place, node) in rows.iter_mut().enumerate() {
                if only.is_none_or(|only| only == place) {
                    node.as_object_mut().expect("it is an object").remove(key);
                }
            }
            let place = only.unwrap_or_default();
            let gathered = ask("traits/gather", &json!({ "documents": [nodes] }));
            let says = refused(&gathered, &format!("/given/documents/0/{place}"));
            assert!(says.contains(key) && says.contains("openstack baremetal node list --long -f json"), "{says}");
            let lint = json!({ "nodes": nodes, "flavors": [flavor] });
            let reach = json!({ "project": "p", "nodes": nodes, "flavors": [flavor] });
            let fits = json!({ "nodes": nodes, "flavor": flavor });
            let allocate = json!({ "nodes": nodes, "allocation": { "resource_class": "gold" } });
            for (question, given) in [
                ("traits/match-nodes", fits),
                ("traits/lint", lint),
                ("traits/reach", reach),
                ("traits/allocate", allocate),
            ] {
                let answer = ask(question, &given);
                let says = refused(&answer, &format!("/given/nodes/{place}"));
                assert!(says.contains(key), "{question}: {says}");
            }
        }
    }
}

#[test]
fn columns_without_the_uuid_are_refused_where_clients_print() {
    let node = json!({ "name": "r2-u02", "power_state": "power off", "provision_state": "available",
        "resource_class": "gold", "traits": ["CUSTOM_POOL_GENERAL"] });
    let answer = ask("traits/gather", &json!({ "documents": [node] }));
    let says = refused(&answer, "/given/documents/0");
    assert!(says.contains("`maintenance`, `instance_uuid`"), "{says}");
    let nameless = json!({ "power_state": "power off", "provision_state": "available", "resource_class": "gold",
        "traits": [], "maintenance": false, "instance_uuid": null });
    let answer = ask("traits/gather", &json!({ "documents": [nameless] }));
    assert!(refused(&answer, "/given/documents/0").contains("`uuid`"), "{answer}");
    // Who writes nodes by hand leaves out what is usual, in a question and in a fleet.
    let flavor = json!({ "extra_specs": { "resources:CUSTOM_GOLD": "1" } });
    let answer = ask("traits/match-nodes", &json!({ "nodes": [node], "flavor": flavor }));
    assert_eq!(answer["answer"]["candidates"], json!(["r2-u02"]), "{answer}");
    let answer = ask("traits/gather", &json!({ "documents": [node], "byHand": true }));
    let gathered = &answer["answer"]["nodes"][0]["document"];
    assert_eq!(gathered["maintenance"], false, "{answer}");
    // What was gathered is whole.
    let again = ask("traits/gather", &json!({ "documents": [gathered] }));
    assert_eq!(&again["answer"]["nodes"][0]["document"], gathered, "{again}");
}

#[test]
fn a_flavor_without_its_sizes_is_no_image_and_no_flavor() {
    let command = "openstack flavor list --all --long -f json";
    for properties in [
        json!({ "resources:CUSTOM_GOLD": "1", "trait:CUSTOM_A": "required" }),
        json!({ "capabilities:boot_mode": "uefi" }),
        json!({ "trait:CUSTOM_A": "forbidden" }),
        json!("resources:CUSTOM_GOLD='1'"),
    ] {
        let cut = json!({ "id": "1", "name": "bm.l", "properties": properties });
        let answer = ask("traits/gather", &json!({ "documents": [cut] }));
        let says = refused(&answer, "/given/documents/0");
        assert!(says.contains("`ram`") && says.contains(command), "{says}");
        let answer = ask("traits/match-nodes", &json!({ "nodes": [], "flavor": cut }));
        assert!(refused(&answer, "/given/flavor").contains(command), "{answer}");
    }
    let image = json!({ "id": "1", "name": "ubuntu", "properties": { "trait:CUSTOM_A": "required" } });
    let answer = ask("traits/gather", &json!({ "documents": [image] }));
    assert_eq!(answer["answer"]["images"].as_array().map(Vec::len), Some(1), "{answer}");
}

#[test]
fn a_page_of_a_longer_list_is_refused() {
    let (nodes, flavors, images) =
        (printed("rest/nodes.json"), printed("rest/flavors.json"), printed("rest/images.json"));
    let links = |rel: &str| json!([{ "rel": rel, "href": "http://nova/flavors?marker=2" }]);
    for (page, key) in [
        (json!({ "nodes": nodes, "next": "http://ironic/v1/nodes?limit=2&marker=x" }), "next"),
        (json!({ "flavors": flavors, "flavors_links": links("next") }), "flavors_links"),
        (json!({ "images": images, "next": "/v2/images?marker=x", "first": "/v2/images" }), "next"),
    ] {
        let answer = ask("traits/gather", &json!({ "documents": [page] }));
        let says = refused(&answer, &format!("/given/documents/0/{key}"));
        assert!(says.contains("first page"), "{says}");
    }
    for last in [
        json!({ "nodes": nodes, "next": null }),
        json!({ "flavors": flavors, "flavors_links": links("prev") }),
        json!({ "images": images, "first": "/v2/images" }),
    ] {
        assert_eq!(ask("traits/gather", &json!({ "documents": [last] }))["outcome"], "decided", "{last}");
    }
}

#[test]
fn nodes_come_from_a_list_or_from_a_fleet() {
    let nodes = printed("rest/nodes.json");
    let fleet = json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "f" }, "nodes": [] });
    let flavor = &printed("rest/flavors.json")[0];
    for (question, given) in [
        ("traits/match-nodes", json!({ "nodes": nodes, "fleet": fleet, "flavor": flavor })),
        ("traits/lint", json!({ "nodes": nodes, "fleet": fleet, "flavors": [flavor] })),
        ("traits/reach", json!({ "nodes": nodes, "fleet": fleet, "flavors": [flavor], "project": "p" })),
    ] {
        let answer = ask(question, &given);
        assert_eq!(answer["problems"][0]["code"], "fleet-and-nodes-given", "{question}: {answer}");
    }
}

#[test]
fn one_thing_under_two_names_has_to_be_the_same() {
    let flavor = json!({ "name": "bm", "extra_specs": { "resources:CUSTOM_GOLD": "1" }, "vcpus": 1, "ram": 1, "disk": 1,
        "ephemeral": 0, "swap": 0 });
    let with = |document: &Value, key: &str, value: Value| {
        let mut changed = document.clone();
        changed[key] = value;
        changed
    };
    let wider = with(&flavor, "properties", json!({}));
    let answer = ask("traits/match-nodes", &json!({ "flavor": wider, "nodes": [] }));
    let says = refused(&answer, "/given/flavor");
    assert!(says.contains("`extra_specs` beside `properties`"), "{says}");
    let same = with(&flavor, "properties", flavor["extra_specs"].clone());
    let answer = ask("traits/match-nodes", &json!({ "flavor": same, "nodes": [] }));
    assert_eq!(answer["outcome"], "decided", "{answer}");
    let node = json!({ "name": "n", "resource_class": "gold", "traits": [], "provision_state": "available",
        "power_state": "power off", "maintenance": false });
    let kept = with(&node, "Maintenance", json!(true));
    let answer = ask("traits/match-nodes", &json!({ "flavor": flavor, "nodes": [kept] }));
    assert!(refused(&answer, "/given/nodes/0").contains("`maintenance` beside `Maintenance`"), "{answer}");
}

#[test]
fn a_document_of_another_version_or_kind_is_refused() {
    let flavor = &printed("rest/flavors.json")[0];
    for (key, value) in [("apiVersion", "fitment/v2"), ("kind", "Fleets")] {
        let mut fleet =
            json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "f" }, "nodes": [] });
        let answer = ask("traits/match-nodes", &json!({ "fleet": fleet, "flavor": flavor }));
        assert_eq!(answer["outcome"], "decided", "{answer}");
        fleet[key] = json!(value);
        let answer = ask("traits/match-nodes", &json!({ "fleet": fleet, "flavor": flavor }));
        assert!(refused(&answer, &format!("/given/fleet/{key}")).contains(value), "{answer}");
    }
}
