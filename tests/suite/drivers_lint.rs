//! Problems with drivers that go unnoticed until a template or a cluster meets them.

use fitment::Engine;
use serde_json::{Value, json};

fn lint(edition: &str, given: &Value) -> Value {
    let request = json!({ "question": "drivers/lint", "edition": edition, "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

/// Returns a registry of drivers, each for some operating systems on virtual machines.
fn registry(drivers: &[(&str, &[&str])], config: Value) -> Value {
    let drivers = drivers.iter().map(|(name, systems)| {
        let provides = systems.iter().map(|os| json!(["vm", os, "kubernetes"]));
        json!({ "name": name, "provides": provides.collect::<Value>() })
    });
    json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "prod" },
        "drivers": drivers.collect::<Value>(), "config": config })
}

fn found(answer: &Value) -> Vec<(&str, &str)> {
    assert_eq!(answer["outcome"], "decided", "{answer}");
    let rows = answer["answer"]["findings"].as_array().into_iter().flatten();
    rows.filter_map(|row| Some((row["level"].as_str()?, row["code"].as_str()?))).collect()
}

/// Returns the findings except the one about the default driver's types.
fn found_but_default(answer: &Value) -> Vec<(&str, &str)> {
    found(answer).into_iter().filter(|(_, code)| *code != "lint-default-lacks-types").collect()
}

const SEPARATE: [(&str, &[&str]); 3] =
    [("a_debian", &["debian"]), ("b_flatcar", &["flatcar"]), ("c_ubuntu", &["ubuntu"])];

#[test]
fn a_first_driver_by_name_that_lacks_types_of_others_is_told() {
    for edition in ["design", "upstream"] {
        let told = |drivers: &[(&str, &[&str])], config: Value| {
            lint(edition, &json!({ "registry": registry(drivers, config) }))
        };
        let answer = told(&SEPARATE, json!({}));
        assert_eq!(found(&answer), [("warning", "lint-fallback-decides")], "{answer}");
        assert_eq!(answer["answer"]["ok"], true, "{answer}");
        let text = answer["text"].as_str().unwrap_or_default();
        for part in ["`a_debian`", "`vm/flatcar/kubernetes`", "`vm/ubuntu/kubernetes`"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let fewer = told(&SEPARATE, json!({ "disabled_drivers": ["a_debian"] }));
        assert_eq!(found(&fewer), [("warning", "lint-fallback-decides")], "{fewer}");
        assert_eq!(fewer["answer"]["findings"][0]["subject"], "b_flatcar", "{fewer}");
        let many: Vec<String> = (0..9).map(|number| format!("os-{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let many = told(&[("a", &["ubuntu"]), ("b", &many)], json!({}));
        assert!(many["text"].as_str().unwrap_or_default().contains(" and 4 more"), "{many}");
        for (drivers, config) in [
            (&SEPARATE[..], json!({ "disabled_drivers": ["a_debian", "b_flatcar"] })),
            (&[("a", &["ubuntu", "flatcar"]), ("b", &[])], json!({})),
        ] {
            let answer = told(drivers, config);
            assert_eq!(found(&answer), [], "{answer}");
        }
    }
}

#[test]
fn a_default_that_lacks_types_of_others_is_told() {
    for edition in ["design", "upstream"] {
        let told = |drivers: &[(&str, &[&str])], config: Value| {
            lint(edition, &json!({ "registry": registry(drivers, config) }))
        };
        for (config, place) in [
            (json!({ "default_driver": "c_ubuntu" }), "/registry/config/default_driver"),
            (json!({ "drivers": { "default_driver": "c_ubuntu" } }), "/registry/config/drivers/default_driver"),
        ] {
            let answer = told(&SEPARATE, config);
            assert_eq!(found(&answer), [("warning", "lint-default-lacks-types")], "{answer}");
            let finding = &answer["answer"]["findings"][0];
            assert_eq!((&finding["subject"], &finding["path"]), (&json!("c_ubuntu"), &json!(place)), "{finding}");
            let text = answer["text"].as_str().unwrap_or_default();
            for part in ["`c_ubuntu`", "`vm/debian/kubernetes`", "`vm/flatcar/kubernetes`"] {
                assert!(text.contains(part), "{part}: {text}");
            }
        }
        for (drivers, config) in [
            (&SEPARATE[..], json!({ "default_driver": "c_ubuntu", "disabled_drivers": ["a_debian", "b_flatcar"] })),
            (&[("a", &["ubuntu", "flatcar"]), ("b", &["flatcar"])], json!({ "default_driver": "a" })),
        ] {
            let answer = told(drivers, config);
            assert_eq!(found(&answer), [], "{answer}");
        }
        // A driver that is not available lacks everything.
        let disabled = told(&SEPARATE, json!({ "default_driver": "c_ubuntu", "disabled_drivers": ["c_ubuntu"] }));
        assert_eq!(found(&disabled), [("error", "lint-default-driver-disabled")], "{disabled}");
    }
}

#[test]
fn a_type_that_nobody_serves_is_not_missed_of_the_first_driver_by_name() {
    let mut registry = registry(&[("a", &["ubuntu"]), ("b", &["flatcar"])], json!({}));
    registry["drivers"][1]["beta"] = json!(true);
    for edition in ["design", "upstream"] {
        let answer = lint(edition, &json!({ "registry": registry }));
        assert_eq!(found(&answer), [], "{edition}: {answer}");
    }
}

#[test]
fn no_driver_is_said_to_come_first_where_a_plugin_breaks_every_lookup() {
    for broken in ["import", "construct"] {
        let mut registry = registry(&[("a", &["ubuntu"]), ("b", &["ubuntu"])], json!({}));
        registry["drivers"][0]["broken"] = json!(broken);
        let answer = lint("upstream", &json!({ "registry": registry }));
        assert_eq!(found(&answer), [("error", "lint-nothing-served")], "{answer}");
    }
}

#[test]
fn a_name_that_goes_away_while_its_type_is_served_is_told_with_who_knows_its_templates() {
    let before = registry(&[("old", &["ubuntu"]), ("same", &["flatcar"])], json!({ "default_driver": "same" }));
    for edition in ["design", "upstream"] {
        let after = |drivers: &[(&str, &[&str])], disabled: &[&str]| {
            let config = json!({ "default_driver": "same", "disabled_drivers": disabled });
            lint(edition, &json!({ "registry": registry(drivers, config), "before": before }))
        };
        let renamed = after(&[("new", &["ubuntu"]), ("same", &["flatcar"])], &[]);
        assert_eq!(found_but_default(&renamed), [("warning", "lint-driver-name-gone")], "{edition}: {renamed}");
        let finding = &renamed["answer"]["findings"][1];
        assert_eq!((&finding["subject"], &finding["path"]), (&json!("old"), &json!("/registry/drivers")), "{finding}");
        assert!(finding["cure"].as_str().unwrap_or_default().contains("`drivers/compare`"), "{finding}");
        // If no driver serves the type any more, that is already reported.
        let gone = after(&[("same", &["flatcar"])], &[]);
        assert_eq!(found_but_default(&gone), [("error", "lint-type-no-longer-served")], "{edition}: {gone}");
        // Today a disabled driver is still loaded by its name; in the design edition it is not.
        let disabled = after(&[("old", &["ubuntu"]), ("other", &["ubuntu"]), ("same", &["flatcar"])], &["old"]);
        let expected: &[_] = if edition == "design" { &[("warning", "lint-driver-name-gone")] } else { &[] };
        assert_eq!(found_but_default(&disabled), expected, "{edition}: {disabled}");
        let kept = after(&[("same", &["flatcar"]), ("old", &["ubuntu"])], &[]);
        assert_eq!(found_but_default(&kept), [], "{edition}: {kept}");
    }
}

#[test]
fn an_option_in_another_section_is_told_by_whoever_goes_on_without_it() {
    let ask = |question: &str, config: &Value, references: Value| {
        let mut registry = registry(&[("a", &["ubuntu"]), ("b", &["ubuntu"])], config.clone());
        registry["references"] = references;
        let mut given = json!({ "registry": registry });
        if question == "drivers/resolve" {
            given["request"] = json!({ "coe": "kubernetes" });
            given["image"] = json!({ "os_distro": "ubuntu" });
        }
        let request = json!({ "question": question, "text": true, "given": given });
        let answer = Engine::default().ask(request.to_string().as_bytes());
        serde_json::from_str::<Value>(&answer).expect("answers are JSON")
    };
    let misplaced = json!({ "DEFAULT": { "default_driver": "b", "host": "x" }, "api": { "disabled_drivers": null } });
    for question in ["drivers/lint", "drivers/resolve", "drivers/default"] {
        let answer = ask(question, &misplaced, json!([]));
        let problems = answer["problems"].as_array().expect("it is a list");
        let told: Vec<&Value> = problems.iter().filter(|told| told["code"] == "option-in-other-section").collect();
        assert_eq!(told.len(), 1, "{question}: {answer}");
        assert_eq!(
            (&told[0]["level"], &told[0]["path"]),
            (&json!("warning"), &json!("/given/registry/config/DEFAULT/default_driver"))
        );
        for config in [
            json!({ "drivers": { "default_driver": "b" }, "DEFAULT": { "host": "x" } }),
            json!({ "default_driver": "b" }),
        ] {
            let answer = ask(question, &config, json!([]));
            assert!(!answer.to_string().contains("option-in-other-section"), "{question}: {answer}");
        }
    }
    let referred = json!({ "drivers": { "default_driver": "b" }, "mine": { "default_driver": "b" } });
    let references = json!([{ "option": "default_driver", "section": "mine", "name": "default_driver" }]);
    let answer = ask("drivers/lint", &referred, references);
    assert!(!answer.to_string().contains("option-in-other-section"), "{answer}");
}

#[test]
fn a_field_that_no_version_has_is_told() {
    for (max, since, told) in [
        (json!("1.14"), json!("1.20"), true),
        (json!("1.20"), json!("1.20"), false),
        (json!(null), json!("1.20"), false),
        (json!("1.14"), json!(null), false),
    ] {
        let mut registry = registry(&[("a", &["ubuntu"])], json!({}));
        registry["apiMaxVersion"] = max;
        registry["driverFieldSince"] = since;
        let given = json!({ "registry": registry });
        let answer = lint("design", &given);
        let expected: &[_] = if told { &[("warning", "lint-field-never-served")] } else { &[] };
        assert_eq!(found(&answer), expected, "{answer}");
        // Today the field exists in every version.
        assert_eq!(found(&lint("upstream", &given)), [], "{registry}");
    }
}

/// Returns the answer to a question about drivers disabled by `disabled`, and its problems about names that match no
/// driver.
fn not_disabled(edition: &str, question: &str, disabled: &Value) -> (Value, Vec<Value>) {
    let helm = ("k8s_capi_helm_v1", &["ubuntu", "flatcar"][..]);
    let registry = registry(&[helm, ("k8s_cluster_api_ubuntu", &["ubuntu"])], json!({ "disabled_drivers": disabled }));
    let mut given = json!({ "registry": registry });
    let template = json!({ "server_type": "vm", "coe": "kubernetes", "cluster_distro": "ubuntu", "driver": null });
    let more = match question {
        "drivers/resolve" => json!({ "request": { "coe": "kubernetes" }, "image": { "os_distro": "ubuntu" } }),
        "drivers/lookup" => json!({ "serverType": "vm", "os": "ubuntu", "coe": "kubernetes" }),
        "drivers/create-cluster" => json!({ "template": template }),
        "drivers/patch-template" => json!({ "template": template, "patch": [] }),
        _ => json!({}),
    };
    given.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let request = json!({ "question": question, "edition": edition, "text": true, "given": given });
    let answer = Engine::default().ask(request.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
    let told = answer["problems"].as_array().expect("it is a list").iter();
    let told = told.filter(|told| told["code"] == "lint-disabled-driver-unknown").cloned().collect();
    (answer, told)
}

#[test]
fn a_driver_that_a_slip_keeps_enabled_is_told_by_whoever_goes_on_with_it() {
    let deciding =
        ["drivers/resolve", "drivers/default", "drivers/lookup", "drivers/create-cluster", "drivers/patch-template"];
    for edition in ["design", "upstream"] {
        for question in deciding {
            for (disabled, places) in [
                (json!("k8s_capi_helm_v1 # until the upgrade"), &[""][..]),
                (json!("[k8s_capi_helm_v1, k8s_cluster_api_ubuntu]"), &["", ""]),
                (json!(["k8s_other_thing", "K8S_CAPI_HELM_V1"]), &["/1"]),
                // The driver of another cloud, which an upgrade has removed.
                (json!(["k8s_capi_nova_v1"]), &[]),
                // Nothing resembles the first name. The second is a driver that is not installed, and the one it
                // resembles is listed.
                (json!(["heat", "k8s_capi_helm_v2", "k8s_capi_helm_v1"]), &[]),
            ] {
                let (answer, told) = not_disabled(edition, question, &disabled);
                let path = |place: &&str| format!("/given/registry/config/disabled_drivers{place}");
                let paths: Vec<&str> = told.iter().filter_map(|told| told["path"].as_str()).collect();
                assert_eq!(paths, places.iter().map(path).collect::<Vec<_>>(), "{question}: {answer}");
                let is_meant =
                    |told: &Value| told["says"].as_str().is_some_and(|says| says.contains("did somebody mean"));
                assert!(told.iter().all(is_meant), "{question}: {answer}");
                assert!(told.iter().all(|told| told["level"] == "warning"), "{question}: {answer}");
            }
        }
        // Questions whose findings say this do not repeat it as a problem.
        let (answer, told) = not_disabled(edition, "drivers/lint", &json!("k8s_capi_helm_v1 # until the upgrade"));
        let meant = "no such driver is installed; did somebody mean `k8s_capi_helm_v1`?";
        assert!(told.is_empty() && answer.to_string().contains(meant), "{answer}");
    }
}

#[test]
fn so_many_names_of_nobody_are_compared_and_no_more() {
    let names: Vec<String> = (0..2_000).map(|number| format!("k8s_capi_hel{number}_v1")).collect();
    let (answer, told) = not_disabled("design", "drivers/default", &json!(names));
    assert_eq!(told.len(), 50, "{answer}");
}
