//! The profile of a cloud, in the form with capabilities and in the form with architectures and tags.

use serde_json::{Value, json};

use super::clouds::{Cloud, Family};

/// A release of an image: its version, and its artifacts by architecture and by index of the cloud's own value.
struct Release {
    version: &'static str,
    is_supported: bool,
    artifacts: &'static [(&'static str, usize)],
}

const WIDE: &[(&str, usize)] = &[("amd64", 0), ("amd64", 1), ("arm64", 0)];
const NARROW: &[(&str, usize)] = &[("amd64", 0), ("amd64", 1)];

const fn release(version: &'static str, is_supported: bool, artifacts: &'static [(&'static str, usize)]) -> Release {
    Release { version, is_supported, artifacts }
}

/// The images of every cloud. New releases of the second one drop the second value.
const IMAGES: [(&str, &[Release]); 4] = [
    (
        "gardenlinux",
        &[
            release("1877.5.0", true, WIDE),
            release("1877.3.0", false, WIDE),
            release("1877.2.0", false, WIDE),
            release("1592.14.0", true, WIDE),
            release("1592.12.0", false, WIDE),
            release("1592.9.0", false, WIDE),
            release("1443.20.0", true, NARROW),
            release("1443.18.0", false, NARROW),
        ],
    ),
    (
        "flatcar",
        &[
            release("4230.2.3", true, &[("amd64", 0), ("arm64", 0)]),
            release("4152.2.3", true, WIDE),
            release("4081.3.5", true, WIDE),
            release("3975.2.2", false, NARROW),
        ],
    ),
    (
        "suse-chost",
        &[
            release("15.6.20250618", true, NARROW),
            release("15.6.20250320", false, NARROW),
            release("15.5.20250130", false, NARROW),
        ],
    ),
    (
        "ubuntu",
        &[
            release("24.4.20250601", true, WIDE),
            release("22.4.20250601", true, WIDE),
            release("22.4.20250301", false, NARROW),
            release("20.4.20250301", false, NARROW),
        ],
    ),
];

/// The form in which a profile says what fits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Capabilities,
    Tags,
}

/// Returns the profile of a cloud.
pub fn profile(cloud: &Cloud, form: Form) -> Value {
    let (own, values) = cloud.own;
    let mut spec = json!({
        "type": cloud.provider,
        "kubernetes": { "versions": [
            { "version": "1.34.2" }, { "version": "1.33.6", "classification": "supported" },
            { "version": "1.32.9", "classification": "deprecated", "expirationDate": "2027-06-30T00:00:00Z" },
        ] },
        "machineTypes": machine_types(cloud, form),
        "machineImages": IMAGES.map(|(name, releases)| json!({ "name": name, "updateStrategy": "minor", "versions": versions(cloud, releases, form) })),
        "volumeTypes": [{ "name": "standard", "class": "standard", "usable": true }],
        "regions": cloud.regions.iter().map(|region| json!({ "name": region, "zones": zones(region) })).collect::<Vec<_>>(),
        "providerConfig": {
            "apiVersion": format!("{}.provider.extensions.gardener.cloud/v1alpha1", cloud.provider),
            "kind": "CloudProfileConfig",
            "machineImages": IMAGES.map(|(name, releases)| json!({ "name": name, "versions": mapped(cloud, name, releases, form) })),
        },
    });
    if cloud.provider == "azure" {
        for (key, count) in [("countUpdateDomains", 5), ("countFaultDomains", 3)] {
            let counts = cloud.regions.iter().map(|region| json!({ "region": region, "count": count }));
            spec["providerConfig"][key] = counts.collect();
        }
    }
    if form == Form::Capabilities {
        spec["machineCapabilities"] =
            json!([{ "name": "architecture", "values": ["amd64", "arm64"] }, { "name": own, "values": values }]);
    }
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
        "metadata": { "name": format!("{}-landscape", cloud.provider) }, "spec": spec,
    })
}

/// Returns what the profile with tags does not say: the meaning of the tag, and the capabilities of the machine types.
pub fn known(cloud: &Cloud) -> Value {
    let (own, [first, second]) = cloud.own;
    let types = machines(cloud).map(|(name, _, family)| json!({ "name": name, "capabilities": { own: family.own } }));
    json!({
        "machineCapabilities": [{ "name": "architecture", "values": ["amd64", "arm64"] }, { "name": own, "values": [first, second] }],
        "tags": [{ "tag": "", "capabilities": { own: [first] } }, { "tag": cloud.tag, "capabilities": { own: [second] } }],
        "machineTypes": types.collect::<Vec<_>>(),
    })
}

fn zones(region: &str) -> Vec<Value> {
    ["a", "b", "c"].into_iter().map(|zone| json!({ "name": format!("{region}{zone}") })).collect()
}

/// Returns the machine types: name, number of processors, and family.
fn machines(cloud: &Cloud) -> impl Iterator<Item = (String, u32, &'static Family)> + '_ {
    let named = |family: &Family, (size, cpus): (&str, u32)| match cloud.numbered {
        true => family.name.replace('*', &cpus.to_string()),
        false => format!("{}{size}", family.name),
    };
    let sizes =
        move |family: &'static Family| cloud.sizes.iter().map(move |size| (named(family, *size), size.1, family));
    cloud.families.iter().flat_map(sizes)
}

fn machine_types(cloud: &Cloud, form: Form) -> Vec<Value> {
    let (own, _) = cloud.own;
    let entry = |(name, cpus, family): (String, u32, &Family)| {
        let mut entry = json!({
            "name": name, "cpu": cpus.to_string(), "gpu": family.gpu, "memory": format!("{}Gi", cpus * 4),
            "architecture": family.architecture, "usable": true,
        });
        if form == Form::Capabilities {
            entry["capabilities"] = json!({ "architecture": [family.architecture], own: family.own });
        }
        entry
    };
    machines(cloud).map(entry).collect()
}

/// Returns an image's versions in the core list: one for each release, or with tags one for each of the cloud's own
/// values.
fn versions(cloud: &Cloud, releases: &[Release], form: Form) -> Vec<Value> {
    let (own, values) = cloud.own;
    let mut versions = Vec::new();
    for Release { version, is_supported, artifacts } in releases {
        let classification = if *is_supported { "supported" } else { "deprecated" };
        // Alicloud's older form has only one architecture.
        let is_known = |name: &&str| cloud.provider != "alicloud" || *name == "amd64";
        let of = |place: usize| architectures(artifacts, place).into_iter().filter(is_known).collect::<Vec<_>>();
        let mut entry =
            json!({ "version": version, "cri": [{ "name": "containerd" }], "classification": classification });
        if form == Form::Capabilities {
            let flavors = artifacts
                .iter()
                .map(|(architecture, place)| json!({ "architecture": [architecture], own: [values[*place]] }));
            entry["capabilityFlavors"] = flavors.collect();
            versions.push(entry);
            continue;
        }
        entry["architectures"] = json!(of(0));
        versions.push(entry.clone());
        if !of(1).is_empty() {
            // Only one version of a minor may be supported, so profiles leave out the classification of the others.
            if *is_supported {
                entry.as_object_mut().expect("it is an object").remove("classification");
            }
            entry["version"] = json!(format!("{version}-{}", cloud.tag));
            entry["architectures"] = json!(of(1));
            versions.push(entry);
        }
    }
    versions
}

fn architectures(artifacts: &[(&'static str, usize)], place: usize) -> Vec<&'static str> {
    artifacts.iter().filter(|(_, own)| *own == place).map(|(architecture, _)| *architecture).collect()
}

/// Returns the provider's list for an image. If it names regions, the newest release is not yet in the last one.
fn mapped(cloud: &Cloud, image: &str, releases: &[Release], form: Form) -> Vec<Value> {
    let (own, values) = cloud.own;
    let mut versions = Vec::new();
    for (age, Release { version, artifacts, .. }) in releases.iter().enumerate() {
        let artifact = |architecture: &str, place: usize| Artifact {
            cloud,
            name: format!("{image}-{version}-{}-{architecture}", values[place]),
            is_new: age == 0,
        };
        if form == Form::Capabilities {
            let flavors = artifacts.iter().map(|(architecture, place)| {
                let mut flavor = json!({ "capabilities": { "architecture": [architecture], own: [values[*place]] } });
                artifact(architecture, *place).add(&mut flavor, None);
                flavor
            });
            versions.push(json!({ "version": version, "capabilityFlavors": flavors.collect::<Vec<_>>() }));
            continue;
        }
        for place in 0..values.len() {
            let version = if place == 0 { (*version).to_owned() } else { format!("{version}-{}", cloud.tag) };
            let architectures = architectures(artifacts, place);
            match cloud.provider {
                // One entry for each architecture.
                "azure" | "gcp" => versions.extend(architectures.iter().map(|architecture| {
                    let mut entry = json!({ "version": version, "architecture": architecture });
                    artifact(architecture, place).add(&mut entry, None);
                    entry
                })),
                _ if architectures.is_empty() => {}
                // One entry, with the architecture beside the region; alicloud has none.
                provider => {
                    let mut entry = json!({ "version": version });
                    for architecture in architectures.iter().filter(|it| provider != "alicloud" || **it == "amd64") {
                        artifact(architecture, place).add(&mut entry, (provider != "alicloud").then_some(architecture));
                    }
                    versions.push(entry);
                }
            }
        }
    }
    versions
}

struct Artifact<'c> {
    cloud: &'c Cloud,
    name: String,
    is_new: bool,
}

impl Artifact<'_> {
    /// Adds to an entry where the artifact is.
    fn add(&self, entry: &mut Value, architecture: Option<&str>) {
        let key = match self.cloud.provider {
            "azure" => {
                entry["communityGalleryImageID"] =
                    json!(format!("/CommunityGalleries/landscape/Images/{}/Versions/1.0.0", self.name));
                return;
            }
            "gcp" => {
                entry["image"] = json!(format!("projects/landscape/global/images/{}", self.name.replace('.', "-")));
                return;
            }
            "aws" => "ami",
            _ => "id",
        };
        let regions = self.cloud.regions;
        let there = if self.is_new { &regions[..regions.len() - 1] } else { regions };
        let mut items = entry["regions"].as_array().cloned().unwrap_or_default();
        for (place, region) in there.iter().enumerate() {
            let mut item =
                json!({ "name": region, key: format!("{}-{:02x}{}", self.cloud.provider, place, self.name) });
            if let Some(architecture) = architecture {
                item["architecture"] = json!(architecture);
            }
            items.push(item);
        }
        entry["regions"] = json!(items);
    }
}
