use std::fmt::Write as _;

use super::{Finding, Level, Report, Subject, TakenFor};

/// Writes a line for each finding with its cures below, and the number of findings.
pub fn write(report: &Report<'_>) -> String {
    let mut text = String::new();
    for subject in &report.subjects {
        let (shown, folded) = report.folding.of(&subject.findings);
        for finding in shown {
            line(&mut text, finding, &subject.name);
        }
        for more in folded {
            let _ = write!(text, "{}: {more}", subject.file.as_deref().unwrap_or(&subject.name));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let (passed_over, looked_at): (Vec<&Subject>, Vec<&Subject>) =
        report.subjects.iter().partition(|subject| subject.passed_over);
    // A file that could not be read is no object.
    let looked_at: Vec<&Subject> = looked_at.into_iter().filter(|subject| !subject.is_unreadable()).collect();
    let (errors, warnings) = (report.count(Level::Error), report.count(Level::Warning));
    let [objects, errors, warnings] =
        [(looked_at.len(), "object"), (errors, "error"), (warnings, "warning")].map(|(count, one)| counted(count, one));
    let _ = writeln!(text, "{objects}: {errors}, {warnings}");
    if !passed_over.is_empty() {
        let mut kinds: Vec<&str> = passed_over.iter().map(|subject| kind_of(&subject.name)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let kinds: Vec<String> = kinds.into_iter().map(|kind| with_files(kind, &passed_over)).collect();
        let _ =
            writeln!(text, "{} passed over, of kinds that no rule is about: {}", passed_over.len(), kinds.join(", "));
    }
    let taken = |taken_for| looked_at.iter().filter(|subject| subject.taken_for == Some(taken_for)).count();
    match (taken(TakenFor::Change), taken(TakenFor::New)) {
        (0, 0) => {}
        (0, new) => {
            let _ = writeln!(text, "{new} judged as new: --load brought none of them as it is stored");
        }
        (changes, new) => {
            let _ = writeln!(text, "{changes} judged as changing what --load brought, {new} as new");
        }
    }
    let shoots = looked_at.iter().filter(|subject| subject.taken_for.is_some() && kind_of(&subject.name) == "Shoot");
    let shoots = shoots.count();
    if report.command == "check" && shoots > 0 {
        let _ = writeln!(
            text,
            "of {} only what a profile decides was judged: no networks, extensions, secrets or DNS",
            counted(shoots, "Shoot")
        );
    }
    text
}

fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// What is passed over, with its files where that is no kind of objects.
fn with_files(kind: &str, passed_over: &[&Subject]) -> String {
    /// The most files that are listed.
    const LISTED: usize = 5;
    if !kind.contains(' ') {
        return kind.to_owned();
    }
    let of_kind = passed_over.iter().filter(|subject| subject.name == kind);
    let mut files: Vec<&str> = of_kind.filter_map(|subject| subject.file.as_deref()).collect();
    files.dedup();
    let more = files.len().saturating_sub(LISTED);
    let shown = files.iter().take(LISTED).map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", ");
    if more == 0 { format!("{kind} ({shown})") } else { format!("{kind} ({shown} and {more} more)") }
}

/// The kind in an object's name.
fn kind_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(kind, _)| kind)
}

fn line(text: &mut String, finding: &Finding, subject: &str) {
    let at = finding.at.as_ref().map_or_else(|| subject.to_owned(), ToString::to_string);
    let _ = writeln!(text, "{at}: {}: {} [{}]", finding.level.word(), finding.says, finding.code);
    for cure in &finding.cure {
        let _ = writeln!(text, "  {cure}");
    }
}
