//! What holds of every profile, tried on the engine as it is asked: by JSON.

mod cure;
mod evidence;
mod order;
mod undefined;
mod world;
