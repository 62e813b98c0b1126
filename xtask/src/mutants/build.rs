use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::mutant::Mutant;
use super::rewrite::{Rewritten, rewrite};
use crate::shell::{Done, cargo};

/// A copy of the checkout in which the engine's sources may be rewritten. Everything else in it, except `Cargo.lock`,
/// is a link to the original.
pub struct Copy {
    origin: PathBuf,
    folder: PathBuf,
}

/// The test programs that judge mutants besides the answers.
pub struct Tests {
    /// The program of the engine's unit tests.
    pub units: PathBuf,
    /// The program of the vectors and laws.
    pub suite: PathBuf,
    /// The folder in which the programs run.
    pub folder: PathBuf,
}

/// The module that the copy's sources get in addition.
const SWITCH: &str = "\
//! The switch of all planted faults.
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

const NONE: u32 = u32::MAX;
const AS_THE_ENVIRONMENT_SAYS: u32 = NONE - 1;

static PLANTED: AtomicU32 = AtomicU32::new(AS_THE_ENVIRONMENT_SAYS);
static REACHED: [AtomicBool; 65_536] = [const { AtomicBool::new(false) }; 65_536];

/// Plants one and no other.
pub fn plant(number: Option<u32>) {
    PLANTED.store(number.unwrap_or(NONE), Relaxed);
}

/// Whether that one was come by.
pub fn has_reached(number: u32) -> bool {
    REACHED[number as usize].load(Relaxed)
}

/// Those that were come by.
pub fn reached() -> impl Iterator<Item = u32> {
    (0..65_536).filter(|number| has_reached(*number))
}

/// Forgets what was come by.
pub fn forget() {
    REACHED.iter().for_each(|one| one.store(false, Relaxed));
}

#[inline(never)]
pub fn is(number: u32) -> bool {
    REACHED[number as usize].store(true, Relaxed);
    let planted = PLANTED.load(Relaxed);
    if planted == AS_THE_ENVIRONMENT_SAYS {
        plant(std::env::var(\"FITMENT_MUTANT\").ok().and_then(|number| number.parse().ok()));
        return PLANTED.load(Relaxed) == number;
    }
    planted == number
}

pub fn not(number: u32, yes: bool) -> bool {
    yes != is(number)
}

pub fn none<T>(number: u32, value: Option<T>) -> Option<T> {
    if is(number) { None } else { value }
}
";

impl Copy {
    /// Creates the copy, or restores it to its original state.
    pub fn make(origin: &Path) -> Done<Self> {
        let copy = Self { origin: origin.to_owned(), folder: origin.join("target/mutants/copy") };
        let error = |error: std::io::Error| format!("`{}`: {error}", copy.folder.display());
        fs::create_dir_all(&copy.folder).map_err(error)?;
        for entry in fs::read_dir(origin).map_err(error)? {
            let name = entry.map_err(error)?.file_name();
            let place = copy.folder.join(&name);
            let own = ["src", "target", ".git", "Cargo.lock"].iter().any(|own| name == *own);
            if !own && place.symlink_metadata().is_err() {
                symlink(origin.join(&name), place).map_err(error)?;
            }
        }
        fs::copy(origin.join("Cargo.lock"), copy.folder.join("Cargo.lock")).map_err(error)?;
        let sources = copy.folder.join("src");
        copy.mirror(&origin.join("src"), &sources).map_err(error)?;
        write(&sources.join("mutant.rs"), SWITCH)?;
        let library = copy.original("lib.rs")?;
        write(&sources.join("lib.rs"), &format!("{library}\npub mod mutant;\n"))?;
        Ok(copy)
    }

    /// Makes a folder the same as another: copies the files that differ, and removes those that are gone.
    fn mirror(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        let _ = fs::remove_file(to);
        fs::create_dir_all(to)?;
        let names = |folder: &Path| -> std::io::Result<BTreeSet<_>> {
            fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
        };
        let origin = names(from)?;
        for gone in names(to)?.difference(&origin) {
            let place = to.join(gone);
            let _ = if place.is_dir() { fs::remove_dir_all(place) } else { fs::remove_file(place) };
        }
        for name in &origin {
            let (from, to) = (from.join(name), to.join(name));
            if from.is_dir() {
                self.mirror(&from, &to)?;
            } else {
                let text = fs::read(&from)?;
                if fs::read(&to).ok().as_ref() != Some(&text) {
                    fs::write(&to, text)?;
                }
            }
        }
        Ok(())
    }

    fn original(&self, path: &str) -> Done<String> {
        fs::read_to_string(self.origin.join("src").join(path)).map_err(|error| format!("`{path}`: {error}"))
    }

    /// Writes the mutants into the sources and drops those that do not compile. A mutant's number is its index.
    pub fn compile(&self, mut mutants: Vec<Mutant>) -> Done<Vec<Mutant>> {
        // A file whose mutants have all been dropped has to be restored, so it is written too.
        let paths: BTreeSet<String> = mutants.iter().map(|mutant| mutant.path.clone()).collect();
        loop {
            let written = self.write(&paths, &mutants)?;
            let refused = self.refused(&written)?;
            if refused.is_empty() {
                return Ok(mutants);
            }
            eprintln!("  {} of {} mutants do not compile", refused.len(), mutants.len());
            let mut number = 0;
            mutants.retain(|_| {
                number += 1;
                !refused.contains(&(number - 1))
            });
        }
    }

    /// Writes a list of the mutants beside the copy, each with the number that `FITMENT_MUTANT` selects when the copy's
    /// tests run.
    pub fn list(&self, mutants: &[Mutant]) -> Done {
        let lines = mutants.iter().enumerate().map(|(number, mutant)| format!("{number}  {mutant}\n"));
        write(&self.folder.with_file_name("list.txt"), &lines.collect::<String>())
    }

    fn write(&self, paths: &BTreeSet<String>, mutants: &[Mutant]) -> Done<BTreeMap<String, Rewritten>> {
        let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> =
            paths.iter().map(|path| (path.as_str(), Vec::new())).collect();
        for (number, mutant) in mutants.iter().enumerate() {
            files.entry(&mutant.path).or_default().push((number, mutant));
        }
        let mut written = BTreeMap::new();
        for (path, mutants) in files {
            let rewritten = rewrite(&self.original(path)?, &mutants);
            write(&self.folder.join("src").join(path), &rewritten.text)?;
            if !mutants.is_empty() {
                written.insert(path.to_owned(), rewritten);
            }
        }
        Ok(written)
    }

    /// Returns the numbers of the mutants where the compiler reports errors.
    fn refused(&self, written: &BTreeMap<String, Rewritten>) -> Done<BTreeSet<usize>> {
        let mut check = self.cargo();
        check.args(["check", "--package", "fitment", "--message-format", "short"]).stderr(Stdio::piped());
        let output = check.output().map_err(|error| format!("cargo does not start: {error}"))?;
        if output.status.success() {
            return Ok(BTreeSet::new());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let mut refused = BTreeSet::new();
        for line in text.lines().filter(|line| line.contains(": error")) {
            let mut parts = line.splitn(4, ':');
            let (Some(path), Some(line), Some(column)) = (parts.next(), parts.next(), parts.next()) else { continue };
            let path = path.split("src/").last().unwrap_or_default();
            let (Ok(line), Ok(column)) = (line.parse(), column.parse()) else { continue };
            if let Some(rewritten) = written.get(path) {
                refused.extend(nearest(rewritten, line, column));
            }
        }
        if refused.is_empty() { Err(format!("the mutants do not compile:\n{text}")) } else { Ok(refused) }
    }

    /// Builds the program that answers with and without a mutant.
    pub fn planted(&self) -> Done<PathBuf> {
        let mut planted = self.cargo();
        planted.args(["build", "--quiet", "--release", "--package", "fitment-fuzz", "--features", "planted"]);
        built(planted.args(["--bin", "planted"]))?;
        Ok(self.target().join("release/planted"))
    }

    /// Builds the test programs.
    pub fn judges(&self) -> Done<Tests> {
        let mut suite = self.cargo();
        suite.args(["test", "--release", "--no-run", "--package", "fitment", "--package", "fitment-tests"]);
        let suite = built(suite.args(["--lib", "--test", "suite"]))?;
        let program = |of: &str| {
            let line = suite.lines().find(|line| line.contains("Executable") && line.contains(of));
            let path = line.and_then(|line| line.split('(').next_back()).map(|path| path.trim_end_matches(')'));
            path.map(|path| self.folder.join(path)).ok_or_else(|| format!("cargo names no program of {of}:\n{suite}"))
        };
        Ok(Tests { units: program("src/lib.rs")?, suite: program("suite/main.rs")?, folder: self.tests() })
    }

    /// The folder in which tests run.
    pub fn tests(&self) -> PathBuf {
        self.folder.join("tests")
    }

    fn target(&self) -> PathBuf {
        self.origin.join("target/mutants/build")
    }

    fn cargo(&self) -> Command {
        let mut cargo = cargo();
        cargo.current_dir(&self.folder);
        cargo.env("CARGO_TARGET_DIR", self.target());
        cargo.env("RUSTFLAGS", "--cap-lints allow");
        // Each build is run only once, so compiling costs more than running. Overflow checks are on.
        cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true");
        cargo
    }
}

/// Runs a build and returns its output.
fn built(build: &mut Command) -> Done<String> {
    let output = build.stderr(Stdio::piped()).output().map_err(|error| format!("cargo does not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("the tests of the mutants do not compile:\n{text}")) }
}

fn write(path: &Path, text: &str) -> Done {
    if fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("`{}`: {error}", path.display()))
}

/// Returns the smallest mutant around a position, or else the nearest one in the file.
fn nearest(rewritten: &Rewritten, line: usize, column: usize) -> Option<usize> {
    let start: usize = rewritten.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = start + column.saturating_sub(1);
    let distance = |range: &std::ops::Range<usize>| {
        if range.contains(&at) { (0, range.len()) } else { (range.start.abs_diff(at).min(range.end.abs_diff(at)), 0) }
    };
    rewritten.places.iter().min_by_key(|(_, range)| distance(range)).map(|(number, _)| *number)
}
