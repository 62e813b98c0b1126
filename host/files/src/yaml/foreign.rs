//! What stands in a text that is not YAML yet, or not any more: said where the text cannot be read, for the place at which
//! a parser gives up is seldom the place of the slip.

use super::{Position, Unread};

/// The first of it, with its cure.
pub(super) fn first_in(text: &str) -> Option<Unread> {
    conflict(text).or_else(|| template(text)).or_else(|| text_before_json(text))
}

/// What version control leaves where two sides changed the same lines.
fn conflict(text: &str) -> Option<Unread> {
    let found = first_line(text, |line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "))?;
    Some(at(found, "found a merge conflict, expected YAML; keep one of its sides"))
}

/// A template of Helm, or of anything else that writes so.
fn template(text: &str) -> Option<Unread> {
    let found = first_line(text, |line| line.contains("{{") && !line.trim_start().starts_with('#'))?;
    Some(at(found, "found a template with `{{`, expected YAML; render it first, as with `helm template`"))
}

/// Words before the first bracket, as where a command's warnings went into the file with its output.
fn text_before_json(text: &str) -> Option<Unread> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let is_json = |line: &str| line.starts_with(['[', '{']);
    let (first, line) = lines.next()?;
    let follows = lines.take_while(|(_, line)| !line.starts_with("---")).any(|(_, line)| is_json(line));
    let is_text = !is_json(line) && !line.starts_with(['#', '-', '%']);
    let why =
        "found text before JSON, expected JSON alone; leave out what a command writes besides, as `2>&1` puts it in";
    (is_text && follows).then(|| at(first, why))
}

fn first_line(text: &str, is_it: impl Fn(&str) -> bool) -> Option<usize> {
    text.lines().position(is_it)
}

/// A finding at the beginning of a line, which is counted from 0.
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
        let text = "# {{ not a template }}\ntext: \"{{ b }}\"\nblock: |\n  <<<<<<< HEAD\n";
        assert_eq!(why(text), "");
        // Another slip is told as it was, where no such thing is.
        assert!(why("# {{ .Values.a }}\na: [1\nb: 2\n").contains("line"), "{}", why("a: [1\nb: 2\n"));
        assert!(!why("# {{ .Values.a }}\na: [1\nb: 2\n").contains("template"));
    }
}
