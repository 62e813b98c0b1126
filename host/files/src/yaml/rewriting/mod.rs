//! Changes values in a YAML text and leaves everything else as it was written.

mod brackets;
mod comments;
mod lines;
mod pairs;
mod piece;
mod tree;

use std::fmt;
use std::ops::Range;

use serde_json::Value;

use super::{to_json, without_tabs};
use piece::in_one_piece;
use tree::{Content, Node};

/// A changed text.
#[derive(Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The new text.
    pub text: String,
    /// The comments that were removed along with values, in order.
    pub gone: Vec<Comment>,
}

/// A comment of the original text.
#[derive(Debug, PartialEq, Eq)]
pub struct Comment {
    /// The line, counted from one.
    pub line: usize,
    /// The text, including its `#`.
    pub text: String,
}

/// Why a text cannot be changed in place.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line that prevents it, counted from one.
    pub line: usize,
    /// What was found on that line.
    pub found: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: found {}", self.line, self.found)
    }
}

/// How much deeper than its key a list is indented if the text shows no consistent style.
const USUAL: usize = 2;

const UNFORESEEN: &str = "a form that cannot be changed in place";
const AMONG: &str = "a comment among what becomes another value";

/// Changes the values of a text's documents to the given ones. Comments, quotes and the order of keys stay wherever
/// their values do, in brackets too. A removed value takes along the comments inside it, after it and, unless it is the
/// first of its list or object, on the lines directly above it.
///
/// Refuses to change documents with anchors and aliases, and changes that would lose a comment or attach it to
/// something else: one inside brackets, or inside a value that is replaced.
///
/// ```
/// let text = "a: 1 # one\nb:\n  # the second\n  - x\n  - z\n";
/// let changed = fitment_files::yaml::rewritten(text, &[serde_json::json!({ "a": 2, "b": ["z"] })]);
/// assert_eq!(changed.map(|changed| changed.text).as_deref(), Ok("a: 2 # one\nb:\n  # the second\n  - z\n"));
/// ```
pub fn rewritten(text: &str, targets: &[Value]) -> Result<Rewritten, Refused> {
    let unread = Refused { line: 1, found: UNFORESEEN };
    let parsed = without_tabs(text);
    let (Ok(before), Some(documents)) = (to_json(text), tree::documents(&parsed)) else { return Err(unread) };
    if before.len() != targets.len() || documents.all.len() != targets.len() {
        return Err(unread);
    }
    let comments = comments::of(text, &documents.scalars);
    let mut rewriting = Rewriting { text, comments, edits: Vec::new(), deeper: USUAL };
    rewriting.deeper = rewriting.uniform_dashes(&documents.all).unwrap_or(USUAL);
    for ((document, before), target) in documents.all.iter().zip(&before).zip(targets) {
        if serde_json::from_str::<Value>(before).is_ok_and(|before| before == *target) {
            continue;
        }
        if let Some((at, found)) = document.repeats {
            return Err(rewriting.refused(at, found));
        }
        rewriting.node(&document.root, target)?;
    }
    rewriting.edits.sort_by_key(|(range, _)| (range.start, range.end));
    let changed = rewriting.applied();
    // Verify the result: unforeseen cases end here, and no text is returned that means something else.
    let is_meant =
        |(after, target): (&String, &Value)| serde_json::from_str::<Value>(after).is_ok_and(|after| after == *target);
    let says_it = |changed: &String| {
        to_json(changed).is_ok_and(|after| after.len() == targets.len() && after.iter().zip(targets).all(is_meant))
    };
    match (changed.filter(says_it), rewriting.edits.first()) {
        (Some(text), _) => Ok(Rewritten { text, gone: rewriting.gone() }),
        (None, Some((range, _))) => Err(rewriting.refused(range.start, UNFORESEEN)),
        (None, None) => Err(unread),
    }
}

struct Rewriting<'t> {
    text: &'t str,
    /// The places of the comments, in order.
    comments: Vec<Range<usize>>,
    edits: Vec<(Range<usize>, String)>,
    /// How much deeper than their keys new lists are indented.
    deeper: usize,
}

/// A part of a collection: an entry or an element.
struct Part<'t> {
    /// Where it begins, including its dash.
    start: usize,
    node: &'t Node,
    /// Its new value; `None` if it is removed.
    stays: Option<&'t Value>,
}

/// A part to be added.
struct New<'t> {
    /// How many of the existing parts precede it.
    after: usize,
    key: Option<&'t str>,
    value: &'t Value,
}

impl Rewriting<'_> {
    fn applied(&self) -> Option<String> {
        let (mut changed, mut done) = (String::new(), 0);
        for (range, text) in &self.edits {
            // An insertion after a removed part goes after the comments removed with that part.
            let start = if range.is_empty() { range.start.max(done) } else { range.start };
            changed.push_str(self.text.get(done..start)?);
            changed.push_str(text);
            done = range.end.max(done);
        }
        changed.push_str(self.text.get(done..)?);
        Some(changed)
    }

    /// The comments that the sorted edits remove.
    fn gone(&self) -> Vec<Comment> {
        let mut edits = self.edits.iter().map(|(range, _)| range).peekable();
        let (mut gone, mut line, mut counted) = (Vec::new(), 1, 0);
        for comment in &self.comments {
            while edits.next_if(|range| range.end <= comment.start).is_some() {}
            if edits.peek().is_some_and(|range| range.start <= comment.start) {
                let text = self.text.get(comment.clone()).unwrap_or_default().to_owned();
                line += line_ends(self.text, counted..comment.start);
                counted = comment.start;
                gone.push(Comment { line, text });
            }
        }
        gone
    }

    fn node(&mut self, node: &Node, target: &Value) -> Result<(), Refused> {
        if node.is(target) {
            return Ok(());
        }
        let (mut parts, mut new) = (Vec::new(), Vec::new());
        match (&node.content, target) {
            (Content::Mapping(entries), Value::Object(members)) => {
                for entry in entries {
                    parts.push(Part { start: entry.start, node: &entry.value, stays: members.get(&entry.key) });
                }
                let is_new = |key: &str| entries.iter().all(|entry| entry.key != key);
                let added = members.iter().filter(|(key, _)| is_new(key));
                new.extend(added.map(|(key, value)| New { after: entries.len(), key: Some(key), value }));
            }
            (Content::Sequence(elements), Value::Array(wanted)) => {
                for (element, stays) in pairs::aligned(elements, wanted) {
                    match (element, stays) {
                        (Some(element), stays) => {
                            let start = if node.in_brackets { element.start } else { self.dash(element)? };
                            parts.push(Part { start, node: element, stays });
                        }
                        (None, Some(value)) => new.push(New { after: parts.len(), key: None, value }),
                        (None, None) => {}
                    }
                }
            }
            _ => {}
        }
        if parts.iter().all(|part| part.stays.is_none()) {
            return self.replace(node, target);
        }
        for part in &parts {
            if let Some(wanted) = part.stays {
                self.node(part.node, wanted)?;
            }
        }
        if node.in_brackets { self.in_brackets(&parts, &new) } else { self.in_lines(&parts, &new) }
    }

    /// Replaces a value by one on a single line. A value on lines of its own moves up to its key.
    fn replace(&mut self, node: &Node, target: &Value) -> Result<(), Refused> {
        let start = match &node.content {
            // The parser reports that it begins after its first dash.
            Content::Sequence(elements) if !node.in_brackets => match elements.first() {
                Some(first) => self.dash(first)?,
                None => node.start,
            },
            _ => node.start,
        };
        // A value that becomes empty loses all its parts and their comments.
        let is_empty = matches!(target, Value::Array(all) if all.is_empty())
            || matches!(target, Value::Object(all) if all.is_empty());
        if let Some(comment) = self.comment_in(start..node.end).filter(|_| !is_empty) {
            return Err(self.refused(comment, if node.in_brackets { brackets::COMMENT } else { AMONG }));
        }
        let key = self.text.get(..start).unwrap_or_default().trim_end();
        let piece = in_one_piece(target);
        let is_block = !node.in_brackets && !matches!(node.content, Content::Piece(_));
        if start == node.end {
            // An empty value follows a colon or a dash, or, in brackets, a lone key.
            let colon = if key.ends_with([':', '-']) { "" } else { ":" };
            self.edits.push((key.len()..node.end, format!("{colon} {piece}")));
        } else if is_block && key.ends_with(':') {
            self.edits.push((key.len()..node.end, format!(" {piece}")));
        } else if is_block && self.begins_line(start) && self.said_before(start).ends_with(':') {
            // The comments after the key stay.
            let colon = self.said_before(start).len();
            self.edits.push((colon..colon, format!(" {piece}")));
            self.edits.push((self.line_start(start)..self.line_end(node.end), String::new()));
        } else {
            self.edits.push((start..node.end, piece));
        }
        Ok(())
    }

    fn refused(&self, at: usize, found: &'static str) -> Refused {
        Refused { line: line_ends(self.text, 0..at) + 1, found }
    }
}

fn line_ends(text: &str, range: Range<usize>) -> usize {
    text.get(range).unwrap_or_default().matches('\n').count()
}

#[cfg(test)]
mod tests;
