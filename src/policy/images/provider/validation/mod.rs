//! Whether a mapping is taken: `sides` holds a profile's images and its provider's configuration against each other, with the
//! `doubts` that are left and what is refused `today`, and `against_parent` says what the extensions refuse of a
//! NamespacedCloudProfile. `follow` and `follow_namespaced` are for profiles that are validated.

mod against_parent;
mod child;
mod doubts;
mod follow;
mod follow_namespaced;
mod question;
mod sides;
mod today;

pub use follow::follow;
pub use follow_namespaced::follow_namespaced;
pub use question::ValidateMapping;
pub(super) use today::found_otherwise_today;
