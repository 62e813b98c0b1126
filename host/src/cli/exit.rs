use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fitment_files::yaml::Position;
use fitment_host::Class;

/// The exit code of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Yes, or the question has no yes or no.
    Yes,
    /// The request or the command line was not understood.
    Request,
    /// No.
    No,
    /// A fact is missing.
    Facts,
    /// The sandbox failed.
    Host,
}

impl Exit {
    /// Returns the one that counts for several subjects: a failure of the host outranks a request that was not
    /// understood, which outranks a no, which outranks a missing fact.
    pub fn worse(self, other: Self) -> Self {
        let rank = |exit: Self| match exit {
            Self::Yes => 0,
            Self::Facts => 1,
            Self::No => 2,
            Self::Request => 3,
            Self::Host => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// The help text of the exit codes.
macro_rules! codes {
    () => {
        "Exit codes, the same for every command:
  0  yes, or the question is not a yes-or-no question
  1  the request or a file was not understood, or is too large; or no rule judges what is reviewed
  2  no, or a finding that is an error
  3  a fact is missing: something is not loaded, or the documents have nothing of that name
  4  the host failed: out of time, out of memory, or unable to start"
    };
}
pub(super) use codes;

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Yes => 0,
            Exit::Request => 1,
            Exit::No => 2,
            Exit::Facts => 3,
            Exit::Host => 4,
        })
    }
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The sandbox failed.
    Host(fitment_host::Error),
    /// A file could not be read, or its contents are no input for the command.
    File(Unreadable),
    /// The arguments are no input for the command.
    Input(String),
    /// Nothing in the files has this name.
    Unknown(String),
    /// The output could not be written.
    Output(std::io::Error),
}

/// A file that is no input, and why.
#[derive(Debug)]
pub struct Unreadable {
    /// The file.
    pub file: PathBuf,
    /// The position in the file, if known.
    pub at: Option<Position>,
    /// What was found, and what was expected.
    pub why: String,
}

/// The result of a command.
pub type Done = Result<Exit, Failure>;

impl Failure {
    /// Creates a failure for a file that is no input.
    pub fn file(path: &Path, why: impl fmt::Display) -> Self {
        Self::file_at(path, None, why)
    }

    /// Creates a failure for a file, at a position in it.
    pub fn file_at(path: &Path, at: Option<Position>, why: impl fmt::Display) -> Self {
        Self::File(Unreadable { file: path.to_owned(), at, why: why.to_string() })
    }

    /// The exit code for the failure.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Host(error) if error.class() == Class::Request => Exit::Request,
            Self::Host(_) => Exit::Host,
            Self::File(_) | Self::Input(_) => Exit::Request,
            Self::Unknown(_) => Exit::Facts,
            // A reader that closed the pipe (`| head`) has what it wanted.
            Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Yes,
            Self::Output(_) => Exit::Host,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(error) => error.fmt(f),
            Self::File(unreadable) => unreadable.fmt(f),
            Self::Input(why) | Self::Unknown(why) => f.write_str(why),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, at, why } = self;
        write!(f, "`{}`: ", file.display())?;
        if let Some(Position { line, column }) = at {
            write!(f, "line {line} column {column}: ")?;
        }
        f.write_str(why)
    }
}

impl From<fitment_host::Error> for Failure {
    fn from(error: fitment_host::Error) -> Self {
        Self::Host(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}
