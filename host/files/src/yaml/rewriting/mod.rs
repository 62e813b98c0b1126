//! A YAML text with other values and everything else as it was written.

mod pairs;
mod tree;

use std::ops::Range;

use serde_json::{Value, json};

use super::{from_json, to_json, without_tabs};
use tree::{Content, Entry, Node};

/// The text with the values of one of its documents changed to others: comments, quotes and the order of keys stay as they
/// are wherever the values do. None where that cannot be done: with anchors and aliases, or where a comment stands inside
/// of brackets that change.
///
/// ```
/// let text = "a: 1 # one\nb:\n  # the second\n  - x\n  - z\n";
/// let changed = fitment_files::yaml::rewritten(text, 0, &serde_json::json!({ "a": 2, "b": ["z"] }));
/// assert_eq!(changed.as_deref(), Some("a: 2 # one\nb:\n  # the second\n  - z\n"));
/// ```
pub fn rewritten(text: &str, document: usize, target: &Value) -> Option<String> {
    let before = to_json(text).ok()?;
    let parsed = without_tabs(text);
    let documents = tree::documents(&parsed)?;
    let mut rewriting = Rewriting { text, edits: Vec::new() };
    rewriting.node(documents.get(document)?, target)?;
    let changed = rewriting.applied()?;
    // Whatever was not foreseen is found here, and nothing is written that says something else.
    let after = to_json(&changed).ok()?;
    let is_expected = |(number, (before, after)): (usize, (&String, &String))| {
        let after: Value = serde_json::from_str(after).ok()?;
        let expected = if number == document { target.clone() } else { serde_json::from_str(before).ok()? };
        Some(after == expected)
    };
    let all = before.len() == after.len()
        && before.iter().zip(&after).enumerate().all(|pair| is_expected(pair).unwrap_or(false));
    all.then_some(changed)
}

struct Rewriting<'t> {
    text: &'t str,
    edits: Vec<(Range<usize>, String)>,
}

impl Rewriting<'_> {
    fn applied(mut self) -> Option<String> {
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut changed, mut done) = (String::new(), 0);
        for (range, text) in &self.edits {
            changed.push_str(self.text.get(done..range.start)?);
            changed.push_str(text);
            done = range.end;
        }
        changed.push_str(self.text.get(done..)?);
        Some(changed)
    }

    fn node(&mut self, node: &Node, target: &Value) -> Option<()> {
        if node.is(target) {
            return Some(());
        }
        match (&node.content, target) {
            (Content::Mapping(entries), Value::Object(members))
                if entries.iter().any(|entry| members.contains_key(&entry.key)) =>
            {
                self.mapping(entries, target)
            }
            (Content::Sequence(elements), Value::Array(wanted)) if !wanted.is_empty() => {
                self.sequence(elements, wanted)
            }
            _ => self.replace(node, target),
        }
    }

    /// The value in one piece, where it stood. What had lines of its own moves up behind its key.
    fn replace(&mut self, node: &Node, target: &Value) -> Option<()> {
        let start = match &node.content {
            // The parser says that it begins behind its first dash.
            Content::Sequence(elements) => self.dash(elements.first()?)?,
            _ => node.start,
        };
        let before = self.text.get(..start)?;
        let piece = in_one_piece(target);
        let written = self.text.get(start..node.end)?;
        if written.contains(" #") || written.contains("\n#") {
            return None;
        }
        let key = before.trim_end();
        let is_behind_key = key.ends_with(':') && !matches!(node.content, Content::Piece(_)) || start == node.end;
        if is_behind_key {
            self.edits.push((key.len()..node.end, format!(" {piece}")));
        } else {
            self.edits.push((start..node.end, piece));
        }
        Some(())
    }

    fn mapping(&mut self, entries: &[Entry], target: &Value) -> Option<()> {
        let kept = |entry: &Entry| target.get(&entry.key);
        let mut rest = entries;
        while let Some((entry, others)) = rest.split_first() {
            if let Some(wanted) = kept(entry) {
                self.node(&entry.value, wanted)?;
            } else if self.begins_line(entry.start)? {
                self.edits.push((self.line_start(entry.start)?..self.line_end(entry.value.end), String::new()));
            } else {
                // Behind a dash: the next that stays moves up to it.
                let gone = others.iter().take_while(|entry| kept(entry).is_none()).count();
                let next = others.get(gone)?;
                self.edits.push((entry.start..next.start, String::new()));
                rest = others.get(gone..)?;
                continue;
            }
            rest = others;
        }
        let (first, last) = (entries.first()?, entries.last()?);
        let indent = self.column(first.start)?;
        let is_new = |key: &str| entries.iter().all(|entry| entry.key != key);
        let new: String = (target.as_object()?.iter())
            .filter(|(key, _)| is_new(key))
            .map(|(key, value)| indented(&json!({ key.as_str(): value }), indent))
            .collect();
        self.insert(self.line_end(last.value.end), new);
        Some(())
    }

    fn sequence(&mut self, elements: &[Node], wanted: &[Value]) -> Option<()> {
        let first = self.dash(elements.first()?)?;
        let indent = self.column(first)?;
        // New ones go behind the last that was there before them, or before all.
        let mut behind = self.line_start(first)?;
        for pair in pairs::aligned(elements, wanted) {
            match pair {
                (Some(element), Some(value)) => self.node(element, value)?,
                (Some(element), None) => {
                    let dash = self.dash(element)?;
                    if !self.begins_line(dash)? {
                        return None;
                    }
                    self.edits.push((self.line_start(dash)?..self.line_end(element.end), String::new()));
                }
                (None, Some(value)) => self.insert(behind, indented(&json!([value]), indent)),
                (None, None) => {}
            }
            if let (Some(element), _) = pair {
                behind = self.line_end(element.end);
            }
        }
        // A list that begins behind another dash has no line above its first element.
        let begins = self.begins_line(first)?;
        (begins || elements.first().is_some_and(|element| wanted.first().is_some_and(|value| element.is(value))))
            .then_some(())
    }

    fn insert(&mut self, at: usize, mut new: String) {
        if new.is_empty() {
            return;
        }
        if !self.text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n')) {
            new.insert(0, '\n');
        }
        self.edits.push((at..at, new));
    }

    /// The dash of an element.
    fn dash(&self, element: &Node) -> Option<usize> {
        let before = self.text.get(..element.start)?.trim_end();
        before.ends_with('-').then(|| before.len() - 1)
    }

    fn line_start(&self, at: usize) -> Option<usize> {
        Some(self.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1))
    }

    /// Where the next line begins.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// Whether nothing but blanks is before it.
    fn begins_line(&self, at: usize) -> Option<bool> {
        Some(self.text.get(self.line_start(at)?..at)?.trim_start_matches('\u{feff}').trim().is_empty())
    }

    /// How many letters are before it in its line.
    fn column(&self, at: usize) -> Option<usize> {
        Some(self.text.get(self.line_start(at)?..at)?.trim_start_matches('\u{feff}').chars().count())
    }
}

/// Lines of a collection, further in.
fn indented(value: &Value, indent: usize) -> String {
    let blanks = " ".repeat(indent);
    from_json(value).lines().map(|line| format!("{blanks}{line}\n")).collect()
}

/// A value on one line.
fn in_one_piece(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(in_one_piece).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", in_one_piece(&json!(key)), in_one_piece(value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        scalar => {
            let plain = from_json(scalar);
            let plain = plain.trim_end();
            // What brackets or further lines would give another meaning is written as JSON.
            if plain.contains(['\n', ',', '[', ']', '{', '}', '#', ':']) {
                scalar.to_string()
            } else {
                plain.to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests;
