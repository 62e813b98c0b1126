//! What a file says: its bytes, the documents and objects in them, and the place of each value, so that whatever is said
//! about it later names the file and the line.

pub mod forms;
pub mod input;
mod lists;
pub mod objects;
pub mod places;
pub mod profiles;
pub mod readable;
pub mod registry;
pub mod source;
