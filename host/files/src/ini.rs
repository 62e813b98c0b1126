//! Configuration files of OpenStack services, as JSON: sections with their options, each with its last value.
//!
//! The rules are those of oslo.config: options belong to a section, a line that begins with a blank continues the value
//! before it, the last of several values counts, and section names are lower-cased.

use std::fmt;

use serde_json::{Map, Value};

use crate::yaml::Position;

/// Why and where a file cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    line: usize,
    found: String,
    expected: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: found {}, expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for Fault {}

/// Adds the sections of a file to those of earlier files, replacing their values.
///
/// ```
/// use fitment_files::ini;
///
/// let mut sections = serde_json::Map::new();
/// ini::add("[drivers]\ndefault_driver = k8s\n", &mut sections)?;
/// ini::add("[Drivers]\ndisabled_drivers = a,\n  b\n", &mut sections)?;
/// assert_eq!(sections["drivers"]["default_driver"], "k8s");
/// assert_eq!(sections["drivers"]["disabled_drivers"], "a,\nb");
/// # Ok::<(), ini::Fault>(())
/// ```
pub fn add(text: &str, sections: &mut Map<String, Value>) -> Result<(), Fault> {
    for Entry { section, option, .. } in read(text)? {
        let options = sections.entry(section).or_insert_with(|| Value::Object(Map::new()));
        if let (Some(options), Some((key, value))) = (options.as_object_mut(), option) {
            options.insert(key, Value::String(value));
        }
    }
    Ok(())
}

/// Returns where a file sets the value of an option that counts; without an option, where its section begins. `None` if
/// it is not set or the file cannot be read.
///
/// ```
/// use fitment_files::ini;
///
/// let place = ini::place("[drivers]\nx = a\ny = b\nx = c\n", "drivers", Some("x")).expect("it is there");
/// assert_eq!(place.line, 4);
/// ```
pub fn place(text: &str, section: &str, option: Option<&str>) -> Option<Position> {
    let is_meant =
        |entry: &&Entry| entry.section == section && entry.option.as_ref().map(|(key, _)| key.as_str()) == option;
    let line = read(text).ok()?.iter().rfind(is_meant)?.line;
    Some(Position { line, column: 1 })
}

/// The header of a section, or an option in it.
struct Entry {
    section: String,
    option: Option<(String, String)>,
    line: usize,
}

fn read(text: &str) -> Result<Vec<Entry>, Fault> {
    let mut entries: Vec<Entry> = Vec::new();
    // Whether a line may continue the value before it.
    let mut goes_on = false;
    if text.starts_with('\u{feff}') {
        let expected = "none: the services do not read a file with one, so save it as UTF-8 without";
        return Err(Fault { line: 1, found: "a byte order mark".to_owned(), expected });
    }
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        let fault = |expected| Fault { line: number + 1, found: format!("`{line}`"), expected };
        if line.starts_with([' ', '\t']) {
            let option = entries.last_mut().and_then(|entry| entry.option.as_mut()).filter(|_| goes_on);
            let (_, value) = option.ok_or_else(|| fault("an option before a line that goes on with one"))?;
            value.push('\n');
            value.push_str(line.trim_start());
            continue;
        }
        goes_on = false;
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(rest) = line.strip_prefix('[') {
            let name = rest.strip_suffix(']').filter(|name| !name.is_empty());
            let name = name.ok_or_else(|| fault("a section such as `[drivers]`"))?;
            let section = if name == "DEFAULT" { name.to_owned() } else { name.to_lowercase() };
            entries.push(Entry { section, option: None, line: number + 1 });
            continue;
        }
        let section = entries.last().map(|entry| entry.section.clone());
        let section = section.ok_or_else(|| fault("a section such as `[drivers]` before the first option"))?;
        let (key, value) = line.split_once(['=', ':']).ok_or_else(|| fault("an option such as `name = value`"))?;
        if key.trim().is_empty() {
            return Err(fault("the name of an option before its value"));
        }
        let option = Some((key.trim().to_owned(), unquoted(value.trim()).to_owned()));
        entries.push(Entry { section, option, line: number + 1 });
        goes_on = true;
    }
    Ok(entries)
}

/// Removes a pair of equal quotes. A lone quote counts as a pair, as in oslo.config.
fn unquoted(value: &str) -> &str {
    let is_quoted = ['"', '\''].iter().any(|quote| value.starts_with(*quote) && value.ends_with(*quote));
    if is_quoted { value.get(1..value.len() - 1).unwrap_or_default() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(text: &str) -> Result<Value, Fault> {
        let mut sections = Map::new();
        add(text, &mut sections).map(|()| Value::Object(sections))
    }

    #[test]
    fn a_file_is_read_as_the_services_read_it() {
        let text =
            "# all\n[DEFAULT]\nhost: a=b\nquote = '\n\n[drivers]\nx = \"q\"\nx = 'last'\nlist = a,\n\tb\n;\nempty =\n";
        let read = sections(text).expect("it is a file");
        assert_eq!(read["DEFAULT"], serde_json::json!({ "host": "a=b", "quote": "" }));
        assert_eq!(read["drivers"], serde_json::json!({ "x": "last", "list": "a,\nb", "empty": "" }));
    }

    #[test]
    fn what_is_no_file_is_told_with_its_line() {
        for (text, line) in [
            ("a = b\n", 1),
            ("\u{feff}[a]\n", 1),
            ("[a]\nnothing\n", 2),
            ("[a\n", 1),
            ("[]\n", 1),
            ("[a]\n\n  b\n", 3),
            ("[a]\n= 1\n", 2),
        ] {
            assert_eq!(sections(text).map_err(|fault| fault.line), Err(line), "{text}");
        }
    }
}
