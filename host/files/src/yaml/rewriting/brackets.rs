//! Edits of collections in brackets (flow style).

use std::ops::Range;

use serde_json::json;

use super::piece::in_one_piece;
use super::{New, Part, Refused, Rewriting};

pub const COMMENT: &str = "a comment inside brackets that change";

impl Rewriting<'_> {
    /// Removes and adds parts, with the commas beside them. At least one part stays.
    pub fn in_brackets(&mut self, parts: &[Part<'_>], new: &[New<'_>]) -> Result<(), Refused> {
        let first = parts.iter().position(|part| part.stays.is_some()).unwrap_or_default();
        let Some(begin) = parts.get(first).map(|part| part.start) else { return Ok(()) };
        if let Some(gone) = parts.first().filter(|_| first > 0) {
            self.cut(gone.start..begin)?;
        }
        for (before, part) in parts.iter().zip(parts.iter().skip(1)).skip(first) {
            if part.stays.is_none() {
                self.cut(before.node.end..part.node.end)?;
            }
        }
        // If the parts have lines of their own, new ones get lines too.
        let gap =
            if self.begins_line(begin) { format!("\n{}", " ".repeat(self.column(begin))) } else { " ".to_owned() };
        for New { after, key, value } in new {
            let key = key.map(|key| format!("{}: ", in_one_piece(&json!(key)))).unwrap_or_default();
            let piece = in_one_piece(value);
            match after.checked_sub(1).and_then(|last| parts.get(last)).filter(|_| *after > first) {
                Some(before) => {
                    self.edits.push((before.node.end..before.node.end, format!(",{gap}{key}{piece}")));
                }
                None => self.edits.push((begin..begin, format!("{key}{piece},{gap}"))),
            }
        }
        Ok(())
    }

    fn cut(&mut self, range: Range<usize>) -> Result<(), Refused> {
        if let Some(comment) = self.comment_in(range.clone()) {
            return Err(self.refused(comment, COMMENT));
        }
        self.edits.push((range, String::new()));
        Ok(())
    }
}
