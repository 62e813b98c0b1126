//! Builds the fuzzer, with the edges of the engine counted, and runs it.
//!
//! The counting is LLVM's, which the stable compiler passes on. The program that reads the counters is `tests/fuzz`.

use crate::shell::{Done, cargo, command, execute, output, root};

/// The flags that make the compiler count.
const COUNTED: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
                       -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Ccodegen-units=1 -Clink-dead-code";

/// `cargo xtask fuzz [SECONDS] [SEED]`
pub fn run(words: &[&str]) -> Done {
    let mut numbers = words.iter().map(|word| {
        word.parse::<u64>().map_err(|_| format!("found `{word}`, expected a number: cargo xtask fuzz [SECONDS] [SEED]"))
    });
    let seconds = numbers.next().transpose()?.unwrap_or(60);
    let seed = numbers.next().transpose()?.unwrap_or(1);
    let host =
        output(command("rustc").args(["--print", "host-tuple"])).ok_or("rustc does not say for which machine")?;
    let mut build = cargo();
    // With a target the flags are not those of build scripts.
    build.args(["build", "--quiet", "--release", "--package", "fitment-fuzz", "--target", &host]);
    build.env("CARGO_TARGET_DIR", root().join("target/fuzz")).env("RUSTFLAGS", COUNTED);
    build.env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true").env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
    execute(&mut build)?;
    let program = root().join("target/fuzz").join(host).join("release/fuzz");
    execute(command(program).args([seconds.to_string(), seed.to_string()]))
}
