//! A pool whose mark is misspelt is not kept apart in silence: neither in a flavor, nor where pools are declared.

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
            "power_state": "power off" })
    };
    json!([node("n1", "CUSTOM_POOL_GENERAL"), node("n2", "CUSTOM_POOL_BETA")])
}

fn reach(flavors: &[Value], pools: &[&str]) -> Value {
    ask("traits/reach", &json!({ "project": "a", "flavors": flavors, "nodes": nodes(), "pools": pools }))
}

fn codes(answer: &Value) -> Vec<&str> {
    let problems = answer["problems"].as_array().into_iter().flatten();
    let codes = problems.filter_map(|problem| problem["code"].as_str());
    // The project may use no private flavor.
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
        ("trait.x:CUSTOM_POOL_BETA", "required", "lint-key-ignored"),
        ("trait:CUSTOM_POOL_BTEA", "required", "lint-trait-unknown"),
    ] {
        let answer = reach(&[general.clone(), flavor("beta", false, &[(key, value)])], &[]);
        assert_eq!(answer["verdict"], "none", "{key}: {answer}");
        assert!(answer["answer"]["separated"].is_null(), "{key}: {answer}");
        let codes = codes(&answer);
        assert!(codes.contains(&code) && codes.contains(&"reach-pool-in-doubt"), "{key}: {codes:?}");
        // A public flavor keeps nothing for anybody, whatever it was to require.
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
    // A pool of no private flavor is there, if its nodes are.
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
    // A list does not say who may use it.
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
