//! The places of comments, and what they belong to.

use std::ops::Range;

use super::Rewriting;

/// Finds the comments of a text, given the places of its keys and scalars in order.
pub fn of(text: &str, scalars: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut scalars = scalars.iter().peekable();
    let (mut comments, mut from): (Vec<Range<usize>>, usize) = (Vec::new(), 0);
    for (at, _) in text.match_indices('#') {
        while scalars.next_if(|scalar| scalar.end <= at).is_some() {}
        let before = text.get(..at).unwrap_or_default();
        let begins = before.is_empty() || before.ends_with([' ', '\t', '\n', '\r', '\u{feff}']);
        if at < from || !begins || scalars.peek().is_some_and(|scalar| scalar.start <= at) {
            continue;
        }
        let said = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        from = at + said.len();
        comments.push(at..at + said.trim_end().len());
    }
    comments
}

impl Rewriting<'_> {
    /// Returns where the first comment in a range begins.
    pub fn comment_in(&self, range: Range<usize>) -> Option<usize> {
        let next = self.comments.partition_point(|comment| comment.start < range.start);
        self.comments.get(next).map(|comment| comment.start).filter(|start| *start < range.end)
    }

    /// Returns where the lines of a part begin: its own, and comments directly above with the same indentation.
    pub fn with_those_above(&self, part: usize) -> usize {
        let mut start = self.line_start(part);
        while start > 0 {
            let above = self.line_start(start - 1);
            if self.comment_on_line(above).is_none_or(|comment| self.column(comment) != self.column(part)) {
                break;
            }
            start = above;
        }
        start
    }

    /// Returns where the lines of a part indented by `column` end: its own, and comments directly below with a deeper
    /// indentation.
    pub fn with_those_below(&self, end: usize, column: usize) -> usize {
        let mut end = self.line_end(end);
        while self.comment_on_line(end).is_some_and(|comment| self.column(comment) > column) {
            end = self.line_end(end);
        }
        end
    }

    /// Returns the comment that has the line beginning here to itself.
    fn comment_on_line(&self, line: usize) -> Option<usize> {
        self.comment_in(line..self.line_end(line)).filter(|comment| self.begins_line(*comment))
    }
}
