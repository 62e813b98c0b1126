//! All upgrades of small fleets: the engine's plans are compared with every possible order.

mod fleets;

use fitment::Engine;
use serde_json::{Value, json};

use fleets::*;

fn ask(engine: &Engine, question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "given": given }).to_string();
    let envelope: Value = serde_json::from_str(&engine.ask(request.as_bytes())).expect("an answer is JSON");
    assert_eq!(envelope["outcome"], "decided", "{given} {envelope}");
    envelope["answer"].clone()
}

fn listed(fleet: &[Provider]) -> Value {
    fleet.iter().map(|provider| provider.json()).collect()
}

/// Returns the same fleet in reverse order, for which the answer has to be the same.
fn backwards(given: &Value) -> Value {
    let mut given = given.clone();
    for key in ["providers", "targets"] {
        if let Some(list) = given[key].as_array_mut() {
            list.reverse();
        }
    }
    given
}

/// Takes the steps of a plan in order. Each has to be allowed in its turn, according to the engine's own answer too.
fn take(engine: &Engine, start: &Fleet, steps: &Value, targets: &[Option<Version>]) -> Fleet {
    let mut fleet = start.clone();
    let steps = steps.as_array().cloned().unwrap_or_default();
    for (index, step) in steps.iter().enumerate() {
        let at = fleet.iter().position(|provider| step["provider"] == provider.full_id()).expect("a known provider");
        assert_eq!(step["step"], index + 1);
        let waits: Vec<usize> = serde_json::from_value(step["waitsFor"].clone()).expect("numbers");
        assert!(waits.iter().all(|number| *number <= index), "{step} waits for what comes later");
        match step["action"].as_str() {
            Some("pause") => fleet[at].paused = true,
            Some("unpause") => {
                assert!(is_golden(&fleet), "{step} in {fleet:?}");
                let given = json!({ "providers": listed(&fleet), "unpause": NAMES[fleet[at].name].1 });
                assert_eq!(ask(engine, "providers/unpause", &given)["allowed"], true, "{step} in {fleet:?}");
                fleet[at].paused = false;
            }
            _ => {
                let to = targets[at].expect("only targets are moved to");
                assert_eq!((&step["from"], &step["to"]), (&json!(fleet[at].version.text()), &json!(to.text())));
                let (kind, name) = NAMES[fleet[at].name];
                let change = json!({ "kind": kind, "name": name, "to": to.text(), "toContract": to.contract });
                let answer =
                    ask(engine, "providers/version-change", &json!({ "providers": listed(&fleet), "change": change }));
                assert_eq!(answer["allowed"], true, "{step} in {fleet:?}: {answer}");
                assert!(may_change(&fleet, at, to));
                fleet[at].version = to;
            }
        }
    }
    fleet
}

#[test]
fn upgrade_steps_are_found_exactly_where_an_order_exists() {
    let engine = Engine::default();
    let (mut tried, mut orders, mut allowed) = (0, 0, 0);
    for fleet in fleets() {
        let moves = [
            None,
            Some(Version::new(1, 1, "v1alpha4")),
            Some(Version::new(1, 2, "v1beta1")),
            Some(Version::new(2, 0, "v1alpha4")),
            Some(Version::new(2, 0, "v1beta1")),
            Some(Version::new(0, 9, "v1beta1")),
        ];
        // The first provider gets every kind of target. The others stay, or move to version 2.0 of either contract.
        let few: Vec<Option<Version>> = vec![moves[0], moves[3], moves[4]];
        let choices: Vec<Vec<Option<Version>>> =
            fleet.iter().enumerate().map(|(at, _)| if at == 0 { moves.to_vec() } else { few.clone() }).collect();
        for targets in products(&choices) {
            // A version has only one contract, so the installed version is no target with another one.
            let is_odd = |(provider, to): (&Provider, &Option<Version>)| {
                to.is_some_and(|to| to.text() == provider.version.text() && to.contract != provider.version.contract)
            };
            if fleet.iter().zip(&targets).any(is_odd) {
                continue;
            }
            let wanted: Vec<Value> = fleet
                .iter()
                .zip(&targets)
                .filter_map(|(provider, to)| {
                    let (kind, name) = NAMES[provider.name];
                    to.map(|to| json!({ "kind": kind, "name": name, "to": to.text(), "toContract": to.contract }))
                })
                .collect();
            let given = json!({ "providers": listed(&fleet), "targets": wanted });
            let answer = ask(&engine, "providers/upgrade-steps", &given);
            assert_eq!(ask(&engine, "providers/upgrade-steps", &backwards(&given)), answer, "{given}");
            let versions: Vec<Vec<Version>> = targets.iter().map(|to| to.iter().copied().collect()).collect();
            let arrived = |found: &Fleet| {
                let there = found.iter().zip(&targets).all(|(provider, to)| to.is_none_or(|to| provider.version == to));
                there && is_golden(found) && same_pauses(found, &fleet)
            };
            let (reached, looked_at) = reaches(&fleet, &versions, arrived);
            assert_eq!(answer["allowed"] == true, reached, "{given} {answer}");
            if reached {
                let end = take(&engine, &fleet, &answer["steps"], &targets);
                assert!(arrived(&end), "{given} ends as {end:?}");
                allowed += 1;
            }
            (tried, orders) = (tried + 1, orders + looked_at);
        }
    }
    println!("{tried} fleets with targets, {allowed} allowed, {orders} states of orders looked at");
    assert!(tried > 3_000 && allowed > 500, "{tried} {allowed}");
}

#[test]
fn the_golden_rule_is_what_it_says() {
    let engine = Engine::default();
    let contracts = ["v1alpha4", "v1beta1", "v1beta2"];
    let mut tried = 0;
    for fleet in products(&[contracts.to_vec(), contracts.to_vec(), contracts.to_vec(), contracts.to_vec()]) {
        let [core, kubeadm, aws, moved] = fleet.as_slice() else { panic!("four contracts") };
        let given = json!({ "providers": [
            { "kind": "InfrastructureProvider", "name": "aws", "contract": aws, "toContract": moved },
            { "kind": "CoreProvider", "name": "cluster-api", "contract": core },
            { "kind": "BootstrapProvider", "name": "kubeadm", "contract": kubeadm },
        ]});
        for (edition, tolerates) in [("design", false), ("upstream", true)] {
            let suits = |contract: &str| contract == *core || tolerates && (*core, contract) == ("v1beta2", "v1beta1");
            let offenders: Vec<Value> = [("BootstrapProvider/kubeadm", kubeadm), ("InfrastructureProvider/aws", moved)]
                .into_iter()
                .filter(|(_, contract)| !suits(contract))
                .map(|(provider, contract)| json!({ "provider": provider, "contract": contract }))
                .collect();
            let request = json!({ "question": "providers/golden-rule", "edition": edition, "given": given });
            let envelope: Value =
                serde_json::from_str(&engine.ask(request.to_string().as_bytes())).expect("an answer is JSON");
            assert_eq!(envelope["answer"]["ok"], offenders.is_empty(), "{envelope}");
            assert_eq!(envelope["answer"]["offenders"], json!(offenders), "{envelope}");
            tried += 1;
        }
    }
    println!("{tried} fleets judged by the golden rule");
}

/// Returns the versions each provider can move to. The last choice has no release of the new contract.
fn offers() -> Vec<Vec<Version>> {
    let candidate = Version { release: false, ..Version::new(3, 0, "v1beta1") };
    vec![
        vec![Version::new(1, 2, "v1alpha4"), Version::new(2, 0, "v1beta1"), Version::new(2, 1, "v1beta1"), candidate],
        vec![Version::new(0, 9, "v1alpha4"), candidate],
    ]
}

#[test]
fn explained_upgrades_are_possible_and_smallest_and_others_are_not() {
    let engine = Engine::default();
    let (mut tried, mut states, mut possible) = (0, 0, 0);
    for fleet in fleets() {
        for available in products(&vec![offers(); fleet.len()]) {
            let mut wanted = vec![json!({ "contract": "v1alpha4" }), json!({ "contract": "v1beta1" })];
            for (provider, versions) in fleet.iter().zip(&available) {
                let target = |to: &Version| json!({ "provider": provider.id(), "version": to.text() });
                wanted.extend(versions.iter().map(target));
            }
            let providers: Vec<Value> = fleet
                .iter()
                .zip(&available)
                .map(|(provider, versions)| {
                    let mut provider = provider.json();
                    provider["available"] = versions
                        .iter()
                        .map(|version| json!({ "version": version.text(), "contract": version.contract }))
                        .collect();
                    provider
                })
                .collect();
            for target in wanted {
                let given = json!({ "providers": providers, "target": target });
                let answer = ask(&engine, "providers/explain-upgrade", &given);
                assert_eq!(ask(&engine, "providers/explain-upgrade", &backwards(&given)), answer, "{given}");
                let (reached, fewest, looked_at) = by_trying(&fleet, &available, &target);
                assert_eq!(answer["possible"] == true, reached, "{given} {answer}");
                if reached {
                    let moves = answer["moves"].as_array().map_or(0, Vec::len);
                    assert_eq!(moves, fewest, "{given} {answer}");
                    let to = moved_to(&fleet, &available, &answer["moves"]);
                    let end = take(&engine, &fleet, &answer["steps"], &to);
                    assert!(
                        is_golden(&end) && same_pauses(&end, &fleet) && is_wanted(&end, &target),
                        "{given} {answer}"
                    );
                    possible += 1;
                }
                (tried, states) = (tried + 1, states + looked_at);
            }
        }
    }
    println!("{tried} upgrades explained, {possible} of them possible, {states} states of orders looked at");
    assert!(tried > 4_000 && possible > 1_000, "{tried} {possible}");
}

/// Returns the version each provider moves to.
fn moved_to(fleet: &[Provider], available: &[Vec<Version>], moves: &Value) -> Vec<Option<Version>> {
    let to = |provider: &Provider| {
        let moves = moves.as_array()?.iter().find(|moved| moved["provider"] == provider.id())?;
        moves["to"].as_str().map(str::to_owned)
    };
    let version = |(provider, versions): (&Provider, &Vec<Version>)| {
        let to = to(provider)?;
        versions.iter().find(|version| version.text() == to).copied()
    };
    fleet.iter().zip(available).map(version).collect()
}

/// Whether a fleet has reached the target.
fn is_wanted(fleet: &[Provider], target: &Value) -> bool {
    match target["contract"].as_str() {
        Some(contract) => fleet.iter().all(|provider| provider.version.contract == contract),
        None => fleet
            .iter()
            .any(|provider| target["provider"] == provider.id() && target["version"] == provider.version.text()),
    }
}

/// Returns whether any order of any moves reaches the target, the fewest providers that have to move, and how many
/// fleets were seen. Only the wanted version may be a pre-release.
fn by_trying(fleet: &Fleet, available: &[Vec<Version>], target: &Value) -> (bool, usize, usize) {
    let usable: Vec<Vec<Version>> = fleet
        .iter()
        .zip(available)
        .map(|(provider, versions)| {
            let wanted = |version: &Version| target["provider"] == provider.id() && target["version"] == version.text();
            versions.iter().filter(|version| version.release || wanted(version)).copied().collect()
        })
        .collect();
    let arrived = |found: &Fleet| is_golden(found) && same_pauses(found, fleet) && is_wanted(found, target);
    let (mut fewest, mut looked_at) = (None, 0);
    for movers in products(&vec![vec![false, true]; fleet.len()]) {
        let versions: Vec<Vec<Version>> = usable
            .iter()
            .zip(&movers)
            .map(|(versions, moves)| if *moves { versions.clone() } else { Vec::new() })
            .collect();
        let (reached, seen) = reaches(fleet, &versions, arrived);
        looked_at += seen;
        let count = movers.iter().filter(|moves| **moves).count();
        if reached && fewest.is_none_or(|known| count < known) {
            fewest = Some(count);
        }
    }
    (fewest.is_some(), fewest.unwrap_or_default(), looked_at)
}

/// Enormous requests in which everything refers to everything else get an answer of proportional size.
#[test]
fn enormous_fleets_are_answered_in_their_own_size() {
    let engine = Engine::default();
    let many = 4_000;
    let series = |contract: &dyn Fn(u32) -> String| -> Value {
        (0..many).map(|minor| json!({ "major": 1, "minor": minor, "contract": contract(minor) })).collect()
    };
    let versions = |suffix: &str| -> Value { (0..many).map(|minor| json!(format!("v1.{minor}.0{suffix}"))).collect() };
    let named = |index: u32| {
        json!({
            "kind": "InfrastructureProvider", "name": format!("p{index}"), "version": "v1.0.0", "contract": "a",
        })
    };
    let mut installed: Vec<Value> = (0..many).map(named).collect();
    installed.push(json!({ "kind": "CoreProvider", "name": "cluster-api", "version": "v1.0.0", "contract": "a" }));
    let mut repositories = serde_json::Map::new();
    repositories.insert(
        "cluster-api".to_owned(),
        json!({ "versions": versions(""), "releaseSeries": series(&|minor| format!("c{minor}")) }),
    );
    for index in 0..many {
        let one = json!({ "versions": ["v1.0.0"], "releaseSeries": [{ "major": 1, "minor": 0, "contract": "c0" }] });
        repositories.insert(format!("infrastructure-p{index}"), one);
    }
    let strangers: Vec<Value> = (0..many)
        .map(|index| json!({ "kind": "AddonProvider", "name": format!("x{index}"), "to": "v1.0.0", "toContract": "a" }))
        .collect();
    let pre_releases = json!({
        "current": "v1.0.0", "versions": versions("-rc.0"), "metadataFor": format!("v1.{}.0-rc.0", many - 1),
        "releaseSeries": (0..many).map(|major| json!({ "major": major * 2 + 1, "minor": 0, "contract": "a" })).collect::<Value>(),
    });
    let pending: Vec<String> = (0..many).map(|index| format!("x{index}")).collect();
    for (question, given) in [
        ("providers/plan", json!({ "installed": installed, "repositories": repositories })),
        ("providers/upgrade-info", pre_releases),
        ("providers/upgrade-steps", json!({ "providers": installed, "targets": strangers })),
        ("providers/version-changes", json!({ "providers": installed, "pending": pending })),
    ] {
        let request = json!({ "question": question, "given": given }).to_string();
        let answer = engine.ask(request.as_bytes());
        let decided = answer.contains(r#""outcome":"decided""#);
        assert!(decided, "{question}: {}", answer.chars().take(400).collect::<String>());
        assert!(answer.len() < 40 * request.len(), "{question}: {} for {}", answer.len(), request.len());
    }
}
