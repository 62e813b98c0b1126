use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fitment_files::yaml::Position;
use fitment_host::Class;

/// What the process says to whoever started it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Yes, or a question that is not about yes or no.
    Yes,
    /// The request was not understood, or the command line was not.
    Request,
    /// No.
    No,
    /// A fact is missing.
    Facts,
    /// The sandbox failed.
    Host,
}

impl Exit {
    /// The one that counts where several things were asked about: what was not understood, then a no, then what is missing.
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

/// The one table of exit codes.
macro_rules! codes {
    () => {
        "Exit codes, the same for every command:
  0  yes, or the question is not a yes-or-no question
  1  the request or a file was not understood, or is too large
  2  no, or a finding that is an error
  3  a fact is missing: something is not loaded, or nothing has that name
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

/// Why a command could not be carried out.
#[derive(Debug)]
pub enum Failure {
    /// The sandbox failed.
    Host(fitment_host::Error),
    /// A file could not be read, or what was read is no input for the command.
    File(Unreadable),
    /// What was given is no input for the command.
    Input(String),
    /// Nothing that was read is called so.
    Unknown(String),
    /// The output could not be written.
    Output(std::io::Error),
}

/// What is wrong with a file.
#[derive(Debug)]
pub struct Unreadable {
    /// The file.
    pub file: PathBuf,
    /// Where in it, if that is known.
    pub at: Option<Position>,
    /// What was found, and what was expected.
    pub why: String,
}

/// What a command comes to.
pub type Done = Result<Exit, Failure>;

impl Failure {
    /// A file that is no input.
    pub fn file(path: &Path, why: impl fmt::Display) -> Self {
        Self::file_at(path, None, why)
    }

    /// A file that is no input, by what stands somewhere in it.
    pub fn file_at(path: &Path, at: Option<Position>, why: impl fmt::Display) -> Self {
        Self::File(Unreadable { file: path.to_owned(), at, why: why.to_string() })
    }

    /// The exit that goes with it.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Host(error) if error.class() == Class::Request => Exit::Request,
            Self::Host(_) => Exit::Host,
            Self::File(_) | Self::Input(_) => Exit::Request,
            Self::Unknown(_) => Exit::Facts,
            // Whoever stopped reading (`| head`) has what they wanted.
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
