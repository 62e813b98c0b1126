use std::fmt;
use std::ops::Range;

/// A fault that can be planted in one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The file, relative to `src`.
    pub path: String,
    /// The line where the original text begins.
    pub line: usize,
    /// The kind of change, in a word or two.
    pub operator: String,
    /// The original text that is changed, on one line.
    pub original: String,
    /// The byte range of the original text in its file.
    pub range: Range<usize>,
    /// The text inserted before the range. `$N` stands for the mutant's number.
    pub before: String,
    /// The text inserted after the range. `$N` stands for the mutant's number.
    pub after: String,
}

impl Mutant {
    /// Returns the texts to insert before and after the range for a mutant with this number.
    pub fn switch(&self, number: usize) -> (String, String) {
        let number = number.to_string();
        (self.before.replace("$N", &number), self.after.replace("$N", &number))
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 90;
        write!(f, "src/{}:{}  {}  ", self.path, self.line, self.operator)?;
        match self.original.char_indices().nth(SHOWN) {
            Some((end, _)) => write!(f, "{}…", &self.original[..end]),
            None => f.write_str(&self.original),
        }
    }
}
