use super::budget::Budget;
use super::failure::Failure;

/// A shell pattern: `*`, `?`, `[a-z]`, and a backslash before a character that stands for itself. Slashes have no
/// special meaning, because the patterns match values, not paths.
#[derive(Debug)]
pub struct Glob {
    /// The parts of the pattern between stars.
    chunks: Vec<Chunk>,
}

/// A part of a pattern between stars.
#[derive(Debug)]
struct Chunk {
    /// Whether a star precedes the chunk.
    star: bool,
    parts: Vec<Part>,
    /// Whether the pattern is malformed at the end of this chunk.
    broken: bool,
}

#[derive(Debug)]
enum Part {
    Byte(u8),
    Any,
    Class { negated: bool, ranges: Vec<(char, char)> },
}

impl Glob {
    /// Parses a pattern. A malformed one is only reported when it is matched.
    pub fn read(pattern: &[u8]) -> Self {
        let mut chunks = Vec::new();
        let mut rest = pattern;
        while !rest.is_empty() {
            let stars = rest.iter().take_while(|byte| **byte == b'*').count();
            rest = rest.get(stars..).unwrap_or_default();
            let mut chunk = Chunk { star: stars > 0, parts: Vec::new(), broken: false };
            while let Some((first, behind)) = rest.split_first().filter(|(first, _)| **first != b'*') {
                let read = match first {
                    b'?' => Some((Part::Any, behind)),
                    b'[' => class(behind),
                    b'\\' => behind.split_first().map(|(byte, behind)| (Part::Byte(*byte), behind)),
                    byte => Some((Part::Byte(*byte), behind)),
                };
                let Some((part, behind)) = read else {
                    chunk.broken = true;
                    rest = &[];
                    break;
                };
                chunk.parts.push(part);
                rest = behind;
            }
            chunks.push(chunk);
        }
        Self { chunks }
    }

    /// Whether the pattern matches the whole text. `None`: the pattern is malformed.
    pub fn matches(&self, text: &[u8], budget: &mut Budget) -> Result<Option<bool>, Failure> {
        let mut rest = text;
        for (place, chunk) in self.chunks.iter().enumerate() {
            let last = place + 1 == self.chunks.len();
            if chunk.star && chunk.parts.is_empty() && !chunk.broken {
                return Ok(Some(true));
            }
            let mut found = None;
            for skipped in 0..=rest.len() {
                if skipped > 0 && !chunk.star {
                    break;
                }
                match chunk.after(rest.get(skipped..).unwrap_or_default(), budget)? {
                    Fit::Broken => return Ok(None),
                    Fit::No => {}
                    // The last chunk has to reach the end of the text.
                    Fit::Yes(behind) if last && !behind.is_empty() => {}
                    Fit::Yes(behind) => {
                        found = Some(behind);
                        break;
                    }
                }
            }
            match found {
                Some(behind) => rest = behind,
                None => {
                    return Ok(if self.chunks.iter().skip(place).any(|chunk| chunk.broken) {
                        None
                    } else {
                        Some(false)
                    });
                }
            }
        }
        Ok(Some(rest.is_empty()))
    }
}

enum Fit<'t> {
    Yes(&'t [u8]),
    No,
    Broken,
}

impl Chunk {
    /// Matches the chunk at the start of a text and returns the rest of the text.
    fn after<'t>(&self, text: &'t [u8], budget: &mut Budget) -> Result<Fit<'t>, Failure> {
        let mut rest = text;
        for part in &self.parts {
            budget.spend(1)?;
            let (letter, size) = letter(rest);
            let fits = match part {
                Part::Byte(byte) => rest.first() == Some(byte),
                Part::Any => !rest.is_empty(),
                Part::Class { negated, ranges } => {
                    let inside = ranges.iter().any(|(low, high)| (*low..=*high).contains(&letter));
                    !rest.is_empty() && inside != *negated
                }
            };
            if !fits {
                return Ok(if self.broken { Fit::Broken } else { Fit::No });
            }
            let taken = if matches!(part, Part::Byte(_)) { 1 } else { size };
            rest = rest.get(taken..).unwrap_or_default();
        }
        Ok(if self.broken { Fit::Broken } else { Fit::Yes(rest) })
    }
}

/// Returns the first character of a text and its length in bytes. An invalid byte counts as one character.
fn letter(text: &[u8]) -> (char, usize) {
    let head = text.get(..text.len().min(4)).unwrap_or_default();
    let valid = head.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    valid.chars().next().map_or((char::REPLACEMENT_CHARACTER, 1), |letter| (letter, letter.len_utf8()))
}

/// Parses a character class after its opening bracket.
fn class(mut rest: &[u8]) -> Option<(Part, &[u8])> {
    let negated = rest.first() == Some(&b'^');
    if negated {
        rest = rest.get(1..)?;
    }
    let mut ranges = Vec::new();
    loop {
        if rest.first() == Some(&b']') && !ranges.is_empty() {
            return Some((Part::Class { negated, ranges }, rest.get(1..)?));
        }
        let (low, behind) = member(rest)?;
        let (high, behind) = match behind.first() {
            Some(b'-') => member(behind.get(1..)?)?,
            _ => (low, behind),
        };
        ranges.push((low, high));
        rest = behind;
    }
}

/// Parses one character of a class.
fn member(rest: &[u8]) -> Option<(char, &[u8])> {
    let rest = match rest.first()? {
        b'-' | b']' => return None,
        b'\\' => rest.get(1..)?,
        _ => rest,
    };
    let (letter, size) = letter(rest);
    let behind = rest.get(size..)?;
    // A class cannot end with one of its characters: the closing bracket is missing.
    if behind.is_empty() { None } else { Some((letter, behind)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece of a pattern: a star, or the characters that are accepted at one position.
    enum Piece {
        Star,
        One { negated: bool, ranges: Vec<(char, char)> },
    }

    /// Splits a pattern into pieces. Returns `None` if it is malformed.
    fn pieces(pattern: &str) -> Option<Vec<Piece>> {
        let letters: Vec<char> = pattern.chars().collect();
        let (mut pieces, mut at) = (Vec::new(), 0);
        while let Some(letter) = letters.get(at) {
            at += 1;
            pieces.push(match letter {
                '*' => Piece::Star,
                '?' => Piece::One { negated: true, ranges: Vec::new() },
                '\\' => {
                    at += 1;
                    let letter = *letters.get(at - 1)?;
                    Piece::One { negated: false, ranges: vec![(letter, letter)] }
                }
                '[' => {
                    let negated = letters.get(at) == Some(&'^');
                    at += usize::from(negated);
                    let mut ranges = Vec::new();
                    while ranges.is_empty() || *letters.get(at)? != ']' {
                        let low = listed(&letters, &mut at)?;
                        let high = if letters.get(at) == Some(&'-') {
                            at += 1;
                            listed(&letters, &mut at)?
                        } else {
                            low
                        };
                        ranges.push((low, high));
                    }
                    at += 1;
                    Piece::One { negated, ranges }
                }
                letter => Piece::One { negated: false, ranges: vec![(*letter, *letter)] },
            });
        }
        Some(pieces)
    }

    /// Reads a character that is listed in a class.
    fn listed(letters: &[char], at: &mut usize) -> Option<char> {
        let mut letter = *letters.get(*at)?;
        if letter == '-' || letter == ']' {
            return None;
        }
        if letter == '\\' {
            *at += 1;
            letter = *letters.get(*at)?;
        }
        *at += 1;
        Some(letter)
    }

    fn fits(pieces: &[Piece], text: &[char]) -> bool {
        match (pieces, text) {
            ([], text) => text.is_empty(),
            ([Piece::Star, rest @ ..], text) => {
                fits(rest, text) || matches!(text, [_, behind @ ..] if fits(pieces, behind))
            }
            ([Piece::One { negated, ranges }, rest @ ..], [first, behind @ ..]) => {
                let inside = ranges.iter().any(|(low, high)| low <= first && first <= high);
                inside != *negated && fits(rest, behind)
            }
            (_, []) => false,
        }
    }

    /// Returns all texts of at most `most` of the given characters.
    fn texts(letters: &[char], most: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut start = 0;
        for _ in 0..most {
            let end = all.len();
            for place in start..end {
                let longer = letters.iter().map(|letter| format!("{}{letter}", all[place]));
                all.extend(longer.collect::<Vec<_>>());
            }
            start = end;
        }
        all
    }

    #[test]
    fn every_short_pattern_matches_what_a_plain_matcher_does() {
        let texts_to_match = texts(&['a', 'é', '/', ']'], 3);
        let mut patterns = texts(&['a', 'é', '*', '?', '[', ']', '^', '-', '\\', '/'], 4);
        patterns.extend(
            ["[^a]*", "[a-é]", "[^a-é]*]", "[é-a]", "[\\]a]*", "[a\\-]", "[^^]a*", "a[", "*é*é*"].map(str::to_owned),
        );
        for pattern in patterns {
            let (glob, pieces) = (Glob::read(pattern.as_bytes()), pieces(&pattern));
            for text in &texts_to_match {
                let mut budget = Budget::default();
                let found = glob.matches(text.as_bytes(), &mut budget).ok();
                let letters: Vec<char> = text.chars().collect();
                let expected = pieces.as_ref().map(|pieces| fits(pieces, &letters));
                assert_eq!(found, Some(expected), "`{pattern}` and `{text}`");
            }
        }
    }

    #[test]
    fn a_letter_is_as_long_as_utf8_says_and_a_strange_byte_is_one() {
        for text in ["a", "é", "€", "𝄞", "𝄞a", "€a"] {
            let first = text.chars().next().unwrap_or_default();
            assert_eq!(letter(text.as_bytes()), (first, first.len_utf8()), "{text}");
        }
        let strange = char::REPLACEMENT_CHARACTER;
        assert_eq!(letter(b"\xa9a"), (strange, 1));
        assert_eq!(letter(&"𝄞".as_bytes()[..3]), (strange, 1));
        assert_eq!(letter(b""), (strange, 1));
    }
}
