//! How the command line reports files that cannot be read, and where in them the faults are.

use std::io::Write as _;
use std::process::Stdio;

use crate::cli::{code, fitment, run, run_with, text};
use fitment_tests::files;

const PROFILE: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: a}
spec:
  type: 5
  machineImages:
  - name: gl
    versions:
    - version: 1877.5
      architectures: {amd64: true}
  machineTypes:
  - {name: m, usable: 'yes'}
  - {name: n, usable: yes}
  regoins: []
";

fn review(input: &str, more: &[&str]) -> std::process::Output {
    run_with(&[&["review", "-f", "-"], more].concat(), input.as_bytes())
}

#[test]
fn each_wrong_type_is_told_with_its_line_and_column() {
    let expected = [
        "error: standard input:14:3: `regoins` is none of the keys known here",
        "error: standard input:5:9: found number, expected string (at /review/request/object/spec/type); quote it: `\"5\"`",
        "error: standard input:9:16: found number, expected string",
        "quote it: `\"1877.5\"`",
        "error: standard input:10:22: found object, expected array",
        "error: standard input:12:23: found string, expected boolean",
        "error: standard input:13:12: found boolean, expected string",
        "quote it: `\"n\"`",
    ];
    let shown = review(PROFILE, &["-o", "text"]);
    assert_eq!(code(&shown), 1);
    for line in expected {
        assert!(text(&shown.stdout).contains(line), "{line} in {}", text(&shown.stdout));
    }
    assert_eq!(text(&shown.stdout).matches("error: ").count(), 6, "{}", text(&shown.stdout));
    let fit = run_with(&["fit", "--profile", "-", "-o", "text"], PROFILE.as_bytes());
    assert_eq!(code(&fit), 1);
    assert!(text(&fit.stdout).contains("error: standard input:9:16: "), "{}", text(&fit.stdout));
    // Programs get the engine's own bytes; the places in the file go to standard error.
    let data = review(PROFILE, &["-o", "json"]);
    assert_eq!(text(&data.stderr).matches("note: `/review/request/object/spec/").count(), 6, "{}", text(&data.stderr));
    assert!(text(&data.stderr).contains("/versions/0/version` is standard input:9:16\n"), "{}", text(&data.stderr));
}

#[test]
fn places_are_those_of_the_file_whatever_holds_the_object() {
    let several = format!("---\n# nothing\n---\n{PROFILE}");
    assert!(text(&review(&several, &["-o", "text"]).stdout).contains("standard input:12:16: "));
    let list = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: core.gardener.cloud/v1beta1\n  kind: Shoot\n  \
                metadata: {name: x, namespace: y}\n  spec:\n    region: 5\n";
    assert!(text(&review(list, &["-o", "text"]).stdout).contains("standard input:8:13: "));
    let asked = run_with(&["ask", "drivers/default", "-f", "-", "-o", "text"], b"{\n  \"registeredDrivers\": 5\n}");
    assert!(text(&asked.stdout).contains("error: standard input:2:24: "), "{}", text(&asked.stdout));
    let old = std::env::temp_dir().join(format!("fitment-old-{}.yaml", std::process::id()));
    let shoot = files::read("examples/images/shoot.yaml");
    std::fs::write(&old, shoot.replacen("region: westeurope", "region: 5", 1)).expect("a file can be written");
    let output = review(&shoot, &["-o", "text", "--old", old.to_str().expect("its name is text")]);
    std::fs::remove_file(&old).expect("it can be taken away");
    let place = format!("error: {}:", old.display());
    assert!(text(&output.stdout).contains(&place), "{place} in {}", text(&output.stdout));
}

#[test]
fn a_stored_object_that_no_file_replaces_is_refused() {
    let shoot = files::read("examples/images/shoot.yaml").replacen("name: training", "name: renamed", 1);
    let output = review(&shoot, &["--old", "examples/images/shoot.yaml"]);
    assert_eq!(code(&output), 1);
    let why = "found `Shoot/garden-lab/training`, which none of the files replaces";
    assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
}

#[test]
fn a_stored_object_that_is_there_twice_is_refused() {
    let shoot = files::read("examples/images/shoot.yaml");
    let old = std::env::temp_dir().join(format!("fitment-twice-{}.yaml", std::process::id()));
    let other = shoot.replacen("region: westeurope", "region: northeurope", 1);
    std::fs::write(&old, format!("{other}---\n{shoot}")).expect("a file can be written");
    let output = review(&shoot, &["--old", old.to_str().expect("its name is text")]);
    std::fs::remove_file(&old).expect("it can be taken away");
    assert_eq!(code(&output), 1);
    let why = "found `Shoot/garden-lab/training` a second time";
    assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
}

#[test]
fn keys_that_stand_there_twice_are_refused_with_both_lines() {
    let twice = review("a: 1\nb: 2\na: 3\n", &[]);
    assert_eq!(code(&twice), 1);
    let why = "error: `-`: line 3 column 1: the key `a` stands there twice, first on line 1\n";
    assert_eq!(text(&twice.stderr), why);
    let json = review("{\"kind\": \"Shoot\", \"apiVersion\": \"v1\",\n \"a\": 1,\n \"a\": 2}", &["-o", "text"]);
    assert_eq!(code(&json), 1);
    assert!(
        text(&json.stdout).contains("standard input:3:7: the key `a` stands there twice"),
        "{}",
        text(&json.stdout)
    );
}

#[test]
fn json_in_a_stream_and_yaml_in_braces_are_both_read() {
    let drivers = |input: &str| run_with(&["ask", "drivers/default", "-f", "-"], input.as_bytes());
    assert_eq!(code(&drivers("{registeredDrivers: [{name: a, provides: []}]}")), 0);
    assert_eq!(code(&drivers("\u{feff}{\"registeredDrivers\":\t[]}")), 0);
    let two = r#"{"apiVersion":"v1","kind":"Secret"}{"apiVersion":"v1","kind":"Secret"}"#;
    assert!(text(&review(two, &["-o", "text"]).stdout).contains("2 objects:"));
}

#[test]
fn unknown_names_lack_a_fact_whatever_they_name() {
    const FIT: [&str; 5] = ["fit", "--profile", "examples/images/cloudprofile.yaml", "--now", "2026-01-31T00:00:00Z"];
    const TYPE: [&str; 2] = ["--machine-type", "Standard_S896om"];
    let fit = |more: &[&str]| code(&run(&[&FIT[..], more].concat()));
    assert_eq!(fit(&TYPE), 0);
    for format in ["text", "json"] {
        let several = |more: &[&str]| fit(&[&["-o", format][..], more].concat());
        let one = |more: &[&str]| several(&[&TYPE[..], more].concat());
        assert_eq!(several(&["--machine-type", "nope"]), 3);
        assert_eq!(one(&["nope"]), 3);
        assert_eq!(one(&["--image", "nope"]), 3);
        assert_eq!(one(&["--image", "gardenlinux", "--version", "1.0.0"]), 3);
        assert_eq!(one(&["--region", "nope"]), 3);
        assert_eq!(several(&["--region", "nope"]), 3);
        assert_eq!(one(&["--region", "westeurope", "--zones", "1", "nope"]), 3);
        assert_eq!(one(&["--name", "nope"]), 3);
        // The zone exists and lacks the type. That is a no, for one machine type as for several.
        assert_eq!(one(&["--region", "westeurope", "--zones", "2"]), 2);
        assert_eq!(several(&["--region", "westeurope", "--zones", "2"]), 2);
    }
    let shoot = ["maintain", "examples/images/shoot.yaml", "--profile", "examples/images/cloudprofile.yaml"];
    let elsewhere = run(&shoot);
    assert_eq!(code(&elsewhere), 3, "{}", text(&elsewhere.stderr));
}

#[test]
fn a_cure_is_one_that_is_accepted() {
    let dated = |date: &str| {
        let profile = files::read("examples/images/cloudprofile.yaml");
        let line = profile.lines().find(|line| line.contains("expirationDate")).expect("a version expires");
        let (before, _) = line.split_once("expirationDate:").expect("it has the key");
        review(&profile.replace(line, &format!("{before}expirationDate: {date}")), &["-o", "text"])
    };
    let shown = dated("1798675200");
    assert_eq!(code(&shown), 1);
    let says = "found number, expected a time such as `2026-01-01T00:00:00Z`";
    assert!(text(&shown.stdout).contains(says), "{}", text(&shown.stdout));
    assert!(!text(&shown.stdout).contains("quote it"), "{}", text(&shown.stdout));
    assert_eq!(code(&dated("\"2026-12-31T0:00:00Z\"")), 0);
}

#[test]
fn a_number_in_a_providers_configuration_is_quoted_as_it_is_written() {
    let profile =
        files::read("examples/real/aws/cloudprofile.yaml").replace("ami-0000000000000187a", "00000000000000177");
    for form in ["text", "github"] {
        let shown = run_with(&["lint", "-", "--now", "2026-01-01T00:00:00Z", "-o", form], profile.as_bytes());
        let quoted = "found number, expected string (at ";
        let said = text(&shown.stdout).lines().find(|line| line.contains(quoted)).unwrap_or_default();
        assert!(said.contains("quote it: `\"00000000000000177\"`"), "{}", text(&shown.stdout));
        assert_eq!(said.matches("quote it").count(), 1, "{said}");
    }
}

#[test]
fn what_nobody_hears_changes_no_exit_code() {
    for (arguments, expected) in
        [(&["check", "no/such/folder"][..], 1), (&["minimize", "examples/images/cloudprofile.yaml"], 0)]
    {
        let mut process =
            fitment().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(process.stderr.take());
        let output = process.wait_with_output().expect("it ends");
        assert_eq!(code(&output), expected, "{arguments:?}");
    }
}

#[test]
fn whoever_stops_reading_changes_no_exit_code() {
    const UNSERVED: &str =
        r#"{"apiVersion":"fitment/v1","kind":"DriverRegistry","metadata":{"name":"r"},"drivers":[]}"#;
    for (arguments, input, expected) in [
        (&["lint", "drivers", "-", "-o", "text"][..], UNSERVED, 2),
        (&["lint", "drivers", "-", "-o", "json"], UNSERVED, 2),
        (&["lint", "drivers", "-", "-o", "sarif"], UNSERVED, 2),
        (&["ask", "drivers/resolve", "-f", "-"], r#"{"request":{"coe":"kubernetes"}}"#, 3),
        (&["ask", "--batch", "-"], "{}\n", 0),
    ] {
        let mut process = fitment()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary is built with the tests");
        drop(process.stdout.take());
        let mut stdin = process.stdin.take().expect("stdin is piped");
        stdin.write_all(input.as_bytes()).expect("it reads what it is given");
        drop(stdin);
        let output = process.wait_with_output().expect("it ends");
        assert_eq!(code(&output), expected, "{arguments:?}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("cannot write"), "{arguments:?}: {}", text(&output.stderr));
    }
}
