//! Several objects that are applied together. Each is judged beside the others as they will be, and there has to be an
//! order in which they can be applied.

use fitment_tests::files;
use serde_json::Value;

use crate::cli;
use crate::cli_check::{check, findings};
use crate::http::Folder;

fn profile() -> String {
    files::read("examples/images/cloudprofile.yaml")
}

/// Returns a Shoot that uses this version of its profile's image.
fn shoot(version: &str) -> String {
    let shoot = files::read("examples/images/shoot.yaml").replace("minimum: 1", "minimum: 2");
    let shoot = shoot.replace("NamespacedCloudProfile", "CloudProfile").replace("azure-lab", "azure");
    shoot.replace("Standard_NC24ads_A100_v4", "Standard_S896om").replace("1592.1.0", version)
}

fn folder(name: &str, files: &[(&str, String)]) -> Folder {
    let folder = Folder::new(name);
    files.iter().for_each(|(file, text)| folder.write(file, text));
    folder
}

/// Returns the files that no order lets through, each with the sentence that says so.
fn stuck(report: &str) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(report).expect("it is JSON");
    let stuck = findings(&report).filter(|(_, finding)| finding["code"] == "in-no-order");
    stuck.map(|(file, finding)| (file.to_owned(), finding["says"].as_str().unwrap_or_default().to_owned())).collect()
}

#[test]
fn what_refuses_one_another_in_every_order_is_refused() {
    let stored = folder("order-stored", &[("profile.yaml", profile()), ("shoot.yaml", shoot("1592.1.0"))]);
    let renamed = profile().replace("1592.1.0", "1592.3.0");
    let new = folder("order-new", &[("profile.yaml", renamed.clone()), ("shoot.yaml", shoot("1592.3.0"))]);
    let (report, code) = check(&new, &["--load", &stored.at(""), "--defaulted", "-o", "json"]);
    assert_eq!(code, 2, "{report}");
    let both = stuck(&report);
    assert_eq!(both.len(), 2, "{both:?}");
    for ((file, says), (name, why)) in both.iter().zip([("profile", "still used by"), ("shoot", "1592.3.0")]) {
        assert!(file.contains(name) && says.contains("in each order") && says.contains(why), "{file}: {says}");
    }
    // The Shoot has to go first, and is the second file. Objects that no rule covers are no obstacle.
    let own = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\n".to_owned();
    let files = [("profile.yaml", renamed), ("shoot.yaml", shoot("1592.2.0"))];
    let moved = folder("order-moved", &files);
    let beside = folder("order-beside", &files);
    beside.write("own.yaml", &own);
    for folder in [&moved, &beside] {
        let (report, _) = check(folder, &["--load", &stored.at(""), "--defaulted", "-o", "json"]);
        assert_eq!(stuck(&report), []);
    }
    for (folder, expected) in [(&new, 2), (&moved, 0)] {
        let (files, old) = (folder.at(""), stored.at(""));
        let arguments = ["-f", &files, "--old", &old, "--load", &old, "--defaulted", "--now", "2026-01-01T00:00:00Z"];
        let output = cli::run(&[&["review"], &arguments[..], &["-o", "text"]].concat());
        let text = cli::text(&output.stdout);
        assert_eq!(
            (cli::code(&output), text.matches("in each order").count()),
            (expected, expected as usize),
            "{text}"
        );
    }
}

#[test]
fn what_builds_on_a_version_that_is_not_kept_is_refused() {
    let child = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: own, namespace: garden-lab}
spec:
  parent: {kind: CloudProfile, name: azure}
  machineImages:
  - name: suse-chost
    versions: [{version: 15.5.20240101, expirationDate: \"2036-09-01T00:00:00Z\"}]
";
    let all = folder("order-kept", &[("profile.yaml", profile()), ("child.yaml", child.to_owned())]);
    let (report, code) = check(&all, &["-o", "json"]);
    let stuck = stuck(&report);
    assert!(code == 2 && stuck.len() == 1 && stuck[0].0.contains("child"), "{report}");
    let kept = folder(
        "order-kept-not-over",
        &[("profile.yaml", profile().replace("2025-06-01", "2026-06-01")), ("child.yaml", child.to_owned())],
    );
    let (report, code) = check(&kept, &["-o", "json"]);
    assert_eq!(code, 0, "{report}");
}

#[test]
fn what_is_stored_already_is_told_to_be_loaded() {
    let head = "apiVersion: core.gardener.cloud/v1beta1\n";
    let parent = format!(
        "{head}kind: CloudProfile\nmetadata: {{name: demo}}\nspec:\n  type: local\n  regions: [{{name: here}}]\n  kubernetes: \
         {{versions: [{{version: 1.33.1}}]}}\n  machineTypes: [{{name: small, cpu: '2', gpu: '0', memory: 4Gi}}]\n  \
         machineImages:\n  - name: gl\n    updateStrategy: major\n    versions:\n    - {{version: 1.0.0, cri: [{{name: \
         containerd}}], expirationDate: '2025-01-01T00:00:00Z'}}\n    - {{version: 1.1.0, cri: [{{name: containerd}}]}}\n"
    );
    // The child extends a version that has expired, so the version is not kept if the parent is new.
    let child = format!(
        "{head}kind: NamespacedCloudProfile\nmetadata: {{name: own, namespace: garden-a}}\nspec:\n  parent: {{kind: \
         CloudProfile, name: demo}}\n  machineImages:\n  - name: gl\n    versions:\n    - {{version: 1.0.0, \
         expirationDate: '2027-06-01T00:00:00Z'}}\n"
    );
    let both = folder("order-over", &[("parent.yaml", parent), ("child.yaml", child)]);
    let (report, code) = check(&both, &["-o", "json"]);
    assert_eq!((stuck(&report).len(), code), (1, 2), "{report}");
    assert!(report.contains("bring them with `--load`"), "{report}");
    let (report, code) = check(&both, &["--load", &both.at(""), "--defaulted", "-o", "json"]);
    assert_eq!((stuck(&report).len(), code), (0, 0), "{report}");
}
