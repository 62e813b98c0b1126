// Shared with the build script: a module compiled ahead of time only loads if these settings are the same.

use wasmtime::Config;

/// The settings that affect compiled code.
pub fn config() -> Config {
    let mut config = Config::new();
    // Interrupt decisions that take too long. Epochs rather than fuel: they cost a third as much.
    config.epoch_interruption(true);
    config.memory_init_cow(true);
    // Keep the memory one image, however large and sparse: data in several pieces would be copied for each decision.
    config.memory_guaranteed_dense_image_size(256 << 20);
    config
}
