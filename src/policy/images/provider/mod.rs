//! The provider's side of a profile: which artifact stands for which image (sections 12 and 17).
//!
//! `providers` and `shape` say in what the six differ; `config` is the one form for them all, and `flat` the design text's
//! own. `raw_config` is one as it comes, `whose` says which provider's, `understand` reads it, and `strangers` are what no
//! provider's has. `artifacts` are what an entry stands for: `find` chooses among them for an `asked_machine`, and
//! `artifact_doubts` are what the choice leaves open; `booting` says whether there are any for many machines at once.
//! `mapping` holds them against the profile, with definitions by `flavor_side` and without by
//! `architecture_side`, and `gaps` are the regions without one. `survey` is all of it version by version, for whoever
//! looks a profile over. `instead` tells what a question gives instead of the profile's own. `own_list` and `azure` look
//! at the list by itself. Of a NamespacedCloudProfile `namespaced` says what the extensions refuse, and `merge` what the
//! two configurations come to; `follow` and `follow_namespaced` are for profiles that are validated.

mod architecture_side;
mod artifact_doubts;
mod artifacts;
mod asked_machine;
mod azure;
mod beside_offer;
mod booted;
mod booting;
mod child;
mod config;
mod copies;
mod coverage;
mod definitions;
mod doubts;
mod entries;
mod exchanged;
mod find;
mod find_image;
mod findings;
mod flat;
mod flavor_side;
mod follow;
mod follow_namespaced;
mod gaps;
mod held;
mod instead;
mod local_form;
mod mapping;
mod merge;
mod mixed;
mod namespaced;
mod of_no_architecture;
mod other_regions;
mod own_list;
mod owners;
mod placed;
mod providers;
mod raw_config;
mod repeated;
mod shape;
mod shared;
mod sides;
mod strangers;
mod subject;
mod survey;
mod today;
mod two_flavors;
mod undefined;
mod understand;
mod unmapped;
mod unread;
mod validate_mapping;
mod whose;

pub(super) use booted::Booted;
pub(super) use booting::{Booting, read_ahead};
pub(super) use coverage::Coverage;
pub(super) use definitions::{Content, Defined, each_once};
pub(super) use exchanged::exchanged;
pub use find_image::FindImage;
pub use follow::follow;
pub use follow_namespaced::follow_namespaced;
pub(super) use held::{HeldConfig, MachineToBoot};
pub use merge::{Merged, merged};
pub(super) use providers::Provider;
pub(super) use strangers::unknown_keys;
pub use subject::not_merged;
pub(super) use survey::{Piece, Survey, surveyed};
pub use validate_mapping::ValidateMapping;
pub(super) use whose::{Whose, whose};
