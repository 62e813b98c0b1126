use std::net::TcpListener;

use crate::server::{DOCUMENTS, Server};
use crate::shell::{Done, Steps, cargo, execute, output};
use crate::{npm, page, setup};

/// The options of `cargo xtask demo`.
pub struct Options {
    check: bool,
    port: u16,
}

impl Options {
    /// Parses the words after `demo`.
    pub fn read(words: &[&str]) -> Done<Self> {
        match words {
            [] => Ok(Self { check: false, port: 8080 }),
            ["--check"] => Ok(Self { check: true, port: 0 }),
            ["--port", port] => match port.parse() {
                Ok(port) => Ok(Self { check: false, port }),
                Err(_) => Err(format!("found port `{port}`, expected a number from 0 to 65535")),
            },
            unknown => Err(format!("found `{}`, expected --check or --port PORT", unknown.join(" "))),
        }
    }
}

/// Builds what the demo needs, shows the first decision as early as possible, and serves the page.
pub fn run(options: &Options) -> Done {
    let mut steps = Steps::new(6);
    steps.next("what has to be on the machine");
    free(options.port)?;
    setup::wasm_target()?;
    setup::node()?;
    steps.next("a first decision, by the engine as it is linked into a program");
    decide()?;
    eprintln!("  first decision after {:.0} s", steps.seconds());
    npm::of_page(&mut steps)?;
    steps.next("the page");
    page::build()?;
    let first = Server::page(options.port)?;
    eprintln!("  page after {:.0} s, at {}", steps.seconds(), first.address);
    steps.next("the gate, which then serves the page; its sandbox takes minutes to build the first time");
    Server::build()?;
    let shown = if options.check { first.shown()? } else { Vec::new() };
    // The gate gets the same address, so that a page that is already open keeps working.
    let port = first.port()?;
    drop(first);
    let mut gate = Server::gate(port)?;
    if options.check {
        let documents = gate.get("/documents")?;
        return match (gate.shown()? == shown, documents.contains("CloudProfile")) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("the gate shows {:#?}\nand the server before it {shown:#?}", gate.shown()?)),
            (_, false) => Err(format!("the gate has no documents:\n{documents}")),
        };
    }
    steps.sum_up();
    println!("\nThe page is at {}\nThe gate is at the same address, with {DOCUMENTS}", gate.address);
    println!("Ask it:  curl {}documents", gate.address);
    println!("The command line, which serves both: cargo install --locked --path host\nInterrupt to stop.");
    gate.wait()
}

/// Checks before anything is built that the port can be used.
fn free(port: u16) -> Done {
    let bound = TcpListener::bind(("127.0.0.1", port));
    bound.map(drop).map_err(|error| format!("port {port} cannot be used: {error}; choose another: --port PORT"))
}

/// Asks the example's question and shows the answer. The unoptimised build takes seconds; the command line would take
/// minutes because it includes a sandbox.
fn decide() -> Done {
    let example = ["run", "--quiet", "--profile", "tool", "--package", "fitment", "--example", "decide", "--"];
    let request = "examples/drivers/request.json";
    execute(cargo().args(example).arg(request))?;
    let answer = output(cargo().args(example).args([request, "--json"])).unwrap_or_default();
    if answer.contains(r#""verdict":"yes""#) { Ok(()) } else { Err(format!("expected a yes, got {answer}")) }
}
