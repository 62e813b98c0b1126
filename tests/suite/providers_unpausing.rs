//! When a paused provider may go on: not while a contract is behind the core's.

use fitment_tests::doors::{Door, Native, Verb};
use serde_json::json;

use crate::providers_reviews::{answer, of_aws, request};

#[test]
fn a_provider_does_not_go_on_while_it_is_behind_the_core() {
    let core = json!({
        "apiVersion": "management.cluster.x-k8s.io/v1alpha1", "kind": "CoreProvider",
        "metadata": { "name": "cluster-api", "namespace": "capi-system" },
        "spec": { "version": "v0.4.0", "paused": true }, "status": { "contract": "v1alpha4" },
    });
    let mut door = Native::default();
    door.call(Verb::Load, json!({ "documents": [core] }).to_string().as_bytes());
    for (contract, allowed) in [("v1alpha4", true), ("v1alpha3", false)] {
        let spec = |paused: bool| json!({ "version": "v0.6.0", "paused": paused });
        let metadata = json!({ "name": "aws", "namespace": "capa-system" });
        let mut review = of_aws("management.cluster.x-k8s.io", Some(spec(true)), spec(false), metadata);
        for member in ["object", "oldObject"] {
            review["request"][member]["status"] = json!({ "contract": contract });
        }
        let said = answer(&mut door, Verb::Review, &request(&review, "validating", "design"));
        assert_eq!(said["review"]["response"]["allowed"], allowed, "{said}");
        let because = &said["because"][0];
        let code = if allowed { "provider-updated" } else { "old-contract-present" };
        assert_eq!((&because["code"], &because["subject"]), (&json!(code), &json!("InfrastructureProvider/aws")));
    }
}

#[test]
fn each_core_counts_and_beside_one_of_no_known_contract_nobody_lags() {
    let core = |name: &str, contract: Option<&str>| {
        json!({
            "apiVersion": "management.cluster.x-k8s.io/v1alpha1", "kind": "CoreProvider",
            "metadata": { "name": name, "namespace": "capi-system" }, "spec": { "version": "v1.10.4" },
            "status": { "contract": contract },
        })
    };
    let spec = |paused: bool| json!({ "version": "v2.0.0", "paused": paused });
    let metadata = json!({ "name": "aws", "namespace": "capa-system" });
    let mut review = of_aws("management.cluster.x-k8s.io", Some(spec(true)), spec(false), metadata);
    for member in ["object", "oldObject"] {
        review["request"][member]["status"] = json!({ "contract": "v1beta1" });
    }
    let mut talos = core("talos", Some("v1beta2"));
    talos["kind"] = "ControlPlaneProvider".into();
    for (cores, allowed) in
        [([core("cluster-api", None), talos.clone()], true), ([core("cluster-api", Some("v1beta2")), talos], false)]
    {
        let mut door = Native::default();
        door.call(Verb::Load, json!({ "documents": cores }).to_string().as_bytes());
        let said = answer(&mut door, Verb::Review, &request(&review, "validating", "design"));
        assert_eq!(said["review"]["response"]["allowed"], allowed, "{said}");
    }
}
