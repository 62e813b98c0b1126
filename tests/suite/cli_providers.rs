//! `fitment providers`: plans for and checks of the objects of a management cluster.

use serde_json::Value;

use crate::cli::{code, run, run_with, snapshot, text};
use fitment_tests::files;

const FLEET: &str = "examples/providers/fleet.yaml";

fn plan<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["providers", "plan", "-f", FLEET], more].concat()
}

#[test]
fn a_plan_reads_like_one() {
    snapshot("providers-plan", &plan(&["-o", "text", "--to-contract", "v1beta2"]));
    let within = ["CoreProvider/cluster-api=v1.10.5", "InfrastructureProvider/capz-system/azure=v1.20.3"];
    snapshot("providers-plan-moves", &plan(&["-o", "text", "--move", within[0], within[1]]));
    snapshot("providers-plan-alone", &plan(&["-o", "text", "--move", "InfrastructureProvider/azure=v1.21.0"]));
    snapshot("providers-plan-impossible", &plan(&["-o", "text", "--to-contract", "v1beta3"]));
    let operator = ["providers", "plan", "-f", "examples/providers/operator-last.yaml", "-o", "text"];
    let releases = ["--releases", "examples/providers/releases.yaml", "--move", "CoreProvider/cluster-api=v1.10.4"];
    snapshot("providers-plan-releases", &[&operator[..], &releases].concat());
}

#[test]
fn what_was_planned_is_said_by_the_exit_and_in_json() {
    let planned = run(&plan(&["--to-contract", "v1beta2"]));
    let envelope: Value = serde_json::from_slice(&planned.stdout).expect("in a pipe it is JSON");
    assert_eq!((code(&planned), &envelope["question"]), (0, &"providers/explain-upgrade".into()));
    assert_eq!(envelope["answer"]["moves"].as_array().map(Vec::len), Some(3));
    let moved = run(&plan(&["--move", "CoreProvider/cluster-api=v1.10.5"]));
    let envelope: Value = serde_json::from_slice(&moved.stdout).expect("in a pipe it is JSON");
    assert_eq!((code(&moved), &envelope["question"]), (0, &"providers/upgrade-steps".into()));
    // Moves for which there is no plan are refused and then explained, each in a line.
    let alone = run(&plan(&["--move", "InfrastructureProvider/azure=v1.21.0", "CoreProvider/cluster-api=v1.10.5"]));
    let lines: Vec<Value> =
        text(&alone.stdout).lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(code(&alone), 2);
    let questions: Vec<&Value> = lines.iter().map(|line| &line["question"]).collect();
    let explained = "providers/explain-upgrade";
    assert_eq!(questions, ["providers/upgrade-steps", explained, explained]);
    assert_eq!(lines[0]["verdict"], "no");
    assert_eq!(code(&run(&plan(&["--to-contract", "v1beta3"]))), 2);
    assert_eq!(code(&run(&plan(&["--move", "azure=v1.21.0"]))), 1);
    // What cannot be meant is not refused as a move would be.
    for (wrong, exit, expected) in [
        ("InfrastructureProvider/azur=v1.21.0", 3, "there is no provider `InfrastructureProvider/azur` among"),
        ("InfrastructureProvider/azure=1.21.0", 1, "which is not written as `v1.2.3`"),
    ] {
        let output = run(&plan(&["--move", wrong]));
        assert_eq!((code(&output), text(&output.stdout)), (exit, ""), "{wrong}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    assert_eq!(code(&run(&plan(&[]))), 1);
    let nobody = run(&["providers", "plan", "-f", "examples/images", "--to-contract", "v1beta2"]);
    assert!(code(&nobody) == 1 && text(&nobody.stderr).contains("found no provider"), "{}", text(&nobody.stderr));
}

#[test]
fn a_plan_is_made_of_what_was_read_alone() {
    for (from, to) in [("matchLabels:", "matchLabel:"), ("paused: true", r#"paused: "true""#)] {
        let altered = files::read(FLEET).replacen(from, to, 1);
        let plan = ["providers", "plan", "-f", "-", "-o", "text", "--to-contract", "v1beta2"];
        let strict = run_with(&plan, altered.as_bytes());
        let shown = text(&strict.stdout);
        assert_eq!(code(&strict), 1, "{shown}");
        let key = from.split(':').next().expect("a key");
        assert!(shown.contains("error: standard input:") && shown.contains(key), "{shown}");
        let warned = run_with(&[&plan[..], &["--field-validation", "warn"]].concat(), altered.as_bytes());
        let told = text(&warned.stderr);
        assert!(told.contains("warning: standard input:") && told.contains(key), "{told}");
    }
}

#[test]
fn each_provider_is_checked_beside_the_others() {
    snapshot("providers-check", &["providers", "check", "-f", FLEET, "-o", "text"]);
    let altered = files::read(FLEET).replace("version: v1.20.2", "version: v1.21.0").replace("paused:", "pausd:");
    let check = ["providers", "check", "-f", "-", "-o", "text"];
    let strict = run_with(&check, altered.as_bytes());
    assert_eq!(code(&strict), 1);
    assert!(text(&strict.stdout).ends_with("3 objects: 2 yes, 0 no, 1 not decided\n"), "{}", text(&strict.stdout));
    let output = run_with(&[&check[..], &["--field-validation", "warn"]].concat(), altered.as_bytes());
    let shown = text(&output.stdout);
    assert_eq!(code(&output), 2, "{shown}");
    assert!(shown.contains("speaks `v1beta2`, and the core `v1beta1`"), "{shown}");
    assert!(shown.contains("did you mean `paused`?"), "{shown}");
    assert!(shown.ends_with("3 objects: 2 yes, 1 no\n"), "{shown}");
    let json = run(&["providers", "check", "-f", FLEET]);
    let uids: Vec<Value> = text(&json.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON")["review"]["response"]["uid"].clone())
        .collect();
    assert_eq!(uids[0], "CoreProvider/capi-system/cluster-api");
    assert_eq!(code(&run(&["providers", "check", "-f", "examples/images"])), 1);
}
