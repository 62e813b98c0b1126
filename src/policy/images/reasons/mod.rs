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
pub use providers::*;
pub use shoots::*;
pub use versions::*;
pub use workers::*;

use crate::reason::{Code, join};

/// All of them.
pub static CODES: &[&Code] = &join::<COUNT>(PARTS);

const PARTS: &[&[&Code]] = &[
    capabilities::CODES,
    versions::CODES,
    fitting::CODES,
    workers::CODES,
    shoots::CODES,
    maintenance::CODES,
    providers::CODES,
];

const COUNT: usize = crate::reason::count(PARTS);
