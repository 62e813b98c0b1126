use std::fmt::Write as _;

use fitment_files::yaml::Position;
use serde_json::{Value, json};

use super::{Finding, Report, from_here};
use crate::cli::reading::objects::STANDARD_INPUT;

/// Writes SARIF 2.1.0, with each code as a rule that has its meaning.
pub fn write(report: &Report<'_>, codes: &[&str], meanings: &[String]) -> String {
    let rules: Vec<Value> = codes.iter().zip(meanings).map(|(code, meaning)| rule(code, meaning)).collect();
    let results: Vec<Value> = report.placed().map(|placed| result(placed, codes)).collect();
    let version = env!("CARGO_PKG_VERSION");
    let driver = json!({ "name": "fitment", "version": version, "semanticVersion": version, "rules": rules });
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "automationDetails": { "id": format!("fitment/{}/", report.command) },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rule(code: &str, meaning: &str) -> Value {
    if meaning.is_empty() {
        return json!({ "id": code });
    }
    let help = format!("{meaning}\n\n`fitment explain {code}` says why there is such a rule, and what to do.");
    json!({ "id": code, "shortDescription": { "text": meaning }, "help": { "text": help } })
}

fn result((finding, file, position): (&Finding, &str, Position), codes: &[&str]) -> Value {
    let mut text = finding.says.clone();
    for cure in &finding.cure {
        text.push('\n');
        text.push_str(cure);
    }
    let mut result = json!({
        "ruleId": finding.code,
        "level": finding.level.word(),
        "message": { "text": text },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": if file == STANDARD_INPUT { STDIN.to_owned() } else { uri(file) } },
            "region": { "startLine": position.line, "startColumn": position.column },
        } }],
    });
    if let Ok(index) = codes.binary_search(&finding.code.as_str()) {
        result["ruleIndex"] = json!(index);
    }
    result
}

/// How standard input is called where there has to be a path, and no tool can open one.
const STDIN: &str = "stdin";

/// Converts a path to a URI reference. Relative paths stay relative: the reader knows where the command ran.
fn uri(path: &str) -> String {
    let path = from_here(path);
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            b'\\' if cfg!(windows) => uri.push('/'),
            // Writing to a string cannot fail.
            _ => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("./a folder/ü:1.yaml"), "a%20folder/%C3%BC%3A1.yaml");
        assert_eq!(uri("/srv/profiles.yaml"), "file:///srv/profiles.yaml");
    }
}
