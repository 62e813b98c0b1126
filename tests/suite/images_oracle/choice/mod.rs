//! Compares the choice between versions with the rules applied to documents: `pick`, `fit`, the default image,
//! maintenance.

mod maintenance;
mod rule;
pub mod world;

use std::thread;

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use rule::Rules;
pub use rule::{NOW, number};
use serde_json::{Value, json};

/// The number of universes, unless `FITMENT_UNIVERSES` says otherwise.
const UNIVERSES: usize = 3_000;

/// Asks the design edition, which has to decide, and returns the whole answer.
pub fn ask(engine: &Engine, question: &str, given: &Value) -> Value {
    ask_at(engine, NOW, question, given)
}

/// Asks the same at another time.
pub fn ask_at(engine: &Engine, now: &str, question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": "design", "now": now, "given": given });
    let answer = engine.ask(request.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("the engine writes JSON");
    assert_eq!(answer["outcome"], "decided", "{request}\n{answer}");
    answer
}

/// Whether some members are the same. Missing, null and empty members are equal.
fn same(expected: &Value, found: &Value, members: &[&str]) -> bool {
    let empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    members.iter().all(|member| {
        let (expected, found) = (&expected[member], &found[member]);
        empty(expected) && empty(found) || without_nulls(expected) == without_nulls(found)
    })
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let there = members.iter().filter(|(_, value)| !value.is_null());
            there.map(|(name, value)| (name.clone(), without_nulls(value))).collect()
        }
        Value::Array(elements) => elements.iter().map(without_nulls).collect(),
        scalar => scalar.clone(),
    }
}

/// Counts what was compared, so that an empty run is not taken for a proof.
#[derive(Default, Debug)]
struct Compared {
    picks: usize,
    by_preference: usize,
    defaults: usize,
    refused: usize,
    moves: usize,
    stays: usize,
    passed_over: usize,
    warnings: usize,
    lost_suffixes: usize,
}

fn compare(numbers: &mut Numbers, engine: &Engine, compared: &mut Compared) {
    let profile = world::profile(numbers);
    let rules = Rules::of(&profile);
    for machine in ["m0", "m1", "m2"] {
        let given = json!({ "cloudProfile": profile, "machineType": machine });
        let expected = rules.pick(machine);
        let answer = &ask(engine, "images/pick", &given)["answer"];
        let members = ["found", "picked", "runnerUp", "decidedBy"];
        assert!(same(&expected, answer, &members), "{given}\nexpected {expected}\nfound {answer}");
        compared.picks += usize::from(expected["found"] == true);
        compared.by_preference += usize::from(expected["decidedBy"] == "preference");

        let fit = &ask(engine, "images/fit", &given)["answer"];
        let recommended = json!({ "recommended": expected["picked"] });
        assert!(same(&recommended, fit, &["recommended"]), "{given}\nexpected {recommended}\nfound {fit}");
        let mut offered = 0;
        for (image, shown) in rules.images().iter().zip(fit["images"].as_array().expect("images are a list")) {
            let versions = image["versions"].as_array().expect("versions are a list");
            for (version, shown) in versions.iter().zip(shown["versions"].as_array().expect("versions are a list")) {
                let (is_active, is_offered, flavor) = rules.fit(machine, version);
                offered += usize::from(is_offered);
                let expected = json!({ "active": is_active, "offered": is_offered, "bestFlavor": flavor });
                let members = ["active", "offered", "bestFlavor"];
                assert!(same(&expected, shown, &members), "{given}\nexpected {expected}\nfound {shown}");
            }
        }
        assert_eq!(fit["summary"]["offered"], json!(offered), "{given}");

        let mut worker = world::worker(numbers, machine);
        if let Some(image) = world::unfinished_image(numbers) {
            worker["machine"]["image"] = image;
        }
        let given = json!({ "cloudProfile": profile, "shoot": world::shoot(&worker, true) });
        let expected = rules.default_image(&worker);
        let answer = &ask(engine, "images/default-image", &given)["answer"];
        let image = &answer["workers"][0]["image"];
        let text = |key: &str| image[key].as_str().unwrap_or_default().to_owned();
        let found = (answer["errors"] == json!([])).then(|| (text("name"), text("version")));
        assert_eq!(expected, found, "{given}");
        compared.defaults += usize::from(expected.is_some());
        compared.refused += usize::from(expected.is_none());

        worker["machine"]["image"] = world::running_image(numbers, &profile);
        let automatic = numbers.below(3) > 0;
        let given = json!({ "cloudProfile": profile, "shoot": world::shoot(&worker, automatic) });
        let (expected, warnings) = rules.maintain(&worker, automatic);
        let answer = ask(engine, "images/maintain", &given);
        let found = &answer["answer"]["workers"][0];
        let members =
            ["version", "updated", "failed", "flavorBefore", "flavorAfter", "changes", "lostSuffix", "passedOver"];
        assert!(same(&expected, found, &members), "{given}\nexpected {expected}\nfound {found}");
        // These do not concern the choice: a pool with another architecture than its machines, undefined names in the
        // profile, and parts of it that no API server stores.
        let beside = [
            "worker-is-another",
            "capability-not-defined",
            "capability-value-not-defined",
            "loaded-document-invalid",
            "key-without-value",
        ];
        let of_choice = |problem: &&Value| !beside.iter().any(|code| problem["code"] == *code);
        let told = answer["problems"].as_array().into_iter().flatten().filter(of_choice).count();
        assert_eq!(told, warnings, "{given}\n{answer}");
        compared.moves += usize::from(expected["updated"] == true);
        compared.stays += usize::from(expected["updated"] == false);
        compared.passed_over += expected["passedOver"].as_array().map_or(0, Vec::len);
        compared.warnings += warnings;
        compared.lost_suffixes += usize::from(!expected["lostSuffix"].is_null());
    }
}

#[test]
fn versions_are_chosen_as_the_rules_say() {
    let wanted = std::env::var("FITMENT_UNIVERSES").ok().and_then(|count| count.parse().ok()).unwrap_or(UNIVERSES);
    let half = |seed: u64| {
        move || {
            let (mut numbers, engine, mut compared) = (Numbers(seed), Engine::default(), Compared::default());
            for _ in 0..wanted / 2 {
                compare(&mut numbers, &engine, &mut compared);
            }
            compared
        }
    };
    let halves = [thread::spawn(half(15)), thread::spawn(half(51))];
    for (compared, name) in halves.into_iter().map(|half| half.join().expect("each half ends")).zip(["one", "other"]) {
        let Compared { picks, by_preference, defaults, refused, moves, stays, passed_over, warnings, lost_suffixes } =
            compared;
        println!("the {name} half of {wanted} universes: {compared:?}");
        let least = [picks, by_preference, defaults, refused, moves, stays, passed_over, warnings, lost_suffixes];
        assert!(least.iter().all(|count| *count > wanted / 400), "something was hardly tried");
    }
}
