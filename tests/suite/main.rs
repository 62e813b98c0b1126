//! The engine through every door, and what it must never do.

#[cfg(feature = "doors")]
mod abi;
mod arrows;
#[cfg(feature = "doors")]
mod cli;
#[cfg(feature = "doors")]
mod cli_fit;
mod divergences;
mod facts;
mod generated;
#[cfg(feature = "doors")]
mod host;
mod hostile;
mod hostile_images;
mod hostile_mappings;
mod images_laws;
mod images_oracle;
mod mappings;
mod reasons;
mod reviews;
mod traits_laws;
mod vectors;
