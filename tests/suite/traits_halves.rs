//! Columns that a client has left out are not read as empty: the input is refused, and the columns are named.

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

/// Returns the refusal of something at a path.
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
    // Nodes that are written by hand may leave out defaults, in a question and in a fleet.
    let flavor = json!({ "extra_specs": { "resources:CUSTOM_GOLD": "1" } });
    let answer = ask("traits/match-nodes", &json!({ "nodes": [node], "flavor": flavor }));
    assert_eq!(answer["answer"]["candidates"], json!(["r2-u02"]), "{answer}");
    let answer = ask("traits/gather", &json!({ "documents": [node], "byHand": true }));
    let gathered = &answer["answer"]["nodes"][0]["document"];
    assert_eq!(gathered["maintenance"], false, "{answer}");
    // A gathered document is complete.
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

#[test]
fn an_image_without_its_properties_asks_for_nothing_only_where_somebody_wrote_it_so() {
    let shown = printed("printed/image-show.json");
    let flavor = &printed("rest/flavors.json")[0];
    let without = |document: &Value, key: &str| {
        let mut cut = document.clone();
        cut.as_object_mut().expect("it is an object").remove(key);
        cut
    };
    let mut misspelt = without(&shown, "properties");
    misspelt["propertys"] = shown["properties"].clone();
    let own = &printed("rest/images.json")[0];
    for image in [
        json!({ "id": "x", "name": "u", "visibility": "public", "status": "active", "size": 1 }),
        json!({ "name": "u", "disk_format": "raw" }),
        json!({ "name": "u" }),
        json!({}),
        json!({ "propertys": { "trait:CUSTOM_A": "required" } }),
        without(&shown, "properties"),
        without(&printed("printed/sdk-images.json")[0], "properties"),
        without(own, "schema"),
        misspelt,
    ] {
        for (question, given, path) in [
            ("traits/match-nodes", json!({ "nodes": [], "flavor": flavor, "image": image }), "/given/image"),
            ("traits/boot-patch", json!({ "flavor": flavor, "image": image }), "/given/image"),
        ] {
            let says = refused(&ask(question, &given), path).to_owned();
            assert!(says.contains("openstack image show -f json"), "{question} {image}: {says}");
        }
        let answer = ask("traits/gather", &json!({ "documents": [{ "images": [image] }] }));
        assert_eq!(answer["outcome"], "undecided", "{answer}");
    }
    let bare = printed("printed/sdk-images.json")[1].clone();
    let by_hand = [json!({ "name": "u", "properties": {} }), json!({ "name": "u", "trait:CUSTOM_A": "required" })];
    for image in [own.clone(), bare].into_iter().chain(by_hand) {
        let answer = ask("traits/match-nodes", &json!({ "nodes": [], "flavor": flavor, "image": image }));
        assert_eq!(answer["outcome"], "decided", "{answer}");
    }
}

#[test]
fn a_flavor_in_a_file_tells_its_amounts() {
    let specs = json!({ "resources:CUSTOM_GOLD": "1" });
    for cut in [
        json!({ "name": "bm", "extra_specs": specs }),
        json!({ "id": "3", "name": "bm", "extra_specs": specs }),
        json!({ "extra_specs": specs }),
        json!({ "name": "bm", "vcpus": 0, "extra_specs": specs }),
        json!({ "vcpus": 64, "original_name": "bm", "extra_specs": specs }),
    ] {
        for (document, path) in [
            (cut.clone(), "/given/documents/0"),
            (json!({ "flavor": cut }), "/given/documents/0/flavor"),
            (json!({ "flavors": [cut] }), "/given/documents/0/flavors/0"),
        ] {
            let answer = ask("traits/gather", &json!({ "documents": [document] }));
            let says = refused(&answer, path);
            assert!(says.contains("`ram`") && says.contains("openstack flavor list --all --long -f json"), "{says}");
        }
    }
    let whole = json!({ "name": "bm", "vcpus": 0, "memory_mb": 0, "root_gb": 0, "extra_specs": specs });
    let answer = ask("traits/gather", &json!({ "documents": [whole] }));
    assert_eq!(answer["answer"]["flavors"].as_array().map(Vec::len), Some(1), "{answer}");
    let by_hand = json!({ "documents": [{ "name": "bm", "extra_specs": specs }], "byHand": true });
    assert_eq!(ask("traits/gather", &by_hand)["outcome"], "decided");
}

#[test]
fn a_fleet_and_a_report_take_no_node_that_a_client_cut_short() {
    let node = json!({ "uuid": "u1", "name": "n1", "resource_class": "gold", "traits": [],
        "provision_state": "available", "power_state": "power off" });
    let flavor = json!({ "extra_specs": { "resources:CUSTOM_GOLD": "1" } });
    let fleet = json!({ "apiVersion": "fitment/v1", "kind": "Fleet", "metadata": { "name": "f" }, "nodes": [node] });
    let answer = ask("traits/match-nodes", &json!({ "fleet": fleet, "flavor": flavor }));
    assert!(refused(&answer, "/given/fleet/nodes/0").contains("`maintenance`, `instance_uuid`"), "{answer}");
    assert!(fitment::LoadedFleet::read(fleet.to_string().as_bytes()).is_err());
    let mut whole = node.clone();
    whole["maintenance"] = json!(false);
    whole["instance_uuid"] = Value::Null;
    let answer = ask("traits/sync", &json!({ "node": node }));
    assert!(refused(&answer, "/given/node").contains("`maintenance`"), "{answer}");
    let answer = ask("traits/sync", &json!({ "node": whole, "nodeAfter": node }));
    assert!(refused(&answer, "/given/nodeAfter").contains("`maintenance`"), "{answer}");
    assert_eq!(ask("traits/sync", &json!({ "node": whole }))["outcome"], "decided");
}

#[test]
fn what_the_check_is_not_told_is_a_warning() {
    let node = json!({ "name": "n", "resource_class": "gold", "traits": ["CUSTOM_B"], "provision_state": "available",
        "power_state": "power off" });
    let flavor = json!({ "name": "bm.b", "extra_specs": { "resources:CUSTOM_GOLD": "1", "resources:VCPU": "0",
        "resources:MEMORY_MB": "0", "resources:DISK_GB": "0", "trait:CUSTOM_B": "required" } });
    let codes = |given: Value| {
        let answer = ask("traits/lint", &given);
        let problems = answer["problems"].as_array().into_iter().flatten();
        problems.filter_map(|problem| problem["code"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(codes(json!({ "nodes": [node], "flavors": [flavor] })), ["flavor-visibility-not-given"]);
    assert_eq!(codes(json!({ "nodes": [node] })), ["no-flavors-to-look-at"]);
    let mut public = flavor;
    public["is_public"] = json!(true);
    assert!(codes(json!({ "nodes": [node], "flavors": [public] })).is_empty());
}

#[test]
fn a_misspelt_member_of_an_allocation_or_a_provider_is_told() {
    let told = |question: &str, given: Value| {
        let answer = ask(question, &given);
        let problems = answer["problems"].as_array().into_iter().flatten();
        problems.filter_map(|problem| problem["path"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let allocation = json!({ "uuid": "a", "extra": {}, "resource_class": "gold", "trait": [], "candidate_node": [] });
    let paths = told("traits/allocate", json!({ "nodes": [], "allocation": allocation }));
    assert_eq!(paths, ["/given/allocation/trait", "/given/allocation/candidate_node"]);
    let provider = json!({ "name": "n", "generation": 1, "trait": [], "inventory": { "CUSTOM_GOLD":
        { "total": 1, "reservd": 1, "resource_provider_generation": 1 } } });
    let given = json!({ "providers": [provider], "microversion": "1.36", "query": [["resources", "CUSTOM_GOLD:1"]] });
    let paths = told("traits/query", given);
    assert_eq!(paths, ["/given/providers/0/trait", "/given/providers/0/inventory/CUSTOM_GOLD/reservd"]);
}

#[test]
fn what_is_in_the_envelope_of_an_answer_or_beside_the_properties_is_not_passed_over() {
    let (node, flavor) = (printed("rest/nodes.json")[0].clone(), printed("rest/flavors.json")[0].clone());
    let image = json!({ "name": "u", "properties": { "trait:CUSTOM_A": "required" } });
    let envelopes = |one: &Value, key: &str| [json!({ key: [one] }), json!({ key: [] })];
    for images in envelopes(&image, "images") {
        for question in ["traits/match-nodes", "traits/check-rebuild", "traits/boot-patch"] {
            let mut given = json!({ "flavor": flavor, "image": images });
            if question == "traits/match-nodes" {
                given["nodes"] = json!([node]);
            }
            let says = refused(&ask(question, &given), "/given/image").to_owned();
            assert!(says.contains("a member `images`, in which the images stand"), "{question}: {says}");
        }
    }
    for flavors in envelopes(&flavor, "flavors") {
        let says = refused(&ask("traits/lint", &json!({ "flavors": [flavors] })), "/given/flavors/0").to_owned();
        assert!(says.contains("a member `flavors`"), "{says}");
    }
    for nodes in envelopes(&node, "nodes") {
        let says = refused(&ask("traits/sync", &json!({ "node": nodes })), "/given/node").to_owned();
        assert!(says.contains("a member `nodes`"), "{says}");
    }
    let mut beside = image.clone();
    beside["trait:CUSTOM_B"] = json!("required");
    let given = json!({ "flavor": flavor, "image": beside, "nodes": [node] });
    let says = refused(&ask("traits/match-nodes", &given), "/given/image").to_owned();
    assert!(says.contains("the property `trait:CUSTOM_B` beside the members of the image"), "{says}");
}

#[test]
fn what_the_scheduler_drops_is_told_where_an_instance_is_booted_or_rebuilt() {
    let flavor = |key: &str, value: &str| json!({ "name": "bm", "vcpus": 1, "memory_mb": 1, "root_gb": 1, "extra_specs": { key: value } });
    let image = |traits: Value| json!({ "name": "u", "properties": traits });
    let codes = |question: &str, flavor: Value, image: Value| {
        let answer = ask(question, &json!({ "flavor": flavor, "image": image, "allocatedProviderTraits": [] }));
        let problems = answer["problems"].as_array().into_iter().flatten();
        problems.filter_map(|problem| problem["code"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    for question in ["traits/boot-patch", "traits/check-rebuild"] {
        let typo = flavor("trait:CUSTOM_A", "Required");
        let told = codes(question, typo, image(json!({ "trait:CUSTOM_P": "Required" })));
        assert!(told.contains(&"lint-value-ignored".to_owned()), "{question}: {told:?}");
        assert!(told.contains(&"image-trait-not-heard".to_owned()), "{question}: {told:?}");
    }
    let told = codes("traits/check-rebuild", flavor("traitless", "required"), image(json!({})));
    assert_eq!(told, ["breaks-every-boot"]);
}
