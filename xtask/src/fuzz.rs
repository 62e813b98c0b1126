//! Builds and runs the fuzzers: that of the engine, with edge coverage, and those of the gate and its sandbox.
//!
//! The coverage counters are LLVM's, which the stable compiler can insert. The program that reads them is `tests/fuzz`.

use crate::shell::{Done, cargo, command, execute, output, root};

/// The flags that make the compiler insert coverage counters.
const COUNTED: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
                       -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Ccodegen-units=1 -Clink-dead-code";

/// Runs `cargo xtask fuzz [gate|guests] [SECONDS] [SEED]`.
pub fn run(words: &[&str]) -> Done {
    match words {
        ["gate", numbers @ ..] => deployed("fuzz-gate", read(numbers)?),
        ["guests", numbers @ ..] => deployed("fuzz-guests", read(numbers)?),
        numbers => engine(read(numbers)?),
    }
}

/// Parses the duration in seconds and the seed.
fn read(words: &[&str]) -> Done<[String; 2]> {
    let number = |place: usize, usual: u64| match words.get(place) {
        None => Ok(usual.to_string()),
        Some(word) => word
            .parse::<u64>()
            .map(|number| number.to_string())
            .map_err(|_| format!("found `{word}`, expected a number: cargo xtask fuzz [gate|guests] [SECONDS] [SEED]")),
    };
    Ok([number(0, 60)?, number(1, 1)?])
}

/// Runs a fuzzer of the deployed programs. They are built as usual, without coverage counters.
fn deployed(fuzzer: &str, numbers: [String; 2]) -> Done {
    let whole = ["--workspace", "--features", "fitment-tests/doors,fitment-fuzz/gate"];
    let programs = ["--bin", "fitment", "--bin", fuzzer];
    execute(cargo().args(["build", "--quiet", "--release"]).args(whole).args(programs))?;
    execute(command(root().join("target/release").join(fuzzer)).args(numbers))
}

fn engine(numbers: [String; 2]) -> Done {
    let host =
        output(command("rustc").args(["--print", "host-tuple"])).ok_or("rustc does not say for which machine")?;
    let mut build = cargo();
    // If a target is given, the flags do not apply to build scripts.
    build.args(["build", "--quiet", "--release", "--package", "fitment-fuzz", "--target", &host]);
    build.env("CARGO_TARGET_DIR", root().join("target/fuzz")).env("RUSTFLAGS", COUNTED);
    build.env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true").env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
    execute(&mut build)?;
    let program = root().join("target/fuzz").join(host).join("release/fuzz");
    execute(command(program).args(numbers))
}
