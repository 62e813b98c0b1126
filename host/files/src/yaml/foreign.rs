//! Detects text that is not YAML, such as templates and merge conflicts, once parsing has failed: the parser's own
//! message would not lead to the cure.

use serde::de::IgnoredAny;

use super::{Position, Unread};

/// Returns what was found near the place where a parser gave up.
pub(super) fn at_fault(text: &str, unread: &Unread) -> Option<Unread> {
    let line = unread.at?.line;
    // A parser may notice only at the next line.
    let near = || text.lines().enumerate().skip(line.saturating_sub(2)).take(2);
    let found = |is_it: fn(&str) -> bool| near().find(|(_, line)| is_it(line)).map(|(place, _)| place);
    if let Some(place) = found(is_of_a_conflict) {
        return Some(at(place, "found a merge conflict, expected YAML; keep one of its sides"));
    }
    if let Some(place) = found(has_a_template) {
        return Some(at(place, "found a template with `{{`, expected YAML; render it first, as with `helm template`"));
    }
    text_before_json(text)
}

/// Whether a line is a conflict marker of version control.
fn is_of_a_conflict(line: &str) -> bool {
    ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark)) || line == "======="
}

/// Whether a line has a template, of Helm or with the same syntax, outside quotes and comments.
fn has_a_template(line: &str) -> bool {
    line.split_once("{{").is_some_and(|(before, _)| !before.contains(['"', '\'', '#']))
}

/// Detects text before the JSON, as when a command's warnings were redirected into the file with its output.
fn text_before_json(text: &str) -> Option<Unread> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(['[', '{']) {
            let is_json = start > 0 && serde_json::from_str::<IgnoredAny>(text.get(start..)?).is_ok();
            let why = "found text before JSON, expected JSON alone; leave out what a command writes besides, as `2>&1` adds it";
            return is_json.then(|| at(0, why));
        }
        start += line.len();
    }
    None
}

/// A finding at the beginning of a line, counted from 0.
fn at(line: usize, why: &str) -> Unread {
    Unread { at: Some(Position { line: line + 1, column: 1 }), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use crate::yaml::to_json;

    fn why(text: &str) -> String {
        to_json(text).err().map(|unread| unread.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_not_yaml_is_named_at_its_line() {
        let conflict = "spec:\n<<<<<<< HEAD\n  type: aws\n=======\n  type: azure\n>>>>>>> other\n";
        assert!(why(conflict).starts_with("line 2 column 1: found a merge conflict"), "{}", why(conflict));
        for template in ["a: 1\nb: {{ .Values.b }}\n", "a:\n{{- if .Values.b }}\n- c\n{{- end }}\n"] {
            assert!(why(template).starts_with("line 2 column 1: found a template"), "{}", why(template));
        }
        let warned = "WARNING: no plugin\n[\n  {\"a\": 1},\n  {\"a\": 2}\n]\n";
        assert!(why(warned).starts_with("line 1 column 1: found text before JSON"), "{}", why(warned));
    }

    #[test]
    fn what_can_be_read_may_say_what_it_likes() {
        let text = "# {{ not a template }}\ntext: \"{{ b }}\"\nblock: |\n  <<<<<<< HEAD\n  {{ b }}\n";
        assert_eq!(why(text), "");
        // Other mistakes are reported at their own place.
        for (slip, line) in [("x: 1\nx: 2\n", 7), ("c: [1\nd: 2\n", 7)] {
            let slipped = why(&format!("{text}{slip}"));
            assert!(slipped.starts_with(&format!("line {line} ")) && !slipped.contains("template"), "{slipped}");
        }
        let quoted = why("a: 1\nb: \"{{ .Values.b }}\" c\n");
        assert!(!quoted.is_empty() && !quoted.contains("template"), "{quoted}");
    }
}
