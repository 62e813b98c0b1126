//! What the check of flavors and nodes finds besides their requirements: amounts that no node has, nodes that are not
//! reported, truncated lists, and the absence of anything to check.

use fitment::Engine;
use serde_json::{Value, json};

fn asked(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "text": true, "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer
}

fn lint(given: &Value) -> Value {
    asked("traits/lint", "design", given)
}

fn node(name: &str, traits: &[&str]) -> Value {
    json!({ "name": name, "resource_class": "gold", "traits": traits, "provision_state": "available",
        "power_state": "power off", "maintenance": false, "instance_uuid": null })
}

fn flavor(specs: &[(&str, &str)]) -> Value {
    let mut all = json!({ "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0" });
    specs.iter().for_each(|(key, value)| all[*key] = json!(value));
    json!({ "name": "bm", "vcpus": 8, "memory_mb": 1024, "root_gb": 10, "extra_specs": all })
}

const GOLD: (&str, &str) = ("resources:CUSTOM_GOLD", "1");

fn rows(list: &Value) -> Vec<(&str, &str)> {
    let rows = list.as_array().into_iter().flatten();
    rows.filter_map(|row| Some((row["level"].as_str()?, row["code"].as_str()?))).collect()
}

fn findings(answer: &Value) -> Vec<(&str, &str)> {
    rows(&answer["answer"]["findings"])
}

#[test]
fn a_flavor_is_found_wrong_where_no_node_could_take_its_amounts() {
    let two = "lint-more-than-a-node";
    for (specs, code) in [
        (vec![("resources:CUSTOM_GOLD", "2")], two),
        (vec![GOLD, ("resources:CUSTOM_SILVER", "1")], two),
        (vec![GOLD, ("resources:PCPU", "4")], two),
        (vec![GOLD, ("resources:VGPU", "1")], two),
        (vec![("resources:CUSTOM_GOLD", "0")], "lint-asks-for-nothing"),
        (vec![], "lint-asks-for-nothing"),
    ] {
        let flavor = flavor(&specs);
        let nodes = json!([node("n1", &[])]);
        let answer = lint(&json!({ "flavors": [flavor], "nodes": nodes }));
        assert_eq!(findings(&answer), [("error", code)], "{specs:?}: {answer}");
        let matched = asked("traits/match-nodes", "design", &json!({ "flavor": flavor, "nodes": nodes }));
        assert_eq!(matched["answer"]["candidates"], json!([]), "{matched}");
        let text = matched["text"].as_str().unwrap_or_default();
        assert!(!text.contains("no change"), "{text}");
    }
    let machine =
        json!({ "name": "vm", "vcpus": 4, "memory_mb": 8, "root_gb": 1, "extra_specs": { "hw:cpu_policy": "shared" } });
    let answer = lint(&json!({ "flavors": [flavor(&[GOLD]), machine], "nodes": [node("n1", &[])] }));
    assert_eq!(findings(&answer), [], "{answer}");
}

#[test]
fn edits_mend_what_they_are_for() {
    let edits = |specs: &[(&str, &str)], code: &str| {
        let nodes = json!([node("n1", &["CUSTOM_A"])]);
        let answer = lint(&json!({ "flavors": [flavor(specs)], "nodes": nodes }));
        let all = answer["answer"]["findings"].as_array().cloned().unwrap_or_default();
        let found = all.into_iter().find(|row| row["code"] == code);
        found.unwrap_or_else(|| panic!("{code}: {answer}"))["edit"].clone()
    };
    let edit = edits(&[GOLD, ("resources1:VCPU", "1")], "lint-not-zeroed");
    assert_eq!(edit, json!({ "key": "resources1:VCPU", "value": "0" }));
    let edit = edits(&[("resources:CUSTOM_GLOD", "1")], "lint-class-of-nobody");
    assert_eq!(edit["key"], "resources:CUSTOM_GOLD");
    // Another kind of hardware is not a misspelling.
    assert!(edits(&[("resources:CUSTOM_GOLD_H100", "1")], "lint-class-of-nobody").is_null());
    let value = "lint-value-ignored";
    assert_eq!(edits(&[GOLD, ("trait:CUSTOM_A", "Required")], value)["value"], "required");
    assert!(edits(&[GOLD, ("trait:CUSTOM_B", "Required")], value).is_null());
}

#[test]
fn the_edition_decides_what_a_node_has() {
    let given = json!({ "flavors": [flavor(&[GOLD, ("trait:COMPUTE_NODE", "required")])], "nodes": [node("n1", &[])] });
    assert_eq!(findings(&asked("traits/lint", "upstream", &given)), [("warning", "lint-trait-of-service")]);
    assert_eq!(findings(&lint(&given)), [("warning", "lint-fits-nobody")]);
}

#[test]
fn a_list_of_traits_that_is_cut_short_is_not_the_fault_of_the_flavors() {
    let mut flavors = json!([flavor(&[GOLD]), flavor(&[GOLD, ("trait:HW_CPU_X86_AVX", "required")])]);
    flavors[1]["name"] = json!("bm.avx");
    let given = |known: &[&str]| json!({ "flavors": flavors, "nodes": [node("n1", &["HW_CPU_X86_AVX"])], "knownTraits": known });
    let answer = asked("traits/lint", "upstream", &given(&["HW_CPU_X86_AVX"]));
    assert_eq!(findings(&answer), [("error", "lint-list-lacks-marks")], "{answer}");
    assert_eq!(findings(&lint(&given(&["HW_CPU_X86_AVX"]))), []);
    // The list lacks a trait of a node, and the node is named.
    let answer = lint(&given(&["HW_CPU_X86_VMX"]));
    assert!(findings(&answer).contains(&("error", "lint-trait-refused")), "{answer}");
    assert!(!findings(&answer).contains(&("warning", "lint-fits-nobody")), "{answer}");
}

#[test]
fn nodes_that_are_not_reported_are_found() {
    let mut bare = node("n1", &[]);
    bare.as_object_mut().expect("an object").remove("resource_class");
    let mut empty = node("n2", &[]);
    empty["resource_class"] = json!("");
    let mut silent = node("n3", &[]);
    silent.as_object_mut().expect("an object").remove("traits");
    let tracking = node("n4", &["COMPUTE_MANAGED_PCI_DEVICE"]);
    let answer = lint(&json!({ "nodes": [bare, empty, silent, tracking] }));
    let expected = [
        ("warning", "lint-node-without-class"),
        ("error", "lint-node-class-refused"),
        ("warning", "lint-node-without-traits"),
        ("error", "lint-node-tracks-pci"),
    ];
    assert_eq!(findings(&answer), expected, "{answer}");
}

#[test]
fn where_there_is_nothing_to_look_at_that_is_said() {
    let nothing = [("warning", "nothing-to-look-at")];
    for given in [json!({}), json!({ "nodes": [] }), json!({ "flavors": [] })] {
        assert_eq!(rows(&lint(&given)["problems"]), nothing, "{given}");
    }
    let alone = lint(&json!({ "flavors": [flavor(&[GOLD])] }));
    assert_eq!(rows(&alone["problems"]), [("warning", "no-nodes-to-look-at")], "{alone}");
    let alone = lint(&json!({ "nodes": [node("n1", &[])] }));
    assert_eq!(rows(&alone["problems"]), [("warning", "no-flavors-to-look-at")], "{alone}");
    let none = asked("traits/reach", "design", &json!({ "project": "p", "flavors": [], "nodes": [node("n1", &[])] }));
    assert_eq!(
        (&none["verdict"], rows(&none["problems"])),
        (&json!("none"), vec![("warning", "reach-without-flavors")])
    );
}

#[test]
fn nodes_of_one_name_and_a_node_without_one_are_warned_of() {
    let whole = |name: Value, uuid: Value| {
        json!({ "name": name, "uuid": uuid, "resource_class": "gold", "traits": [], "provision_state": "available",
            "power_state": "power off", "maintenance": false, "instance_uuid": null })
    };
    let warned = |nodes: Value, code: &str| {
        let matched = asked("traits/match-nodes", "design", &json!({ "flavor": flavor(&[GOLD]), "nodes": nodes }));
        let reached = json!({ "project": "p", "flavors": [flavor(&[GOLD])], "nodes": nodes });
        let reached = asked("traits/reach", "design", &reached);
        for answer in [&matched, &lint(&json!({ "nodes": nodes })), &reached] {
            assert!(rows(&answer["problems"]).contains(&("warning", code)), "{code}: {answer}");
        }
    };
    warned(json!([whole(json!("a"), json!("u1")), whole(Value::Null, Value::Null)]), "nodes-without-name");
    warned(json!([whole(json!("a"), json!("u1")), whole(json!("a"), json!("u2"))]), "nodes-share-names");
}

#[test]
fn a_node_that_is_shown_twice_is_one_and_has_to_be_the_same() {
    let node = json!({ "name": "n1", "uuid": "u1", "resource_class": "gold", "traits": ["CUSTOM_A", "CUSTOM_B"],
        "provision_state": "available", "power_state": "power off", "maintenance": false, "instance_uuid": null });
    let mut other = node.clone();
    (other["name"], other["uuid"]) = (json!("n2"), json!("u2"));
    let given = |again: &Value, first: bool| {
        let nodes = if first { json!([again, node, other]) } else { json!([node, other, again]) };
        [
            ("traits/match-nodes", json!({ "flavor": flavor(&[GOLD]), "nodes": nodes })),
            ("traits/reach", json!({ "project": "p", "flavors": [flavor(&[GOLD])], "nodes": nodes })),
            ("traits/lint", json!({ "flavors": [flavor(&[GOLD])], "nodes": nodes })),
        ]
    };
    let mut turned = node.clone();
    turned["traits"] = json!(["CUSTOM_B", "CUSTOM_A", "CUSTOM_A"]);
    for (again, first) in [(&node, true), (&turned, true), (&turned, false)] {
        let [matched, reached, linted] = given(again, first).map(|(question, given)| asked(question, "design", &given));
        assert_eq!(matched["answer"]["candidates"], json!(["n1", "n2"]), "{matched}");
        assert_eq!(matched["answer"]["summary"]["nodes"], 2, "{matched}");
        assert_eq!(reached["answer"]["flavors"][0]["count"], 2, "{reached}");
        for answer in [&matched, &linted] {
            assert_eq!(rows(&answer["problems"]), [], "{answer}");
        }
        assert_eq!(findings(&linted), [], "{linted}");
    }
    for (key, value) in [
        ("name", json!("n3")),
        ("resource_class", json!("silver")),
        ("traits", json!(["CUSTOM_A"])),
        ("provision_state", json!("active")),
        ("power_state", json!("error")),
        ("maintenance", json!(true)),
        ("instance_uuid", json!("i1")),
    ] {
        let mut again = node.clone();
        again[key] = value;
        for first in [true, false] {
            let [matching, reaching, (_, linting)] = given(&again, first);
            for (question, given) in [matching, reaching] {
                let request = json!({ "question": question, "text": true, "given": given });
                let answer: Value =
                    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
                let problem = &answer["problems"][0];
                assert_eq!((&answer["undecided"], &problem["code"]), (&json!("request"), &json!("nodes-share-uuids")));
                let says = problem["says"].as_str().unwrap_or_default();
                assert!(says.contains("`u1`") && says.contains("give each node once, as it is now"), "{says}");
            }
            let linted = lint(&linting);
            assert!(findings(&linted).contains(&("error", "nodes-share-uuids")), "{key}: {linted}");
            assert_eq!(linted["verdict"], "no");
        }
    }
}

#[test]
fn two_flavors_of_one_name_are_found() {
    let called = |id: Value, trait_of_it: &str| {
        let mut one = flavor(&[GOLD, (trait_of_it, "required")]);
        one["id"] = id;
        one
    };
    let nodes = json!([node("n1", &["CUSTOM_A", "CUSTOM_B"])]);
    let (a, b) = ("trait:CUSTOM_A", "trait:CUSTOM_B");
    for (one, other, told) in [
        (called(json!("1"), a), called(json!("2"), b), true),
        (called(json!("1"), a), called(json!("2"), a), true),
        (called(json!("1"), a), called(Value::Null, b), true),
        (called(json!("1"), a), called(Value::Null, a), false),
        (called(json!("1"), a), called(json!("1"), a), false),
    ] {
        let linted = lint(&json!({ "flavors": [one, other], "nodes": nodes }));
        let expected: &[(&str, &str)] = if told { &[("error", "flavors-share-names")] } else { &[] };
        assert_eq!(findings(&linted), expected, "{linted}");
        let reached = json!({ "project": "p", "flavors": [one, other], "nodes": nodes });
        let warned =
            rows(&asked("traits/reach", "design", &reached)["problems"]).contains(&("warning", "flavors-share-names"));
        assert_eq!(warned, told, "{reached}");
    }
}

#[test]
fn classes_of_nodes_that_no_flavor_asks_for_are_found() {
    let of = |name: &str, class: &str| {
        let mut node = node(name, &[]);
        node["resource_class"] = json!(class);
        node
    };
    let unasked = ("warning", "lint-class-unasked");
    for (class, like) in
        [("glod", "; did somebody mean `CUSTOM_GOLD`?"), ("gold ", "; did somebody mean `CUSTOM_GOLD`?"), ("tin", "")]
    {
        let nodes = json!([of("n1", "gold"), of("n2", class), of("n3", class)]);
        let answer = lint(&json!({ "flavors": [flavor(&[GOLD])], "nodes": nodes }));
        assert_eq!(findings(&answer), [unasked], "{answer}");
        let says = answer["because"][0]["because"][0]["says"].as_str().unwrap_or_default();
        assert!(says.ends_with(&format!("the class of `n2`, `n3`{like}")), "{says}");
        assert_eq!(answer["answer"]["findings"][0]["path"], "/nodes/1/resource_class");
        // Without a bare-metal flavor there is nothing to compare the nodes with.
        assert_eq!(findings(&lint(&json!({ "nodes": nodes }))), []);
    }
    let nodes = json!([of("n1", "gold"), of("n2", "CUSTOM_GOLD")]);
    let answer = lint(&json!({ "flavors": [flavor(&[GOLD])], "nodes": nodes }));
    assert_eq!(findings(&answer), [("warning", "lint-class-doubled")], "{answer}");
}

#[test]
fn properties_of_images_that_are_almost_traits_are_warned_of() {
    let warned = |key: &str, value: &str| {
        let image = json!({ "name": "ubuntu", "properties": { "os_distro": "ubuntu", key: value } });
        let given = json!({ "flavor": flavor(&[GOLD]), "image": image, "nodes": [node("n1", &["CUSTOM_A"])] });
        asked("traits/match-nodes", "design", &given)["problems"].clone()
    };
    for (key, value) in [
        ("trait:CUSTOM_A", "Required"),
        ("trait:CUSTOM_A", "forbidden"),
        ("Trait:CUSTOM_A", "required"),
        ("traits:CUSTOM_A", "required"),
        ("trait1:CUSTOM_A", "required"),
        ("triat:CUSTOM_A", "required"),
        ("trait.CUSTOM_A", "required"),
        ("trait_CUSTOM_A", "required"),
        ("traits_required", "CUSTOM_A"),
        ("TRAIT", "CUSTOM_A"),
    ] {
        let problems = warned(key, value);
        assert_eq!(rows(&problems), [("warning", "image-trait-not-heard")], "{key}");
        let says = problems[0]["says"].as_str().unwrap_or_default();
        assert!(says.contains(key) && says.contains("`trait:CUSTOM_A`"), "{says}");
    }
    assert_eq!(warned("trait:CUSTOM_A", "required"), json!([]));
    assert_eq!(warned("hw:cpu_policy", "required"), json!([]));
    assert_eq!(warned("train_CUSTOM_A", "required"), json!([]));
    let says = warned("traits_required", "true")[0]["says"].clone();
    assert!(says.as_str().is_some_and(|says| says.contains("`trait:NAME`")), "{says}");
}

#[test]
fn blanks_in_the_trait_of_an_image_are_warned_of() {
    for key in ["trait: CUSTOM_A", "trait:CUSTOM_A "] {
        let image = json!({ "name": "ubuntu", "properties": { key: "required" } });
        let given = json!({ "flavor": flavor(&[GOLD]), "image": image, "nodes": [node("n1", &["CUSTOM_A"])] });
        // Placement strips them, but Ironic does not, so that every boot fails.
        for (edition, candidates) in [("upstream", json!(["n1"])), ("design", json!([]))] {
            let answer = asked("traits/match-nodes", edition, &given);
            assert_eq!(answer["answer"]["candidates"], candidates, "{answer}");
            assert_eq!(rows(&answer["problems"]), [("warning", "image-trait-with-blanks")], "{answer}");
            assert_eq!(answer["problems"][0]["path"], format!("/given/image/properties/{key}"));
        }
    }
}

#[test]
fn a_class_that_begins_as_it_does_in_placement_is_named_as_it_is_there() {
    for class in ["CUSTOM_GOLD", "custom_gold", "Custom-Gold", "CUSTOM-gold"] {
        let mut node = node("n1", &[]);
        node["resource_class"] = json!(class);
        let answer = lint(&json!({ "flavors": [flavor(&[GOLD])], "nodes": [node] }));
        let doubled = answer["answer"]["findings"].as_array().expect("a list").iter();
        let mut doubled = doubled.filter(|found| found["code"] == "lint-class-doubled");
        let said = doubled.next().unwrap_or_else(|| panic!("{class}: {answer}"));
        assert!(answer["text"].to_string().contains("becomes `CUSTOM_CUSTOM_GOLD` in Placement"), "{said}");
    }
}

#[test]
fn amounts_that_nobody_gives_are_not_taken_for_none_in_silence() {
    let mut bare = json!({ "name": "bm", "extra_specs": { "resources:CUSTOM_GOLD": "1", "resources:VCPU": "0" } });
    let nodes = json!([node("n1", &[])]);
    let told = |flavor: &Value| {
        let matched = asked("traits/match-nodes", "design", &json!({ "flavor": flavor, "nodes": nodes }));
        assert_eq!(matched["verdict"], "yes", "{matched}");
        rows(&matched["problems"]).iter().map(|(_, code)| (*code).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told(&bare), ["lint-amounts-not-given"]);
    (bare["memory_mb"], bare["root_gb"]) = (json!(0), json!(0));
    assert_eq!(told(&bare), Vec::<String>::new());
    bare["root_gb"] = Value::Null;
    assert_eq!(told(&bare), ["lint-amounts-not-given"]);
}

#[test]
fn what_ironic_refuses_at_boot_is_told_beside_the_nodes_that_are_found() {
    let nodes = json!([node("n1", &["CUSTOM_A"])]);
    for (key, code) in
        [("trait:COMPUTE_NODE", "lint-trait-of-service"), ("trait.x:CUSTOM_NEVER", "lint-key-read-at-boot")]
    {
        let given = json!({ "flavor": flavor(&[GOLD, (key, "required")]), "nodes": nodes });
        let answer = asked("traits/match-nodes", "upstream", &given);
        assert_eq!(answer["verdict"], "yes", "{answer}");
        assert_eq!(rows(&answer["problems"]), [("warning", code)], "{key}");
    }
    // A list from Placement that lacks a standard trait does not prove that the trait cannot exist.
    let given = json!({ "flavor": flavor(&[GOLD, ("trait:HW_CPU_X86_AESNI", "required")]), "nodes": nodes,
        "knownTraits": ["HW_CPU_X86_VMX", "CUSTOM_A"] });
    let answer = asked("traits/match-nodes", "design", &given);
    assert_eq!(rows(&answer["problems"]), [("warning", "lint-trait-unknown")]);
}

#[test]
fn a_node_that_the_allocation_itself_leaves_out_is_not_said_to_be_taken() {
    let nodes = json!([node("n1", &[]), node("n2", &[])]);
    let says = |allocation: Value| {
        let answer = asked("traits/allocate", "design", &json!({ "nodes": nodes, "allocation": allocation }));
        answer["because"][0]["says"].as_str().unwrap_or_default().to_owned()
    };
    let but = "; 2 would be, but for its `candidate_nodes` or its `owner`";
    let none = "no node of the class `gold` among 2 is available";
    for left_out in [json!({ "candidate_nodes": ["n3"] }), json!({ "owner": "p" })] {
        let mut allocation = left_out.clone();
        allocation["resource_class"] = json!("gold");
        assert_eq!(says(allocation), format!("{none} to it{but}"), "{left_out}");
    }
    assert_eq!(says(json!({ "resource_class": "Gold" })), none.replace("gold", "Gold"));
}
