//! The mapping held against the profile: `own_list` and `azure` look at the list by itself, `beside_profile` at all that the
//! profile offers, with definitions by `flavor_side` and without by `architecture_side`, and `gaps` are the regions without
//! an artifact. `survey` is all of it version by version, for whoever looks a profile over.

mod architecture_side;
mod azure;
mod beside_profile;
mod findings;
mod flavor_side;
mod gaps;
mod own_list;
mod survey;
mod undefined;

pub(super) use beside_profile::Mapping;
pub(super) use findings::Findings;
pub(super) use gaps::{Gap, Gaps};
pub(super) use own_list::{CONFIG, OwnList};
pub(crate) use survey::{Piece, Survey, surveyed};
pub(super) use undefined::{undefined_of_artifacts, undefined_of_images};
