use std::fmt;
use std::ops::Range;

/// A fault that can be planted in one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The file, below `src`.
    pub path: String,
    /// The line where it begins.
    pub line: usize,
    /// What is done, in a word or two.
    pub operator: String,
    /// The text that it is done to, on one line.
    pub original: String,
    /// Where that text stands in its file.
    pub range: Range<usize>,
    /// What goes before it and after it; `$N` is the mutant's number.
    pub before: String,
    /// See `before`.
    pub after: String,
}

impl Mutant {
    /// What is inserted before the text of the mutant of that number, and after it.
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
