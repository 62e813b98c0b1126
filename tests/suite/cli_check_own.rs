//! Fitment's own documents in a folder that is checked.

use fitment_tests::files;
use serde_json::{Value, json};

use crate::cli;
use crate::cli_check::{check, findings};
use crate::http::Folder;

/// Creates a folder with a cluster, its namespace, and more files.
fn clusters(name: &str, more: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    folder.write(
        "cluster.yaml",
        "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team-a\n  labels: {cluster-api.cattle.io/rancher-auto-import: \
         \"true\"}\n---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: prod-eu, namespace: team-a}\n\
         spec: {}\n",
    );
    more.iter().for_each(|(file, text)| folder.write(file, text));
    folder
}

#[test]
fn clusters_are_judged_by_the_settings_beside_them() {
    let assumed = "so the strategy `v1` is assumed";
    let (text, _) = check(&clusters("check-assumed", &[]), &["-o", "text"]);
    assert!(text.contains(assumed), "{text}");
    let settings = files::read("examples/clusters/documents/settings.yaml");
    let folder = clusters("check-settings", &[("settings.yaml", &settings)]);
    let (text, code) = check(&folder, &["-o", "text"]);
    assert!(code == 0 && !text.contains(assumed) && !text.contains("passed over"), "{text}");

    let misspelt = settings.replace("spec:", "Spec:");
    let (text, code) = check(&clusters("check-misspelt", &[("settings.yaml", &misspelt)]), &["-o", "text"]);
    let told = text.lines().any(|line| line.contains("settings.yaml:6:1: error:") && line.contains("`spec`"));
    assert!(code == 1 && told && text.contains("\n2 judged as new: "), "{text}");
}

#[test]
fn what_is_wrong_with_a_registry_is_told_in_its_line() {
    let folder = Folder::new("check-registry");
    folder.write(
        "registry.yaml",
        "apiVersion: fitment/v1\nkind: DriverRegistry\nmetadata: {name: prod}\ndrivers:\n\
         - {name: a, is_beta: true, provides: [[vm, ubuntu, kubernetes]]}\n",
    );
    let (text, code) = check(&folder, &["-o", "json"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let unknown: Vec<_> = findings(&report).filter(|(_, finding)| finding["code"] == "unknown-key").collect();
    let [(file, finding)] = unknown.as_slice() else { panic!("one key is told: {text}") };
    assert!(code == 1 && file.ends_with("registry.yaml"), "{text}");
    assert_eq!(finding["line"], json!(5), "{text}");
    let (text, _) = check(&folder, &["-o", "github"]);
    assert!(text.starts_with("::error file=") && text.contains("line=5"), "{text}");
}

#[test]
fn records_whose_names_are_still_generated_are_judged_beside_each_other() {
    let record = |owner: &str| {
        format!(
            "apiVersion: management.cattle.io/v3\nkind: Cluster\nmetadata:\n  generateName: c-\n  labels:\n    \
             cluster-api.cattle.io/capi-cluster-owner: {owner}\n    cluster-api.cattle.io/capi-cluster-owner-ns: team-a\n    \
             cluster-api.cattle.io/owned: \"\"\nspec: {{displayName: {owner}}}\n"
        )
    };
    let folder = Folder::new("check-generated-names");
    // No stand-in is a name that somebody else may have.
    let named = record("own").replace("generateName: c-", "name: c-00001");
    for (second, refused) in [("prod", 2), ("test", 0)] {
        folder.write("records.yaml", &[record("prod"), named.clone(), record(second)].join("---\n"));
        let (text, code) = check(&folder, &["-o", "json"]);
        let report: Value = serde_json::from_str(&text).expect("it is JSON");
        let says = findings(&report).filter_map(|(_, finding)| finding["says"].as_str());
        let told: Vec<&str> = says.filter(|says| says.contains("has the record")).collect();
        assert_eq!(told.len(), refused, "{code}: {text}");
        let file = folder.at("records.yaml");
        let others = told.iter().zip([":21:1", ":1:1"]);
        for (says, place) in others {
            assert!(says.contains(&format!("has the record `c-… ({file}{place})` already")), "{says}");
        }
    }
}

#[test]
fn settings_count_wherever_they_are_among_the_files() {
    let [profile, settings] =
        ["cloudprofile", "settings"].map(|file| files::read(format!("examples/lifecycle/{file}.yaml")));
    let folder = Folder::new("settings-last");
    folder.write("a-profile.yaml", &profile);
    folder.write("z-settings.yaml", &settings);
    let (text, code) = check(&folder, &[]);
    assert_eq!(code, 0, "{text}");
    // Together, these are too large for one load.
    let large =
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: large}}\ndata: {{a: {}}}\n", "x".repeat(12 << 20));
    folder.write("b-large.yaml", &large);
    folder.write("c-large.yaml", &large.replace("name: large", "name: larger"));
    let beside = Folder::new("settings-beside");
    beside.write("other.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n");
    let output = cli::run(&["review", "-f", &beside.at("other.yaml"), "--load", &folder.at(""), "--defaulted"]);
    let warned = cli::text(&output.stderr);
    assert!(!warned.contains("VersionClassificationLifecycle"), "{warned}");
}

#[test]
fn settings_are_the_same_in_every_namespace() {
    let settings = files::read("examples/lifecycle/settings.yaml");
    let folder = Folder::new("settings-twice");
    for namespace in ["a", "b"] {
        let placed = settings.replace("name: images", &format!("name: images\n  namespace: {namespace}"));
        assert_ne!(placed, settings);
        folder.write(&format!("{namespace}.yaml"), &placed);
    }
    let (text, code) = check(&folder, &[]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("found `Settings/images` a second time"), "{text}");
}

#[test]
fn a_profile_whose_name_is_made_up_is_judged() {
    let profile =
        files::read("examples/images/cloudprofile.yaml").replace("  name: azure\n", "  generateName: azure-\n");
    let folder = Folder::new("profile-generated");
    folder.write("profile.yaml", &profile);
    let (text, code) = check(&folder, &["-o", "text"]);
    assert!(code == 0 && profile.contains("generateName"), "{text}");
}

#[test]
fn our_own_documents_of_a_misspelt_kind_or_group_are_told() {
    let settings = files::read("examples/lifecycle/settings.yaml");
    let profile = files::read("examples/lifecycle/cloudprofile.yaml");
    let nameless = "metadata: {generateName: images-}";
    for (written, instead, says) in [
        ("fitment/v1", "fitment.io/v1", ["the apiVersion `fitment.io/v1`", "did you mean `fitment/v1`?"]),
        ("Settings", "Setting", ["the kind `Setting`", "did you mean `Settings`?"]),
        ("metadata:\n  name: images", nameless, ["found nothing, expected `images`, `clusters`", "give the document"]),
    ] {
        let folder = Folder::new("own-misspelt");
        folder.write("profile.yaml", &profile);
        folder.write("settings.yaml", &settings.replace(written, instead));
        let (text, code) = check(&folder, &["-o", "text"]);
        assert!(code == 1 && says.iter().all(|part| text.contains(part)), "{code} {text}");
    }
}

#[test]
fn lint_and_diff_go_by_the_settings_that_they_are_given() {
    const GATE: &str = "VersionClassificationLifecycle";
    let [profile, settings] = ["cloudprofile", "settings"].map(|file| format!("examples/lifecycle/{file}.yaml"));
    let now = ["-o", "text", "--now", "2026-06-01T00:00:00Z"];
    let told = |arguments: &[&str]| {
        let output = cli::run(&[arguments, &now[..]].concat());
        format!("{}{}", cli::text(&output.stdout), cli::text(&output.stderr))
    };
    for (without, with) in [
        (vec!["lint", &profile], vec!["lint", &profile, &settings]),
        (vec!["lint", &profile], vec!["lint", "examples/lifecycle"]),
        (vec!["diff", &profile, &profile], vec!["diff", &profile, &profile, "--load", &settings]),
        (vec!["diff", &profile, &profile], vec!["diff", &profile, &profile, "--shoots", &settings]),
    ] {
        assert!(told(&without).contains(GATE), "{}", told(&without));
        let with = told(&with);
        assert!(!with.contains(GATE) && !with.contains("skipped"), "{with}");
    }
    let folder = Folder::new("settings-refused");
    folder.write("settings.yaml", &files::read(&settings).replace("spec:", "Spec:"));
    let file = folder.at("settings.yaml");
    for arguments in [vec!["lint", &profile, &file], vec!["diff", &profile, &profile, "--load", &file]] {
        let output = cli::run(&arguments);
        let text = cli::text(&output.stdout);
        assert!(cli::code(&output) == 1 && text.contains("Spec"), "{text}");
    }
}

#[test]
fn records_of_a_file_that_is_given_twice_are_two() {
    let folder = Folder::new("generated-twice");
    folder.write(
        "record.yaml",
        "apiVersion: management.cattle.io/v3\nkind: Cluster\nmetadata:\n  generateName: c-\n  labels:\n    \
         cluster-api.cattle.io/capi-cluster-owner: prod\n    cluster-api.cattle.io/capi-cluster-owner-ns: team-a\n    \
         cluster-api.cattle.io/owned: \"\"\nspec: {displayName: prod}\n",
    );
    let file = folder.at("record.yaml");
    let output = cli::run(&["review", "-f", &file, &file, "-o", "text"]);
    let text = cli::text(&output.stdout);
    assert_eq!(cli::code(&output), 2, "{text}");
    assert!(text.contains(&format!("has the record `c-… ({file}:1:1, no. 2)` already")), "{text}");
    assert!(text.contains(&format!("has the record `c-… ({file}:1:1)` already")), "{text}");
    let once = cli::run(&["review", "-f", &file, "-o", "text"]);
    assert_eq!(cli::code(&once), 0, "{}", cli::text(&once.stdout));
}
