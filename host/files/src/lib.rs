//! The files that people have, as the engine reads them.
//!
//! The engine reads JSON. [`yaml`] makes JSON of YAML without reading numbers, [`ini`] of configuration files with
//! [`references`] among their options, and
//! [`vectors`] are questions with what is expected of the answers. Nothing here needs the engine or its sandbox.

pub mod ini;
pub mod json;
pub mod references;
pub mod vectors;
pub mod yaml;
