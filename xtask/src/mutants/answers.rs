use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::dictionary::Dictionary;
use super::mutant::Mutant;
use crate::shell::{Done, side_by_side};

/// The answers to all that is known to be sent, with a mutant and without.
///
/// One process answers for many mutants, so that most of them take milliseconds; one that never ends takes its process
/// with it.
pub struct Answers {
    program: PathBuf,
    folder: PathBuf,
    notes: PathBuf,
    judging: Mutex<Vec<Asked>>,
    seeking: Mutex<Vec<Asked>>,
}

/// What became of one mutant for which an input was sought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    /// Known inputs show it.
    Shown,
    /// A new input shows it.
    Found,
    /// Nothing that was tried shows it.
    Hidden,
}

/// A process that is asked about one mutant after the other.
struct Asked {
    child: Child,
    faults: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl Answers {
    /// Notes what is answered without a mutant, and which mutants each input comes by.
    pub fn note(program: PathBuf, folder: &Path) -> Done<Self> {
        let notes = program.with_extension("notes");
        let answers = Self {
            program,
            folder: folder.to_owned(),
            notes,
            judging: Mutex::new(Vec::new()),
            seeking: Mutex::new(Vec::new()),
        };
        let status = answers.command("reach").status().map_err(|error| format!("the answers do not start: {error}"))?;
        if status.success() {
            Ok(answers)
        } else {
            Err("not all that is known is answered without a mutant".to_owned())
        }
    }

    /// Whether any answer shows a mutant.
    pub fn show(&self, number: usize) -> bool {
        self.ask(&self.judging, "judge", &number.to_string()).is_none_or(|told| told != "same")
    }

    /// Makes an input whose answers show a mutant that all others hide; a line of JSON. The words, a list in JSON, are what
    /// may have to be in it.
    fn seek(&self, number: usize, words: &str) -> Option<String> {
        let told = self.ask(&self.seeking, "seek", &format!("{number} {words}"))?;
        told.strip_prefix("found ").map(str::to_owned)
    }

    /// Adds each input that shows what no known one does to a file, as soon as it is found. How many mutants are hidden, and how many are then
    /// shown.
    pub fn seek_all(&self, mutants: &[Mutant], words: &Dictionary, file: &Path) -> Done<(usize, usize)> {
        let lines = OpenOptions::new().append(true).open(file).map_err(|error| format!("{error}"))?;
        let lines = Mutex::new(lines);
        let numbered: Vec<(usize, &Mutant)> = mutants.iter().enumerate().collect();
        let all = side_by_side(&numbered, |(number, mutant)| {
            if self.show(*number) {
                return Ok(Sought::Shown);
            }
            let Some(found) = self.seek(*number, &words.around(mutant)) else {
                eprintln!("  hidden  {mutant}");
                return Ok(Sought::Hidden);
            };
            eprintln!("  found  {mutant}");
            // Written at once: a search of hours that is interrupted keeps what it found.
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            writeln!(lines, "{}", named(mutant, &found)).map_err(|error| format!("{error}"))?;
            Ok(Sought::Found)
        });
        let all = all.into_iter().collect::<Done<Vec<Sought>>>()?;
        let found = all.iter().filter(|sought| **sought == Sought::Found).count();
        let hidden = all.iter().filter(|sought| **sought == Sought::Hidden).count();
        Ok((hidden + found, found))
    }

    /// What a process says of a mutant, if it can say it.
    fn ask(&self, idle: &Mutex<Vec<Asked>>, verb: &str, fault: &str) -> Option<String> {
        let taken = idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut asked = taken.or_else(|| self.start(verb))?;
        let told = asked.tell(fault);
        if told.is_some()
            && let Ok(mut idle) = idle.lock()
        {
            idle.push(asked);
        }
        told
    }

    fn start(&self, verb: &str) -> Option<Asked> {
        let mut child = self.command(verb).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (faults, told) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Asked { child, faults, told })
    }

    fn command(&self, verb: &str) -> Command {
        // A mutant that never stops may also never stop asking for memory.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\""]).arg(&self.program).arg(verb).arg(&self.notes);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder).stderr(Stdio::null());
        command
    }
}

impl Asked {
    /// The process's line about a mutant; none if that ended it.
    fn tell(&mut self, fault: &str) -> Option<String> {
        writeln!(self.faults, "{fault}").ok()?;
        let mut line = String::new();
        self.told.read_line(&mut line).ok().filter(|length| *length > 0)?;
        Some(line.trim_end().to_owned())
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The line with the name of what it is there for, in letters that JSON has no other way to write.
fn named(mutant: &Mutant, found: &str) -> String {
    let Mutant { path, operator, original, .. } = mutant;
    let plain = |letter: char| if matches!(letter, '"' | '\\') || letter.is_control() { '\'' } else { letter };
    let shown: String = original.chars().map(plain).take(60).collect();
    found.replacen('{', &format!("{{\"name\":\"{path}, {operator}: {shown}\","), 1)
}
