//! The plain wasm file in hosts of other languages: the examples answer as the engine does that is linked here.

use std::process::{Command, Stdio};

use fitment_host::EMBEDDED_WASM;
use fitment_tests::doors::{Door, Native, Verb};
use fitment_tests::files;
use serde_json::Value;

use crate::http::{Folder, as_json};

/// Every question of the vectors on a line of its own, and some about what is loaded.
fn questions() -> Vec<String> {
    let mut questions = Vec::new();
    for (_, vectors) in files::vectors() {
        for vector in vectors {
            for edition in vector.editions() {
                let request: Value = serde_json::from_str(&vector.request(edition)).expect("a request is JSON");
                questions.push(request.to_string());
            }
        }
    }
    for wrong in ["", "{", r#"{"question":"nobody/asks"}"#] {
        questions.push(wrong.to_owned());
    }
    let fit =
        r#"{"question":"images/fit","text":true,"given":{"cloudProfile":"azure","machineType":"Standard_S896om"}}"#;
    questions.push(fit.to_owned());
    questions
}

/// The answers of a host to all questions, and how many they were.
fn compare(mut host: Command) -> usize {
    let folder = Folder::new("hosts");
    let wasm = folder.at("fitment.wasm");
    std::fs::write(&wasm, EMBEDDED_WASM).expect("it can be written");
    let profile = as_json("examples/images/cloudprofile.yaml");
    let documents = format!(r#"{{"documents":[{profile}],"defaulted":true}}"#);
    folder.write("documents.json", &documents);
    let questions = questions();
    folder.write("questions", &questions.iter().map(|question| format!("{question}\n")).collect::<String>());
    let input = std::fs::File::open(folder.at("questions")).expect("it was written");
    host.args([&wasm, &folder.at("documents.json")]).stdin(input).stdout(Stdio::piped());
    let output = host.output().expect("the host starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut native = Native::default();
    native.call(Verb::Load, documents.as_bytes());
    let answers: Vec<&[u8]> = output.stdout.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(answers.len(), questions.len());
    let mut decided = 0;
    for (question, answer) in questions.iter().zip(answers) {
        let expected = native.call(Verb::Ask, question.as_bytes());
        assert!(answer.strip_suffix(b"\n") == Some(&expected), "{question}\n{}", String::from_utf8_lossy(answer));
        decided += usize::from(expected.windows(9).any(|window| window == br#""decided""#));
    }
    assert!(decided > 500, "only {decided} questions were decided");
    questions.len()
}

/// What `cargo xtask test --long` has built or installed.
fn told(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| panic!("`{variable}` is not set: cargo xtask test --long sets it"))
}

#[test]
#[ignore = "takes Go: cargo xtask test --long"]
fn a_host_in_go_answers_the_same_bytes() {
    let count = compare(Command::new(told("FITMENT_HOST_GO")));
    println!("wazero: {count} answers of the same bytes");
}

#[test]
#[ignore = "takes Python: cargo xtask test --long"]
fn a_host_in_python_answers_the_same_bytes() {
    let mut python = Command::new(told("FITMENT_HOST_PYTHON"));
    python.arg(files::root().join("examples/hosts/python/ask.py"));
    let count = compare(python);
    println!("wasmtime-py: {count} answers of the same bytes");
}
