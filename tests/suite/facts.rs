//! What a fact says of a place stands there.

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use serde_json::Value;

/// A place that may be cited though the question's documents do not show it, and why.
struct Exempt {
    /// Why it may.
    why: &'static str,
    /// Whether it is such a place.
    holds: fn(given: &Value, path: &str) -> bool,
}

/// All of them.
const EXEMPT: &[Exempt] = &[Exempt {
    why: "of a namespaced profile without a status the merged profile is worked out, and what is in it stands where \
          the status would show it",
    holds: |given, path| {
        let owner = path.split_once("/status/cloudProfileSpec/").and_then(|(owner, _)| given.pointer(owner));
        owner.is_some_and(|owner| owner.get("status").is_none_or(Value::is_null))
    },
}];

/// A fact that says something else than what stands at its place.
struct Untrue {
    code: String,
    path: String,
    cited: Option<Value>,
    found: Option<Value>,
}

/// How many facts with a place in `given` stand in reasons or problems; those that are wrong are added to `untrue`.
fn check(given: &Value, steps: &Value, untrue: &mut Vec<Untrue>) -> usize {
    let mut seen = 0;
    for step in steps.as_array().into_iter().flatten() {
        for fact in step["facts"].as_array().into_iter().flatten() {
            // What is wrong with a request as such has its place there, as the problem itself has.
            let is_given = |path: &&str| path.starts_with('/') && step["path"] != **path;
            let Some(path) = fact["path"].as_str().filter(is_given) else { continue };
            seen += 1;
            let (cited, found) = (fact.get("value"), given.pointer(path));
            if !is_same(cited, found) && !EXEMPT.iter().any(|exempt| (exempt.holds)(given, path)) {
                let code = step["code"].as_str().unwrap_or_default().to_owned();
                untrue.push(Untrue { code, path: path.to_owned(), cited: cited.cloned(), found: found.cloned() });
            }
        }
        seen += check(given, &step["because"], untrue);
    }
    seen
}

/// Nothing and `null` are absent.
fn is_same(cited: Option<&Value>, found: Option<&Value>) -> bool {
    let something = |value: &&Value| !value.is_null();
    match (cited, found) {
        (Some(cited), Some(found)) => cited == found,
        (cited, found) => cited.is_none() && found.filter(something).is_none(),
    }
}

#[test]
fn every_fact_stands_at_its_place() {
    let engine = Engine::default();
    let (mut seen, mut wrong) = (0, Vec::new());
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            for edition in vector.editions() {
                let request = vector.request(edition);
                let asked: Value = serde_json::from_str(&request).expect("a request is JSON");
                let answer: Value = serde_json::from_str(&engine.ask(request.as_bytes())).expect("an answer is JSON");
                let mut untrue = Vec::new();
                for steps in [&answer["because"], &answer["problems"]] {
                    seen += check(&asked["given"], steps, &mut untrue);
                }
                wrong.extend(untrue.into_iter().map(|Untrue { code, path, cited, found }| {
                    let word = |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.to_string());
                    let (cited, found) = (word(cited), word(found));
                    let name = &vector.name;
                    format!("{file} `{name}` [{edition}] {code}: `{path}` cited as {cited}, where {found} stands")
                }));
            }
        }
    }
    assert!(seen > 4_000, "only {seen} facts have a place: are they still read?");
    let first = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {seen} facts are untrue:\n{first}", wrong.len());
}

#[test]
fn exemptions_are_few_and_explained() {
    let given = serde_json::json!({ "profile": { "spec": {} }, "merged": { "status": { "cloudProfileSpec": {} } } });
    for exempt in EXEMPT {
        assert!(!exempt.why.is_empty());
        assert!((exempt.holds)(&given, "/profile/status/cloudProfileSpec/machineImages"));
        assert!(!(exempt.holds)(&given, "/merged/status/cloudProfileSpec/machineImages"));
        assert!(!(exempt.holds)(&given, "/profile/spec/machineImages"));
    }
}

#[test]
fn every_fact_of_a_review_stands_at_its_place() {
    let mut seen = 0;
    for folder in ["examples/reviews", "examples/clusters/reviews", "examples/providers/reviews"] {
        for path in files::below(folder, "yaml") {
            let text = std::fs::read_to_string(&path).expect("an example can be read");
            let documents = yaml::to_json(&text).expect("an example is YAML");
            let review: Value = serde_json::from_str(&documents[0]).expect("YAML becomes JSON");
            for (phase, edition) in [("validating", "design"), ("validating", "upstream"), ("mutating", "design")] {
                let request = serde_json::json!({ "review": review, "phase": phase, "edition": edition }).to_string();
                let answer: Value =
                    serde_json::from_str(&Engine::default().review(request.as_bytes())).expect("an answer is JSON");
                let mut untrue = Vec::new();
                for steps in [&answer["because"], &answer["problems"]] {
                    seen += check(&review, steps, &mut untrue);
                }
                let wrong = untrue
                    .iter()
                    .map(|Untrue { code, path, cited, found }| format!("{code}: `{path}` {cited:?} {found:?}"));
                assert!(
                    untrue.is_empty(),
                    "{} [{phase}, {edition}]\n{}",
                    path.display(),
                    wrong.collect::<Vec<_>>().join("\n")
                );
            }
        }
    }
    assert!(seen > 20, "only {seen} facts have a place: are they still read?");
}
