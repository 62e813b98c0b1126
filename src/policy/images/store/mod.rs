//! Documents that are loaded or come with a question, and the profile that they result in.

mod asked;
mod dropdown;
mod profiles;
mod shoots;
mod subject;
mod written;

pub use asked::{asked_cloud_profile, asked_namespaced, asked_offer, given_document, offer_of};
pub use profiles::{
    CLOUD_PROFILE, LoadedProfile, Missing, NAMESPACED_CLOUD_PROFILE, Named, loaded_namespaced, loaded_offer, status_of,
};
pub use shoots::{SHOOT, asked_shoot, loaded_shoots};
pub use subject::{NEW, OLD, Profile, Scope, namespaced_given};
pub use written::{Written, loaded_cloud_profile, parent_of};
