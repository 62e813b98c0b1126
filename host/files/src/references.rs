//! References from one option of a configuration file to another, as oslo.config resolves them: `$name` and `${name}`
//! stand for an option of the same section or of `[DEFAULT]`, `$section.name` for one of another section, `$$` for a
//! dollar sign.
//!
//! A service also resolves references to options that no file sets. Only the service knows their values, so such a
//! reference stays.

use serde_json::{Map, Value};

/// Replaces the references in all options of a section. Returns those options, each with every option it refers to.
/// References to options that are unset or not text stay, and so do escaped dollar signs.
///
/// ```
/// use fitment_files::{ini, references};
///
/// let mut sections = serde_json::Map::new();
/// ini::add("[DEFAULT]\nhost = a\n[drivers]\ndefault_driver = ${host}_$nobody\n", &mut sections)?;
/// let followed = references::follow(&mut sections, "drivers", &[]);
/// assert_eq!(sections["drivers"]["default_driver"], "a_$nobody");
/// assert_eq!(followed[0].option, "default_driver");
/// assert_eq!((followed[0].section.as_str(), followed[0].name.as_str()), ("DEFAULT", "host"));
/// # Ok::<(), ini::Fault>(())
/// ```
pub fn follow(sections: &mut Map<String, Value>, section: &str, no_texts: &[&str]) -> Vec<Reference> {
    let mut all = Vec::new();
    let mut values = Vec::new();
    for (option, value) in sections.get(section).and_then(Value::as_object).into_iter().flatten() {
        let mut following = Following { sections, special: (section, no_texts), found: Vec::new(), steps: 0 };
        let Some(text) = value.as_str().filter(|text| text.contains('$')) else { continue };
        values.push((option.clone(), following.value((section, option), text, &mut Vec::new())));
        let found = following.found.into_iter();
        all.extend(found.map(|(section, name)| Reference { option: option.clone(), section, name }));
    }
    let Some(Value::Object(options)) = sections.get_mut(section) else { return all };
    for (option, value) in values {
        options.insert(option, Value::String(value));
    }
    all
}

/// An option of the section, and an option that it refers to, directly or indirectly.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    /// The option.
    pub option: String,
    /// The section of the option it refers to.
    pub section: String,
    /// The option it refers to.
    pub name: String,
}

/// The most references that one value may lead to: more than any sensible file has.
const STEPS: usize = 1_000;

struct Following<'s> {
    sections: &'s Map<String, Value>,
    /// Options of a section that are not text; a service would substitute them in the syntax of its own language.
    special: (&'s str, &'s [&'s str]),
    /// The section and name of each option referred to.
    found: Vec<(String, String)>,
    steps: usize,
}

impl Following<'_> {
    /// Returns an option's value with its references replaced. `open` holds the options that led to it.
    fn value(&mut self, (section, option): (&str, &str), text: &str, open: &mut Vec<(String, String)>) -> String {
        open.push((section.to_owned(), option.to_owned()));
        let mut value = String::new();
        let mut rest = text;
        while let Some(dollar) = rest.find('$') {
            let (before, from) = rest.split_at(dollar);
            value.push_str(before);
            if before.ends_with('\\') {
                value.push('$');
                rest = from.get(1..).unwrap_or_default();
                continue;
            }
            let (written, name) = reference(from);
            let put = name.and_then(|name| self.referred((section, name), open));
            value.push_str(put.as_deref().unwrap_or(written));
            rest = from.get(written.len()..).unwrap_or_default();
        }
        open.pop();
        value + rest
    }

    /// Resolves a reference made in a section.
    fn referred(&mut self, (section, name): (&str, &str), open: &mut Vec<(String, String)>) -> Option<String> {
        self.steps += 1;
        let candidates: &[(&str, &str)] = match name.split_once('.') {
            Some((other, option)) if other != GENERAL => &[(other, option)],
            Some(_) => &[],
            None => &[(section, name), (GENERAL, name)],
        };
        let set = |(section, option): &(&str, &str)| self.sections.get(*section)?.get(option)?.as_str();
        let (at, text) = candidates.iter().find_map(|at| Some((*at, set(at)?)))?;
        let is_text = at.0 != self.special.0 || !self.special.1.contains(&at.1);
        let is_open = open.iter().any(|(section, option)| (section.as_str(), option.as_str()) == at);
        if !is_text || is_open || self.steps > STEPS {
            return None;
        }
        self.found.push((at.0.to_owned(), at.1.to_owned()));
        Some(self.value(at, text, open))
    }
}

/// The section that all others may refer to without naming it, and that none can name.
const GENERAL: &str = "DEFAULT";

/// Returns the text at a dollar sign, and the name if it is a reference, not an escaped or lone dollar sign.
fn reference(from: &str) -> (&str, Option<&str>) {
    let name = |text: &str| {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let starts = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        if starts { text.bytes().take_while(is_part).count() } else { 0 }
    };
    let dollar = from.get(..1).unwrap_or_default();
    let after = from.get(1..).unwrap_or_default();
    if after.starts_with('$') {
        return (from.get(..2).unwrap_or(dollar), None);
    }
    if let Some(inside) = after.strip_prefix('{') {
        let length = name(inside);
        let is_closed = length > 0 && inside.get(length..).is_some_and(|rest| rest.starts_with('}'));
        return if is_closed {
            (from.get(..length + 3).unwrap_or(dollar), inside.get(..length))
        } else {
            (dollar, None)
        };
    }
    match name(after) {
        0 => (dollar, None),
        length => (from.get(..=length).unwrap_or(dollar), after.get(..length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ini;

    fn followed(value: &str) -> String {
        let file =
            "[DEFAULT]\nhost = H\nround = $trip\ntrip = $round\nnested = <$host$$>\n[drivers]\nca = CA\nlist = a\n";
        let mut sections = Map::new();
        ini::add(&format!("{file}driver = {value}\n"), &mut sections).expect("it is a file");
        follow(&mut sections, "drivers", &["list"]);
        sections["drivers"]["driver"].as_str().expect("it is text").to_owned()
    }

    #[test]
    fn references_are_followed_as_the_services_do() {
        for (value, expected) in [
            ("$host", "H"),
            ("${host}b", "Hb"),
            ("$host-x", "H-x"),
            ("$drivers.ca", "CA"),
            ("$ca$host", "CAH"),
            ("$nested", "<H$$>"),
            ("$$$host", "$$H"),
            ("\\$host", "\\$host"),
            ("a$", "a$"),
            ("${host", "${host"),
            ("${.host}", "${.host}"),
            ("$1 $é ${ host }", "$1 $é ${ host }"),
        ] {
            assert_eq!(followed(value), expected, "{value}");
        }
    }

    #[test]
    fn what_is_not_known_stays() {
        for value in
            ["$Host", "$hostb", "$host.", "$DEFAULT.host", "$Drivers.ca", "$list", "$driver", "$round", "$nosuch.x"]
        {
            assert_eq!(followed(value), value);
        }
    }
}
