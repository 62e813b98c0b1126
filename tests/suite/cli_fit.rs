//! `fitment fit` on the design text's own profile.

use serde_json::Value;

use crate::cli::{code, run, snapshot, text};
use crate::http::Folder;

const PROFILE: &str = "examples/images/cloudprofile.yaml";

/// Returns the arguments of a question about a machine type at a fixed time.
fn fit<'a>(machine_type: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["fit", "--profile", PROFILE, "--now", "2026-01-01T00:00:00Z", "-o", "text"];
    [&fixed[..], &["--machine-type", machine_type], more].concat()
}

#[test]
fn the_table_says_what_fits_and_why_the_rest_does_not() {
    snapshot("fit", &fit("Standard_S896om", &[]));
    snapshot("fit-all", &fit("Standard_D4ps_v5", &["--all"]));
    snapshot("fit-version", &fit("Standard_S896om", &["--image", "gardenlinux", "--version", "1443.10.0"]));
    snapshot("fit-unavailable", &fit("Standard_S896om", &["--region", "westeurope", "--zones", "2"]));
    snapshot("fit-misspelt", &fit("Standard_S869om", &[]));
    for machine_type in ["Standard_S896om", "Standard_S896", "Standard_D4ps_v5"] {
        let output = run(&fit(machine_type, &["--all"]));
        let lines: Vec<&str> = text(&output.stdout).lines().collect();
        assert!(lines.len() <= 40, "{machine_type}: {} rows", lines.len());
        // A row must stay on one line, for `grep`.
        let rows =
            lines.iter().skip_while(|line| !line.starts_with("IMAGE")).skip(1).take_while(|line| !line.is_empty());
        assert!(
            rows.clone().count() > 3 && rows.clone().all(|row| row.contains(" yes") || row.contains(" no ")),
            "{lines:?}"
        );
        assert!(lines.iter().all(|line| *line == line.trim_end()), "{machine_type}: a row ends in blanks");
    }
}

#[test]
fn scripts_can_tell_from_the_exit_whether_anything_fits() {
    assert_eq!(code(&run(&fit("Standard_S896om", &[]))), 0);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--image", "suse-chost"]))), 2);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--image", "gardenlinux", "--version", "1443.10.0"]))), 2);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--image", "ubuntu"]))), 3);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--name", "aws"]))), 3);
    assert_eq!(code(&run(&["fit", "--profile", "examples/drivers/template.yaml", "--machine-type", "x"])), 1);
    // A time at which everything that fits has expired.
    let late = ["fit", "--profile", PROFILE, "--now", "2030-01-01T00:00:00Z", "--machine-type", "Standard_S896om"];
    assert_eq!(code(&run(&[&late[..], &["--image", "gardenlinux"]].concat())), 0);
    assert_eq!(code(&run(&[&late[..], &["--image", "suse-chost"]].concat())), 2);
    let output = run(&fit("Standard_S896om", &["--image", "suse-chost"])
        .into_iter()
        .map(|word| if word == "text" { "json" } else { word })
        .collect::<Vec<_>>());
    let envelope: Value = serde_json::from_slice(&output.stdout).expect("an answer is JSON");
    assert_eq!((code(&output), &envelope["answer"]["summary"]["fitting"]), (2, &0.into()));
}

#[test]
fn several_machine_types_are_shown_one_after_the_other() {
    let fit = |more: &[&str]| {
        let fixed = ["fit", "--profile", PROFILE, "--now", "2026-01-01T00:00:00Z"];
        run(&[&fixed[..], more].concat())
    };
    let heads = |output: &std::process::Output| {
        let heads = text(&output.stdout).lines().filter_map(|line| line.split_once(": ").map(|(name, _)| name));
        heads.filter(|name| name.starts_with("Standard_")).map(str::to_owned).collect::<Vec<_>>()
    };
    let both = fit(&["--machine-type", "Standard_S896", "Standard_S896om", "-o", "text"]);
    assert_eq!(heads(&both), ["Standard_S896", "Standard_S896om"]);
    let all = fit(&["-o", "text"]);
    assert_eq!((heads(&all).len(), code(&all)), (3, 0));
    // A problem with the question is reported only once.
    let nowhere = fit(&["-o", "text", "--region", "nowhere"]);
    assert_eq!(text(&nowhere.stdout).matches("undecided, a fact is missing").count(), 1, "{}", text(&nowhere.stdout));
    assert_eq!(code(&nowhere), 3);
    let one_without = fit(&["-o", "text", "--image", "suse-chost"]);
    assert_eq!(code(&one_without), 2, "{}", text(&one_without.stdout));
    let answer: Value = serde_json::from_slice(&fit(&[]).stdout).expect("in a pipe it is JSON");
    assert_eq!(answer["answer"]["machineTypes"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_profile_from_a_file_fits_as_the_api_server_of_the_edition_stores_it() {
    // The design refuses the machine type; today's API server gives it the architecture `amd64`.
    let folder = Folder::new("fit-stored");
    let profile = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: open}
spec:
  type: custom
  kubernetes: {versions: [{version: 1.31.4}]}
  regions: [{name: r}]
  machineCapabilities: [{name: architecture, values: [arm64, amd64]}, {name: net, values: [fast, slow]}]
  machineImages:
  - name: gl
    versions:
    - {version: 2.0.0, capabilityFlavors: [{architecture: [arm64]}]}
    - {version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]}
  machineTypes: [{name: m, cpu: 2, gpu: 0, memory: 8Gi}]
";
    folder.write("profile.yaml", profile);
    let file = folder.at("profile.yaml");
    for (edition, fitting) in [("design", 2), ("upstream", 1)] {
        let output = run(&["fit", "--profile", &file, "--machine-type", "m", "--edition", edition, "-o", "json"]);
        let envelope: Value = serde_json::from_slice(&output.stdout).expect("an answer is JSON");
        assert_eq!(envelope["answer"]["summary"]["fitting"], fitting, "{edition}: {envelope}");
        let is_refused = text(&output.stderr).contains("the API server would not store this");
        assert_eq!(is_refused, edition == "design", "{}", text(&output.stderr));
    }
}
