use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The state of files at one time. Files are polled rather than watched: that works on every file system, and when
/// Kubernetes swaps a whole folder of links.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watched(Vec<(PathBuf, Option<Stamp>)>);

/// Changes whenever the file does.
type Stamp = (Option<SystemTime>, u64, u64);

impl Watched {
    /// Reads the state of the files. Missing or unreadable files are included. What cannot be read twice, such as a pipe,
    /// never changes: to open it again would wait for whoever writes to it.
    pub fn now<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Self {
        let stamped = |file: P| {
            let data = std::fs::metadata(&file).ok().filter(|data| data.is_file() || data.is_dir());
            let stamp = data.map(|data| (data.modified().ok(), data.len(), identity(&data)));
            (file.as_ref().to_owned(), stamp)
        };
        Self(files.into_iter().map(stamped).collect())
    }
}

/// Distinguishes a file from a replacement with the same size and time.
#[cfg(unix)]
fn identity(data: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    data.ino() ^ data.ctime_nsec().cast_unsigned().rotate_left(32)
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> u64 {
    0
}
