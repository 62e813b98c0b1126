//! The comparison of a mapping with a profile. `own_list` and `azure` look at the mapping by itself, and
//! `beside_profile` compares it with all that the profile offers: by `flavor_side` with definitions, by
//! `architecture_side` without. `gaps` are the regions without an artifact. `survey` lists all of it version by
//! version, for reviewing a whole profile.

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
