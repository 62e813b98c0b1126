//! Embeds the engine in a program: asks the question in a file, and prints the answer in English, or all of it as JSON.
//!
//! `cargo run --example decide -- examples/drivers/request.json [--json]`

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program has files and a console, the engine none"
)]

use std::error::Error;

use fitment::Engine;
use fitment::{Document, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("found no file, expected one with a request")?;
    let answer = Engine::default().ask(&std::fs::read(path)?);
    if arguments.iter().any(|argument| argument == "--json") {
        println!("{answer}");
        return Ok(());
    }
    let envelope = Document::read(answer.as_bytes(), 128).map_err(|fault| format!("{fault:?}"))?;
    let word = |key: &str| envelope.root().get(key).and_then(Value::as_str).unwrap_or_default();
    print!("{}: {}\n{}", word("verdict"), word("question"), word("text"));
    Ok(())
}
