//! A pool whose mark is misspelt is reported as not kept apart, both in a flavor and where pools are declared.

use fitment::Engine;
use serde_json::{Value, json};

fn ask(question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn flavor(name: &str, public: bool, traits: &[(&str, &str)]) -> Value {
    let mut specs = json!({ "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0",
        "resources:CUSTOM_GOLD": "1" });
    for (key, value) in traits {
        specs[*key] = json!(value);
    }
    let mut flavor = json!({ "name": name, "id": name, "is_public": public, "extra_specs": specs });
    if !public {
        flavor["projects"] = json!(["b"]);
    }
    flavor
}

fn nodes() -> Value {
    let node = |name: &str, mark: &str| {
        json!({ "name": name, "resource_class": "gold", "traits": [mark], "provision_state": "available",
            "power_state": "power off", "maintenance": false, "instance_uuid": null })
    };
    json!([node("n1", "CUSTOM_POOL_GENERAL"), node("n2", "CUSTOM_POOL_BETA")])
}

fn reach(flavors: &[Value], pools: &[&str]) -> Value {
    ask("traits/reach", &json!({ "project": "a", "flavors": flavors, "nodes": nodes(), "pools": pools }))
}

fn codes(answer: &Value) -> Vec<&str> {
    let problems = answer["problems"].as_array().into_iter().flatten();
    let codes = problems.filter_map(|problem| problem["code"].as_str());
    // The project may have access to no private flavor.
    codes.filter(|code| *code != "project-in-no-list").collect()
}

const GENERAL: (&str, &str) = ("trait:CUSTOM_POOL_GENERAL", "required");

#[test]
fn a_private_flavor_whose_mark_is_dropped_leaves_open_what_is_kept_apart() {
    let general = flavor("general", true, &[GENERAL]);
    let right = flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")]);
    let answer = reach(&[general.clone(), right], &[]);
    assert_eq!((&answer["verdict"], codes(&answer)), (&json!("yes"), vec![]), "{answer}");
    for (key, value, code) in [
        ("trait:CUSTOM_POOL_BETA", "Required", "lint-value-ignored"),
        ("Trait:CUSTOM_POOL_BETA", "required", "lint-key-misspelt"),
        ("trait.x:CUSTOM_POOL_BETA", "required", "lint-key-read-at-boot"),
        ("trait:CUSTOM_POOL_BTEA", "required", "lint-trait-unknown"),
    ] {
        let answer = reach(&[general.clone(), flavor("beta", false, &[(key, value)])], &[]);
        assert_eq!(answer["verdict"], "none", "{key}: {answer}");
        assert!(answer["answer"]["separated"].is_null(), "{key}: {answer}");
        let codes = codes(&answer);
        assert!(codes.contains(&code) && codes.contains(&"reach-pool-in-doubt"), "{key}: {codes:?}");
        // A public flavor keeps nothing for anyone, whatever it was meant to require.
        let public = flavor("other", true, &[GENERAL, (key, value)]);
        assert_eq!(reach(&[general.clone(), public], &[])["verdict"], "yes", "{key}");
    }
}

#[test]
fn a_declared_pool_that_there_is_not_is_named_with_the_one_that_was_meant() {
    let flavors =
        [flavor("general", true, &[GENERAL]), flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")])];
    let answer = reach(&flavors, &["CUSTOM_POOL_BETTA"]);
    assert_eq!((&answer["verdict"], codes(&answer)), (&json!("none"), vec!["lint-pool-unknown"]), "{answer}");
    let mut problems = answer["problems"].as_array().into_iter().flatten();
    let problem = problems.find(|problem| problem["code"] == "lint-pool-unknown").expect("it is told");
    assert_eq!(problem["path"], "/given/pools/0");
    let says = problem["says"].as_str().unwrap_or_default();
    assert!(says.contains("did somebody mean `CUSTOM_POOL_BETA`?"), "{says}");
    let lint = |pools: Value| ask("traits/lint", &json!({ "flavors": flavors, "nodes": nodes(), "pools": pools }));
    let answer = lint(json!(["CUSTOM_POOL_BETTA"]));
    assert_eq!(answer["answer"]["ok"], false, "{answer}");
    assert_eq!(answer["answer"]["findings"][0]["code"], "lint-pool-unknown", "{answer}");
    assert_eq!(lint(json!(["CUSTOM_POOL_BETA"]))["answer"]["ok"], true);
    // A pool that no private flavor requires still exists if it has nodes.
    let answer = reach(&flavors, &["CUSTOM_POOL_GENERAL"]);
    let text = answer["text"].as_str().unwrap_or_default();
    assert!(text.contains("no private flavor requires a trait of those declared"), "{text}");
}

#[test]
fn a_flavor_that_is_shown_twice_has_to_be_the_same() {
    let general = flavor("general", true, &[GENERAL]);
    let listed = flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")]);
    let mut bare = listed.clone();
    bare.as_object_mut().expect("an object").remove("projects");
    // A list does not say who may use the flavor.
    for pair in [[&bare, &listed], [&listed, &bare]] {
        let answer = reach(&[general.clone(), pair[0].clone(), pair[1].clone()], &[]);
        assert_eq!(answer["verdict"], "yes", "{answer}");
    }
    let wider = flavor("beta", false, &[]);
    let mut public = listed.clone();
    public["is_public"] = json!(true);
    let mut others = listed.clone();
    others["projects"] = json!(["a"]);
    for other in [wider, public, others] {
        for pair in [[&listed, &other], [&other, &listed]] {
            let flavors = [general.clone(), pair[0].clone(), pair[1].clone()];
            let answer = reach(&flavors, &[]);
            assert_eq!(answer["undecided"], "request", "{answer}");
            let problem = &answer["problems"][0];
            assert_eq!(
                (&problem["code"], &problem["path"]),
                (&json!("flavor-shown-twice"), &json!("/given/flavors/2"))
            );
            let says = problem["says"].as_str().unwrap_or_default();
            assert!(says.contains("`/flavors/1`") && says.contains("`/flavors/2`"), "{says}");
            let answer = ask("traits/lint", &json!({ "flavors": flavors, "nodes": nodes() }));
            assert_eq!(answer["answer"]["findings"][0]["code"], "flavor-shown-twice", "{answer}");
            assert_eq!(answer["verdict"], "no", "{answer}");
        }
    }
}

/// Returns the findings of the check of flavors and nodes.
fn linted(flavors: &[Value], nodes: &Value) -> Value {
    let answer = ask("traits/lint", &json!({ "flavors": flavors, "nodes": nodes }));
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer["answer"]["findings"].clone()
}

fn found(findings: &Value) -> Vec<(&str, &str)> {
    let rows = findings.as_array().into_iter().flatten();
    rows.filter_map(|row| Some((row["code"].as_str()?, row["subject"].as_str()?))).collect()
}

/// Returns the nodes of a general pool and of one that is kept for a project, with their further traits.
fn pooled(rows: &[(&str, &[&str])]) -> Value {
    let node = |(name, traits): &(&str, &[&str])| {
        json!({ "name": name, "resource_class": "gold", "traits": traits, "provision_state": "available",
            "power_state": "power off", "maintenance": false, "instance_uuid": null })
    };
    rows.iter().map(node).collect()
}

const G: &str = "CUSTOM_POOL_GENERAL";
const B: &str = "CUSTOM_POOL_BETA";
const FAST: &str = "CUSTOM_FAST";

#[test]
fn what_nodes_of_a_pool_are_like_marks_no_pool() {
    let general = flavor("general", true, &[GENERAL]);
    let beta = flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")]);
    let fast = flavor("fast", true, &[("trait:CUSTOM_FAST", "required")]);
    let flavors = [general.clone(), beta.clone(), fast.clone()];
    let some: [(&str, &[&str]); 4] = [("n1", &[G, FAST]), ("n2", &[G]), ("n3", &[B, FAST]), ("n4", &[B])];
    let findings = linted(&flavors, &pooled(&some));
    assert_eq!(found(&findings), [("lint-pool-leaks", "fast")], "{findings}");
    assert_eq!(findings[0]["edit"], json!({ "key": "trait:CUSTOM_POOL_GENERAL", "value": "required" }));
    let reached = ask("traits/reach", &json!({ "project": "a", "flavors": flavors, "nodes": pooled(&some) }));
    assert_eq!(reached["answer"]["separated"], false, "{reached}");
    // The trait is only on dedicated nodes, so no other node is left for the flavor.
    let only: [(&str, &[&str]); 3] = [("n1", &[G]), ("n2", &[G]), ("n3", &[B, FAST])];
    let findings = linted(&flavors, &pooled(&only));
    assert_eq!(found(&findings), [("lint-pool-leaks", "fast")], "{findings}");
    assert!(findings[0]["edit"].is_null(), "{findings}");
    // The trait is on all nodes of one pool and on a node of another. Of two traits with the same nodes, the one that
    // is on no dedicated node marks the pool.
    let all: [(&str, &[&str]); 3] = [("n1", &[G, FAST]), ("n2", &[G, FAST]), ("n3", &[B, FAST])];
    assert_eq!(found(&linted(&flavors, &pooled(&all))), [("lint-pool-leaks", "fast")]);
    // The trait marks a pool of its own, and the node in two pools is reported.
    let own: [(&str, &[&str]); 4] = [("n1", &[FAST]), ("n2", &[G]), ("n3", &[B, FAST]), ("n4", &[B])];
    assert_eq!(found(&linted(&flavors, &pooled(&own))), [("lint-node-in-two-pools", "n3")]);
}

#[test]
fn a_flavor_without_a_pool_is_bound_to_the_greatest_whose_nodes_it_takes() {
    let beta = flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")]);
    let general = flavor("general", true, &[GENERAL]);
    let never = flavor("never", true, &[("trait:CUSTOM_AAA", "required")]);
    let raid = flavor("raid", true, &[GENERAL, ("trait:CUSTOM_FAST", "required")]);
    let nodes = pooled(&[("n1", &[G, FAST]), ("n2", &[G]), ("n3", &[B])]);
    let cure = |others: &[&Value], leaking: Value, nodes: &Value| {
        let flavors: Vec<Value> = others.iter().map(|other| (*other).clone()).chain([leaking]).collect();
        let findings = linted(&flavors, nodes);
        let rows = findings.as_array().into_iter().flatten();
        let leaks: Vec<Value> = rows.filter(|row| row["code"] == "lint-pool-leaks").cloned().collect();
        let [leak] = leaks.as_slice() else { panic!("{findings}") };
        leak["edit"].clone()
    };
    let any = flavor("any", true, &[]);
    let required = |key: &str| json!({ "key": key, "value": "required" });
    let others = [&beta, &never, &general, &raid];
    assert_eq!(cure(&others, any.clone(), &nodes), required("trait:CUSTOM_POOL_GENERAL"));
    // The class may be in a request group, and then the trait has to be in that group too.
    let mut grouped = any.clone();
    let specs = grouped["extra_specs"].as_object_mut().expect("an object");
    specs.remove("resources:CUSTOM_GOLD");
    specs.insert("resources1:CUSTOM_GOLD".to_owned(), json!("1"));
    assert_eq!(cure(&others, grouped, &nodes), required("trait1:CUSTOM_POOL_GENERAL"));
    // If the flavor forbids the pool, or there is no general pool, the cure forbids the dedicated one.
    let forbidden = json!({ "key": "trait:CUSTOM_POOL_BETA", "value": "forbidden" });
    let spare = pooled(&[("n1", &[G]), ("n2", &[G]), ("n3", &[B]), ("n4", &[])]);
    let apart = flavor("apart", true, &[("trait:CUSTOM_POOL_GENERAL", "forbidden")]);
    assert_eq!(cure(&others, apart, &spare), forbidden);
    let bare = pooled(&[("n1", &[]), ("n3", &[B])]);
    assert_eq!(cure(&[&beta, &never], any.clone(), &bare), forbidden);
    // Applying the cure removes the finding.
    let mut mended = any;
    mended["extra_specs"]["trait:CUSTOM_POOL_GENERAL"] = json!("required");
    let findings = linted(&[beta, general, mended], &nodes);
    assert_eq!(found(&findings), [], "{findings}");
}

#[test]
fn a_node_in_no_pool_is_told_where_no_flavor_takes_it() {
    let general = flavor("general", true, &[GENERAL]);
    let beta = flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")]);
    let fast = flavor("fast", true, &[("trait:CUSTOM_FAST", "required")]);
    let nodes = pooled(&[("n1", &[G, FAST]), ("n2", &[G]), ("n3", &[B]), ("n4", &[])]);
    let findings = linted(&[general, beta, fast], &nodes);
    assert_eq!(found(&findings), [("lint-node-in-no-pool", "n4")], "{findings}");
}

#[test]
fn a_private_flavor_with_a_fault_leaves_open_for_whom_its_pool_is_kept() {
    const BETA: (&str, &str) = ("trait:CUSTOM_POOL_BETA", "required");
    let public = [flavor("general", true, &[GENERAL]), flavor("any", true, &[])];
    let beta = |change: &[(&str, Value)]| {
        let mut beta = flavor("beta", false, &[BETA]);
        for (key, value) in change {
            beta["extra_specs"][*key] = value.clone();
        }
        let specs = beta["extra_specs"].as_object_mut().expect("an object");
        specs.retain(|_, value| !value.is_null());
        (beta["vcpus"], beta["memory_mb"], beta["root_gb"]) = (json!(4), json!(1024), json!(10));
        beta
    };
    let verdict = |beta: Value| reach(&[public.as_slice(), &[beta]].concat(), &[])["verdict"].clone();
    assert_eq!(verdict(beta(&[])), "no");
    for change in [
        &[("resources:VCPU", Value::Null)][..],
        &[("resources:CUSTOM_GOLD", json!("2"))],
        &[("resources:CUSTOM_GOLD", Value::Null)],
        &[("resources:CUSTOM_GOLD", Value::Null), ("resources:CUSTOM_GLOD", json!("1"))],
        &[("resources:CUSTOM_SILVER", json!("1"))],
        &[("resources1:CUSTOM_SILVER", json!("1"))],
        &[("trait:CUSTOM_POOL_BETA", Value::Null), ("traits:CUSTOM_POOL_BETA", json!("required"))],
    ] {
        assert_eq!(verdict(beta(change)), "none", "{change:?}");
    }
}

#[test]
fn what_is_declared_marks_pools_of_every_class_and_somebody_has_to_say_for_whom() {
    let mut silver = flavor("silver", true, &[]);
    silver["extra_specs"] = json!({ "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0",
        "resources:CUSTOM_SILVER": "1" });
    let beta = flavor("beta", false, &[("trait:CUSTOM_POOL_BETA", "required")]);
    let mut nodes = nodes();
    nodes.as_array_mut().expect("a list").push(json!({ "name": "n3", "resource_class": "silver",
        "traits": ["CUSTOM_POOL_BETA"], "provision_state": "available", "power_state": "power off", "maintenance": false,
        "instance_uuid": null }));
    let asked = |question: &str, flavors: &[&Value]| {
        let mut given = json!({ "flavors": flavors, "nodes": nodes, "pools": ["CUSTOM_POOL_BETA"] });
        if question == "traits/reach" {
            given["project"] = json!("a");
        }
        ask(question, &given)
    };
    let broken = asked("traits/reach", &[&silver, &beta]);
    assert_eq!(broken["answer"]["breaks"][0]["pool"], "CUSTOM_POOL_BETA", "{broken}");
    assert_eq!(broken["verdict"], "no", "{broken}");
    let linted = asked("traits/lint", &[&silver, &beta]);
    let found = linted["answer"]["findings"].as_array().expect("a list").iter();
    assert!(found.clone().any(|found| found["code"] == "lint-pool-leaks" && found["subject"] == "silver"), "{linted}");
    let open = asked("traits/reach", &[&silver]);
    assert_eq!((&open["verdict"], codes(&open)), (&json!("none"), vec!["reach-pool-of-nobody"]), "{open}");
}

#[test]
fn a_declared_mark_may_be_a_standard_trait() {
    let mark = "HW_CPU_X86_AVX512F";
    let mut nodes = nodes();
    nodes[1]["traits"] = json!([mark]);
    let beta = flavor("beta", false, &[(&format!("trait:{mark}"), "required")]);
    let flavors = [flavor("any", true, &[]), beta];
    let given = |project: Option<&str>| {
        let mut given = json!({ "flavors": flavors, "nodes": nodes, "pools": [mark] });
        if let Some(project) = project {
            given["project"] = json!(project);
        }
        given
    };
    let reached = ask("traits/reach", &given(Some("a")));
    assert_eq!(
        (&reached["verdict"], &reached["answer"]["breaks"][0]["pool"]),
        (&json!("no"), &json!(mark)),
        "{reached}"
    );
    assert_eq!(ask("traits/reach", &given(Some("b")))["verdict"], "yes");
    let linted = ask("traits/lint", &given(None));
    let mut found = linted["answer"]["findings"].as_array().expect("a list").iter();
    assert!(found.any(|found| found["code"] == "lint-pool-leaks"), "{linted}");
}
