//! A profile without the lists that say what is so without them.

mod lists;
mod question;

pub(super) use lists::Superfluous;
pub use question::MinimizeProfile;
