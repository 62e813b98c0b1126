//! The output formats of the `openstack` command other than JSON and YAML, recognized by their first lines.

use fitment_files::ini;
use serde_json::Map;

use super::source::Source;
use crate::cli::exit::Failure;

/// Refuses a source in one of these formats that cannot be meant as anything else; `None` for other sources.
pub fn refusal(source: &Source) -> Option<Failure> {
    if let Some(refusal) = refusal_of_configuration(source) {
        return Some(refusal);
    }
    Some(refused(source, form(source.text().ok()?)?))
}

/// The same if only nodes, flavors and images are expected: other text is then values without their names.
pub fn refusal_of_printed(source: &Source) -> Option<Failure> {
    if let Some(refusal) = refusal_of_configuration(source) {
        return Some(refusal);
    }
    let text = source.text().ok()?;
    let first = unmarked(text).lines().map(str::trim).find(|line| !line.is_empty())?;
    let values = || (!begins_document(first)).then_some("values without their names");
    Some(refused(source, form(text).or_else(values)?))
}

/// Refuses a service's configuration file; `None` for other sources.
pub fn refusal_of_configuration(source: &Source) -> Option<Failure> {
    const WHY: &str = "found a configuration file of a service, expected JSON or YAML: `fitment drivers` and `fitment lint \
                       drivers` read it beside a registry; elsewhere its section `[drivers]` stands under `config` of the \
                       DriverRegistry";
    is_configuration_of_service(source).then(|| Failure::file(&source.file, WHY))
}

/// Whether a source is a service's configuration file.
pub fn is_configuration_of_service(source: &Source) -> bool {
    source.text().is_ok_and(is_configuration)
}

fn is_configuration(text: &str) -> bool {
    let mut sections = Map::new();
    let is_read = text.lines().any(|line| line.starts_with('[')) && ini::add(text, &mut sections).is_ok();
    is_read && sections.values().any(|options| options.as_object().is_some_and(|options| !options.is_empty()))
}

fn refused(source: &Source, form: &str) -> Failure {
    Failure::file(&source.file, format!("found {form}, expected JSON or YAML: print it with `-f json`"))
}

/// The text without a byte order mark.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

fn form(text: &str) -> Option<&'static str> {
    let mut lines = unmarked(text).lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with('+') && first.ends_with('+') && first.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'=')) {
        return Some("a table");
    }
    if is_heading(first) && (first.contains(',') || lines.next().is_some_and(|line| line.starts_with('"'))) {
        return Some("comma-separated values");
    }
    is_assignment(first).then_some("assignments for a shell")
}

/// Whether a line is a heading: quoted column names.
fn is_heading(line: &str) -> bool {
    let quoted = |cell: &str| cell.len() > 2 && cell.starts_with('"') && cell.ends_with('"');
    line.split(',').all(quoted)
}

/// Whether a line has the form `name="value"`.
fn is_assignment(line: &str) -> bool {
    line.split_once("=\"").is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':'))
    })
}

/// Whether a line begins a list or an object in JSON or YAML, or precedes one.
fn begins_document(line: &str) -> bool {
    let key = line.split_once(": ").map(|(key, _)| key).or(line.strip_suffix(':'));
    let is_key = |key: &str| !key.contains(['{', '[']) || key.starts_with(['"', '\'']);
    let is_null = ["null", "~"].contains(&line);
    is_null || line.starts_with(['{', '[', '-', '#', '%', '&', '!', '?', '<']) || key.is_some_and(is_key)
}

#[cfg(test)]
mod tests {
    use super::{begins_document, form, is_configuration};

    #[test]
    fn a_configuration_has_sections_with_options() {
        for (text, is_one) in [
            ("[drivers]\ndefault_driver = a\n", true),
            ("# all\n; of it\n\n[DEFAULT]\n[drivers]\nx: $y\n", true),
            ("[drivers]\n", false),
            ("[1,\n2\n", false),
            ("a = b\n", false),
            ("a: [\n", false),
            ("", false),
        ] {
            assert_eq!(is_configuration(text), is_one, "{text}");
        }
    }

    #[test]
    fn forms_are_told_by_their_first_lines() {
        for (text, expected) in [
            ("+----+------+\n| ID | Name |\n+----+------+\n", Some("a table")),
            ("\"uuid\",\"name\"\n\"1\",\"a\"\n", Some("comma-separated values")),
            ("\"uuid\"\n\"1\"\n", Some("comma-separated values")),
            ("uuid=\"1\"\nname=\"a\"\n", Some("assignments for a shell")),
            ("1 a None power off\n", None),
            ("\"name\": a\n", None),
            ("\"a\"", None),
            ("", None),
        ] {
            assert_eq!(form(text), expected, "{text}");
        }
        for line in ["1 a None power off {} {'a': 'b'} False", "0b2ec5c7-0fb1-4148-a6f7-8bf0857e918e"] {
            assert!(!begins_document(line), "{line}");
        }
        for line in ["- name: a", "# nodes", "name: a", "nodes:", "\"name\": a", "{a: [}", "\"{\": 1", "null"] {
            assert!(begins_document(line), "{line}");
        }
    }
}
