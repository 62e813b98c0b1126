use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use fitment_host::DocumentSet;
use serde_json::Value;

/// How much is collected before it is written, in bytes.
const BATCH: usize = 64 << 10;

/// The file of a decision log, and the folder for the documents that decisions rest on.
pub struct Journal {
    path: PathBuf,
    folder: PathBuf,
    with_documents: bool,
    file: File,
    /// Whole lines that are not written yet.
    waiting: Vec<u8>,
    /// Whether the file ends inside a line.
    is_torn: bool,
}

impl Journal {
    /// Opens a file to append to.
    pub fn open(path: &Path, with_documents: bool) -> io::Result<Self> {
        let folder = documents_beside(path);
        if with_documents {
            fs::create_dir_all(&folder)?;
        }
        let (file, is_torn) = opened(path)?;
        Ok(Self { path: path.to_owned(), folder, with_documents, file, waiting: Vec::new(), is_torn })
    }

    /// Opens the file again by its name, after it was moved away. If that fails, the file stays open. Returns whether
    /// it was opened: pipes and devices are not, since they are not rotated, and to open a pipe waits for its reader.
    pub fn reopen(&mut self) -> io::Result<bool> {
        if fs::metadata(&self.path).is_ok_and(|data| !data.is_file()) {
            return Ok(false);
        }
        let again = Self::open(&self.path, self.with_documents)?;
        *self = Self { waiting: std::mem::take(&mut self.waiting), ..again };
        Ok(true)
    }

    /// Adds a line, which [`Self::flush`] writes.
    pub fn add(&mut self, line: &Value) {
        // Writing into memory does not fail.
        let _ = writeln!(self.waiting, "{line}");
    }

    /// Whether enough is collected to write it.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= BATCH
    }

    /// Writes what was added. Returns whether that was anything, or how many lines are lost because the file does not
    /// take all of it.
    pub fn flush(&mut self) -> Result<bool, (u64, io::Error)> {
        let lines = std::mem::take(&mut self.waiting);
        if lines.is_empty() {
            return Ok(false);
        }
        // The rest of a torn line never comes.
        let start = usize::from(self.is_torn);
        let batch = if self.is_torn { [b"\n", lines.as_slice()].concat() } else { lines };
        let (written, done) = write(&mut self.file, &batch);
        if let Some(last) = batch.iter().take(written).next_back() {
            self.is_torn = *last != b'\n';
        }
        let lost = batch.iter().skip(written.max(start)).filter(|byte| **byte == b'\n').count() as u64;
        done.map(|()| true).map_err(|error| (lost, error))
    }

    /// Stores documents once, whole or not at all.
    pub fn keep(&self, digest: &str, set: Option<&DocumentSet>) -> io::Result<()> {
        let path = self.folder.join(format!("{digest}.json"));
        // Looked for each time: whoever clears the folder while the gate runs loses no later decision.
        let Some(set) = set.filter(|_| !path.exists()) else { return Ok(()) };
        let loads: Vec<_> = set.loads().map(String::from_utf8_lossy).collect();
        let unfinished = path.with_extension("part");
        fs::create_dir_all(&self.folder)?;
        fs::write(&unfinished, serde_json::to_vec(&loads)?)?;
        fs::rename(unfinished, path)
    }
}

/// The folder for the documents that a log's decisions are based on.
pub fn documents_beside(log: &Path) -> PathBuf {
    let mut folder = log.as_os_str().to_owned();
    folder.push(".documents");
    PathBuf::from(folder)
}

/// Opens a file to append to. Also returns whether it ends inside a line, as after a crash or on a full disk.
fn opened(path: &Path) -> io::Result<(File, bool)> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let data = file.metadata()?;
    // Others than files, such as pipes, have no end to look at.
    if !data.is_file() || data.len() == 0 {
        return Ok((file, false));
    }
    let mut last = [b'\n'];
    // A log that may be written and not read counts as whole.
    if let Ok(mut reader) = File::open(path) {
        reader.seek(SeekFrom::End(-1))?;
        reader.read_exact(&mut last)?;
    }
    Ok((file, last != *b"\n"))
}

/// Writes as much as possible. Returns how many bytes were written.
fn write(file: &mut File, bytes: &[u8]) -> (usize, io::Result<()>) {
    let mut written = 0;
    while let Some(rest) = bytes.get(written..).filter(|rest| !rest.is_empty()) {
        match file.write(rest) {
            Ok(0) => return (written, Err(ErrorKind::WriteZero.into())),
            Ok(more) => written += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (written, Err(error)),
        }
    }
    (written, Ok(()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_torn_line_is_ended_before_the_next() {
        let path = std::env::temp_dir().join(format!("fitment-journal-{}", std::process::id()));
        fs::write(&path, "{\"a\":1}\n{\"a\":").expect("it can be written");
        let mut journal = Journal::open(&path, false).expect("it opens");
        journal.add(&json!({"a": 3}));
        journal.flush().expect("there is room");
        journal.add(&json!({"a": 4}));
        journal.flush().expect("there is room");
        let text = fs::read_to_string(&path).expect("it is text");
        fs::remove_file(&path).expect("it can be removed");
        assert_eq!(text, "{\"a\":1}\n{\"a\":\n{\"a\":3}\n{\"a\":4}\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_finds_no_room_is_counted() {
        let mut journal = Journal::open(Path::new("/dev/full"), false).expect("it opens");
        (0..3).for_each(|_| journal.add(&json!({})));
        assert_eq!(journal.flush().expect_err("it is full").0, 3);
        assert!(journal.flush().is_ok(), "what is lost is not tried again");
    }
}
