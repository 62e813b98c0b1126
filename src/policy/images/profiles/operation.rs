//! What is done to a profile.

use crate::wire::words;

words! {
    /// What is done to a profile.
    pub enum Operation {
        /// It is new.
        Create = "create",
        /// It replaces an old one.
        Update = "update",
        /// It goes.
        Delete = "delete",
    }
}
