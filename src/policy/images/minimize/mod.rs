//! A profile without the lists that change nothing.

mod lists;
mod question;

pub(super) use lists::Superfluous;
pub use question::MinimizeProfile;
