//! A minimal reader for the release series of a metadata file in plain YAML.

use super::metadata::{API_VERSION, KIND};

/// A series of releases: major, minor, contract.
pub type Series<'t> = (u64, u64, &'t str);

/// Why a metadata file cannot be read.
#[derive(PartialEq, Eq, Debug)]
pub struct Unread {
    /// The text that was found.
    pub found: String,
    /// The form that was expected.
    pub expected: &'static str,
}

/// Reads the release series of a metadata file. Returns an error for YAML this reader does not understand, rather than
/// guessing, and for files that clusterctl and the operator refuse.
pub fn written_series(text: &str) -> Result<Vec<Series<'_>>, Unread> {
    let mut found: Vec<Item<'_>> = Vec::new();
    let (mut started, mut inside, mut listed, mut ended) = (false, false, false, false);
    // How far the list and the members of its items are indented: what stands deeper belongs to something else.
    let (mut list_at, mut members_at) = (None, None);
    for (number, line) in (1..).zip(text.lines()) {
        let comment = [" #", "\t#"].iter().filter_map(|mark| line.find(mark)).min();
        let line = line.get(..comment.unwrap_or(line.len())).unwrap_or_default().trim_end();
        let plain = line.trim_start();
        let is_mark = plain == "---" || plain == "...";
        ended |= is_mark && started;
        if plain.is_empty() || plain.starts_with(['#', '%']) || is_mark {
            continue;
        }
        let unread = |expected| {
            let shown: String = plain.chars().take(LONGEST_SHOWN).collect();
            Unread { found: format!("`{shown}` in line {number}"), expected }
        };
        if plain.starts_with('{') && !started {
            return Err(unread(A_KEY));
        }
        if ended {
            return Err(unread(ONE_DOCUMENT));
        }
        if plain.len() == line.len() && !plain.starts_with('-') {
            let (key, value) = plain.split_once(':').ok_or_else(|| unread(A_KEY))?;
            let (key, value) = (key.trim_matches(is_quote), value.trim());
            head(key, value.trim_matches(is_quote)).map_err(unread)?;
            started = true;
            inside = key == "releaseSeries";
            if inside && std::mem::replace(&mut listed, true) {
                return Err(unread(ONE_LIST));
            }
            if inside && !value.is_empty() {
                found.extend(flow_list(value).map_err(unread)?);
            }
        } else if inside {
            let begins_at = |part: &str| line.len() - part.len();
            let pair = match plain.strip_prefix('-') {
                Some(rest) if *list_at.get_or_insert(begins_at(plain)) == begins_at(plain) => {
                    found.push(Item::default());
                    members_at = None;
                    rest.trim_start()
                }
                Some(_) => return Err(unread(A_MAP)),
                None => plain,
            };
            if !pair.is_empty() && *members_at.get_or_insert(begins_at(pair)) != begins_at(pair) {
                return Err(unread(A_MAP));
            }
            let item = found.last_mut().ok_or_else(|| unread(A_LIST))?;
            if pair.starts_with('{') {
                item.flow(pair).map_err(unread)?;
            } else if !pair.is_empty() {
                item.pair(pair).map_err(unread)?;
            }
        } else if !started {
            return Err(unread(A_KEY));
        }
    }
    if found.is_empty() {
        return Err(Unread { found: "no series".to_owned(), expected: A_LIST });
    }
    Ok(found.into_iter().map(Item::series).collect())
}

/// Checks the `apiVersion` and `kind` of the file. A file that has neither is accepted.
fn head(key: &str, value: &str) -> Result<(), &'static str> {
    match key {
        "apiVersion" if !value.is_empty() && value != API_VERSION => Err(API_VERSION),
        "kind" if !value.is_empty() && value != KIND => Err(KIND),
        _ => Ok(()),
    }
}

/// The most characters of a line that are quoted.
const LONGEST_SHOWN: usize = 80;

const A_KEY: &str = "a key and its value in YAML without braces";
const ONE_DOCUMENT: &str = "the end of the file: its series stand in one document";
const ONE_LIST: &str = "no second list `releaseSeries`";
const A_LIST: &str = "a list `releaseSeries` with a series for each minor version";
const A_MAP: &str = "`major`, `minor` and `contract` of a series";
const A_NUMBER: &str = "a whole number without quotes";

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'')
}

/// Parses a YAML flow sequence: `[{major: 0, minor: 4, contract: v1alpha4}]`.
fn flow_list(text: &str) -> Result<Vec<Item<'_>>, &'static str> {
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or(A_LIST)?.trim();
    let mut found = Vec::new();
    for part in inside.split('}').map(str::trim).filter(|part| !part.is_empty()) {
        let mut item = Item::default();
        item.pairs(part.trim_start_matches(',').trim_start().strip_prefix('{').ok_or(A_MAP)?)?;
        found.push(item);
    }
    Ok(found)
}

/// A series as far as it was read. Files written by Go programs omit zero and empty values, hence the defaults.
#[derive(Default)]
struct Item<'t> {
    major: u64,
    minor: u64,
    contract: &'t str,
}

impl<'t> Item<'t> {
    fn flow(&mut self, text: &'t str) -> Result<(), &'static str> {
        self.pairs(text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).ok_or(A_MAP)?)
    }

    fn pairs(&mut self, text: &'t str) -> Result<(), &'static str> {
        text.split(',').try_for_each(|pair| self.pair(pair.trim()))
    }

    fn pair(&mut self, text: &'t str) -> Result<(), &'static str> {
        let (key, value) = text.split_once(':').ok_or(A_MAP)?;
        let value = value.trim();
        match key.trim().trim_matches(is_quote) {
            "major" => self.major = number(value)?,
            "minor" => self.minor = number(value)?,
            "contract" => self.contract = contract(value)?,
            _ => {}
        }
        Ok(())
    }

    fn series(self) -> Series<'t> {
        (self.major, self.minor, self.contract)
    }
}

/// Parses a number. One that begins with a zero is octal to some readers and decimal to others.
fn number(text: &str) -> Result<u64, &'static str> {
    let is_octal = text.len() > 1 && text.starts_with('0');
    text.parse().ok().filter(|_| !is_octal).ok_or(A_NUMBER)
}

fn contract(text: &str) -> Result<&str, &'static str> {
    let plain = text.trim_matches(is_quote);
    match text {
        "~" | "null" | "Null" | "NULL" => Ok(""),
        // An anchor, an alias or a tag is not part of the value, and a map or a list is no text.
        _ if text.starts_with(['&', '*', '!', '{', '[']) || plain.contains([' ', '\t']) => Err(A_MAP),
        _ => Ok(plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_files_are_read_and_others_are_not_guessed() {
        let usual = "# series\napiVersion: clusterctl.cluster.x-k8s.io/v1alpha3\nkind: Metadata\nreleaseSeries:\n  - major: 0 # first\n    minor: 4\n    contract: v1alpha4\n  - {major: 1, minor: 0, contract: \"v1beta1\"}\nother: x\n";
        assert_eq!(written_series(usual), Ok(vec![(0, 4, "v1alpha4"), (1, 0, "v1beta1")]));
        let flow = "releaseSeries: [{major: 0, minor: 4, contract: v1alpha4}, {major: 1, minor: 0, contract: v1beta1}]";
        assert_eq!(written_series(flow), Ok(vec![(0, 4, "v1alpha4"), (1, 0, "v1beta1")]));
        let of_go = "%YAML 1.2\n---\nreleaseSeries:\n- contract: v1beta1\n  major: 1\n- minor: 4\n...\n";
        assert_eq!(written_series(of_go), Ok(vec![(1, 0, "v1beta1"), (0, 4, "")]));
        let said = "releaseSeries:\n- major: 1\t# this series\n  contract: v1beta1\t# and its contract\n- contract: ~\n- {contract: null}\n";
        assert_eq!(written_series(said), Ok(vec![(1, 0, "v1beta1"), (0, 0, ""), (0, 0, "")]));
        let long = format!("releaseSeries: {}", "x".repeat(1_000));
        assert!(written_series(&long).is_err_and(|unread| unread.found.len() < 100));
        let odd = [
            ("releaseSeries: *anchor", "`releaseSeries: *anchor` in line 1"),
            ("releaseSeries:\n- major: x\n", "`- major: x` in line 2"),
            ("releaseSeries: [{major: 1, minor: \"0\"}]", "`releaseSeries: [{major: 1, minor: \"0\"}]` in line 1"),
            ("{\"releaseSeries\": [{\"major\": 1}]}", "`{\"releaseSeries\": [{\"major\": 1}]}` in line 1"),
            ("releaseSeries: [{major: 1}]\nkind: Metdata", "`kind: Metdata` in line 2"),
            ("releaseSeries:\n- contract: &c v1beta1\n", "`- contract: &c v1beta1` in line 2"),
            ("releaseSeries:\n- contract: {a: b}\n", "`- contract: {a: b}` in line 2"),
            ("releaseSeries:\n- contract: v1beta1 v1beta2\n", "`- contract: v1beta1 v1beta2` in line 2"),
            ("releaseSeries:\n- minor: 010\n", "`- minor: 010` in line 2"),
            ("apiVersion: v1", "`apiVersion: v1` in line 1"),
            ("- a", "`- a` in line 1"),
            ("kind: Metadata\n", "no series"),
            ("releaseSeries:\n- major: 1\n  support:\n    contract: v1beta1\n", "`contract: v1beta1` in line 4"),
            ("releaseSeries:\n- major: 1\n  supports:\n  - major: 2\n", "`- major: 2` in line 4"),
            ("releaseSeries: [{major: 1}]\nreleaseSeries: []\n", "`releaseSeries: []` in line 2"),
            ("---\nreleaseSeries: [{major: 1}]\n---\nkind: Metadata\n", "`kind: Metadata` in line 4"),
        ];
        for (text, found) in odd {
            assert_eq!(written_series(text).map_err(|unread| unread.found), Err(found.to_owned()), "{text}");
        }
    }
}
