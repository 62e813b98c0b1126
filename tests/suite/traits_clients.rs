//! Nodes, flavors and images as real clients print them: read completely, or refused with the command that prints more.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

fn ask(question: &str, given: Value) -> Value {
    asked(question, "Strict", given)
}

fn asked(question: &str, validation: &str, given: Value) -> Value {
    let request = json!({ "question": question, "text": true, "fieldValidation": validation, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

/// Reads what a client printed, in any format, or what the service answered.
fn printed(name: &str) -> Value {
    let text = files::read(format!("tests/clients/{name}"));
    if !name.ends_with(".yaml") {
        return serde_json::from_str(&text).expect("it is JSON");
    }
    let documents = yaml::to_json(&text).expect("it is YAML");
    serde_json::from_str(&documents.join("")).expect("the one document is JSON")
}

const NODES: [&str; 5] = [
    "rest/nodes.json",
    "printed/node-list-long.json",
    "printed/node-list-long.yaml",
    "printed/labelled-node-list-long.json",
    "printed/sdk-nodes.json",
];
const FLAVORS: [&str; 4] =
    ["rest/flavors.json", "printed/flavor-list-long.json", "printed/flavor-list-long.yaml", "printed/sdk-flavors.json"];
const IMAGES: [&str; 4] =
    ["rest/images.json", "printed/image-show.json", "printed/image-show.yaml", "printed/sdk-images.json"];

/// Returns the first element of a list, or a value that is not a list.
fn first(value: Value) -> Value {
    value.as_array().and_then(|list| list.first()).cloned().unwrap_or(value)
}

#[test]
fn whoever_prints_nodes_the_same_ones_take_a_flavor() {
    let flavor = &printed("rest/flavors.json")[1];
    for name in NODES {
        let answer = ask("traits/match-nodes", json!({ "nodes": printed(name), "flavor": flavor }));
        assert_eq!(answer["answer"]["candidates"], json!(["r1-n01"]), "{name}: {answer}");
        let summary = &answer["answer"]["summary"]["refused"];
        let counts: Vec<(&str, u64)> = summary
            .as_array()
            .expect("it is a list")
            .iter()
            .map(|cause| (cause["cause"].as_str().unwrap_or_default(), cause["count"].as_u64().unwrap_or_default()))
            .collect();
        let expected = [("traits", 1), ("traits", 1), ("not-free", 2), ("not-synced", 1), ("resource-class", 1)];
        assert_eq!(counts, expected, "{name}: {answer}");
    }
}

#[test]
fn whoever_prints_a_flavor_and_an_image_they_ask_for_the_same() {
    let nodes = printed("rest/nodes.json");
    for (place, candidates) in [(0, 2), (1, 1), (2, 0), (3, 1)] {
        for name in FLAVORS {
            let given = json!({ "nodes": nodes, "flavor": printed(name)[place] });
            let answer = ask("traits/match-nodes", given.clone());
            let found = answer["answer"]["candidates"].as_array().map(Vec::len);
            assert_eq!(found, Some(candidates), "{name}: {answer}");
            let read = ask("traits/read-flavor", json!({ "flavor": given["flavor"] }));
            let expected = ask("traits/read-flavor", json!({ "flavor": printed("rest/flavors.json")[place] }));
            assert_eq!(read["answer"]["groups"], expected["answer"]["groups"], "{name}");
        }
    }
    for name in ["printed/flavor-show.json", "printed/flavor-show.yaml"] {
        let answer = ask("traits/match-nodes", json!({ "nodes": nodes, "flavor": printed(name) }));
        assert_eq!(answer["answer"]["candidates"], json!(["r1-n01"]), "{name}");
    }
    for name in IMAGES {
        let given = json!({ "nodes": nodes, "flavor": printed("rest/flavors.json")[0], "image": first(printed(name)) });
        let answer = ask("traits/match-nodes", given);
        assert_eq!(answer["answer"]["candidates"], json!(["r1-n01"]), "{name}: {answer}");
    }
}

#[test]
fn memory_and_disk_of_a_flavor_of_novas_api_count() {
    let answer = ask("traits/read-flavor", json!({ "flavor": printed("rest/flavors.json")[2] }));
    let resources = &answer["answer"]["groups"][""]["resources"];
    assert_eq!(resources, &json!({ "CUSTOM_GOLD": 1, "DISK_GB": 964, "MEMORY_MB": 262_144, "VCPU": 64 }));
}

#[test]
fn what_a_client_cut_short_is_refused_with_the_command_that_prints_it_whole() {
    let flavor = &printed("rest/flavors.json")[0];
    let (nodes, images) = ("openstack baremetal node list --long -f json", "openstack image show -f json");
    for name in ["printed/node-list.json", "printed/node-list.yaml", "printed/labelled-node-list.json"] {
        let answer = ask("traits/match-nodes", json!({ "nodes": printed(name), "flavor": flavor }));
        refused(&answer, nodes, name);
    }
    let short = json!({ "nodes": printed("printed/sdk-nodes-short.json"), "flavor": flavor });
    refused(&ask("traits/match-nodes", short), "details=True", "sdk-nodes-short");
    for name in ["printed/flavor-list.json", "printed/flavor-list.yaml"] {
        let answer = ask("traits/lint", json!({ "flavors": printed(name) }));
        refused(&answer, "openstack flavor list --all --long -f json", name);
    }
    for name in ["image-list.json", "image-list.yaml", "image-list-long.json", "image-list-long.yaml"] {
        let name = &format!("printed/{name}");
        let given = json!({ "nodes": [], "flavor": flavor, "image": first(printed(name)) });
        refused(&ask("traits/match-nodes", given), images, name);
    }
}

#[test]
fn what_openstacksdk_did_not_fetch_is_never_read_as_none() {
    let (flavor, whole) = (&printed("rest/flavors.json")[0], "`baremetal.nodes(details=True)`");
    for (name, null) in [
        ("printed/sdk-nodes-short.json", "`resource_class`, `traits`, `instance_id`"),
        ("printed/sdk-nodes-fields.json", "`is_maintenance`, `instance_id`"),
        ("printed/sdk-nodes-fields-original.json", "`maintenance`, `instance_uuid`"),
    ] {
        let given = json!({ "nodes": printed(name), "flavor": flavor });
        for answer in [ask("traits/match-nodes", given), ask("traits/gather", json!({ "documents": [printed(name)] }))]
        {
            refused(&answer, whole, name);
            refused(&answer, null, name);
        }
    }
    // A node's maintenance flag and traits are never null, whichever client prints them. Other members may be null in
    // Ironic.
    for (key, is_told) in [("is_maintenance", true), ("traits", true), ("instance_id", false), ("power_state", false)] {
        let mut nodes = printed("printed/sdk-nodes.json");
        nodes[0][key] = Value::Null;
        let answer = ask("traits/gather", json!({ "documents": [nodes] }));
        assert_eq!(answer["undecided"] == "request", is_told, "{key}: {answer}");
    }
    let names = printed("printed/sdk-flavors-names.json");
    for answer in [
        ask("traits/lint", json!({ "flavors": names })),
        ask("traits/gather", json!({ "documents": [names] })),
        ask("traits/match-nodes", json!({ "nodes": printed("rest/nodes.json"), "flavor": names[0] })),
    ] {
        refused(&answer, "`compute.flavors(details=True)`", "sdk-flavors-names");
    }
}

#[test]
fn a_list_that_breaks_off_within_its_last_node_is_refused() {
    let flavor = &printed("rest/flavors.json")[1];
    let until = |node: &Value, last: &str| {
        let members = node.as_object().expect("an object").iter();
        let mut kept: serde_json::Map<String, Value> = members
            .filter(|(key, _)| key.to_lowercase() <= last.to_lowercase())
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        kept[last] = json!([]);
        Value::Object(kept)
    };
    // The clients sort YAML by key, so what is lost after the traits is the uuid.
    for (name, traits, uuid) in
        [("printed/node-list-long.yaml", "traits", "uuid"), ("printed/labelled-node-list-long.yaml", "Traits", "UUID")]
    {
        let whole = printed(name);
        for count in [1, 3] {
            let mut nodes = whole.as_array().expect("a list")[..count].to_vec();
            nodes[count - 1] = until(&nodes[count - 1], traits);
            for answer in [
                ask("traits/gather", json!({ "documents": nodes })),
                ask("traits/gather", json!({ "documents": [nodes] })),
                ask("traits/match-nodes", json!({ "nodes": nodes, "flavor": flavor })),
            ] {
                refused(&answer, &format!("a node without `{uuid}`"), name);
            }
        }
    }
    // In a short list, the loss shows in comparison with the node before.
    let short = |name: &str| {
        json!({ "instance_uuid": null, "maintenance": false, "name": name, "power_state": "power off",
            "provision_state": "available", "resource_class": "gold", "traits": ["CUSTOM_A"] })
    };
    let mut nodes = json!([short("n1"), short("n2")]);
    assert_eq!(ask("traits/gather", json!({ "documents": [nodes] }))["outcome"], "decided", "none has its uuid");
    nodes[0]["uuid"] = json!("u1");
    let answer = ask("traits/gather", json!({ "documents": [nodes] }));
    refused(&answer, "a node without `uuid`, which the one before it has", "a short list");
    assert_eq!(answer["problems"][0]["path"], "/given/documents/0/1");
    let by_hand = json!({ "documents": [nodes], "byHand": true });
    assert_eq!(ask("traits/gather", by_hand)["outcome"], "decided");
}

#[test]
fn a_node_of_which_no_traits_are_told_makes_no_fleet() {
    let mut nodes = printed("rest/nodes.json");
    nodes[1]["traits"] = Value::Null;
    let answer = ask("traits/gather", json!({ "documents": [nodes] }));
    refused(&answer, "a node with null for `traits`", "null");
    assert_eq!(answer["problems"][0]["path"], "/given/documents/0/1/traits");
}

#[test]
fn the_envelope_of_an_answer_is_no_flavor_and_no_image() {
    let (flavor, image) = (&printed("rest/flavors.json")[0], &printed("rest/images.json")[0]);
    let nodes = printed("rest/nodes.json");
    for given in [
        json!({ "nodes": nodes, "flavor": { "flavor": flavor } }),
        json!({ "nodes": nodes, "flavor": flavor, "image": { "image": image } }),
    ] {
        refused(&ask("traits/match-nodes", given), "what stands in there", "an envelope");
    }
    refused(&ask("traits/lint", json!({ "flavors": [{ "flavor": flavor }] })), "what stands in there", "a list");
}

#[test]
fn a_flavor_without_its_swap_is_cut_short() {
    for (name, key) in [("rest/flavors.json", "swap"), ("printed/flavor-list-long.json", "Swap")] {
        let mut flavors = printed(name);
        flavors[0].as_object_mut().expect("an object").shift_remove(key);
        refused(&ask("traits/gather", json!({ "documents": [flavors] })), "a flavor without `swap`", name);
    }
}

#[test]
fn what_is_null_of_a_flavor_was_not_fetched_and_is_never_nothing() {
    for (key, called) in [("ram", "ram"), ("disk", "disk"), ("vcpus", "vcpus"), ("swap", "swap")] {
        let mut flavor = printed("printed/flavor-show.json");
        flavor[key] = Value::Null;
        flavor["properties"] = json!({ "resources:CUSTOM_GOLD": "1" });
        let given = json!({ "nodes": printed("rest/nodes.json"), "flavor": flavor });
        refused(&ask("traits/match-nodes", given), &format!("a flavor without `{called}`"), key);
    }
}

#[test]
fn an_extra_spec_beside_the_members_of_a_flavor_is_refused_by_name() {
    for key in ["trait:CUSTOM_X", "traits:CUSTOM_X", "trait1:CUSTOM_X", "resources:VCPU", "resources_A:VCPU"] {
        let mut flavor = printed("printed/flavor-show.json");
        flavor[key] = json!("required");
        let given = json!({ "nodes": printed("rest/nodes.json"), "flavor": flavor });
        refused(&ask("traits/match-nodes", given), &format!("the extra spec `{key}` beside the members"), key);
    }
    let by_hand = json!({ "name": "bm", "vcpus": 1, "resources:CUSTOM_GOLD": "1", "trait:CUSTOM_X": "required" });
    refused(
        &ask("traits/gather", json!({ "documents": [by_hand] })),
        "the extra spec `resources:CUSTOM_GOLD`",
        "alone",
    );
}

#[test]
fn nothing_at_all_is_told_as_nothing() {
    refused(&ask("traits/gather", json!({ "documents": [{}] })), "found an object without keys", "nothing");
}

#[test]
fn openstacksdk_has_the_distribution_beside_the_properties() {
    let image =
        json!({ "name": "u", "disk_format": "raw", "os_distro": "ubuntu", "properties": { "magnum_driver": "d" } });
    let answer = ask("traits/gather", json!({ "documents": [image] }));
    let expected = json!({ "magnum_driver": "d", "os_distro": "ubuntu" });
    assert_eq!(answer["answer"]["images"][0]["document"]["properties"], expected, "{answer}");
}

#[test]
fn what_has_properties_or_a_status_is_not_always_an_image() {
    for (other, called) in [
        (
            json!({ "name": "root", "properties": {}, "attachments": [], "volume_image_metadata": { "a": "b" } }),
            "a volume",
        ),
        (
            json!({ "ID": "1", "Name": "a", "Status": "in-use", "Size": 1, "Attached to": "", "Properties": {} }),
            "a volume",
        ),
        (json!({ "name": "vm", "hostId": "x", "properties": {} }), "a server"),
        (json!({ "ID": "1", "Binary": "nova-compute", "Status": "disabled", "State": "up" }), "a service of Nova"),
        (json!({ "id": 1, "name": "a", "hosts": [], "properties": {} }), "an aggregate of hosts"),
        (
            json!({ "id": "v", "name": "fast", "is_public": true, "qos_specs_id": null, "properties": {} }),
            "a volume type",
        ),
    ] {
        let image = "openstack image show -f json";
        for answer in [
            ask("traits/gather", json!({ "documents": [other] })),
            ask(
                "traits/match-nodes",
                json!({ "nodes": [], "flavor": printed("rest/flavors.json")[0], "image": other }),
            ),
        ] {
            refused(&answer, image, called);
            refused(&answer, called, called);
        }
    }
    let image = json!({ "name": "u", "disk_format": "raw", "os_distro": "u", "hosts": "any", "attachments": "none" });
    assert_eq!(ask("traits/gather", json!({ "documents": [image] }))["outcome"], "decided");
}

#[test]
fn ports_are_no_nodes_and_are_refused_by_name() {
    let flavor = &printed("rest/flavors.json")[0];
    let nodes = "openstack baremetal node list --long -f json";
    for (name, called) in [
        ("rest/ports.json", "a port of Ironic"),
        ("printed/baremetal-port-list.json", "a port of Ironic"),
        ("printed/baremetal-port-list.yaml", "a port of Ironic"),
        ("printed/baremetal-port-list-long.json", "a port of Ironic"),
        ("printed/baremetal-port-list-long.yaml", "a port of Ironic"),
        ("printed/labelled-baremetal-port-list.json", "a port of Ironic"),
        ("rest/network-ports.json", "a port of the network service"),
        ("printed/port-list.json", "a port of the network service"),
        ("printed/port-list.yaml", "a port of the network service"),
        ("printed/flavor-list-long.json", "a flavor"),
        ("printed/sdk-images.json", "an image"),
    ] {
        // With strict validation, the unknown keys would be reported first.
        let answer = asked("traits/match-nodes", "Warn", json!({ "nodes": printed(name), "flavor": flavor }));
        refused(&answer, nodes, name);
        refused(&answer, called, name);
        if called.starts_with("a port") {
            let gathered = ask("traits/gather", json!({ "documents": [printed(name)] }));
            refused(&gathered, nodes, name);
            refused(&gathered, called, name);
        }
    }
    for name in ["rest/ports.json", "rest/network-ports.json"] {
        let answer = ask("traits/gather", json!({ "documents": [{ "ports": printed(name) }] }));
        refused(&answer, nodes, name);
        refused(&answer, "a list of ports", name);
    }
}

#[test]
fn an_allocation_is_no_node() {
    let allocation = json!({ "uuid": "1", "name": "a", "node_uuid": "2", "candidate_nodes": [], "state": "active" });
    let given = json!({ "nodes": [allocation], "flavor": printed("rest/flavors.json")[0] });
    refused(&asked("traits/match-nodes", "Warn", given), "an allocation", "allocation");
}

#[test]
fn traits_that_only_a_newer_placement_knows_are_traits() {
    let names = json!(["COMPUTE_NODE", "CUSTOM_GOLD", "HW_NEWER_THAN_THE_ENGINE"]);
    let objects: Vec<Value> = names.as_array().expect("a list").iter().map(|name| json!({ "name": name })).collect();
    for document in [json!(objects), json!({ "traits": names })] {
        let answer = ask("traits/gather", json!({ "documents": [document] }));
        assert_eq!(answer["answer"]["knownTraits"], names, "{answer}");
    }
    let answer = ask("traits/gather", json!({ "documents": [{ "traits": ["CUSTOM_GOLD", 1] }] }));
    refused(&answer, "/documents/0/traits/1", "a number among traits");
    refused(&ask("traits/gather", json!({ "documents": [[{ "name": "web" }]] })), "`name`", "no trait");
}

#[test]
fn who_may_use_a_private_flavor_is_gathered() {
    let access = json!([{ "flavor_id": "4", "tenant_id": "b0b0b0b0" }]);
    for shown in [json!({ "flavor_access": access }), access.clone()] {
        let answer = ask("traits/gather", json!({ "documents": [shown, printed("printed/flavor-list-long.json")] }));
        assert_eq!(answer["answer"]["access"], access, "{answer}");
        assert_eq!(answer["answer"]["flavors"][3]["document"]["id"], "4", "{answer}");
    }
    let half = json!({ "documents": [{ "flavor_access": [{ "flavor_id": "4" }] }] });
    refused(&ask("traits/gather", half), "an object with the keys `flavor_id`", "half a row");
}

fn refused(answer: &Value, command: &str, name: &str) {
    assert_eq!(answer["undecided"], "request", "{name}: {answer}");
    // Unknown keys may be reported as well.
    let problems = answer["problems"].as_array().into_iter().flatten();
    let mut errors =
        problems.filter(|problem| problem["level"] == "error").filter_map(|problem| problem["says"].as_str());
    assert!(errors.any(|says| says.contains(command)), "{name}: {answer}");
}

#[test]
fn what_is_gathered_is_what_was_printed() {
    let expected = ask("traits/gather", json!({ "documents": [printed("rest/nodes.json")] }));
    let documents = |answer: &Value, key: &str| -> Vec<Value> {
        let rows = answer["answer"][key].as_array().expect("it is a list").iter();
        rows.map(|row| row["document"].clone()).collect()
    };
    for name in NODES {
        let answer = ask("traits/gather", json!({ "documents": [printed(name)] }));
        assert_eq!(documents(&answer, "nodes"), documents(&expected, "nodes"), "{name}: {answer}");
    }
    let all = json!([
        { "nodes": printed("rest/nodes.json") },
        printed("printed/flavor-list-long.json"),
        { "flavor": printed("rest/flavors.json")[0] },
        printed("printed/image-show.json"),
        { "images": printed("rest/images.json") },
        { "traits": ["CUSTOM_A", "HW_CPU_X86_AVX"] },
        [{ "name": "CUSTOM_B" }],
    ]);
    let answer = ask("traits/gather", json!({ "documents": all }));
    let counts = ["nodes", "flavors", "images"].map(|key| documents(&answer, key).len());
    assert_eq!(counts, [7, 5, 3], "{answer}");
    assert_eq!(answer["answer"]["knownTraits"], json!(["CUSTOM_A", "HW_CPU_X86_AVX", "CUSTOM_B"]));
    assert_eq!(answer["answer"]["nodes"][3]["at"], "/documents/0/nodes/3");
    assert_eq!(answer["answer"]["flavors"][4]["at"], "/documents/2/flavor");
    let servers = json!({ "documents": [{ "servers": [{ "hostId": "x" }] }] });
    refused(&ask("traits/gather", servers), "a node, a flavor or an image", "servers");
}

#[test]
fn an_image_may_have_any_property() {
    let properties =
        [json!({ "os_hidden": false, "trait:CUSTOM_A": "forbidden" }), json!("trait:CUSTOM_A='forbidden'")];
    for properties in properties {
        let image = json!({ "name": "u", "disk_format": "raw", "container_format": "bare", "properties": properties });
        let answer = ask("traits/gather", json!({ "documents": [image] }));
        assert_eq!(answer["answer"]["images"].as_array().map(Vec::len), Some(1), "{answer}");
        assert_eq!(answer["answer"]["flavors"], json!([]), "{answer}");
    }
}
