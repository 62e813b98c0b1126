//! The part of `wasm-bindgen` that wasm-pack calls for the web: the library behind the real command, and nothing else.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    if matches!(words, [word] if word == "--version") {
        println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    let mut folder = None;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("found `{word}` at the end, expected a value behind it"));
        match word.as_str() {
            "--out-dir" => folder = Some(value()?),
            "--out-name" => drop(bindgen.out_name(value()?)),
            "--target" if value()? == "web" => {}
            "--typescript" => drop(bindgen.typescript(true)),
            input if !input.starts_with('-') => drop(bindgen.input_path(input)),
            _ => return Err(format!("found `{word}`, expected what wasm-pack says for `--target web`")),
        }
    }
    let folder = folder.ok_or("found no --out-dir, expected one")?;
    let bindgen = bindgen.web(true).map_err(|error| error.to_string())?;
    bindgen.generate(folder).map_err(|error| format!("{error:?}"))
}
