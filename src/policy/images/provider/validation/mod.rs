//! Whether a mapping is accepted. `compare` holds a profile's images against its provider's configuration, with the
//! `doubts` that remain and what the extension refuses `today`. `against_parent` finds what the extensions refuse in a
//! NamespacedCloudProfile, and `copied` is what their webhooks write into it first. `follow` and `follow_namespaced` are for profiles that are validated.

mod against_parent;
mod child;
mod compare;
mod copied;
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
