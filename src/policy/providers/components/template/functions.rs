//! The operators on values. Lengths and offsets count bytes.

use super::budget::Budget;
use super::failure::Failure;
use super::glob::Glob;

/// Converts a character to lower case, if the result is a single character.
pub fn lower(letter: char) -> char {
    // Go maps U+0130 to a plain `i`, while Unicode's lower case adds a combining dot.
    if letter == '\u{130}' { 'i' } else { single(letter, letter.to_lowercase()) }
}

/// Converts a character to upper case, if the result is a single character.
pub fn upper(letter: char) -> char {
    single(letter, letter.to_uppercase())
}

fn single(letter: char, mut changed: impl Iterator<Item = char>) -> char {
    match (changed.next(), changed.next()) {
        (Some(only), None) => only,
        _ => letter,
    }
}

/// Applies `change` to each character.
pub fn each(text: &str, change: fn(char) -> char) -> String {
    text.chars().map(change).collect()
}

/// Applies `change` to the first character.
pub fn first(text: &str, change: fn(char) -> char) -> String {
    let mut letters = text.chars();
    letters.next().map(change).into_iter().chain(letters).collect()
}

/// Returns a substring. An offset or length that is not a number results in the whole text, a negative length in
/// `None`.
pub fn substring<'t>(text: &'t str, offset: &[u8], length: Option<&[u8]>) -> Option<&'t [u8]> {
    let whole = text.as_bytes();
    let Some(offset) = number(offset) else { return Some(whole) };
    let size = i64::try_from(whole.len()).unwrap_or(i64::MAX);
    let start = if offset < 0 { (size + offset).max(0) } else { offset };
    let end = match length.map(number) {
        None => size,
        Some(None) => return Some(whole),
        Some(Some(length)) => start.saturating_add(length),
    };
    if end >= size {
        return Some(whole.get(usize::try_from(start).ok()?..).unwrap_or_default());
    }
    whole.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Replaces the first or every occurrence of `old`. An empty `old` occurs before each character and at the end.
pub fn replace(text: &str, old: &[u8], new: &[u8], all: bool, budget: &mut Budget) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let mut letters = text.chars().map(char::len_utf8);
    loop {
        let found = if old.is_empty() { Some(0) } else { find(rest, old) };
        budget.spend(1 + out.len().min(new.len()))?;
        let Some(at) = found else { break };
        out.extend(rest.get(..at).unwrap_or_default());
        out.extend(new);
        rest = rest.get(at + old.len()..).unwrap_or_default();
        if old.is_empty() {
            let Some(letter) = letters.next().filter(|_| all) else { break };
            out.extend(rest.get(..letter).unwrap_or_default());
            rest = rest.get(letter..).unwrap_or_default();
        } else if !all {
            break;
        }
    }
    out.extend(rest);
    Ok(out)
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    // Usually both are valid UTF-8. Then the search of the standard library can be used, which is linear.
    match (std::str::from_utf8(text), std::str::from_utf8(word)) {
        (Ok(text), Ok(word)) => text.find(word),
        _ => text.windows(word.len()).position(|part| part == word),
    }
}

/// Removes the shortest or longest non-empty prefix or suffix that the pattern matches.
pub fn trim(text: &str, pattern: &[u8], longest: bool, end: bool, budget: &mut Budget) -> Result<Vec<u8>, Failure> {
    if !end {
        return Ok(trimmed(text.as_bytes(), &Glob::read(pattern), longest, budget)?.to_vec());
    }
    // A suffix of the text is a prefix of the reversed text.
    let turned: String = text.chars().rev().collect();
    let pattern: String = String::from_utf8_lossy(pattern).chars().rev().collect();
    let rest = trimmed(turned.as_bytes(), &Glob::read(pattern.as_bytes()), longest, budget)?;
    Ok(String::from_utf8_lossy(rest).chars().rev().collect::<String>().into())
}

fn trimmed<'t>(text: &'t [u8], glob: &Glob, longest: bool, budget: &mut Budget) -> Result<&'t [u8], Failure> {
    let mut found = None;
    for length in (1..=text.len()).rev() {
        let part = text.get(..length).unwrap_or_default();
        match glob.matches(part, budget)? {
            None => return Ok(text),
            Some(true) => {
                found = Some(length);
                if longest {
                    break;
                }
            }
            Some(false) => {}
        }
    }
    Ok(found.and_then(|length| text.get(length..)).unwrap_or(text))
}
