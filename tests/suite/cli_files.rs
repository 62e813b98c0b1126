//! How the command line handles the files that people have.

use serde_json::Value;

use crate::cli::{code, run, run_with, snapshot, text};
use crate::http::Folder;
use fitment_tests::files;

const PROFILE: &str = "examples/images/cloudprofile.yaml";
const SHOOT: &str = "examples/images/shoot.yaml";
const NOW: [&str; 2] = ["--now", "2026-01-31T00:00:00Z"];

fn review(input: &str, more: &[&str]) -> std::process::Output {
    run_with(&[&["review", "-f", "-", "-o", "text"], &NOW[..], more].concat(), input.as_bytes())
}

#[test]
fn a_folder_is_reviewed_as_it_would_be_applied() {
    snapshot("review-folder", &[&["review", "-f", "examples/images", "-o", "text"], &NOW[..]].concat());
    let output = run(&[&["review", "-f", "examples/images"], &NOW[..]].concat());
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["verdict"], "yes");
    let filled = answers[0]["filled"].as_array().expect("what is filled in");
    let at = |path: &str| filled.iter().find(|operation| operation["path"] == path).map(|found| found["value"].clone());
    assert_eq!(at("/spec/machineTypes/1/usable"), Some(true.into()));
    // The canonical form applies to valid values.
    assert_eq!(at("/spec/machineTypes/2/architecture"), Some("arm64".into()));
}

#[test]
fn lists_and_several_documents_are_objects_too() {
    const OWN: &str = "examples/images/namespacedcloudprofile.yaml";
    let all = [PROFILE, OWN, SHOOT].map(files::read).join("---\n");
    assert!(text(&review(&all, &[]).stdout).ends_with("3 objects: 3 yes, 0 no\n"));
    let items: Vec<String> = [PROFILE, OWN, SHOOT]
        .into_iter()
        .flat_map(|file| fitment_files::yaml::to_json(&files::read(file)).expect("it is YAML"))
        .collect();
    let list = format!(r#"{{"apiVersion":"v1","kind":"List","items":[{}]}}"#, items.join(","));
    assert!(text(&review(&list, &[]).stdout).ends_with("3 objects: 3 yes, 0 no\n"));
    assert_eq!(code(&review("", &[])), 1);
    // In YAML, each answer is a separate document.
    let answers = run(&[&["review", "-f", "examples/images", "-o", "yaml"], &NOW[..]].concat());
    assert_eq!(fitment_files::yaml::to_json(text(&answers.stdout)).expect("it is YAML").len(), 3);
}

#[test]
fn as_sent_nothing_is_filled_in() {
    let profile = files::read(PROFILE);
    let sent = review(&profile, &["--as-sent"]);
    assert!(!text(&sent.stdout).contains("filled in"), "{}", text(&sent.stdout));
    assert!(text(&review(&profile, &[]).stdout).contains("filled in"));
}

#[test]
fn what_is_refused_is_not_brought_into_canonical_form() {
    // A profile that has no value for a capability it defines, and no architecture in the older field.
    let profile = files::read(PROFILE).replacen("architecture: [arm64]", "architecture: [mips]", 1);
    let output = review(&profile, &[]);
    assert_eq!(code(&output), 2, "{}", text(&output.stdout));
    assert!(!text(&output.stdout).contains("/architectures:"), "{}", text(&output.stdout));
}

#[test]
fn a_kind_without_a_rule_is_no_yes_unless_an_api_server_asks() {
    let misspelt = review(&files::read(SHOOT).replace("kind: Shoot", "kind: Shot"), &[]);
    assert_eq!(code(&misspelt), 1);
    let shown = text(&misspelt.stdout);
    assert!(
        shown.starts_with("not judged: ") && shown.contains("did you mean `Shoot.core.gardener.cloud`?"),
        "{shown}"
    );
    let stranger = review("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n", &[]);
    assert_eq!(code(&stranger), 1);
    let asked = r#"{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1","kind":{"group":"","version":"v1","kind":"Secret"},"operation":"CREATE","object":{"metadata":{"name":"a"}}}}"#;
    assert_eq!(code(&review(asked, &[])), 0);
}

#[test]
fn files_are_read_strictly_and_the_way_out_is_named() {
    let misspelt = files::read(SHOOT).replace("workers:", "worker:");
    let output = review(&misspelt, &["--load", PROFILE, "--defaulted"]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stdout).contains("did you mean `workers`?"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("--field-validation warn"), "{}", text(&output.stderr));
    let warned = review(&misspelt, &["--load", PROFILE, "--defaulted", "--field-validation", "warn"]);
    assert!(text(&warned.stdout).contains("16:5: `worker` is none of the keys"), "{}", text(&warned.stdout));
    assert_ne!(code(&warned), 1);
    let altered = files::read(PROFILE).replacen("capabilityFlavors:", "capabilityFlavor:", 1);
    let fit = ["fit", "--profile", "-", "--machine-type", "Standard_S896om", "-o", "text"];
    let refused = run_with(&[&fit[..], &NOW].concat(), altered.as_bytes());
    assert_eq!(code(&refused), 1);
    let warned = run_with(&[&fit[..], &NOW, &["--field-validation", "warn"]].concat(), altered.as_bytes());
    assert!(text(&warned.stderr).contains("did you mean `capabilityFlavors`?"), "{}", text(&warned.stderr));
    assert_eq!(code(&warned), 0);
}

#[test]
fn objects_that_nothing_would_look_at_are_named() {
    let shoot = files::read(SHOOT);
    for (right, wrong, meant) in [
        ("kind: Shoot", "kind: Shot", "did you mean `Shoot`?"),
        ("core.gardener.cloud/v1beta1", "core.gardner.cloud/v1beta1", "did you mean `core.gardener.cloud`?"),
        ("core.gardener.cloud/v1beta1", "core.gardener.cloud/v1", "expected `core.gardener.cloud/v1beta1`"),
    ] {
        let misspelt = shoot.replacen(right, wrong, 1);
        let load = ["review", "-f", PROFILE, "--load", "-", "-o", "text"];
        let refused = run_with(&[&load[..], &NOW].concat(), misspelt.as_bytes());
        assert_eq!(code(&refused), 1, "{wrong}");
        assert!(text(&refused.stdout).contains(meant), "{}", text(&refused.stdout));
        let passed = run_with(&[&load[..], &NOW, &["--field-validation", "warn"]].concat(), misspelt.as_bytes());
        assert_ne!(code(&passed), 1, "{}", text(&passed.stdout));
        assert!(text(&passed.stderr).contains(meant), "{}", text(&passed.stderr));
    }
}

#[test]
fn an_object_stands_once_among_those_that_are_reviewed() {
    let shoot = files::read(SHOOT);
    let twice = format!("{shoot}\n---\n{shoot}");
    let refused = run_with(&["review", "-f", "-", "--load", PROFILE], twice.as_bytes());
    assert_eq!(code(&refused), 1);
    assert!(text(&refused.stderr).contains("a second time"), "{}", text(&refused.stderr));
}

#[test]
fn numbers_booleans_and_merges_are_what_kubernetes_makes_of_them() {
    let unquoted = files::read(PROFILE).replacen("version: 1592.2.0", "version: 1592.2", 1);
    let unquoted =
        if unquoted == files::read(PROFILE) { unquoted.replacen("\"1592.2.0\"", "1592.2", 1) } else { unquoted };
    let output = review(&unquoted, &[]);
    assert_eq!(code(&output), 1, "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("quote it: `\"1592.2\"`"), "{}", text(&output.stdout));
    let default = |input: &[u8]| run_with(&["ask", "drivers/default", "-f", "-"], input);
    let merged = default(b"x: &x {provides: []}\nregisteredDrivers:\n- {name: b, <<: *x}\n- {name: a, <<: *x}\n");
    assert_eq!(code(&merged), 1, "the anchor's own key is none");
    assert!(text(&merged.stdout).contains("/given/x"), "{}", text(&merged.stdout));
    let folder = std::env::temp_dir().join(format!("fitment-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("yaml.json");
    std::fs::write(&file, "registeredDrivers:\n- {name: a, provides: []}\n").expect("a file can be written");
    let output = run(&["ask", "drivers/default", "-f", file.to_str().expect("its name is text")]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    std::fs::remove_dir_all(&folder).expect("it can be taken away");
}

#[test]
fn what_the_host_lacks_is_named() {
    let little = run(&["about", "--memory", "1"]);
    assert_eq!(code(&little), 4);
    assert!(text(&little.stderr).contains("does not start within the 1048576 bytes"), "{}", text(&little.stderr));
    #[cfg(unix)]
    {
        let fitment = std::env::current_exe().expect("a test has a path");
        let folder = fitment.parent().expect("it is in a folder").parent().expect("of a folder");
        let command = format!("ulimit -v 2000000; exec '{}' about", folder.join("fitment").display());
        let output = std::process::Command::new("sh").args(["-c", &command]).output().expect("there is a shell");
        assert_eq!(code(&output), 4);
        assert!(text(&output.stderr).contains("address space"), "{}", text(&output.stderr));
    }
}

#[test]
fn what_is_too_large_is_the_fault_of_the_request() {
    let large = format!(r#"{{"registeredDrivers":[],"config":{{"x":"{}"}}}}"#, "x".repeat(9 << 20));
    assert_eq!(code(&run_with(&["ask", "drivers/default", "-f", "-"], large.as_bytes())), 1);
    let larger = format!(r#"{{"registeredDrivers":[],"config":{{"x":"{}"}}}}"#, "x".repeat(33 << 20));
    assert_eq!(code(&run_with(&["ask", "drivers/default", "-f", "-"], larger.as_bytes())), 1);
}

#[test]
fn a_maintenance_run_is_shown_before_it_happens() {
    let profiles = ["--profile", PROFILE, "examples/images/namespacedcloudprofile.yaml"];
    snapshot("maintain", &[&["maintain", SHOOT, "-o", "text"], &profiles[..], &NOW].concat());
    assert_eq!(code(&run(&["maintain", SHOOT, "--profile", SHOOT])), 3);
}

#[test]
fn what_pools_take_in_time_is_planned() {
    const POOLS: &str = "examples/changes/shoot.yaml";
    snapshot("plan", &[&["plan", POOLS, "--profile", PROFILE, "-o", "text"], &NOW[..]].concat());
    assert_eq!(code(&run(&[&["plan", POOLS, "--profile", PROFILE], &NOW[..]].concat())), 0);
    assert_eq!(code(&run(&["plan", POOLS, "--profile", POOLS])), 3);
    // Each maintenance makes one step. A forced step may now lead to a version that has also expired.
    let version = |version: &str, expires: &str| {
        format!("    - {{version: {version}{expires}, cri: [{{name: containerd}}], architectures: [amd64]}}\n")
    };
    let expired = ", expirationDate: \"2026-01-01T00:00:00Z\"";
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: p}}\nspec:\n  type: local\n  \
         kubernetes: {{versions: [{{version: 1.33.2}}]}}\n  regions: [{{name: eu}}]\n  machineTypes:\n  - {{name: m, cpu: 1, \
         gpu: 0, memory: 1Gi, usable: true, architecture: amd64}}\n  machineImages:\n  - name: gl\n    updateStrategy: \
         patch\n    versions:\n{}{}{}",
        version("1.0.0", expired),
        version("1.1.0", expired),
        version("1.2.0", "")
    );
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: s, namespace: garden-a}\nspec:\n  \
                 cloudProfile: {kind: CloudProfile, name: p}\n  region: eu\n  kubernetes: {version: 1.33.2}\n  \
                 maintenance: {autoUpdate: {machineImageVersion: true}}\n  provider:\n    type: local\n    workers:\n    \
                 - {name: w, minimum: 1, maximum: 1, machine: {type: m, architecture: amd64, image: {name: gl, version: \
                 1.0.0}}, cri: {name: containerd}}\n";
    let folder = Folder::new("plan-twice");
    folder.write("profile.yaml", &profile);
    folder.write("shoot.yaml", shoot);
    let (shoot, profile) = (folder.at("shoot.yaml"), folder.at("profile.yaml"));
    let today = ["--edition", "upstream", "-o", "text"];
    let planned = run(&[&["plan", &shoot, "--profile", &profile][..], &today, &NOW[..]].concat());
    let rows: Vec<&str> = text(&planned.stdout).lines().filter(|line| line.ends_with("  expired")).collect();
    assert!(
        matches!(rows[..], [first, second] if first.contains("next maintenance ") && first.contains(" 1.0.0 ")
            && second.contains("the maintenance after  1.1.0")),
        "{}",
        text(&planned.stdout)
    );
}

#[test]
fn what_a_change_of_a_profile_does_is_shown_before_it_is_made() {
    const CHANGED: &str = "examples/changes/cloudprofile.yaml";
    const USERS: [&str; 2] = ["--shoots", "examples/changes/shoots.yaml"];
    fn diff<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["diff"], more, &NOW[..]].concat()
    }
    snapshot("diff", &diff(&[PROFILE, CHANGED, USERS[0], USERS[1], "-o", "text"]));
    snapshot("diff-nothing", &diff(&[PROFILE, PROFILE, USERS[0], USERS[1], "-o", "text"]));
    let answer: Value =
        serde_json::from_slice(&run(&diff(&[PROFILE, CHANGED, USERS[0], USERS[1]])).stdout).expect("an answer is JSON");
    assert_eq!((&answer["verdict"], &answer["answer"]["otherShoots"]), (&"no".into(), &1.into()));
    // The parent of a NamespacedCloudProfile comes along with the Shoots.
    const OWN: &str = "examples/images/namespacedcloudprofile.yaml";
    assert_eq!(code(&run(&diff(&[OWN, OWN, "--shoots", SHOOT, PROFILE]))), 0);
    assert_eq!(code(&run(&diff(&[OWN, OWN]))), 3, "its parent is not there");
    assert_eq!(code(&run(&diff(&[PROFILE, OWN]))), 1);
    assert_eq!(code(&run(&diff(&[PROFILE, SHOOT]))), 1);
}

#[test]
fn a_matrix_is_a_table() {
    let output = run_with(
        &[&["ask", "images/matrix", "-f", "-", "-o", "text", "--defaulted", "--load", PROFILE], &NOW[..]].concat(),
        b"cloudProfile: azure\n",
    );
    let shown = text(&output.stdout);
    let row = shown.lines().find(|line| line.starts_with("Standard_S896om ")).expect("a row for each machine type");
    assert!(row.contains("2 of 5") && row.contains("gardenlinux 1592.2.0, 1592.1.0"), "{shown}");
}

#[test]
fn names_are_completed() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell, "--profile", PROFILE]);
        for name in ["images/pick", "no-flavor-fits", "Standard_S896om"] {
            assert!(text(&script.stdout).contains(name), "{shell} does not know `{name}`");
        }
    }
}
