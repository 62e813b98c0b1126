//! YAML to JSON text and JSON values to YAML.

use saphyr::{Mapping, Scalar, Yaml, YamlEmitter};
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Map, Value};

/// The most JSON that one file may come to, as much as the engine loads: aliases repeat what they stand for.
pub const LARGEST: usize = 32 << 20;

/// The documents of a YAML text as JSON texts. Numbers stay as they are written wherever JSON can write them so.
pub fn to_json(text: &str) -> Result<Vec<String>, String> {
    let mut documents = Vec::new();
    let mut writer = Writer::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| error.to_string())?;
        if matches!(event, Event::DocumentEnd) {
            documents.push(std::mem::take(&mut writer).json);
            continue;
        }
        writer.event(event).map_err(|why| format!("line {}: {why}", span.start.line()))?;
    }
    // An empty file, or nothing between two markers, is no document.
    documents.retain(|document| !document.is_empty());
    Ok(documents)
}

#[derive(Default)]
struct Writer {
    json: String,
    open: Vec<Open>,
    /// What each anchor stands for, as a range of the JSON text.
    anchors: Vec<(usize, std::ops::Range<usize>)>,
}

struct Open {
    mapping: bool,
    /// Where the member begins that is being merged into this mapping, `<<` and all.
    merging: Option<usize>,
    /// The mappings that are merged into this one; what it says itself counts.
    merged: Vec<Map<String, Value>>,
    /// How many scalars, sequences and mappings it has, keys and values both counted.
    count: usize,
    anchor: usize,
    start: usize,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.before_value()?;
                let start = self.json.len();
                let is_key = self.next_is_key();
                if is_key
                    && style == ScalarStyle::Plain
                    && text == MERGE
                    && let Some(open) = self.open.last_mut()
                {
                    // With the comma before it.
                    open.merging = Some(start - usize::from(open.count > 0));
                }
                push_scalar(&mut self.json, &text, style, tag.as_deref(), is_key)?;
                self.finish(anchor, start)?;
            }
            Event::SequenceStart(anchor, _) => self.start(false, anchor)?,
            Event::MappingStart(anchor, _) => self.start(true, anchor)?,
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    self.merge(&open);
                    self.json.push(if open.mapping { '}' } else { ']' });
                    self.finish(open.anchor, open.start)?;
                }
            }
            Event::Alias(anchor) => {
                self.before_value()?;
                let range = self.anchors.iter().rev().find(|(id, _)| *id == anchor).map(|(_, range)| range.clone());
                let range = range.ok_or("an alias stands inside what it stands for")?;
                if self.json.len() + range.len() > LARGEST {
                    return Err(format!("the aliases come to more than {LARGEST} bytes"));
                }
                let copy =
                    self.json.get(range).ok_or("an alias stands for what was merged, expected the anchor outside")?;
                let copy = copy.to_owned();
                self.json.push_str(&copy);
                self.count()?;
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn start(&mut self, mapping: bool, anchor: usize) -> Result<(), String> {
        self.before_value()?;
        if self.next_is_key() {
            return Err("a key is a list or an object, expected text".to_owned());
        }
        let start = self.json.len();
        self.json.push(if mapping { '{' } else { '[' });
        self.open.push(Open { mapping, merging: None, merged: Vec::new(), count: 0, anchor, start });
        Ok(())
    }

    fn next_is_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.mapping && open.count.is_multiple_of(2))
    }

    fn before_value(&mut self) -> Result<(), String> {
        if let Some(open) = self.open.last() {
            match (open.mapping, open.count) {
                (_, 0) => {}
                (true, count) if !count.is_multiple_of(2) => self.json.push(':'),
                _ => self.json.push(','),
            }
        }
        if self.json.len() > LARGEST { Err(format!("the document has more than {LARGEST} bytes")) } else { Ok(()) }
    }

    fn finish(&mut self, anchor: usize, start: usize) -> Result<(), String> {
        if anchor != 0 {
            self.anchors.push((anchor, start..self.json.len()));
        }
        self.count()
    }

    fn count(&mut self) -> Result<(), String> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.count += 1;
        if open.count.is_multiple_of(2)
            && let Some(start) = open.merging.take()
        {
            // The member goes, what it names stays in mind until all members are known.
            let member = self.json.split_off(start);
            open.count -= 2;
            self.anchors.retain(|(_, range)| range.end <= start);
            let value = member.split_once(':').and_then(|(_, value)| serde_json::from_str(value).ok());
            let mappings = match value.unwrap_or_default() {
                Value::Array(elements) => elements,
                one => vec![one],
            };
            for mapping in mappings {
                let Value::Object(mapping) = mapping else {
                    return Err("found no mapping under `<<`, expected one or a list of them".to_owned());
                };
                open.merged.push(mapping);
            }
        }
        Ok(())
    }

    /// Adds what is merged into a mapping and is not said there, the first mapping before the others.
    fn merge(&mut self, open: &Open) {
        if open.merged.is_empty() {
            return;
        }
        let own = format!("{}}}", self.json.get(open.start..).unwrap_or_default());
        let mut known: Map<String, Value> = serde_json::from_str(&own).unwrap_or_default();
        for (key, value) in open.merged.iter().flatten() {
            if known.contains_key(key) {
                continue;
            }
            if !known.is_empty() {
                self.json.push(',');
            }
            self.json.push_str(&format!("{}:{value}", Value::from(key.as_str())));
            known.insert(key.clone(), Value::Null);
        }
    }
}

/// The key that merges other mappings into its own.
const MERGE: &str = "<<";

/// Writes a scalar as Kubernetes reads it: unquoted words may be null, booleans or numbers; all else is text. Its
/// booleans are those of YAML 1.1, so `yes` and `off` are some.
fn push_scalar(
    json: &mut String,
    text: &str,
    style: ScalarStyle,
    tag: Option<&Tag>,
    is_key: bool,
) -> Result<(), String> {
    let forced_text = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
    let plain = style == ScalarStyle::Plain && !forced_text && !is_key;
    let resolved = match text {
        _ if !plain => None,
        "" | "~" | "null" | "Null" | "NULL" => Some("null".to_owned()),
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => Some("true".to_owned()),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => {
            Some("false".to_owned())
        }
        _ => number(text)?,
    };
    match resolved {
        Some(resolved) => json.push_str(&resolved),
        None => json.push_str(&Value::from(text).to_string()),
    }
    Ok(())
}

/// The JSON form of a number of the core schema: as it is written, if JSON can.
fn number(text: &str) -> Result<Option<String>, String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(format!("JSON has no number `{text}`"));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return Ok(u64::from_str_radix(digits, 16).ok().map(|number| number.to_string()));
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return Ok(u64::from_str_radix(digits, 8).ok().map(|number| number.to_string()));
    }
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return Ok(None);
    }
    if serde_json::from_str::<serde_json::Number>(text).is_ok() {
        return Ok(Some(text.to_owned()));
    }
    // `+1`, `007`, `.5`, `5.`: numbers to YAML, and written otherwise in JSON.
    let shaped = unsigned.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    let whole = unsigned.bytes().all(|byte| byte.is_ascii_digit());
    let sign = if text.starts_with('-') { "-" } else { "" };
    if whole {
        let digits = unsigned.trim_start_matches('0');
        return Ok(Some(format!("{sign}{}", if digits.is_empty() { "0" } else { digits })));
    }
    Ok(text.parse::<f64>().ok().filter(|_| shaped).map(|number| number.to_string()))
}

/// A value as YAML.
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
        Value::String(text) => Yaml::Value(Scalar::String(text.as_str().into())),
        Value::Array(elements) => Yaml::Sequence(elements.iter().map(node).collect()),
        Value::Object(members) => {
            let text = |key| Yaml::Value(Scalar::String(std::borrow::Cow::Borrowed(key)));
            Yaml::Mapping(members.iter().map(|(key, value)| (text(key.as_str()), node(value))).collect::<Mapping<'_>>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_read_as_kubernetes_reads_them() {
        let json =
            to_json("{a: 1.20, b: 007, c: +1, d: 0x1F, e: yes, f: ~, g: '1', h: 1e3, i: .5, 8080: x, j: !!str 1}");
        let expected = r#"{"a":1.20,"b":7,"c":1,"d":31,"e":true,"f":null,"g":"1","h":1e3,"i":0.5,"8080":"x","j":"1"}"#;
        assert_eq!(json, Ok(vec![expected.to_owned()]));
        assert_eq!(to_json("t: 2026-01-01T00:00:00Z"), Ok(vec![r#"{"t":"2026-01-01T00:00:00Z"}"#.to_owned()]));
        assert!(to_json("a: .inf").is_err());
    }

    #[test]
    fn documents_anchors_and_duplicates() {
        assert_eq!(
            to_json("a: 1\n---\n---\n- 2\n"),
            Ok(vec![r#"{"a":1}"#.to_owned(), "null".to_owned(), "[2]".to_owned()])
        );
        assert_eq!(to_json(""), Ok(Vec::new()));
        assert_eq!(to_json("a: &x {b: [1]}\nc: *x"), Ok(vec![r#"{"a":{"b":[1]},"c":{"b":[1]}}"#.to_owned()]));
        // Two members of one name reach the engine, which refuses them.
        assert_eq!(to_json("a: 1\na: 2"), Ok(vec![r#"{"a":1,"a":2}"#.to_owned()]));
        assert!(to_json("? [a]\n: b").is_err());
        assert!(to_json("a: [").is_err());
    }

    #[test]
    fn booleans_are_those_of_the_older_yaml_unless_they_are_quoted() {
        for (word, value) in [("yes", "true"), ("On", "true"), ("y", "true"), ("NO", "false"), ("off", "false")] {
            assert_eq!(to_json(&format!("on: {word}")), Ok(vec![format!(r#"{{"on":{value}}}"#)]));
            assert_eq!(to_json(&format!("a: '{word}'")), Ok(vec![format!(r#"{{"a":"{word}"}}"#)]));
        }
        assert_eq!(to_json("a: yEs"), Ok(vec![r#"{"a":"yEs"}"#.to_owned()]));
    }

    #[test]
    fn mappings_are_merged() {
        let base = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4.0}\n";
        let merged = |text: &str| {
            let whole = to_json(&format!("{base}z:\n{text}")).map(|documents| documents.concat());
            whole.map(|whole| whole.split_once(r#""z":"#).map(|(_, z)| z.trim_end_matches('}').to_owned()))
        };
        assert_eq!(merged("  <<: *x\n  b: 5\n"), Ok(Some(r#"{"b":5,"a":1"#.to_owned())));
        assert_eq!(merged("  b: 5\n  <<: [*x, *y]\n  d: 6\n"), Ok(Some(r#"{"b":5,"d":6,"a":1,"c":4.0"#.to_owned())));
        assert_eq!(merged("  <<: *y\n"), Ok(Some(r#"{"b":3,"c":4.0"#.to_owned())));
        assert_eq!(merged("  '<<': 1\n"), Ok(Some(r#"{"<<":1"#.to_owned())));
        assert!(merged("  <<: 1\n").is_err());
        // What is merged where it is written cannot be named again.
        assert!(to_json("a: {<<: &x {b: 1}}\nc: *x").is_err());
    }

    #[test]
    fn aliases_cannot_grow_without_end() {
        let mut bomb = "a0: &a0 [xxxxxxxxxxxxxxxx]\n".to_owned();
        for level in 1..12 {
            let before = format!("*a{}", level - 1);
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![before; 10].join(", ")));
        }
        assert!(to_json(&bomb).is_err_and(|why| why.contains("aliases")));
    }

    #[test]
    fn values_come_back() {
        let value: Value = serde_json::from_str(r#"{"a":[1.50,"yes",null,"x: y"],"b":{"c":[]},"d":"1"}"#).unwrap();
        let text = from_json(&value);
        assert_eq!(to_json(&text), Ok(vec![value.to_string()]), "{text}");
    }
}
