//! Label selectors as text, parsed exactly as Kubernetes does: `a=b, c!=d, e in (f, g), h notin (i), j, !k, l>1`.

use std::iter::Peekable;

use crate::base::spelling::is_plain_name;
use crate::policy::providers::objects::is_dns_name;

/// The condition on a label.
#[derive(Debug, PartialEq, Eq)]
enum Wish<'t> {
    Exists,
    /// The value is one of these.
    Among(Vec<&'t str>),
    Above(i64),
    Below(i64),
}

/// A requirement on one label.
#[derive(Debug, PartialEq, Eq)]
struct Requirement<'t> {
    key: &'t str,
    wish: Wish<'t>,
    /// Whether the requirement is met exactly if the condition is not.
    negated: bool,
}

/// A parsed label selector. An empty one selects everything.
#[derive(Debug)]
pub struct Selector<'t>(Vec<Requirement<'t>>);

impl<'t> Selector<'t> {
    /// Parses a selector. Returns `None` if it is malformed.
    pub fn read(text: &'t str) -> Option<Self> {
        let mut reader = Reader(Tokens(text).peekable());
        let mut requirements = Vec::new();
        if reader.0.peek().is_none() {
            return Some(Self(requirements));
        }
        loop {
            requirements.push(reader.requirement()?);
            match reader.0.next() {
                None => return Some(Self(requirements)),
                Some(Token::Sign(",")) => {}
                Some(_) => return None,
            }
        }
    }

    /// Whether the selector selects an object. `label` returns the value of the object's label with the given key.
    pub fn selects<'l>(&self, label: impl Fn(&str) -> Option<&'l str>) -> bool {
        self.0.iter().all(|requirement| {
            let holds = label(requirement.key).is_some_and(|found| match &requirement.wish {
                Wish::Exists => true,
                Wish::Among(values) => values.contains(&found),
                Wish::Above(bound) => found.parse::<i64>().is_ok_and(|found| found > *bound),
                Wish::Below(bound) => found.parse::<i64>().is_ok_and(|found| found < *bound),
            });
            holds != requirement.negated
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    /// A key or a value. `in` and `notin` are operators only after a key.
    Word(&'t str),
    Sign(&'t str),
}

/// The operators and separators. One that begins with another comes before it.
const SIGNS: [&str; 9] = ["==", "!=", "=", "!", "(", ")", ",", "<", ">"];

/// Splits a text into tokens; contains the part not yet read.
struct Tokens<'t>(&'t str);

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let is_blank = |letter: char| matches!(letter, ' ' | '\t' | '\r' | '\n');
        let rest = self.0.trim_start_matches(is_blank);
        let sign = SIGNS.iter().find_map(|sign| Some((Token::Sign(sign), rest.strip_prefix(sign)?)));
        let (token, behind) = sign.unwrap_or_else(|| {
            let ends = |letter| is_blank(letter) || SIGNS.iter().any(|sign| sign.starts_with(letter));
            let (word, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
            (Token::Word(word), behind)
        });
        self.0 = behind;
        (!rest.is_empty()).then_some(token)
    }
}

struct Reader<'t>(Peekable<Tokens<'t>>);

impl<'t> Reader<'t> {
    fn requirement(&mut self) -> Option<Requirement<'t>> {
        let negated = self.takes("!");
        let key = self.word().filter(|key| is_key(key))?;
        if negated || self.is_at_end() {
            return Some(Requirement { key, wish: Wish::Exists, negated });
        }
        let operator = self.0.next()?;
        let (wish, negated) = match operator {
            Token::Word("in") => (Wish::Among(self.values()?), false),
            Token::Word("notin") => (Wish::Among(self.values()?), true),
            Token::Sign("=" | "==") => (Wish::Among(vec![self.value()?]), false),
            Token::Sign("!=") => (Wish::Among(vec![self.value()?]), true),
            Token::Sign(">") => (Wish::Above(self.value()?.parse().ok()?), false),
            Token::Sign("<") => (Wish::Below(self.value()?.parse().ok()?), false),
            _ => return None,
        };
        Some(Requirement { key, wish, negated })
    }

    /// Reads the values in parentheses. Each of them may be empty.
    fn values(&mut self) -> Option<Vec<&'t str>> {
        if !self.takes("(") {
            return None;
        }
        let mut values = Vec::new();
        loop {
            values.push(self.value()?);
            if self.takes(")") {
                return Some(values);
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    /// Reads a value, which may be empty.
    fn value(&mut self) -> Option<&'t str> {
        let is_left_out = self.is_at_end() || self.0.peek() == Some(&Token::Sign(")"));
        if is_left_out { Some("") } else { self.word().filter(|value| is_value(value)) }
    }

    /// Whether the current requirement or value ends here.
    fn is_at_end(&mut self) -> bool {
        self.0.peek().is_none_or(|token| *token == Token::Sign(","))
    }

    fn takes(&mut self, sign: &'static str) -> bool {
        self.0.next_if_eq(&Token::Sign(sign)).is_some()
    }

    fn word(&mut self) -> Option<&'t str> {
        match self.0.next()? {
            Token::Word(word) => Some(word),
            Token::Sign(_) => None,
        }
    }
}

/// Whether the text is a valid label key: a name, optionally preceded by a domain and a slash.
fn is_key(text: &str) -> bool {
    match text.split_once('/') {
        Some((domain, name)) => is_dns_name(domain) && is_name(name),
        None => is_name(text),
    }
}

fn is_value(text: &str) -> bool {
    text.is_empty() || is_name(text)
}

fn is_name(text: &str) -> bool {
    text.len() <= 63 && is_plain_name(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_read_as_kubernetes_reads_them() {
        let selects = |text: &str| {
            let labels = [("a", "b"), ("x.io/c", "d"), ("n", "7"), ("e", ""), ("in", "in")];
            let label = |key: &str| labels.iter().find(|(own, _)| *own == key).map(|(_, value)| *value);
            Selector::read(text).map(|selector| selector.selects(label))
        };
        for text in [
            "",
            " \t\r\n",
            "a=b",
            "a==b, x.io/c = d",
            "a in (z, b)",
            "a notin (z),x.io/c",
            "!z",
            "z!=1",
            "z notin (1)",
            "e=",
            "e= ,a",
            "e in ()",
            "e in (,z)",
            "e in (z,)",
            "e in (z,,y)",
            "in in (in)",
            "n>6",
            "n < 08",
            "a!=z,!y",
        ] {
            assert_eq!(selects(text), Some(true), "{text}");
        }
        for text in ["a=", "a!=b", "z", "!a", "a in (z)", "z in (1),a", "n>7", "n<7", "a>1", "z<1", "e notin ()"] {
            assert_eq!(selects(text), Some(false), "{text}");
        }
        let long = "a".repeat(64);
        for text in [
            "a in b",
            "a in (b",
            "a in (b c)",
            "a in (=)",
            "a b",
            "=b",
            "a=b c",
            "a=b,,c",
            "a=b,",
            ",a",
            "!",
            "!!a",
            "!a=b",
            "a===b",
            "a=!b",
            "a>",
            "a>b",
            "a>-1",
            "a<9223372036854775808",
            "-a",
            "a-",
            "a=-",
            "a=b.",
            "/a",
            "a/",
            "a/b/c",
            "X.io/c",
            "x..io/c",
            "é",
            "a=é",
            &long,
            &format!("a={long}"),
            "a\u{b}=b",
        ] {
            assert_eq!(selects(text), None, "{text}");
        }
    }
}
