//! The engine's answers, byte for byte. A failing test names the inputs whose answers have changed.

use std::fmt::Write;

use fitment_tests::calls::{digest, known};
use fitment_tests::files;

/// The file with a digest of each known input's answers, by the input's name.
const FILE: &str = "tests/answers.txt";

#[test]
fn answers_are_what_they_were() {
    let mut text = String::new();
    for (name, input) in known() {
        writeln!(text, "{:016x}  {name}", digest(&input.answers())).expect("a string takes what is written");
    }
    if files::generated(FILE, &text).is_none() {
        return;
    }
    let recorded = files::read(FILE);
    let (recorded, answered): (Vec<&str>, Vec<&str>) = (recorded.lines().collect(), text.lines().collect());
    let is_new = |line: &&&str| !recorded.contains(line);
    let changed: Vec<&str> = answered.iter().filter(is_new).take(20).copied().collect();
    panic!(
        "other answers than in `{FILE}`, for example to\n{}\nIf they are meant, write them with FITMENT_UPDATE=1 and say \
         in the note whose they are.",
        changed.join("\n")
    );
}
