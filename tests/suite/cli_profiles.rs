//! Profiles that are linted and minimized, and the files that contain them.

use crate::cli;
use crate::http::Folder;

const PROFILE: &str = "# who to ask: the platform team
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: demo}
spec:
  type: local
  kubernetes: {versions: [{version: 1.33.1}]}
  regions: [{name: here}]
  machineCapabilities:
  - {name: architecture, values: [amd64]}
  - {name: hyp, values: [gen2, gen1]}   # the preferred first
  machineTypes:
  - {name: small, cpu: '2', gpu: '0', memory: 4Gi, capabilities: {architecture: [amd64]}}
  machineImages:
  - name: gl
    versions:
    # the only one
    - version: 1.0.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
        hyp: [gen2, gen1]   # both
      # the same once more
      - architecture: [amd64]
---
# another document
kind: ConfigMap
";

fn on(name: &str, command: &str, arguments: &[&str]) -> (String, String, i32) {
    let folder = Folder::new(name);
    folder.write("profile.yaml", PROFILE);
    let file = folder.at("profile.yaml");
    let output = cli::run(&[&[command, &file, "--now", "2026-01-01T00:00:00Z"][..], arguments].concat());
    let after = std::fs::read_to_string(&file).expect("it is there");
    (cli::text(&output.stdout).to_owned(), after, cli::code(&output))
}

/// Returns the lines that a file has lost.
fn gone(after: &str) -> Vec<&str> {
    let mut beside: Vec<&str> = after.lines().collect();
    let is_gone = |line: &&str| match beside.iter().position(|other| other == line) {
        Some(place) => {
            beside.remove(place);
            false
        }
        None => true,
    };
    PROFILE.lines().filter(is_gone).collect()
}

#[test]
fn what_is_safe_is_mended_and_comments_stay() {
    let (text, after, code) = on("lint", "lint", &["-o", "text"]);
    assert_eq!((after.as_str(), code), (PROFILE, 0));
    assert!(text.contains("profile.yaml:24:9: ") && text.contains("`--fix` does it"), "{text}");
    let (text, after, code) = on("lint-fix", "lint", &["-o", "text", "--fix"]);
    assert!(code == 0 && text.contains("nothing is found"), "{text}");
    assert_eq!(gone(&after), ["      # the same once more", "      - architecture: [amd64]"]);
    // A second run has nothing to do.
    let (_, again, _) = on("lint-json", "lint", &["--strict"]);
    assert_eq!(again, PROFILE);
}

#[test]
fn what_says_nothing_goes_and_comments_stay() {
    let (text, after, code) = on("minimize", "minimize", &["-o", "text"]);
    assert!(code == 0 && after == PROFILE && text.contains("can do without"), "{text}");
    let (_, after, _) = on("minimize-write", "minimize", &["--write"]);
    let gone = gone(&after);
    assert!(!gone.is_empty() && gone.iter().all(|line| line.contains("hyp")), "{gone:?}");
    let (shown, after, _) = on("minimize-to", "minimize", &["--to", "-"]);
    assert!(after == PROFILE && shown.starts_with("# who to ask") && shown.ends_with("kind: ConfigMap\n"), "{shown}");
}

#[test]
fn what_cannot_be_kept_is_not_written_unless_it_is_asked_for() {
    let folder = Folder::new("minimize-aliases");
    let text = PROFILE.replace("hyp: [gen2, gen1]   # both", "hyp: &both [gen2, gen1]");
    folder.write("profile.yaml", &text);
    let file = folder.at("profile.yaml");
    let output = cli::run(&["minimize", &file, "--write"]);
    assert_eq!(cli::code(&output), 1);
    let said = cli::text(&output.stderr);
    assert!(said.contains("line 22: found an anchor, so") && said.contains("--anew"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), text);
    assert_eq!(cli::code(&cli::run(&["minimize", &file, "--write", "--anew"])), 0);
    let after = std::fs::read_to_string(&file).expect("it is there");
    assert!(!after.contains('#') && !after.contains("&both") && after.contains("kind: ConfigMap"), "{after}");
    // A JSON file stays indented or unindented.
    folder.write("profile.json", &crate::http::as_json("examples/images/cloudprofile.yaml"));
    let file = folder.at("profile.json");
    assert_eq!(cli::code(&cli::run(&["minimize", &file, "--write"])), 0);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there").lines().count(), 1);
}

#[test]
fn brackets_are_changed_in_place_and_comments_that_go_are_told() {
    let folder = Folder::new("minimize-brackets");
    let in_brackets = "capabilities: {architecture: [amd64], hyp: [gen2, gen1]}}";
    let text = PROFILE
        .replace("capabilities: {architecture: [amd64]}}", in_brackets)
        .replace("      # the same once more\n      - architecture: [amd64]\n", "")
        .replace("- architecture: [amd64]\n        hyp: [gen2", "- hyp: [gen2")
        .replace("# both\n", "# both\n        # always\n        architecture: [amd64]\n");
    folder.write("profile.yaml", &text);
    let file = folder.at("profile.yaml");
    let output = cli::run(&["minimize", &file, "--write", "--now", "2026-01-01T00:00:00Z"]);
    let (said, after) = (cli::text(&output.stderr), std::fs::read_to_string(&file).expect("it is there"));
    let expected = text
        .replace(", hyp: [gen2, gen1]}}", "}}")
        .replace("- hyp: [gen2, gen1]   # both\n        # always\n", "- # always\n")
        .replace(in_brackets, "capabilities: {architecture: [amd64]}}");
    assert_eq!(after, expected, "{said}");
    assert!(said.contains("profile.yaml` is changed; 1 comment went with what was taken out:\n"), "{said}");
    assert!(said.contains("profile.yaml:21: # both\n"), "{said}");
}

#[test]
fn another_file_is_written_and_only_the_one_that_was_read_is_changed() {
    let folder = Folder::new("minimize-to-another");
    folder.write("profile.yaml", PROFILE);
    let (read, new) = (folder.at("profile.yaml"), folder.at("new.yaml"));
    for (to, says) in [(&new, "new.yaml` is written;"), (&read, "profile.yaml` is changed;")] {
        let output = cli::run(&["minimize", &read, "--to", to, "--now", "2026-01-01T00:00:00Z"]);
        let said = cli::text(&output.stderr);
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn a_file_that_cannot_be_mended_keeps_no_other_from_it() {
    let folder = Folder::new("lint-folder");
    folder.write("a.yaml", &PROFILE.replace("name: gl\n", "name: &name gl\n"));
    folder.write("b.yaml", PROFILE);
    let output = cli::run(&["lint", &folder.at(""), "--fix", "-o", "text", "--now", "2026-01-01T00:00:00Z"]);
    let (said, text) = (cli::text(&output.stderr), cli::text(&output.stdout));
    assert_eq!(cli::code(&output), 1, "{said}");
    assert!(said.contains("a.yaml`: line 15: found an anchor, so comments and layout cannot be kept"), "{said}");
    assert!(said.contains("b.yaml` is changed; 1 comment went with what was taken out:"), "{said}");
    assert!(text.contains("a.yaml:24:9: ") && text.contains("nothing is found"), "{text}");
    let after = std::fs::read_to_string(folder.at("b.yaml")).expect("it is there");
    assert_eq!(gone(&after), ["      # the same once more", "      - architecture: [amd64]"]);
}

#[test]
fn files_without_a_profile_are_refused() {
    for command in ["lint", "minimize"] {
        let output = cli::run(&[command, "examples/images/shoot.yaml"]);
        assert!(cli::code(&output) == 1 && cli::text(&output.stderr).contains("found no CloudProfile"));
    }
    assert_eq!(cli::code(&cli::run(&["lint"])), 1);
}

#[test]
fn tags_become_capabilities_in_the_file_itself() {
    let folder = Folder::new("migrate");
    let request = serde_json::from_str::<serde_json::Value>(&crate::http::as_json("examples/migrate/request.yaml"));
    let mut request = request.expect("it is JSON");
    let profile = request["cloudProfile"].take();
    let known = request.as_object_mut().expect("it is an object");
    known.remove("cloudProfile");
    folder.write("profile.json", &profile.to_string());
    folder.write("known.json", &serde_json::Value::from(known.clone()).to_string());
    let (profile, known) = (folder.at("profile.json"), folder.at("known.json"));
    let output = cli::run(&["migrate", &profile, "--known", &known, "-o", "text"]);
    let text = cli::text(&output.stdout);
    assert!(cli::code(&output) == 0 && text.contains("versions: 2 before, 1 afterwards"), "{text}");
    assert_eq!(cli::code(&cli::run(&["migrate", &profile, "--known", &known, "--write"])), 0);
    let migrated = std::fs::read_to_string(&profile).expect("it is there");
    assert!(migrated.contains("capabilityFlavors") && !migrated.contains("1592.2.0-gen2"), "{migrated}");
    // The file of the example is a whole profile too.
    let linted = cli::run(&["lint", "examples/migrated.yaml", "-o", "text"]);
    assert_eq!(cli::code(&linted), 0, "{}", cli::text(&linted.stderr));
    // A second run has nothing to do.
    let again = cli::run(&["migrate", &profile, "--known", &known, "--write"]);
    assert_eq!((cli::code(&again), std::fs::read_to_string(&profile).expect("it is there")), (0, migrated));
}

#[test]
fn comments_of_a_version_that_goes_are_not_left_to_the_next() {
    const TAGGED: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: mini}
spec:
  type: azure
  kubernetes: {versions: [{version: 1.34.2}]}
  machineImages:
  - name: gl
    versions:
    - version: 2.0.0
    # broken, do not use
    - version: 2.0.0-gen2   # worse
    - version: 1.9.0-gen2   # good, the default
  machineTypes:
  - {name: m, cpu: '2', gpu: '0', memory: 8Gi}
  regions: [{name: r1}]
";
    let folder = Folder::new("tagged");
    folder.write("profile.yaml", TAGGED);
    folder.write("known.yaml", "tags:\n- {tag: gen2, capabilities: {hyp: [gen2]}}\n- {tag: '', capabilities: {hyp: [gen1]}}\nmachineCapabilities:\n- {name: hyp, values: [gen2, gen1]}\nmachineTypes:\n- {name: m, capabilities: {hyp: [gen2]}}\n");
    let (file, known) = (folder.at("profile.yaml"), folder.at("known.yaml"));
    let output = cli::run(&["migrate", &file, "--known", &known, "--write", "--now", "2026-01-01T00:00:00Z"]);
    let after = std::fs::read_to_string(&file).expect("it is there");
    assert!(after.contains("- version: 1.9.0   # good, the default\n"), "{after}{}", cli::text(&output.stderr));
    assert!(!after.contains("broken") && !after.contains("worse"), "{after}");
    let told = cli::text(&output.stderr);
    assert!(
        told.contains("2 comments went") && told.contains("profile.yaml:11: # broken") && told.contains(":12: # worse"),
        "{told}"
    );
}
