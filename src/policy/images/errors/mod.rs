//! What the API server says of a field that it refuses: the path of the field, and what is wrong with it.

mod field;
mod field_error;
mod listing;

pub(super) use field::{FieldPath, pointed, spelled, within};
pub(super) use field_error::{ErrorType, FieldError, MORE_THAN_LISTED, shortened};
pub(super) use listing::Listing;
