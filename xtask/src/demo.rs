use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::shell::{Done, Steps, cargo, command, execute, output, root};
use crate::{npm, page, setup};

/// What `cargo xtask demo` was asked for.
pub struct Options {
    check: bool,
    port: u16,
}

impl Options {
    /// Reads the words after `demo`.
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

/// Builds what the demo needs, the first decision first, and serves the page.
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
    let mut server = Server::start(options.port)?;
    eprintln!("  page after {:.0} s, at {}", steps.seconds(), server.address);
    steps.next("the gate beside it, whose sandbox takes minutes to build the first time");
    let gate = Server::gate()?;
    if options.check {
        let html = server.get("/")?;
        let wasm = server.get(&page::asset(".wasm")?)?;
        let whole = html.contains("<title>Fitment</title>") && wasm.starts_with("HTTP/1.1 200");
        let documents = gate.get("/documents")?;
        return match (whole, documents.contains("CloudProfile")) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("the page is not whole:\n{html}")),
            (_, false) => Err(format!("the gate has no documents:\n{documents}")),
        };
    }
    steps.sum_up();
    println!("\nThe page is at {}\nThe gate is at {}, with {DOCUMENTS}", server.address, gate.address);
    println!("Ask it:  curl {}/documents", gate.address);
    println!("The command line, which serves the gate too: cargo install --locked --path host\nInterrupt to stop.");
    server.wait()
}

/// Says before anything is built if the page could not be served in the end.
fn free(port: u16) -> Done {
    let bound = TcpListener::bind(("127.0.0.1", port));
    bound.map(drop).map_err(|error| format!("port {port} cannot be used: {error}; choose another: --port PORT"))
}

/// Asks the question of the example, and shows the answer. Built without optimisation, that takes seconds: the command
/// line carries a sandbox, which takes minutes.
fn decide() -> Done {
    let example = ["run", "--quiet", "--profile", "tool", "--package", "fitment", "--example", "decide", "--"];
    let request = "examples/drivers/request.json";
    execute(cargo().args(example).arg(request))?;
    let answer = output(cargo().args(example).args([request, "--json"])).unwrap_or_default();
    if answer.contains(r#""verdict":"yes""#) { Ok(()) } else { Err(format!("expected a yes, got {answer}")) }
}

/// What the gate of the demo decides with.
const DOCUMENTS: &str = "examples/images";

/// The server of the page, or of the gate, ended when it is dropped.
pub struct Server {
    process: Child,
    /// Where it is.
    pub address: String,
}

impl Server {
    /// Starts that of the page on a port, on a free one for 0.
    pub fn start(port: u16) -> Done<Self> {
        Self::of(command("node").arg(Path::new("www/serve.mjs")).arg(port.to_string()))
    }

    /// Builds and starts the gate on a free port.
    fn gate() -> Done<Self> {
        execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
        let serve = ["serve", "--listen", "127.0.0.1:0", "--log-level", "warn", "--documents", DOCUMENTS];
        Self::of(command(root().join("target/release/fitment")).args(serve))
    }

    /// A server, which says in its first line where it is.
    fn of(command: &mut Command) -> Done<Self> {
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut process = started.map_err(|error| format!("`{:?}` does not start: {error}", command.get_program()))?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let address = line.trim().trim_start_matches("listening on ").to_owned();
        let server = Self { process, address };
        if server.address.is_empty() { Err(format!("{:?} ended at once", command.get_program())) } else { Ok(server) }
    }

    /// The response to a request, head and body.
    fn get(&self, path: &str) -> Done<String> {
        let host = self.address.trim_start_matches("http://").trim_end_matches('/');
        let fetched = TcpStream::connect(host).and_then(|mut stream| {
            write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
            let mut response = Vec::new();
            stream.read_to_end(&mut response)?;
            Ok(String::from_utf8_lossy(&response).into_owned())
        });
        fetched.map_err(|error| format!("{}{path}: {error}", self.address))
    }

    /// Waits until it ends, which it does when it is interrupted.
    fn wait(&mut self) -> Done {
        self.process.wait().map(drop).map_err(|error| error.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
