use std::cmp::Ordering;

use super::version::{Version, compare_identifiers};
use crate::base::pre_release::compare_pre_releases;

/// The longest text read as a constraint, in bytes, and the most alternatives it may have.
const LONGEST: usize = 512;
const MOST_ALTERNATIVES: usize = 32;

/// A constraint on versions: alternatives separated by `||`, each a list of comparisons that all have to hold.
#[derive(Clone, Debug)]
pub struct Constraint {
    alternatives: Vec<Vec<Comparison>>,
}

#[derive(Clone, Debug)]
struct Comparison {
    operator: Operator,
    major: u64,
    minor: u64,
    patch: u64,
    pre_release: String,
    open: Open,
}

/// The first part of a comparison's version that is open, that is, a wildcard or left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    Nothing,
    Patch,
    Minor,
    Major,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
    Tilde,
    Caret,
}

/// Longer operators come first, so that `>=` is not read as `>`.
const OPERATORS: [(&str, Operator); 12] = [
    ("!=", Operator::NotEqual),
    (">=", Operator::GreaterOrEqual),
    ("=>", Operator::GreaterOrEqual),
    ("<=", Operator::LessOrEqual),
    ("=<", Operator::LessOrEqual),
    ("~>", Operator::Tilde),
    (">", Operator::Greater),
    ("<", Operator::Less),
    ("~", Operator::Tilde),
    ("^", Operator::Caret),
    ("=", Operator::Equal),
    ("", Operator::Equal),
];

impl Constraint {
    /// Parses a constraint.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let text = write_out_ranges(text);
        let alternatives: Vec<_> = alternatives(&text).map(comparisons).collect::<Option<_>>()?;
        (alternatives.len() <= MOST_ALTERNATIVES).then_some(Self { alternatives })
    }

    /// Whether a version satisfies the constraint. A pre-release satisfies only an alternative that names a
    /// pre-release.
    pub fn allows(&self, version: &Version<'_>) -> bool {
        self.alternatives.iter().any(|comparisons| {
            let pre_releases = comparisons.iter().any(|comparison| !comparison.pre_release.is_empty());
            (version.pre_release.is_empty() || pre_releases)
                && comparisons.iter().all(|comparison| comparison.allows(version))
        })
    }
}

/// Splits a text at each `||`. The standard library's substring search would add two kilobytes to what a browser loads.
fn alternatives(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let whole = rest.take()?;
        let Some(end) = whole.as_bytes().windows(2).position(|pair| pair == b"||") else { return Some(whole) };
        rest = whole.get(end + 2..);
        whole.get(..end)
    })
}

impl Comparison {
    fn version(&self) -> Version<'_> {
        let Self { major, minor, patch, .. } = *self;
        Version { major, minor, patch, pre_release: &self.pre_release, metadata: "" }
    }

    fn allows(&self, version: &Version<'_>) -> bool {
        let order = version.precedence(&self.version());
        match self.operator {
            Operator::Equal if self.open == Open::Nothing => order == Ordering::Equal,
            Operator::Equal | Operator::Tilde => order != Ordering::Less && self.same_minor(version),
            Operator::NotEqual => self.differs(version, order),
            Operator::Greater => self.is_below(version, order),
            Operator::Less => order == Ordering::Less,
            Operator::GreaterOrEqual => order != Ordering::Less,
            Operator::LessOrEqual => self.reaches(version, order),
            Operator::Caret => order != Ordering::Less && self.same_leading(version),
        }
    }

    /// Whether the minor version is the same, or the major version if the minor is open. A plain `0.0.0` or a wildcard
    /// for the major version allows everything.
    fn same_minor(&self, version: &Version<'_>) -> bool {
        let zero =
            (self.major, self.minor, self.patch) == (0, 0, 0) && matches!(self.open, Open::Nothing | Open::Major);
        zero || version.major == self.major && (self.open == Open::Minor || version.minor == self.minor)
    }

    /// Whether all parts up to the leftmost non-zero one are the same.
    fn same_leading(&self, version: &Version<'_>) -> bool {
        if self.major > 0 || self.open == Open::Minor {
            return version.major == self.major;
        }
        if version.major > 0 {
            return false;
        }
        if self.minor > 0 || self.open == Open::Patch {
            return version.minor == self.minor;
        }
        version.minor == 0 && version.patch == self.patch
    }

    fn differs(&self, version: &Version<'_>, order: Ordering) -> bool {
        match self.open {
            Open::Nothing => order != Ordering::Equal,
            _ if version.major != self.major => true,
            Open::Minor => false,
            _ if version.minor != self.minor => true,
            Open::Patch => {
                compare_pre_releases(version.pre_release, &self.pre_release, compare_identifiers) != Ordering::Equal
            }
            // Everything is open, so the remaining parts are compared with zero.
            Open::Major => version.patch != self.patch || order != Ordering::Equal,
        }
    }

    fn is_below(&self, version: &Version<'_>, order: Ordering) -> bool {
        match version.major.cmp(&self.major) {
            _ if self.open == Open::Nothing => order == Ordering::Greater,
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => match self.open {
                Open::Minor => false,
                Open::Patch => version.minor > self.minor,
                Open::Nothing | Open::Major => order == Ordering::Greater,
            },
        }
    }

    fn reaches(&self, version: &Version<'_>, order: Ordering) -> bool {
        if self.open == Open::Nothing {
            return order != Ordering::Greater;
        }
        let later_minor = version.major == self.major && version.minor > self.minor && self.open != Open::Minor;
        version.major <= self.major && !later_minor
    }
}

/// Parses a list of comparisons separated by blanks or commas.
fn comparisons(text: &str) -> Option<Vec<Comparison>> {
    let mut all = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    loop {
        let (comparison, after) = comparison(rest)?;
        all.push(comparison);
        let trimmed = after.trim_start_matches(is_blank);
        if trimmed.is_empty() {
            return Some(all);
        }
        rest = match trimmed.strip_prefix(',') {
            Some(after_comma) => after_comma.trim_start_matches(is_blank),
            None if trimmed.len() < after.len() => trimmed,
            None => return None,
        };
    }
}

fn comparison(text: &str) -> Option<(Comparison, &str)> {
    OPERATORS.iter().find_map(|(word, operator)| {
        let rest = text.strip_prefix(word)?.trim_start_matches(is_blank);
        let parts = Parts::at_start(rest)?;
        let after = rest.get(parts.len..)?;
        Some((parts.comparison(*operator)?, after))
    })
}

/// Whether a character matches `\s` in Go's regular expressions.
fn is_blank(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{c}' | '\r' | ' ')
}

/// The parts of a comparison's version.
struct Parts<'a> {
    major: &'a str,
    minor: &'a str,
    patch: &'a str,
    pre_release: &'a str,
    len: usize,
}

impl<'a> Parts<'a> {
    /// Returns the longest version at the start of a text, if there is one.
    fn at_start(text: &'a str) -> Option<Self> {
        let is_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'x' | b'X' | b'*' | b'|');
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let mut rest = text.strip_prefix('v').unwrap_or(text);
        let major = run(&mut rest, "", is_number)?;
        let minor = run(&mut rest, ".", is_number).unwrap_or_default();
        // If the minor version is missing, no dot is left for a patch version to follow.
        let patch = run(&mut rest, ".", is_number).unwrap_or_default();
        let pre_release = dotted(&mut rest, "-", is_word);
        dotted(&mut rest, "+", is_word);
        Some(Self { major, minor, patch, pre_release, len: text.len() - rest.len() })
    }

    fn comparison(&self, operator: Operator) -> Option<Comparison> {
        let is_open = |part: &str| matches!(part, "" | "x" | "X" | "*");
        let (open, numbers) = if is_open(self.major) {
            (Open::Major, ["0", "0", "0"])
        } else if is_open(self.minor) {
            (Open::Minor, [self.major, "0", "0"])
        } else if is_open(self.patch) {
            (Open::Patch, [self.major, self.minor, "0"])
        } else {
            (Open::Nothing, [self.major, self.minor, self.patch])
        };
        let dash = if self.pre_release.is_empty() { "" } else { "-" };
        let text = format!("{}{dash}{}", numbers.join("."), self.pre_release);
        let Version { major, minor, patch, pre_release, .. } = Version::parse(&text)?;
        Some(Comparison { operator, major, minor, patch, pre_release: pre_release.to_owned(), open })
    }
}

/// Consumes a prefix and the non-empty run of bytes after it. Returns the run, if there is one.
fn run<'a>(rest: &mut &'a str, prefix: &str, belongs: impl Fn(u8) -> bool) -> Option<&'a str> {
    let after = rest.strip_prefix(prefix)?;
    let len = after.bytes().take_while(|byte| belongs(*byte)).count();
    let (taken, left) = after.split_at_checked(len).filter(|(taken, _)| !taken.is_empty())?;
    *rest = left;
    Some(taken)
}

/// Consumes a prefix and runs of bytes separated by dots. Returns the runs with their dots.
fn dotted<'a>(rest: &mut &'a str, prefix: &str, belongs: impl Fn(u8) -> bool + Copy) -> &'a str {
    let Some(whole) = rest.strip_prefix(prefix) else { return "" };
    if run(rest, prefix, belongs).is_none() {
        return "";
    }
    while run(rest, ".", belongs).is_some() {}
    whole.get(..whole.len() - rest.len()).unwrap_or_default()
}

/// Rewrites each `a - b` as `>= a, <= b`.
fn write_out_ranges(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((from, to, after)) = range(rest) {
            out.push_str(&format!(">= {from}, <= {to} "));
            rest = after;
            continue;
        }
        let mut characters = rest.chars();
        out.extend(characters.next());
        rest = characters.as_str();
    }
    out
}

/// Splits a range off the start of a text: its lower end, its upper end and the rest.
fn range(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start_matches(is_blank);
    let (from, after) = text.split_at_checked(Parts::at_start(text)?.len)?;
    let dash = after.trim_start_matches(is_blank);
    let behind = dash.strip_prefix('-')?;
    let second = behind.trim_start_matches(is_blank);
    if dash.len() == after.len() || second.len() == behind.len() {
        return None;
    }
    let (to, after) = second.split_at_checked(Parts::at_start(second)?.len)?;
    Some((from, to, after.trim_start_matches(is_blank)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constraint_allows_what_is_between_its_ends() {
        let constraint = Constraint::parse(">= 1.26, < 1.29").expect("a constraint");
        assert!(Version::parse("1.28.9").is_some_and(|version| constraint.allows(&version)));
        assert!(Version::parse("1.29").is_some_and(|version| !constraint.allows(&version)));
        assert!(Constraint::parse("").is_none());
    }
}
