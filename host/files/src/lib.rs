//! The files that people have, as the engine reads them.
//!
//! The engine reads JSON. [`yaml`] makes JSON of YAML without reading numbers, [`ini`] of configuration files, and
//! [`vectors`] are questions with what is expected of the answers. Nothing here needs the engine or its sandbox.

pub mod ini;
pub mod vectors;
pub mod yaml;
