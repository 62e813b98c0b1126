//! Keys for which Nova asks Placement for more than traits and resource classes are reported by name. Keys for which it
//! asks for nothing are not.

use fitment::Engine;
use serde_json::{Value, json};

/// Each key of a flavor and of an image, with a value for which Nova asks for more, and one for which it does not.
const KEYS: [(&str, &str, &str, Option<&str>); 14] = [
    ("os:secure_boot", "os_secure_boot", "required", Some("optional")),
    ("hw:cpu_policy", "hw_cpu_policy", "dedicated", Some("shared")),
    ("hw:cpu_thread_policy", "hw_cpu_thread_policy", "isolate", Some("prefer")),
    ("hw:emulator_threads_policy", "", "isolate", Some("share")),
    ("hw:tpm_version", "hw_tpm_version", "2.0", Some("")),
    ("hw:mem_encryption", "hw_mem_encryption", "True", Some("false")),
    ("hw:maxphysaddr_mode", "hw_maxphysaddr_mode", "emulate", None),
    ("hw:pci_numa_affinity_policy", "hw_pci_numa_affinity_policy", "socket", Some("legacy")),
    ("hw:pmem", "", "4GB", Some("")),
    ("hw:ephemeral_encryption", "hw_ephemeral_encryption", "yes", Some("no")),
    ("hw:virtio_packed_ring", "hw_virtio_packed_ring", "1", Some("0")),
    ("hw:sound_model", "hw_sound_model", "virtio", Some("ich6")),
    ("accel:device_profile", "", "fpga", None),
    ("", "hw_firmware_stateless", "true", Some("false")),
];

fn ask(question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": "upstream", "text": true, "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer
}

fn flavor(key: &str, value: &str) -> Value {
    let mut specs = json!({ "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0",
        "resources:CUSTOM_GOLD": "1" });
    specs[key] = json!(value);
    json!({ "name": "bm.gold", "vcpus": 8, "extra_specs": specs })
}

fn nodes() -> Value {
    json!([{ "name": "n1", "resource_class": "gold", "traits": [], "provision_state": "available",
        "power_state": "power off" }])
}

/// Returns the places and sentences of a question's warnings about such keys.
fn warned(question: &str, given: &Value) -> Vec<(String, String)> {
    let answer = ask(question, given);
    let problems = answer["problems"].as_array().into_iter().flatten();
    let further = problems.filter(|problem| problem["code"] == "nova-asks-further");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    further.map(|problem| (text(&problem["path"]), text(&problem["says"]))).collect()
}

#[test]
fn a_flavor_for_which_nova_asks_further_is_told_wherever_it_is_judged() {
    for (key, _, further, silent) in KEYS.into_iter().filter(|(key, ..)| !key.is_empty()) {
        let given = |value: &str| {
            let flavor = flavor(key, value);
            [
                ("traits/match-nodes", json!({ "flavor": flavor, "nodes": nodes() }), "/given/flavor"),
                ("traits/read-flavor", json!({ "flavor": flavor }), "/given/flavor"),
                ("traits/reach", json!({ "project": "p", "flavors": [flavor], "nodes": nodes() }), "/given/flavors/0"),
            ]
        };
        for (question, given, place) in given(further) {
            let told = warned(question, &given);
            let [(path, says)] = told.as_slice() else { panic!("{question} {key}: {told:?}") };
            assert_eq!(path, &format!("{place}/extra_specs/{key}"), "{question}");
            let named =
                format!("`bm.gold`: `{key}` is not judged here: where it is `{further}`, Nova asks Placement for ");
            assert!(says.starts_with(&named), "{says}");
        }
        for (question, given, _) in silent.into_iter().flat_map(given) {
            assert_eq!(warned(question, &given), [], "{question} {key}");
        }
        let linted = ask("traits/lint", &json!({ "flavors": [flavor(key, further)], "nodes": nodes() }));
        let finding = &linted["answer"]["findings"][0];
        assert_eq!((&finding["level"], &finding["code"]), (&json!("warning"), &json!("nova-asks-further")), "{linted}");
        assert_eq!((&finding["subject"], &linted["verdict"]), (&json!(key), &json!("yes")), "{linted}");
    }
}

#[test]
fn an_image_for_which_nova_asks_further_is_told() {
    let given = |key: &str, value: Value| {
        let image = json!({ "name": "ubuntu", "properties": { key: value, "hw_firmware_type": "uefi" } });
        let flavor = flavor("hw:boot_mode", "uefi");
        [
            ("traits/match-nodes", json!({ "flavor": flavor, "image": image, "nodes": nodes() })),
            ("traits/read-flavor", json!({ "flavor": flavor, "image": image })),
        ]
    };
    for (_, key, further, silent) in KEYS.into_iter().filter(|(_, key, ..)| !key.is_empty()) {
        for (question, given) in given(key, json!(further)) {
            let told = warned(question, &given);
            let [(path, says)] = told.as_slice() else { panic!("{question} {key}: {told:?}") };
            assert_eq!(path, &format!("/given/image/properties/{key}"), "{question}");
            assert!(says.starts_with(&format!("`ubuntu`: `{key}` is not judged here: ")), "{says}");
        }
        for (question, given) in silent.into_iter().flat_map(|value| given(key, json!(value))) {
            assert_eq!(warned(question, &given), [], "{question} {key}");
        }
    }
    // In a file written by hand, a boolean has no quotes.
    for (value, told) in [(json!(true), 1), (json!(false), 0), (json!(1), 1), (json!(0), 0), (json!(null), 0)] {
        let [(question, given), _] = given("hw_mem_encryption", value);
        assert_eq!(warned(question, &given).len(), told, "{given}");
    }
}

#[test]
fn what_a_filter_of_novas_asks_after_placement_is_told() {
    let [default, enabled] = ["`ComputeCapabilitiesFilter` for ", "Filter`, where that is enabled, for "];
    for (key, asked) in [
        ("capabilities:boot_mode", Some(default)),
        ("boot_mode", Some(default)),
        ("aggregate_instance_extra_specs:pool", Some(enabled)),
        ("pci_passthrough:alias", Some(enabled)),
        ("quota:cpu_shares", None),
        ("group_policy", None),
    ] {
        let given = json!({ "flavor": flavor(key, "none"), "nodes": nodes() });
        let told = warned("traits/match-nodes", &given);
        assert_eq!(told.len(), usize::from(asked.is_some()), "{key}: {told:?}");
        for (asked, (path, says)) in asked.iter().zip(told) {
            assert_eq!(path, format!("/given/flavor/extra_specs/{key}"));
            assert!(says.contains(asked), "{says}");
        }
        assert_eq!(warned("traits/match-nodes", &json!({ "flavor": flavor(key, ""), "nodes": nodes() })), []);
    }
    for key in ["hw_architecture", "img_hv_type", "img_hv_requested_version", "hw_vm_mode"] {
        let image = json!({ "name": "ubuntu", "properties": { key: "x" } });
        let given = json!({ "flavor": flavor("hw:boot_mode", "uefi"), "image": image, "nodes": nodes() });
        let told = warned("traits/match-nodes", &given);
        let [(path, says)] = told.as_slice() else { panic!("{key}: {told:?}") };
        assert_eq!(path, &format!("/given/image/properties/{key}"));
        assert!(says.contains("`ImagePropertiesFilter` for "), "{says}");
    }
}

#[test]
fn a_firmware_without_a_state_is_asked_for_only_where_it_is_uefi() {
    for (firmware, told) in [(json!("uefi"), 1), (json!("bios"), 0), (json!(null), 0)] {
        let image = json!({ "properties": { "hw_firmware_stateless": "true", "hw_firmware_type": firmware } });
        let given = json!({ "flavor": flavor("hw:boot_mode", "uefi"), "image": image, "nodes": nodes() });
        assert_eq!(warned("traits/match-nodes", &given).len(), told, "{given}");
    }
}

#[test]
fn flavors_of_virtual_machines_may_have_them() {
    let machine = json!({ "name": "vm", "vcpus": 4, "extra_specs": { "hw:cpu_policy": "dedicated" } });
    let linted = ask("traits/lint", &json!({ "flavors": [machine], "nodes": nodes() }));
    assert_eq!(linted["answer"]["findings"], json!([]), "{linted}");
    assert_eq!(warned("traits/read-flavor", &json!({ "flavor": machine })).len(), 1);
}

#[test]
fn a_key_without_letters_is_none_of_them() {
    let given = json!({ "flavor": flavor("", "required"), "image": { "properties": { "": "required" } },
        "nodes": nodes() });
    assert_eq!(warned("traits/match-nodes", &given), []);
}
