//! The command line as a user meets it: output, exit codes, and files in JSON and YAML.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use fitment_tests::files;
use serde_json::Value;

use crate::http::{Folder, as_json};

/// Returns the path of a file that was built along with these tests.
pub fn built(name: &str) -> PathBuf {
    let mut folder: PathBuf = std::env::current_exe().expect("a test has a path");
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    folder.join(name)
}

/// Returns a command for the binary that was built along with these tests.
pub fn fitment() -> Command {
    let mut command = Command::new(built("fitment"));
    command.current_dir(files::root());
    command
}

pub fn run(arguments: &[&str]) -> Output {
    fitment().args(arguments).output().expect("the binary is built with the tests: cargo test --workspace")
}

pub fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut process = fitment()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is built with the tests");
    let mut stdin = process.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = process.wait_with_output().expect("it ends");
    // The program may stop reading before the end.
    let _ = writer.join().expect("the writer does not panic");
    output
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is text")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

const DRIVERS: &str = r#"{"registeredDrivers":[{"name":"b","provides":[]},{"name":"a","provides":[]}]}"#;

#[test]
fn exit_codes_tell_yes_from_no_from_cannot_tell() {
    let ask = |question: &str, given: &str| run_with(&["ask", question, "-f", "-"], given.as_bytes());
    assert_eq!(code(&ask("drivers/default", DRIVERS)), 0);
    let request = r#""request":{"coe":"kubernetes"},"image":{"os_distro":"ubuntu"}}"#;
    let with = |rest: &str| format!("{},{rest}", &DRIVERS[..DRIVERS.len() - 1]);
    assert_eq!(code(&ask("drivers/resolve", &with(request))), 0);
    assert_eq!(code(&ask("drivers/resolve", &with(&request.replace("coe", "driver\":\"x\",\"coe")))), 2);
    assert_eq!(code(&ask("drivers/resolve", &with(r#""request":{"coe":"kubernetes"}}"#))), 3);
    assert_eq!(code(&ask("drivers/nobody", "{}")), 1);
    assert_eq!(code(&ask("drivers/default", "{")), 1);
    assert_eq!(code(&run(&["ask"])), 1);
    assert_eq!(code(&run(&["nonsense"])), 1);
    assert_eq!(code(&run(&["ask", "drivers/default", "-f", "no/such/file"])), 1);
    assert_eq!(code(&run(&["ask", "drivers/default", "--edition", "latest"])), 1);
    assert_eq!(code(&run(&["--help"])), 0);
    // A deadline and a memory limit that no start can meet.
    let slow = run(&["verify", "tests/vectors/drivers", "--deadline", "1", "--memory", "1"]);
    assert_eq!(code(&slow), 4, "{}", text(&slow.stderr));
}

#[test]
fn a_file_that_is_no_json_is_the_fault_of_the_file() {
    let output = run_with(&["ask", "drivers/default", "-f", "-"], b"{\n  \"registeredDrivers\": [,]\n}");
    let envelope: Value = serde_json::from_slice(&output.stdout).expect("an answer is JSON");
    let problem = &envelope["problems"][0];
    assert_eq!((&problem["code"], &problem["path"]), (&"malformed-json".into(), &"/registeredDrivers/0".into()));
    let facts = problem["facts"].to_string();
    assert!(facts.contains(r#"{"name":"line","value":2},{"name":"column","value":25}"#), "{facts}");
}

#[test]
fn yaml_and_json_say_the_same() {
    let json = run_with(&["ask", "drivers/default", "-f", "-"], DRIVERS.as_bytes());
    let yaml = run_with(
        &["ask", "drivers/default", "-f", "-"],
        b"registeredDrivers:\n- {name: b, provides: []}\n- {name: a, provides: []}\n",
    );
    assert_eq!(text(&json.stdout), text(&yaml.stdout));
    let twice = run_with(&["ask", "drivers/default", "-f", "-"], b"registeredDrivers: []\nregisteredDrivers: []\n");
    assert!(text(&twice.stderr).contains("`registeredDrivers` stands there twice"));
    let out = run_with(&["ask", "drivers/default", "-f", "-", "-o", "yaml"], DRIVERS.as_bytes());
    assert!(text(&out.stdout).contains("answer:\n  driver: a\n"), "{}", text(&out.stdout));
}

#[test]
fn a_line_that_ends_its_session_costs_no_other_its_answer() {
    let named = r#"{"question":"images/fit","given":{"cloudProfile":"azure","machineType":"nobody"}}"#;
    // This needs more than the 10 MiB of memory, although a request of its size is allowed.
    let large = format!(r#"{{"question":"fitment/about","given":"{}"}}"#, "x".repeat(6 << 20));
    let lines = [named, &large, named, "{", &large, &large, named].join("\n");
    let batch = ["ask", "--batch", "-", "--load", "examples/images/cloudprofile.yaml", "--memory", "10"];
    let output = run_with(&batch, lines.as_bytes());
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let failed: Vec<Option<&str>> = answers.iter().map(|answer| answer["error"]["kind"].as_str()).collect();
    let memory = Some("out-of-memory");
    assert_eq!(failed, [None, memory, None, None, memory, memory, None], "{}", text(&output.stderr));
    assert!(answers[1]["error"]["says"].as_str().is_some_and(|says| says.contains("bytes of memory allowed")));
    // The documents are loaded again, so questions about them are answered as before.
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[0], answers[6]);
    assert_ne!(answers[0]["problems"][0]["code"], "not-loaded", "{}", answers[0]);
    assert_eq!(code(&output), 4);
}

#[test]
fn a_batch_answers_line_by_line() {
    let good = format!(r#"{{"question":"drivers/default","given":{DRIVERS}}}"#);
    let mut lines: Vec<String> = (0..10_000).map(|_| good.clone()).collect();
    lines[17] = "{".to_owned();
    lines[18] = String::new();
    let output = run_with(&["ask", "--batch", "-"], (lines.join("\n") + "\n").as_bytes());
    assert_eq!(code(&output), 0);
    let answers: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(answers.len(), 10_000);
    for (index, answer) in answers.iter().enumerate() {
        let outcome = if index == 17 || index == 18 { "undecided" } else { "decided" };
        assert!(answer.contains(&format!(r#""outcome":"{outcome}""#)), "line {index}: {answer}");
    }
    assert_eq!(answers[0], answers[9_999]);
}

#[test]
fn what_says_nothing_to_the_lines_of_a_batch_is_refused() {
    let batch =
        |more: &[&str]| run_with(&[&["ask", "--batch", "-", "--field-validation", "warn"], more].concat(), b"{}\n");
    let refused = batch(&[]);
    assert_eq!((code(&refused), text(&refused.stdout)), (1, ""));
    assert!(text(&refused.stderr).contains("expected `fieldValidation` in each line"), "{}", text(&refused.stderr));
    // The option concerns the documents that are loaded.
    assert_eq!(code(&batch(&["--load", "examples/images/cloudprofile.yaml"])), 0);
}

#[test]
fn verify_counts_and_shows_what_differs() {
    let wrong = r#"[{"name":"right","question":"drivers/default","given":{"registeredDrivers":[]},"expect":{"driver":null}},
        {"name":"wrong","question":"drivers/default","edition":["design","upstream"],"given":{"registeredDrivers":[]},"expect":{"driver":"x"}}]"#;
    let output = run_with(&["verify", "-"], wrong.as_bytes());
    assert_eq!(code(&output), 2);
    let shown = text(&output.stdout);
    assert!(
        shown.contains(
            "drivers/default `wrong`\n  in the design edition at /answer/driver\n    want \"x\"\n    got  nothing"
        ),
        "{shown}"
    );
    assert!(shown.ends_with("1 passed, 1 failed\n"), "{shown}");
    let all =
        run(&["verify", "tests/vectors/drivers", "tests/vectors/executed/drivers", "tests/vectors/added/drivers"]);
    assert_eq!(code(&all), 0);
    let vectors = files::vectors().into_iter().filter(|(file, _)| file.split('/').any(|part| part == "drivers"));
    let count: usize = vectors.map(|(_, vectors)| vectors.len()).sum();
    assert!(text(&all.stdout).ends_with(&format!("{count} passed, 0 failed\n")), "{count} vectors");
}

/// Compares output for humans with a snapshot.
pub fn snapshot(name: &str, arguments: &[&str]) {
    let output = run(arguments);
    let shown = format!(
        "$ fitment {}\n{}{}[exit {}]\n",
        arguments.join(" "),
        text(&output.stdout),
        text(&output.stderr),
        code(&output)
    );
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!(format!("cli-{name}"), shown);
    });
}

#[test]
fn what_people_read() {
    for level in ["request", "image", "config", "fallback", "refused"] {
        let file = format!("tests/suite/drivers/{level}.yaml");
        snapshot(&format!("ask-{level}"), &["ask", "drivers/resolve", "-o", "text", "-f", &file]);
    }
    let traits =
        [("traits/match-nodes", "gold-plus-plus"), ("traits/lint", "dedicated-pools"), ("traits/reach", "reach")];
    for (question, file) in traits {
        let path = format!("examples/traits/{file}.yaml");
        snapshot(&format!("ask-{file}"), &["ask", question, "-o", "text", "-f", &path]);
    }
    let shown = ["node-list-long", "flavor-list-long"].map(|name| format!("tests/clients/printed/{name}.json"));
    let files: Vec<&str> = shown.iter().map(String::as_str).collect();
    snapshot("reach", &[&["reach", "--project", "b0b0b0b0", "-o", "text"][..], &files].concat());
    snapshot("help", &["--help"]);
    snapshot("help-ask", &["ask", "--help"]);
    snapshot("questions", &["questions", "-o", "text"]);
    snapshot("question", &["questions", "drivers/lookup", "-o", "text"]);
    snapshot("question-misspelt", &["questions", "drivers/lokup", "-o", "text"]);
    snapshot("explain", &["explain", "driver-not-supported", "-o", "text"]);
    snapshot("editions", &["editions", "-o", "text"]);
    for (name, phase) in [("shoot-create", "mutating"), ("shoot-update-misfit", "validating")] {
        let file = format!("examples/reviews/{name}.yaml");
        let fixed = ["review", "-o", "text", "--now", "2026-01-31T00:00:00Z", "--defaulted", "--phase", phase];
        let documents = ["cloudprofile", "namespacedcloudprofile", "shoot"];
        let documents = documents.map(|name| format!("examples/images/{name}.yaml"));
        let load: Vec<&str> = ["--load"].into_iter().chain(documents.iter().map(String::as_str)).collect();
        snapshot(&format!("review-{name}"), &[&fixed[..], &["-f", &file], &load].concat());
    }
}

#[test]
fn an_object_is_reviewed_before_it_is_applied() {
    let judged = |words: &[&str]| {
        let documents = ["cloudprofile", "namespacedcloudprofile", "shoot"];
        let documents = documents.map(|name| format!("examples/images/{name}.yaml"));
        let load: Vec<&str> = ["--load"].into_iter().chain(documents.iter().map(String::as_str)).collect();
        let out = run(&[&["review", "--defaulted", "--now", "2026-01-31T00:00:00Z"], words, &load].concat());
        let answer: Value = serde_json::from_slice(&out.stdout).expect("an answer is JSON");
        (answer["review"]["response"]["allowed"].as_bool(), answer.to_string(), out.status.code())
    };
    let shoot = ["-f", "examples/images/shoot.yaml"];
    let (allowed, _, code) = judged(&shoot);
    assert_eq!((allowed, code), (Some(true), Some(0)));
    let (allowed, answer, _) = judged(&[&shoot[..], &["--old", "examples/images/shoot.yaml"]].concat());
    assert!(allowed == Some(true) && answer.contains("shoot-unchanged"), "{answer}");
    let (allowed, answer, code) = judged(&["--delete", "-f", "examples/images/cloudprofile.yaml"]);
    assert!(allowed == Some(false) && code == Some(2) && answer.contains("InUse"), "{answer}");
    let twice = run(&["review", "-f", "examples/reviews/shoot-create.yaml", "--delete"]);
    assert_eq!(twice.status.code(), Some(1));
    assert!(text(&twice.stderr).contains("found no object with a `kind`"), "{}", text(&twice.stderr));
}

#[test]
fn every_command_helps_with_an_example() {
    let help = text(&run(&["--help"]).stdout).to_owned();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> =
        commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        let help = run(&[name, "--help"]);
        assert!(text(&help.stdout).contains("Example"), "`fitment {name} --help` shows no example");
    }
}

#[test]
fn about_names_the_wasm() {
    let about: Value = serde_json::from_slice(&run(&["about", "-o", "json"]).stdout).expect("an answer is JSON");
    assert_eq!(about["wasm"]["sha256"], fitment_host::EMBEDDED_SHA256);
    assert_eq!(about["answer"]["engine"], "fitment");
}

#[test]
fn completions_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&run(&["completions", shell]).stdout).contains("fitment"), "{shell}");
    }
}

#[test]
fn completions_without_names_take_no_profile() {
    for shell in ["elvish", "powershell"] {
        assert!(text(&run(&["completions", shell]).stdout).contains("fitment"), "{shell}");
        let output = run(&["completions", shell, "--profile", "examples/images/cloudprofile.yaml"]);
        let says = text(&output.stderr);
        assert!(output.status.code() == Some(1) && says.contains("expected `bash`, `fish` or `zsh`"), "{says}");
    }
}

#[test]
fn a_fleet_that_is_too_large_is_named_with_the_cure() {
    let traits: Vec<String> = (0..1_000).map(|number| format!("CUSTOM_A_TRAIT_WITH_A_NAME_{number}")).collect();
    let node = |number| {
        serde_json::json!({"name": format!("n{number}"), "resource_class": "gold", "traits": traits,
            "provision_state": "available", "power_state": "power off"})
    };
    let nodes: Vec<Value> = (0..1_200).map(node).collect();
    let fleet =
        serde_json::json!({"apiVersion": "fitment/v1", "kind": "Fleet", "metadata": {"name": "prod"}, "nodes": nodes});
    let folder = Folder::new("too-large");
    folder.write("fleet.json", &fleet.to_string());
    let file = folder.at("fleet.json");
    let output = run(&["ask", "traits/match-nodes", "--load", &file]);
    let says = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{says}");
    assert!(says.contains(&format!("`{file}`: `Fleet/prod` is too large: ")) && says.contains("`traitSets`"), "{says}");
}

#[test]
fn completions_run_nothing_that_a_profile_says() {
    let folder = Folder::new("completions");
    let profile = as_json("examples/images/cloudprofile.yaml");
    folder.write("profile.json", &profile.replace("Standard_S896om", "$(touch${IFS}it)"));
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&["completions", shell, "--profile", &folder.at("profile.json")]);
        let (script, says) = (text(&output.stdout), text(&output.stderr));
        assert!(script.contains("Standard_") && !script.contains("IFS"), "{shell}");
        assert!(says.contains("left out") && says.contains("`$(touch${IFS}it)`"), "{says}");
    }
}

#[test]
fn a_name_forges_no_verdict() {
    let shoot = as_json("examples/reviews/shoot-create.yaml");
    let mut review: Value = serde_json::from_str(&shoot).expect("it is JSON");
    let mut shoot = review["request"]["object"].take();
    shoot["metadata"]["name"] = "web\n\nyes: Shoot/garden/web\u{1b}[31m".into();
    let output = run_with(&["review", "-f", "-", "-o", "text"], shoot.to_string().as_bytes());
    let told = text(&output.stdout);
    assert!(!told.lines().any(|line| line.starts_with("yes")) && !told.contains('\u{1b}'), "{told}");
    assert!(told.lines().next().is_some_and(|line| line.contains(r"web\n\nyes: Shoot")), "{told}");
}

#[test]
fn codes_of_the_command_line_are_explained_as_those_of_the_engine() {
    for (format, begins) in [("text", "in-no-order\n\nmeans\n  "), ("yaml", "code: in-no-order\n"), ("json", "{")] {
        let output = run(&["explain", "in-no-order", "-o", format]);
        let told = text(&output.stdout);
        assert!(told.starts_with(begins) && told.ends_with('\n') && !told.ends_with("\n\n"), "{told}");
    }
}
