//! What is done to a Shoot.

use crate::wire::words;

words! {
    /// What is done to a document.
    pub enum Operation {
        /// It is new.
        Create = "create",
        /// It exists already.
        Update = "update",
    }
}
