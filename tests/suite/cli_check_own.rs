//! Fitment's own documents in a folder that is checked.

use serde_json::{Value, json};

use crate::cli_check::{check, findings};
use crate::http::Folder;

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
