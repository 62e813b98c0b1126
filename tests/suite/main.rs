//! The engine through every door, and what it must never do.

mod abi;
mod arrows;
mod cli;
mod cli_fit;
mod divergences;
mod facts;
mod generated;
mod host;
mod hostile;
mod hostile_images;
mod images_laws;
mod images_oracle;
mod reasons;
mod reviews;
mod traits_laws;
mod vectors;
