//! A file as it was read, and the places in it.

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fitment_files::yaml::{self, Place, Position};
use fitment_files::{ini, json};
use serde_json::value::RawValue;

use crate::cli::exit::Failure;

/// Opens a file, or standard input for `-`, which can be read only once.
pub fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if path.as_os_str() != "-" {
        return Ok(Box::new(File::open(path).map_err(|error| Failure::file(path, error))?));
    }
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Failure::Input("found `-` twice, expected it once: standard input can only be read once".into()));
    }
    Ok(Box::new(std::io::stdin()))
}

/// Reads a whole file, or standard input for `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| Failure::file(path, error))?;
    Ok(bytes)
}

/// The contents of a file or of standard input.
pub struct Source {
    /// The file.
    pub file: PathBuf,
    bytes: Vec<u8>,
    is_configuration: bool,
    looks: Cell<usize>,
}

/// The most times that positions are looked up in a file: each lookup parses all of it, and nobody reads that many.
const LOOKS: usize = 50;

impl Source {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        Ok(Self { file: path.to_owned(), bytes: read(path)?, is_configuration: false, looks: Cell::new(0) })
    }

    /// Reads a service's configuration file. Pointers to its values consist of section and option.
    pub fn configuration(path: &Path) -> Result<Self, Failure> {
        Ok(Self { is_configuration: true, ..Self::read(path)? })
    }

    /// The bytes without a byte order mark.
    pub fn unmarked(&self) -> &[u8] {
        self.bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(&self.bytes)
    }

    /// Whether this begins as JSON does.
    pub fn resembles_json(&self) -> bool {
        let first = self.unmarked().iter().find(|byte| !byte.is_ascii_whitespace());
        matches!(first, Some(b'{' | b'[' | b'"'))
    }

    /// Whether this is JSON, rather than YAML that begins like JSON.
    pub fn is_json(&self) -> bool {
        let values = serde_json::Deserializer::from_slice(self.unmarked()).into_iter::<&RawValue>();
        self.resembles_json() && values.into_iter().all(|value| value.is_ok())
    }

    /// The contents, if they are text.
    pub fn text(&self) -> Result<&str, Failure> {
        self.expect_no_utf16()?;
        std::str::from_utf8(&self.bytes).map_err(|error| Failure::file(&self.file, error))
    }

    /// Refuses the output of `>` in Windows PowerShell. No UTF-8 text that is read here begins like it.
    pub fn expect_no_utf16(&self) -> Result<(), Failure> {
        match self.bytes.as_slice() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => Err(Failure::file(
                &self.file,
                "found text in UTF-16, as `>` of PowerShell writes it, expected UTF-8: write it with `cmd /c \"… > FILE\"`, \
                 or save it as UTF-8",
            )),
            _ => Ok(()),
        }
    }

    /// A place in the file.
    pub fn at(&self, position: Option<Position>) -> At {
        let file = (self.file.as_os_str() != "-").then(|| self.file.display().to_string());
        At { file, position }
    }

    /// Locates values, each given by the number of its document and its pointer.
    pub fn places(&self, values: &[(usize, &str)]) -> Vec<Option<Place>> {
        self.looks.set(self.looks.get() + 1);
        match std::str::from_utf8(&self.bytes) {
            Ok(text) if self.is_configuration => values.iter().map(|(_, option)| placed(text, option)).collect(),
            Ok(text) if self.looks.get() <= LOOKS && self.is_json() => json::places(text, values),
            Ok(text) if self.looks.get() <= LOOKS => yaml::places(text, values),
            _ => vec![None; values.len()],
        }
    }
}

/// A position in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The file; `None` for standard input.
    pub file: Option<String>,
    /// The position, if it was found.
    pub position: Option<Position>,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file.as_deref().unwrap_or("standard input"))?;
        self.position.map_or(Ok(()), |position| write!(f, ":{position}"))
    }
}

/// Locates an option or a section in a configuration file.
fn placed(text: &str, pointer: &str) -> Option<Place> {
    let pointer = pointer.strip_prefix('/')?;
    let (section, option) =
        pointer.split_once('/').map_or((pointer, None), |(section, option)| (section, Some(option)));
    let value = ini::place(text, section, option)?;
    Some(Place { key: Some(value), value, written: None })
}

const BYTE_ORDER_MARK: &str = "\u{feff}";
