//! A folder of manifests beside what is stored: what changes, and what stays.

use fitment_tests::files;
use serde_json::Value;

use crate::cli_check::{check, findings};
use crate::http::Folder;

#[test]
fn a_shoot_that_is_written_as_it_was_stays_as_it_is() {
    let folder = Folder::new("check-as-written");
    let stored = Folder::new("check-as-written-stored");
    for name in ["cloudprofile", "namespacedcloudprofile"] {
        folder.write(&format!("{name}.yaml"), &files::read(&format!("examples/images/{name}.yaml")));
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
    // What is completed alike is alike.
    assert!(is_unchanged(&nameless, &whole) && is_unchanged(&whole, &nameless));
    assert!(!is_unchanged(&whole, &bare));
}
