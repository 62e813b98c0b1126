//! The gate as a process, and the same gate embedded.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use std::{env, thread};

use fitment_host::{DocumentSet, Gate, Host, Isolation, Limits};
use fitment_tests::files;
use serde_json::Value;

use crate::wire::Client;

const DOCUMENTS: &str = "examples/images/cloudprofile.yaml";

/// A running `fitment serve`, which is stopped when dropped.
pub struct Running {
    process: Child,
    pub address: String,
    told: Arc<Mutex<String>>,
}

impl Running {
    pub fn start() -> Result<Self, String> {
        let program = env::var_os("FITMENT").unwrap_or_else(|| files::root().join("target/release/fitment").into());
        let mut command = Command::new(program);
        command.current_dir(files::root()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.args(["serve", "--listen=127.0.0.1:0", "--warm=50", "--documents", DOCUMENTS]);
        let mut process = command.spawn().map_err(|error| format!("the gate does not start: {error}"))?;
        let told = Arc::new(Mutex::new(String::new()));
        let (kept, stderr) = (Arc::clone(&told), process.stderr.take().ok_or("its standard error is piped")?);
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Ok(mut told) = kept.lock() {
                    told.push_str(&line);
                    told.push('\n');
                }
            }
        });
        let mut said = String::new();
        let mut out = BufReader::new(process.stdout.take().ok_or("its standard output is piped")?);
        out.read_line(&mut said).map_err(|error| format!("the gate says nothing: {error}"))?;
        thread::spawn(move || out.read_to_string(&mut String::new()));
        let address = said.trim().strip_prefix("listening on http://").unwrap_or_default().to_owned();
        Ok(Self { process, address, told })
    }

    /// What the gate has logged since it started.
    pub fn told(&self) -> String {
        self.told.lock().map(|told| told.clone()).unwrap_or_default()
    }

    /// Checks that the gate is still alive and that nothing in it panicked.
    pub fn stop(mut self) -> Result<(), String> {
        let lives = self.process.try_wait().is_ok_and(|ended| ended.is_none());
        if lives && !self.told().contains("panicked") { Ok(()) } else { Err(format!("the gate: {}", self.told())) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Creates a gate in this process with the same engine and documents.
pub fn embedded(running: &Running) -> Result<Gate, String> {
    let documents = fitment_files::yaml::to_json(&files::read(DOCUMENTS)).map_err(|unread| unread.to_string())?;
    let load = format!(r#"{{"documents":[{}],"defaulted":true}}"#, documents.join(","));
    let start = || {
        let host = Host::new(Limits { instances: 4, ..Limits::default() })?;
        let gate = Gate::new(&host.embedded()?, Isolation::Fresh)?;
        gate.replace(&DocumentSet::new().load(load))?;
        Ok(gate)
    };
    let gate: Gate = start().map_err(|error: fitment_host::Error| error.to_string())?;
    let list: Value = serde_json::from_str(gate.documents().list()).unwrap_or_default();
    let theirs = Client::new(running.address.clone()).get("/documents")?;
    let theirs: Value = serde_json::from_slice(&theirs.body).unwrap_or_default();
    if theirs["documents"] == list { Ok(gate) } else { Err(format!("other documents: {theirs} and {list}")) }
}

/// Returns the time in the form the gate puts into an envelope.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
