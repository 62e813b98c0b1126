//! Edits of collections whose parts have lines of their own (block style).

use serde_json::json;

use super::piece::indented;
use super::tree::{Content, Document, Node};
use super::{New, Part, Refused, Rewriting, UNFORESEEN};

impl Rewriting<'_> {
    /// Removes and adds parts with their lines. At least one part stays.
    pub fn in_lines(&mut self, parts: &[Part<'_>], new: &[New<'_>]) -> Result<(), Refused> {
        let Some(first) = parts.first().map(|part| part.start) else { return Ok(()) };
        let column = self.column(first);
        let mut rest = parts;
        while let Some((part, others)) = rest.split_first() {
            rest = others;
            if part.stays.is_some() {
                continue;
            }
            let end = self.with_those_below(part.node.end, column);
            if self.begins_line(part.start) {
                // Comments above the first part may be about all of them, so they stay.
                let is_first = part.start == first;
                let start = if is_first { self.line_start(first) } else { self.with_those_above(part.start) };
                self.edits.push((start..end, String::new()));
                continue;
            }
            // After a dash, the next part that stays moves up to the dash, with the comments above it.
            let gone = others.iter().take_while(|other| other.stays.is_none()).count();
            let last = gone.checked_sub(1).and_then(|last| others.get(last)).unwrap_or(part);
            let next = others.get(gone).ok_or_else(|| self.refused(part.start, UNFORESEEN))?;
            let end = self.with_those_below(last.node.end, column);
            let end = self.comment_in(end..next.start).unwrap_or(next.start);
            self.edits.push((part.start..end, String::new()));
            rest = others.get(gone..).unwrap_or_default();
        }
        for New { after, key, value } in new {
            let at = match after.checked_sub(1).and_then(|last| parts.get(last)) {
                Some(before) => self.with_those_below(before.node.end, column),
                // A list that begins after another dash has no line above its first element.
                None if !self.begins_line(first) => return Err(self.refused(first, UNFORESEEN)),
                None => self.line_start(first),
            };
            let lines = match key {
                Some(key) => indented(&json!({ *key: value }), column, self.deeper),
                None => indented(&json!([value]), column, self.deeper),
            };
            self.insert(at, lines);
        }
        Ok(())
    }

    fn insert(&mut self, at: usize, mut new: String) {
        if !self.text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n')) {
            new.insert(0, '\n');
        }
        if self.text.contains("\r\n") {
            new = new.replace('\n', "\r\n");
        }
        self.edits.push((at..at, new));
    }

    /// How much deeper than their keys the documents' lists are indented, if all of them agree.
    pub fn uniform_dashes(&self, documents: &[Document]) -> Option<usize> {
        let mut found = Vec::new();
        documents.iter().for_each(|document| self.dashes(&document.root, &mut found));
        let first = *found.first()?;
        found.iter().all(|other| *other == first).then_some(first)
    }

    fn dashes(&self, node: &Node, found: &mut Vec<usize>) {
        match &node.content {
            Content::Mapping(entries) => {
                for entry in entries {
                    if let Content::Sequence(elements) = &entry.value.content
                        && !entry.value.in_brackets
                        && let Some(Ok(dash)) = elements.first().map(|first| self.dash(first))
                    {
                        found.push(self.column(dash).saturating_sub(self.column(entry.start)));
                    }
                    self.dashes(&entry.value, found);
                }
            }
            Content::Sequence(elements) => elements.iter().for_each(|element| self.dashes(element, found)),
            Content::Piece(_) => {}
        }
    }

    /// Returns the place of an element's dash.
    pub fn dash(&self, element: &Node) -> Result<usize, Refused> {
        let before = self.said_before(element.start);
        before.strip_suffix('-').map(str::len).ok_or_else(|| self.refused(element.start, UNFORESEEN))
    }

    /// The text before a place, without the blanks and comments directly before it.
    pub fn said_before(&self, at: usize) -> &str {
        let mut before = self.text.get(..at).unwrap_or_default().trim_end();
        let known = self.comments.partition_point(|comment| comment.end <= before.len());
        let mut comments = self.comments.iter().take(known).rev();
        while let Some(comment) = comments.next().filter(|comment| comment.end == before.len()) {
            before = self.text.get(..comment.start).unwrap_or_default().trim_end();
        }
        before
    }

    pub fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
    }

    /// Where the next line begins.
    pub fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// Whether only blanks precede this place in its line.
    pub fn begins_line(&self, at: usize) -> bool {
        self.before_in_line(at).trim().is_empty()
    }

    /// The number of characters before this place in its line.
    pub fn column(&self, at: usize) -> usize {
        self.before_in_line(at).chars().count()
    }

    fn before_in_line(&self, at: usize) -> &str {
        let before = self.text.get(self.line_start(at)..at).unwrap_or_default();
        before.trim_start_matches('\u{feff}')
    }
}
