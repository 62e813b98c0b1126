use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Files as they were at a time. Looked at again and again rather than waited for: that works on every file system, and
/// where Kubernetes swaps a whole folder of links.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watched(Vec<(PathBuf, Option<Stamp>)>);

/// What changes when a file does.
type Stamp = (Option<SystemTime>, u64, u64);

impl Watched {
    /// The files as they are now. One that is not there, or cannot be looked at, is one too.
    pub fn now<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Self {
        let stamped = |file: P| {
            let stamp = std::fs::metadata(&file).ok().map(|data| (data.modified().ok(), data.len(), identity(&data)));
            (file.as_ref().to_owned(), stamp)
        };
        Self(files.into_iter().map(stamped).collect())
    }
}

/// What tells a file from another that took its place with the same size and time.
#[cfg(unix)]
fn identity(data: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    data.ino() ^ data.ctime_nsec().cast_unsigned().rotate_left(32)
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> u64 {
    0
}
