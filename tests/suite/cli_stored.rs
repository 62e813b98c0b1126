//! A folder of manifests compared with what is stored: what changes, what stays, and where removed things were.

use fitment_tests::files;
use serde_json::Value;

use crate::cli_check::{check, findings};
use crate::http::Folder;

/// A NamespacedCloudProfile that names many parts of its parent.
const OWN: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: own, namespace: garden-lab}
spec:
  parent: {kind: CloudProfile, name: azure}
  machineImages:
  - name: suse-chost
    versions: [{version: 15.6.20250618, expirationDate: \"2036-09-01T00:00:00Z\"}]
  - name: flatcar
    versions: [{version: 1.0.0, capabilityFlavors: [{architecture: [amd64], storage: [hdd]}]}]
";

#[test]
fn each_use_of_what_goes_is_a_sentence_and_found_where_that_stood() {
    let (folder, stored) = (Folder::new("check-in-use"), Folder::new("check-in-use-stored"));
    let example = files::read("examples/images/cloudprofile.yaml");
    let storage = "  - name: storage\n    values: [ssd, hdd]\n";
    let before = example.replace("  machineImages:\n", &format!("{storage}  machineImages:\n"));
    let shoot = files::read("examples/images/shoot.yaml").replace("minimum: 1", "minimum: 2");
    let shoot = shoot.replace("NamespacedCloudProfile", "CloudProfile").replace("azure-lab", "azure");
    for (file, text) in [("profile.yaml", before.as_str()), ("own.yaml", OWN), ("shoot.yaml", &shoot)] {
        stored.write(file, text);
    }
    let lines = |text: &str, from: &str, to: &str| {
        let (start, end) = (text.find(from).expect("it begins"), text.find(to).expect("it ends"));
        [&text[..start], &text[end..]].concat()
    };
    let flatcar = "  - name: flatcar\n    versions:\n    - version: 2.0.0\n      capabilityFlavors:\n      \
                   - architecture: [amd64]\n  machineTypes:\n";
    let changes = [
        (
            before.replace("1.33.4", "1.33.9"),
            "    - version: 1.33.4",
            "spec.kubernetes.versions[0]: Kubernetes 1.33.4 is",
        ),
        (
            lines(&before, "    - version: 1592.1.0", "    - version: 1443.10.0"),
            "    - version: 1592.1.0",
            "spec.machineImages[0].versions[1]: the image version gardenlinux:1592.1.0 is",
        ),
        (
            lines(&before, "  - name: suse-chost", "  machineTypes:"),
            "  - name: suse-chost",
            "spec.machineImages[1]: the image suse-chost is",
        ),
        (
            before.replace(storage, ""),
            "  - name: storage",
            "spec.machineCapabilities[3]: the capability and values storage:hdd",
        ),
        (
            before.replace("[ssd, hdd]", "[ssd]"),
            "  - name: storage",
            "spec.machineCapabilities[3]: the capability and values storage:hdd",
        ),
        (before.replace("  machineTypes:\n", flatcar), "", "spec.machineImages[2]: the image flatcar is already"),
        (
            format!("{before}  limits:\n    maxNodesTotal: 1\n"),
            "",
            "spec.limits.maxNodesTotal: the limit maxNodesTotal is",
        ),
    ];
    for (after, gone, says) in changes {
        assert_ne!(after, before, "{says}");
        folder.write("profile.yaml", &after);
        let (text, code) = check(&folder, &["-o", "json", "--load", &stored.at("")]);
        let report: Value = serde_json::from_str(&text).expect("it is JSON");
        let is_meant =
            |finding: &Value| finding["says"].as_str().is_some_and(|text| text.replace('`', "").starts_with(says));
        let finding = findings(&report).map(|(_, finding)| finding).find(|finding| is_meant(finding));
        let finding = finding.unwrap_or_else(|| panic!("{code}: {says}: {text}"));
        let line = before.lines().position(|line| line == gone).map(|place| place as u64 + 1);
        assert_eq!(finding["file"].as_str().is_some(), line.is_some(), "{finding}");
        if line.is_some() {
            assert_eq!(finding["line"].as_u64(), line, "{finding}");
        } else {
            assert!(finding["line"].as_u64() > Some(40), "{finding}");
        }
    }
}

#[test]
fn a_shoot_that_is_written_as_it_was_stays_as_it_is() {
    let folder = Folder::new("check-as-written");
    let stored = Folder::new("check-as-written-stored");
    for name in ["cloudprofile", "namespacedcloudprofile"] {
        folder.write(&format!("{name}.yaml"), &files::read(format!("examples/images/{name}.yaml")));
    }
    let whole = files::read("examples/images/shoot.yaml");
    let without = |text: &str, lines: &[&str]| {
        let kept = text.lines().filter(|line| !lines.iter().any(|gone| line.trim() == *gone));
        kept.fold(String::new(), |text, line| text + line + "\n")
    };
    let is_unchanged = |shoot: &str, before: &str| {
        folder.write("shoot.yaml", shoot);
        stored.write("shoot.yaml", before);
        let (text, code) = check(&folder, &["-o", "json", "--load", &stored.at("shoot.yaml")]);
        let report: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(code, 0, "{text}");
        findings(&report).any(|(_, finding)| finding["code"] == "shoot-unchanged")
    };
    let nameless = without(&whole, &["architecture: amd64"]);
    let bare = without(&nameless, &["image:", "name: gardenlinux", "version: 1592.1.0"]);
    assert!(nameless.len() < whole.len() && bare.len() < nameless.len());
    for shoot in [&whole, &nameless, &bare] {
        assert!(is_unchanged(shoot, shoot), "{shoot}");
        assert!(!is_unchanged(&shoot.replace("maximum: 3", "maximum: 4"), shoot), "{shoot}");
    }
    // What is equal after defaulting counts as equal.
    assert!(is_unchanged(&nameless, &whole) && is_unchanged(&whole, &nameless));
    assert!(!is_unchanged(&whole, &bare));
}

#[test]
fn nothing_is_said_of_users_where_nobody_else_is_said_to_be_there() {
    let (folder, stored) = (Folder::new("check-complete"), Folder::new("check-complete-stored"));
    let example = files::read("examples/images/cloudprofile.yaml");
    stored.write("profile.yaml", &example);
    folder.write("profile.yaml", &example.replace("1.33.4", "1.33.9"));
    let told = |complete: &[&str]| {
        let kinds: Vec<String> = complete.iter().map(|kind| format!("{kind}.core.gardener.cloud")).collect();
        let flag = if kinds.is_empty() { &[][..] } else { &["--complete"] };
        let kinds: Vec<&str> = flag.iter().copied().chain(kinds.iter().map(String::as_str)).collect();
        let at = stored.at("");
        let arguments = [&["--load", &at, "--defaulted", "-o", "json"][..], &kinds].concat();
        let report: Value = serde_json::from_str(&check(&folder, &arguments).0).expect("it is JSON");
        findings(&report).filter(|(_, finding)| finding["code"] == "users-not-known").count()
    };
    assert_eq!(told(&[]), 2);
    assert_eq!(told(&["Shoot"]), 1);
    assert_eq!(told(&["Shoot", "NamespacedCloudProfile"]), 0);
}

#[test]
fn what_is_wrong_behind_an_expired_version_is_found_at_its_own_line() {
    let folder = Folder::new("check-dropped");
    let image = "  - name: suse-chost\n    updateStrategy: minor\n    versions:\n";
    let expired = "    - {version: 15.5.1, classification: expired, capabilityFlavors: [{architecture: [amd64]}]}\n";
    let wrong = "    - {version: 15.5.2, classification: suported, capabilityFlavors: [{architecture: [amd64]}]}\n";
    let profile = files::read("examples/images/cloudprofile.yaml");
    let with_both = profile.replace(image, &[image, expired, wrong].concat());
    assert_ne!(profile, with_both);
    folder.write("profile.yaml", &with_both);
    let (text, _) = check(&folder, &["-o", "json"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let mut found = findings(&report);
    let (_, finding) = found.find(|(_, finding)| finding["code"] == "FieldValueNotSupported").expect(&text);
    let line = with_both.lines().position(|line| line.contains("suported")).map(|place| place as u64 + 1);
    assert_eq!(finding["line"].as_u64(), line, "{finding}");
}
