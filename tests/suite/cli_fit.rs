//! `fitment fit` on the design text's own profile.

use serde_json::Value;

use crate::cli::{code, run, snapshot, text};

const PROFILE: &str = "examples/images/cloudprofile.yaml";

/// The command line that asks about a machine type at a fixed time.
fn fit<'a>(machine_type: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["fit", "--profile", PROFILE, "--now", "2026-01-01T00:00:00Z", "--machine-type", machine_type];
    [&fixed[..], more].concat()
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
        assert!(lines.iter().all(|line| line.chars().count() <= 100), "{machine_type}: a row is too wide");
        assert!(lines.iter().all(|line| *line == line.trim_end()), "{machine_type}: a row ends in blanks");
    }
}

#[test]
fn scripts_can_tell_from_the_exit_whether_anything_fits() {
    assert_eq!(code(&run(&fit("Standard_S896om", &[]))), 0);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--image", "suse-chost"]))), 2);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--image", "gardenlinux", "--version", "1443.10.0"]))), 2);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--image", "ubuntu"]))), 3);
    assert_eq!(code(&run(&fit("Standard_S896om", &["--name", "aws"]))), 1);
    assert_eq!(code(&run(&["fit", "--profile", "examples/drivers/template.yaml", "--machine-type", "x"])), 1);
    // At a time when all that fits has expired.
    let late = ["fit", "--profile", PROFILE, "--now", "2030-01-01T00:00:00Z", "--machine-type", "Standard_S896om"];
    assert_eq!(code(&run(&[&late[..], &["--image", "gardenlinux"]].concat())), 0);
    assert_eq!(code(&run(&[&late[..], &["--image", "suse-chost"]].concat())), 2);
    let output = run(&fit("Standard_S896om", &["--image", "suse-chost", "-o", "json"]));
    let envelope: Value = serde_json::from_slice(&output.stdout).expect("an answer is JSON");
    assert_eq!((code(&output), &envelope["answer"]["summary"]["fitting"]), (2, &0.into()));
}
