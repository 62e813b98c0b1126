//! What a review says that it is: its own kind and version, and the profile of its Shoot.

use fitment_tests::doors::{Door, Native, Verb};
use serde_json::{Value, json};

use crate::reviews::{envelope, example, load, request};

#[test]
fn a_profile_that_is_not_loaded_may_be_one_that_is() {
    let mut door = Native::default();
    door.call(Verb::Load, &load());
    let mut meant = |kind: &str, name: &str, elsewhere: bool| {
        let mut review = example("reviews/shoot-create");
        if elsewhere {
            review["request"]["namespace"] = json!("garden-elsewhere");
            review["request"]["object"]["metadata"]["namespace"] = json!("garden-elsewhere");
        }
        review["request"]["object"]["spec"]["cloudProfile"] = json!({ "kind": kind, "name": name });
        let answer = envelope(&door.call(Verb::Review, &request(&review, "validating", "design")));
        let facts = answer["problems"][0]["facts"].as_array().cloned().unwrap_or_default();
        facts.iter().find(|fact| fact["name"] == "nearest").and_then(|fact| fact["value"].as_str()).map(str::to_owned)
    };
    let own = example("images/namespacedcloudprofile")["metadata"]["name"].as_str().expect("it has a name").to_owned();
    let misspelt = format!("{own}x");
    assert_eq!(meant("CloudProfile", "azur", false).as_deref(), Some("azure"));
    assert_eq!(meant("CloudProfile", "gcp", false), None);
    assert_eq!(meant("NamespacedCloudProfile", &misspelt, false), Some(own));
    // A profile in another namespace must not be named.
    assert_eq!(meant("NamespacedCloudProfile", &misspelt, true), None);
    assert_eq!(meant("CloudProfile", "azur", true).as_deref(), Some("azure"));
}

#[test]
fn a_profile_of_no_kind_that_there_is_is_refused_at_its_kind() {
    let mut door = Native::default();
    door.call(Verb::Load, &load());
    let mut review = example("reviews/shoot-create");
    let mut cause = |reference: Value| {
        review["request"]["object"]["spec"]["cloudProfile"] = reference;
        let answer = envelope(&door.call(Verb::Review, &request(&review, "validating", "design")));
        answer["review"]["response"]["status"]["details"]["causes"][0].clone()
    };
    let misspelt = cause(json!({"kind": "Cloudprofile", "name": "azure"}));
    assert_eq!(
        (&misspelt["field"], &misspelt["reason"]),
        (&json!("spec.cloudProfile.kind"), &json!("FieldValueNotSupported"))
    );
    let nameless = cause(json!({"kind": "CloudProfile"}));
    assert_eq!(
        (&nameless["field"], &nameless["reason"]),
        (&json!("spec.cloudProfile.name"), &json!("FieldValueRequired"))
    );
}

#[test]
fn another_kind_or_version_is_no_review() {
    let mut engine = Native::default();
    engine.call(Verb::Load, &load());
    let mut outcome = |member: &str, value: Value| {
        let mut review = example("reviews/shoot-create");
        review[member] = value;
        let answer = envelope(&engine.call(Verb::Review, &request(&review, "validating", "design")));
        (answer["outcome"].clone(), answer["problems"][0]["code"].clone(), answer["review"]["apiVersion"].clone())
    };
    for version in ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"] {
        assert_eq!(outcome("apiVersion", version.into()).2, version);
    }
    assert_eq!(outcome("kind", Value::Null).0, "decided");
    for (member, other) in [("kind", "Admission"), ("apiVersion", "admission.k8s.io/v2"), ("apiVersion", "v1")] {
        let (outcome, code, _) = outcome(member, other.into());
        assert_eq!((outcome, code), ("undecided".into(), "unknown-word".into()), "{member}: {other}");
    }
}
