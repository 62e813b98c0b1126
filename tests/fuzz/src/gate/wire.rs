//! HTTP as bytes, so that anything can be sent and the answers can be checked against the protocol.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// A request to send.
#[derive(Clone, Debug)]
pub struct Sent {
    pub path: &'static str,
    pub head: Vec<&'static str>,
    pub body: Vec<u8>,
    /// The size of each chunk of the body. `None`: the body is sent whole, with its length in the head.
    pub pieces: Option<usize>,
}

impl Sent {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("POST {} HTTP/1.1\r\nHost: gate\r\n", self.path).into_bytes();
        for line in &self.head {
            bytes.extend_from_slice(line.as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        match self.pieces {
            None => {
                bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", self.body.len()).as_bytes());
                bytes.extend_from_slice(&self.body);
            }
            Some(size) => {
                bytes.extend_from_slice(b"Transfer-Encoding: chunked\r\n\r\n");
                for piece in self.body.chunks(size.max(1)) {
                    bytes.extend_from_slice(format!("{:x}\r\n", piece.len()).as_bytes());
                    bytes.extend_from_slice(piece);
                    bytes.extend_from_slice(b"\r\n");
                }
                bytes.extend_from_slice(b"0\r\n\r\n");
            }
        }
        bytes
    }
}

/// A well-formed answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub status: u16,
    pub is_json: bool,
    pub body: Vec<u8>,
}

/// A client that reuses its connection as long as that stays open.
pub struct Client {
    address: String,
    open: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn new(address: String) -> Self {
        Self { address, open: None }
    }

    /// Sends a request and returns the answer. The error says why the answer is not valid HTTP.
    pub fn send(&mut self, sent: &Sent) -> Result<Answer, String> {
        self.answered(&sent.bytes())
    }

    pub fn get(&mut self, path: &str) -> Result<Answer, String> {
        self.answered(format!("GET {path} HTTP/1.1\r\nHost: gate\r\n\r\n").as_bytes())
    }

    fn answered(&mut self, request: &[u8]) -> Result<Answer, String> {
        // Either side may close a connection, so an answer is required only on a new one.
        if let Some(open) = self.open.take()
            && let Some(answer) = self.on(open, request)?
        {
            return Ok(answer);
        }
        let open = self.connect()?;
        self.on(open, request)?.ok_or_else(|| "no answer".to_owned())
    }

    /// Sends a request on a connection. `None`: the connection ended before an answer began.
    fn on(&mut self, mut open: BufReader<TcpStream>, request: &[u8]) -> Result<Option<Answer>, String> {
        let is_sent = open.get_mut().write_all(request).is_ok();
        if !is_sent || open.fill_buf().is_ok_and(<[u8]>::is_empty) {
            return Ok(None);
        }
        let (answer, goes_on) = receive(&mut open)?;
        self.open = goes_on.then_some(open);
        Ok(Some(answer))
    }

    fn connect(&self) -> Result<BufReader<TcpStream>, String> {
        let connect = || {
            let stream = TcpStream::connect(&self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(30)))?;
            Ok(stream)
        };
        connect().map(BufReader::new).map_err(|error: std::io::Error| format!("no connection: {error}"))
    }
}

/// Reads the next answer, and whether another may follow it.
fn receive(open: &mut BufReader<TcpStream>) -> Result<(Answer, bool), String> {
    let status = loop {
        let line = line(open)?;
        let status = line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse::<u16>().ok());
        match status.filter(|status| (100..600).contains(status)) {
            // The server asks for the body, which has already been sent.
            Some(100) => drop(self::line(open)?),
            Some(status) => break status,
            None => return Err(format!("no status: `{line}`")),
        }
    };
    let (mut length, mut is_json, mut goes_on) = (None, false, true);
    loop {
        let line = line(open)?;
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(": ") else { return Err(format!("no header: `{line}`")) };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
            return Err(format!("no name of a header: `{name}`"));
        }
        match name {
            "content-length" if length.is_some() => return Err("two lengths".to_owned()),
            "content-length" => length = Some(value.parse::<usize>().map_err(|_| format!("no length: `{value}`"))?),
            "content-type" => is_json = value == "application/json",
            "connection" => goes_on = value != "close",
            _ => {}
        }
    }
    let mut body = vec![0; length.ok_or("no length")?];
    open.read_exact(&mut body).map_err(|error| format!("a body that ends too soon: {error}"))?;
    Ok((Answer { status, is_json, body }, goes_on))
}

fn line(open: &mut BufReader<TcpStream>) -> Result<String, String> {
    let mut line = String::new();
    open.read_line(&mut line).map_err(|error| format!("no line of a head: {error}"))?;
    line.strip_suffix("\r\n").map(str::to_owned).ok_or_else(|| format!("no line of a head: `{line}`"))
}
