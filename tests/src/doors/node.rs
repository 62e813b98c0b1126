use std::io::{BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::{Door, Verb};
use crate::files;

/// The npm package in node.
#[derive(Debug)]
pub struct Node {
    process: Child,
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Node {
    /// Starts node with the package that `cargo xtask npm` built.
    pub fn open() -> Self {
        let package = files::root().join("target/npm");
        assert!(package.join("package.json").exists(), "the npm package is not built: cargo xtask npm");
        let mut process = Command::new("node")
            .arg(files::root().join("tests/src/door.mjs"))
            .arg(&package)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let requests = BufWriter::new(process.stdin.take().expect("stdin is piped"));
        let answers = BufReader::new(process.stdout.take().expect("stdout is piped"));
        Self { process, requests, answers }
    }
}

impl Door for Node {
    fn name(&self) -> &'static str {
        "node"
    }

    /// Sends a verb's letter, the length and the bytes, and receives a length and bytes.
    fn call(&mut self, verb: Verb, request: &[u8]) -> Vec<u8> {
        let letter = match verb {
            Verb::Load => b'l',
            Verb::Ask => b'a',
            Verb::Review => b'r',
        };
        let length = u32::try_from(request.len()).expect("a request is shorter than 4 GiB");
        let head = [&[letter][..], &length.to_le_bytes()].concat();
        let sent = self.requests.write_all(&head).and_then(|()| self.requests.write_all(request));
        sent.and_then(|()| self.requests.flush()).expect("node reads");
        let mut length = [0; 4];
        self.answers.read_exact(&mut length).expect("node answers");
        let mut answer = vec![0; u32::from_le_bytes(length) as usize];
        self.answers.read_exact(&mut answer).expect("node answers");
        answer
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Node ends by itself when its input does. This is for when it hangs.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
