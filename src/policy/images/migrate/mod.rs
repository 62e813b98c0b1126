//! Migration from architectures and version tags to capabilities, in a profile and its provider's configuration
//! together.
//!
//! `given` is what the caller knows about tags and machine types; `findings` is what is inferred and what prevents the
//! migration. `defined`, `machines` and `versions` work out the new definitions, machine types and versions, and `plan`
//! combines them. `config` converts the provider's entries, `pairs` and `pools` work out what the migration loses,
//! `patch` writes it down, completely or not at all, with capabilities as in `json`, and `outcome` checks whether the API
//! server would accept the result.

mod config;
mod defined;
mod findings;
mod given;
mod json;
mod machines;
mod outcome;
mod pairs;
mod patch;
mod plan;
mod pools;
mod question;
mod regions;
mod versions;

pub use question::MigrateProfile;
