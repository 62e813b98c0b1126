//! Files in a folder that is checked that hold nothing to judge.

use fitment_tests::files;
use serde_json::Value;

use crate::cli;
use crate::cli_check::{check, findings};
use crate::http::Folder;

/// What stands in files that should hold a manifest.
const NO_MANIFEST: [(&str, &str); 4] = [
    ("lfs.yaml", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n"),
    ("error.yaml", "Error from server (NotFound): cloudprofiles.core.gardener.cloud \"a\" not found\n"),
    ("page.yaml", "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n"),
    ("table.yaml", "NAME    AGE\naws     5d\n"),
];

#[test]
fn what_is_no_manifest_is_no_yes() {
    for (file, text) in NO_MANIFEST {
        let folder = Folder::new("check-no-manifest");
        folder.write(file, text);
        for form in ["text", "json", "github", "sarif"] {
            let (report, code) = check(&folder, &["-o", form]);
            assert!(code == 1 && report.contains("file-unreadable") && report.contains(file), "{form}: {report}");
        }
        let (report, _) = check(&folder, &["-o", "text"]);
        assert!(report.contains("\n0 objects: 1 error, 0 warnings\n"), "{report}");
    }
}

#[test]
fn among_others_text_is_an_error_and_what_has_no_kind_is_named() {
    let folder = Folder::new("check-among-others");
    folder.write("good.yaml", &files::read("examples/images/cloudprofile.yaml"));
    folder.write("values.yaml", "image:\n  tag: 1.0.0\n");
    let (report, code) = check(&folder, &["-o", "text"]);
    let named = report.lines().find(|line| line.contains("1 passed over")).unwrap_or_default();
    assert!(code == 0 && named.contains("a document without a kind (`") && named.contains("values.yaml`)"), "{report}");
    NO_MANIFEST.iter().for_each(|(file, text)| folder.write(file, text));
    let (report, code) = check(&folder, &["-o", "json"]);
    let report: Value = serde_json::from_str(&report).expect("it is JSON");
    let unreadable = findings(&report).filter(|(_, finding)| finding["code"] == "file-unreadable");
    assert_eq!((unreadable.count(), code), (3, 1), "{report:#}");
}

#[test]
fn an_empty_file_keeps_nobody_from_the_others() {
    let folder = Folder::new("check-empty");
    folder.write("good.yaml", &files::read("examples/images/cloudprofile.yaml"));
    folder.write("empty.yaml", "");
    std::fs::create_dir(folder.at("none")).expect("it can be made");
    let [good, empty, none] = ["good.yaml", "empty.yaml", "none"].map(|name| folder.at(name));
    let checked =
        |paths: &[&str]| cli::run(&[&["check", "--now", "2026-01-01T00:00:00Z", "-o", "text"], paths].concat());
    let output = checked(&[&empty, &good]);
    let report = cli::text(&output.stdout);
    assert_eq!(cli::code(&output), 0, "{report}{}", cli::text(&output.stderr));
    assert!(
        report.contains("\n1 object: ") && report.contains("an empty file (`") && report.contains(&empty),
        "{report}"
    );
    assert_eq!(cli::code(&checked(&[&empty])), 1);
    // A folder is named because there should be something in it.
    let output = checked(&[&none, &good]);
    let report = cli::text(&output.stdout);
    assert!(
        cli::code(&output) == 1 && report.contains("found no file called") && report.contains("\n1 object: "),
        "{report}"
    );
    let output = cli::run(&["lint", &empty, &good, "-o", "text"]);
    assert_eq!(cli::code(&output), 0, "{}", cli::text(&output.stderr));
}

#[test]
fn an_object_that_is_too_large_is_named_with_its_file() {
    let folder = Folder::new("check-large");
    let large = format!(
        "{{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{{\"name\":\"{}\"}}}}",
        "a".repeat(33 << 20)
    );
    folder.write("large.json", &large);
    folder.write("good.yaml", &files::read("examples/images/cloudprofile.yaml"));
    let output = cli::run(&["check", &folder.at(""), "-o", "github"]);
    let report = cli::text(&output.stdout);
    assert!(cli::code(&output) == 1 && report.starts_with("::error file="), "{:.300}", report);
}
