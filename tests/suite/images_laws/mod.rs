//! Laws that hold for every profile, tested on the engine through JSON.

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
