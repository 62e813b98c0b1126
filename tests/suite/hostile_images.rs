//! Hostile profiles: truncated, enormous, contradictory. Every door answers within the host's limits, reports the
//! problem with its place, and keeps what it had loaded.

use std::fmt::Write as _;

use fitment_tests::doors::{self, Door, Native, Verb};
use serde_json::{Value, json};

fn read(answer: &[u8]) -> Value {
    serde_json::from_slice(answer).expect("an answer is JSON")
}

/// Returns a profile with this `spec`, as text.
fn profile(name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{{"name":"{name}"}},"spec":{spec}}}"#
    )
}

fn load(profile: &str) -> String {
    format!(r#"{{"documents":[{profile}]}}"#)
}

/// Returns a comma-separated list of texts, each made from its number.
fn list(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut list, number| {
        let _ = write!(list, "{}{}", if number > 0 { "," } else { "" }, one(number));
        list
    })
}

const SMALL: &str = r#"{"machineCapabilities":[{"name":"architecture","values":["amd64","arm64"]},{"name":"net","values":["acc","std"]}],"regions":[{"name":"eu","zones":[{"name":"a","unavailableMachineTypes":["m2"]}]}],"machineTypes":[{"name":"m1","cpu":"4","memory":"16Gi","capabilities":{"architecture":["arm64"]}},{"name":"m2","architecture":"amd64"}],"machineImages":[{"name":"é","versions":[{"version":"1.0.0","expirationDate":"2027-01-01T00:00:00Z","capabilityFlavors":[{"architecture":["amd64"],"net":[]},null,{"architecture":["arm64"]}]},{"version":"1.1.0","lifecycle":[{"classification":"preview"},{"classification":"supported","startTime":"2026-06-01T00:00:00Z"}]}]}]}"#;

/// Returns questions about a loaded profile.
fn questions() -> Vec<String> {
    let asked = [
        ("images/fit", json!({ "cloudProfile": "p", "machineType": "m1", "region": "eu" })),
        ("images/matrix", json!({ "cloudProfile": "p" })),
        ("images/pick", json!({ "cloudProfile": "p", "machineType": "m1" })),
        ("images/machine-types", json!({ "cloudProfile": "p", "image": "é", "cpu": { "min": "2" } })),
    ];
    let request = |(question, given): (&str, Value)| {
        json!({ "question": question, "now": "2026-01-01T00:00:00Z", "text": true, "given": given }).to_string()
    };
    asked.into_iter().map(request).collect()
}

#[test]
fn a_profile_cut_anywhere_changes_nothing() {
    let request = load(&profile("p", SMALL));
    let inline: Vec<String> = questions().iter().map(|asked| asked.replace("\"p\"", &profile("q", SMALL))).collect();
    let mut cuts = 0;
    for mut door in doors::near() {
        let held = door.call(Verb::Load, request.as_bytes());
        assert_eq!(read(&held)["outcome"], "decided");
        let before: Vec<Vec<u8>> = questions().iter().map(|asked| door.call(Verb::Ask, asked.as_bytes())).collect();
        assert!(before.iter().all(|answer| read(answer)["outcome"] == "decided"));
        let requests = [(Verb::Load, &request)].into_iter().chain(inline.iter().map(|asked| (Verb::Ask, asked)));
        for (verb, whole) in requests {
            for end in 0..whole.len() {
                let answer = read(&door.call(verb, &whole.as_bytes()[..end]));
                assert_eq!(answer["outcome"], "undecided", "{} {verb:?} cut at {end}", door.name());
                let code = answer["problems"][0]["code"].as_str().unwrap_or_default();
                assert!(["truncated-json", "not-utf8"].contains(&code), "{verb:?} cut at {end}: {answer}");
                cuts += 1;
            }
        }
        // Only a load that brings the profile warns of its flavor that is `null`.
        assert_eq!(read(&door.call(Verb::Load, b"{}"))["answer"], read(&held)["answer"], "{}", door.name());
        let after: Vec<Vec<u8>> = questions().iter().map(|asked| door.call(Verb::Ask, asked.as_bytes())).collect();
        assert_eq!(before, after, "{}", door.name());
    }
    println!("{cuts} cut profiles are undecided");
}

#[test]
fn what_does_not_parse_is_named_with_its_place() {
    let cases = [
        (r#""memory":"16Gi""#, r#""memory":"16 GB""#, "unreadable-text", "/spec/machineTypes/0/memory"),
        (r#""cpu":"4""#, r#""cpu":true"#, "wrong-type", "/spec/machineTypes/0/cpu"),
        (r#""cpu":"4""#, r#""cpu":"1e""#, "unreadable-text", "/spec/machineTypes/0/cpu"),
        (
            "2027-01-01T00:00:00Z",
            "2027-02-30T00:00:00Z",
            "unreadable-text",
            "/spec/machineImages/0/versions/0/expirationDate",
        ),
        ("2026-06-01T00:00:00Z", "soon", "unreadable-text", "/spec/machineImages/0/versions/1/lifecycle/1/startTime"),
        (r#""net":[]"#, r#""net":"acc""#, "wrong-type", "/spec/machineImages/0/versions/0/capabilityFlavors/0/net"),
        (r#""net":[]"#, r#""net":[7]"#, "wrong-type", "/spec/machineImages/0/versions/0/capabilityFlavors/0/net/0"),
        (r#""values":["acc","std"]"#, r#""values":{}"#, "wrong-type", "/spec/machineCapabilities/1/values"),
        (r#""name":"m1""#, r#""name":1"#, "wrong-type", "/spec/machineTypes/0/name"),
        (
            r#""net":[]"#,
            r#""net":[],"net":[]"#,
            "duplicate-key",
            "/spec/machineImages/0/versions/0/capabilityFlavors/0/net",
        ),
    ];
    for mut door in doors::near() {
        door.call(Verb::Load, load(&profile("p", SMALL)).as_bytes());
        let before = door.call(Verb::Ask, questions()[0].as_bytes());
        for (from, to, code, path) in cases {
            assert!(SMALL.contains(from));
            let broken = profile("p", &SMALL.replacen(from, to, 1));
            let ask = questions()[0].replace("\"p\"", &broken);
            for (verb, request, place) in
                [(Verb::Load, load(&broken), "/documents/0"), (Verb::Ask, ask, "/given/cloudProfile")]
            {
                let answer = read(&door.call(verb, request.as_bytes()));
                let mut problems = answer["problems"].as_array().expect("a list").iter();
                let error = problems.find(|problem| problem["level"] == "error").expect("an error");
                assert_eq!((&answer["outcome"], &error["code"]), (&json!("undecided"), &json!(code)), "{to}: {answer}");
                assert_eq!(error["path"], format!("{place}{path}"), "{to}");
            }
        }
        assert_eq!(door.call(Verb::Ask, questions()[0].as_bytes()), before, "{}", door.name());
    }
}

#[test]
fn a_machine_type_that_stands_there_twice_is_named() {
    let spec = SMALL.replace(r#"{"name":"m2""#, r#"{"name":"m1"},{"name":"m1""#);
    for mut door in doors::near() {
        door.call(Verb::Load, load(&profile("p", &spec)).as_bytes());
        let answer = read(&door.call(Verb::Ask, questions()[0].as_bytes()));
        // The first entry counts.
        assert_eq!(answer["answer"]["images"][0]["versions"][0]["flavors"][1], json!({ "fits": true }), "{answer}");
        let problems = answer["problems"].as_array().expect("problems are a list");
        let repeated = problems.iter().filter(|problem| problem["code"] == "machine-type-repeated");
        let named: Vec<_> = repeated.map(|problem| (&problem["code"], &problem["facts"][0]["path"])).collect();
        let place = |index| json!(format!("CloudProfile/p#/spec/machineTypes/{index}/name"));
        assert_eq!(named, [(&json!("machine-type-repeated"), &place(1)), (&json!("machine-type-repeated"), &place(2))]);
    }
}

/// One part of each profile is far larger than anyone needs. The host keeps to its default limits, and its answers are
/// those of the linked crate.
#[test]
fn enormous_profiles_are_answered_within_the_limits() {
    let architecture = r#"{"name":"architecture","values":["amd64","arm64"]}"#;
    let machines = r#"[{"name":"m1","capabilities":{"architecture":["arm64"]}}]"#;
    let version = |flavors: &str| format!(r#"{{"version":"1.0.0","capabilityFlavors":[{flavors}]}}"#);
    let images = |versions: &str| format!(r#"[{{"name":"i","versions":[{versions}]}}]"#);
    let flavor = r#"{"architecture":["amd64"]}"#;
    let spec = |definitions: &str, machines: &str, images: &str| {
        format!(r#"{{"machineCapabilities":[{definitions}],"machineTypes":{machines},"machineImages":{images}}}"#)
    };
    let many_capabilities = list(10_000, |number| format!(r#"{{"name":"c{number}","values":["x","y"]}}"#));
    let all_named = |value: &str| list(10_000, |number| format!(r#""c{number}":["{value}"]"#));
    let cases = [
        ("8 MiB of machine type names", {
            let types = list(60_000, |number| format!(r#"{{"name":"{number:0120}"}}"#));
            spec(
                architecture,
                &format!("[{{\"name\":\"m1\",\"capabilities\":{{\"architecture\":[\"arm64\"]}}}},{types}]"),
                &images(&version(flavor)),
            )
        }),
        ("10,000 capabilities, all apart", {
            let machine = format!(r#"[{{"name":"m1","capabilities":{{{}}}}}]"#, all_named("x"));
            spec(&many_capabilities, &machine, &images(&version(&format!("{{{}}}", all_named("y")))))
        }),
        (
            "10,000 capabilities that are only defined",
            spec(&format!("{architecture},{many_capabilities}"), machines, &images(&version(flavor))),
        ),
        (
            "100,000 flavors of one version",
            spec(architecture, machines, &images(&version(&list(100_000, |_| flavor.to_owned())))),
        ),
        (
            "100,000 versions",
            spec(
                architecture,
                machines,
                &images(&list(100_000, |number| {
                    format!(r#"{{"version":"1.{number}.0","capabilityFlavors":[{flavor}]}}"#)
                })),
            ),
        ),
        ("100,000 values of a capability", {
            let values = list(100_000, |number| format!("\"v{number}\""));
            let definitions = format!(r#"{architecture},{{"name":"wide","values":[{values}]}}"#);
            let apart = r#"{"architecture":["arm64"],"wide":["v99999"]}"#;
            let machine = format!(r#"[{{"name":"m1","capabilities":{{"architecture":["arm64"],"wide":[{values}]}}}}]"#);
            spec(&definitions, &machine, &images(&version(&apart.replace("arm64", "amd64"))))
        }),
        ("100 capabilities in 2,000 flavors", {
            let definitions = list(100, |number| format!(r#"{{"name":"c{number}","values":["x","y"]}}"#));
            let machine = format!(
                r#"[{{"name":"m1","capabilities":{{{}}}}}]"#,
                list(100, |number| format!(r#""c{number}":["x"]"#))
            );
            let flavors = list(2_000, |number| format!(r#"{{"c{}":["y"]}}"#, number % 100));
            spec(&definitions, &machine, &images(&version(&flavors)))
        }),
        ("10,000 capabilities, and 20,000 flavors that fit", {
            let all = list(10_000, |number| format!(r#""c{number}":["x"]"#));
            let flavors = list(20_000, |number| format!(r#"{{"c{}":["x"]}}"#, number % 10_000));
            spec(&many_capabilities, r#"[{"name":"m1"}]"#, &images(&version(&format!("{{}},{flavors},{{{all}}}"))))
        }),
    ];
    let mut door = doors::narrowest();
    let mut native = Native::default();
    for (name, spec) in cases {
        let profile = profile("p", &spec);
        let loaded = read(&door.call(Verb::Load, load(&profile).as_bytes()));
        assert_eq!(loaded["outcome"], "decided", "{name}");
        native.call(Verb::Load, load(&profile).as_bytes());
        for (question, given) in [
            ("images/fit", json!({ "cloudProfile": "p", "machineType": "m1", "image": "i", "version": "1.0.0" })),
            ("images/fit", json!({ "cloudProfile": "p", "machineType": "m1" })),
            ("images/pick", json!({ "cloudProfile": "p", "machineType": "m1" })),
            ("images/matrix", json!({ "cloudProfile": "p" })),
            ("images/machine-types", json!({ "cloudProfile": "p", "image": "i", "version": "1.0.0" })),
        ] {
            let request = json!({ "question": question, "text": true, "given": given }).to_string();
            let Some(answer) = door.call_within_limits(Verb::Ask, request.as_bytes()) else {
                // A reason for each of them, or a cure and a pool, does not fit into the allowed memory. The host
                // reports that, and answers the next question once the profile is loaded again.
                let many = ["100,000 flavors of one version", "100,000 versions"].contains(&name);
                assert!(many && question == "images/fit", "{question} of {name} needs more memory than allowed");
                door.call(Verb::Load, load(&profile).as_bytes());
                continue;
            };
            assert_eq!(read(&answer)["outcome"], "decided", "{name}, {question}");
            assert!(
                native.call(Verb::Ask, request.as_bytes()) == answer,
                "{name}, {question}: native says something else"
            );
        }
        // The same with the profile inside the question.
        let given = format!(r#"{{"cloudProfile":{profile},"machineType":"m1","image":"i"}}"#);
        let request = format!(r#"{{"question":"images/pick","given":{given}}}"#);
        let answer = door.call(Verb::Ask, request.as_bytes());
        assert_eq!(read(&answer)["outcome"], "decided", "{name} in the question");
    }
}

/// Ten thousand pools that are all refused, or that all have to be looked up in long lists.
#[test]
fn enormous_shoots_are_answered_within_the_limits() {
    let images = r#"[{"name":"i","versions":[{"version":"1.0.0","architectures":["amd64"]}]}]"#;
    let usable = r#"{"name":"m","usable":true,"architecture":"amd64"}"#;
    let shoot = |pool: &dyn Fn(usize) -> String| {
        format!(
            r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{{"name":"s","namespace":"n"}},"spec":{{"region":"eu","kubernetes":{{"version":"1.4999.0"}},"provider":{{"workers":[{}]}}}}}}"#,
            list(10_000, pool)
        )
    };
    let lacking = {
        let types = list(5_000, |number| format!(r#"{{"name":"m{number}","usable":true,"architecture":"amd64"}}"#));
        let names = list(50_000, |number| format!(r#""m{number}""#));
        let zone = format!(r#"{{"name":"a","unavailableMachineTypes":[{names}]}}"#);
        format!(r#"{{"machineTypes":[{types}],"machineImages":{images},"regions":[{{"name":"eu","zones":[{zone}]}}]}}"#)
    };
    let long = {
        let versions = list(5_000, |number| format!(r#"{{"version":"1.{number}.0"}}"#));
        let zones = list(5_000, |number| format!(r#"{{"name":"z{number}"}}"#));
        let volumes = list(5_000, |number| format!(r#"{{"name":"v{number}","usable":true}}"#));
        format!(
            r#"{{"machineTypes":[{usable}],"machineImages":{images},"kubernetes":{{"versions":[{versions}]}},"volumeTypes":[{volumes}],"regions":[{{"name":"eu","zones":[{zones}]}}]}}"#
        )
    };
    let apart = {
        let nets = list(5_000, |number| format!(r#""n{number}""#));
        format!(
            r#"{{"machineCapabilities":[{{"name":"architecture","values":["amd64"]}},{{"name":"net","values":[{nets},"other"]}}],"machineTypes":[{{"name":"m","usable":true,"capabilities":{{"architecture":["amd64"],"net":[{nets}]}}}}],"machineImages":[{{"name":"i","versions":[{{"version":"1.0.0","capabilityFlavors":[{{"architecture":["amd64"],"net":["other"]}}]}}]}}]}}"#
        )
    };
    let pool = |number: usize, version: &str| {
        format!(
            r#"{{"name":"w{number}","machine":{{"type":"m"}},"zones":["z4999"],"volume":{{"type":"v4999"}},"kubernetes":{{"version":"{version}"}}}}"#
        )
    };
    let cases = [
        (
            "types that zones lack",
            &lacking,
            shoot(&|number| format!(r#"{{"name":"w{number}","machine":{{"type":"gone"}},"zones":["a"]}}"#)),
            false,
        ),
        (
            "a type with long capabilities that no flavor has",
            &apart,
            shoot(&|number| {
                format!(
                    r#"{{"name":"w{number}","machine":{{"type":"m","image":{{"name":"i","version":"1.0.0"}}}},"zones":["a"]}}"#
                )
            }),
            false,
        ),
        ("versions that are not offered", &long, shoot(&|number| pool(number, "1.1.7")), false),
        ("versions to complete", &long, shoot(&|number| pool(number, &format!("1.{}", number % 5_000))), true),
    ];
    let mut door = doors::narrowest();
    for (name, spec, shoot, allowed) in cases {
        let given = format!(r#"{{"operation":"create","cloudProfile":{},"shoot":{shoot}}}"#, profile("p", spec));
        let request = format!(r#"{{"question":"images/admit-shoot","now":"2026-01-01T00:00:00Z","given":{given}}}"#);
        let answer = read(&door.call(Verb::Ask, request.as_bytes()));
        assert_eq!(answer["outcome"], "decided", "{name}: {}", answer["problems"]);
        assert_eq!(answer["answer"]["allowed"], allowed, "{name}");
    }
}

/// Two thousand pools, each of which skips most of two thousand versions.
#[test]
fn enormous_maintenance_is_answered_within_the_limits() {
    let versions = list(2_000, |number| {
        format!(r#"{{"version":"1.{number}.0","cri":[{{"name":"containerd"}}],"architectures":["amd64"]}}"#)
    });
    let spec = format!(
        r#"{{"machineTypes":[{{"name":"m","architecture":"amd64"}}],"machineImages":[{{"name":"i","updateStrategy":"patch","versions":[{versions}]}}]}}"#
    );
    let pools = list(2_000, |number| {
        format!(r#"{{"name":"w{number}","machine":{{"type":"m","image":{{"name":"i","version":"1.{number}.0"}}}}}}"#)
    });
    let shoot = format!(
        r#"{{"spec":{{"kubernetes":{{"version":"1.33.2"}},"maintenance":{{"autoUpdate":{{"machineImageVersion":true}}}},"provider":{{"workers":[{pools}]}}}}}}"#
    );
    let given = format!(r#"{{"cloudProfile":{},"shoot":{shoot}}}"#, profile("p", &spec));
    let request = format!(r#"{{"question":"images/maintain","now":"2026-01-01T00:00:00Z","given":{given}}}"#);
    let answer = doors::narrowest().call(Verb::Ask, request.as_bytes());
    let workers = &read(&answer)["answer"]["workers"];
    assert_eq!(workers[0]["passedOver"].as_array().map(Vec::len), Some(1_999));
    assert!(workers[1_000]["passedOver"].is_null(), "the lists end somewhere");
    assert_eq!((&workers[1_999]["version"], &workers[1_999]["updated"]), (&"1.1999.0".into(), &false.into()));
}

#[test]
fn machine_types_that_make_too_many_pairs_with_versions_are_counted() {
    let versions = list(512, |index| format!(r#"{{"version":"1.{index}.0","architectures":["amd64"]}}"#));
    let types = list(514, |index| format!(r#"{{"name":"m{index}","architecture":"amd64"}}"#));
    let images = format!(r#"[{{"name":"gl","versions":[{versions}]}}]"#);
    let profile = profile("p", &format!(r#"{{"machineImages":{images},"machineTypes":[{types}]}}"#));
    for (question, of_all) in [("images/machine-types", "leftOut"), ("images/matrix", "more")] {
        let request = format!(r#"{{"question":"{question}","given":{{"cloudProfile":{profile}}}}}"#);
        let answer = read(fitment::Engine::default().ask(request.as_bytes()).as_bytes());
        assert_eq!(answer["answer"]["machineTypes"].as_array().map(Vec::len), Some(512), "{question}");
        assert_eq!(answer["answer"][of_all], 2, "{question}");
    }
}
