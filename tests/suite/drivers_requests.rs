//! Requests to create a template, as the service answers them before and after it looks for a driver.

use fitment::Engine;
use serde_json::{Value, json};

fn resolved(request: &Value) -> Value {
    let mut body = json!({ "image_id": "ubuntu", "coe": "kubernetes" });
    body.as_object_mut()
        .expect("an object")
        .extend(request.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    let given = json!({ "registeredDrivers": [{ "name": "d1", "provides": [["vm", "ubuntu", "kubernetes"]] }],
        "request": body, "image": { "os_distro": "ubuntu" } });
    let request = json!({ "question": "drivers/resolve", "text": true, "given": given });
    let answer: Value = serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["outcome"], "decided", "{answer}");
    answer
}

/// The status with which Magnum 23.0.0 answered each request.
const ANSWERED: [(&str, u16); 52] = [
    (r#"{"name":""}"#, 400),
    (r#"{"name":5}"#, 400),
    (r#"{"tags":5}"#, 400),
    (r#"{"tags":""}"#, 201),
    (r#"{"labels":null}"#, 500),
    (r#"{"labels":"a=b"}"#, 400),
    (r#"{"labels":{"a":null}}"#, 500),
    (r#"{"labels":{"a":[1]}}"#, 400),
    (r#"{"labels":{"a":1.5,"b":true}}"#, 201),
    (r#"{"labels":[]}"#, 400),
    (r#"{"dns_nameserver":null}"#, 201),
    (r#"{"dns_nameserver":""}"#, 400),
    (r#"{"dns_nameserver":"8.8.8.8, 1.1.1.1"}"#, 201),
    (r#"{"dns_nameserver":"8.8.8"}"#, 400),
    (r#"{"dns_nameserver":"::1"}"#, 400),
    (r#"{"dns_nameserver":"8.8.8.8,"}"#, 400),
    (r#"{"dns_nameserver":"8.8.8.08"}"#, 400),
    (r#"{"dns_nameserver":5}"#, 500),
    (r#"{"master_lb_enabled":"maybe"}"#, 500),
    (r#"{"master_lb_enabled":null}"#, 201),
    (r#"{"registry_enabled":5}"#, 500),
    (r#"{"registry_enabled":1}"#, 201),
    (r#"{"uuid":"x"}"#, 400),
    (r#"{"uuid":null}"#, 201),
    (r#"{"uuid":"cccccccc-0000-4000-8000-000000000001"}"#, 201),
    (r#"{"links":[]}"#, 400),
    (r#"{"links":null}"#, 400),
    (r#"{"project_id":"x"}"#, 400),
    (r#"{"created_at":"2020-01-01T00:00:00"}"#, 400),
    (r#"{"image_id":null}"#, 400),
    (r#"{"image_id":""}"#, 400),
    (r#"{"docker_volume_size":0}"#, 400),
    (r#"{"docker_volume_size":"5"}"#, 201),
    (r#"{"docker_volume_size":true}"#, 201),
    (r#"{"docker_volume_size":1.5}"#, 201),
    (r#"{"docker_volume_size":2,"docker_storage_driver":"devicemapper"}"#, 400),
    (r#"{"docker_volume_size":3,"docker_storage_driver":"devicemapper"}"#, 201),
    (r#"{"docker_storage_driver":"devicemapper"}"#, 400),
    (r#"{"docker_storage_driver":"nope"}"#, 201),
    (r#"{"apiserver_port":80}"#, 400),
    (r#"{"apiserver_port":"6443"}"#, 201),
    (r#"{"network_driver":"nope"}"#, 400),
    (r#"{"network_driver":null}"#, 201),
    (r#"{"network_driver":"Calico"}"#, 400),
    (r#"{"volume_driver":"cinder"}"#, 201),
    (r#"{"volume_driver":"rexray"}"#, 400),
    (r#"{"driver":"nope","volume_driver":"rexray"}"#, 400),
    (r#"{"driver":"nope","name":""}"#, 400),
    (r#"{"name":"","registry_enabled":5}"#, 400),
    (r#"{"registry_enabled":5,"network_driver":""}"#, 400),
    (r#"{"driver":"nope","registry_enabled":5}"#, 500),
    (r#"{"http_proxy":""}"#, 400),
];

#[test]
fn a_body_that_the_service_refuses_is_refused_before_its_driver() {
    for (request, status) in ANSWERED {
        let answer = resolved(&serde_json::from_str(request).expect("JSON"));
        let error = match status {
            201 => Value::Null,
            400 => json!("invalid-field"),
            _ => json!("server-error"),
        };
        let found = (&answer["answer"]["status"], answer["answer"].get("error").cloned().unwrap_or_default());
        assert_eq!(found, (&json!(status), error), "{request}: {answer}");
        // The levels are answered if the body is understood. That labels cannot be stored shows only afterwards.
        let is_understood = status == 201 || status == 500 && request.contains("labels");
        assert_eq!(answer["answer"]["levels"].is_array(), is_understood, "{request}: {answer}");
    }
}

#[test]
fn what_only_the_cloud_knows_of_a_request_is_named() {
    let request = json!({ "flavor_id": "m1", "fixed_network": "n", "keypair_id": null, "public": "yes", "hidden": false,
        "labels": { "boot_volume_size": "x" }, "network_driver": "calico" });
    let answer = resolved(&request);
    let problem = &answer["problems"][0];
    assert_eq!(
        (&answer["verdict"], &problem["code"]),
        (&json!("yes"), &json!("template-fields-not-judged")),
        "{answer}"
    );
    assert_eq!(problem["facts"][0]["value"], json!(["flavor_id", "fixed_network", "public", "labels"]), "{answer}");
    assert_eq!(resolved(&json!({ "network_driver": "calico", "labels": { "a": "b" } }))["problems"], json!([]));
    assert_eq!(resolved(&json!({ "flavor_id": "m1", "driver": "nope" }))["problems"], json!([]));
}
