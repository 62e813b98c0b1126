//! What the tests share: the files of vectors, and the doors an answer can come through.

pub mod doors;
pub mod files;
