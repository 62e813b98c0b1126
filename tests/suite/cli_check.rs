//! Checks a folder of manifests as the CI of a repository does, with reports for tools.

use fitment_tests::files;
use serde_json::Value;

use crate::cli;
use crate::http::Folder;

/// Creates a folder with a valid object, one with the same wrong value in two places, a misspelt kind, kinds that no
/// rule covers, a file that is not YAML, and a registry whose names decide.
pub fn manifests(name: &str) -> Folder {
    let folder = Folder::new(name);
    let profile = files::read("examples/images/cloudprofile.yaml");
    folder.write("good.yaml", &profile);
    std::fs::create_dir(folder.at("below")).expect("a folder can be made");
    let wrong =
        profile.replace("name: azure", "name: other").replacen("hypervisorType: [gen1]", "hypervisorType: [gen3]", 2);
    assert_ne!(wrong.matches("gen3").count(), 0);
    folder.write("below/wrong.yaml", &wrong);
    folder.write(
        "others.yaml",
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\n---\n\
         apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfil\nmetadata: {name: y}\n---\nreplicas: 2\n",
    );
    folder.write("broken.yaml", "a: [b\n");
    folder.write("registry.yaml", &files::read("examples/drivers/catalogue.yaml"));
    folder
}

pub fn check(folder: &Folder, arguments: &[&str]) -> (String, i32) {
    let output = cli::run(&[&["check", &folder.at(""), "--now", "2026-01-01T00:00:00Z"][..], arguments].concat());
    (cli::text(&output.stdout).to_owned(), cli::code(&output))
}

/// Returns the findings, each with its file.
pub fn findings(report: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let subjects = report["subjects"].as_array().into_iter().flatten();
    subjects.flat_map(|subject| {
        let findings = subject["findings"].as_array().into_iter().flatten();
        findings.map(|finding| (subject["file"].as_str().unwrap_or_default(), finding))
    })
}

#[test]
fn a_folder_is_judged_as_a_whole() {
    let folder = manifests("check");
    let (text, code) = check(&folder, &["-o", "json"]);
    // A file that could not be read outranks a no.
    assert_eq!(code, 1, "{text}");
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let of = |code: &str| findings(&report).filter(|(_, finding)| finding["code"] == code).collect::<Vec<_>>();
    let lines = |code: &str| of(code).iter().map(|(_, finding)| finding["line"].as_u64()).collect::<Vec<_>>();
    assert_eq!((of("file-unreadable").len(), lines("kind-misspelt")), (1, vec![Some(6)]));
    let wrong = of("FieldValueNotSupported");
    let text = std::fs::read_to_string(folder.at("below/wrong.yaml")).expect("it is there");
    assert!(!wrong.is_empty());
    for (file, finding) in &wrong {
        let line = finding["line"].as_u64().and_then(|line| text.lines().nth(line as usize - 1));
        assert!(file.ends_with("wrong.yaml") && line.is_some_and(|line| line.contains("gen3")), "{finding}");
    }
    assert!(of("lint-alphabet-decides").iter().all(|(file, _)| file.ends_with("registry.yaml")));
    let passed_over =
        report["subjects"].as_array().into_iter().flatten().filter(|subject| subject["passedOver"] == true);
    let passed_over: Vec<&str> = passed_over.filter_map(|subject| subject["name"].as_str()).collect();
    assert_eq!(passed_over, ["a document without a kind", "Deployment/x"]);
}

#[test]
fn what_is_right_passes_and_what_is_doubtful_passes_unless_it_is_strict() {
    let folder = Folder::new("check-right");
    folder.write("good.yaml", &files::read("examples/images/cloudprofile.yaml"));
    let (text, code) = check(&folder, &["-o", "text"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("\n1 object: 0 errors, "), "{text}");
    let (text, code) = check(&folder, &["-o", "text", "--strict"]);
    assert!(code == 2 && text.contains(", 0 warnings\n1 judged as new: "), "{text}");
    // If no file could be read, the answer is not a yes.
    std::fs::remove_file(folder.at("good.yaml")).expect("it can be removed");
    folder.write("notes.txt", "nothing");
    assert_eq!(check(&folder, &[]).1, 1);
}

#[test]
fn what_is_empty_is_passed_over_by_name() {
    let folder = Folder::new("check-empty");
    folder.write("good.yaml", &files::read("examples/images/cloudprofile.yaml"));
    folder.write("empty.yaml", "");
    folder.write("null.json", "null\n");
    folder.write("null.yaml", "---\n# nothing\nnull\n---\n");
    folder.write("nothing.yaml", "{}\n");
    let (text, code) = check(&folder, &["-o", "text"]);
    let at = |name: &str| format!("`{}`", folder.at(name));
    let empty = ["empty.yaml", "null.json", "null.yaml"].map(at).join(", ");
    let kinds = format!("a document without a kind ({}), an empty file ({empty})", at("nothing.yaml"));
    assert!(
        code == 0 && text.contains(&format!("\n4 passed over, of kinds that no rule is about: {kinds}\n")),
        "{text}"
    );
    // If there is nothing else, nothing was judged.
    for file in ["good.yaml", "nothing.yaml"] {
        std::fs::remove_file(folder.at(file)).expect("it can be removed");
    }
    assert_eq!(check(&folder, &[]).1, 1);
}

#[test]
fn what_was_meant_to_be_an_object_is_not_passed_over() {
    let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: x}\nspec: {}\n";
    let list = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: core.gardener.cloud/v1beta1, kind: CloudProfile}\n";
    for (meant, says) in [
        (head.replace("kind:", "Kind:"), "meant.yaml:2:7: error: found the key `Kind`, expected `kind`"),
        (head.replace("apiV", "ApiV"), "found the key `ApiVersion`, expected `apiVersion`"),
        (head.replace("kind: CloudProfile", "kind:"), "without a `kind`, expected both"),
        (list.replace("kind: List", "kind: list"), "found the kind `list` beside `items` of objects, expected `List`"),
        (
            list.replace("items:", "item:"),
            "found a `List` with no `items`, expected a list of objects; did you mean `item`",
        ),
        (list.replace("kind: List\n", ""), "found no kind beside `items` of objects, expected `List`"),
        (
            head.lines().skip(2).collect::<Vec<_>>().join("\n"),
            "meant.yaml:1:1: error: found an object `x` without `apiVersion` and `kind`, expected both",
        ),
        (
            "apiVersion: v1\nkind: List\nitems:\n- metadata: {name: x}\n".to_owned(),
            "meant.yaml:4:3: error: found an object `x` without `apiVersion` and `kind`, expected both",
        ),
    ] {
        let folder = Folder::new("check-meant");
        folder.write("meant.yaml", &meant);
        let (text, code) = check(&folder, &["-o", "text"]);
        assert!(text.contains(says), "{says}: {text}");
        assert_eq!(code, 1, "{text}");
    }
    for other in [
        "apiVersion: v2\nname: a-chart\n",
        "apiVersion: v1\nkind: List\nitems: null\n",
        "apiVersion: v1\nkind: List\nitems: []\n",
        "apiVersion: v1\nkind: List\nitems: [null]\n",
        "apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: List, items: []}]\n",
        "# nothing\n",
    ] {
        let folder = Folder::new("check-other");
        folder.write("other.yaml", other);
        assert_eq!(check(&folder, &[]).1, 1, "{other}");
        folder.write("object.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
        assert_eq!(check(&folder, &[]).1, 0, "{other}");
    }
}

/// The items of a typed list have no kind of their own when an API server returns them.
#[test]
fn lists_are_read_as_the_api_server_hands_them_out() {
    let bad = "{metadata: {name: aws-op}, spec: {type: aws}}";
    let own = bad.replacen('{', "{apiVersion: core.gardener.cloud/v1beta1, kind: CloudProfile, ", 1);
    let of_kind =
        format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfileList\nmetadata: {{}}\nitems:\n- {bad}\n");
    let nested = format!("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - {own}\n");
    for (list, line) in [(of_kind, 5), (nested, 7)] {
        let folder = Folder::new("check-typed");
        folder.write("list.yaml", &list);
        let (text, code) = check(&folder, &["-o", "json"]);
        assert_eq!(code, 2, "{text}");
        let report: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(report["subjects"][0]["name"], "CloudProfile/aws-op", "{text}");
        let (_, finding) = findings(&report).find(|(_, finding)| finding["level"] == "error").expect("it is refused");
        assert_eq!(finding["line"], line, "{finding}");
        for command in [&["lint"][..], &["review", "-f"]] {
            let output = cli::run(&[command, &[&folder.at("list.yaml"), "-o", "text"]].concat());
            assert!(cli::text(&output.stdout).contains("aws-op"), "{}", cli::text(&output.stdout));
        }
    }
}

#[test]
fn kinds_of_other_projects_are_no_slips() {
    let kinds = |text: &str| {
        let folder = Folder::new("check-kinds");
        folder.write("kinds.yaml", text);
        check(&folder, &["-o", "json"]).1
    };
    for (group, kind) in [
        ("infrastructure.cluster.x-k8s.io/v1beta1", "AWSCluster"),
        ("postgresql.cnpg.io/v1", "Cluster"),
        ("fleet.cattle.io/v1alpha1", "Cluster"),
        ("pkg.crossplane.io/v1", "Provider"),
        ("config.projectsveltos.io/v1beta1", "ClusterProfile"),
    ] {
        assert_eq!(kinds(&format!("apiVersion: {group}\nkind: {kind}\nmetadata: {{name: a}}\n")), 0, "{group} {kind}");
    }
    for head in ["apiVersion: core.gardner.cloud/v1beta1\nkind: Shoot", "kind: CloudProfile", "kind: CloudProfil"] {
        assert_eq!(kinds(&format!("{head}\nmetadata: {{name: a}}\n")), 1, "{head}");
    }
}

/// Only Gardener has kinds with these names in a group that resembles its own.
#[test]
fn a_group_that_is_nearly_gardeners_is_told_at_the_api_version() {
    for group in [
        "gardener.cloud/v1beta1",
        "core.gardener/v1beta1",
        "core.gardener.com/v1beta1",
        "core/gardener.cloud/v1beta1",
        "gardener.cloud/core/v1beta1",
        "garden.sapcloud.io/v1beta1",
        "core.gardner.cloud/v1beta1",
    ] {
        for kind in ["CloudProfile", "NamespacedCloudProfile", "Shoot"] {
            let folder = Folder::new("check-group");
            folder
                .write("one.yaml", &format!("kind: {kind}\napiVersion: {group}\nmetadata: {{name: a}}\nspec: {{}}\n"));
            let (text, code) = check(&folder, &["-o", "text"]);
            assert_eq!(code, 1, "{text}");
            let told =
                text.contains("one.yaml:2:13: error: no rule judges the kind `") && text.contains("[group-misspelt]");
            assert!(told && text.contains("did you mean `core.gardener.cloud`?"), "{text}");
            assert!(!text.contains("only what a profile decides") && !text.contains("judged as new"), "{text}");
        }
    }
    let folder = Folder::new("check-group");
    folder.write("one.yaml", "apiVersion: vegetables.example.com/v1\nkind: Shoot\nmetadata: {name: a}\n");
    assert_eq!(check(&folder, &[]).1, 0);
}

#[test]
fn what_is_loaded_under_the_name_of_an_object_is_what_it_changes() {
    let example = |name: &str| files::root().join(format!("examples/{name}.yaml")).display().to_string();
    let (stored, shoots) = (example("images/cloudprofile"), example("changes/shoots"));
    let folder = Folder::new("check-changed");
    folder.write("profile.yaml", &files::read("examples/changes/cloudprofile.yaml"));
    let new = "1 judged as new: --load brought none of them as it is stored\n";
    let (text, code) = check(&folder, &["-o", "text", "--load", &shoots, "--defaulted"]);
    assert!(code == 0 && text.contains(new), "{text}");
    // Loaded Shoots use what is removed.
    let (text, code) = check(&folder, &["-o", "text", "--load", &stored, &shoots, "--defaulted"]);
    assert!(code == 2 && text.contains("gardenlinux:1443.10.0") && text.contains("[InUse]"), "{text}");
    assert!(text.contains("1 judged as changing what --load brought, 0 as new\n"), "{text}");
    let (text, _) = check(&folder, &["-o", "json", "--load", &stored, &shoots, "--defaulted"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(report["subjects"][0]["judgedAs"], "change", "{text}");
    // A Shoot among the files replaces the loaded one, along with the profile among the files.
    folder.write("profile.yaml", &files::read("examples/images/cloudprofile.yaml"));
    let shoot = files::read("examples/images/shoot.yaml");
    let higher = shoot.replace("version: 1.33.4", "version: 1.33.9");
    assert_ne!(shoot, higher);
    let outside = Folder::new("check-stored");
    outside.write("shoot.yaml", &higher);
    folder.write("shoot.yaml", &shoot);
    folder.write("own.yaml", &files::read("examples/images/namespacedcloudprofile.yaml"));
    let (text, code) = check(&folder, &["-o", "text", "--load", &outside.at("shoot.yaml")]);
    assert!(code == 2 && text.contains("1 judged as changing what --load brought, 2 as new\n"), "{text}");
}

#[test]
fn what_goes_and_is_in_use_is_found_in_the_file_that_has_it() {
    let example = |name: &str| files::root().join(format!("examples/{name}.yaml")).display().to_string();
    let (stored, shoots) = (example("images/cloudprofile"), example("changes/shoots"));
    let before = files::read("examples/images/cloudprofile.yaml");
    let machine = "  - name: Standard_S896\n    cpu: \"896\"\n    gpu: \"0\"\n    memory: 12Ti\n    capabilities:\n      \
                   architecture: [amd64]\n";
    let after = before.replace(machine, "");
    assert_ne!(before, after);
    let folder = Folder::new("check-gone");
    folder.write("profile.yaml", &after);
    let (text, code) = check(&folder, &["-o", "json", "--load", &stored, &shoots, "--defaulted"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let gone = "spec.machineTypes[1]: without the machine type `Standard_S896` as it is, 1 pool would be refused: \
                `garden-shop/web/old`";
    let finding = findings(&report).find(|(_, finding)| finding["says"] == gone);
    let (_, finding) = finding.unwrap_or_else(|| panic!("{code}: {text}"));
    let line = before.lines().position(|line| line == "  - name: Standard_S896").map(|place| place as u64 + 1);
    assert_eq!(finding["line"].as_u64(), line, "{finding}");
    assert!(finding["file"].as_str().is_some_and(|file| file.ends_with("cloudprofile.yaml")), "{finding}");
}

#[test]
fn a_configuration_that_nobody_reads_and_a_type_of_no_architecture_are_told() {
    let folder = Folder::new("check-own");
    let parent = files::read("examples/real/aws/capabilities.yaml");
    folder.write("parent.yaml", &parent);
    let own = |kind: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: own, namespace: \
             garden-a}}\nspec:\n  parent: {{kind: CloudProfile, name: {}}}\n  machineTypes:\n  - {{name: mine, cpu: \"2\", \
             gpu: \"0\", memory: 8Gi, capabilities: {{}}}}\n  providerConfig:\n    apiVersion: \
             aws.provider.extensions.gardener.cloud/v1alpha1\n    kind: {kind}\n",
            name_in(&parent)
        )
    };
    folder.write("own.yaml", &own("CloudProfileConfi"));
    let (text, _) = check(&folder, &["-o", "text"]);
    assert!(text.contains("[provider-not-checked]"), "{text}");
    folder.write("own.yaml", &own("CloudProfileConfig"));
    let (text, _) = check(&folder, &["-o", "text"]);
    assert!(!text.contains("[provider-not-checked]"), "{text}");
}

/// Returns the name of the profile in a file.
fn name_in(profile: &str) -> &str {
    let named = profile.split("\n  name: ").nth(1).expect("it has a name");
    named.lines().next().expect("it has one line")
}

#[test]
fn an_object_in_two_files_is_a_finding_and_the_others_are_judged() {
    let folder = manifests("check-twice");
    std::fs::remove_file(folder.at("broken.yaml")).expect("it can be removed");
    folder.write("overlay.yaml", &files::read("examples/images/cloudprofile.yaml"));
    folder.write("patch.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\n");
    let (text, _) = check(&folder, &["-o", "json"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let of = |code: &str| findings(&report).filter(|(_, finding)| finding["code"] == code).collect::<Vec<_>>();
    // Objects that no rule covers may occur any number of times.
    let repeated = of("object-repeated");
    assert!(matches!(repeated.as_slice(), [(file, _)] if file.ends_with("overlay.yaml")), "{text}");
    assert!(!of("FieldValueNotSupported").is_empty(), "{text}");
}

#[test]
fn an_error_of_a_lint_is_one_of_a_check() {
    let folder = Folder::new("check-lint");
    let profile = files::read("examples/images/cloudprofile.yaml");
    let type_of_nothing = "  - {name: lonely, cpu: \"1\", gpu: \"0\", memory: 4Gi, capabilities: {architecture: [arm64], hypervisorType: [gen1]}}\n";
    let lonely =
        profile.replace("  - name: Standard_S896om #", &format!("{type_of_nothing}  - name: Standard_S896om #"));
    folder.write("profile.yaml", &lonely);
    let (text, code) = check(&folder, &["-o", "json"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let lint = cli::run(&["lint", &folder.at("profile.yaml"), "--now", "2026-01-01T00:00:00Z", "-o", "json"]);
    let lint: Value = serde_json::from_str(cli::text(&lint.stdout)).expect("it is JSON");
    let found = lint["answer"]["findings"].as_array().expect("a lint has findings");
    assert!(found.iter().any(|finding| finding["level"] == "error"), "{lint}");
    for finding in found {
        let same = findings(&report).find(|(_, own)| own["code"] == finding["code"]);
        assert_eq!(same.map(|(_, own)| &own["level"]), Some(&finding["level"]), "{finding}: {text}");
    }
    assert_eq!(code, 2, "{text}");
}

#[test]
fn what_of_a_shoot_is_not_judged_is_said_once() {
    let folder = Folder::new("check-shoots");
    for file in ["cloudprofile", "shoot"] {
        folder.write(&format!("{file}.yaml"), &files::read(format!("examples/images/{file}.yaml")));
    }
    let (text, _) = check(&folder, &["-o", "text"]);
    assert_eq!(
        text.matches("of 1 Shoot only what a profile decides was judged: no networks, extensions, secrets or DNS\n")
            .count(),
        1,
        "{text}"
    );
    let mut shoot = files::read("examples/images/shoot.yaml");
    for (found, flawed) in [("  region: ", "  # region: "), ("minimum: ", "minimum: -")] {
        assert!(shoot.contains(found), "{shoot}");
        shoot = shoot.replacen(found, flawed, 1);
    }
    folder.write("shoot.yaml", &shoot);
    folder.write("own.yaml", &files::read("examples/images/namespacedcloudprofile.yaml"));
    let (text, code) = check(&folder, &["-o", "text"]);
    assert_eq!(code, 2, "{text}");
    for told in ["[shoot-not-stored]", "expected 0 or more", "of 1 Shoot only what a profile decides was judged"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    std::fs::remove_file(folder.at("shoot.yaml")).expect("it is there");
    let (text, _) = check(&folder, &["-o", "text"]);
    assert!(!text.contains("Shoot"), "{text}");
}

#[test]
fn pages_show_what_is_printed() {
    for page in ["check", "lint", "minimize"] {
        let page = files::read(format!("docs/{page}.md"));
        let (_, shown) = page.split_once("$ fitment ").expect("it shows a command");
        let (command, shown) = shown.split_once('\n').expect("it shows an output");
        let (shown, _) = shown.split_once("```").expect("it ends");
        let output = cli::run(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(cli::text(&output.stdout), shown);
    }
}

#[test]
fn an_admission_that_warns_is_a_warning_where_it_is() {
    let folder = Folder::new("check-warned");
    folder.write("profile.yaml", &files::read("examples/images/cloudprofile.yaml"));
    folder.write("namespaced.yaml", &files::read("examples/images/namespacedcloudprofile.yaml"));
    let shoot = files::read("examples/images/shoot.yaml");
    folder.write("shoot.yaml", &shoot);
    let (text, _) = check(&folder, &["-o", "json"]);
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let warned: Vec<_> = findings(&report).filter(|(_, finding)| finding["code"] == "admission-warning").collect();
    let reviewed = cli::run(&["review", "-f", &folder.at(""), "--now", "2026-01-01T00:00:00Z", "-o", "json"]);
    let own = cli::text(&reviewed.stdout).matches("spec.provider.workers[0].machine.image.version: ").count();
    assert!(own > 0 && warned.len() == own, "{text}");
    for (file, finding) in warned {
        let line = finding["line"].as_u64().and_then(|line| shoot.lines().nth(line as usize - 1));
        assert!(file.ends_with("shoot.yaml") && line.is_some_and(|line| line.contains("version:")), "{finding}");
    }
}

#[test]
fn a_folder_in_a_folder_that_cannot_be_read_is_a_finding_and_a_linked_one_is_read_once() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = Folder::new("check-linked");
    folder.write("good.yaml", &files::read("examples/images/cloudprofile.yaml"));
    symlink(folder.at("good.yaml"), folder.at("current.yaml")).expect("a link can be made");
    symlink(folder.at(""), folder.at("loop")).expect("a link can be made");
    let (text, code) = check(&folder, &["-o", "text"]);
    assert!(code == 0 && text.contains("\n1 object: 0 errors, "), "{text}");
    let closed = folder.at("closed");
    std::fs::create_dir(&closed).expect("a folder can be made");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).expect("it can be closed");
    // A user who may read everything, such as root, is not kept out.
    let is_kept_out = std::fs::read_dir(&closed).is_err();
    let (text, code) = check(&folder, &["-o", "json"]);
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o755)).expect("it can be opened");
    assert_eq!((text.contains("file-unreadable"), code), (is_kept_out, i32::from(is_kept_out)), "{text}");
}

#[test]
fn what_could_not_be_read_may_be_what_others_lack() {
    let folder = Folder::new("check-misread");
    folder.write(
        "shoot.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: a, namespace: b}\nspec:\n  \
         cloudProfile: {kind: CloudProfile, name: azure}\n  region: eu\n  kubernetes: {version: 1.33.2}\n  \
         provider: {type: azure, workers: []}\n",
    );
    let cures = || {
        let (text, _) = check(&folder, &["-o", "json"]);
        let report: Value = serde_json::from_str(&text).expect("it is JSON");
        let lacking = findings(&report).find(|(_, finding)| finding["code"] == "document-not-loaded");
        lacking.unwrap_or_else(|| panic!("nothing lacks: {text}")).1["cure"].to_string()
    };
    assert!(!cures().contains("could not be read"), "{}", cures());
    // A file that was read but not understood hides nothing.
    folder.write("another.yaml", "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfil\nmetadata: {name: y}\n");
    assert!(!cures().contains("could not be read"), "{}", cures());
    folder.write("profile.yaml", "kind: CloudProfile\nspec: [\n");
    assert!(cures().contains("first correct what could not be read"), "{}", cures());
}
