//! What the rules about images can find, and its English, a file for each subject.

mod capabilities;
mod fitting;
mod maintenance;
mod providers;
mod shoots;
mod versions;
mod workers;

pub use capabilities::*;
pub use fitting::*;
pub use maintenance::*;
pub use providers::{CODES as PROVIDERS, *};
pub use shoots::*;
pub use versions::*;
pub use workers::*;

use crate::reason::{Code, join};

/// All but those of the providers, which are a list of their own.
pub static CODES: &[&Code] = &join::<COUNT>(PARTS);

const PARTS: &[&[&Code]] =
    &[capabilities::CODES, versions::CODES, fitting::CODES, workers::CODES, shoots::CODES, maintenance::CODES];

const COUNT: usize = crate::reason::count(PARTS);
