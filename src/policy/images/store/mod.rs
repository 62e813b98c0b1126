//! Documents that are loaded or come with a question, and the profiles that they result in.

mod asked;
mod doubts;
mod dropdown;
mod groups;
mod profiles;
mod shoots;
mod stale;
mod subject;
mod written;

pub(super) use asked::{
    ProfileGiven, asked_cloud_profile, asked_namespaced, asked_offer, given_document, offer_in, offer_of,
};
pub(super) use doubts::parent_of_another_kind;
pub(crate) use profiles::status_of;
pub use profiles::{CLOUD_PROFILE, LoadedProfile, NAMESPACED_CLOUD_PROFILE};
pub(super) use profiles::{
    LoadedNamespaced, Missing, Named, child_and_parent, loaded_clusters, loaded_namespaced, loaded_offer,
};
pub use shoots::SHOOT;
pub(super) use shoots::{asked_shoot, loaded_shoots};
pub(super) use stale::{stale, stale_at};
pub(super) use subject::{NEW, OLD, Profile, ProfileChangeGiven, Scope, namespaced_given};
pub(super) use written::{Written, loaded_cloud_profile, parent_of};
