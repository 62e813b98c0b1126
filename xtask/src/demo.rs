use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::shell::{Done, Steps, cargo, command, execute, output, root};
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
    build_gate()?;
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

/// Builds the command line, which includes the gate.
fn build_gate() -> Done {
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))
}

/// The documents with which the demo's gate decides.
const DOCUMENTS: &str = "examples/images";

/// A server of the page, with or without the gate. It is stopped when dropped.
pub struct Server {
    process: Child,
    /// The address of the server, as a URL.
    pub address: String,
}

impl Server {
    /// Starts a server of the page alone. Port 0 means any free port.
    pub fn page(port: u16) -> Done<Self> {
        Self::of(command("node").arg(Path::new("www/serve.mjs")).arg(port.to_string()))
    }

    /// Builds and starts the gate, which also serves the page, on a free port.
    pub fn start() -> Done<Self> {
        build_gate()?;
        Self::gate(0)
    }

    fn gate(port: u16) -> Done<Self> {
        let listen = format!("127.0.0.1:{port}");
        let serve = ["serve", "--listen", &listen, "--log-level", "warn", "--documents", DOCUMENTS];
        Self::of(command(root().join("target/release/fitment")).args(serve).args(["--page", "www/dist"]))
    }

    /// Starts a server, which prints its address in its first line.
    fn of(command: &mut Command) -> Done<Self> {
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut process = started.map_err(|error| format!("`{:?}` does not start: {error}", command.get_program()))?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let address = line.trim().trim_start_matches("listening on ").trim_end_matches('/');
        let server = Self { process, address: format!("{address}/") };
        if address.is_empty() { Err(format!("{:?} ended at once", command.get_program())) } else { Ok(server) }
    }

    fn port(&self) -> Done<u16> {
        let port = self.address.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        port.ok_or_else(|| format!("found no port in `{}`", self.address))
    }

    /// What a browser gets when it opens the page: the status and the headers that matter on a strict host, for the
    /// page, its wasm and a script.
    fn shown(&self) -> Done<Vec<String>> {
        const SAID: [&str; 6] = [
            "http/1.1 ",
            "content-type:",
            "content-security-policy:",
            "cache-control:",
            "x-content-type-options:",
            "referrer-policy:",
        ];
        let html = self.get("/")?;
        if !html.starts_with("HTTP/1.1 200") || !html.contains("<title>Fitment</title>") {
            return Err(format!("the page is not whole:\n{html}"));
        }
        let mut shown = Vec::new();
        for path in ["/".to_owned(), "/sw.js".to_owned(), page::asset(".wasm")?, page::asset(".yaml")?] {
            let answer = self.get(&path)?;
            let head = answer.split("\r\n\r\n").next().unwrap_or_default();
            let mut said: Vec<String> = head.lines().map(str::to_lowercase).collect();
            said.retain(|line| SAID.iter().any(|known| line.starts_with(known)));
            said.sort();
            shown.push(format!("{path}\n{}", said.join("\n")));
        }
        Ok(shown)
    }

    /// Returns the response to a request, head and body.
    fn get(&self, path: &str) -> Done<String> {
        let host = self.address.trim_start_matches("http://").trim_end_matches('/');
        let path = path.trim_start_matches('/');
        let fetched = TcpStream::connect(host).and_then(|mut stream| {
            write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
            let mut response = Vec::new();
            stream.read_to_end(&mut response)?;
            Ok(String::from_utf8_lossy(&response).into_owned())
        });
        fetched.map_err(|error| format!("{}{path}: {error}", self.address))
    }

    /// Waits until the server ends, which it does when it is interrupted.
    fn wait(&mut self) -> Done {
        self.process.wait().map(drop).map_err(|error| error.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
