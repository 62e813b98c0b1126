//! Names of traits and resource classes: which there are, which can be created, and whether one will do.

mod checks;
mod custom;
mod library;
mod standard;

pub(crate) use checks::{
    CheckLimit, CheckName, CheckNodeTrait, IsCustom, MOST_TRAITS, NameAnswer, NormalizeResourceClass, NormalizeTrait,
};
pub(crate) use custom::{CUSTOM, is_creatable, is_custom, normalized, plain};
pub(crate) use library::Library;
pub(crate) use standard::is_standard_class;
