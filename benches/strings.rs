//! What the catalogue is compared with: the rule on lists of strings, written the obvious way, and a minimal loop over
//! bits.

use std::collections::BTreeMap;

use serde_json::Value;

type Capabilities = BTreeMap<String, Vec<String>>;

/// A profile, as strings.
pub struct Registry {
    definitions: Vec<(String, Vec<String>)>,
    machines: Vec<(String, Capabilities)>,
    flavors: Vec<Vec<Capabilities>>,
}

impl Registry {
    pub fn read(profile: &str) -> Self {
        let profile: Value = serde_json::from_str(profile).expect("the profile is JSON");
        let spec = &profile["spec"];
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let texts = |value: &Value| list(value).iter().map(text).collect::<Vec<_>>();
        let capabilities = |value: &Value| {
            let members = value.as_object().expect("capabilities are an object");
            members.iter().map(|(name, values)| (name.clone(), texts(values))).collect::<Capabilities>()
        };
        let versions = list(&spec["machineImages"]).into_iter().flat_map(|image| list(&image["versions"]));
        Self {
            definitions: list(&spec["machineCapabilities"])
                .iter()
                .map(|definition| (text(&definition["name"]), texts(&definition["values"])))
                .collect(),
            machines: list(&spec["machineTypes"])
                .iter()
                .map(|machine| (text(&machine["name"]), capabilities(&machine["capabilities"])))
                .collect(),
            flavors: versions
                .map(|version| list(&version["capabilityFlavors"]).iter().map(capabilities).collect())
                .collect(),
        }
    }

    pub fn versions(&self) -> usize {
        self.flavors.len()
    }

    /// The versions with a flavor that shares a value of each capability with the machine.
    pub fn fitting(&self, machine: &str) -> Vec<u32> {
        let machine = &self.machines.iter().find(|(name, _)| name == machine).expect("the machine is there").1;
        let fits = |flavor: &Capabilities| {
            self.definitions.iter().all(|(name, defined)| {
                let ours = machine.get(name).unwrap_or(defined);
                let theirs = flavor.get(name).unwrap_or(defined);
                ours.iter().any(|value| theirs.contains(value))
            })
        };
        let fitting = self.flavors.iter().enumerate().filter(|(_, flavors)| flavors.iter().any(fits));
        fitting.map(|(version, _)| version as u32).collect()
    }

    /// The same profile as bits, one word for each flavor.
    pub fn bits(&self) -> Bits {
        let mut bits =
            Bits { stride: self.flavors[0].len(), tops: 0, lows: 0, machines: Vec::new(), flavors: Vec::new() };
        let mut shifts = Vec::new();
        let mut at = 0;
        for (_, values) in &self.definitions {
            let field = ((1 << values.len()) - 1) << at;
            let top = 1 << (at + values.len() - 1);
            bits.tops |= top;
            bits.lows |= field & !top;
            shifts.push(at);
            at += values.len();
        }
        let encode = |capabilities: &Capabilities| {
            self.definitions.iter().zip(&shifts).fold(0_u64, |word, ((name, defined), shift)| {
                let own = capabilities.get(name).unwrap_or(defined);
                let places = own.iter().filter_map(|value| defined.iter().position(|known| known == value));
                places.fold(word, |word, place| word | 1 << (shift + place))
            })
        };
        bits.machines = self.machines.iter().map(|(name, machine)| (name.clone(), encode(machine))).collect();
        bits.flavors = self.flavors.iter().flatten().map(encode).collect();
        bits
    }
}

/// A profile as machine words, with the same number of flavors for each version.
pub struct Bits {
    stride: usize,
    tops: u64,
    lows: u64,
    machines: Vec<(String, u64)>,
    flavors: Vec<u64>,
}

impl Bits {
    /// Collects the versions that fit into a list that has room for them already.
    pub fn fitting<'f>(&self, machine: &str, found: &'f mut Vec<u32>) -> &'f mut Vec<u32> {
        let machine = self.machines.iter().find(|(name, _)| name == machine).expect("the machine is there").1;
        found.clear();
        for (version, flavors) in self.flavors.chunks_exact(self.stride).enumerate() {
            let fits = flavors.iter().any(|flavor| {
                let common = machine & flavor;
                (((common & self.lows) + self.lows) | common) & self.tops == self.tops
            });
            if fits {
                found.push(version as u32);
            }
        }
        found
    }
}
