//! Shoots that are judged by a profile that is not theirs, and what is no Shoot: never a bare yes.

use serde_json::{Value, json};

use super::{ask, child, parent, problems};
use fitment::Engine;

fn told(shoot: &Value, namespaced: Option<&Value>) -> Vec<String> {
    let mut given = json!({"cloudProfile": parent(), "shoot": shoot, "operation": "create"});
    if let Some(namespaced) = namespaced {
        given["namespacedCloudProfile"] = namespaced.clone();
    }
    let answer = ask(&Engine::default(), "images/admit-shoot", &given);
    problems(&answer).into_iter().map(|(code, path, _)| format!("{code} {path}")).collect()
}

fn shoot(profile: Value) -> Value {
    json!({
        "apiVersion": super::API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"},
        "spec": {
            "cloudProfile": profile, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "provider": {"type": "local", "workers": [{"name": "pool", "machine": {"type": "small"}}]}
        }
    })
}

#[test]
fn what_is_no_shoot_is_admitted_with_a_word() {
    let mut profile = parent();
    profile["spec"].as_object_mut().expect("an object").remove("providerConfig");
    let without_spec =
        json!({"apiVersion": super::API, "kind": "Shoot", "metadata": {"name": "web", "namespace": "garden"}});
    for nothing in [json!({}), without_spec, profile] {
        let told = told(&nothing, None);
        let at = "/given/shoot/spec";
        for expected in
            [format!("shoot-names-no-profile {at}/cloudProfile"), format!("shoot-without-pools {at}/provider/workers")]
        {
            assert!(told.contains(&expected), "{nothing}: {told:?}");
        }
    }
}

#[test]
fn a_shoot_is_told_that_the_profile_is_not_its_own() {
    let (cluster, own) =
        (json!({"kind": "CloudProfile", "name": "demo"}), json!({"kind": "NamespacedCloudProfile", "name": "team"}));
    let team = child(&json!({}));
    let another = ["profile-is-another /given/shoot/spec/cloudProfile/name"];
    let nameless = ["shoot-names-no-profile /given/shoot/spec/cloudProfile"];
    for (profile, namespaced, expected) in [
        (cluster.clone(), None, &[] as &[&str]),
        (own.clone(), Some(&team), &[]),
        (own, None, &another),
        (cluster, Some(&team), &another),
        (Value::Null, None, &nameless),
        (json!({"kind": "CloudProfile"}), None, &nameless),
    ] {
        let told = told(&shoot(profile.clone()), namespaced);
        let of_profile: Vec<&String> = told.iter().filter(|told| told.contains("profile")).collect();
        assert_eq!(of_profile, expected, "{profile}: {told:?}");
    }
}
