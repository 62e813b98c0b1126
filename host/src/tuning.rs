// Shared with the build script: a module compiled ahead of time only loads where these are the same.

use wasmtime::Config;

/// How the engine is compiled and run, as far as it shows in compiled code.
pub fn config() -> Config {
    let mut config = Config::new();
    // A decision that takes too long is interrupted. Epochs rather than fuel: they cost a third as much.
    config.epoch_interruption(true);
    config.memory_init_cow(true);
    // The memory is one image however large and sparse it is: what is copied in pieces would be copied for each decision.
    config.memory_guaranteed_dense_image_size(256 << 20);
    config
}
