//! The gate as a process, and a minimal client that shows exactly what came back.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::cli::fitment;

/// Stops the clients of a test, even if the test fails. Otherwise the test would wait for them for ever.
pub struct Ends<'t>(pub &'t AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A temporary folder for one test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("fitment-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("its name is text").to_owned()
    }

    pub fn write(&self, name: &str, text: &str) {
        // The file appears complete or not at all, as programs that deliver files do it.
        let unfinished = self.0.join(format!("{name}.part"));
        std::fs::write(&unfinished, text).expect("it can be written");
        std::fs::rename(unfinished, self.0.join(name)).expect("it can be renamed");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If this fails, the folder is left in the system's temporary directory.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A gate that runs until it is dropped.
pub struct Server {
    process: Child,
    // Kept open, so that the gate can write to it.
    _out: BufReader<ChildStdout>,
    pub address: String,
    pub is_encrypted: bool,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(fitment().args(["serve", "--listen", "127.0.0.1:0", "--every", "20ms"]).args(arguments))
    }

    /// Starts a command that prints where it listens.
    pub fn of(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut out = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it writes text");
        let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| {
            let mut says = String::new();
            let _ = process.stderr.take().expect("it is piped").read_to_string(&mut says);
            panic!("it does not listen: {line}{says}")
        });
        let (scheme, address) = address.split_once("://").expect("an address has a scheme");
        let (is_encrypted, address) = (scheme == "https", address.to_owned());
        // The log is read continuously, so that the gate never blocks on it.
        let mut told = process.stderr.take().expect("it is piped");
        std::thread::spawn(move || io::copy(&mut told, &mut io::sink()));
        Self { process, _out: out, address, is_encrypted }
    }

    pub fn connect(&self) -> io::Result<Client<TcpStream>> {
        Client::over(tcp(&self.address)?)
    }

    /// Sends one request on a connection of its own.
    pub fn request(&self, method: &str, path: &str, body: &str) -> Answer {
        let mut client = self.connect().expect("it listens");
        client.request(method, path, body.as_bytes()).expect("it answers")
    }

    pub fn get(&self, path: &str) -> Value {
        let answer = self.request("GET", path, "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.request("POST", path, body)
    }

    /// Returns the figure of a metric, 0 if there is none yet.
    pub fn figure(&self, metric: &str) -> f64 {
        let text = self.request("GET", "/metrics", "").text();
        let line = text.lines().find_map(|line| line.strip_prefix(metric)?.strip_prefix(' '));
        line.map_or(0.0, |figure| figure.parse().expect("a figure is a number"))
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.process.id().to_string()]).status().expect("there is `kill`");
        assert!(sent.success());
    }

    pub fn wait(mut self) -> ExitStatus {
        self.process.wait().expect("it ends")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn tcp(address: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    // A test that hangs would not say why.
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Waits for something that happens soon, and fails if it does not happen at all.
pub fn until(what: &str, mut is_there: impl FnMut() -> bool) {
    for _ in 0..18_000 {
        if is_there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("never: {what}");
}

/// An HTTP/1.1 connection.
pub struct Client<S: Read + Write> {
    stream: BufReader<S>,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("it is text")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    pub fn is_last(&self) -> bool {
        self.header("connection") == Some("close")
    }
}

impl<S: Read + Write> Client<S> {
    pub fn over(stream: S) -> io::Result<Self> {
        Ok(Self { stream: BufReader::new(stream) })
    }

    pub fn request(&mut self, method: &str, path: &str, body: &[u8]) -> io::Result<Answer> {
        let length = body.len();
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: fitment\r\nContent-Length: {length}\r\n\r\n").into_bytes();
        request.extend_from_slice(body);
        self.send(&request)?;
        self.receive()
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)?;
        self.stream.get_mut().flush()
    }

    pub fn receive(&mut self) -> io::Result<Answer> {
        let mut head = String::new();
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line == "\r\n" {
                break;
            }
            head.push_str(&line);
        }
        let status = head.get(9..12).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let mut answer = Answer { status, head, body: Vec::new() };
        let length = answer.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        answer.body.resize(length, 0);
        self.stream.read_exact(&mut answer.body)?;
        Ok(answer)
    }
}

/// Reads a file of the checkout, in YAML or JSON, as JSON.
pub fn as_json(path: &str) -> String {
    let text = fitment_tests::files::read(Path::new(path));
    fitment_files::yaml::to_json(&text).expect("it is YAML").concat()
}
