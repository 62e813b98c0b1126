//! Scalars as Kubernetes reads them: by the words and numbers of YAML 1.1.

use saphyr_parser::{ScalarStyle, Tag};
use serde_json::Value;

/// What a tag begins with that stands for `!!`.
const CORE: &str = "tag:yaml.org,2002:";

/// A scalar as it stands in a text.
pub struct Scalar<'s> {
    /// Its text.
    pub text: &'s str,
    /// Whether and how it is quoted.
    pub style: ScalarStyle,
    /// What it is said to be.
    pub tag: Option<&'s Tag>,
}

impl Scalar<'_> {
    /// The JSON of a value. Unquoted words may be null, booleans or numbers, so `yes` and `off` are booleans; all else
    /// is text.
    pub fn value(&self) -> Result<String, String> {
        Ok(self.resolved()?.unwrap_or_else(|| Value::from(self.text).to_string()))
    }

    /// The text of a key: that of the boolean or number that it is.
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

    /// Whether it is the key that merges other mappings into its own.
    pub fn merges(&self) -> bool {
        match self.said_to_be() {
            None => self.text == "<<" && self.style == ScalarStyle::Plain,
            Some(said) => self.text == "<<" && said == "merge",
        }
    }

    /// The name behind `!!`, empty for a tag that is nobody's but the author's.
    fn said_to_be(&self) -> Option<&str> {
        let Tag { handle, suffix } = self.tag?;
        // A handle may stand for any part of what `!!` stands for, down to none of it.
        let rest = CORE.strip_prefix(handle.as_str()).and_then(|rest| suffix.strip_prefix(rest));
        Some(rest.unwrap_or_default())
    }

    /// The JSON of what is no text.
    fn resolved(&self) -> Result<Option<String>, String> {
        let text = self.text;
        match self.said_to_be() {
            Some("binary") => Err("found the tag `!!binary`, expected the text that it stands for".to_owned()),
            Some(said @ ("null" | "bool" | "int" | "float")) => match plain(text)? {
                Some((kind, json)) if kind == said || (kind, said) == ("int", "float") => Ok(Some(json)),
                _ => Err(format!("found `{text}` behind the tag `!!{said}`, expected one")),
            },
            None if self.style == ScalarStyle::Plain => Ok(plain(text)?.map(|(_, json)| json)),
            // Behind a tag that Kubernetes does not know a word is text.
            _ => Ok(None),
        }
    }
}

/// What an unquoted word is, unless it is text, with its JSON.
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

/// The JSON form of a number: as it is written, if JSON can.
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
    // `08`, `.5`, `5.`, `1_0.5`: numbers to YAML, and written otherwise in JSON.
    let written = format!("{sign}{digits}");
    let is_json = serde_json::from_str::<serde_json::Number>(&written).is_ok();
    Ok(value.map(|value| ("float", if is_json { written } else { format!("{sign}{value}") })))
}

/// The decimal digits of a whole number: those with a leading zero are octal.
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
