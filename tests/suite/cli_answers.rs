//! What must not pass for a yes on the command line: nothing read, nothing asked, or something the API server refuses.

use std::path::PathBuf;

use crate::cli::{code, run, run_with, text};
use fitment_tests::files;

const PROFILE: &str = "examples/images/cloudprofile.yaml";
const NOW: [&str; 2] = ["--now", "2026-01-31T00:00:00Z"];

/// A temporary folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fitment-answers-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn write(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a file can be written");
        path.to_str().expect("the path is text").to_owned()
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_or_file_that_holds_nothing_is_refused_by_name() {
    let folder = Folder::new("empty");
    let refused = |path: &str, expected: &str| {
        let asked: [&[&str]; 3] = [
            &["diff", PROFILE, PROFILE, "--shoots", path],
            &["review", "-f", PROFILE, "--load", path],
            &["maintain", "examples/changes/shoot.yaml", "--profile", path],
        ];
        for arguments in asked {
            let output = run(&[arguments, &NOW[..]].concat());
            let why = text(&output.stderr);
            assert_eq!(code(&output), 1, "{arguments:?}: {why}");
            assert!(why.contains(path) && why.contains(expected), "{arguments:?}: {why}");
        }
    };
    refused(folder.path(), "expected at least one");
    folder.write("notes.txt", "kind: Shoot\n");
    refused(folder.path(), "found no file called `*.yaml`, `*.yml`, `*.json`");
    let file = folder.write("comment.yaml", "# nothing yet\n---\n");
    refused(&file, "found no object");
    refused(folder.path(), "found no object");
    // A list may be empty, as `kubectl get` can print one.
    let list = br#"{"apiVersion":"v1","kind":"List","items":[]}"#;
    let arguments = [&["diff", PROFILE, PROFILE, "--shoots", "-"], &NOW[..]].concat();
    assert_eq!(code(&run_with(&arguments, list)), 0);
}

#[test]
fn a_profile_without_machine_types_is_said_in_every_format() {
    let profile = files::read(PROFILE);
    let (before, after) = profile.split_once("  machineTypes:\n").expect("it has machine types");
    let (_, after) = after.split_once("  regions:\n").expect("it has regions");
    let without = format!("{before}  machineTypes: []\n  regions:\n{after}");
    for format in ["text", "json"] {
        let output = run_with(&["fit", "--profile", "-", "-o", format], without.as_bytes());
        assert_eq!(code(&output), 1);
        assert!(
            text(&output.stderr).contains("found no machine type in the profile `azure`"),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_change_to_what_is_refused_says_so_with_its_place() {
    let refused = files::read(PROFILE).replacen(
        "architecture: [amd64]\n      hypervisorType: [gen2]\n  - name",
        "architecture: [amd64]\n      hypervisorType: [gen3]\n  - name",
        1,
    );
    let output = run_with(&[&["diff", PROFILE, "-", "-o", "text"], &NOW[..]].concat(), refused.as_bytes());
    assert_eq!(code(&output), 2, "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("the API server would refuse the new profile: spec.machineTypes[0]"));
    let place = refused.lines().position(|line| line.contains("gen3")).expect("it is there") + 1;
    assert!(text(&output.stderr).contains(&format!("standard input:{place}:")), "{}", text(&output.stderr));
}

#[test]
fn pools_that_are_stuck_are_a_no_to_scripts() {
    let shoot = files::read("examples/changes/shoot.yaml");
    let folder = Folder::new("stuck");
    let version = shoot.lines().filter(|line| line.contains("version: 1")).nth(1).expect("a pool has a version");
    let gone = folder.write("gone.yaml", &shoot.replace(version.trim(), "version: 9999.9.9"));
    let sound = folder.write("sound.yaml", &shoot);
    for command in ["maintain", "plan"] {
        let exit = |file: &str| code(&run(&[&[command, file, "--profile", PROFILE], &NOW[..]].concat()));
        assert_eq!((exit(&sound), exit(&gone)), (0, 2), "{command}");
    }
    // The output says where the value is and how to write it there.
    let unquoted = folder.write("on.yaml", &shoot.replace(version.trim(), "version: on"));
    let output = run(&[&["plan", &unquoted, "--profile", PROFILE, "-o", "text"], &NOW[..]].concat());
    assert!(text(&output.stdout).contains("quote it: `\"on\"`"), "{}", text(&output.stdout));
    // Nothing can be said about a pool that names no version yet, so the output must not claim that it stays.
    let open = folder.write("open.yaml", &shoot.replace(version.trim(), "version: \"\""));
    for command in ["maintain", "plan"] {
        let output = run(&[&[command, &open, "--profile", PROFILE, "-o", "text"], &NOW[..]].concat());
        let (_, table) = text(&output.stdout).rsplit_once("POOL").expect("it has a table");
        let not_known = table.lines().filter(|line| line.contains("not known")).count();
        assert!(not_known == 1 && table.contains("names no version yet"), "{command}: {table}");
    }
    let output = run(&[&["plan", &sound, &gone, "--profile", PROFILE], &NOW[..]].concat());
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("a second time"), "{}", text(&output.stderr));
    let output = run(&[&["maintain", PROFILE, "--profile", PROFILE], &NOW[..]].concat());
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("found a `CloudProfile`, expected Shoots"), "{}", text(&output.stderr));
}

#[test]
fn a_no_over_files_from_git_says_that_they_may_want_defaults() {
    let shoot = files::read("examples/changes/shoot.yaml");
    let review = |more: &[&str]| {
        let arguments = [&["review", "-f", "-", "--load", PROFILE], &NOW[..], more].concat();
        run_with(&arguments, shoot.as_bytes())
    };
    assert!(text(&review(&[]).stderr).contains("`--defaulted`"));
    assert!(!text(&review(&["--defaulted"]).stderr).contains("`--defaulted`"));
}

#[test]
fn kinds_of_which_everything_is_loaded_count_in_every_command() {
    let given = r#"{"object":"Namespace","operation":"delete","oldNamespace":{"apiVersion":"v1","kind":"Namespace","metadata":
        {"name":"a","labels":{"cluster-api.cattle.io/rancher-auto-import":"true"}}}}"#;
    let ask = |complete: &[&str]| {
        let output = run_with(&[&["ask", "clusters/change-effects", "-f", "-"], complete].concat(), given.as_bytes());
        (code(&output), text(&output.stderr).to_owned())
    };
    assert_eq!(ask(&[]).0, 3);
    // The forms of `kubectl` and of a document's `apiVersion`.
    assert_eq!(ask(&["--complete", "Cluster.cluster.x-k8s.io"]), (0, String::new()));
    assert_eq!(ask(&["--complete", "cluster.x-k8s.io/v1beta1/Cluster"]), (0, String::new()));

    let review = ["review", "-f", "examples/reviews/shoot-create.yaml"];
    for command in [&["ask", "fitment/about"][..], &review, &["check", "examples/clusters"]] {
        for (complete, says) in [
            (
                "Clusters.cluster.x-k8s.io",
                "found `--complete Clusters.cluster.x-k8s.io`, which nothing reads; did you mean `Cluster.cluster.x-k8s.io`?",
            ),
            ("Shoot", "which nothing reads; did you mean `Shoot.core.gardener.cloud`?"),
            ("core.gardner.cloud/v1beta1/Shoot", "did you mean `Shoot.core.gardener.cloud`?"),
            ("Fleet", "did you mean `Fleet.fitment`?"),
            ("Shoot.", "expected a kind with its group: `Shoot.core.gardener.cloud`"),
            ("/v1/Shoot", "expected a kind with its group: `Shoot.core.gardener.cloud`"),
        ] {
            let output = run(&[command, &["--complete", complete]].concat());
            assert_eq!(code(&output), 1, "{command:?} {complete}");
            assert!(text(&output.stderr).contains(says), "{command:?}: {}", text(&output.stderr));
        }
    }
}
