//! The operations on profiles.

use crate::wire::words;

words! {
    /// The operation on a profile.
    pub enum Operation {
        /// The profile is created.
        Create = "create",
        /// The profile replaces an old one.
        Update = "update",
        /// The profile is deleted.
        Delete = "delete",
    }
}
