//! Drivers and templates that look right but are not: none of it passes in silence.

use fitment::Engine;
use serde_json::{Value, json};

fn asked(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn ask(question: &str, given: &Value) -> Value {
    asked(question, "design", given)
}

fn registry(change: impl FnOnce(&mut Value)) -> Value {
    let mut registry = json!({ "apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": { "name": "prod" },
        "drivers": [
            { "name": "k8s_capi_helm_v1", "provides": [["vm", "ubuntu", "kubernetes"], ["vm", "flatcar", "kubernetes"]] },
            { "name": "k8s_cluster_api_ubuntu", "provides": [["vm", "ubuntu", "kubernetes"]] },
        ],
        "config": { "default_driver": "k8s_capi_helm_v1" } });
    change(&mut registry);
    registry
}

fn codes(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(|row| row["code"].as_str()).collect()
}

fn linted(answer: &Value) -> (Option<bool>, Vec<&str>) {
    (answer["answer"]["ok"].as_bool(), codes(&answer["answer"]["findings"]))
}

#[test]
fn a_registry_that_serves_nobody_is_wrong_in_both_editions() {
    for edition in ["design", "upstream"] {
        let lint = |registry: Value| asked("drivers/lint", edition, &json!({ "registry": registry }));
        let answer = lint(registry(|_| {}));
        assert_eq!(linted(&answer), (Some(true), vec![]), "{answer}");
        let broken = lint(registry(|registry| registry["drivers"][0]["broken"] = json!("import")));
        let (ok, found) = linted(&broken);
        assert_eq!((ok, found.contains(&"lint-default-driver-broken")), (Some(false), true), "{edition}: {broken}");
        // Today one broken plugin takes down everything; in the design edition, only itself.
        assert_eq!(found.contains(&"lint-nothing-served"), edition == "upstream", "{edition}: {broken}");
        let disabled = json!({ "disabled_drivers": ["k8s_capi_helm_v1", "k8s_cluster_api_ubuntu"] });
        for unserved in [
            registry(|registry| registry["config"] = disabled),
            registry(|registry| registry["drivers"] = json!([])),
            registry(|registry| {
                registry["config"] = json!({ "disabled_drivers": ["k8s_capi_helm_v1"] });
                registry["drivers"][1]["beta"] = json!(true);
            }),
        ] {
            let answer = lint(unserved);
            let (ok, found) = linted(&answer);
            assert_eq!((ok, found.contains(&"lint-nothing-served")), (Some(false), true), "{edition}: {answer}");
        }
    }
}

#[test]
fn a_type_in_another_order_or_other_letters_is_named_as_it_was_meant() {
    for (provided, meant) in [
        (["kubernetes", "flatcar", "vm"], "did somebody mean `vm/flatcar/kubernetes`?"),
        (["VM", "flatcar", "Kubernetes"], "did somebody mean `vm/flatcar/kubernetes`?"),
        (["vm", "flatcar", "swarm"], "`vm/flatcar/swarm`, which no template can ask for"),
    ] {
        let registry = registry(|registry| registry["drivers"][1]["provides"] = json!([provided]));
        let answer = ask("drivers/lint", &json!({ "registry": registry }));
        assert_eq!(linted(&answer), (Some(false), vec!["lint-type-never-asked-for"]), "{answer}");
        assert_eq!(answer["answer"]["findings"][0]["path"], "/registry/drivers/1/provides/0", "{answer}");
        let text = answer["text"].as_str().unwrap_or_default();
        assert!(text.contains(meant), "{text}");
    }
}

#[test]
fn a_range_of_versions_without_a_version_is_wrong() {
    for (min, max, wrong) in [("1.20", None, true), ("1.20", Some("1.30"), false), ("1.9", Some("1.10"), false)] {
        let registry = registry(|registry| {
            registry["apiMinVersion"] = json!(min);
            registry["apiMaxVersion"] = json!(max);
        });
        let answer = ask("drivers/lint", &json!({ "registry": registry }));
        let expected = if wrong { vec!["lint-no-api-version"] } else { vec![] };
        assert_eq!(linted(&answer), (Some(!wrong), expected), "{answer}");
    }
}

/// Returns a template as the API shows it, without a driver.
fn shown() -> Value {
    json!({ "uuid": "cccccccc-0000-4000-8000-000000000001", "name": "k8s-legacy", "coe": "kubernetes",
        "server_type": "vm", "cluster_distro": "flatcar", "driver": null, "labels": {}, "updated_at": null,
        "links": [{ "rel": "self", "href": "http://magnum" }], "tags": null, "fixed_network": null })
}

/// Returns the same template as the `openstack` command prints it.
fn printed() -> Value {
    let mut printed = shown();
    let members = printed.as_object_mut().expect("it is an object");
    members.remove("links");
    members.values_mut().filter(|value| value.is_null()).for_each(|value| *value = json!("-"));
    printed
}

#[test]
fn the_dash_of_a_client_is_no_driver() {
    let (before, after) = (registry(|_| {}), registry(|registry| registry["drivers"][1]["name"] = json!("k8s_other")));
    for edition in ["design", "upstream"] {
        let answers = |template: Value| {
            let patch = json!([{ "op": "add", "path": "/driver", "value": "k8s_capi_helm_v1" }]);
            let questions = [
                ("drivers/create-cluster", json!({ "registry": before, "template": template })),
                ("drivers/show-template", json!({ "registry": before, "template": template })),
                ("drivers/patch-template", json!({ "registry": before, "template": template, "patch": patch })),
                ("drivers/compare", json!({ "before": before, "after": after, "templates": [template] })),
            ];
            questions.map(|(question, given)| {
                let answer = asked(question, edition, &given);
                assert_eq!(answer["outcome"], "decided", "{question}: {answer}");
                answer["answer"].clone()
            })
        };
        assert_eq!(answers(printed()), answers(shown()), "{edition}");
    }
    // Output with links writes missing values as null, so there a dash is a name.
    let mut named = shown();
    named["driver"] = json!("-");
    let answer = ask("drivers/create-cluster", &json!({ "registry": before, "template": named }));
    assert_eq!(answer["answer"]["conductorError"], "driver-not-supported", "{answer}");
}

#[test]
fn a_template_that_says_too_little_is_not_compared() {
    let short = json!({ "uuid": "cccccccc-0000-4000-8000-000000000001", "name": "k8s", "tags": null });
    let answer = ask("drivers/compare", &json!({ "after": registry(|_| {}), "templates": [short] }));
    assert_eq!(answer["undecided"], "request", "{answer}");
    let says = answer["problems"][0]["says"].as_str().unwrap_or_default();
    assert!(says.contains("openstack coe cluster template show -f json"), "{says}");
    for given in [json!({ "after": registry(|_| {}) }), json!({ "after": registry(|_| {}), "templates": [] })] {
        let answer = ask("drivers/compare", &given);
        assert_eq!(codes(&answer["problems"]), ["nothing-compared"], "{answer}");
    }
}

#[test]
fn a_beta_driver_that_loads_last_blocks_what_others_serve() {
    let driver = |name: &str, os: &str, beta: bool| json!({ "name": name, "beta": beta, "provides": [["vm", os, "kubernetes"]] });
    let with = |config: Value| {
        json!({ "registry": registry(|registry| {
            registry["drivers"] = json!([driver("a", "ubuntu", false), driver("b", "debian", false), driver("c", "fedora", true), driver("z", "ubuntu", true)]);
            registry["drivers"][0]["provides"] = json!([["vm", "ubuntu", "kubernetes"], ["vm", "debian", "kubernetes"]]);
            registry["config"] = config.clone();
        }) })
    };
    let found = |edition: &str, config: Value| {
        codes(&asked("drivers/lint", edition, &with(config))["answer"]["findings"]).len()
    };
    let usual = json!({ "default_driver": "a" });
    let answer = asked("drivers/lint", "upstream", &with(usual.clone()));
    let finding = &answer["answer"]["findings"][0];
    assert_eq!(
        (&answer["verdict"], &finding["code"], &finding["subject"], &finding["path"]),
        (&json!("no"), &json!("lint-type-blocked"), &json!("vm/ubuntu/kubernetes"), &json!("/registry/drivers/3")),
        "{answer}"
    );
    assert_eq!(found("upstream", usual.clone()), 1);
    assert_eq!(found("design", usual), 0);
    assert_eq!(found("upstream", json!({ "default_driver": "a", "enabled_beta_drivers": "z" })), 0);
    assert_eq!(found("upstream", json!({ "default_driver": "a", "disabled_drivers": "z" })), 0);
}

#[test]
fn a_column_that_a_client_was_not_told_to_show_is_no_null() {
    let whole = json!({ "uuid": "cccccccc-0000-4000-8000-000000000001", "name": "k8s", "tags": null,
        "cluster_distro": "debian", "server_type": "vm", "coe": "kubernetes", "driver": "k8s_capi_helm_v1" });
    let without = |keys: &[&str]| {
        let mut template = whole.clone();
        template["uuid"] = json!("cccccccc-0000-4000-8000-000000000002");
        keys.iter().for_each(|key| drop(template.as_object_mut().expect("an object").shift_remove(*key)));
        template
    };
    let (registry, before) = (registry(|_| {}), json!({ "beforeNaming": true }));
    let compare = |template: Value, more: &Value| {
        let mut given = json!({ "after": registry, "templates": [whole, template] });
        given
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())));
        ask("drivers/compare", &given)
    };
    for keys in [&["driver"][..], &["server_type"], &["coe"], &["uuid", "driver"], &["uuid", "cluster_distro"]] {
        let answer = compare(without(keys), &json!({}));
        assert_eq!(answer["undecided"], "request", "{keys:?}: {answer}");
        let problem = &answer["problems"][0];
        let says = problem["says"].as_str().unwrap_or_default();
        let missing = format!("a template without `{}`", keys.last().unwrap_or(&""));
        assert!(says.contains(&missing) && says.contains("openstack coe cluster template show -f json"), "{says}");
        assert_eq!(problem["path"], "/given/templates/1", "{keys:?}");
    }
    assert_eq!(compare(without(&["uuid", "server_type", "coe"]), &json!({}))["outcome"], "decided");
    // Before drivers could be named, no output shows a template's driver; everything else is shown.
    for keys in [&["uuid", "driver"][..], &["driver"]] {
        assert_eq!(compare(without(keys), &before)["outcome"], "decided", "{keys:?}");
    }
    for key in ["server_type", "coe", "cluster_distro"] {
        assert_eq!(compare(without(&["driver", key]), &before)["undecided"], "request", "{key}");
    }
    for (key, outcome) in [("driver", "undecided"), ("name", "decided")] {
        let given = json!({ "registry": registry, "template": without(&[key]) });
        assert_eq!(ask("drivers/create-cluster", &given)["outcome"], outcome, "{key}");
    }
    let given = json!({ "registry": registry, "template": without(&["uuid", "cluster_distro"]) });
    let answer = ask("drivers/create-cluster", &given);
    assert_eq!((&answer["undecided"], &answer["problems"][0]["path"]), (&json!("request"), &json!("/given/template")));
    assert!(answer.to_string().contains("a template without `cluster_distro`"), "{answer}");
    assert_eq!(ask("drivers/show-template", &given)["outcome"], "decided");
}

#[test]
fn a_reference_to_another_option_is_never_read_as_a_name() {
    let option = |key: &str, value: Value, whole: bool| {
        let section = json!({ key: value });
        let config = if whole { json!({ "drivers": section, "DEFAULT": {} }) } else { section };
        let registry = registry(|registry| registry["config"] = config.clone());
        ask("drivers/lint", &json!({ "registry": registry }))
    };
    for whole in [false, true] {
        let place = if whole { "/given/registry/config/drivers" } else { "/given/registry/config" };
        for (key, value, named) in [
            ("default_driver", json!("$host"), "`$host`"),
            ("disabled_drivers", json!("x, k8s_${mine.driver}_v1"), "`${mine.driver}`"),
            ("enabled_beta_drivers", json!(["x", "$y-z"]), "`$y`"),
        ] {
            let answer = option(key, value, whole);
            let problem = &answer["problems"][0];
            assert_eq!(answer["undecided"], "request", "{answer}");
            assert_eq!(problem["path"], format!("{place}/{key}"), "{answer}");
            let says = problem["says"].as_str().unwrap_or_default();
            assert!(says.contains(named) && !says.contains("in none of the files"), "{answer}");
        }
        for literal in ["$$host", "k8s$", "\\$host", "${.host}"] {
            let answer = option("disabled_drivers", json!(literal), whole);
            assert_eq!(answer["answer"]["findings"][0]["subject"], literal, "{answer}");
        }
        assert_eq!(option("openstack_ca_file", json!("$state_path/ca.pem"), whole)["verdict"], "yes");
    }
}

#[test]
fn misspelt_members_of_templates_and_images_are_told() {
    let of_template = |key: &str| json!({ "server_type": "vm", "coe": "kubernetes", "cluster_distro": "ubuntu", "driver": null, key: "x" });
    for key in ["drivr", "Driver", "cluster_distros"] {
        for (question, given, path) in [
            ("drivers/create-cluster", json!({ "template": of_template(key) }), format!("/given/template/{key}")),
            (
                "drivers/compare",
                json!({ "beforeNaming": true, "templates": [of_template(key)] }),
                format!("/given/templates/0/{key}"),
            ),
        ] {
            let mut given = given;
            let registry = registry(|_| {});
            given[if question == "drivers/compare" { "after" } else { "registry" }] = registry;
            let answer = ask(question, &given);
            assert_eq!(
                (codes(&answer["problems"]), &answer["problems"][0]["path"]),
                (vec!["unknown-key"], &json!(path)),
                "{answer}"
            );
        }
    }
    for key in ["magnum-driver", "Magnum_driver", "magnum_drivers"] {
        for (image, path) in [
            (json!({ "os_distro": "ubuntu", key: "x" }), format!("/given/image/{key}")),
            (json!({ "properties": { "os_distro": "ubuntu", key: "x" } }), format!("/given/image/properties/{key}")),
        ] {
            let given = json!({ "registry": registry(|_| {}), "request": { "coe": "kubernetes" }, "image": image });
            let answer = ask("drivers/resolve", &given);
            let problem = &answer["problems"][0];
            assert_eq!((&problem["code"], &problem["path"]), (&json!("unknown-key"), &json!(path)), "{answer}");
            assert!(problem["says"].as_str().is_some_and(|says| says.contains("`magnum_driver`")), "{answer}");
        }
    }
}

#[test]
fn a_patch_is_given_and_whether_a_template_is_used_is_no_text() {
    let template = json!({ "driver": "k8s_capi_helm_v1" });
    let answer = ask("drivers/patch-template", &json!({ "registry": registry(|_| {}), "template": template }));
    assert_eq!(
        (&answer["undecided"], codes(&answer["problems"])),
        (&json!("facts"), vec!["patch-not-given"]),
        "{answer}"
    );
    let used = json!({ "driver": "k8s_capi_helm_v1", "referenced_by_cluster": "true" });
    let patch = json!([{ "op": "replace", "path": "/driver", "value": "x" }]);
    let answer =
        ask("drivers/patch-template", &json!({ "registry": registry(|_| {}), "template": used, "patch": patch }));
    assert_eq!(answer["undecided"], "request", "{answer}");
    assert_eq!(answer["problems"][0]["path"], "/given/template/referenced_by_cluster", "{answer}");
}

#[test]
fn what_fails_before_and_after_is_told_though_nothing_changes() {
    let template = |driver: Value| json!({ "name": "k8s", "cluster_distro": "ubuntu", "driver": driver });
    let before = registry(|registry| registry["metadata"]["name"] = json!("old"));
    let given = |driver| json!({ "before": before, "after": registry(|_| {}), "templates": [template(driver)] });
    let lost = ask("drivers/compare", &given(json!("nobody")));
    assert_eq!(codes(&lost["problems"]), ["templates-still-fail"], "{lost}");
    assert_eq!(lost["answer"]["same"], true, "{lost}");
    let says = lost["problems"][0]["says"].as_str().unwrap_or_default();
    assert!(says.contains("1 template cannot be used for clusters, neither before nor after: `k8s`"), "{says}");
    let kept = ask("drivers/compare", &given(json!(null)));
    assert_eq!(codes(&kept["problems"]), [""; 0], "{kept}");
}

#[test]
fn whether_clusters_use_a_template_is_asked_for_where_it_counts() {
    let replace = |path: &str, value: &str| json!([{ "op": "replace", "path": path, "value": value }]);
    let found = |edition: &str, template: Value, patch: Value| {
        let given = json!({ "registry": registry(|_| {}), "template": template, "patch": patch });
        let answer = asked("drivers/patch-template", edition, &given);
        assert_eq!(answer["answer"]["status"], 200, "{answer}");
        codes(&answer["problems"]).join(" ")
    };
    let driver = || replace("/driver", "k8s_capi_helm_v1");
    for edition in ["design", "upstream"] {
        let mut unused = printed();
        unused["referenced_by_cluster"] = json!(false);
        assert_eq!(found(edition, printed(), driver()), "template-use-not-given");
        assert_eq!(found(edition, json!({ "driver": null }), driver()), "template-use-not-given");
        assert_eq!(found(edition, unused, driver()), "");
        // This may change whether or not the template is in use.
        assert_eq!(found(edition, printed(), replace("/name", "k8s-new")), "");
    }
}

#[test]
fn a_registry_that_is_compared_with_itself_is_told() {
    let (one, other) = (registry(|_| {}), registry(|registry| registry["metadata"]["name"] = json!("old")));
    let template = json!({ "name": "k8s", "cluster_distro": "ubuntu", "driver": null });
    for (given, told) in [
        (json!({ "after": one }), true),
        (json!({ "after": one, "before": one }), true),
        (json!({ "after": one, "before": other }), false),
        (json!({ "after": one, "beforeNaming": true }), false),
    ] {
        let mut given = given;
        given["templates"] = json!([template]);
        let answer = ask("drivers/compare", &given);
        let expected = if told { vec!["registry-compared-with-itself"] } else { vec![] };
        assert_eq!(codes(&answer["problems"]), expected, "{answer}");
    }
}

#[test]
fn what_no_template_may_be_is_refused_again_as_a_request_for_it_is() {
    let after = registry(|registry| registry["drivers"] = json!([registry["drivers"][1]]));
    for (coe, server_type) in [("swarm", "vm"), ("mesos", "vm"), ("kubernetes", "VM")] {
        let type_of = json!({ "coe": coe, "server_type": server_type });
        let asked = json!({ "registry": after, "request": type_of, "image": { "os_distro": "ubuntu" } });
        let refused = &ask("drivers/resolve", &asked)["answer"]["error"];
        let mut template = type_of;
        template["cluster_distro"] = json!("ubuntu");
        template["driver"] = json!("k8s_capi_helm_v1");
        for given in
            [json!({ "before": registry(|_| {}) }), json!({ "before": registry(|_| {}), "beforeNaming": true })]
        {
            let mut given = given;
            given["after"] = after.clone();
            given["templates"] = json!([template]);
            let answer = ask("drivers/compare", &given);
            assert_eq!(answer["answer"]["again"]["same"], 1, "{answer}");
            let Some(row) = answer["answer"]["templates"].get(0) else { continue };
            assert_eq!(row["clusters"]["change"], "stops", "{answer}");
            assert_eq!(&row["again"]["before"]["error"], refused, "{answer}");
            assert_eq!(&row["again"]["after"]["error"], refused, "{answer}");
        }
    }
}

#[test]
fn options_that_nobody_reads_are_found() {
    for whole in [false, true] {
        let section =
            json!({ "default_driver": "k8s_capi_helm_v1", "default": "a", "verify_ca": "true", "none": null });
        let config = if whole { json!({ "drivers": section, "api": { "port": "1" } }) } else { section };
        let answer =
            ask("drivers/lint", &json!({ "registry": registry(|registry| registry["config"] = config.clone()) }));
        assert_eq!(linted(&answer), (Some(true), vec!["lint-option-unread"]), "{answer}");
        let place = if whole { "/registry/config/drivers/default" } else { "/registry/config/default" };
        assert_eq!(answer["answer"]["findings"][0]["path"], place, "{answer}");
    }
}
