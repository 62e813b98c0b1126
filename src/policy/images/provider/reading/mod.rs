//! Which configuration counts, and what it says. `raw_config` is the configuration as given, `whose` finds out which
//! provider it belongs to, and `understand` reads it, with warnings about unknown keys (`strangers`) and parts that
//! stay `unread`. `merge` merges the configurations of a NamespacedCloudProfile and its parent, and `owners` says whose
//! each entry is. A `subject` is all that a question is about, and `instead` warns of what it gives in place of the
//! profile's own.

pub(super) mod instead;
mod local_form;
mod merge;
mod owners;
mod raw_config;
mod strangers;
mod subject;
mod understand;
mod unread;
mod whose;

pub(super) use local_form::in_parents_form;
pub use merge::{Merged, merged};
pub(super) use owners::{Owner, Owners};
pub(super) use raw_config::RawConfig;
pub(super) use strangers::of_another_type;
pub(crate) use strangers::unknown_keys;
pub use subject::not_merged;
pub(super) use subject::{Beside, Subject, without_provider};
pub(super) use understand::{Understood, understand, understand_in_passing};
pub(super) use unread::misspelt_regions;
pub(crate) use whose::{Whose, whose};
pub(super) use whose::{not_checked, of_another_provider, refused_type, refused_untyped, untyped};
