//! Shows the answers about objects one by one, and which of them cannot be applied one after the other.

use fitment_files::yaml;
use fitment_host::Session;
use serde_json::Value;

use super::change::Stored;
use super::judging::{Judged, Judging};
use super::order::Steps;
use crate::cli::asking::load;
use crate::cli::exit::{Exit, Failure};
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places;
use crate::cli::showing::output::{self, Format, explained, not_judged, section, verdict};
use crate::cli::showing::words::Words;
use crate::cli::stderr;

impl Judging<'_> {
    /// Judges objects in turn, each beside all the others, and shows each answer.
    pub fn judge(
        &self,
        session: &mut Session,
        judged: &[Object],
        stored: &Stored<'_>,
        delete: bool,
        reopened: impl Fn() -> Result<Session, Failure>,
    ) -> Result<Exit, Failure> {
        load::expect_each_once(judged)?;
        let (mut worst, mut counts, mut steps) = (Exit::Yes, [0; 3], Steps::default());
        self.each(session, judged, stored, delete, |session, judged| {
            steps.add(&judged);
            if counts != [0; 3] && self.format == Format::Text {
                output::show("\n")?;
            }
            self.show(session, &judged)?;
            counts[match judged.exit {
                Exit::Yes => 0,
                Exit::No => 1,
                _ => 2,
            }] += 1;
            worst = worst.worse(judged.exit);
            Ok(())
        })?;
        if judged.len() > 1 && self.format == Format::Text {
            let [yes, no, others] = counts;
            let others = if others > 0 { format!(", {others} not decided") } else { String::new() };
            output::show(&format!("\n{} objects: {yes} yes, {no} no{others}\n", judged.len()))?;
        }
        for stuck in steps.stuck(self, reopened)? {
            worst = worst.worse(Exit::No);
            let line = format!("error: {}: {}\n", stuck.object.head.id(), stuck.says());
            match self.format {
                Format::Text => output::show(&line)?,
                _ => stderr::line(line.trim_end()),
            }
        }
        Ok(worst)
    }

    fn show(&self, session: &mut Session, judged: &Judged<'_>) -> Result<(), Failure> {
        let (envelope, places) = (&judged.envelope, judged.places());
        match self.format {
            Format::Text => {
                let words = Words::of(session, envelope).placed(places);
                output::show(&text(judged.object, envelope, &words, judged.change.is_some(), judged.exit))?;
            }
            format => {
                output::print_data(&judged.answer, envelope, format)?;
                places::note(&envelope["problems"], &places);
            }
        }
        self.deciding.strictness.hint(envelope);
        Ok(())
    }
}

/// The answer about one object as text.
fn text(object: &Object, envelope: &Value, words: &Words, bare: bool, exit: Exit) -> String {
    let about = match object.head.id() {
        id if id.is_empty() => objects::shown(&object.file),
        id => format!("{id} ({})", objects::shown(&object.file)),
    };
    let mut text = if exit == Exit::Request && envelope["outcome"] == "decided" {
        not_judged(&about)
    } else {
        verdict(envelope, Some(&about))
    };
    text.push_str(&explained(words));
    if !bare {
        if let Some(review) = envelope.get("review") {
            section(&mut text, "review", &yaml::from_json(&output::readable(review)));
        }
        return text;
    }
    let operations = envelope["filled"].as_array().cloned().or_else(|| {
        let review = output::readable(&envelope["review"]);
        review.pointer("/response/patch").and_then(Value::as_array).cloned()
    });
    let lines: Vec<String> = operations.iter().flatten().map(operation).collect();
    if !lines.is_empty() {
        section(&mut text, "filled in", &lines.join("\n"));
    }
    text
}

/// An operation of a JSON Patch in one line.
fn operation(operation: &Value) -> String {
    let path = operation["path"].as_str().unwrap_or_default();
    match operation["op"].as_str() {
        Some("remove") => format!("{path}: taken out"),
        Some("replace") => format!("{path}: now {}", operation["value"]),
        _ => format!("{path}: {}", operation["value"]),
    }
}
