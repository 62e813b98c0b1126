use super::fact::Fact;
use super::problem::Problem;
use super::tree::Reason;
use crate::wire::Json;

/// Reasons and problems in English, one per line. The reasons beneath another one are indented.
pub fn text(because: &[Reason], problems: &[Problem]) -> String {
    let mut lines = String::new();
    because.iter().for_each(|reason| push_reason(&mut lines, reason, 0));
    for problem in problems {
        lines.push_str(problem.level().word());
        lines.push_str(": ");
        push_problem(&mut lines, problem);
        lines.push('\n');
    }
    lines
}

/// A reason in English, without the reasons beneath it.
pub fn says(reason: &Reason) -> String {
    let mut line = String::new();
    push_says(&mut line, reason);
    line
}

/// A problem in English, without its level.
pub fn sentence(problem: &Problem) -> String {
    let mut line = String::new();
    push_problem(&mut line, problem);
    line
}

/// What is wrong, without its place and its cure.
pub fn wrong(problem: &Problem) -> String {
    let mut line = String::new();
    push_wrong(&mut line, problem);
    line
}

fn push_wrong(line: &mut String, problem: &Problem) {
    let subject = find(problem.cited(), "subject").and_then(Fact::value);
    push_sentence(line, problem.code().says, subject.and_then(Json::as_str).unwrap_or_default(), problem.cited());
}

/// Appends what is wrong, its place, and either what was probably meant or the cure.
fn push_problem(line: &mut String, problem: &Problem) {
    push_wrong(line, problem);
    if !problem.path().as_str().is_empty() {
        line.push_str(" (at ");
        line.push_str(problem.path().as_str());
        line.push(')');
    }
    let named = |name: &str| find(problem.cited(), name).and_then(Fact::value);
    match (named("nearest"), named("quote")) {
        (near @ Some(_), _) => {
            line.push_str("; did you mean ");
            push_value(line, near);
            line.push('?');
        }
        (None, quote @ Some(_)) => {
            line.push_str("; quote it: ");
            push_value(line, quote);
        }
        (None, None) => {
            line.push_str("; ");
            line.push_str(problem.code().cure);
        }
    }
}

fn push_says(line: &mut String, reason: &Reason) {
    push_sentence(line, reason.code().says, reason.subject(), reason.cited());
    if reason.more() > 0 {
        line.push_str(&format!(" (and {} more like it)", reason.more()));
    }
}

fn push_reason(lines: &mut String, reason: &Reason, depth: usize) {
    (0..depth).for_each(|_| lines.push_str("  "));
    push_says(lines, reason);
    lines.push('\n');
    reason.causes().iter().for_each(|cause| push_reason(lines, cause, depth + 1));
}

/// Appends a sentence with its placeholders replaced by the subject and the facts.
fn push_sentence(out: &mut String, says: &str, subject: &str, facts: &[Fact]) {
    let mut rest = says;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else { break };
        match name.split_once(':') {
            Some(("subject", "plain")) => out.push_str(subject),
            Some((name, "plain")) => match find(facts, name).and_then(Fact::value) {
                Some(Json::String(word)) => out.push_str(word),
                other => push_value(out, other),
            },
            Some((name, noun)) => push_counted(out, find(facts, name).and_then(Fact::value), noun),
            _ if name == "subject" => push_quoted(out, subject),
            _ => push_cited(out, find(facts, name)),
        }
        rest = behind;
    }
    out.push_str(rest);
}

fn find<'f>(facts: &'f [Fact], name: &str) -> Option<&'f Fact> {
    match name.parse::<usize>() {
        Ok(index) => facts.get(index),
        Err(_) => facts.iter().find(|fact| fact.name() == Some(name)),
    }
}

/// Appends the value of a fact, and how many more elements it has if it is the beginning of a list.
fn push_cited(out: &mut String, fact: Option<&Fact>) {
    push_value(out, fact.and_then(Fact::value));
    if let Some(more) = fact.map(Fact::more).filter(|more| *more > 0) {
        out.push_str(&format!(" and {more} more"));
    }
}

/// Appends a value: text of the user in backticks, lists with commas, `nothing` if it is absent.
fn push_value(out: &mut String, value: Option<&Json>) {
    match value {
        None | Some(Json::Null) => out.push_str("nothing"),
        Some(Json::String(text)) => push_quoted(out, text),
        Some(Json::Array(elements)) if elements.is_empty() => out.push_str("none"),
        Some(Json::Array(elements)) => {
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_value(out, Some(element));
            }
        }
        Some(Json::Bool(value)) => out.push_str(if *value { "true" } else { "false" }),
        Some(Json::Number(number)) => out.push_str(number),
        Some(object) => push_quoted(out, &object.to_text()),
    }
}

/// Appends a number of things: `1 pool`, `2 pools`.
fn push_counted(out: &mut String, count: Option<&Json>, noun: &str) {
    push_value(out, count);
    out.push(' ');
    out.push_str(noun);
    if !matches!(count, Some(Json::Number(number)) if number == "1") {
        out.push('s');
    }
}

/// Appends text in backticks, with control characters escaped so that it stays on one line.
fn push_quoted(out: &mut String, text: &str) {
    out.push('`');
    for character in text.chars() {
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('`');
}
