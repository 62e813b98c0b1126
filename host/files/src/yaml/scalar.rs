//! Scalars as Kubernetes reads them: with the words and numbers of YAML 1.1.

use saphyr_parser::{ScalarStyle, Tag};
use serde_json::Value;

/// The prefix of tags that `!!` abbreviates.
const CORE: &str = "tag:yaml.org,2002:";

/// A scalar as it is written.
pub struct Scalar<'s> {
    /// Its text.
    pub text: &'s str,
    /// How it is quoted, if at all.
    pub style: ScalarStyle,
    /// Its tag.
    pub tag: Option<&'s Tag>,
}

impl Scalar<'_> {
    /// Returns the JSON of a value. Unquoted words may be null, booleans or numbers, so `yes` and `off` are booleans;
    /// all else is text.
    pub fn value(&self) -> Result<String, String> {
        Ok(self.resolved()?.unwrap_or_else(|| Value::from(self.text).to_string()))
    }

    /// Returns the text of a key: for a boolean or number, the text of that value.
    pub fn key(&self) -> Result<String, String> {
        match self.resolved()? {
            None => Ok(self.text.to_owned()),
            Some(null) if null == "null" => Err("a key is null, expected text".to_owned()),
            Some(number) if number.contains(['.', 'e', 'E']) => {
                Ok(number.parse::<f64>().map_or(number, |value| value.to_string()))
            }
            Some(word) => Ok(word),
        }
    }

    /// Whether this is the key that merges other mappings into its own.
    pub fn merges(&self) -> bool {
        match self.said_to_be() {
            None => self.text == "<<" && self.style == ScalarStyle::Plain,
            Some(said) => self.text == "<<" && said == "merge",
        }
    }

    /// The name after `!!`; empty for other tags.
    fn said_to_be(&self) -> Option<&str> {
        let Tag { handle, suffix } = self.tag?;
        // A handle may stand for any prefix of what `!!` stands for, even an empty one.
        let rest = CORE.strip_prefix(handle.as_str()).and_then(|rest| suffix.strip_prefix(rest));
        Some(rest.unwrap_or_default())
    }

    /// Returns the JSON if the scalar is not text.
    fn resolved(&self) -> Result<Option<String>, String> {
        let text = self.text;
        match self.said_to_be() {
            Some("binary") => Err("found the tag `!!binary`, expected the text that it stands for".to_owned()),
            Some(said @ ("null" | "bool" | "int" | "float")) => match plain(text)? {
                Some((kind, json)) if kind == said || (kind, said) == ("int", "float") => Ok(Some(json)),
                _ => Err(format!("found `{text}` behind the tag `!!{said}`, expected one")),
            },
            None if self.style == ScalarStyle::Plain => Ok(plain(text)?.map(|(_, json)| json)),
            // After a tag that Kubernetes does not know a word is text.
            _ => Ok(None),
        }
    }
}

/// The type and JSON of an unquoted word, unless it is text.
fn plain(text: &str) -> Result<Option<(&'static str, String)>, String> {
    let found = match text {
        "" | "~" | "null" | "Null" | "NULL" => ("null", "null".to_owned()),
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => {
            ("bool", "true".to_owned())
        }
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => {
            ("bool", "false".to_owned())
        }
        _ => return number(text),
    };
    Ok(Some(found))
}

/// The JSON form of a number: unchanged if it is valid JSON.
fn number(text: &str) -> Result<Option<(&'static str, String)>, String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(format!("JSON has no number `{text}`"));
    }
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return Ok(None);
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    let digits = unsigned.replace('_', "");
    if let Some(whole) = whole(&digits) {
        return Ok(Some(("int", format!("{}{whole}", if whole == "0" { "" } else { sign }))));
    }
    let shaped = digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    let value = digits.parse::<f64>().ok().filter(|value| shaped && value.is_finite());
    // `08`, `.5`, `5.`, `1_0.5` are numbers in YAML, but are written differently in JSON.
    let written = format!("{sign}{digits}");
    let is_json = serde_json::from_str::<serde_json::Number>(&written).is_ok();
    Ok(value.map(|value| ("float", if is_json { written } else { format!("{sign}{value}") })))
}

/// The decimal digits of a whole number; numbers with a leading zero are octal.
fn whole(digits: &str) -> Option<String> {
    let lower = digits.to_ascii_lowercase();
    let based = [("0x", 16), ("0o", 8), ("0b", 2), ("0", 8)];
    let based = based.into_iter().find_map(|(prefix, base)| {
        let rest = lower.strip_prefix(prefix).filter(|rest| !rest.is_empty() && !rest.starts_with(['+', '-']))?;
        u64::from_str_radix(rest, base).ok()
    });
    match based {
        Some(number) => Some(number.to_string()),
        None if digits == "0" => Some("0".to_owned()),
        None if !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.to_owned()),
        None => None,
    }
}
