//! The gate in a cluster: whether the manifests of the folder `deploy` say what the program expects.

use std::collections::BTreeSet;

use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

use crate::cli;
use crate::http::{Folder, Server};
use crate::tls::{Authority, encrypted};

/// The objects in a file.
fn objects(file: &str) -> Vec<Value> {
    let documents = yaml::to_json(&files::read(file)).expect("it is YAML");
    documents.iter().map(|json| serde_json::from_str(json).expect("it is JSON")).collect()
}

#[test]
fn the_gate_in_a_cluster_is_started_and_reached_as_it_expects() {
    let gate = objects("deploy/gate.yaml");
    let [deployment, service] = gate.as_slice() else { panic!("expected a Deployment and a Service") };
    let pod = &deployment["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    let (authority, folder) = (Authority::new(), Folder::new("deployed"));
    let (certificate, key) = authority.issue(1);
    // The names that a Secret of the type kubernetes.io/tls has.
    folder.write("tls.crt", &certificate);
    folder.write("tls.key", &key);
    let mount = container["volumeMounts"][0]["mountPath"].as_str().expect("text");
    let port = container["ports"][0]["containerPort"].as_u64().expect("a number");
    let words = container["args"].as_array().expect("a list").iter().map(|word| word.as_str().expect("text"));
    // Not every build has the feature, and the port may be taken here.
    let words = words.filter(|word| *word != "--kubernetes").map(|word| {
        word.replace(&format!("={mount}"), &format!("={}", folder.0.display())).replace(&format!(":{port}"), ":0")
    });
    let server = Server::of(cli::fitment().args(words));
    let address = server.address.replace("0.0.0.0", "127.0.0.1");
    let mut client = encrypted(&authority.client(b"http/1.1"), &address).expect("it listens");
    for probe in ["livenessProbe", "readinessProbe"] {
        let probe = &container[probe]["httpGet"];
        let path = probe["path"].as_str().expect("text");
        assert_eq!(client.request("GET", path, b"").expect("it answers").status, 200, "{path}");
        assert_eq!((&probe["port"], &probe["scheme"]), (&container["ports"][0]["name"], &json!("HTTPS")));
    }
    assert_eq!(service["spec"]["ports"][0]["targetPort"], container["ports"][0]["name"]);
    assert_eq!(service["spec"]["selector"], deployment["spec"]["template"]["metadata"]["labels"]);
    let account = &objects("deploy/role.yaml")[0]["metadata"];
    assert_eq!(account["name"], pod["serviceAccountName"]);
    assert!(gate.iter().all(|object| object["metadata"]["namespace"] == account["namespace"]));
}

#[test]
fn the_role_in_a_cluster_allows_what_is_wanted_and_no_more() {
    let about: Value = serde_json::from_slice(&cli::run(&["ask", "fitment/about", "-o", "json"]).stdout).expect("JSON");
    // A resource is named by the plural of its kind.
    let resource = |stored: &Value| {
        let (group, kind) = (stored["group"].as_str().expect("text"), stored["kind"].as_str().expect("text"));
        let ending = if kind.ends_with('s') { "es" } else { "s" };
        format!("{group}/{}{ending}", kind.to_lowercase())
    };
    let stored = about["answer"]["stored"].as_array().expect("a list");
    let wanted: BTreeSet<String> = stored.iter().map(resource).collect();
    let documents = objects("deploy/role.yaml");
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().expect("a list").iter().map(|text| text.as_str().expect("text").to_owned()).collect()
    };
    let mut allowed = BTreeSet::new();
    for rule in documents.iter().filter_map(|document| document["rules"].as_array()).flatten() {
        assert_eq!(rule["verbs"], json!(["list", "watch"]));
        for group in texts(&rule["apiGroups"]) {
            allowed.extend(texts(&rule["resources"]).iter().map(|resource| format!("{group}/{resource}")));
        }
    }
    assert_eq!(allowed, wanted);
}
