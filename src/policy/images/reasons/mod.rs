//! What the rules about images can find, and its English, a file for each subject.

mod capabilities;
mod fitting;
mod maintenance;
mod profiles;
mod providers;
mod shoots;
mod versions;
mod workers;

pub use capabilities::*;
pub use fitting::*;
pub use maintenance::*;
pub use profiles::*;
pub use providers::*;
pub use shoots::*;
pub use versions::*;
pub use workers::*;
