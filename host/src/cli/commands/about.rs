use clap::Args;
use fitment_files::yaml;
use fitment_host::{EMBEDDED_SHA256, Limits};
use serde_json::json;

use crate::cli::exit::{Done, Exit};
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown};

/// Say what this engine is.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment about -o json")]
pub struct Arguments {
    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment about`. Adds the digest of the wasm file, which only the host knows.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let mut session = session::plain(limits)?;
    let answer = session.ask(br#"{"question":"fitment/about"}"#)?;
    let mut envelope = session::envelope(&answer);
    envelope["wasm"] = json!({ "sha256": EMBEDDED_SHA256 });
    let format = arguments.shown.format();
    if format == Format::Text {
        let mut about = envelope["answer"].take();
        about["wasmSha256"] = EMBEDDED_SHA256.into();
        output::show(&format!("{}\n", yaml::from_json(&about)))?;
        return Ok(Exit::Yes);
    }
    output::print(&mut session, envelope.to_string().as_bytes(), format)
}
