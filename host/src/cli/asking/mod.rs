//! What the engine gets before and with a question: documents to load, what clients of OpenStack print, the edition and
//! the time. These are the options that several commands share.

pub mod alike;
pub mod complete;
pub mod deciding;
pub mod gathered;
pub mod load;
pub mod pools;
pub mod strictness;
