//! The throughput of the gate: reviews of a Shoot against a profile with 400 machine types and 400 versions with 6
//! flavors each, all of which have an artifact. The reviews go over HTTP and HTTPS, next to a server that reads the
//! same requests and decides nothing. The first Shoot is admitted, as nearly all are; the pools of the second are
//! refused, with every reason reported. `fitment bench` does the measuring, and gets the arguments after `--`.

#[expect(dead_code, reason = "other benchmarks measure other profiles")]
mod workload;

use std::path::PathBuf;
use std::process::{Command, exit};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fitment::{Edition, LoadedProfile};
use serde_json::{Value, json};

fn main() {
    let folder = std::env::temp_dir().join(format!("fitment-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("it can be written");
        path
    };
    let profile = mapped(&workload::usual_profile());
    let shoot = workload::shoots(&profile, 1).remove(0);
    let own = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate can be made");
    let pem = |label: &str, bytes: &[u8]| {
        format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", BASE64_STANDARD.encode(bytes))
    };
    let documents = write("profile.json", &profile);
    let certificate = write("tls.crt", &pem("CERTIFICATE", own.cert.der()));
    let key = write("tls.key", &pem("PRIVATE KEY", &own.signing_key.serialize_der()));
    let mut code = 0;
    for (what, fits) in [("admitted", true), ("refused", false)] {
        let review = review(&with_images(&profile, &shoot, fits));
        let path = write("review.json", &review);
        let mut judge = Command::new(fitment());
        judge.arg("review").arg("-f").arg(&path).arg("--load").arg(&documents).args(["-o", "json"]);
        let judged = judge.output().expect("the command line is built: cargo xtask bench");
        assert_eq!(judged.status.code(), Some(if fits { 0 } else { 2 }), "it is {what}");
        println!("{what}: a profile of {} bytes, a review of {} bytes", profile.len(), review.len());
        let mut bench = Command::new(fitment());
        bench.arg("bench").arg("-f").arg(&path).arg("--documents").arg(&documents);
        bench.arg("--tls-cert").arg(&certificate).arg("--tls-key").arg(&key);
        // Cargo adds this argument to every benchmark.
        bench.args(std::env::args().skip(1).filter(|argument| argument != "--bench"));
        let status = bench.args(["-o", "text"]).status().expect("the command line is built: cargo xtask bench");
        code = code.max(status.code().unwrap_or(1));
    }
    // If this fails, the folder is one for temporary files anyway.
    let _ = std::fs::remove_dir_all(&folder);
    exit(code);
}

/// Adds an artifact in the region to each flavor of a profile.
fn mapped(profile: &str) -> String {
    let mut profile: Value = serde_json::from_str(profile).expect("it is JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut artifacts = 0..;
    let mut image = |image: &Value| {
        let mut version = |version: &Value| {
            let flavors = list(&version["capabilityFlavors"]).into_iter().zip(&mut artifacts).map(|(flavor, number)| {
                json!({ "capabilities": flavor, "regions": [{ "name": "eu-region-1", "ami": format!("ami-{number:017x}") }] })
            });
            json!({ "version": version["version"], "capabilityFlavors": flavors.collect::<Vec<_>>() })
        };
        json!({ "name": image["name"], "versions": list(&image["versions"]).iter().map(&mut version).collect::<Vec<_>>() })
    };
    let images: Vec<Value> = list(&profile["spec"]["machineImages"]).iter().map(&mut image).collect();
    profile["spec"]["providerConfig"] = json!({
        "apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": images,
    });
    profile.to_string()
}

/// Gives each pool of a Shoot a machine type, and the first version that fits it or the first that does not.
fn with_images(profile: &str, shoot: &str, fits: bool) -> String {
    let loaded = LoadedProfile::read(profile.as_bytes()).expect("it is a profile");
    let columns: Value = serde_json::from_str(&loaded.columns()).expect("it is JSON");
    let versions = columns["version"].as_array().map_or(0, Vec::len);
    let profile: Value = serde_json::from_str(profile).expect("it is JSON");
    let mut shoot: Value = serde_json::from_str(shoot).expect("it is JSON");
    let types = profile["spec"]["machineTypes"].as_array().into_iter().flatten();
    let mut chosen = types.filter_map(|machine| {
        let fitting = loaded.fitting(machine["name"].as_str()?, Edition::default()).ok()?;
        let version = (0..versions).find(|version| fitting.iter().any(|place| *place as usize == *version) == fits)?;
        Some((machine, version))
    });
    for pool in shoot["spec"]["provider"]["workers"].as_array_mut().expect("it has pools") {
        let (machine, version) = chosen.next().expect("there are such types");
        let image = json!({ "name": columns["image"][version], "version": columns["version"][version] });
        let architecture = &machine["capabilities"]["architecture"][0];
        pool["machine"] = json!({ "type": machine["name"], "architecture": architecture, "image": image });
    }
    shoot.to_string()
}

/// The path of the command line that was built along with the benchmarks.
fn fitment() -> PathBuf {
    let own = std::env::current_exe().expect("a benchmark has a path");
    let folder = own.ancestors().nth(2).expect("it lies in `deps`");
    folder.join("fitment")
}

/// An AdmissionReview of a Shoot with three pools as an API server sends it, about 5 KiB with the managed fields.
fn review(shoot: &str) -> String {
    let mut shoot: Value = serde_json::from_str(shoot).expect("it is JSON");
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
