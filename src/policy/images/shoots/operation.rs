//! The operation on a Shoot.

use crate::wire::words;

words! {
    /// The operation on a document.
    pub enum Operation {
        /// The document is new.
        Create = "create",
        /// The document exists already.
        Update = "update",
    }
}
