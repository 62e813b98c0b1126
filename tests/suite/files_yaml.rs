//! YAML as Kubernetes reads it. The expectations come from sigs.k8s.io/yaml 1.6.0. The page's reader is tested against
//! the same file, letter by letter.

use fitment_files::yaml;
use fitment_tests::files;
use serde_json::{Value, json};

#[test]
fn texts_are_read_as_kubernetes_reads_them() {
    let cases: Vec<Value> = serde_json::from_str(&files::read("tests/yaml.json")).expect("it is a list of cases");
    for case in cases {
        let text = case["yaml"].as_str().expect("a case has a text");
        // `null`: the text is refused.
        assert_eq!(json!(yaml::to_json(text).ok()), case["json"], "{text}");
    }
}
