//! The servers of the page: one of files alone, and the gate.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::shell::{Done, cargo, command, execute, root};

/// The documents with which the gate decides.
pub const DOCUMENTS: &str = "examples/images";

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

    /// Builds the command line, which includes the gate.
    pub fn build() -> Done {
        execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))
    }

    /// Starts the gate, which also serves the page. Port 0 means any free port.
    pub fn gate(port: u16) -> Done<Self> {
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

    pub fn port(&self) -> Done<u16> {
        let port = self.address.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        port.ok_or_else(|| format!("found no port in `{}`", self.address))
    }

    /// What a browser gets when it opens the page: the status and the headers that matter on a strict host, for the
    /// page, its wasm and a script.
    pub fn shown(&self) -> Done<Vec<String>> {
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
        for path in ["/".to_owned(), "/sw.js".to_owned(), asset(".wasm")?, asset(".yaml")?] {
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
    pub fn get(&self, path: &str) -> Done<String> {
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
    pub fn wait(&mut self) -> Done {
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

/// Returns the path under which the page serves the asset with this extension.
fn asset(extension: &str) -> Done<String> {
    let entries =
        fs::read_dir(root().join("www/dist/assets")).map_err(|error| format!("`www/dist/assets`: {error}"))?;
    let mut names = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    let found = names.find(|name| name.ends_with(extension));
    found.map(|name| format!("/assets/{name}")).ok_or_else(|| format!("`www/dist/assets` has no `{extension}`"))
}
