//! Laws about comparing two profiles, and about planning maintenance.

use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use crate::images_oracle::choice::{ask, ask_at, world};

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns a profile with the name that Shoots use, and a Shoot with a pool for each of its machine types.
fn case(numbers: &mut Numbers) -> (Value, Value) {
    let profile = world::profile(numbers);
    let mut shoot = Value::Null;
    for place in 0..3 {
        // Now and then a machine type that no longer exists.
        let gone = usize::from(numbers.below(20) == 0);
        let mut worker = world::worker(numbers, &format!("m{}", place + 3 * gone));
        worker["machine"]["image"] = world::running_image(numbers, &profile);
        let one = world::shoot(&worker, numbers.below(2) == 0);
        if shoot.is_null() {
            shoot = one;
        } else {
            let workers = shoot["spec"]["provider"]["workers"].as_array_mut().expect("workers are a list");
            workers.push(one["spec"]["provider"]["workers"][0].clone());
        }
    }
    shoot["spec"]["cloudProfile"] = json!({ "kind": "CloudProfile", "name": "p" });
    (profile, shoot)
}

fn diff(engine: &Engine, before: &Value, after: &Value, shoot: &Value) -> Value {
    let given = json!({ "oldCloudProfile": before, "cloudProfile": after, "shoots": [shoot] });
    ask(engine, "images/diff-profiles", &given)["answer"].clone()
}

#[test]
fn a_profile_differs_from_itself_in_nothing() {
    let (mut numbers, engine) = (Numbers(31), Engine::default());
    for _ in 0..1_000 {
        let (profile, shoot) = case(&mut numbers);
        let found = diff(&engine, &profile, &profile, &shoot);
        assert_eq!(found["ok"], true, "{profile}\n{found}");
        assert_eq!(found["offeredBefore"], found["offeredAfter"]);
        assert_eq!([&found["appear"]["pairs"], &found["vanish"]["pairs"], &found["shoots"]], [0, 0, 1], "{found}");
        for member in ["refused", "maintenance", "inUse"] {
            assert!(list(&found[member]).is_empty(), "{profile}\n{found}");
        }
    }
}

/// Returns the changes in one direction as pairs with their state before and after, sorted.
fn pairs(of_one_way: &Value, mirrored: bool) -> Vec<String> {
    let [before, after] = if mirrored { ["after", "before"] } else { ["before", "after"] };
    let each = list(&of_one_way["changes"]).iter().flat_map(|changed| {
        let pair = move |machine: &Value, version: &Value| {
            format!("{machine} {version} {} {} {}", changed[before], changed[after], changed["by"])
        };
        let versions = list(&changed["versions"]);
        list(&changed["machineTypes"]).iter().flat_map(move |it| versions.iter().map(move |version| pair(it, version)))
    });
    let mut pairs: Vec<String> = each.collect();
    pairs.sort();
    assert_eq!(of_one_way["pairs"], pairs.len(), "small profiles are told in full");
    pairs
}

#[test]
fn what_appears_vanishes_the_other_way_round() {
    let (mut numbers, engine) = (Numbers(32), Engine::default());
    let (mut appeared, mut vanished, mut moved) = (0, 0, 0);
    for _ in 0..1_000 {
        let ((before, shoot), (after, _)) = (case(&mut numbers), case(&mut numbers));
        let [there, back] = [diff(&engine, &before, &after, &shoot), diff(&engine, &after, &before, &shoot)];
        let case = || format!("{before}\n{after}\n{there}\n{back}");
        assert_eq!(pairs(&there["appear"], false), pairs(&back["vanish"], true), "{}", case());
        assert_eq!(pairs(&there["vanish"], false), pairs(&back["appear"], true), "{}", case());
        assert_eq!([&there["offeredBefore"], &there["offeredAfter"]], [&back["offeredAfter"], &back["offeredBefore"]]);
        let courses = |found: &Value, [from, to]: [&str; 2]| {
            let each = list(&found["maintenance"]).iter();
            let mut each: Vec<String> = each
                .map(|it| format!("{} {} {} {} {}", it["image"], it["from"], it[from], it[to], it["pools"]))
                .collect();
            each.sort();
            each
        };
        assert_eq!(courses(&there, ["before", "after"]), courses(&back, ["after", "before"]), "{}", case());
        appeared += usize::from(there["appear"]["pairs"] != 0);
        vanished += usize::from(there["vanish"]["pairs"] != 0);
        moved += list(&there["maintenance"]).len();
    }
    assert!(appeared > 500 && vanished > 500 && moved > 300, "{appeared} {vanished} {moved}");
}

#[test]
fn a_plan_is_one_maintenance_after_the_other() {
    let (mut numbers, engine) = (Numbers(33), Engine::default());
    let (mut first, mut dated, mut stopped) = (0, 0, 0);
    for _ in 0..2_000 {
        let (profile, shoot) = case(&mut numbers);
        let given = json!({ "cloudProfile": profile, "shoot": shoot });
        let plan = ask(&engine, "images/plan-maintenance", &given);
        let now = ask(&engine, "images/maintain", &given);
        let case = || format!("{given}\n{plan}");
        assert_eq!(plan["answer"]["error"], now["answer"]["error"], "{}", case());
        stopped += usize::from(plan["answer"]["error"] == true);
        let (planned, maintained) = (list(&plan["answer"]["workers"]), list(&now["answer"]["workers"]));
        assert_eq!(planned.len(), maintained.len(), "{}", case());
        for (place, (pool, once)) in planned.iter().zip(maintained).enumerate() {
            // The first step is what maintenance does, if it does something now.
            let step = list(&pool["steps"]).first().filter(|step| step["after"].is_null());
            assert_eq!(
                step.map(|step| &step["to"]),
                (once["updated"] == true).then_some(&once["version"]),
                "{}",
                case()
            );
            first += usize::from(step.is_some());
            // Each later step is what maintenance does right after the step's time.
            let mut shoot = shoot.clone();
            let at = |shoot: &mut Value, version: &Value, now: &str| {
                shoot["spec"]["provider"]["workers"][place]["machine"]["image"]["version"] = version.clone();
                let given = json!({ "cloudProfile": profile, "shoot": shoot });
                ask_at(&engine, now, "images/maintain", &given)["answer"]["workers"][place].clone()
            };
            for step in list(&pool["steps"]).iter().filter(|step| step["after"].is_string()) {
                let after = step["after"].as_str().unwrap_or_default().replace('Z', ".000000001Z");
                assert_eq!(at(&mut shoot, &step["from"], &after)["version"], step["to"], "{after} {}", case());
                dated += 1;
            }
            let last = at(&mut shoot, &pool["end"], "2200-01-01T00:00:00Z");
            assert_eq!((&last["updated"], &last["failed"]), (&false.into(), &pool["failed"]), "{last} {}", case());
            assert_eq!(pool["stable"], true);
        }
    }
    assert!(first > 300 && dated > 50 && stopped > 50, "{first} {dated} {stopped}");
}

fn profile_of(types: usize, versions: usize) -> Value {
    let versions: Vec<Value> = (0..versions)
        .map(|place| json!({ "version": format!("1.{place}.0"), "architectures": ["amd64"], "cri": [{ "name": "containerd" }] }))
        .collect();
    let types: Vec<Value> = (0..types)
        .map(|place| json!({ "name": format!("m{place}"), "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "amd64" }))
        .collect();
    json!({ "metadata": { "name": "p" }, "spec": {
        "type": "own", "regions": [{ "name": "r" }], "kubernetes": { "versions": [{ "version": "1.33.2" }] },
        "machineImages": [{ "name": "g", "updateStrategy": "minor", "versions": versions }], "machineTypes": types,
    } })
}

#[test]
fn what_is_cut_of_a_list_is_counted() {
    let given = json!({ "oldCloudProfile": profile_of(9, 8), "cloudProfile": profile_of(9, 1) });
    let request =
        json!({ "question": "images/diff-profiles", "now": "2026-06-01T00:00:00Z", "text": true, "given": given });
    let answer: Value =
        serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("the engine writes JSON");
    let text = answer["text"].as_str().expect("it has a text");
    assert!(text.contains("63 pairs of `m0`, `m1`, `m2`, `m3`, `m4` and 4 more with `g:1.1.0`"), "{text}");
    assert!(text.contains("`g:1.5.0` and 2 more: offered"), "{text}");
}

#[test]
fn a_profile_that_was_too_large_before_is_no_reason_for_a_no() {
    let engine = Engine::default();
    let (mut before, mut after) = (profile_of(1, 1), profile_of(1, 1));
    before["metadata"]["annotations"] = json!({ "note": "x".repeat(1_600_000) });
    after["metadata"]["annotations"] = json!({ "note": "x".repeat(1_590_000) });
    let found = |before: &Value, after: &Value| {
        ask(&engine, "images/diff-profiles", &json!({ "oldCloudProfile": before, "cloudProfile": after }))
    };
    let both = found(&before, &after);
    assert_eq!(both["verdict"], "yes", "{}", both["because"]);
    let warned = list(&both["problems"]).iter().any(|problem| problem["code"] == "new-profile-invalid");
    assert!(warned, "{}", both["problems"]);
    // What was not too large before is too large now.
    assert_eq!(found(&profile_of(1, 1), &after)["verdict"], "no");
}
