//! Profiles and Shoots to choose in, as JSON: valid where a choice depends on it, and otherwise as odd as possible.

use fitment_tests::numbers::Numbers;
use serde_json::{Map, Value, json};

const VERSIONS: [&str; 16] = [
    "1.0.0", "1.0.1", "1.0.3", "1.1.0", "1.1.0+b", "1.1.2", "1.2.0", "2.0.0", "2.0.1", "2.2.0", "3.0.0", "1.0.0-a",
    "1.0.2-a", "1.1.0-a", "2.0.0-a", "2.0.0-b",
];

fn maybe<T>(numbers: &mut Numbers, one_in: usize, value: impl FnOnce(&mut Numbers) -> T) -> Option<T> {
    (numbers.below(one_in) == 0).then(|| value(numbers))
}

/// Returns at least `least` of these values, in some order.
fn some<'v>(numbers: &mut Numbers, values: &[&'v str], least: usize) -> Vec<&'v str> {
    let mut values = values.to_vec();
    numbers.shuffle(&mut values);
    values.truncate(least + numbers.below(values.len() + 1 - least));
    values
}

/// Returns the definitions of a profile. One in six has none.
fn definitions(numbers: &mut Numbers) -> Vec<(&'static str, Vec<&'static str>)> {
    if numbers.below(6) == 0 {
        return Vec::new();
    }
    let mut defined = vec![
        ("architecture", some(numbers, &["amd64", "arm64"], 1)),
        ("hyp", some(numbers, &["gen3", "gen2", "gen1"], 1)),
        ("net", some(numbers, &["acc", "std"], 1)),
    ];
    defined.truncate(1 + numbers.below(3));
    numbers.shuffle(&mut defined);
    defined
}

/// Returns the capabilities of a side, besides its architecture.
fn capabilities(numbers: &mut Numbers, architecture: Option<Vec<&str>>) -> Value {
    let mut own = Map::new();
    own.extend(architecture.map(|values| ("architecture".to_owned(), json!(values))));
    for (name, values) in [("hyp", &["gen3", "gen2", "gen1", "odd"][..]), ("net", &["acc", "std"])] {
        if numbers.below(3) > 0 {
            let least = usize::from(numbers.below(12) > 0);
            own.insert(name.to_owned(), json!(some(numbers, values, least)));
        }
    }
    Value::Object(own)
}

/// Returns a universe: a profile with the machine types `m0` to `m2`.
pub fn profile(numbers: &mut Numbers) -> Value {
    let defined = definitions(numbers);
    let found = defined.iter().find(|(name, _)| *name == "architecture");
    let architectures = found.map(|(_, values)| values.clone()).unwrap_or_default();
    // Without a defined architecture there are no capabilities at all.
    let defined = if architectures.is_empty() { Vec::new() } else { defined };
    let machines: Vec<Value> = (0..3).map(|place| machine(numbers, place, &architectures)).collect();
    let images: Vec<Value> = (0..1 + numbers.below(3)).map(|place| image(numbers, place, &architectures)).collect();
    let definition = |(name, values): &(&str, Vec<&str>)| json!({ "name": name, "values": values });
    json!({ "metadata": { "name": "p" }, "spec": {
        "type": "demo",
        "kubernetes": { "versions": [{ "version": "1.33.2" }] },
        "regions": [{ "name": "r", "zones": [{ "name": "a" }] }],
        "machineCapabilities": defined.iter().map(definition).collect::<Vec<_>>(),
        "machineTypes": machines,
        "machineImages": images,
    } })
}

fn machine(numbers: &mut Numbers, place: usize, architectures: &[&str]) -> Value {
    let mut machine = json!({ "name": format!("m{place}") });
    if architectures.is_empty() {
        machine["architecture"] = json!(maybe(numbers, 2, |it| *it.among(&["amd64", "arm64"])));
    } else {
        let own = maybe(numbers, 2, |it| vec![*it.among(architectures)]);
        if own.is_none() && architectures.len() > 1 {
            machine["architecture"] = json!(maybe(numbers, 2, |it| *it.among(architectures)));
        }
        machine["capabilities"] = capabilities(numbers, own);
    }
    machine["usable"] = json!(numbers.among(&[Some(true), Some(true), Some(true), Some(false), None]));
    machine
}

fn image(numbers: &mut Numbers, place: usize, architectures: &[&str]) -> Value {
    let texts = some(numbers, &VERSIONS, 1);
    let count = 1 + numbers.below(6);
    let versions: Vec<Value> = texts.iter().take(count).map(|text| version(numbers, text, architectures)).collect();
    let strategy = numbers.among(&["patch", "minor", "major"]);
    json!({ "name": format!("i{place}"), "updateStrategy": strategy, "versions": versions })
}

fn version(numbers: &mut Numbers, text: &str, architectures: &[&str]) -> Value {
    let runtimes = numbers.among(&[json!([]), json!([{ "type": "gvisor" }])]).clone();
    let mut version = json!({ "version": text, "cri": [{ "name": "containerd", "containerRuntimes": runtimes }] });
    match numbers.below(10) {
        0 => {
            let date = |numbers: &mut Numbers| *numbers.among(&["2025-06-01T00:00:00Z", "2027-06-01T00:00:00Z"]);
            version["lifecycle"] = json!([
                { "classification": "supported", "startTime": date(numbers) },
                { "classification": numbers.among(&["deprecated", "expired"]), "startTime": "2028-01-01T00:00:00Z" },
            ]);
        }
        1 => {}
        _ => {
            let words = ["supported", "supported", "supported", "deprecated", "preview"];
            version["classification"] = json!(numbers.among(&words));
            let date = |it: &mut Numbers| *it.among(&["2025-06-01T00:00:00Z", "2027-06-01T00:00:00Z"]);
            version["expirationDate"] = json!(maybe(numbers, 3, date));
        }
    }
    version["kubeletVersionConstraint"] = json!(maybe(numbers, 8, |it| *it.among(&[">= 1.34.0", ">= 1.30.0"])));
    version["inPlaceUpdates"] = json!(maybe(numbers, 2, |it| {
        json!({ "supported": it.below(4) > 0, "minVersionForUpdate": it.among(&[Some("1.0.0"), Some("1.1.0"), None]) })
    }));
    if architectures.is_empty() {
        version["architectures"] = json!(some(numbers, &["amd64", "arm64"], 1));
        return version;
    }
    let least = usize::from(architectures.len() > 1);
    let flavors = (0..least + numbers.below(3)).map(|_| {
        let own = vec![*numbers.among(architectures)];
        capabilities(numbers, Some(own))
    });
    version["capabilityFlavors"] = flavors.collect();
    version
}

/// Returns a pool on one of the machine types.
pub fn worker(numbers: &mut Numbers, machine: &str) -> Value {
    let mut worker = json!({
        "name": "w", "machine": { "type": machine }, "minimum": 1, "maximum": 2, "zones": ["a"],
        "updateStrategy": numbers.among(&[None, None, None, Some("AutoInPlaceUpdate")]),
    });
    worker["machine"]["architecture"] = json!(maybe(numbers, 2, |it| *it.among(&["amd64", "arm64"])));
    worker["cri"] = json!(maybe(numbers, 4, |it| {
        json!({ "name": "containerd", "containerRuntimes": it.among(&[json!([]), json!([{ "type": "gvisor" }])]) })
    }));
    worker
}

/// Returns what a pool says about its image before it is completed.
pub fn unfinished_image(numbers: &mut Numbers) -> Option<Value> {
    let version = numbers.among(&[None, None, Some("1"), Some("1.1"), Some("v2"), Some("3.")]);
    match numbers.below(4) {
        0 => None,
        1 => Some(json!({ "version": version })),
        2 => Some(json!({ "name": format!("i{}", numbers.below(3)), "version": numbers.among(&VERSIONS) })),
        _ => Some(json!({ "name": format!("i{}", numbers.below(3)), "version": version })),
    }
}

/// Returns the image of a running pool: usually a version that the image has.
pub fn running_image(numbers: &mut Numbers, profile: &Value) -> Value {
    let image = numbers.among(profile["spec"]["machineImages"].as_array().expect("images are a list"));
    let versions = image["versions"].as_array().expect("versions are a list");
    let known = numbers.among(versions)["version"].clone();
    let version = if numbers.below(8) == 0 { json!(numbers.among(&VERSIONS)) } else { known };
    json!({ "name": image["name"], "version": version })
}

/// Returns a Shoot with one pool.
pub fn shoot(worker: &Value, automatic: bool) -> Value {
    json!({ "metadata": { "name": "s", "namespace": "garden-a" }, "spec": {
        "cloudProfile": { "kind": "CloudProfile", "name": "p" },
        "region": "r",
        "kubernetes": { "version": "1.33.2" },
        "provider": { "type": "demo", "workers": [worker] },
        "maintenance": { "autoUpdate": { "machineImageVersion": automatic } },
    } })
}
