//! The part of the benchmarks that runs under node.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::stopwatch::Lane;

/// Node with the npm package.
pub struct Node {
    root: PathBuf,
    package: PathBuf,
}

impl Node {
    /// Finds the package that `cargo xtask npm` builds, if it is there.
    pub fn find() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let package = root.join("target/npm");
        if !package.join("package.json").exists() {
            eprintln!("the npm package is not built, so nothing is measured under node: cargo xtask npm");
            return None;
        }
        Some(Self { root, package })
    }

    /// Measures one part; `benches/images.mjs` says what it contains.
    pub fn run(&self, part: &str, profile: &str, machines: &[String]) -> Vec<Lane> {
        let work = self.root.join("target/bench.json");
        let text = json!({ "profile": profile, "machines": machines }).to_string();
        fs::write(&work, text).expect("the target folder can be written");
        let script = self.root.join("benches/images.mjs");
        let output = Command::new("node").arg(script).arg(&self.package).arg(part).arg(&work).output();
        let output = output.expect("node starts");
        assert!(output.status.success(), "node: {}", String::from_utf8_lossy(&output.stderr));
        let lanes: Value = serde_json::from_slice(&output.stdout).expect("node writes JSON");
        let lanes = lanes.as_array().expect("node writes a list");
        let lane = |lane: &Value| Lane {
            name: lane["name"].as_str().unwrap_or_default().to_owned(),
            nanos: lane["nanos"].as_f64().expect("each has its time"),
        };
        lanes.iter().map(lane).collect()
    }
}
