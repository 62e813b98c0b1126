use std::env;
use std::ffi::OsStr;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// The result of a step. The error says what to do.
pub type Done<T = ()> = Result<T, String>;

/// The root folder of the project. Cargo passes the location at run time, because a checkout may have been copied
/// together with the build of another.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let here = Path::new(&here);
    here.parent().unwrap_or(here).to_owned()
}

/// The steps of a command, announced one by one. At the end, or when one fails, they report how long each took.
pub struct Steps {
    total: usize,
    started: Instant,
    /// The name and start time of each step so far.
    begun: Vec<(String, Instant)>,
}

impl Steps {
    /// Creates steps of which this many are to come.
    pub fn new(total: usize) -> Self {
        Self { total, started: Instant::now(), begun: Vec::new() }
    }

    /// Announces the next step.
    pub fn next(&mut self, what: &str) {
        self.begun.push((what.to_owned(), Instant::now()));
        eprintln!("\n[{}/{}] {what} ({:.0} s so far)", self.begun.len(), self.total, self.seconds());
    }

    /// The seconds since the first step.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Reports how long each step took. Further calls report nothing.
    pub fn sum_up(&mut self) {
        let ends = self.begun.iter().skip(1).map(|(_, begun)| *begun).chain([Instant::now()]);
        let lines = self.begun.iter().zip(ends).map(|((what, begun), end)| {
            let seconds = end.saturating_duration_since(*begun).as_secs_f64();
            format!("{seconds:6.0} s  {what}\n")
        });
        let lines: String = lines.collect();
        if !lines.is_empty() {
            eprintln!("\n{lines}{:6.0} s  in all", self.seconds());
        }
        self.begun.clear();
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.sum_up();
    }
}

/// A command that runs in the project's folder.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Cargo as it would be started by hand: some crates are rebuilt whenever this variable names another package.
pub fn cargo() -> Command {
    let mut cargo = command("cargo");
    cargo.env_remove("CARGO_MANIFEST_DIR");
    cargo
}

/// Runs a command, after printing its command line so that a person can repeat it.
pub fn execute(command: &mut Command) -> Done {
    attempt(command)?
}

/// Runs a command like [`execute`]. The outer error is that of a program that does not start.
fn attempt(command: &mut Command) -> Done<Done> {
    let line = line(command);
    eprintln!("  $ {line}");
    let status = command.status().map_err(|error| format!("`{line}` does not start: {error}"))?;
    Ok(if status.success() { Ok(()) } else { Err(format!("`{line}` failed: {status}")) })
}

/// The seconds after which a failed download is tried again.
const PAUSES: [u64; 3] = [5, 20, 60];

/// Runs a command that downloads and that may be repeated. What a registry refuses, it often gives a moment later. A
/// program that does not start would not start then either.
pub fn fetch(command: &mut Command) -> Done {
    for pause in PAUSES {
        let Err(why) = attempt(command)? else { return Ok(()) };
        eprintln!("  {why}; trying again in {pause} s");
        thread::sleep(Duration::from_secs(pause));
    }
    execute(command)
}

/// Returns what a program prints, if it succeeds.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// The folder in which tools and other downloads are kept between runs, and shared between checkouts.
pub fn cache() -> Done<PathBuf> {
    let home = env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    let base = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home);
    base.map(|base| base.join("fitment")).ok_or_else(|| "neither XDG_CACHE_HOME nor HOME is set".to_owned())
}

/// Does the work for all elements, as many at once as there are processors. Returns the results in order.
pub fn side_by_side<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(all.iter().enumerate());
    let take = || waiting.lock().ok().and_then(|mut waiting| waiting.next());
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || {
            let mut results = Vec::new();
            while let Some((place, one)) = take() {
                results.push((place, work(one)));
            }
            results
        };
        let started: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        started.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_start_is_not_tried_again() {
        let started = Instant::now();
        let told = fetch(&mut command("fitment-no-such-program")).expect_err("there is none");
        assert!(told.contains("does not start") && started.elapsed() < Duration::from_secs(PAUSES[0]), "{told}");
    }
}
