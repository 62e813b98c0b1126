//! The provider's side of a profile: which artifact stands for which image (section 12).

mod config;
mod find;
mod mapping;
mod questions;

pub use questions::{FindImage, ValidateMapping};
