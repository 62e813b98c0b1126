//! The codes of the images policy and their English texts, one file per subject.

mod artifacts;
mod asked;
mod capabilities;
mod changes;
mod choice;
mod fitting;
mod in_use;
mod lint;
mod maintenance;
mod migrate;
mod minimize;
mod pools;
mod profiles;
mod providers;
mod shoots;
mod stages;
mod versions;
mod workers;

pub(super) use artifacts::*;
pub(super) use asked::*;
pub(super) use capabilities::*;
pub(super) use changes::*;
pub(super) use choice::*;
pub(super) use fitting::*;
pub(super) use in_use::*;
pub(super) use lint::*;
pub(super) use maintenance::*;
pub(super) use migrate::*;
pub(super) use minimize::*;
pub(super) use pools::*;
pub(super) use profiles::*;
pub(super) use providers::*;
pub(super) use shoots::*;
pub(super) use stages::*;
pub(super) use versions::*;
pub(super) use workers::*;
