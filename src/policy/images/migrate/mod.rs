//! From architectures and tags of versions to capabilities, in the profile and its provider's configuration together.
//!
//! `given` is what somebody says of tags and machine types, `findings` what is inferred and what stands against it.
//! `defined`, `machines` and `versions` work out what will be, `plan` puts it together, `config` says what becomes of the
//! provider's entries, `pairs` and `pools` what is lost by it, `patch` writes it down, whole or not at all, and `outcome` says
//! whether the API server would take it.

mod config;
mod defined;
mod findings;
mod given;
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
