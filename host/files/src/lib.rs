//! Reads users' files in the way the engine does.
//!
//! The engine reads JSON. [`yaml`] converts YAML to JSON without interpreting numbers, [`ini`] converts configuration
//! files, [`references`] resolves references between their options, and [`vectors`] are questions with their expected
//! answers. Nothing here needs the engine or its sandbox.

pub mod ini;
pub mod json;
pub mod references;
pub mod vectors;
pub mod yaml;
