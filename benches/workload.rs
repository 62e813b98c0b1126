//! Profiles to measure with. They are made from a seed and always the same.

use std::fmt::Write as _;

use fitment_tests::numbers::Numbers;

/// The largest object that etcd accepts, and so the largest profile.
pub const LARGE_PROFILE: usize = 3 << 19;

/// The number of machine types in a profile.
const MACHINES: usize = 16;
/// The number of values of a capability.
const VALUES: usize = 4;

/// The size of a profile.
pub struct Shape {
    pub name: &'static str,
    pub images: usize,
    pub versions: usize,
    pub flavors: usize,
    pub capabilities: usize,
}

impl Shape {
    /// The names of the machine types.
    pub fn machines(&self) -> Vec<String> {
        (0..MACHINES).map(machine).collect()
    }

    /// A CloudProfile as compact JSON.
    pub fn profile(&self, name: &str) -> String {
        profile(name, self, MACHINES, "")
    }

    fn definitions(&self) -> String {
        let one = |capability| {
            // There are only two architectures.
            let count = if capability == 0 { 2 } else { VALUES };
            let values: Vec<String> = (0..count).map(|value| quoted(&self.value(capability, value))).collect();
            format!(r#"{{"name":{},"values":[{}]}}"#, quoted(&self.capability(capability)), values.join(","))
        };
        (0..self.capabilities).map(one).collect::<Vec<_>>().join(",")
    }

    fn capability(&self, capability: usize) -> String {
        if capability == 0 { "architecture".to_owned() } else { format!("feature-{capability}") }
    }

    fn value(&self, capability: usize, value: usize) -> String {
        match (capability, value) {
            (0, 0) => "amd64".to_owned(),
            (0, 1) => "arm64".to_owned(),
            _ => format!("mode-{capability}-{value}"),
        }
    }

    /// The capabilities of a machine type or a flavor: one architecture, and some values of most others.
    fn capabilities(&self, numbers: &mut Numbers) -> String {
        let mut members =
            vec![format!(r#""architecture":[{}]"#, quoted(&self.value(0, usize::from(numbers.below(8) == 0))))];
        for capability in 1..self.capabilities {
            if numbers.below(4) == 0 {
                continue;
            }
            let count = 1 + numbers.below(3);
            let first = numbers.below(VALUES);
            let values: Vec<String> =
                (first..first + count).map(|value| quoted(&self.value(capability, value % VALUES))).collect();
            members.push(format!("{}:[{}]", quoted(&self.capability(capability)), values.join(",")));
        }
        format!("{{{}}}", members.join(","))
    }
}

fn machine(index: usize) -> String {
    format!("m{}.{}xlarge", index % 9, index)
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn profile(name: &str, shape: &Shape, machines: usize, more: &str) -> String {
    let mut numbers = Numbers(2026);
    let mut out = format!(
        r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{{"name":"{name}"}},"spec":{{"type":"aws","machineCapabilities":[{}],"machineTypes":["#,
        shape.definitions()
    );
    for index in 0..machines {
        let comma = if index > 0 { "," } else { "" };
        let capabilities = shape.capabilities(&mut numbers);
        let cpu = 2 << (index % 6);
        let _ = write!(
            out,
            r#"{comma}{{"name":"{}","cpu":"{cpu}","gpu":"0","memory":"{}Gi","usable":true,"capabilities":{capabilities}}}"#,
            machine(index),
            cpu * 4
        );
    }
    out.push_str("],\"machineImages\":[");
    for image in 0..shape.images {
        let comma = if image > 0 { "," } else { "" };
        let _ = write!(out, r#"{comma}{{"name":"image-{image}","updateStrategy":"major","versions":["#);
        for version in 0..shape.versions {
            let comma = if version > 0 { "," } else { "" };
            let flavors: Vec<String> = (0..shape.flavors).map(|_| shape.capabilities(&mut numbers)).collect();
            let classification = ["preview", "supported", "deprecated"][numbers.below(3)];
            let _ = write!(
                out,
                r#"{comma}{{"version":"{}.{}.{}","classification":"{classification}","expirationDate":"2027-{:02}-01T00:00:00Z","cri":[{{"name":"containerd","containerRuntimes":[{{"type":"gvisor"}}]}}],"architectures":["amd64","arm64"],"capabilityFlavors":[{}]}}"#,
                1 + image % 7,
                version,
                numbers.below(9),
                1 + numbers.below(12),
                flavors.join(",")
            );
        }
        out.push_str("]}");
    }
    let _ = write!(out, "]{more}}}}}");
    out
}

/// A profile as dashboards and gates use it every day: 400 versions with 6 flavors each, 5 capabilities and 400 machine
/// types, in one region.
pub fn usual_profile() -> String {
    let shape = Shape { name: "", images: 20, versions: 20, flavors: 6, capabilities: 5 };
    let more = r#","kubernetes":{"versions":[{"version":"1.33.2"},{"version":"1.32.5"}]},"regions":[{"name":"eu-region-1","zones":[{"name":"eu-region-1a"}]}],"volumeTypes":[{"name":"gp3","class":"standard","usable":true}]"#;
    profile("large", &shape, 400, more)
}

/// A profile as providers maintain it, with 600 machine types, 20 regions, and an artifact for every flavor in each
/// region. It has at most `bytes` bytes.
pub fn large_profile(bytes: usize) -> String {
    let shape = Shape { name: "", images: 8, versions: 30, flavors: 4, capabilities: 5 };
    let regions: Vec<String> = (0..20).map(|region| format!("eu-region-{region}")).collect();
    let zones = |region: &String| {
        let zones: Vec<String> = ["a", "b", "c"]
            .iter()
            .map(|zone| format!(r#"{{"name":"{region}{zone}","unavailableMachineTypes":["m1.1xlarge"]}}"#))
            .collect();
        format!(r#"{{"name":"{region}","zones":[{}]}}"#, zones.join(","))
    };
    let listed: Vec<String> = regions.iter().map(zones).collect();
    let mut more = format!(
        r#","regions":[{}],"providerConfig":{{"apiVersion":"aws.provider.extensions.gardener.cloud/v1alpha1","kind":"CloudProfileConfig","machineImages":[{{"name":"image-0","versions":["#,
        listed.join(",")
    );
    let fixed = profile("large", &shape, 600, "").len() + more.len() + "]}]}".len();
    let mut numbers = Numbers(7);
    let mut version = 0;
    let mut spare = bytes.saturating_sub(fixed);
    loop {
        let artifacts: Vec<String> = regions
            .iter()
            .map(|region| {
                format!(
                    r#"{{"name":"{region}","ami":"ami-{:08x}{:08x}"}}"#,
                    numbers.below(1 << 32),
                    numbers.below(1 << 32)
                )
            })
            .collect();
        let comma = if version > 0 { "," } else { "" };
        let entry = format!(
            r#"{comma}{{"version":"1.{version}.0","capabilityFlavors":[{{"capabilities":{},"regions":[{}]}}]}}"#,
            shape.capabilities(&mut numbers),
            artifacts.join(",")
        );
        if entry.len() > spare {
            break;
        }
        spare -= entry.len();
        more.push_str(&entry);
        version += 1;
    }
    more.push_str("]}]}");
    profile("large", &shape, 600, &more)
}

/// A profile after a change: one machine type is gone and another unusable, each image has lost a version, another
/// version has expired, and a third has lost its first flavor.
pub fn changed(profile: &str) -> String {
    let mut profile: serde_json::Value = serde_json::from_str(profile).expect("the profile is JSON");
    let types = profile["spec"]["machineTypes"].as_array_mut().expect("it has machine types");
    types.remove(7);
    types[3]["usable"] = false.into();
    for image in profile["spec"]["machineImages"].as_array_mut().expect("it has images") {
        let versions = image["versions"].as_array_mut().expect("an image has versions");
        versions.remove(4);
        versions[5]["expirationDate"] = "2026-01-01T00:00:00Z".into();
        versions[6]["capabilityFlavors"].as_array_mut().expect("a version has flavors").remove(0);
    }
    profile.to_string()
}

/// Returns `count` Shoots of a profile with three pools each, as JSON texts. Every fourth updates its images
/// automatically.
pub fn shoots(profile: &str, count: usize) -> Vec<String> {
    let profile: serde_json::Value = serde_json::from_str(profile).expect("the profile is JSON");
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let types = list(&profile["spec"]["machineTypes"]);
    let images = list(&profile["spec"]["machineImages"]);
    let mut numbers = Numbers(11);
    let mut pool = |index: usize| {
        let image = &images[numbers.below(images.len())];
        let versions = list(&image["versions"]);
        let version = &versions[numbers.below(versions.len())];
        let machine = &types[numbers.below(types.len())];
        format!(
            r#"{{"name":"pool-{index}","machine":{{"type":{},"architecture":{},"image":{{"name":{},"version":{}}}}},"cri":{{"name":"containerd"}},"minimum":1,"maximum":3,"maxSurge":1,"maxUnavailable":0,"zones":["eu-region-1a"],"volume":{{"type":"gp3","size":"50Gi"}}}}"#,
            machine["name"], machine["capabilities"]["architecture"][0], image["name"], version["version"]
        )
    };
    let mut shoot = |index: usize| {
        format!(
            r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{{"name":"shoot-{index}","namespace":"garden-{}"}},"spec":{{"cloudProfile":{{"kind":"CloudProfile","name":"large"}},"region":"eu-region-1","kubernetes":{{"version":"1.33.2"}},"maintenance":{{"autoUpdate":{{"machineImageVersion":{}}}}},"provider":{{"type":"aws","workers":[{}]}}}}}}"#,
            index % 100,
            index.is_multiple_of(4),
            (0..3).map(&mut pool).collect::<Vec<_>>().join(",")
        )
    };
    (0..count).map(&mut shoot).collect()
}
