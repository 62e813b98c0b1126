use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use fitment_host::{Limits, Session};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::cli::asking::complete::{self, CompleteKind};
use crate::cli::asking::deciding::Edition;
use crate::cli::asking::load::{self, Manner};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::objects;
use crate::cli::reading::source;
use crate::cli::session;
use crate::cli::showing::output;
use crate::cli::stderr;
use crate::serve::{self, Summary, documents_beside, hex};

/// Repeat the decisions of a log, and report which ones differ.
///
/// A decision is the same if every byte of the answer is. A line of JSON reports each one that differs and each that
/// cannot be repeated.
#[derive(Debug, Args)]
#[command(override_usage = "fitment replay <LOG> [OPTIONS]")]
#[command(after_help = "Examples:
  fitment replay decisions.jsonl
  fitment replay decisions.jsonl --documents changed-profiles/
  fitment replay decisions.jsonl.1 --kept decisions.jsonl.documents")]
pub struct Arguments {
    /// What `fitment serve --log FILE --log-bodies` wrote; `-` for standard input.
    log: PathBuf,

    /// Decide with these documents instead of those the decisions rested on, to see what changing them would change.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    documents: Vec<PathBuf>,

    /// A kind of which these documents hold every object there is, as `fitment serve` takes it.
    #[arg(long, value_name = "KIND.GROUP", requires = "documents")]
    complete: Vec<CompleteKind>,

    /// The edition that says what an API server would store of these documents, as `fitment serve` takes it.
    #[arg(long, default_value = "design", requires = "documents")]
    edition: Edition,

    /// The folder of the documents that the decisions rested on, where it is not beside the log under its name: when
    /// the log was moved, or comes from standard input.
    #[arg(long, value_name = "FOLDER", conflicts_with = "documents")]
    kept: Option<PathBuf>,
}

/// The members of a log line that replaying needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    #[serde(default)]
    at: Value,
    verb: String,
    #[serde(default)]
    subject: Value,
    #[serde(default)]
    outcome: Value,
    #[serde(default)]
    verdict: Value,
    #[serde(default)]
    codes: Value,
    #[serde(default)]
    documents: String,
    request: Option<String>,
    #[serde(default)]
    redacted: bool,
    request_sha256: Option<String>,
    /// `None` if the engine gave no answer.
    answer_sha256: Option<String>,
}

/// The most sessions that are kept; the log is roughly ordered by documents.
const OPEN: usize = 4;

/// Sessions for each set of documents that decisions are based on.
struct Replay {
    /// The documents to use for all decisions, if given.
    instead: Option<Vec<String>>,
    folder: PathBuf,
    limits: Limits,
    open: HashMap<String, Session>,
}

/// Runs `fitment replay`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let instead = match arguments.documents.as_slice() {
        [] => None,
        paths => {
            let (objects, lacking) = objects::read_any(paths)?;
            lacking.iter().for_each(|lacking| stderr::line(format_args!("warning: {lacking}")));
            let edition = arguments.edition.word();
            let manner = Manner { edition, ..Manner::new(Strictness::TELLING).defaulted() };
            let mut loads = load::requests(&objects, manner)?;
            loads.extend(complete::request(&arguments.complete));
            Some(loads)
        }
    };
    let folder = arguments.kept.unwrap_or_else(|| documents_beside(&arguments.log));
    let mut replay = Replay { instead, folder, limits, open: HashMap::new() };
    let mut out = std::io::BufWriter::new(output::stdout());
    let (mut same, mut otherwise, mut not) = (0_u64, 0_u64, 0_u64);
    let (mut without, mut has_decision) = (0_u64, false);
    // Of a file without any decision, which is no log, not every line is told.
    let (mut untold, mut wrong) = (Vec::new(), None);
    let input = BufReader::with_capacity(1 << 16, source::open(&arguments.log)?);
    for (number, text) in input.split(b'\n').enumerate() {
        let text = text.map_err(|error| Failure::file(&arguments.log, error))?;
        let number = number + 1;
        if text.trim_ascii().is_empty() {
            continue;
        }
        let told = match serde_json::from_slice::<Line>(&text) {
            // Such as half a line of a gate that was killed.
            Err(error) => {
                not += 1;
                let why = format!("it is not a decision: {error}");
                wrong.get_or_insert_with(|| format!("line {number} is not a decision: {error}"));
                Some(json!({ "line": number, "notReplayed": why }))
            }
            Ok(line) if line.is_without_decision() => {
                has_decision = true;
                without += 1;
                None
            }
            Ok(line) => {
                has_decision |= line.answer_sha256.is_some();
                match replay.again(&line) {
                    Ok(None) => {
                        same += 1;
                        None
                    }
                    Ok(Some(now)) => {
                        otherwise += 1;
                        let before = json!({ "outcome": line.outcome, "verdict": line.verdict, "codes": line.codes });
                        Some(
                            json!({ "line": number, "at": line.at, "subject": line.subject, "before": before, "now": now }),
                        )
                    }
                    Err(why) => {
                        not += 1;
                        Some(json!({ "line": number, "at": line.at, "subject": line.subject, "notReplayed": why }))
                    }
                }
            }
        };
        untold.extend(told);
        if has_decision {
            for told in untold.drain(..) {
                writeln!(out, "{told}")?;
            }
        }
    }
    out.flush()?;
    if !has_decision {
        let found = wrong.unwrap_or_else(|| "found no decision".to_owned());
        return Err(Failure::file(&arguments.log, format!("{found}; expected what `fitment serve --log` writes")));
    }
    let without = if without == 0 { String::new() } else { format!(", {without} that came to no decision") };
    stderr::line(format_args!("{same} the same, {otherwise} different, {not} not replayed{without}"));
    Ok(match (otherwise, not) {
        (0, 0) => Exit::Yes,
        (0, _) => Exit::Facts,
        _ => Exit::No,
    })
}

impl Line {
    /// Whether the gate wrote down that the engine gave no answer.
    fn is_without_decision(&self) -> bool {
        let is_asked = ["ask", "review"].contains(&self.verb.as_str());
        self.answer_sha256.is_none() && is_asked && self.outcome == "undecided"
    }
}

impl Replay {
    /// Repeats a decision; `None` if the answer is the same.
    fn again(&mut self, line: &Line) -> Result<Option<Value>, String> {
        let expected = line.answer_sha256.as_ref().ok_or("it has no sha-256 of its answer")?;
        if line.redacted {
            return Err("something was taken out of its request".to_owned());
        }
        let request = line.request.as_deref().ok_or("its request was not written down")?;
        let found = hex(&Sha256::digest(request));
        if let Some(expected) = line.request_sha256.as_ref().filter(|expected| **expected != found) {
            return Err(format!("its request was changed: found the sha-256 {found}, expected {expected}"));
        }
        let verb = match line.verb.as_str() {
            "ask" => Session::ask,
            "review" => Session::review,
            other => return Err(format!("found the verb `{other}`, expected `ask` or `review`")),
        };
        // With other documents, all decisions use the same set.
        let key = if self.instead.is_some() { "" } else { &line.documents };
        let mut session = match self.open.remove(key) {
            Some(session) => session,
            None => self.session(key).map_err(|failure| failure.to_string())?,
        };
        // A failed session is dropped, and the next decision opens another.
        let answer = verb(&mut session, request.as_bytes()).map_err(|error| error.to_string())?;
        if self.open.len() >= OPEN {
            self.open.clear();
        }
        self.open.insert(key.to_owned(), session);
        if hex(&Sha256::digest(&answer)) == *expected {
            return Ok(None);
        }
        let now = Summary::of(&answer, String::new()).ok_or("its answer cannot be read")?;
        Ok(Some(json!({ "outcome": now.outcome, "verdict": now.verdict, "codes": now.codes })))
    }

    fn session(&self, digest: &str) -> Result<Session, Failure> {
        let mut session = session::plain(self.limits)?;
        let kept;
        let loads = match &self.instead {
            Some(loads) => loads,
            None if digest.is_empty() => return Ok(session),
            None => {
                kept = self.kept(digest)?;
                &kept
            }
        };
        for load in loads {
            let answer = session::envelope(&session.load(load.as_bytes())?);
            if session::exit_of(&answer) != Exit::Yes {
                return Err(Failure::Input(format!("the engine refused the documents: {}", answer["problems"])));
            }
        }
        Ok(session)
    }

    /// Reads the loads stored next to the log.
    fn kept(&self, digest: &str) -> Result<Vec<String>, Failure> {
        let is_digest = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let name = if is_digest { format!("{digest}.json") } else { String::new() };
        let path: &Path = &self.folder.join(name);
        let bytes = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
        let loads: Vec<String> = serde_json::from_slice(&bytes).map_err(|error| Failure::file(path, error))?;
        let found = serve::digest(&loads);
        if found != digest {
            return Err(Failure::file(
                path,
                format!("the documents were changed: found the digest {found}, expected {digest}"),
            ));
        }
        Ok(loads)
    }
}
