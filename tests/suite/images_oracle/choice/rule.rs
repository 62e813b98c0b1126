//! A second implementation of the choice between versions, from section 15 of the specification. It works on the
//! documents themselves, as slowly as the rules read, and knows nothing of the engine.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::maintenance::Pool;

/// A version for comparisons: its numbers, and what follows a dash.
pub(super) type Number = ([u64; 3], Option<String>);

/// The sort key of a version.
type Rank = ([u64; 3], bool, Option<String>);

/// For each capability, in the order of the definitions, the index of the value that the machine gets.
pub(super) type Gift = Vec<usize>;

pub const NOW: &str = "2026-01-01T00:00:00Z";

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

/// Parses a version. Build metadata is ignored.
pub fn number(version: &str) -> Number {
    let version = version.split('+').next().expect("there is a part before a plus");
    let (numbers, suffix) =
        version.split_once('-').map_or((version, None), |(numbers, suffix)| (numbers, Some(suffix)));
    let parts: Vec<u64> = numbers.split('.').map(|part| part.parse().expect("a part is a number")).collect();
    let part = |place: usize| parts.get(place).copied().unwrap_or(0);
    ([part(0), part(1), part(2)], suffix.map(str::to_owned))
}

/// Returns the sort key of a version. A version without a suffix ranks above all with one.
fn rank(number: &Number) -> Rank {
    (number.0, number.1.is_none(), number.1.clone())
}

pub(super) fn is_higher(left: &str, right: &str) -> bool {
    rank(&number(left)) > rank(&number(right))
}

pub(super) fn suffix(version: &str) -> String {
    number(version).1.unwrap_or_default()
}

/// Returns the last stage in the list that has begun. Without stages, the older fields apply.
pub(super) fn classification(version: &Value) -> &str {
    let stages = list(&version["lifecycle"]);
    if stages.is_empty() {
        let expired = version["expirationDate"].as_str().is_some_and(|date| date < NOW);
        return if expired { "expired" } else { version["classification"].as_str().unwrap_or("supported") };
    }
    let begun = stages.iter().rfind(|stage| stage["startTime"].as_str().is_none_or(|start| start < NOW));
    begun.map_or("unavailable", |stage| text(&stage["classification"]))
}

pub(super) fn is_active(version: &Value) -> bool {
    !["expired", "unavailable"].contains(&classification(version))
}

/// A profile and the questions about it.
pub struct Rules<'p> {
    spec: &'p Value,
}

impl<'p> Rules<'p> {
    pub fn of(profile: &'p Value) -> Self {
        Self { spec: &profile["spec"] }
    }

    pub(super) fn definitions(&self) -> Vec<(&'p str, Vec<&'p str>)> {
        list(&self.spec["machineCapabilities"]).iter().map(|it| (text(&it["name"]), texts(&it["values"]))).collect()
    }

    fn architectures(&self) -> Vec<&'p str> {
        self.definitions()
            .into_iter()
            .find(|(name, _)| *name == "architecture")
            .map(|(_, values)| values)
            .unwrap_or_default()
    }

    fn machine(&self, name: &str) -> &'p Value {
        list(&self.spec["machineTypes"]).iter().find(|it| it["name"] == name).expect("the type is there")
    }

    pub fn images(&self) -> &'p [Value] {
        list(&self.spec["machineImages"])
    }

    /// Returns the capabilities of a machine type. If several architectures are defined and the type names none, the
    /// older field's is used, or else the pool's.
    fn capabilities(&self, machine: &Value, pool: Option<&str>) -> Value {
        let mut own = machine["capabilities"].as_object().cloned().unwrap_or_default();
        let older = machine["architecture"].as_str().filter(|it| !it.is_empty());
        if self.architectures().len() > 1
            && !own.contains_key("architecture")
            && let Some(architecture) = older.or(pool)
        {
            own.insert("architecture".to_owned(), json!([architecture]));
        }
        Value::Object(own)
    }

    /// Returns the architecture of a worker that names none.
    pub fn architecture(&self, machine: &str, worker: &'p Value) -> String {
        if let Some(own) = worker["machine"]["architecture"].as_str() {
            return own.to_owned();
        }
        let machine = self.machine(machine);
        let defined = self.architectures();
        let effective = match machine["capabilities"].get("architecture").map(texts).unwrap_or(defined).as_slice() {
            [one] => one.to_string(),
            _ => text(&machine["architecture"]).to_owned(),
        };
        if effective.is_empty() { "amd64".to_owned() } else { effective }
    }

    /// Returns the values of a side: its own list if the key is present, otherwise all defined values.
    fn values<'v>(own: &'v Value, (name, defined): &(&'v str, Vec<&'v str>)) -> Vec<&'v str> {
        own.get(name).map_or_else(|| defined.clone(), texts)
    }

    fn fits(&self, machine: &Value, flavor: &Value) -> bool {
        self.definitions().iter().all(|defined| {
            let theirs = Self::values(flavor, defined);
            Self::values(machine, defined).iter().any(|value| theirs.contains(value))
        })
    }

    /// Returns the indices of the defined values that both sides share, for each capability.
    fn shared(&self, machine: &Value, flavor: &Value) -> Vec<Vec<usize>> {
        let of = |definition: &(&str, Vec<&str>)| {
            let (ours, theirs) = (Self::values(machine, definition), Self::values(flavor, definition));
            let both = |place: &usize| ours.contains(&definition.1[*place]) && theirs.contains(&definition.1[*place]);
            (0..definition.1.len()).filter(both).collect()
        };
        self.definitions().iter().map(of).collect()
    }

    /// Returns the flavor that is taken, determined in rounds, and its gift. A version without flavors has one that
    /// supports everything.
    fn best(&self, machine: &Value, version: &Value) -> Option<(usize, Gift)> {
        let everything = [json!({})];
        let flavors = Some(list(&version["capabilityFlavors"])).filter(|it| !it.is_empty()).unwrap_or(&everything);
        // A machine runs a version without flavors whatever its capabilities are.
        let is_open = list(&version["capabilityFlavors"]).is_empty();
        let rounds = |flavor: &Value| -> Vec<usize> {
            let shared = self.shared(machine, flavor);
            (0..4)
                .flat_map(|round| shared.iter().map(move |it| it.get(round).copied().unwrap_or(99)).collect::<Vec<_>>())
                .collect()
        };
        let fitting = flavors.iter().enumerate().filter(|(_, flavor)| is_open || self.fits(machine, flavor));
        let (place, flavor) = fitting.min_by_key(|(place, flavor)| (rounds(flavor), *place))?;
        let sizes = self.definitions().into_iter().map(|(_, values)| values.len());
        let first = self.shared(machine, flavor).into_iter().zip(sizes);
        Some((place, first.map(|(shared, size)| shared.first().copied().unwrap_or(size)).collect()))
    }

    /// Returns the flavor of a version that `fit` takes. Without definitions the older fields are compared.
    pub(super) fn flavor(&self, machine: &Value, pool: Option<&str>, version: &Value) -> Option<usize> {
        if !self.definitions().is_empty() {
            return self.best(&self.capabilities(machine, pool), version).map(|(place, _)| place);
        }
        let own = machine["architecture"].as_str().filter(|it| !it.is_empty()).unwrap_or("amd64");
        let theirs = texts(&version["architectures"]);
        (if theirs.is_empty() { own == "amd64" } else { theirs.contains(&own) }).then_some(0)
    }

    /// Returns the gift of a version that fits. Without definitions all gifts are equal.
    pub(super) fn gift(&self, machine: &Value, pool: Option<&str>, version: &Value) -> Gift {
        let best = self.best(&self.capabilities(machine, pool), version);
        best.map(|(_, gift)| gift).filter(|_| !self.definitions().is_empty()).unwrap_or_default()
    }

    /// Returns the sort key of the choice between versions, which ends with the place in the document.
    pub(super) fn order(
        &self,
        machine: &Value,
        pool: Option<&str>,
        place: usize,
        version: &Value,
    ) -> (bool, Gift, Reverse<Rank>, usize) {
        let deprecated = classification(version) == "deprecated";
        (deprecated, self.gift(machine, pool, version), Reverse(rank(&number(text(&version["version"])))), place)
    }

    /// Whether a version is offered to a pool that names none.
    pub fn is_offered(&self, machine: &str, version: &Value) -> bool {
        let machine = self.machine(machine);
        self.flavor(machine, None, version).is_some()
            && is_active(version)
            && classification(version) != "preview"
            && suffix(text(&version["version"])).is_empty()
            && machine["usable"] != false
    }

    /// Returns what the answer to `images/fit` says about a version: `active`, `offered`, `bestFlavor`.
    pub fn fit(&self, machine: &str, version: &Value) -> (bool, bool, Option<usize>) {
        let flavor = self.flavor(self.machine(machine), None, version);
        (is_active(version), self.is_offered(machine, version), flavor)
    }

    /// Returns the answer to `images/pick`: the picked version, the runner-up, and what decided.
    pub fn pick(&self, name: &str) -> Value {
        let machine = self.machine(name);
        for image in self.images() {
            let versions = list(&image["versions"]).iter().enumerate();
            let mut offered: Vec<_> = versions.filter(|(_, version)| self.is_offered(name, version)).collect();
            offered.sort_by_key(|(place, version)| self.order(machine, None, *place, version));
            let shown = |(_, version): &(usize, &Value)| {
                json!({
                    "image": image["name"], "version": version["version"], "classification": classification(version),
                    "flavor": self.flavor(machine, None, version),
                })
            };
            let decided = |left: &Value, right: &Value| {
                if classification(left) != classification(right) {
                    return "classification";
                }
                if self.gift(machine, None, left) != self.gift(machine, None, right) {
                    return "preference";
                }
                let [left, right] = [left, right].map(|it| rank(&number(text(&it["version"]))));
                if left != right { "version" } else { "order" }
            };
            match offered.as_slice() {
                [] => {}
                [only] => return json!({ "found": true, "picked": shown(only) }),
                [first, second, ..] => {
                    let decided = decided(first.1, second.1);
                    return json!({
                        "found": true, "picked": shown(first), "runnerUp": shown(second), "decidedBy": decided,
                    });
                }
            }
        }
        json!({ "found": false })
    }

    /// Whether a version supports an architecture: one that its flavors name, or without flavors any defined one.
    /// Without definitions the older field counts.
    pub(super) fn speaks(&self, version: &Value, architecture: &str) -> bool {
        let flavors = list(&version["capabilityFlavors"]);
        match (self.definitions().is_empty(), flavors) {
            (true, _) => texts(&version["architectures"]).contains(&architecture),
            (_, []) => self.architectures().contains(&architecture),
            _ => flavors.iter().any(|flavor| texts(&flavor["architecture"]).contains(&architecture)),
        }
    }

    /// Whether the flavors of a version run on the machine type in a pool. Without definitions they always do.
    pub(super) fn runs(&self, machine: &Value, pool: &str, version: &Value) -> bool {
        self.definitions().is_empty() || self.best(&self.capabilities(machine, Some(pool)), version).is_some()
    }

    /// Returns the default image of a new pool. `None`: an error.
    pub fn default_image(&self, worker: &'p Value) -> Option<(String, String)> {
        let asked = &worker["machine"]["image"];
        let (name, wanted) = (text(&asked["name"]), text(&asked["version"]));
        let parts = wanted.strip_prefix('v').unwrap_or(wanted);
        let versions = |image: &'p Value| list(&image["versions"]);
        let named = self.images().iter().find(|image| image["name"] == name);
        if !name.is_empty() {
            let image = named?;
            if parts.split('.').count() == 3 || versions(image).iter().any(|version| version["version"] == wanted) {
                return Some((name.to_owned(), wanted.to_owned()));
            }
        }
        let type_name = text(&worker["machine"]["type"]);
        let machine = self.machine(type_name);
        let pool = self.architecture(type_name, worker);
        let begins = |version: &str| {
            let parts: Vec<u64> =
                parts.split('.').filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect();
            number(version).0.starts_with(&parts)
        };
        let suits = |version: &Value| {
            self.speaks(version, &pool)
                && self.runs(machine, &pool, version)
                && (!is_in_place(worker) || version["inPlaceUpdates"]["supported"] == true)
                && begins(text(&version["version"]))
                && is_active(version)
                && classification(version) != "preview"
                && suffix(text(&version["version"])).is_empty()
                && (worker["cri"].is_null() || brings(version, &worker["cri"]))
                && runs_kubelet(version)
        };
        let images: Vec<&Value> =
            if name.is_empty() { self.images().iter().collect() } else { named.into_iter().collect() };
        images.into_iter().find_map(|image| {
            let candidates = versions(image).iter().enumerate().filter(|(_, version)| suits(version));
            let (_, found) =
                candidates.min_by_key(|(place, version)| self.order(machine, Some(&pool), *place, version))?;
            Some((text(&image["name"]).to_owned(), text(&found["version"]).to_owned()))
        })
    }

    /// Returns the answer to `images/maintain` for one worker, without the pool's name, and the number of warnings.
    pub fn maintain(&self, worker: &'p Value, automatic: bool) -> (Value, usize) {
        let type_name = text(&worker["machine"]["type"]);
        let pool = Pool {
            rules: self,
            machine: self.machine(type_name),
            architecture: self.architecture(type_name, worker),
            worker,
            image: self
                .images()
                .iter()
                .find(|image| image["name"] == worker["machine"]["image"]["name"])
                .expect("it is there"),
            current: text(&worker["machine"]["image"]["version"]),
        };
        pool.maintain(automatic)
    }
}

pub(super) fn is_in_place(worker: &Value) -> bool {
    text(&worker["updateStrategy"]).ends_with("InPlaceUpdate")
}

/// Whether a version has the container runtime interface with this name and all the container runtimes.
pub(super) fn brings(version: &Value, cri: &Value) -> bool {
    let offered = list(&version["cri"]).iter().find(|it| it["name"] == cri["name"]);
    offered.is_some_and(|offered| {
        let types: Vec<&str> = list(&offered["containerRuntimes"]).iter().map(|it| text(&it["type"])).collect();
        list(&cri["containerRuntimes"]).iter().all(|it| types.contains(&text(&it["type"])))
    })
}

/// Whether the control plane's version 1.33.2 satisfies a version's constraint, which always has the form `>= …`.
pub(super) fn runs_kubelet(version: &Value) -> bool {
    let constraint = version["kubeletVersionConstraint"].as_str();
    constraint.is_none_or(|it| number("1.33.2") >= number(it.strip_prefix(">= ").expect("a constraint of that form")))
}
