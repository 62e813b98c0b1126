//! Names of traits and resource classes: the standard ones, which ones can be created, and the checks of names.

mod checks;
mod custom;
mod library;
mod standard;

pub(crate) use checks::{
    CheckLimit, CheckName, CheckNodeTrait, IsCustom, MOST_TRAITS, NameAnswer, NormalizeResourceClass, NormalizeTrait,
};
pub(crate) use custom::{CUSTOM, is_creatable, is_custom, normalized, plain};
pub(crate) use library::{KnownTrait, Library, can_be_known};
pub(crate) use standard::is_standard_class;
