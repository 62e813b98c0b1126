//! The examples that are built or installed separately from the project. Hosts in other languages run the plain wasm
//! file and have to answer as the linked engine does. A proxy passes on what the gate says yes to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use fitment_host::EMBEDDED_WASM;
use fitment_tests::doors::{Door, Native, Verb};
use fitment_tests::files;
use serde_json::Value;

use crate::embedded::{FLAVOR, NO_SUCH, lets_through};
use crate::http::{Folder, Server, as_json};

/// Returns every question of the vectors on a line of its own, and some about loaded documents.
fn questions() -> Vec<String> {
    let mut questions = Vec::new();
    for (_, vectors) in files::vectors() {
        for vector in vectors {
            for edition in vector.editions() {
                let request: Value = serde_json::from_str(&vector.request(edition)).expect("a request is JSON");
                questions.push(request.to_string());
            }
        }
    }
    for wrong in ["", "{", r#"{"question":"nobody/asks"}"#] {
        questions.push(wrong.to_owned());
    }
    let fit =
        r#"{"question":"images/fit","text":true,"given":{"cloudProfile":"azure","machineType":"Standard_S896om"}}"#;
    questions.push(fit.to_owned());
    questions
}

/// Compares a host's answers to all questions with the engine's, and returns how many there were.
fn compare(mut host: Command) -> usize {
    let folder = Folder::new("hosts");
    let wasm = folder.at("fitment.wasm");
    std::fs::write(&wasm, EMBEDDED_WASM).expect("it can be written");
    let profile = as_json("examples/images/cloudprofile.yaml");
    let documents = format!(r#"{{"documents":[{profile}],"defaulted":true}}"#);
    folder.write("documents.json", &documents);
    let questions = questions();
    folder.write("questions", &questions.iter().map(|question| format!("{question}\n")).collect::<String>());
    let input = std::fs::File::open(folder.at("questions")).expect("it was written");
    host.args([&wasm, &folder.at("documents.json")]).stdin(input).stdout(Stdio::piped());
    let output = host.output().expect("the host starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut native = Native::default();
    native.call(Verb::Load, documents.as_bytes());
    let answers: Vec<&[u8]> = output.stdout.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(answers.len(), questions.len());
    let mut decided = 0;
    for (question, answer) in questions.iter().zip(answers) {
        let expected = native.call(Verb::Ask, question.as_bytes());
        assert!(answer.strip_suffix(b"\n") == Some(&expected), "{question}\n{}", String::from_utf8_lossy(answer));
        decided += usize::from(expected.windows(9).any(|window| window == br#""decided""#));
    }
    assert!(decided > 500, "only {decided} questions were decided");
    questions.len()
}

/// Returns the path of what `cargo xtask test --long` has built or installed.
fn told(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| panic!("`{variable}` is not set: cargo xtask test --long sets it"))
}

#[test]
#[ignore = "takes Go: cargo xtask test --long"]
fn a_host_in_go_answers_the_same_bytes() {
    let count = compare(Command::new(told("FITMENT_HOST_GO")));
    println!("wazero: {count} answers of the same bytes");
}

#[test]
#[ignore = "takes Python: cargo xtask test --long"]
fn a_host_in_python_answers_the_same_bytes() {
    let mut python = Command::new(told("FITMENT_HOST_PYTHON"));
    python.arg(files::root().join("examples/hosts/python/ask.py"));
    let count = compare(python);
    println!("wasmtime-py: {count} answers of the same bytes");
}

/// Starts a server that reports the bodies it receives. Returns its address and the bodies.
fn upstream() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound").to_string();
    let (tells, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("a connection can be taken");
            // A connection that a client opens in advance and leaves unused has no request.
            let Some(body) = one_request(&stream) else { continue };
            let text = "a server";
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", text.len());
            // The body is reported before the answer is sent, so that a client that has the answer finds the body.
            if tells.send(body).is_err() {
                return;
            }
            (&stream).write_all((head + text).as_bytes()).expect("it reads");
        }
    });
    (address, told)
}

/// Reads the body of a request, whichever way its length is given.
fn one_request(stream: &TcpStream) -> Option<String> {
    let mut stream = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        Some(line.trim_end().to_ascii_lowercase())
    };
    let (mut length, mut is_chunked) = (0, false);
    loop {
        let line = line()?;
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.parse().ok()?;
        }
        is_chunked |= line == "transfer-encoding: chunked";
    }
    let mut body = Vec::new();
    if !is_chunked {
        stream.take(length).read_to_end(&mut body).ok()?;
        return String::from_utf8(body).ok();
    }
    loop {
        let mut size = String::new();
        stream.read_line(&mut size).ok()?;
        let size = u64::from_str_radix(size.trim_end(), 16).ok()?;
        (&mut stream).take(size).read_to_end(&mut body).ok()?;
        stream.read_line(&mut String::new()).ok()?;
        if size == 0 {
            return String::from_utf8(body).ok();
        }
    }
}

#[test]
#[ignore = "takes CMake: cargo xtask test --long"]
fn a_proxy_of_pingora_passes_on_the_same_bytes() {
    let (address, bodies) = upstream();
    let server = Server::of(Command::new(told("FITMENT_HOST_PINGORA")).arg(address));
    lets_through(&server, "/servers", "a server");
    let passed = || bodies.try_iter().collect::<Vec<_>>();
    assert_eq!(passed(), [FLAVOR], "all others were refused");

    // On one connection, which stays open after a no.
    let mut client = server.connect().expect("it listens");
    for (path, body, status) in [
        ("/servers", NO_SUCH, 403),
        // The upstream may treat these as the same path.
        ("/servers/", NO_SUCH, 403),
        ("//%73ervers?a", NO_SUCH, 403),
        ("/servers", FLAVOR, 200),
    ] {
        let answer = client.request("POST", path, body.as_bytes()).expect("it answers");
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
    assert_eq!(passed(), [FLAVOR]);

    // The largest body that is read, and one byte more.
    let large = FLAVOR.to_owned() + &" ".repeat((64 << 10) - FLAVOR.len());
    assert_eq!(client.request("POST", "/servers", large.as_bytes()).expect("it answers").status, 200);
    assert!(passed() == [large.as_str()]);
    assert_eq!(client.request("POST", "/servers", (large + " ").as_bytes()).expect("it answers").status, 413);

    // Bodies without a length, and one whose client waits to be asked for it.
    for (body, status) in [(FLAVOR, 200), (NO_SUCH, 403)] {
        client.send(b"POST /servers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n").expect("it reads");
        for chunk in body.as_bytes().chunks(7) {
            let chunk = format!("{:x}\r\n{}\r\n", chunk.len(), String::from_utf8_lossy(chunk));
            client.send(chunk.as_bytes()).expect("it reads");
        }
        client.send(b"0\r\n\r\n").expect("it reads");
        assert_eq!(client.receive().expect("it answers").status, status, "{body}");
    }
    assert_eq!(passed(), [FLAVOR]);
    let head = "POST /servers HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length:";
    client.send(format!("{head} {}\r\n\r\n", FLAVOR.len()).as_bytes()).expect("it reads");
    assert_eq!(client.receive().expect("it answers").status, 100);
    client.send(FLAVOR.as_bytes()).expect("it reads");
    assert_eq!(client.receive().expect("it answers").status, 200);
    assert_eq!(passed(), [FLAVOR]);

    // Requests that only read are not put to the gate, unless they may become more than that.
    assert_eq!(server.request("GET", "/servers", "").status, 200);
    let mut client = server.connect().expect("it listens");
    let upgrade = b"GET /servers HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n";
    client.send(upgrade).expect("it reads");
    assert_eq!(client.receive().expect("it answers").status, 400);
    assert_eq!(passed(), [""]);
}

#[test]
#[ignore = "takes CMake: cargo xtask test --long"]
fn a_proxy_of_pingora_can_be_tried_alone() {
    let server = Server::of(&mut Command::new(told("FITMENT_HOST_PINGORA")));
    lets_through(&server, "/servers", "a server\n");
}
