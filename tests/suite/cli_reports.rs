//! Findings in files, in the formats that tools read.

use fitment_tests::files;
use serde_json::Value;

use crate::cli;
use crate::cli_check::{check, findings, manifests};
use crate::http::Folder;

#[test]
fn workflows_are_told_in_commands() {
    let folder = manifests("check-github");
    let (text, _) = check(&folder, &["-o", "github"]);
    assert!(text.lines().count() > 3);
    for line in text.lines() {
        let (head, says) = line.strip_prefix("::").and_then(|line| line.split_once("::")).expect("it is a command");
        let (level, properties) = head.split_once(' ').expect("it has properties");
        assert!(["error", "warning", "notice"].contains(&level) && !says.is_empty(), "{line}");
        assert!(properties.starts_with("file="), "{line}");
    }
}

#[test]
fn every_finding_has_a_place() {
    let now = ["--now", "2026-01-31T00:00:00Z"];
    let review = crate::http::as_json("examples/reviews/shoot-create-misfit.yaml");
    for (arguments, input) in
        [(&["check", "examples"][..], ""), (&["check", "-"], &review), (&["lint", "-"], "a: [b\n")]
    {
        let output = cli::run_with(&[arguments, &now, &["-o", "sarif"]].concat(), input.as_bytes());
        let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        let results = report["runs"][0]["results"].as_array().expect("it has results");
        assert!(!results.is_empty(), "{arguments:?}");
        for result in results {
            let place = &result["locations"][0]["physicalLocation"];
            assert!(place["artifactLocation"]["uri"].is_string(), "{arguments:?}: {result:#}");
            assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 0), "{arguments:?}: {result:#}");
        }
    }
    let output = cli::run(&[&["check", "examples", "-o", "github"], &now[..]].concat());
    for line in cli::text(&output.stdout).lines() {
        assert!(line.contains(" file=") && line.contains(",line="), "{line}");
    }
    // What is refused in an AdmissionReview is inside of it.
    let file = "examples/reviews/shoot-create-misfit.yaml";
    let output = cli::run(&[&["check", file, "examples/images", "-o", "json"], &now[..]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let lines: Vec<u64> = findings(&report)
        .filter(|(at, finding)| *at == file && finding["level"] == "error")
        .filter_map(|(_, finding)| finding["line"].as_u64())
        .collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| *line > 10), "{report:#}");
}

#[test]
fn every_word_for_a_refusal_is_explained() {
    let mut words: Vec<String> = ["Invalid", "Forbidden", "InUse"].map(str::to_owned).to_vec();
    let quoted = |text: &str| text.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let declared = |file: &str| {
        let text = files::read(file);
        let (_, text) = text.split_once("words! {").expect("it declares words");
        quoted(text.split_once("\n}\n").expect("it ends").0)
    };
    words.extend(declared("src/policy/images/errors/field_error.rs").iter().map(|word| format!("FieldValue{word}")));
    words.extend(declared("src/policy/providers/objects/flaw.rs"));
    words.extend(declared("src/policy/providers/life/guard.rs"));
    for file in files::below("src/policy/providers/review", "rs") {
        let text = std::fs::read_to_string(file).expect("it can be read");
        words.extend(text.split("told.refuse(").skip(1).filter_map(|call| {
            let first = call.trim_start().strip_prefix('"')?;
            first.split_once('"').map(|(word, _)| word.to_owned())
        }));
    }
    words.sort_unstable();
    words.dedup();
    assert!(words.len() > 30, "{words:?}");
    for word in &words {
        assert_eq!(cli::code(&cli::run(&["explain", word])), 0, "{word}");
    }
}

/// Reports on the example of a change.
fn changed(form: &str) -> (String, i32) {
    let [old, new, shoots] = ["images/cloudprofile", "changes/cloudprofile", "changes/shoots"].map(|name| {
        let file = files::root().join(format!("examples/{name}.yaml"));
        file.display().to_string()
    });
    let output = cli::run(&["diff", &old, &new, "--shoots", &shoots, "--now", "2026-01-01T00:00:00Z", "-o", form]);
    (cli::text(&output.stdout).to_owned(), cli::code(&output))
}

#[test]
fn a_change_is_reported_where_the_new_profile_stands() {
    let (report, code) = changed("sarif");
    let report: Value = serde_json::from_str(&report).expect("it is JSON");
    let results = report["runs"][0]["results"].as_array().expect("it has results");
    let of_level = |level: &str| results.iter().filter(|result| result["level"] == level).collect::<Vec<_>>();
    assert_eq!(code, 2);
    assert!(of_level("error").iter().any(|result| result["ruleId"] == "pools-lose-version"), "{report:#}");
    // A pool that moves is no reason for a no.
    assert!(of_level("warning").iter().any(|result| result["ruleId"] == "pools-will-move"), "{report:#}");
    for result in results {
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert!(place.as_str().is_some_and(|uri| uri.ends_with("examples/changes/cloudprofile.yaml")), "{result:#}");
    }
    // A profile that is not understood is reported too.
    let folder = Folder::new("diff-report");
    folder
        .write("new.yaml", &files::read("examples/changes/cloudprofile.yaml").replace("machineTypes:", "machineType:"));
    let old = files::root().join("examples/images/cloudprofile.yaml").display().to_string();
    let output = cli::run(&["diff", &old, &folder.at("new.yaml"), "-o", "github"]);
    let line = cli::text(&output.stdout);
    assert!(line.starts_with("::error file=") && line.contains("title=unknown-key::"), "{line}");
    assert_eq!(cli::code(&output), 1);
}

/// The reports conform to the schemas of the tools that read them. `FITMENT_REPORTS_PYTHON` names an interpreter with
/// the validators.
#[test]
#[ignore = "takes Python with two packages, which the long tests install"]
fn reports_conform_to_their_schemas() {
    let python = std::env::var("FITMENT_REPORTS_PYTHON").expect("FITMENT_REPORTS_PYTHON names an interpreter");
    let folder = manifests("check-schemas");
    folder.write(
        "odd.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfil\nmetadata: {name: \"\\x01<&\\\"]]>\"}\n",
    );
    let registry = folder.at("registry.yaml");
    for form in ["sarif", "junit"] {
        folder.write(&format!("check.{form}"), &check(&folder, &["-o", form]).0);
        let linted = cli::run(&["lint", "drivers", &registry, "-o", form]);
        folder.write(&format!("lint.{form}"), cli::text(&linted.stdout));
        folder.write(&format!("diff.{form}"), &changed(form).0);
        for report in ["check", "lint", "diff"] {
            let mut validate = std::process::Command::new(&python);
            validate.arg(files::root().join("tests/reports/validate.py")).arg(folder.at(&format!("{report}.{form}")));
            let output = validate.output().expect("it starts");
            assert!(output.status.success(), "{report}.{form}: {}", cli::text(&output.stderr));
        }
    }
}

/// The formats that show only findings.
const REPORTS: [&str; 3] = ["sarif", "junit", "github"];

#[test]
fn a_file_that_cannot_be_read_is_in_every_report() {
    let folder = Folder::new("report-broken");
    folder.write("broken.yaml", "a: [b\n");
    let broken = folder.at("broken.yaml");
    let commands: [&[&str]; 6] = [
        &["lint", &broken],
        &["lint", "traits", &broken],
        &["lint", "drivers", &broken],
        &["diff", &broken, &broken],
        &["check", &broken],
        &["check", &files::root().join("examples/images").display().to_string(), "--load", &broken],
    ];
    for command in commands {
        for form in REPORTS {
            let output = cli::run(&[command, &["-o", form]].concat());
            let report = cli::text(&output.stdout);
            assert!(
                report.contains("file-unreadable") && report.contains("broken.yaml"),
                "{command:?} {form}: {report}"
            );
            assert_eq!(cli::code(&output), 1, "{command:?}");
        }
        let output = cli::run(&[command, &["-o", "text"]].concat());
        let said = [cli::text(&output.stdout), cli::text(&output.stderr)].concat();
        let is_placed = [":2:1: ", ": line 2 column 1: "].iter().any(|place| said.contains(place));
        assert!(said.contains("broken.yaml") && is_placed, "{command:?}: {said}");
        assert_eq!(cli::code(&output), 1, "{command:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_keeps_nobody_from_the_others() {
    let folder = Folder::new("lint-broken");
    let doubtful = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\nspec:\n  \
                    type: local\n  regions: [{name: here}]\n  machineTypes: []\n  kubernetes: {versions: []}\n  \
                    machineImages: [{name: gl, versions: [{version: 1.0.0}, {version: 1.0.0}]}]\n";
    folder.write("a.yaml", "a: [b\n");
    folder.write("b.yaml", doubtful);
    let lint = |form| cli::run(&["lint", &folder.at(""), "--now", "2026-01-01T00:00:00Z", "-o", form]);
    let alone = cli::run(&["lint", &folder.at("b.yaml"), "--now", "2026-01-01T00:00:00Z", "-o", "text"]);
    let both = lint("text");
    assert_eq!((cli::text(&both.stdout), cli::code(&both)), (cli::text(&alone.stdout), 1));
    assert!(cli::text(&both.stderr).contains("a.yaml"), "{}", cli::text(&both.stderr));
    let report: Value = serde_json::from_slice(&lint("sarif").stdout).expect("it is JSON");
    let codes: Vec<&str> = report["runs"][0]["results"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|result| result["ruleId"].as_str())
        .collect();
    assert!(codes.contains(&"file-unreadable") && codes.len() > 1, "{codes:?}");
}

#[test]
fn what_was_meant_to_be_a_profile_is_not_passed_over() {
    let folder = Folder::new("lint-meant");
    let profile = files::read("examples/images/cloudprofile.yaml");
    folder.write("case.yaml", &profile.replace("kind: CloudProfile", "kind: Cloudprofile"));
    folder.write("empty.yaml", "");
    folder.write("other.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n");
    folder.write("pointer.yaml", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n");
    folder.write("profile.yaml", &profile);
    let lint = |form| cli::run(&["lint", &folder.at(""), "--now", "2026-01-31T00:00:00Z", "-o", form]);
    let report = lint("junit");
    let shown = cli::text(&report.stdout);
    assert_eq!(cli::code(&report), 1, "{shown}");
    assert!(shown.contains(r#"tests="5" failures="2""#) && shown.contains(r#"skipped="2""#), "{shown}");
    let told = cli::text(&report.stderr);
    assert!(told.contains("skipped 1 object that is not a CloudProfile"), "{told}");
    let says = lint("text");
    for expected in ["found the kind `Cloudprofile`, expected `CloudProfile`", "found `version https://git-lfs"] {
        assert!(shown.contains(expected) && cli::text(&says.stderr).contains(expected), "{shown}");
    }
    // Each is told once, even if the files are read again.
    folder.write("profile.yaml", &files::read("examples/migrated.yaml"));
    let fixed = cli::run(&["lint", &folder.at(""), "--fix", "--now", "2026-01-31T00:00:00Z"]);
    let told = cli::text(&fixed.stderr);
    assert_eq!(told.matches("note: passed over").count(), 1, "{told}");
    assert_eq!(told.matches("note: skipped").count(), 1, "{told}");
}

#[test]
fn of_a_file_that_is_broken_somewhere_nothing_is_mended() {
    let folder = Folder::new("lint-fix-broken");
    let flavors = "capabilityFlavors: [{architecture: [amd64]}, {architecture: [amd64]}]";
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: a}}\nspec:\n  type: local\n  \
         machineCapabilities: [{{name: architecture, values: [amd64]}}]\n  machineImages: [{{name: gl, versions: \
         [{{version: 1.0.0, {flavors}}}]}}]\n"
    );
    let broken = format!("{profile}---\napiVersion: v1\nkind: List\nitems: 5\n");
    let fixed = |text: &str| {
        folder.write("a.yaml", text);
        let output = cli::run(&["lint", &folder.at("a.yaml"), "--fix", "--anew", "--now", "2026-01-01T00:00:00Z"]);
        (std::fs::read_to_string(folder.at("a.yaml")).expect("it is there"), cli::code(&output))
    };
    assert_eq!(fixed(&broken), (broken.clone(), 1));
    assert_ne!(fixed(&profile).0, profile);
}

#[test]
fn standard_input_is_no_file_of_a_report() {
    let output = cli::run_with(&["lint", "-", "-o", "junit"], b"a: [b\n");
    let report = cli::text(&output.stdout);
    assert!(report.contains(r#"tests="1" failures="1""#), "{report}");
    let output = cli::run_with(&["lint", "-", "-o", "sarif"], b"a: [b\n");
    assert!(cli::text(&output.stdout).contains(r#""uri": "stdin""#), "{}", cli::text(&output.stdout));
    let output = cli::run_with(&["lint", "-", "-o", "github"], b"a: [b\n");
    assert!(cli::text(&output.stdout).starts_with("::error title=file-unreadable"), "{}", cli::text(&output.stdout));
}
