//! What the gate bears: reviews of a Shoot against a profile with 400 machine types, 400 versions and 6 flavors each, over
//! HTTP and HTTPS, beside a server that reads the same requests and decides nothing. `fitment bench` measures; what stands
//! behind `--` is passed to it.

#[expect(dead_code, reason = "other benchmarks measure other profiles")]
mod workload;

use std::path::PathBuf;
use std::process::{Command, exit};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

fn main() {
    let folder = std::env::temp_dir().join(format!("fitment-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("it can be written");
        path
    };
    let profile = workload::usual_profile();
    let review = review(&profile);
    println!("a profile of {} bytes, a review of {} bytes", profile.len(), review.len());
    let own = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate can be made");
    let pem = |label: &str, bytes: &[u8]| {
        format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", BASE64_STANDARD.encode(bytes))
    };
    let mut bench = Command::new(fitment());
    bench.arg("bench").arg("-f").arg(write("review.json", &review));
    bench.arg("--documents").arg(write("profile.json", &profile));
    bench.arg("--tls-cert").arg(write("tls.crt", &pem("CERTIFICATE", own.cert.der())));
    bench.arg("--tls-key").arg(write("tls.key", &pem("PRIVATE KEY", &own.signing_key.serialize_der())));
    // Cargo says that it is a benchmark.
    bench.args(std::env::args().skip(1).filter(|argument| argument != "--bench"));
    let status = bench.args(["-o", "text"]).status().expect("the command line is built: cargo xtask bench");
    // It lies in a folder for such things.
    let _ = std::fs::remove_dir_all(&folder);
    exit(status.code().unwrap_or(1));
}

/// The command line that was built beside the benchmarks.
fn fitment() -> PathBuf {
    let own = std::env::current_exe().expect("a benchmark has a path");
    let folder = own.ancestors().nth(2).expect("it lies in `deps`");
    folder.join("fitment")
}

/// A Shoot with three pools as an API server sends it, about 5 KiB with what else it tells of an object.
fn review(profile: &str) -> String {
    let mut shoot: Value = serde_json::from_str(&workload::shoots(profile, 1)[0]).expect("it is JSON");
    let fields: Vec<Value> =
        (0..24).map(|field| json!({ format!("f:field-{field}"): { ".": {}, "f:value": {} } })).collect();
    shoot["metadata"]["managedFields"] = json!([{
        "manager": "kubectl-client-side-apply",
        "operation": "Update",
        "apiVersion": "core.gardener.cloud/v1beta1",
        "time": "2026-06-01T00:00:00Z",
        "fieldsType": "FieldsV1",
        "fieldsV1": { "f:spec": fields },
    }]);
    json!({
        "apiVersion": "admission.k8s.io/v1",
        "kind": "AdmissionReview",
        "request": {
            "uid": "705ab4f5-6393-11e8-b7cc-42010a800002",
            "kind": { "group": "core.gardener.cloud", "version": "v1beta1", "kind": "Shoot" },
            "resource": { "group": "core.gardener.cloud", "version": "v1beta1", "resource": "shoots" },
            "name": shoot["metadata"]["name"],
            "namespace": shoot["metadata"]["namespace"],
            "operation": "CREATE",
            "userInfo": { "username": "somebody", "groups": ["system:authenticated"] },
            "object": shoot,
            "oldObject": null,
            "dryRun": false,
            "options": { "apiVersion": "meta.k8s.io/v1", "kind": "CreateOptions" },
        },
    })
    .to_string()
}
