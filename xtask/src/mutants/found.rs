use std::ops::Range;

use syn::spanned::Spanned;

use super::mutant::Mutant;

/// A file and the mutants that were found in it so far.
pub struct Found<'f> {
    path: &'f str,
    text: &'f str,
    pub mutants: Vec<Mutant>,
}

impl<'f> Found<'f> {
    /// A file without mutants.
    pub fn none(path: &'f str, text: &'f str) -> Self {
        Self { path, text, mutants: Vec::new() }
    }

    /// The source text of a piece of the file.
    pub fn source(&self, piece: &impl Spanned) -> &str {
        self.text.get(piece.span().byte_range()).unwrap_or_default()
    }

    /// Adds a mutant that surrounds a piece of the file.
    pub fn around(&mut self, piece: &impl Spanned, operator: &str, before: String, after: &str) {
        self.at(piece.span().byte_range(), piece.span().byte_range(), operator, before, after);
    }

    /// Adds a mutant that is inserted after a piece of the file.
    pub fn behind(&mut self, piece: &impl Spanned, operator: &str, inserted: &str) {
        let shown = piece.span().byte_range();
        self.at(shown.clone(), shown.end..shown.end, operator, inserted.to_owned(), "");
    }

    /// Adds a mutant that surrounds `range` but is shown with the text of `shown`.
    pub fn at(&mut self, shown: Range<usize>, range: Range<usize>, operator: &str, before: String, after: &str) {
        let line = self.text.get(..shown.start).unwrap_or_default().matches('\n').count() + 1;
        let words = self.text.get(shown).unwrap_or_default().split_whitespace();
        self.mutants.push(Mutant {
            path: self.path.to_owned(),
            line,
            operator: operator.to_owned(),
            original: words.collect::<Vec<_>>().join(" "),
            range,
            before,
            after: after.to_owned(),
        });
    }
}
