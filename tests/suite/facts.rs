//! What a fact says about a place is really there.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use fitment_tests::pointers::pointers;
use serde_json::{Value, json};

/// A kind of fact that may differ from what is at its place, and why.
struct Exempt {
    /// The reason for the exemption.
    why: &'static str,
    /// Whether a fact is of this kind.
    holds: fn(&Cited<'_>) -> bool,
}

/// A fact with a place.
struct Cited<'c> {
    code: &'c str,
    path: &'c str,
    fact: &'c Value,
    /// What was asked about or reviewed.
    given: &'c Value,
}

/// All exemptions.
const EXEMPT: &[Exempt] = &[
    Exempt {
        why: "of a namespaced profile without a status the merged profile is worked out, and what is in it stands where \
              the status would show it",
        holds: |cited| {
            let owner =
                cited.path.split_once("/status/cloudProfileSpec/").and_then(|(owner, _)| at(cited.given, owner));
            owner.is_some_and(|owner| owner.get("status").is_none_or(Value::is_null))
        },
    },
    Exempt {
        why: "of a key that nobody reads the key is cited, not what stands under it",
        holds: |cited| {
            let is_about_a_key = ["unknown-key", "unknown-field", "provider-key-unknown", "duplicate-key"];
            is_about_a_key.contains(&cited.code) && cited.path.rsplit('/').next() == cited.fact["value"].as_str()
        },
    },
];

/// The contents of a request, and the documents that were loaded before, by the name that facts use for them.
struct Said {
    /// What was asked about or reviewed.
    given: Value,
    /// The whole request. Problems with the request itself are cited here.
    request: Value,
    loaded: BTreeMap<String, Value>,
}

impl Said {
    fn asked(request: &str) -> Self {
        Self::new(request, "/given")
    }

    fn new(request: &str, member: &str) -> Self {
        // A request that cannot be read has nothing to cite.
        let request: Value = serde_json::from_str(request).unwrap_or_default();
        Self { given: request.pointer(member).cloned().unwrap_or_default(), request, loaded: BTreeMap::new() }
    }

    /// Adds the documents of a load.
    fn with(mut self, load: &Value) -> Self {
        for document in load["documents"].as_array().into_iter().flatten() {
            let word = |key: &str| document["metadata"][key].as_str().unwrap_or_default();
            let (kind, namespace) = (document["kind"].as_str().unwrap_or_default(), word("namespace"));
            let slash = if namespace.is_empty() { "" } else { "/" };
            self.loaded.insert(format!("{kind}/{namespace}{slash}{}", word("name")), document.clone());
        }
        self
    }

    /// Returns what is at the place of a fact, in a step at `step`.
    fn found(&self, path: &str, step: Option<&str>) -> Option<&Value> {
        if let Some((name, path)) = path.split_once('#').filter(|_| !path.starts_with('/')) {
            return self.loaded.get(name).and_then(|document| at(document, path));
        }
        let in_request = || at(&self.request, path).filter(|_| step == Some(path));
        at(&self.given, path).or_else(in_request)
    }
}

/// Returns what is at a path, unless it is `null`, which says nothing. As a flavor, `null` counts as `{}`.
fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    static NOTHING: LazyLock<Value> = LazyLock::new(|| Value::Object(serde_json::Map::new()));
    let is_flavor = path.rsplit('/').nth(1) == Some("capabilityFlavors");
    let found = value.pointer(path)?;
    if found.is_null() { Some(&*NOTHING).filter(|_| is_flavor) } else { Some(found) }
}

/// Whether a fact says what is there. Long values may be cited in part.
fn is_true(fact: &Value, found: Option<&Value>) -> bool {
    match (fact.get("value"), found) {
        (None, found) => fact["absent"] == true && found.is_none(),
        (Some(_), None) => false,
        (Some(cited), Some(found)) if fact.get("more").is_some() => begins(cited, found),
        (Some(cited), Some(found)) => cited == found,
    }
}

/// Whether a value equals another one, except that its lists and objects may be cut short.
fn begins(cited: &Value, found: &Value) -> bool {
    match (cited, found) {
        (Value::Array(cited), Value::Array(found)) => {
            cited.len() <= found.len() && cited.iter().zip(found).all(|(cited, found)| begins(cited, found))
        }
        (Value::Object(cited), Value::Object(found)) => {
            cited.iter().all(|(key, cited)| found.get(key).is_some_and(|found| begins(cited, found)))
        }
        (cited, found) => cited == found,
    }
}

/// The result of checking the facts in an answer's reasons and problems.
#[derive(Default)]
struct Checked {
    seen: usize,
    wrong: Vec<String>,
}

impl Checked {
    fn answer(&mut self, name: &str, said: &Said, answer: &str) {
        let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
        for steps in [&answer["because"], &answer["problems"]] {
            self.steps(name, said, steps);
        }
    }

    fn steps(&mut self, name: &str, said: &Said, steps: &Value) {
        for step in steps.as_array().into_iter().flatten() {
            let code = step["code"].as_str().unwrap_or_default();
            for fact in step["facts"].as_array().into_iter().flatten() {
                let Some(path) = fact["path"].as_str() else { continue };
                self.seen += 1;
                let found = said.found(path, step["path"].as_str());
                let cited = Cited { code, path, fact, given: &said.given };
                if !is_true(fact, found) && !EXEMPT.iter().any(|exempt| (exempt.holds)(&cited)) {
                    let found = found.map_or("nothing".to_owned(), Value::to_string);
                    self.wrong.push(format!("{name} {code}: cited {fact}, where {found} stands"));
                }
            }
            self.steps(name, said, &step["because"]);
        }
    }

    fn assert(self, least: usize) {
        let Self { seen, wrong } = self;
        assert!(seen > least, "only {seen} facts have a place: are they still read?");
        let first = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
        assert!(wrong.is_empty(), "{} of {seen} facts are untrue:\n{first}", wrong.len());
    }
}

#[test]
fn every_fact_stands_at_its_place() {
    let engine = Engine::default();
    let mut checked = Checked::default();
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            for edition in vector.editions() {
                let request = vector.request(edition);
                let name = format!("{file} `{}` [{edition}]", vector.name);
                checked.answer(&name, &Said::asked(&request), &engine.ask(request.as_bytes()));
            }
        }
    }
    checked.assert(4_000);
}

#[test]
fn every_fact_of_an_example_stands_at_its_place() {
    let mut checked = Checked::default();
    for codes in fitment::policies().flat_map(|policy| policy.codes) {
        let examples: Vec<Value> = serde_json::from_str(codes.examples).expect("the examples are JSON");
        for example in &examples {
            let mut engine = Engine::default();
            let load = match &example["load"] {
                Value::Array(documents) => json!({ "documents": documents }),
                load => load.clone(),
            };
            if load.is_object() {
                engine.load(load.to_string().as_bytes());
            }
            let asked = || {
                json!({
                    "question": example["question"], "edition": example["edition"][0], "now": example["now"],
                    "given": example["given"],
                })
            };
            let request = example["request"].as_str().map_or_else(|| asked().to_string(), str::to_owned);
            let (answer, member) = match example["verb"].as_str() {
                Some("load") => (engine.load(request.as_bytes()), ""),
                Some("review") => (engine.review(request.as_bytes()), "/review"),
                _ => (engine.ask(request.as_bytes()), "/given"),
            };
            checked.answer(&example["name"].to_string(), &Said::new(&request, member).with(&load), &answer);
        }
    }
    checked.assert(800);
}

/// Returns a value as a request may also spell it: a list with a `null` in front, text for numbers and numbers for
/// text.
fn written_otherwise(value: &Value) -> Option<Value> {
    match value {
        Value::Array(elements) => Some(std::iter::once(Value::Null).chain(elements.iter().cloned()).collect()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::String(text) => text.parse::<u64>().ok().map(Value::from),
        _ => None,
    }
}

#[test]
fn facts_stand_at_their_places_however_a_request_is_written() {
    let engine = Engine::default();
    let (mut checked, mut asked) = (Checked::default(), BTreeMap::<String, usize>::new());
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            let edition = vector.editions().next().expect("a vector has an edition");
            let request: Value = serde_json::from_str(&vector.request(edition)).expect("a request is JSON");
            let often = asked.entry(request["question"].to_string()).or_default();
            *often += 1;
            // The first few requests of each question show how it reads.
            if *often > 8 {
                continue;
            }
            for place in pointers(&request["given"], 2).into_iter().take(60) {
                let mut otherwise = request.clone();
                let value = otherwise["given"].pointer_mut(&place).expect("the value is there");
                let Some(written) = written_otherwise(value) else { continue };
                *value = written;
                let request = otherwise.to_string();
                let name = format!("{file} `{}` with /given{place} written otherwise", vector.name);
                checked.answer(&name, &Said::asked(&request), &engine.ask(request.as_bytes()));
            }
        }
    }
    checked.assert(1_000);
}

#[test]
fn exemptions_are_few_and_explained() {
    let given = json!({ "profile": { "spec": {} }, "merged": { "status": { "cloudProfileSpec": {} } } });
    let holds = |code, path, value: &str| {
        let fact = json!({ "path": path, "value": value });
        EXEMPT.iter().filter(|exempt| (exempt.holds)(&Cited { code, path, fact: &fact, given: &given })).count()
    };
    assert!(EXEMPT.iter().all(|exempt| !exempt.why.is_empty()));
    assert_eq!(holds("version-fits", "/profile/status/cloudProfileSpec/machineImages", ""), 1);
    assert_eq!(holds("version-fits", "/merged/status/cloudProfileSpec/machineImages", ""), 0);
    assert_eq!(holds("version-fits", "/profile/spec/machineImages", "machineImages"), 0);
    assert_eq!(holds("unknown-key", "/profile/spec/machineImage", "machineImage"), 1);
    assert_eq!(holds("unknown-key", "/profile/spec/machineImage", "machineImages"), 0);
}

#[test]
fn every_fact_of_a_review_stands_at_its_place() {
    let mut checked = Checked::default();
    for folder in ["examples/reviews", "examples/clusters/reviews", "examples/providers/reviews"] {
        for path in files::below(folder, "yaml") {
            let text = std::fs::read_to_string(&path).expect("an example can be read");
            let documents = yaml::to_json(&text).expect("an example is YAML");
            let review: Value = serde_json::from_str(&documents[0]).expect("YAML becomes JSON");
            for (phase, edition) in [("validating", "design"), ("validating", "upstream"), ("mutating", "design")] {
                let request = json!({ "review": review, "phase": phase, "edition": edition }).to_string();
                let name = format!("{} [{phase}, {edition}]", path.display());
                let answer = Engine::default().review(request.as_bytes());
                checked.answer(&name, &Said::new(&request, "/review"), &answer);
            }
        }
    }
    checked.assert(20);
}
