//! Converts YAML to JSON text and JSON values to YAML.

mod anchors;
mod foreign;
mod position;
mod rewriting;
mod scalar;
mod writer;

use std::borrow::Cow;
use std::fmt;

use saphyr::{Mapping, Scalar, Yaml, YamlEmitter};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};
use serde_json::Value;

pub use position::{Place, Position, places};
pub use rewriting::{Comment, Refused, Rewritten, rewritten};
use writer::Writer;

/// The most JSON, in bytes, that a file may expand to, as much as the engine loads: aliases repeat their values.
pub const LARGEST: usize = 32 << 20;

/// The most YAML, in bytes, that is read. YAML is seldom shorter than its JSON, and a file may hold several documents.
pub const LONGEST: usize = 4 * LARGEST;

/// The deepest nesting of lists and objects: less than the engine allows in a request, which wraps them in `given` or a
/// list of documents.
const DEEPEST: usize = 126;

/// Why a text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The position, if known.
    pub at: Option<Position>,
    /// What was found.
    pub why: String,
}

impl From<String> for Unread {
    fn from(why: String) -> Self {
        Self { at: None, why }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.at {
            write!(f, "line {line} column {column}: ")?;
        }
        f.write_str(&self.why)
    }
}

/// Converts the documents of a YAML text to JSON texts, without empty ones. Numbers keep their notation if it is valid
/// in JSON.
pub fn to_json(text: &str) -> Result<Vec<String>, Unread> {
    if text.len() > LONGEST {
        return Err(format!("found {} bytes of YAML, expected at most {LONGEST}", text.len()).into());
    }
    read(&without_tabs(text)).map_err(|unread| foreign::at_fault(text, &unread).unwrap_or(unread))
}

fn read(text: &str) -> Result<Vec<String>, Unread> {
    let mut documents = Vec::new();
    let mut writer = Writer::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = Some(Position::from(*error.marker()));
            Unread { at, why: error.info().to_owned() }
        })?;
        if matches!(event, Event::DocumentEnd) {
            documents.push(writer.take());
            continue;
        }
        writer.event(event, span)?;
    }
    // An empty file, or nothing between two markers, is not a document.
    documents.retain(|document| !matches!(document.as_str(), "" | "null"));
    Ok(documents)
}

/// The most tabs after a key's colon that are replaced by blanks.
const TABS: usize = 100;

/// Replaces tabs after a key's colon by blanks: Kubernetes accepts them there, but the parser does not.
fn without_tabs(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..TABS {
        if !text.contains(":\t") {
            break;
        }
        let stumbled = |error: ScanError| Some(error).filter(|error| error.info().starts_with("':' must be followed"));
        let Some(error) = Parser::new_from_str(&text).find_map(Result::err).and_then(stumbled) else { break };
        let Some((place, _)) = text.char_indices().nth(error.marker().index()) else { break };
        let Some(tab) = text.get(..=place).and_then(|before| before.rfind('\t')) else { break };
        text.to_mut().replace_range(tab..=tab, " ");
    }
    text
}

/// Writes a value as YAML.
pub fn from_json(value: &Value) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = YamlEmitter::new(&mut text).dump(&node(value));
    text.trim_start_matches("---\n").to_owned()
}

fn node(value: &Value) -> Yaml<'_> {
    let plain = |text: String| Yaml::Representation(text.into(), ScalarStyle::Plain, None);
    match value {
        Value::Null => plain("null".to_owned()),
        Value::Bool(value) => Yaml::Value(Scalar::Boolean(*value)),
        Value::Number(number) => plain(number.to_string()),
        Value::String(text) => written(text),
        Value::Array(elements) => Yaml::Sequence(elements.iter().map(node).collect()),
        Value::Object(members) => {
            Yaml::Mapping(members.iter().map(|(key, value)| (written(key), node(value))).collect::<Mapping<'_>>())
        }
    }
}

/// Writes a text, quoted if Kubernetes would otherwise read it as something else, such as `y` and `0o17`.
fn written(text: &str) -> Yaml<'_> {
    if text.contains(is_escaped) {
        return Yaml::Representation(in_quotes(text).into(), ScalarStyle::Plain, None);
    }
    let plain = scalar::Scalar { text, style: ScalarStyle::Plain, tag: None };
    if plain.value().is_ok_and(|json| json.starts_with('"')) && !plain.merges() {
        return Yaml::Value(Scalar::String(text.into()));
    }
    Yaml::Representation(text.into(), ScalarStyle::DoubleQuoted, None)
}

/// Writes a text in double quotes, which is also valid JSON.
fn in_quotes(text: &str) -> String {
    let mut quoted = String::new();
    for letter in Value::from(text).to_string().chars() {
        if is_escaped(letter) {
            quoted.push_str(&format!("\\u{:04x}", u32::from(letter)));
        } else {
            quoted.push(letter);
        }
    }
    quoted
}

/// Whether Kubernetes reads a character as the end of a line, or refuses it, unless it is escaped.
fn is_escaped(letter: char) -> bool {
    matches!(letter, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    // How texts are read is tested by `tests/yaml.json`, which the page's reader is tested with too.

    #[test]
    fn a_refusal_says_where() {
        for refused in [".inf", "!!int x", "!!binary aGk=", "*x"] {
            assert!(
                to_json(&format!("b: 1\na: {refused}")).is_err_and(|why| why.at.is_some_and(|at| at.line == 2)),
                "{refused}"
            );
        }
    }

    #[test]
    fn empty_documents_are_none() {
        let both = Ok(vec![r#"{"a":1}"#.to_owned(), "[2]".to_owned()]);
        assert_eq!(to_json("---\n---\na: 1\n---\n# nothing\n---\n- 2\n---\n"), both);
        assert_eq!(to_json("%YAML 1.1\n---\na: 1\n...\n---\n- 2\n"), both);
        assert_eq!(to_json(""), Ok(Vec::new()));
        assert_eq!(to_json("# nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn marks_line_ends_and_tabs_are_no_content() {
        let both = Ok(vec![r#"{"a":1,"b":"x\ty"}"#.to_owned()]);
        assert_eq!(to_json("\u{feff}a: 1\r\nb: x\ty\r\n"), both);
        assert_eq!(to_json("a:\t1\nb:\t\tx\ty\n"), both);
        assert_eq!(to_json("{\n\t\"a\":\t1,\n\t\"b\": \"x\\ty\"\n}"), both);
        assert_eq!(to_json("a: 'x:\ty'"), Ok(vec![r#"{"a":"x:\ty"}"#.to_owned()]));
        assert!(to_json("a:\n\tb: 1").is_err_and(|why| why.to_string().starts_with("line 2 column 2: ")));
    }

    #[test]
    fn a_key_that_stands_there_twice_is_refused() {
        let why = to_json("x: 1\na:\n  b: 1\n  c: 2\n  b: 3\n").err();
        assert_eq!(
            why.map(|why| why.to_string()).as_deref(),
            Some("line 5 column 3: the key `b` stands there twice, first on line 3")
        );
        assert!(to_json("1: a\n'1': b").is_err() && to_json("yes: a\non: b").is_err());
        assert!(to_json("a: 1\n---\na: 2").is_ok());
    }

    #[test]
    fn anchors_stand_for_what_they_name() {
        assert_eq!(to_json("a: &x {b: [1]}\nc: *x"), Ok(vec![r#"{"a":{"b":[1]},"c":{"b":[1]}}"#.to_owned()]));
        assert!(to_json("a: *x").is_err() && to_json("a: &x [*x]").is_err() && to_json("a: [").is_err());
    }

    #[test]
    fn mappings_are_merged() {
        let base = "x: &x {a: 1, b: 2}\ny2: &y {b: 3, c: 4.0}\n";
        let merged = |text: &str| {
            let whole = to_json(&format!("{base}z:\n{text}")).map(|documents| documents.concat());
            whole.map(|whole| whole.split_once(r#""z":"#).map(|(_, z)| z.trim_end_matches('}').to_owned()))
        };
        assert_eq!(merged("  <<: *x\n  b: 5\n"), Ok(Some(r#"{"b":5,"a":1"#.to_owned())));
        assert_eq!(merged("  <<: [*x, *y]\n  d: 6\n"), Ok(Some(r#"{"d":6,"b":2,"c":4.0,"a":1"#.to_owned())));
        assert_eq!(merged("  <<: *y\n"), Ok(Some(r#"{"b":3,"c":4.0"#.to_owned())));
        assert_eq!(merged("  <<: *x\n  <<: *y\n"), Ok(Some(r#"{"a":1,"b":3,"c":4.0"#.to_owned())));
        assert_eq!(merged("  '<<': 1\n"), Ok(Some(r#"{"<<":1"#.to_owned())));
        assert!(merged("  <<: 1\n").is_err());
        // An anchor inside a merge cannot be referred to afterwards.
        assert!(to_json("a: {<<: &x {b: 1}}\nc: *x").is_err());
    }

    #[test]
    fn what_is_merged_after_a_key_replaces_it() {
        let text = "x: &x {a: 1, b: 2}\nz: {b: 5, k: &k [1], <<: *x, a: 7}\n";
        let expected = r#"{"x":{"a":1,"b":2},"z":{"b":2,"k":[1],"a":7}}"#;
        assert_eq!(to_json(text), Ok(vec![expected.to_owned()]));
        assert!(to_json(&format!("{text}c: *k")).is_err_and(|why| why.why.contains("merged")));
    }

    #[test]
    fn aliases_cannot_grow_without_end() {
        let mut bomb = "a0: &a0 [xxxxxxxxxxxxxxxx]\n".to_owned();
        for level in 1..12 {
            let before = format!("*a{}", level - 1);
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![before; 10].join(", ")));
        }
        assert!(to_json(&bomb).is_err_and(|why| why.why.contains("aliases")));
    }

    #[test]
    fn what_aliases_repeat_is_bounded_where_nothing_of_it_remains_and_across_documents() {
        let large = "x".repeat(1 << 20);
        let merged = format!("x: &x {{a: {large}}}\nz:\n{}", "  <<: *x\n".repeat(40));
        assert!(to_json(&merged).is_err_and(
            |why| why.at.is_some_and(|at| at.line == 34) && why.why.starts_with("the aliases come to more than")
        ));
        let document = format!("- &x {}\n- [{}]\n---\n", &large[..1 << 16], vec!["*x"; 64].join(","));
        assert_eq!(to_json(&document.repeat(7)).map(|documents| documents.len()), Ok(7));
        assert!(to_json(&document.repeat(8)).is_err_and(|why| why.why.contains("aliases")));
    }

    #[test]
    fn the_time_that_anchors_take_is_in_proportion_to_their_number() {
        // A linear search for each would take the better part of an hour.
        let anchors: String = (0..200_000).map(|number| format!("- &a{number} x\n")).collect();
        let aliases: String = (0..200_000).map(|number| format!("- *a{number}\n")).collect();
        let merges = "- {<<: {k: &k v}}\n".repeat(50_000);
        let read = to_json(&format!("{anchors}{aliases}{merges}")).map(|documents| documents.concat());
        assert_eq!(read.map(|read| read.matches("\"x\"").count()), Ok(400_000));
    }

    #[test]
    fn too_long_and_too_deep_texts_are_refused() {
        assert!(
            to_json(&" ".repeat(LONGEST + 1)).is_err_and(|why| why.why.contains("bytes of YAML, expected at most"))
        );
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(to_json(&nested(DEEPEST)), Ok(vec![nested(DEEPEST)]));
        assert!(to_json(&nested(DEEPEST + 1)).is_err_and(|why| why.why.contains("more than 126 deep")));
        // What is merged at the bottom is parsed as JSON once more.
        let deep = format!("a: &a {{b: 1}}\nz: {}{{b: 2, <<: *a}}{}", "[".repeat(124), "]".repeat(124));
        assert!(to_json(&deep).is_ok_and(|read| read[0].ends_with(&format!(r#"{{"b":1}}{}}}"#, "]".repeat(124)))));
    }

    #[test]
    fn values_come_back() {
        let value: Value = serde_json::from_str(
            r#"{"a":[1.50,"yes",null,"x: y","y","0o17","1_0","<<"],"b":{"c":[]},"d":"1","n":{"~":".nan"}}"#,
        )
        .unwrap();
        let text = from_json(&value);
        assert_eq!(to_json(&text), Ok(vec![value.to_string()]), "{text}");
        // Older YAML reads some of these as ends of lines, and Kubernetes refuses the others.
        assert_eq!(from_json(&Value::from("a\u{85}\u{2028}\u{7f}\u{ffff}é")), r#""a\u0085\u2028\u007f\uffffé""#);
    }
}
