use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::dictionary::Dictionary;
use super::mutant::Mutant;
use crate::shell::{Done, side_by_side};

/// Compares the answers to all known inputs with and without a mutant.
///
/// One process answers for many mutants, so that most of them take milliseconds. A mutant that never ends takes its
/// process with it.
pub struct Answers {
    program: PathBuf,
    folder: PathBuf,
    notes: PathBuf,
    judging: Mutex<Vec<Asked>>,
    seeking: Mutex<Vec<Asked>>,
}

/// The outcome of seeking an input for one mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    /// Known inputs reveal the mutant.
    Shown,
    /// A new input reveals the mutant.
    Found,
    /// No input that was tried reveals the mutant.
    Hidden,
}

/// A process that is asked about one mutant after another.
struct Asked {
    child: Child,
    faults: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl Answers {
    /// Notes the answers without a mutant, and which mutants each input reaches.
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

    /// Whether any answer reveals a mutant.
    pub fn show(&self, number: usize) -> bool {
        self.ask(&self.judging, "judge", &number.to_string()).is_none_or(|told| told != "same")
    }

    /// Seeks an input that reveals a mutant hidden from all known ones, as a line of JSON. `words` is a JSON list of
    /// words that the input may have to contain.
    fn seek(&self, number: usize, words: &str) -> Option<String> {
        let told = self.ask(&self.seeking, "seek", &format!("{number} {words}"))?;
        told.strip_prefix("found ").map(str::to_owned)
    }

    /// Adds inputs that reveal hidden mutants to a file, each as soon as it is found. Returns how many mutants were
    /// hidden, and how many of them are revealed now.
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
            // Written at once, so that an interrupted search of hours keeps what it found.
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            writeln!(lines, "{}", named(mutant, &found)).map_err(|error| format!("{error}"))?;
            Ok(Sought::Found)
        });
        let all = all.into_iter().collect::<Done<Vec<Sought>>>()?;
        let found = all.iter().filter(|sought| **sought == Sought::Found).count();
        let hidden = all.iter().filter(|sought| **sought == Sought::Hidden).count();
        Ok((hidden + found, found))
    }

    /// Returns what a process says about a mutant. `None`: the process could not be started, or ended.
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
        // A mutant that never stops may also never stop allocating memory.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\""]).arg(&self.program).arg(verb).arg(&self.notes);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder).stderr(Stdio::null());
        command
    }
}

impl Asked {
    /// Returns the process's line about a mutant. `None`: the mutant ended the process.
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

/// Adds the mutant's name to an input. Characters that JSON would have to escape are replaced.
fn named(mutant: &Mutant, found: &str) -> String {
    let Mutant { path, operator, original, .. } = mutant;
    let plain = |letter: char| if matches!(letter, '"' | '\\') || letter.is_control() { '\'' } else { letter };
    let shown: String = original.chars().map(plain).take(60).collect();
    found.replacen('{', &format!("{{\"name\":\"{path}, {operator}: {shown}\","), 1)
}
