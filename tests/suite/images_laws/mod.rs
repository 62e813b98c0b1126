//! What holds of every profile, tried on the engine as it is asked: by JSON.

mod changes;
mod cure;
mod evidence;
mod lint;
mod lint_passing;
mod migrate;
mod migrate_outcome;
mod minimize;
mod one_answer;
mod order;
mod undefined;
mod world;

#[cfg(feature = "doors")]
pub use minimize::patched;
