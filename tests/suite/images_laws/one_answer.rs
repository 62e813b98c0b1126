//! One answer for one pool: picking, recommending, completing, maintaining and admitting agree.

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use crate::images_oracle::choice::{ask, number, world};

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Whether a version is higher. A version without a suffix ranks above all with one.
fn is_higher(left: &str, right: &str) -> bool {
    let rank = |version: &str| {
        let (numbers, suffix) = number(version);
        (numbers, suffix.is_none(), suffix)
    };
    rank(left) > rank(right)
}

/// Returns a profile in which every machine type is usable, and a pool on one of them that names its architecture.
fn case(numbers: &mut Numbers) -> (Value, Value) {
    let mut profile = world::profile(numbers);
    for machine in profile["spec"]["machineTypes"].as_array_mut().expect("types are a list") {
        machine["usable"] = json!(true);
        if machine["capabilities"].is_null() && machine["architecture"].is_null() {
            machine["architecture"] = json!("amd64");
        }
    }
    let machine = format!("m{}", numbers.below(3));
    let mut worker = world::worker(numbers, &machine);
    worker["machine"]["architecture"] = Value::Null;
    let given = json!({ "cloudProfile": profile, "shoot": world::shoot(&worker, true) });
    let inferred = ask(&Engine::default(), "images/worker-architecture", &given);
    worker["machine"]["architecture"] = inferred["answer"]["workers"][0]["architecture"].clone();
    (profile, worker)
}

/// Whether admission allows a pool, and warns of nothing except deprecation.
fn is_admitted(engine: &Engine, profile: &Value, worker: &Value, old: Option<&Value>) -> Result<(), Value> {
    let mut given = json!({ "operation": "create", "cloudProfile": profile, "shoot": world::shoot(worker, true) });
    if let Some(old) = old {
        given["operation"] = json!("update");
        given["oldShoot"] = world::shoot(old, true);
    }
    let answer = ask(engine, "images/admit-shoot", &given);
    let warnings = list(&answer["answer"]["warnings"]);
    let is_quiet = warnings.iter().all(|warning| text(&warning["detail"]).contains("is deprecated"));
    if answer["answer"]["allowed"] == true && is_quiet { Ok(()) } else { Err(json!([given, answer])) }
}

/// Returns the codes of all reasons, including nested ones.
fn codes(reasons: &Value) -> Vec<&str> {
    list(reasons).iter().flat_map(|it| [vec![text(&it["code"])], codes(&it["because"])].concat()).collect()
}

/// Whether the machine type is available to the pool at all. Without a common architecture, admission refuses
/// everything.
fn can_be_had(engine: &Engine, profile: &Value, worker: &Value) -> bool {
    let mut bare = worker.clone();
    bare["machine"]["image"] = Value::Null;
    let given = json!({ "operation": "create", "cloudProfile": profile, "shoot": world::shoot(&bare, true) });
    let answer = ask(engine, "images/admit-shoot", &given);
    !list(&answer["answer"]["errors"]).iter().any(|error| text(&error["field"]).ends_with("machine.type"))
}

#[test]
fn the_default_is_what_is_picked_and_recommended() {
    let (mut numbers, engine) = (Numbers(7), Engine::default());
    let (mut agreed, mut nothing, mut others) = (0, 0, 0);
    for _ in 0..6_000 {
        let (profile, worker) = case(&mut numbers);
        if !can_be_had(&engine, &profile, &worker) {
            continue;
        }
        let given = json!({
            "cloudProfile": profile, "machineType": worker["machine"]["type"], "worker": worker,
            "kubernetesVersion": "1.33.2",
        });
        let picked = ask(&engine, "images/pick", &given)["answer"]["picked"].clone();
        let shoot = json!({ "cloudProfile": profile, "shoot": world::shoot(&worker, true) });
        let answer = &ask(&engine, "images/default-image", &shoot)["answer"];
        let image = &answer["workers"][0]["image"];
        if picked.is_null() {
            assert_ne!(answer["errors"], json!([]), "{shoot}\n{answer}");
            nothing += 1;
            continue;
        }
        assert_eq!(answer["errors"], json!([]), "{shoot}\n{picked}");
        assert_eq!((&picked["image"], &picked["version"]), (&image["name"], &image["version"]), "{shoot}");
        let mut completed = worker.clone();
        completed["machine"]["image"] = image.clone();
        assert_eq!(is_admitted(&engine, &profile, &completed, None), Ok(()));
        agreed += 1;

        // The recommendation considers all images, whichever image is asked about. If it is another image, both are
        // named.
        for asked in list(&profile["spec"]["machineImages"]) {
            let mut given = given.clone();
            given["image"] = asked["name"].clone();
            let fit = ask(&engine, "images/fit", &given);
            assert_eq!(fit["answer"]["recommended"], picked, "{given}");
            let of_image = &ask(&engine, "images/pick", &given)["answer"]["picked"];
            let is_other = picked["image"] != asked["name"];
            let expected = if is_other { of_image } else { &Value::Null };
            assert_eq!(fit["answer"]["recommendedOfImage"], *expected, "{given}");
            let code = if is_other { "another-image-recommended" } else { "version-recommended" };
            assert!(codes(&fit["because"]).contains(&code), "{given}\n{fit}");
            if is_other {
                let because = fit["because"].to_string();
                let names = [&picked["version"], &asked["name"], &of_image["version"]];
                assert!(names.iter().all(|name| because.contains(text(name))), "{given}\n{fit}");
                others += 1;
            }
        }
    }
    println!("{agreed} pools get by default what is picked, {nothing} get nothing, {others} other images are named");
    assert!(agreed > 1_000 && nothing > 100 && others > 500);
}

#[test]
fn maintenance_goes_elsewhere_only_for_a_reason() {
    let (mut numbers, engine) = (Numbers(8), Engine::default());
    let (mut same, mut elsewhere, mut forced, mut worse) = (0, 0, 0, 0);
    for _ in 0..16_000 {
        let (profile, mut worker) = case(&mut numbers);
        worker["machine"]["image"] = world::running_image(&mut numbers, &profile);
        if !can_be_had(&engine, &profile, &worker) {
            continue;
        }
        let before = worker["machine"]["image"]["version"].clone();
        let given = json!({ "cloudProfile": profile, "shoot": world::shoot(&worker, true) });
        let run = ask(&engine, "images/maintain", &given);
        let moved = &run["answer"]["workers"][0];
        let (after, before) = (text(&moved["version"]), text(&before));
        if moved["updated"] == true {
            let mut completed = worker.clone();
            completed["machine"]["image"]["version"] = json!(after);
            assert_eq!(is_admitted(&engine, &profile, &completed, Some(&worker)), Ok(()), "{given}\n{run}");
            assert!(is_higher(after, before), "{given}\n{run}");
        }
        let is_forced =
            codes(&run["because"]).iter().any(|it| ["version-suits-no-more", "version-has-expired"].contains(it));
        for problem in list(&run["problems"]) {
            let code = text(&problem["code"]);
            // These concern the profile itself, however the pool moves: undefined names that it uses, and parts that no
            // API server stores.
            const OF_THE_PROFILE: &[&str] = &[
                "capability-not-defined",
                "capability-value-not-defined",
                "loaded-document-invalid",
                "key-without-value",
            ];
            if OF_THE_PROFILE.contains(&code) {
                continue;
            }
            assert!(is_forced && ["pool-gets-less", "pool-loses-suffix"].contains(&code), "{given}\n{run}");
            let named = problem["facts"].to_string();
            assert!(list(&moved["changes"]).iter().all(|it| named.contains(text(&it["capability"]))), "{given}\n{run}");
            worse += 1;
        }
        forced += usize::from(is_forced && moved["updated"] == true);

        let pick = json!({
            "cloudProfile": profile, "machineType": worker["machine"]["type"], "worker": worker,
            "image": worker["machine"]["image"]["name"], "kubernetesVersion": "1.33.2",
        });
        let picked = ask(&engine, "images/pick", &pick)["answer"]["picked"].clone();
        let version = text(&picked["version"]);
        if picked.is_null() || !is_higher(version, after) {
            same += usize::from(version == after);
            continue;
        }
        let why = list(&moved["passedOver"]).iter().find(|it| it["version"] == version);
        let by = why.map(|why| text(&why["by"])).unwrap_or_default();
        let allowed = ["strategy", "suffix", "preference", "classification"];
        assert!(allowed.contains(&by), "`{by}` keeps {version}: {given}\n{run}");
        elsewhere += 1;
    }
    println!(
        "{same} pools are on what is picked, {elsewhere} elsewhere for a reason; {forced} forced, {worse} warnings"
    );
    assert!(same > 1_000 && elsewhere > 500 && forced > 500 && worse > 100);
}
